/* Questions that are pending: how they are stored, and how they end. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "daemon/question/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/copy.h"

enum { ORPHAN_MS = 15000, RETRY_MS = 1000, CONTENT_BYTES = 1 << 20 };

/* --- lifetime --- */

static void on_deadline(struct deadline *deadline);

static struct question_pending *pending_new(struct questions *questions, const struct store_question *row)
{
    struct question_pending *pending = calloc(1, sizeof *pending);
    if (!pending)
        return NULL;
    pending->arena = (struct arena)ARENA_LIMITED(QUESTION_ARENA_BYTES);
    pending->content = (struct buf)BUF_LIMITED(CONTENT_BYTES);
    pending->content.traceless = true;
    pending->questions = questions;
    pending->deadline.expired = on_deadline;
    void *block = arena_alloc(&pending->arena, json_copy_size(&question_record_shape, &row->record) + 1);
    pending->row = *row;
    pending->row.key = arena_copy(&pending->arena, row->key);
    if (!block || !pending->row.key.data) {
        arena_clear(&pending->arena);
        free(pending);
        return NULL;
    }
    json_copy(&question_record_shape, &row->record, &pending->row.record, block);
    list_append(&questions->pending, &pending->link);
    questions->count++;
    return pending;
}

struct question_pending *question_pending_free(struct question_pending *pending)
{
    timers_unset(&pending->questions->rpc->timers, &pending->deadline);
    list_remove(&pending->link);
    pending->questions->count--;
    buf_wipe(&pending->content);
    buf_clear(&pending->content);
    arena_clear(&pending->arena);
    free(pending);
    return NULL;
}

struct question_pending *question_find(const struct questions *questions, struct slice id)
{
    for (struct list *link = questions->pending.next; link != &questions->pending; link = link->next) {
        struct question_pending *pending = list_member(link, struct question_pending, link);
        if (pending->stored && !pending->answered && slice_equal(pending->row.record.id, id))
            return pending;
    }
    return NULL;
}

static struct question_pending *find_key(const struct questions *questions, struct slice server_id, struct slice key)
{
    for (struct list *link = questions->pending.next; link != &questions->pending; link = link->next) {
        struct question_pending *pending = list_member(link, struct question_pending, link);
        if (!pending->gone && slice_equal(pending->row.record.server_id, server_id) &&
            slice_equal(pending->row.key, key))
            return pending;
    }
    return NULL;
}

/* --- delivery --- */

static void tell(struct question_pending *pending)
{
    struct call *call = pending->call;
    struct buf result = BUF_LIMITED(CONTENT_BYTES + 128);
    result.traceless = true;
    buf_append_text(&result, "{\"action\":\"");
    buf_append_slice(&result, connector_action_shape.of.words.items[pending->action]);
    buf_append_char(&result, '"');
    if (pending->content.size > 0) {
        buf_append_text(&result, ",\"content\":");
        buf_append_slice(&result, buf_slice(&pending->content));
    }
    buf_append_char(&result, '}');
    call->abandoned = NULL;
    if (result.error)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-result.error));
    else
        (void)call_reply_text(call, buf_slice(&result));
    buf_wipe(&result);
    buf_clear(&result);
    (void)question_pending_free(pending);
}

static void wait_for_server(struct question_pending *pending)
{
    if (timers_set(&pending->questions->rpc->timers, &pending->deadline, ORPHAN_MS) < 0)
        (void)question_pending_free(pending);
}

void question_deliver(struct question_pending *pending, enum connector_action action, struct slice content)
{
    pending->answered = true;
    pending->action = action;
    (void)buf_append_slice(&pending->content, content);
    if (pending->call)
        tell(pending);
    else
        wait_for_server(pending);
}

/* --- ends without an answer --- */

/* The question may be freed before this is written. */
struct ending {
    struct store_change change;
    struct questions *questions;
    struct question_record record; /* id, state, answered_at, and what the event needs */
    max_align_t block[];
};

static int add_event(struct store_tx *tx, const struct question_record *record)
{
    int64_t session = 0, task = 0;
    int r = store_question_place(tx, record, &session, &task);
    return r < 0 ? r
                 : store_event_add(tx, &event_question_answered_event, session, task,
                                   &(struct event_question_answered_params){
                                       .timestamp = record->answered_at,
                                       .session_id = record->session_id,
                                       .session_id_is = record->session_id_is,
                                       .task_id = record->task_id,
                                       .task_id_is = record->task_id_is,
                                       .question_id = record->id,
                                       .state = record->state,
                                       .answered_by = record->answered_by,
                                       .answered_by_is = record->answered_by_is,
                                   });
}

int question_resolve(struct store_tx *tx, const struct question_record *record)
{
    int r = store_question_resolve(tx, record);
    return r < 0 ? r : add_event(tx, record);
}

