#include "base/std_fds.h"
#include "broker/broker.h"
#include "helper/helper.h"

int main(int argc, char **argv)
{
    struct broker broker = {0};
    if (std_fds_open() < 0)
        return HELPER_EXIT_FAILED;
    int r = broker_configure(&broker, argc, argv);
    if (r == 0)
        r = broker_run(&broker);
    broker_clear(&broker);
    return r < 0 ? -r : HELPER_EXIT_OK;
}
