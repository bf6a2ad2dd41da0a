#include "agent/runtime/runtime.h"
#include "base/secret.h"
#include "base/std_fds.h"

int main(int argc, char **argv)
{
    struct runtime runtime = {.options = {.key_fd = -1}};
    if (std_fds_open() < 0)
        return RUNTIME_EXIT_FAILED;
    secret_forbid_dumps();
    int r = runtime_configure(&runtime, argc, argv);
    if (r == 0)
        r = runtime_run(&runtime);
    runtime_clear(&runtime);
    return r < 0 ? -r : runtime.exit_code;
}
