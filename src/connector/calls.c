/* connector.call and connector.cancel. A call outlives the connection of the daemon; its result is remembered for a
 * minute, so that a call that is made again after a restart gets it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "connector/connector.h"
#include "mcp/progress.h"
#include "mcp/schema.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/read.h"
#include "json/write.h"

enum {
    ARGUMENTS_MAX = 16 << 20,
    REPLY_MAX = 15 << 20,
    REMEMBERED_MAX = 1024, /* finished calls */
    CALL_ID_MAX = 128,
};

enum call_phase {
    PHASE_CATALOG,  /* the list of tools is read first */
    PHASE_ASKING,   /* the request is open */
    PHASE_QUESTION, /* a person answers (2026) */
    PHASE_OVER,
};

struct waiter {
    struct list link;
    struct call *call;
    struct tool_call *owner;
};

struct tool_call {
    struct connector *connector;
    struct list link; /* in connector->calls */
    char id[CALL_ID_MAX + 1];
    enum call_phase phase;
    char *tool;
    char *definition;     /* the hash that the daemon has decided about; NULL: any */
    struct buf arguments; /* JSON */
    uint64_t timeout_ms;
    struct list waiters; /* of the daemon: usually one */
    struct query query;
    struct buf state; /* 2026: requestState of the last result */
    bool has_state;
    const struct mcp_answer *answers; /* 2026: for the next request, while it is written */
    size_t answer_count;
    unsigned rounds;
    struct question_round *round;
    struct mcp_gate gate;
    struct deadline late; /* the report of progress that waits in the gate is told */
    /* When over: */
    bool failed;
    enum error_id error;
    struct buf result;      /* JSON; of a failure the message */
    struct buf details;     /* of a failure: data as JSON; or empty */
    struct deadline forget; /* also the time limit for the list of tools */
};

struct slice call_id_of(const struct tool_call *call)
{
    return slice_of(call->id);
}

/* --- lifetime --- */

static void on_abandoned(struct call *call);

static struct tool_call *find(struct connector *connector, struct slice id)
{
    for (struct list *link = connector->calls.next; link != &connector->calls; link = link->next) {
        struct tool_call *call = list_member(link, struct tool_call, link);
        if (slice_is(id, call->id))
            return call;
    }
    return NULL;
}

static struct tool_call *call_free(struct tool_call *call)
{
    struct connector *connector = call->connector;
    timers_unset(&connector->helper.rpc.timers, &call->forget);
    timers_unset(&connector->helper.rpc.timers, &call->late);
    if (call->phase == PHASE_OVER) {
        connector->kept_bytes -= call->result.size;
        connector->kept--;
    } else {
        connector->running--;
    }
    list_remove(&call->link);
    free(call->tool);
    free(call->definition);
    buf_clear(&call->arguments);
    buf_clear(&call->state);
    buf_clear(&call->result);
    buf_clear(&call->details);
    free(call);
    return NULL;
}

static void fail(struct tool_call *call, enum error_id error, const char *problem);

static void on_forget(struct deadline *deadline)
{
    struct tool_call *call = list_member(deadline, struct tool_call, forget);
    char problem[MCP_PROBLEM_SIZE];
    if (call->phase == PHASE_OVER) {
        call_free(call);
        return;
    }
    (void)snprintf(problem, sizeof problem, "the server did not list its tools within %llu ms",
                   (unsigned long long)call->timeout_ms);
    fail(call, ERROR_TIMEOUT, problem);
}

/* --- the end --- */

static struct call *take_waiter(struct tool_call *call)
{
    struct waiter *waiter = list_member(call->waiters.next, struct waiter, link);
    struct call *taken = waiter->call;
    list_remove(&waiter->link);
    free(waiter);
    return taken;
}

/* mcp_request_failed carries what the server has said. */
static void respond(const struct tool_call *call, struct call *to)
{
    if (!call->failed)
        (void)call_reply_text(to, buf_slice(&call->result));
    else if (call->details.size > 0)
        (void)call_fail_text(to, contract_errors[call->error].code, buf_slice(&call->result),
                             buf_slice(&call->details));
    else
        (void)call_fail(to, call->error, "%.*s", SLICE_ARG(buf_slice(&call->result)));
}

/* Forgets the oldest results above the limits. */
static void make_room(struct connector *connector, const struct tool_call *newest)
{
    for (struct list *link = connector->calls.next, *next; link != &connector->calls; link = next) {
        struct tool_call *call = list_member(link, struct tool_call, link);
        next = link->next;
        if (connector->kept_bytes <= CONNECTOR_KEPT_MAX && connector->kept <= REMEMBERED_MAX)
            return;
        if (call->phase == PHASE_OVER && call != newest)
            call_free(call);
    }
}

