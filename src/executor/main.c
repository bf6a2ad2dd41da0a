#include "base/secret.h"
#include "base/std_fds.h"
#include "executor/executor.h"

int main(int argc, char **argv)
{
    struct executor executor = {0};
    if (std_fds_open() < 0)
        return EXECUTOR_EXIT_FAILED;
    secret_forbid_dumps();
    int r = executor_configure(&executor, argc, argv);
    if (r == 0)
        r = executor_run(&executor);
    executor_clear(&executor);
    return r < 0 ? -r : EXECUTOR_EXIT_OK;
}
