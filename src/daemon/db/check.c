/* db.check */
#include <string.h>

#include "contract/db.h"
#include "daemon/db/db.h"
#include "rpc/call.h"

enum { PROBLEMS_MAX = 128 };

static void answer(struct call *call, const struct store_job *job)
{
    struct slice items[PROBLEMS_MAX];
    struct db_check_result_problems problems = {.items = items};
    if (job->status < 0) {
        (void)call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store: %s", job->message);
        return;
    }
    for (const char *at = job->problems; at && *at && problems.count < PROBLEMS_MAX;) {
        size_t length = strcspn(at, "\n");
        items[problems.count++] = (struct slice){at, length};
        at += length + (at[length] == '\n');
    }
    (void)db_check_reply(call, &(struct db_check_result){.ok = problems.count == 0, .problems = problems});
}

static void start(struct db_keeper *keeper, struct call *call)
{
    const struct db_check_params *params = call->params;
    db_job_start(keeper, call, params->quick ? STORE_JOB_QUICK_CHECK : STORE_JOB_CHECK, (struct slice){0}, answer);
}

/* A store that cannot be read is what a check is for. */
int db_check(struct call *call, const struct db_check_params *params)
{
    (void)params;
    return db_job_begin(call, true, start);
}