static int apply_ending(struct store_change *change, struct store_tx *tx)
{
    return question_resolve(tx, &list_member(change, struct ending, change)->record);
}

static void on_ended(struct store_change *change)
{
    struct ending *ending = list_member(change, struct ending, change);
    struct question_pending *pending = question_find(ending->questions, ending->record.id);
    if ((change->status == 0 || change->status == -ENOENT) && pending)
        question_deliver(pending, CONNECTOR_ACTION_CANCEL, SLICE(""));
    else if (change->status < 0 && change->status != -ESTALE && pending)
        (void)timers_set(&pending->questions->rpc->timers, &pending->deadline, RETRY_MS);
    free(ending);
}

static void end(struct question_pending *pending, enum question_state state)
{
    struct questions *questions = pending->questions;
    const struct shape *shape = &question_record_shape;
    struct ending *ending = store_is_open(questions->store)
                                ? calloc(1, sizeof *ending + json_copy_size(shape, &pending->row.record))
                                : NULL;
    if (!ending) {
        (void)timers_set(&questions->rpc->timers, &pending->deadline, RETRY_MS);
        return;
    }
    json_copy(shape, &pending->row.record, &ending->record, ending->block);
    ending->questions = questions;
    ending->record.state = state;
    ending->record.answered_at = clock_epoch_ms();
    ending->record.answered_at_is = FIELD_SET;
    ending->change = (struct store_change){.apply = apply_ending, .done = on_ended};
    (void)store_write(questions->store, &ending->change);
}

static void on_deadline(struct deadline *deadline)
{
    struct question_pending *pending = list_member(deadline, struct question_pending, deadline);
    if (pending->answered)
        (void)question_pending_free(pending); /* nobody came for the answer */
    else
        end(pending, pending->call ? QUESTION_STATE_EXPIRED : QUESTION_STATE_WITHDRAWN);
}

/* The server does not ask any more, or its process is gone. */
static void on_abandoned(struct call *call)
{
    struct question_pending *pending = call->user;
    pending->call = NULL;
    if (!pending->stored)
        pending->gone = true;
    else if (!pending->answered)
        end(pending, QUESTION_STATE_WITHDRAWN);
}

void question_call_ended(struct questions *questions, struct slice server_id, struct slice call_key)
{
    for (struct list *link = questions->pending.next, *next; link != &questions->pending; link = next) {
        struct question_pending *pending = list_member(link, struct question_pending, link);
        next = link->next;
        if (call_key.size == 0 || !slice_equal(pending->call_key, call_key) ||
            !slice_equal(pending->row.record.server_id, server_id) || pending->answered)
            continue;
        if (pending->stored)
            end(pending, QUESTION_STATE_WITHDRAWN);
        else
            pending->gone = true;
    }
}

static void watch(struct question_pending *pending)
{
    int64_t left = pending->row.expires_at - clock_epoch_ms();
    timers_unset(&pending->questions->rpc->timers, &pending->deadline);
    if (pending->row.expires_at == 0)
        return;
    if (timers_set(&pending->questions->rpc->timers, &pending->deadline, left > 0 ? (uint64_t)left : 0) < 0)
        end(pending, QUESTION_STATE_EXPIRED);
}

/* --- asking --- */

static int apply_question(struct store_change *change, struct store_tx *tx)
{
    struct question_pending *pending = list_member(change, struct question_pending, change);
    struct question_record *record = &pending->row.record;
    int64_t session = 0, task = 0;
    int r = store_question_add(tx, &pending->arena, &pending->row);
    if (r == 0)
        r = store_question_place(tx, record, &session, &task);
    return r < 0 ? r
                 : store_event_add(tx, &event_question_asked_event, session, task,
                                   &(struct event_question_asked_params){.timestamp = record->created_at,
                                                                         .session_id = record->session_id,
                                                                         .session_id_is = record->session_id_is,
                                                                         .task_id = record->task_id,
                                                                         .task_id_is = record->task_id_is,
                                                                         .question = *record});
}

static void on_stored(struct store_change *change)
{
    struct question_pending *pending = list_member(change, struct question_pending, change);
    struct call *call = pending->call;
    if (change->status == 0) {
        pending->stored = true;
        if (pending->gone)
            end(pending, QUESTION_STATE_WITHDRAWN);
        else
            watch(pending);
        return;
    }
    if (call) {
        call->abandoned = NULL;
        (void)store_fail_call(pending->questions->store, call, change->status);
    }
    (void)question_pending_free(pending);
}

static int attach(struct question_pending *pending, struct call *call, const struct question_asked *asked)
{
    if (pending->call)
        return call_fail(call, ERROR_INVALID_PARAMS, "a question with this id is being asked already");
    int r = call_defer(call, on_abandoned, pending, &pending->call);
    if (r < 0)
        return r;
    pending->call_key = arena_copy(&pending->arena, asked->call_key);
    if (pending->answered)
        tell(pending);
    else if (pending->stored)
        watch(pending);
    return 0;
}

