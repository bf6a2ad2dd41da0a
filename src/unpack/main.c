#include "base/std_fds.h"
#include "unpack/run.h"

int main(int argc, char **argv)
{
    struct unpacker unpacker = {0};
    if (std_fds_open() < 0)
        return HELPER_EXIT_FAILED;
    int r = unpacker_configure(&unpacker, argc, argv);
    if (r == 0)
        r = unpacker_run(&unpacker);
    return r < 0 ? -r : HELPER_EXIT_OK;
}
