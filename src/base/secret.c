#include "base/secret.h"

#include <sys/prctl.h>
#include <sys/resource.h>

void secret_forbid_dumps(void)
{
    /* The limit alone does not hold where the kernel gives dumps to a program; the flag alone is lost by whoever sets
     * it again. */
    (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    struct rlimit core = {0};
    (void)getrlimit(RLIMIT_CORE, &core);
    core.rlim_cur = 0; /* whoever is started by us may want his own */
    (void)setrlimit(RLIMIT_CORE, &core);
}
