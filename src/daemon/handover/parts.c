#include "daemon/executor/executor.h"
#include "daemon/handover/handover.h"
#include "daemon/kept/kept.h"
#include "daemon/terminal/terminal.h"

void handover_parts(const struct handover_part *ret_parts[static HANDOVER_PARTS_MAX])
{
    const struct executor_backend *backend = executor_backend();
    size_t count = 0;
    if (backend && backend->handover)
        ret_parts[count++] = backend->handover;
    ret_parts[count++] = &terminal_handover; /* behind the executors, which have them */
    ret_parts[count++] = &kept_handover;
    ret_parts[count] = NULL;
}