static void tell_progress(struct tool_call *call);

static void end_call(struct tool_call *call)
{
    struct connector *connector = call->connector;
    tell_progress(call); /* the last report, before the result */
    timers_unset(&connector->helper.rpc.timers, &call->late);
    questions_withdraw(connector, call);
    questions_round_drop(call->round);
    call->round = NULL;
    call->phase = PHASE_OVER;
    connector->running--;
    connector->kept++;
    connector->kept_bytes += call->result.size;
    buf_clear(&call->arguments);
    buf_clear(&call->state);
    list_remove(&call->link); /* the list is in the order of the ends, for make_room() */
    list_append(&connector->calls, &call->link);
    while (!list_is_empty(&call->waiters))
        respond(call, take_waiter(call));
    (void)timers_set(&connector->helper.rpc.timers, &call->forget, CONNECTOR_KEPT_MS);
    make_room(connector, call);
}

static void fail(struct tool_call *call, enum error_id error, const char *problem)
{
    call->failed = true;
    call->error = error;
    buf_reset(&call->result, 0);
    (void)buf_append_text(&call->result, problem);
    end_call(call);
}

/* --- the request --- */

static int write_call(struct query *query, struct buf *out, const struct mcp_sender *sender, int64_t id)
{
    struct tool_call *call = list_member(query, struct tool_call, query);
    struct slice state = buf_slice(&call->state);
    return mcp_call_write(out, sender, id,
                          &(struct mcp_call){.kind = MCP_CALL_TOOL,
                                             .target = slice_of(call->tool),
                                             .arguments = buf_slice(&call->arguments),
                                             .progress = true,
                                             .answers = call->answers,
                                             .answer_count = call->answer_count,
                                             .state = call->has_state ? &state : NULL});
}

static void call_ended(struct query *query, const struct answer *answer);

static void tell_progress(struct tool_call *call)
{
    struct connector *connector = call->connector;
    struct mcp_progress told;
    if (!connector->helper.daemon || peer_is_over(connector->helper.daemon) ||
        !mcp_gate_take(&call->gate, uv_now(&connector->helper.loop), &told))
        return;
    (void)peer_notify(connector->helper.daemon, &connector_progress_method,
                      &(struct connector_progress_params){
                          .call_id = slice_of(call->id),
                          .progress = told.progress,
                          .total = told.total,
                          .total_is = told.total > 0 ? FIELD_SET : FIELD_ABSENT,
                          .message = told.message,
                          .message_is = told.message.size > 0 ? FIELD_SET : FIELD_ABSENT,
                      });
}

static void on_late_progress(struct deadline *deadline)
{
    tell_progress(list_member(deadline, struct tool_call, late));
}

static void call_progressed(struct query *query, const struct mcp_progress *progress)
{
    struct tool_call *call = list_member(query, struct tool_call, query);
    struct connector *connector = call->connector;
    uint64_t wait_ms = mcp_gate_put(&call->gate, progress, uv_now(&connector->helper.loop), CONNECTOR_PROGRESS_MS);
    if (wait_ms == 0)
        tell_progress(call);
    else
        (void)timers_set(&connector->helper.rpc.timers, &call->late, wait_ms);
}

static bool call_waits(struct query *query)
{
    const struct tool_call *call = list_member(query, struct tool_call, query);
    return questions_pend(call->connector, call);
}

static const struct query_kind call_kind = {
    .write = write_call, .ended = call_ended, .progressed = call_progressed, .waits = call_waits};

static void send_request(struct tool_call *call, const struct mcp_answer *answers, size_t count)
{
    call->answers = answers;
    call->answer_count = count;
    call->phase = PHASE_ASKING;
    query_send(&call->connector->server, &call->query, &call_kind, call->timeout_ms);
    call->answers = NULL; /* repeated after a lost session (2025), where there are none */
    call->answer_count = 0;
}

/* --- answers --- */

static void questions_answered(void *user, const struct mcp_answer *answers, size_t count)
{
    struct tool_call *call = user;
    call->round = NULL;
    send_request(call, answers, count);
}

/* The result has questions: the same call follows with their answers. */
static void ask(struct tool_call *call, const struct mcp_result *result)
{
    if (++call->rounds > MCP_ROUNDS_MAX) {
        fail(call, ERROR_MCP_REQUEST_FAILED, "the tool asked more than 16 times; gave up");
        return;
    }
    buf_reset(&call->state, 0);
    call->has_state = result->has_state;
    int r = buf_append_slice(&call->state, result->state);
    if (r == 0) {
        call->phase = PHASE_QUESTION;
        r = questions_ask(call->connector, call, result->questions, result->question_count, questions_answered, call,
                          &call->round);
    }
    if (r < 0)
        fail(call, ERROR_MCP_SERVER_FAILED,
             r == -EBUSY ? "the server asks too many questions at a time (limit: 16)" : "weir-mcp is out of memory");
}

