#include <stdlib.h>

#include "base/std_fds.h"
#include "watch/watch.h"

int main(int argc, char **argv)
{
    static struct watch watch;
    if (std_fds_open() < 0)
        return HELPER_EXIT_FAILED;
    int r = watch_configure(&watch, argc, argv);
    if (r == 0)
        r = watch_run(&watch);
    watch_clear(&watch);
    return r < 0 ? -r : HELPER_EXIT_OK;
}
