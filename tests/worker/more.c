/* Further statements of scripts: what only some executors do, or must not do.
 *
 *     loosely SEQUENCE TEXT      a message as from an executor without confirmations; 0: without a sequence
 *     state KEY ROLE TYPE JSON   a message that gets a response; KEY -: without a key. Then says its id and time, or
 *                                the error
 *     ask KEY ROLE TYPE JSON     the same without waiting for the response
 *     over REASON                the task has exceeded a limit
 *     processes N                reports that N processes were killed at the end
 *     crash exit CODE LINES      ends as if the executor had exited; a | in LINES starts a new line of stderr
 *     crash signal NUMBER LINES  the same for a signal
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "worker.h"

static void say_loosely(struct worker *worker, struct slice rest)
{
    int64_t sequence = script_number(&rest, 0);
    char data[4096];
    (void)snprintf(data, sizeof data, "{\"text\":\"%.*s\"}", SLICE_ARG(rest));
    struct task_message message = {
        .timestamp = clock_epoch_ms(), .type = SLICE("content_block"), .data = slice_of(data)};
    (void)task_job_report_loosely(worker->job, sequence, &message);
    worker->sequence = worker->job->reported;
}

/* --- statements with a response --- */

struct question {
    struct worker *worker; /* NULL: the worker has ended */
    char answer[96];
};

void worker_forget_question(struct worker *worker)
{
    if (worker->question)
        worker->question->worker = NULL;
    worker->question = NULL;
}

static void on_stated(void *user, int status, const char *message_id, int64_t created_at_ms)
{
    struct question *question = user;
    struct worker *worker = question->worker;
    if (worker) {
        if (status < 0)
            (void)snprintf(question->answer, sizeof question->answer, "%s", strerror(-status));
        else
            (void)snprintf(question->answer, sizeof question->answer, "%s %lld", message_id, (long long)created_at_ms);
        worker_forget_question(worker);
        worker_say(worker, slice_of(question->answer));
        worker->said = (struct slice){0}; /* points into the question, which is freed below */
        worker_wake(worker);
    }
    free(question);
}

static void state(struct worker *worker, struct slice rest, bool waits)
{
    struct slice key = script_word(&rest), role = script_word(&rest), type = script_word(&rest);
    struct task_statement statement = {
        .by_user = slice_is(role, "user"),
        .type = type,
        .data = rest,
        .key = slice_is(key, "-") ? (struct slice){0} : key,
    };
    struct question *question = calloc(1, sizeof *question);
    if (!question)
        return;
    question->worker = waits ? worker : NULL;
    if (task_job_state(worker->job, &statement, on_stated, question) < 0)
        free(question);
    else if (waits)
        worker->question = question;
}

/* --- end --- */

static void crash(struct worker *worker, struct slice rest)
{
    struct slice how = script_word(&rest);
    int64_t number = script_number(&rest, 0);
    bool by_signal = slice_is(how, "signal");
    if (by_signal) {
        worker->failure.signal = number;
        worker->failure.signal_is = FIELD_SET;
    } else {
        worker->failure.exit_code = number;
        worker->failure.exit_code_is = FIELD_SET;
    }
    worker->lines = strndup(rest.data, rest.size);
    for (char *at = worker->lines; at && *at; at++)
        if (*at == '|')
            *at = '\n';
    worker->failure.stderr = slice_of(worker->lines ? worker->lines : "");
    worker->failure.stderr_is = FIELD_SET;
    worker_end(worker, TASK_OUTCOME_FAILED, SLICE("EXECUTOR_CRASHED"), SLICE("its executor is gone"));
}

bool worker_perform(struct worker *worker, struct slice line)
{
    struct slice verb = script_word(&line);
    if (slice_is(verb, "loosely"))
        say_loosely(worker, line);
    else if (slice_is(verb, "state") || slice_is(verb, "ask"))
        state(worker, line, slice_is(verb, "state"));
    else if (slice_is(verb, "over"))
        task_job_over_limit(worker->job, line);
    else if (slice_is(verb, "processes"))
        worker->processes = script_number(&line, 0);
    else if (slice_is(verb, "crash"))
        crash(worker, line);
    else
        return false;
    return true;
}