static void take_result(struct tool_call *call, const yyjson_val *value)
{
    struct connector *connector = call->connector;
    struct arena arena = ARENA_LIMITED(MCP_ARENA_MAX);
    struct mcp_result result;
    char problem[MCP_PROBLEM_SIZE];
    int r = mcp_result_read(&arena, MCP_CALL_TOOL, value, &result, problem, sizeof problem);
    if (r == -EPROTO) {
        char text[MCP_PROBLEM_SIZE + 64];
        (void)snprintf(text, sizeof text, "the server's result cannot be used: %s", problem);
        fail(call, ERROR_MCP_REQUEST_FAILED, text);
    } else if (r < 0) {
        fail(call, ERROR_MCP_SERVER_FAILED, "weir-mcp is out of memory");
    } else if (result.input_required) {
        ask(call, &result);
    } else {
        buf_reset(&call->result, 0);
        r = result_write_call(connector, slice_of(call->id), value, &result, &call->result);
        if (r == 0)
            end_call(call);
        else
            fail(call, ERROR_MCP_REQUEST_FAILED, "the result is too large and could not be written to a file");
    }
    arena_clear(&arena);
}

/* data: our word, and the server's error as it is. */
static void refuse(struct tool_call *call, const struct mcp_error *error)
{
    char text[MCP_PROBLEM_SIZE];
    mcp_error_explain(error, text, sizeof text);
    buf_append_text(&call->details, "{\"code\":\"mcp_request_failed\",\"error\":{\"code\":");
    buf_append_signed(&call->details, error->code);
    buf_append_text(&call->details, ",\"message\":");
    json_write_string(&call->details, error->message);
    if (error->data) {
        buf_append_text(&call->details, ",\"data\":");
        json_write_value(&call->details, error->data);
    }
    if (buf_append_text(&call->details, "}}") < 0)
        buf_reset(&call->details, 0); /* too long: the message has to do */
    fail(call, ERROR_MCP_REQUEST_FAILED, text);
}

/* 2025: pages that a person has to open before the tool can be called. */
static int read_pages(struct arena *arena, const struct mcp_error *error, struct mcp_question *questions,
                      size_t *ret_count)
{
    const yyjson_val *list = mcp_get_array(error->data, "elicitations");
    char problem[MCP_PROBLEM_SIZE];
    size_t count = 0;
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)list);
    for (yyjson_val *item; list && (item = yyjson_arr_iter_next(&iter));) {
        const struct mcp_message asked = {.kind = MCP_REQUEST, .method = SLICE("elicitation/create"), .params = item};
        if (count == MCP_QUESTIONS_MAX)
            return -E2BIG;
        int r = mcp_question_read(arena, &asked, &questions[count], problem, sizeof problem);
        if (r < 0 || questions[count].kind != MCP_ASK_URL)
            return r < 0 ? r : -EPROTO;
        count++;
    }
    *ret_count = count;
    return count > 0 ? 0 : -ENOENT;
}

/* The person agreed to open all of them, or the call has failed. */
static void pages_answered(void *user, const struct mcp_answer *answers, size_t count)
{
    struct tool_call *call = user;
    call->round = NULL;
    for (size_t i = 0; i < count; i++) {
        if (answers[i].kind == MCP_ACCEPT)
            continue;
        fail(call, ERROR_MCP_REQUEST_FAILED, "the server wants a page to be opened first, and that was refused");
        return;
    }
    send_request(call, NULL, 0);
}

/* Only once for a call: whether the page was really used, the server has to find out. */
static void take_error(struct tool_call *call, const struct mcp_error *error)
{
    struct arena arena = ARENA_LIMITED(MCP_ARENA_MAX);
    struct mcp_question pages[MCP_QUESTIONS_MAX];
    size_t count = 0;
    bool asks = error->code == MCP_URL_NEEDED && call->rounds++ == 0 && read_pages(&arena, error, pages, &count) == 0 &&
                questions_ask(call->connector, call, pages, count, pages_answered, call, &call->round) == 0;
    arena_clear(&arena);
    if (asks)
        call->phase = PHASE_QUESTION;
    else
        refuse(call, error);
}

