#include "daemon/daemon.h"
#include "daemon/handover/handover.h"

void handover_parts(struct daemon *daemon, struct handover_entry ret_parts[static HANDOVER_PARTS_MAX])
{
    size_t count = 0;
    if (task_backend.handover)
        ret_parts[count++] = (struct handover_entry){task_backend.handover, daemon ? &daemon->executors : NULL};
    /* Behind the executors, which have them. */
    ret_parts[count++] = (struct handover_entry){&terminal_handover, daemon ? &daemon->terminals : NULL};
    ret_parts[count++] = (struct handover_entry){&snapshot_handover, daemon ? &daemon->snapshots : NULL};
    ret_parts[count] = (struct handover_entry){0};
}
