/* Protocol violations and other faults of an executor, to test how the daemon handles them. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "executor/task.h"
#include "script/script.h"
#include "json/write.h"

enum { LINE_MAX_BYTES = 1 << 20 };

/* Sends a message outside of the task's sequence, without keeping it for a repeat. */
static void send_stray(struct task *task, struct slice token, struct slice task_id, int64_t sequence, const char *text)
{
    struct buf line = BUF_LIMITED(LINE_MAX_BYTES);
    buf_append_text(&line, "{\"jsonrpc\":\"2.0\",\"method\":\"report_message\",\"params\":{\"session_token\":");
    json_write_string(&line, token);
    buf_append_text(&line, ",\"task_id\":");
    json_write_string(&line, task_id);
    buf_printf(&line, ",\"sequence\":%lld,\"timestamp\":%lld", (long long)sequence, (long long)clock_epoch_ms());
    buf_printf(&line, ",\"event_type\":\"content_block_delta\",\"event_data\":{\"text\":\"%s\"}}}", text);
    if (!line.error)
        (void)messages_add(task, MESSAGE_LINE, SLICE(""), buf_slice(&line));
    buf_clear(&line);
}

static void misreport(struct script *script, struct statement statement)
{
    struct task *task = script->task;
    struct slice token = slice_of(task->token), id = task->params->task_id;
    int64_t next = task->sequence + 1;
    if (statement.verb == VERB_AGAIN)
        send_stray(task, token, id, task->sequence > 0 ? task->sequence : 1, "again");
    else if (statement.verb == VERB_HOLE)
        send_stray(task, token, id, next + 1, "hole");
    else if (statement.verb == VERB_BADTOKEN)
        send_stray(task, SLICE("0000000000000000000000000000000000000000000000000000000000000000"), id, next,
                   "badtoken");
    else if (statement.verb == VERB_OTHERTASK)
        send_stray(task, token, statement.rest, next, "othertask");
    else
        (void)messages_add(task, MESSAGE_LINE, SLICE(""), statement.rest);
}

static void break_off(const struct script *script, bool in_mid_line)
{
    struct peer *daemon = script->task->executor->daemon;
    if (daemon && in_mid_line)
        (void)!send(daemon->fd, "{\"jsonrpc\":", 11, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (daemon)
        peer_close(daemon, "the script says so");
}

static void write_stderr(struct slice text)
{
    char line[4096];
    int size = snprintf(line, sizeof line, "%.*s\n", SLICE_ARG(text));
    if (size > 0)
        (void)!write(STDERR_FILENO, line, (size_t)size < sizeof line ? (size_t)size : sizeof line - 1);
}

void script_misbehave(struct script *script, struct statement statement)
{
    struct slice rest = statement.rest;
    int64_t count;
    switch (statement.verb) {
    case VERB_EXIT:
        _exit((int)script_number(&rest, 1));
    case VERB_SIGNAL:
        (void)kill(getpid(), (int)script_number(&rest, SIGKILL));
        break;
    case VERB_STDERR:
        write_stderr(rest);
        break;
    case VERB_SPIN:
        for (;;)
            (void)pause();
    case VERB_HALFLINE:
    case VERB_CLOSE:
        break_off(script, statement.verb == VERB_HALFLINE);
        break;
    case VERB_TREE:
        script_start_tree(script, script_number(&rest, 1));
        break;
    case VERB_MEMORY:
        script_take_memory(script_number(&rest, 1));
        break;
    case VERB_MEMORY_CHILDREN:
        count = script_number(&rest, 1);
        script_start_hogs(script, count, script_number(&rest, 1));
        break;
    default:
        misreport(script, statement);
    }
}