static void call_ended(struct query *query, const struct answer *answer)
{
    struct tool_call *call = list_member(query, struct tool_call, query);
    switch (answer->end) {
    case QUERY_RESULT:
        take_result(call, answer->result);
        break;
    case QUERY_ERROR:
        take_error(call, answer->error);
        break;
    case QUERY_TIMEOUT:
        fail(call, ERROR_TIMEOUT, answer->problem);
        break;
    case QUERY_LOST:
        fail(call, ERROR_MCP_SERVER_LOST, answer->problem);
        break;
    case QUERY_UNSENT:
        fail(call, ERROR_MCP_SERVER_FAILED, answer->problem);
        break;
    }
}

/* --- the check before --- */

static void check_and_send(struct tool_call *call, const struct mcp_catalog *tools)
{
    const struct mcp_item *tool = mcp_catalog_find(tools, slice_of(call->tool));
    struct arena arena = ARENA_LIMITED(MCP_ARENA_MAX);
    char problem[MCP_PROBLEM_SIZE];
    yyjson_val *arguments = NULL;
    struct json_error error;
    timers_unset(&call->connector->helper.rpc.timers, &call->forget);
    struct slice text = call->arguments.size > 0 ? buf_slice(&call->arguments) : SLICE("{}");
    if (!tool) {
        (void)snprintf(problem, sizeof problem, "the server has no tool %.200s", call->tool);
        fail(call, ERROR_MCP_TOOL_NOT_FOUND, problem);
        return;
    }
    if (call->definition && strcmp(call->definition, tool->hash) != 0) {
        (void)snprintf(problem, sizeof problem,
                       "the server has changed the definition of the tool %.200s since this call was decided about; "
                       "the tool was not called",
                       call->tool);
        fail(call, ERROR_MCP_TOOL_CHANGED, problem);
        return;
    }
    int r = json_read(&arena, text, &arguments, &error);
    if (r == 0)
        r = mcp_schema_check_arguments(&arena, tool->input_schema, arguments, problem, sizeof problem);
    arena_clear(&arena);
    if (r == -EINVAL)
        fail(call, ERROR_MCP_ARGUMENTS_REFUSED, problem);
    else
        send_request(call, NULL, 0); /* a check that takes too much work is left to the server */
}

void calls_go_on(struct connector *connector, const char *problem)
{
    const struct catalog *catalog = &connector->catalogs[CONNECTOR_LIST_KIND_TOOLS];
    for (struct list *link = connector->calls.next, *next; link != &connector->calls; link = next) {
        struct tool_call *call = list_member(link, struct tool_call, link);
        next = link->next;
        if (call->phase != PHASE_CATALOG)
            continue;
        bool may_be_old = catalog->known && !call->definition; /* an earlier list will do */
        if (!problem || may_be_old)
            check_and_send(call, &catalog->content);
        else
            fail(call, ERROR_MCP_SERVER_FAILED, problem);
        next = connector->calls.next; /* the list has changed; what was handled is in another phase */
    }
}

void calls_fail(struct connector *connector, const char *problem)
{
    for (struct list *link = connector->calls.next; link != &connector->calls;) {
        struct tool_call *call = list_member(link, struct tool_call, link);
        link = link->next;
        if (call->phase == PHASE_OVER)
            continue;
        query_cancel(&call->query, NULL);
        fail(call, ERROR_MCP_SERVER_LOST, problem);
        link = connector->calls.next;
    }
}

struct tool_call *calls_find_request(struct connector *connector, int64_t id)
{
    struct tool_call *found = NULL;
    for (struct list *link = connector->calls.next; link != &connector->calls; link = link->next) {
        struct tool_call *call = list_member(link, struct tool_call, link);
        if (call->phase != PHASE_ASKING || (id > 0 && call->query.id != id))
            continue;
        if (found)
            return NULL;
        found = call;
    }
    return found;
}

void calls_resume(struct connector *connector, struct tool_call *call)
{
    for (struct list *link = connector->calls.next; link != &connector->calls; link = link->next) {
        struct tool_call *running = list_member(link, struct tool_call, link);
        if (running->phase == PHASE_ASKING && (!call || running == call))
            query_resume(&running->query);
    }
}

/* --- connector.cancel --- */

static void cancel(struct tool_call *call, const char *reason)
{
    if (call->phase == PHASE_OVER)
        return;
    query_cancel(&call->query, reason);
    fail(call, ERROR_REQUEST_CANCELLED, "the call was cancelled");
}

int connector_cancel(struct call *call, const struct connector_cancel_params *params)
{
    struct tool_call *found = find(connector_of(call), params->call_id);
    if (found)
        cancel(found, params->reason_is == FIELD_SET ? params->reason.data : "cancelled by the user");
    return 0;
}

