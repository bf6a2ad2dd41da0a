/* db.backup */
#include <errno.h>

#include "contract/db.h"
#include "daemon/db/db.h"
#include "rpc/call.h"

static void answer(struct call *call, const struct store_job *job)
{
    if (job->status < 0)
        (void)call_fail(call, job->status == -EEXIST ? ERROR_FILE_EXISTS : ERROR_FILE_FAILED, "%s", job->message);
    else
        (void)db_backup_reply(call, &(struct db_backup_result){.path = job->path, .bytes = job->bytes});
}

static void start(struct db_keeper *keeper, struct call *call)
{
    const struct db_backup_params *params = call->params;
    db_job_start(keeper, call, STORE_JOB_BACKUP, params->path, answer);
}

int db_backup(struct call *call, const struct db_backup_params *params)
{
    if (params->path.data[0] != '/')
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.path",
                           "Invalid params: params.path must be an absolute path");
    if (params->path.data[params->path.size - 1] == '/')
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.path",
                           "Invalid params: params.path must be the name of a file");
    return db_job_begin(call, false, start);
}
