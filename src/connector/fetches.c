/* connector.prompt and connector.read. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "connector/connector.h"
#include "rpc/call.h"
#include "json/write.h"

enum { FETCH_MS = 60000, REPLY_MAX = 15 << 20, ARGUMENTS_MAX = 16 << 20 };

struct fetch {
    struct connector *connector;
    struct list link; /* in connector->fetches */
    struct call *call;
    struct query query;
    enum mcp_call_kind kind;
    char id[ID_SIZE]; /* names the file of a large result */
    char *target;
    struct buf arguments;
    struct buf state; /* as in calls.c */
    bool has_state;
    const struct mcp_answer *answers;
    size_t answer_count;
    unsigned rounds;
    struct question_round *round;
};

static void fetch_free(struct fetch *fetch)
{
    query_cancel(&fetch->query, "cancelled by the caller");
    questions_round_drop(fetch->round);
    fetch->connector->running--;
    list_remove(&fetch->link);
    free(fetch->target);
    buf_clear(&fetch->arguments);
    buf_clear(&fetch->state);
    free(fetch);
}

static void on_abandoned(struct call *call)
{
    fetch_free(call->user);
}

static void fail(struct fetch *fetch, enum error_id error, const char *problem)
{
    (void)call_fail(fetch->call, error, "%s", problem);
    fetch_free(fetch);
}

/* --- the request --- */

static int write_fetch(struct query *query, struct buf *out, const struct mcp_sender *sender, int64_t id)
{
    const struct fetch *fetch = list_member(query, struct fetch, query);
    struct slice state = buf_slice(&fetch->state);
    return mcp_call_write(out, sender, id,
                          &(struct mcp_call){.kind = fetch->kind,
                                             .target = slice_of(fetch->target),
                                             .arguments = buf_slice(&fetch->arguments),
                                             .answers = fetch->answers,
                                             .answer_count = fetch->answer_count,
                                             .state = fetch->has_state ? &state : NULL});
}

static void fetch_ended(struct query *query, const struct answer *answer);

static const struct query_kind fetch_kind = {.write = write_fetch, .ended = fetch_ended};

static void send_query(struct fetch *fetch, const struct mcp_answer *answers, size_t count)
{
    fetch->answers = answers;
    fetch->answer_count = count;
    query_send(&fetch->connector->server, &fetch->query, &fetch_kind, FETCH_MS);
    fetch->answers = NULL;
    fetch->answer_count = 0;
}

static void questions_answered(void *user, const struct mcp_answer *answers, size_t count)
{
    struct fetch *fetch = user;
    fetch->round = NULL;
    send_query(fetch, answers, count);
}

static void ask(struct fetch *fetch, const struct mcp_result *result)
{
    buf_reset(&fetch->state, 0);
    fetch->has_state = result->has_state;
    int r = ++fetch->rounds > MCP_ROUNDS_MAX ? -EBUSY : buf_append_slice(&fetch->state, result->state);
    if (r == 0)
        r = questions_ask(fetch->connector, NULL, result->questions, result->question_count, questions_answered, fetch,
                          &fetch->round);
    if (r < 0)
        fail(fetch, ERROR_MCP_SERVER_FAILED,
             r == -EBUSY ? "the server asks too many questions" : "weir-mcp is out of memory");
}

