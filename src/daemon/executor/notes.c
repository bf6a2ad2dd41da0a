/* What the audit log is told of an executor. */
#include <stdio.h>

#include "daemon/audit/audit.h"
#include "daemon/executor/internal.h"
#include "json/write.h"

enum { DATA_MAX = 1024 };

static void write_note(const struct executor *executor, struct slice what, struct slice task_id, struct slice data)
{
    struct audit_note note = {
        .what = what,
        .session_id = slice_of(executor->session_id),
        .task_id = task_id,
        .data = data,
    };
    audit_self(&note);
    audit_write(executor->pool->audit, &note);
}

static void tell_start(struct executor *executor, struct slice task_id)
{
    const struct sandbox *sandbox = &executor->sandbox;
    struct buf data = BUF_LIMITED(DATA_MAX);
    bool terminals = executor->use == EXECUTOR_RECORD_USE_TERMINALS;
    buf_printf(&data, "{\"executor\":\"%s\",\"pid\":%d,\"level\":\"%s\",\"network\":\"%s\",\"for\":\"%s\"",
               executor->process.id, (int)executor->process.pid, sandbox_level_word(sandbox),
               sandbox_network_word(sandbox), terminals ? "terminals" : "tasks");
    if (executor->agent && !terminals) {
        buf_append_text(&data, ",\"agent\":");
        json_write_string(&data, slice_of(executor->agent));
    }
    buf_append_char(&data, '}');
    if (!data.error)
        write_note(executor, SLICE("executor.started"), task_id, buf_slice(&data));
    buf_clear(&data);
    executor->sandbox.told = true;
}

void executor_note_begin(struct executor *executor, struct slice session_id, struct slice task_id)
{
    if (!executor->sandbox.told)
        tell_start(executor, task_id);
    sandbox_record(executor->pool->sandbox, &executor->sandbox, session_id);
}

void executor_note_end(const struct executor *executor)
{
    const struct process_exit *exit = executor->exit;
    char data[160];
    if (!executor->sandbox.told || !exit)
        return;
    (void)snprintf(data, sizeof data, "{\"executor\":\"%s\",\"pid\":%d,\"how\":\"%s\",\"number\":%d,\"stopped\":%s}",
                   executor->process.id, (int)executor->process.pid,
                   exit->how == PROCESS_EXIT_CODE          ? "exited"
                   : exit->how == PROCESS_EXIT_SIGNAL      ? "signal"
                   : exit->how == PROCESS_EXIT_NOT_STARTED ? "not started"
                                                           : "unknown",
                   exit->number, exit->stopped ? "true" : "false");
    write_note(executor, SLICE("executor.stopped"), (struct slice){0}, slice_of(data));
}
