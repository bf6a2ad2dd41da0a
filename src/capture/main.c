#include <stdlib.h>

#include "base/std_fds.h"
#include "capture/capture.h"

int main(int argc, char **argv)
{
    if (std_fds_open() < 0)
        return HELPER_EXIT_FAILED;
    struct capture *capture = calloc(1, sizeof *capture); /* has buffers that are large for a stack */
    if (!capture)
        return HELPER_EXIT_FAILED;
    int r = capture_configure(capture, argc, argv);
    if (r == 0)
        r = capture_run(capture);
    capture_clear(capture);
    free(capture);
    return r < 0 ? -r : HELPER_EXIT_OK;
}
