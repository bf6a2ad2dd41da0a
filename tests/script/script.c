/* The statements of the agent `script`.
 *
 *     say TEXT                    one message of type content_block_delta with {"text": TEXT}
 *     message TYPE JSON           one message
 *     events N [SIZE]             N messages, as fast as possible; each with SIZE bytes of text
 *     flood N [SIZE]              the same, but ignores requests to pause
 *     rate N PER_SECOND [SIZE]    the same, at this rate
 *     progress PERCENT [TEXT]     report_progress
 *     usage IN OUT                sets the tokens of the result, and reports an event
 *     error CODE MESSAGE          report_error
 *     permission TOOL JSON        request_permission; says the response
 *     key SERVICE                 get_api_key; says the length of the key
 *     context                     get_execution_context; says the number of messages, and the session
 *     create ROLE TYPE JSON [KEY] create_message; says the response
 *     keep [PATH]                 keep_files, of PATH or of everything; says the number of files, and `complete`
 *     hold                        waits for a stop; then ends as cancelled
 *     hold deaf                   ignores a stop; only a kill ends it
 *     hold complete, hold fail    waits for a stop; then completes, or fails
 *     hold PATH                   waits for a stop, then for a line from this FIFO; then ends as cancelled
 *     read PATH                   waits for a line, or the end, of this FIFO
 *     write PATH TEXT             writes a file
 *     child COMMAND               starts `sh -c COMMAND` in a process group of its own, without waiting
 *     wait                        waits until these children have ended
 *     fail CODE MESSAGE           ends as failed
 *     done [TEXT]                 completes; so does the end of the script, with the last text as the result
 *     refuse [TEXT]               fails to start; only as the first statement
 *
 * And in faults.c, violations of the protocol and other faults:
 *
 *     again, hole                 repeats the last sequence; skips one
 *     badtoken, othertask TASK    sends a message with a wrong token, or of another task
 *     garbage TEXT                sends any line
 *     halfline, close             sends a line without its end and closes the connection; only closes it
 *     exit CODE, signal N         exits; kills itself
 *     stderr TEXT                 writes a line to standard error
 *     spin                        stops responding
 *     tree N                      starts N processes that leave the session and their parent, and ignore SIGTERM
 *     memory BYTES                allocates memory
 *     memory-children N BYTES     starts N children that allocate as much each
 *
 * Any other statement is said as a message, and completes the task. */
#include "script/script.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

const char *const script_verbs[VERB_COUNT] = {
    [VERB_SAY] = "say",
    [VERB_MESSAGE] = "message",
    [VERB_EVENTS] = "events",
    [VERB_FLOOD] = "flood",
    [VERB_RATE] = "rate",
    [VERB_PROGRESS] = "progress",
    [VERB_USAGE] = "usage",
    [VERB_ERROR] = "error",
    [VERB_PERMISSION] = "permission",
    [VERB_KEY] = "key",
    [VERB_CONTEXT] = "context",
    [VERB_CREATE] = "create",
    [VERB_KEEP] = "keep",
    [VERB_HOLD] = "hold",
    [VERB_READ] = "read",
    [VERB_FAIL] = "fail",
    [VERB_REFUSE] = "refuse",
    [VERB_DONE] = "done",
    [VERB_WRITE] = "write",
    [VERB_CHILD] = "child",
    [VERB_WAIT] = "wait",
    [VERB_AGAIN] = "again",
    [VERB_HOLE] = "hole",
    [VERB_BADTOKEN] = "badtoken",
    [VERB_OTHERTASK] = "othertask",
    [VERB_EXIT] = "exit",
    [VERB_SIGNAL] = "signal",
    [VERB_STDERR] = "stderr",
    [VERB_SPIN] = "spin",
    [VERB_GARBAGE] = "garbage",
    [VERB_HALFLINE] = "halfline",
    [VERB_CLOSE] = "close",
    [VERB_TREE] = "tree",
    [VERB_MEMORY] = "memory",
    [VERB_MEMORY_CHILDREN] = "memory-children",
};

static void on_idle(uv_idle_t *idle)
{
    struct script *script = idle->data;
    if (!script_step(script) && !script->ended)
        (void)uv_idle_stop(&script->idle);
}

void script_wake(struct script *script)
{
    if (!script->ended)
        (void)uv_idle_start(&script->idle, on_idle);
}

int script_start(struct task *task, char problem[static 256])
{
    struct slice prompt = task_params(task)->prompt;
    struct statement first = script_next(&prompt, script_verbs, VERB_COUNT);
    if (first.verb == VERB_REFUSE) {
        (void)snprintf(problem, 256, "%.*s", SLICE_ARG(first.rest.size > 0 ? first.rest : SLICE("the script says no")));
        return -ECANCELED;
    }
    struct script *script = calloc(1, sizeof *script);
    if (!script) {
        (void)snprintf(problem, 256, "out of memory");
        return -ENOMEM;
    }
    script->task = task;
    script->fd = -1;
    script->left_over = task_params(task)->prompt;
    script->open_handles = 2;
    (void)uv_idle_init(task_loop(task), &script->idle);
    (void)uv_timer_init(task_loop(task), &script->timer);
    script->idle.data = script->timer.data = script->poll.data = script;
    task_set_agent(task, script);
    script_wake(script);
    return 0;
}

void script_stop(struct task *task, struct slice reason)
{
    struct script *script = task_agent(task);
    (void)reason;
    script->stopped = true;
    if (script->polls && !script->stop_begun) { /* stop waiting; the result does not matter any more */
        (void)uv_poll_stop(&script->poll);
        script->polls = false;
    }
    script_wake(script);
}

void script_kill(struct task *task)
{
    struct script *script = task_agent(task);
    script->killed = true;
    script_wake(script);
}

void script_pause(struct task *task, bool paused)
{
    struct script *script = task_agent(task);
    script->paused = paused;
    if (!paused)
        script_wake(script);
}

const struct adapter script_adapter = {
    .name = "script",
    .hidden = true,
    .start = script_start,
    .stop = script_stop,
    .kill = script_kill,
    .pause = script_pause,
};
