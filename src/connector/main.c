#include <string.h>

#include "base/std_fds.h"
#include "connector/connector.h"
#include "connector/proxy.h"

int main(int argc, char **argv)
{
    struct connector connector = {0};
    if (std_fds_open() < 0)
        return HELPER_EXIT_FAILED;
    if (argc == 4 && strcmp(argv[1], "--proxy") == 0) /* before anything that only the daemon's weir-mcp needs */
        return proxy_run(argv[2], argv[3]);
    int r = connector_configure(&connector, argc, argv);
    if (r == 0)
        r = connector_run(&connector);
    connector_clear(&connector);
    return r < 0 ? -r : HELPER_EXIT_OK;
}
