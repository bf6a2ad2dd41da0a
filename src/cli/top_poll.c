#include "cli/top_poll.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/ask.h"
#include "cli/task_view.h"
#include "json/decode.h"
#include "json/read.h"

enum { FACTS_BYTES_MAX = 64 << 20, RATE_LEAST_NS = 200000000 };

static const enum task_state asked_states[TOP_ASKED_STATES] = {
    TASK_STATE_AWAITING_PERMISSION, TASK_STATE_RUNNING, TASK_STATE_STARTING, TASK_STATE_STOPPING, TASK_STATE_QUEUED};

static struct top_facts *facts_free(struct top_facts *facts)
{
    if (facts)
        arena_clear(&facts->arena);
    free(facts);
    return NULL;
}

void top_poll_init(struct top_poll *poll, struct live *live, struct top_view *view, void (*done)(void *user),
                   void *user)
{
    *poll = (struct top_poll){.live = live, .view = view, .done = done, .user = user};
}

void top_poll_clear(struct top_poll *poll)
{
    poll->next = facts_free(poll->next);
    poll->view->facts = facts_free(poll->view->facts);
}

/* --- all answers are here ------------------------------------------------------- */

static void add_rows(struct top_facts *facts, const struct task_list_result *list, bool final_only)
{
    for (size_t i = 0; i < list->count && facts->row_count < TOP_ROWS_MAX; i++)
        if (!final_only || task_is_final(list->items[i].state))
            facts->rows[facts->row_count++] = &list->items[i];
}

static void measure(struct top_poll *poll, const struct top_facts *facts)
{
    uint64_t now = clock_monotonic_ns();
    int64_t ended = facts->tasks.completed + facts->tasks.failed + facts->tasks.cancelled;
    if (!facts->has_store || !facts->has_tasks)
        return;
    uint64_t passed = now - poll->measured_ns;
    if (poll->measured_ns > 0 && passed < RATE_LEAST_NS)
        return;
    if (poll->measured_ns > 0) {
        double seconds = (double)passed / 1e9;
        int64_t events = facts->store.last_seq - poll->last_seq, tasks = ended - poll->last_ended;
        poll->view->events_a_second = events > 0 ? (double)events / seconds : 0;
        poll->view->tasks_a_second = tasks > 0 ? (double)tasks / seconds : 0;
        poll->view->has_rates = true;
    }
    poll->measured_ns = now;
    poll->last_seq = facts->store.last_seq;
    poll->last_ended = ended;
}

static void finish(struct top_poll *poll)
{
    struct top_facts *facts = poll->next;
    poll->next = NULL;
    if (poll->broken) {
        (void)facts_free(facts);
        return;
    }
    for (size_t i = 0; i < TOP_ASKED_STATES; i++)
        add_rows(facts, &poll->active[i], false);
    add_rows(facts, &poll->recent, true);
    measure(poll, facts);
    (void)facts_free(poll->view->facts);
    poll->view->facts = facts;
    poll->done(poll->user);
}

/* --- an answer ------------------------------------------------------------------ */

/* What is asked, and where its answer belongs. */
struct question {
    struct top_poll *poll;
    const struct method *method;
    void *place;
    bool *known; /* or NULL */
};

static int read_answer(struct top_facts *facts, const struct question *question, const struct weir_reply *reply)
{
    struct json_error error;
    struct decode_error wrong;
    yyjson_val *root = NULL;
    int r = json_read(&facts->arena, (struct slice){reply->result, reply->size}, &root, &error);
    if (r == 0)
        r = json_decode(&facts->arena, question->method->result, root, "result", question->place, &wrong);
    return r;
}

static void on_reply(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct question *question = user;
    struct top_poll *poll = question->poll;
    struct top_facts *facts = poll->next;
    int r = reply->error ? reply->error->status : read_answer(facts, question, reply);
    (void)weir;
    if (r == 0 && question->known)
        *question->known = true;
    else if (reply->error && r == -EREMOTEIO)
        (void)snprintf(facts->problem, sizeof facts->problem, "%s: %s", question->method->name.data,
                       reply->error->message);
    else if (r == -EINVAL)
        (void)snprintf(facts->problem, sizeof facts->problem, "%s: the daemon speaks another version",
                       question->method->name.data);
    else if (r < 0)
        poll->broken = true;
    free(question);
    if (--poll->missing == 0)
        finish(poll);
}

/* --- the questions --------------------------------------------------------------- */

static void ask_one(struct top_poll *poll, const struct method *method, const void *params, void *place, bool *known)
{
    struct buf text = BUF_LIMITED(ASK_BYTES_MAX);
    struct question *question = malloc(sizeof *question);
    if (question)
        *question = (struct question){poll, method, place, known};
    poll->missing++;
    if (!question || ask_write(&text, method, params) < 0 ||
        weir_call_async(poll->live->cli->weir, method->name.data, text.data, text.size, WEIR_TIMEOUT_DEFAULT, on_reply,
                        question, NULL) < 0) {
        free(question);
        poll->missing--;
        poll->broken = true;
    }
    buf_clear(&text);
}

static void ask_lists(struct top_poll *poll, int64_t rows)
{
    struct session_list_params sessions = {.state = SESSION_STATE_OPEN, .state_is = FIELD_SET, .limit = rows};
    struct task_list_params recent = {.limit = rows};
    for (size_t i = 0; i < TOP_ASKED_STATES; i++) {
        struct task_list_params tasks = {.state = asked_states[i], .state_is = FIELD_SET, .limit = rows};
        ask_one(poll, &task_list_method, &tasks, &poll->active[i], NULL);
    }
    ask_one(poll, &task_list_method, &recent, &poll->recent, NULL);
    ask_one(poll, &session_list_method, &sessions, &poll->next->sessions, NULL);
}

void top_poll_ask(struct top_poll *poll, size_t rows)
{
    if (poll->next || !weir_is_connected(poll->live->cli->weir))
        return;
    struct top_facts *facts = calloc(1, sizeof *facts);
    if (!facts)
        return;
    facts->arena = (struct arena)ARENA_LIMITED(FACTS_BYTES_MAX);
    poll->next = facts;
    poll->broken = false;
    poll->asked_ns = clock_monotonic_ns();
    memset(poll->active, 0, sizeof poll->active);
    memset(&poll->recent, 0, sizeof poll->recent);
    poll->missing = 1; /* no answer comes while questions are being asked, but a refusal to send one may */
    ask_one(poll, &daemon_status_method, NULL, &facts->status, &facts->has_status);
    ask_one(poll, &task_stats_method, NULL, &facts->tasks, &facts->has_tasks);
    ask_one(poll, &db_stats_method, NULL, &facts->store, &facts->has_store);
    ask_lists(poll, rows < 1 ? 1 : rows < TOP_ROWS_MAX ? (int64_t)rows : TOP_ROWS_MAX);
    if (--poll->missing == 0)
        finish(poll);
}