static struct store_question row_of(const struct questions *questions, const struct connector_ask_params *params,
                                    const struct question_asked *asked)
{
    int64_t now_ms = clock_epoch_ms();
    struct store_question row = {
        .key = params->question_id,
        .expires_at = questions->settings->mcp.question_ms > 0 ? now_ms + questions->settings->mcp.question_ms : 0,
        .record = {.state = QUESTION_STATE_PENDING,
                   .id = SLICE(""),
                   .server_id = asked->server_id,
                   .server_name = asked->server_name,
                   .session_id = asked->session_id,
                   .session_id_is = asked->session_id.size > 0 ? FIELD_SET : FIELD_ABSENT,
                   .task_id = asked->task_id,
                   .task_id_is = asked->task_id.size > 0 ? FIELD_SET : FIELD_ABSENT,
                   .tool = asked->tool,
                   .tool_is = asked->tool.size > 0 ? FIELD_SET : FIELD_ABSENT,
                   .mode = params->mode,
                   .message = params->message,
                   .url = params->url,
                   .url_is = params->url_is,
                   .created_at = now_ms}};
    /* The two types have the same definition. */
    _Static_assert(sizeof row.record.schema == sizeof params->schema, "a map");
    memcpy(&row.record.schema, &params->schema, sizeof row.record.schema);
    row.record.schema_is = params->schema_is;
    return row;
}

int question_ask(struct questions *questions, struct call *call, const struct question_asked *asked)
{
    const struct connector_ask_params *params = call->params;
    struct question_pending *pending = find_key(questions, asked->server_id, params->question_id);
    if (params->mode == CONNECTOR_QUESTION_MODE_URL && params->url_is != FIELD_SET)
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.url", "params.url: required for a question with a page");
    if (params->mode == CONNECTOR_QUESTION_MODE_FORM && params->schema_is != FIELD_SET)
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.schema", "params.schema: required for a form");
    if (pending)
        return attach(pending, call, asked);
    if (!store_is_open(questions->store) || questions->count >= QUESTION_PENDING_MAX)
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "too many questions are pending, or the store is closed");
    struct store_question row = row_of(questions, params, asked);
    pending = pending_new(questions, &row);
    if (!pending)
        return -ENOMEM;
    int r = attach(pending, call, asked);
    if (r < 0) {
        (void)question_pending_free(pending);
        return r;
    }
    pending->change = (struct store_change){.apply = apply_question, .done = on_stored};
    (void)store_write(questions->store, &pending->change);
    return 0;
}

/* --- at the start --- */

enum { LOAD_BYTES = 64 << 20 };

struct loading {
    struct store_query query;
    struct questions *questions;
    void (*then)(void *user);
    void *user;
    struct arena arena;
    struct store_questions found;
};

static int find_pending(struct store_query *query, struct store_tx *tx)
{
    struct loading *loading = list_member(query, struct loading, query);
    const struct store_question_filter filter = {
        .pending = true, .limit = QUESTION_PENDING_MAX, .bytes = LOAD_BYTES / 4};
    return store_question_list(tx, &filter, &loading->arena, &loading->found);
}

static void on_loaded(struct store_query *query)
{
    struct loading *loading = list_member(query, struct loading, query);
    struct questions *questions = loading->questions;
    questions->known = query->status == 0;
    if (query->status < 0)
        log_warn("question: cannot read pending questions: %s", strerror(-query->status));
    for (size_t i = 0; query->status == 0 && i < loading->found.count; i++) {
        const struct store_question *row = &loading->found.items[i];
        struct question_pending *pending =
            find_key(questions, row->record.server_id, row->key) ? NULL : pending_new(questions, row);
        if (!pending)
            continue;
        pending->stored = true;
        wait_for_server(pending);
    }
    void (*then)(void *user) = loading->then;
    void *user = loading->user;
    arena_clear(&loading->arena);
    free(loading);
    then(user);
}

void question_open(struct questions *questions, void (*then)(void *user), void *user)
{
    struct loading *loading = store_is_open(questions->store) && !questions->known ? calloc(1, sizeof *loading) : NULL;
    if (!loading) {
        then(user);
        return;
    }
    *loading = (struct loading){.questions = questions, .then = then, .user = user, .arena = ARENA_LIMITED(LOAD_BYTES)};
    loading->query = (struct store_query){.run = find_pending, .done = on_loaded};
    store_read(questions->store, &loading->query);
}

void question_init(struct questions *questions)
{
    list_init(&questions->pending);
}

void question_clear(struct questions *questions)
{
    while (questions->pending.next && !list_is_empty(&questions->pending)) {
        struct question_pending *pending = list_member(questions->pending.next, struct question_pending, link);
        if (pending->call)
            pending->call->abandoned = NULL;
        (void)question_pending_free(pending);
    }
}