/* If the daemon has disconnected, the call goes on: the daemon may be restarting. */
static void on_abandoned(struct call *call)
{
    struct waiter *waiter = call->user;
    struct tool_call *owner = waiter->owner;
    list_remove(&waiter->link);
    free(waiter);
    if (!call->peer->closed && list_is_empty(&owner->waiters))
        cancel(owner, "cancelled by the caller");
}

/* --- connector.call --- */

static int wait_for(struct tool_call *call, struct call *caller)
{
    struct waiter *waiter = calloc(1, sizeof *waiter);
    int r = waiter ? call_defer(caller, on_abandoned, waiter, &waiter->call) : -ENOMEM;
    if (r < 0) {
        free(waiter);
        return r;
    }
    waiter->owner = call;
    list_append(&call->waiters, &waiter->link);
    return 0;
}

static int make(struct connector *connector, const struct connector_call_params *params, struct tool_call **ret_call)
{
    struct tool_call *call = calloc(1, sizeof *call);
    if (!call)
        return -ENOMEM;
    *call = (struct tool_call){.connector = connector,
                               .arguments = BUF_LIMITED(ARGUMENTS_MAX),
                               .state = BUF_LIMITED(MCP_STATE_MAX),
                               .result = BUF_LIMITED(REPLY_MAX),
                               .details = BUF_LIMITED(64 << 10),
                               .timeout_ms = (uint64_t)params->timeout_ms};
    call->forget.expired = on_forget;
    call->late.expired = on_late_progress;
    list_init(&call->waiters);
    slice_copy(call->id, params->call_id);
    list_append(&connector->calls, &call->link);
    connector->running++;
    call->tool = strndup(params->tool.data, params->tool.size);
    if (params->definition_is == FIELD_SET)
        call->definition = strndup(params->definition.data, params->definition.size);
    buf_append_char(&call->arguments, '{');
    for (size_t i = 0; params->arguments_is == FIELD_SET && i < params->arguments.count; i++) {
        if (i > 0)
            buf_append_char(&call->arguments, ',');
        json_write_string(&call->arguments, params->arguments.items[i].key);
        buf_append_char(&call->arguments, ':');
        json_write_any(&call->arguments, &params->arguments.items[i].value);
    }
    int r = buf_append_char(&call->arguments, '}');
    if (r < 0 || !call->tool || (params->definition_is == FIELD_SET && !call->definition)) {
        call_free(call);
        return -ENOMEM;
    }
    *ret_call = call;
    return 0;
}

static int begin(struct connector *connector, struct call *caller, const struct connector_call_params *params)
{
    struct tool_call *call;
    int r = make(connector, params, &call);
    if (r < 0)
        return r;
    r = wait_for(call, caller);
    if (r < 0) {
        call_free(call);
        return r;
    }
    const struct mcp_catalog *tools = lists_tools(connector);
    if (tools && call->phase == PHASE_CATALOG) /* an empty list is known at once, and then the call has ended */
        check_and_send(call, tools);
    else if (call->phase == PHASE_CATALOG)
        (void)timers_set(&connector->helper.rpc.timers, &call->forget, call->timeout_ms);
    return 0;
}

int connector_call(struct call *call, const struct connector_call_params *params)
{
    struct connector *connector = connector_of(call);
    struct tool_call *known = find(connector, params->call_id);
    if (params->call_id.size > CALL_ID_MAX)
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.call_id", "must have at most 128 bytes");
    bool decided_again =
        known && known->phase == PHASE_OVER && known->failed && known->error == ERROR_MCP_TOOL_CHANGED && !params->join;
    if (decided_again)
        known = call_free(known);
    if (known && known->phase == PHASE_OVER) {
        respond(known, call);
        return 0;
    }
    if (known)
        return wait_for(known, call);
    if (params->join)
        return call_fail(call, ERROR_MCP_SERVER_LOST,
                         "weir-mcp does not know the call any more; whether the tool was carried out is not known");
    if (!connector_is_open(call))
        return 0;
    if (connector->running >= CONNECTOR_CALLS_MAX)
        return call_fail(call, ERROR_MCP_SERVER_FAILED, "the server has too many calls at a time (limit: %d)",
                         (int)CONNECTOR_CALLS_MAX);
    return begin(connector, call, params);
}

void calls_init(struct connector *connector)
{
    list_init(&connector->calls);
}

void calls_clear(struct connector *connector)
{
    while (!list_is_empty(&connector->calls)) {
        struct tool_call *call = list_member(connector->calls.next, struct tool_call, link);
        query_cancel(&call->query, NULL);
        questions_round_drop(call->round);
        call_free(call);
    }
}
