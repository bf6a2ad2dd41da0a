/* daemon.restart: nothing is handed over, because the store has everything. The restart waits until no action is being
 * performed and no look is in progress. */
#include <stdio.h>

#include "daemon/automation/internal.h"

static int ready(void *user, char problem[static 256])
{
    const struct automation *automation = user;
    if (!list_is_empty(&automation->orders) || automation->calls > 0) {
        (void)snprintf(problem, 256, "a tool or a notification of an automation rule is under way");
        return -EAGAIN;
    }
    if (automation->look || automation->files_storing > 0 || !list_is_empty(&automation->results)) {
        (void)snprintf(problem, 256, "a receipt of an automation rule is being stored");
        return automation->frozen ? -EINPROGRESS : -EAGAIN;
    }
    return 0;
}

/* What becomes due meanwhile is found by the first look afterwards. */
static void freeze(void *user, bool frozen)
{
    struct automation *automation = user;
    automation->frozen = frozen;
    if (!frozen)
        automation_look(automation);
}

static int write_nothing(void *user, struct handover_out *out, struct buf *json)
{
    (void)user;
    (void)out;
    return buf_append_text(json, "{}");
}

static int check(const yyjson_val *value, struct slice pieces)
{
    (void)pieces;
    return yyjson_is_obj((yyjson_val *)value) ? 0 : -EINVAL;
}

static int take(void *user, const yyjson_val *value, struct slice pieces)
{
    (void)user;
    (void)value;
    (void)pieces;
    return 0;
}

const struct handover_part automation_handover = {
    .name = "automation",
    .ready = ready,
    .freeze = freeze,
    .write = write_nothing,
    .check = check,
    .take = take,
};