static void take_result(struct fetch *fetch, const yyjson_val *value)
{
    struct arena arena = ARENA_LIMITED(MCP_ARENA_MAX);
    struct buf out = BUF_LIMITED(REPLY_MAX);
    struct mcp_result result;
    char problem[MCP_PROBLEM_SIZE], text[MCP_PROBLEM_SIZE + 64];
    int r = mcp_result_read(&arena, fetch->kind, value, &result, problem, sizeof problem);
    if (r < 0) {
        (void)snprintf(text, sizeof text, "the server's result cannot be used: %s",
                       r == -EPROTO ? problem : "it needs too much memory");
        fail(fetch, ERROR_MCP_REQUEST_FAILED, text);
    } else if (result.input_required) {
        ask(fetch, &result);
    } else {
        r = fetch->kind == MCP_CALL_PROMPT ? result_write_prompt(value, &result, &out)
                                           : result_write_read(fetch->connector, slice_of(fetch->id), value, &out);
        if (r < 0) {
            fail(fetch, ERROR_MCP_REQUEST_FAILED, "the result is too large, or could not be written to a file");
        } else {
            (void)call_reply_text(fetch->call, buf_slice(&out));
            fetch_free(fetch);
        }
    }
    buf_clear(&out);
    arena_clear(&arena);
}

static void fetch_ended(struct query *query, const struct answer *answer)
{
    struct fetch *fetch = list_member(query, struct fetch, query);
    char text[MCP_PROBLEM_SIZE];
    if (answer->end == QUERY_RESULT) {
        take_result(fetch, answer->result);
    } else if (answer->end == QUERY_ERROR) {
        mcp_error_explain(answer->error, text, sizeof text);
        fail(fetch, ERROR_MCP_REQUEST_FAILED, text);
    } else {
        fail(fetch, answer->end == QUERY_TIMEOUT ? ERROR_TIMEOUT : ERROR_MCP_SERVER_FAILED, answer->problem);
    }
}

/* --- the methods --- */

/* Frees the fetch on failure. */
static int begin(struct fetch *fetch, struct call *call)
{
    int r = fetch->target && !fetch->arguments.error ? id_make(&fetch->connector->ids, "read_", fetch->id) : -ENOMEM;
    if (r == 0)
        r = call_defer(call, on_abandoned, fetch, &fetch->call);
    if (r == 0)
        send_query(fetch, NULL, 0);
    else
        fetch_free(fetch);
    return r;
}

/* Returns NULL if the call was refused. */
static struct fetch *fetch_new(struct call *call, enum mcp_call_kind kind, struct slice target)
{
    struct connector *connector = connector_of(call);
    if (!connector_is_open(call))
        return NULL;
    struct fetch *fetch = connector->running < CONNECTOR_CALLS_MAX ? calloc(1, sizeof *fetch) : NULL;
    if (!fetch) {
        (void)call_fail(call, ERROR_MCP_SERVER_FAILED, "the server has too many calls at a time (limit: %d)",
                        (int)CONNECTOR_CALLS_MAX);
        return NULL;
    }
    *fetch = (struct fetch){.connector = connector,
                            .kind = kind,
                            .target = strndup(target.data, target.size),
                            .arguments = BUF_LIMITED(ARGUMENTS_MAX),
                            .state = BUF_LIMITED(MCP_STATE_MAX)};
    list_append(&connector->fetches, &fetch->link);
    connector->running++;
    return fetch;
}

int connector_prompt(struct call *call, const struct connector_prompt_params *params)
{
    struct fetch *fetch = fetch_new(call, MCP_CALL_PROMPT, params->name);
    if (!fetch)
        return 0;
    for (size_t i = 0; params->arguments_is == FIELD_SET && i < params->arguments.count; i++) {
        buf_append_char(&fetch->arguments, i > 0 ? ',' : '{');
        json_write_string(&fetch->arguments, params->arguments.items[i].key);
        buf_append_char(&fetch->arguments, ':');
        json_write_string(&fetch->arguments, params->arguments.items[i].value);
    }
    if (fetch->arguments.size > 0)
        buf_append_char(&fetch->arguments, '}');
    return begin(fetch, call);
}

int connector_read(struct call *call, const struct connector_read_params *params)
{
    struct fetch *fetch = fetch_new(call, MCP_CALL_RESOURCE, params->uri);
    return fetch ? begin(fetch, call) : 0;
}

void fetches_clear(struct connector *connector)
{
    while (!list_is_empty(&connector->fetches))
        fetch_free(list_member(connector->fetches.next, struct fetch, link));
}
