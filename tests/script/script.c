/* The language of the agent `script`:
 *
 *     say TEXT                    one message of type content_block_delta with {"text": TEXT}
 *     message TYPE JSON           one message
 *     events N [SIZE]             N messages, as fast as it is allowed to; each with SIZE bytes of text
 *     flood N [SIZE]              the same, without waiting when it is told to pause
 *     rate N PER_SECOND [SIZE]    the same, so many a second
 *     progress PERCENT [TEXT]     report_progress
 *     usage IN OUT                the tokens of the result, and an event
 *     error CODE MESSAGE          report_error
 *     permission TOOL JSON        request_permission; the answer is said
 *     key SERVICE                 get_api_key; how long it is, is said
 *     context                     get_execution_context; how many messages, and the session, is said
 *     create ROLE TYPE JSON [KEY] create_message; likewise
 *     keep [PATH]                 keep_files, of this or of all; how many, and whether that is all, is said
 *     hold                        until it is asked to stop; then it is cancelled
 *     hold deaf                   only a kill helps
 *     hold complete, hold fail    when it is asked to stop, it completes, or fails
 *     hold PATH                   when it is asked to stop, it waits for a line from this FIFO, then it is cancelled
 *     read PATH                   goes on when a line, or the end, comes from this FIFO
 *     write PATH TEXT             makes a file
 *     child COMMAND               starts `sh -c COMMAND` in a process group of its own, and goes on
 *     wait                        until those have ended
 *     fail CODE MESSAGE           ends as failed
 *     done [TEXT]                 ends as completed; so does the end of the script, with what was said last
 *     refuse [TEXT]               it cannot even be started: only as the first statement
 *
 * And, in faults.c, what an executor should not do:
 *
 *     again, hole                 the last sequence once more; one that leaves one out
 *     badtoken, othertask TASK    a message with a wrong token, or of another task
 *     garbage TEXT                a line that may be anything
 *     halfline, close             a line without its end, and the connection ends; only the latter
 *     exit CODE, signal N         the executor ends; is hit by a signal
 *     stderr TEXT                 a line to its standard error
 *     spin                        it answers no more
 *     tree N                      N processes that left their session and their parent, and ignore SIGTERM
 *     memory BYTES                it takes memory
 *     memory-children N BYTES     N children take so much each
 *
 * Whatever is none of these is said back, and completes the task. */
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
    if (script->polls && !script->stop_begun) { /* what it waited for does not matter any more */
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
