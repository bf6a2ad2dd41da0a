/* Questions of the server to a person: connector.ask. In 2025 they are requests of the server; in 2026 they are the
 * result of a call, which is made again with the answers. An answer may be a secret: it is never logged. */
#include <errno.h>
#include <stdlib.h>

#include "base/log.h"
#include "base/utf8.h"
#include "connector/connector.h"
#include "connector/exchange.h"
#include "rpc/peer.h"
#include "json/read.h"
#include "json/write.h"

enum { MESSAGE_MAX = 16384, SCHEMA_MAX = 1 << 20, ID_MAX = 4096, ARENA_MAX = 64 << 20, ANSWER_MAX = 4 << 20 };

struct question {
    struct connector *connector;
    struct list link; /* in connector->questions */
    char id[ID_SIZE];
    struct tool_call *call; /* in which the server asks; NULL: not known */
    enum mcp_question_kind kind;
    struct buf message, schema, url;
    struct buf request;           /* 2025: the id of the server's request, as JSON */
    struct request *asked;        /* of the daemon; NULL: not asked, or answered */
    struct question_round *round; /* 2026 */
    size_t index;
    bool is_over;
};

struct question_round {
    struct connector *connector;
    size_t count, open;
    struct mcp_answer answers[MCP_QUESTIONS_MAX];
    struct buf keys[MCP_QUESTIONS_MAX], contents[MCP_QUESTIONS_MAX];
    questions_answered_fn answered;
    void *user;
    struct deadline done;
};

/* --- the end of a question --- */

static struct question *question_free(struct question *question)
{
    list_remove(&question->link);
    question->connector->question_count--;
    question->is_over = true;
    if (question->asked)
        request_cancel(question->asked); /* calls on_answered() */
    buf_clear(&question->message);
    buf_clear(&question->schema);
    buf_clear(&question->url);
    buf_clear(&question->request);
    free(question);
    return NULL;
}

static void wipe(struct buf *text)
{
    buf_wipe(text);
    buf_clear(text);
}

/* Answers the server's own request (2025). */
static void answer_request(struct question *question, const struct mcp_answer *answer)
{
    struct server *server = &question->connector->server;
    struct arena arena = ARENA_LIMITED(64 << 10);
    struct json_error error;
    struct buf out = BUF_LIMITED(ANSWER_MAX);
    yyjson_val *id;
    if (json_read(&arena, buf_slice(&question->request), &id, &error) == 0 && mcp_answer_write(&out, id, answer) == 0 &&
        server_send(server, buf_slice(&out), 0) < 0)
        journal_add(&server->journal, uv_now(&question->connector->helper.loop), "weir",
                    SLICE("dropped the answer to a question, because the server does not read"));
    wipe(&out);
    arena_clear(&arena);
}

static void end_question(struct question *question, const struct mcp_answer *answer)
{
    struct question_round *round = question->round;
    struct connector *connector = question->connector;
    struct tool_call *call = question->call;
    if (!round) {
        answer_request(question, answer);
        question_free(question);
        calls_resume(connector, call);
        return;
    }
    struct mcp_answer *kept = &round->answers[question->index];
    kept->kind = answer->kind;
    if (answer->content.size > 0 && buf_append_slice(&round->contents[question->index], answer->content) < 0)
        kept->kind = MCP_CANCEL;
    question_free(question);
    if (--round->open == 0)
        (void)timers_set(&connector->helper.rpc.timers, &round->done, 0);
}

/* --- the daemon --- */

/* Reads the content of an answer as the form wants it: with defaults, and nothing that the form does not have. */
static int read_content(const struct question *question, const yyjson_val *content, struct buf *out)
{
    struct arena arena = ARENA_LIMITED(ARENA_MAX);
    struct mcp_form form;
    struct json_error error;
    yyjson_val *schema;
    char problem[MCP_PROBLEM_SIZE];
    int r = json_read(&arena, buf_slice(&question->schema), &schema, &error);
    if (r == 0)
        r = mcp_form_read(&arena, schema, &form, problem, sizeof problem);
    if (r == 0)
        r = mcp_form_answer(&form, content, out, problem, sizeof problem);
    arena_clear(&arena);
    if (r < 0) /* the daemon has checked it; the reason may quote the answer */
        log_warn("an answer does not fit the form of the server; cancelled the question");
    return r;
}

static void on_answered(void *user, const struct reply *reply)
{
    struct question *question = user;
    struct buf content = BUF_LIMITED(ANSWER_MAX);
    struct mcp_answer answer = {.kind = MCP_CANCEL};
    question->asked = NULL;
    if (question->is_over || reply->status == -ECONNRESET)
        return; /* questions_repeat() asks the next daemon */
    if (reply->status == 0) {
        const struct connector_ask_result *result = reply->result;
        answer.kind = result->action == CONNECTOR_ACTION_ACCEPT    ? MCP_ACCEPT
                      : result->action == CONNECTOR_ACTION_DECLINE ? MCP_DECLINE
                                                                   : MCP_CANCEL;
        if (answer.kind == MCP_ACCEPT && question->kind == MCP_ASK_FORM) {
            if (read_content(question, mcp_get_object(reply->value, "content"), &content) < 0)
                answer.kind = MCP_CANCEL;
            else
                answer.content = buf_slice(&content);
        }
    } else {
        log_warn("the question was not answered: %.*s", SLICE_ARG(reply->message));
    }
    end_question(question, &answer);
    wipe(&content);
}

static void read_schema(struct arena *arena, const struct question *question, struct connector_ask_params *params)
{
    struct json_error error;
    yyjson_val *schema;
    if (question->kind != MCP_ASK_FORM || json_read(arena, buf_slice(&question->schema), &schema, &error) < 0)
        return;
    struct connector_ask_params_schema_pair *pairs = arena_zeroed(arena, (yyjson_obj_size(schema) + 1) * sizeof *pairs);
    yyjson_obj_iter iter = yyjson_obj_iter_with(schema);
    for (yyjson_val *key; pairs && (key = yyjson_obj_iter_next(&iter));) {
        struct connector_ask_params_schema_pair *pair = &pairs[params->schema.count++];
        pair->key = json_text(key);
        pair->value.value = yyjson_obj_iter_get_val(key);
    }
    params->schema.items = pairs;
    params->schema_is = pairs ? FIELD_SET : FIELD_ABSENT;
}

static void ask(struct question *question)
{
    struct peer *daemon = question->connector->helper.daemon;
    struct arena arena = ARENA_LIMITED(ARENA_MAX);
    struct connector_ask_params params = {
        .question_id = slice_of(question->id),
        .call_id = question->call ? call_id_of(question->call) : SLICE(""),
        .call_id_is = question->call ? FIELD_SET : FIELD_ABSENT,
        .mode = question->kind == MCP_ASK_URL ? CONNECTOR_QUESTION_MODE_URL : CONNECTOR_QUESTION_MODE_FORM,
        .message = buf_slice(&question->message),
        .url = buf_slice(&question->url),
        .url_is = question->kind == MCP_ASK_URL ? FIELD_SET : FIELD_ABSENT,
    };
    if (!daemon || peer_is_over(daemon))
        return;
    read_schema(&arena, question, &params);
    (void)peer_call(daemon, &connector_ask_method, &params, 0, on_answered, question, &question->asked);
    arena_clear(&arena);
}

void questions_repeat(struct connector *connector)
{
    for (struct list *link = connector->questions.next; link != &connector->questions; link = link->next) {
        struct question *question = list_member(link, struct question, link);
        if (!question->asked)
            ask(question);
    }
}

/* --- new questions --- */

static int make(struct connector *connector, struct tool_call *call, const struct mcp_question *asked,
                struct question **ret_question)
{
    struct question *question = calloc(1, sizeof *question);
    if (!question)
        return -ENOMEM;
    *question = (struct question){.connector = connector,
                                  .call = call,
                                  .kind = asked->kind,
                                  .message = BUF_LIMITED(MESSAGE_MAX),
                                  .schema = BUF_LIMITED(SCHEMA_MAX),
                                  .url = BUF_LIMITED(MCP_URI_MAX),
                                  .request = BUF_LIMITED(ID_MAX)};
    list_append(&connector->questions, &question->link);
    connector->question_count++;
    int r = id_make(&connector->ids, "ques_", question->id);
    if (r == 0)
        r = buf_append_slice(&question->message, utf8_cut(asked->message, MESSAGE_MAX));
    if (r == 0 && asked->kind == MCP_ASK_URL)
        r = buf_append_slice(&question->url, asked->url);
    if (r == 0 && asked->kind == MCP_ASK_FORM)
        r = json_write_value(&question->schema, asked->schema);
    if (r < 0)
        question_free(question);
    else
        *ret_question = question;
    return r;
}

void questions_take(struct connector *connector, const struct mcp_message *request, struct tool_call *call)
{
    struct arena arena = ARENA_LIMITED(ARENA_MAX);
    struct mcp_question asked;
    struct question *question;
    char problem[MCP_PROBLEM_SIZE];
    int r = mcp_question_read(&arena, request, &asked, problem, sizeof problem);
    if (r == 0 && connector->question_count >= CONNECTOR_QUESTIONS_MAX) {
        (void)snprintf(problem, sizeof problem, "too many questions at a time (limit: %d)",
                       (int)CONNECTOR_QUESTIONS_MAX);
        r = -EBUSY;
    }
    if (r == 0)
        r = make(connector, call, &asked, &question);
    if (r == 0)
        r = json_write_value(&question->request, request->id);
    arena_clear(&arena);
    if (r == 0) {
        ask(question);
        return;
    }
    if (r != -EPROTO && r != -EBUSY)
        (void)snprintf(problem, sizeof problem, "weir cannot take the question");
    struct buf out = BUF_LIMITED(ANSWER_MAX);
    if (mcp_write_error(&out, request->id, r == -EPROTO ? MCP_INVALID_PARAMS : MCP_INTERNAL_ERROR, problem) == 0)
        (void)server_send(&connector->server, buf_slice(&out), 0);
    buf_clear(&out);
}

void questions_cancel(struct connector *connector, const yyjson_val *id)
{
    struct buf text = BUF_LIMITED(ID_MAX);
    if (!id || json_write_value(&text, id) < 0)
        text.size = 0;
    for (struct list *link = connector->questions.next, *next; text.size > 0 && link != &connector->questions;
         link = next) {
        struct question *question = list_member(link, struct question, link);
        next = link->next;
        if (!question->round && slice_equal(buf_slice(&question->request), buf_slice(&text))) {
            struct tool_call *call = question->call;
            question_free(question);
            calls_resume(connector, call);
        }
    }
    buf_clear(&text);
}

/* --- rounds (2026) --- */

static void on_done(struct deadline *deadline)
{
    struct question_round *round = list_member(deadline, struct question_round, done);
    for (size_t i = 0; i < round->count; i++) {
        round->answers[i].key = buf_slice(&round->keys[i]);
        round->answers[i].content = buf_slice(&round->contents[i]);
    }
    round->answered(round->user, round->answers, round->count);
    questions_round_drop(round);
}

void questions_round_drop(struct question_round *round)
{
    if (!round)
        return;
    struct connector *connector = round->connector;
    timers_unset(&connector->helper.rpc.timers, &round->done);
    for (struct list *link = connector->questions.next, *next; link != &connector->questions; link = next) {
        struct question *question = list_member(link, struct question, link);
        next = link->next;
        if (question->round == round)
            question_free(question);
    }
    for (size_t i = 0; i < round->count; i++) {
        buf_clear(&round->keys[i]);
        wipe(&round->contents[i]);
    }
    free(round);
}

int questions_ask(struct connector *connector, struct tool_call *call, const struct mcp_question *questions,
                  size_t count, questions_answered_fn answered, void *user, struct question_round **ret_round)
{
    struct question_round *round = calloc(1, sizeof *round);
    int r = 0;
    if (!round || count > MCP_QUESTIONS_MAX || connector->question_count + count > CONNECTOR_QUESTIONS_MAX) {
        free(round);
        return round ? -EBUSY : -ENOMEM;
    }
    *round = (struct question_round){.connector = connector, .answered = answered, .user = user, .count = count};
    round->done.expired = on_done;
    for (size_t i = 0; r == 0 && i < count; i++) {
        struct question *question;
        round->keys[i].limit = round->contents[i].limit = ANSWER_MAX;
        r = buf_append_slice(&round->keys[i], questions[i].key);
        round->answers[i].kind = MCP_ROOTS;
        if (r < 0 || questions[i].kind == MCP_ASK_ROOTS)
            continue;
        r = make(connector, call, &questions[i], &question);
        if (r < 0)
            continue;
        question->round = round;
        question->index = i;
        round->open++;
        ask(question);
    }
    if (r == 0 && round->open == 0)
        r = timers_set(&connector->helper.rpc.timers, &round->done, 0);
    if (r < 0)
        questions_round_drop(round);
    else
        *ret_round = round;
    return r;
}

/* --- their calls --- */

void questions_withdraw(struct connector *connector, const struct tool_call *call)
{
    for (struct list *link = connector->questions.next, *next; link != &connector->questions; link = next) {
        struct question *question = list_member(link, struct question, link);
        next = link->next;
        if (question->round || question->call != call)
            continue;
        answer_request(question, &(struct mcp_answer){.kind = MCP_CANCEL});
        question_free(question);
    }
}

bool questions_pend(const struct connector *connector, const struct tool_call *call)
{
    for (struct list *link = connector->questions.next; link != &connector->questions; link = link->next) {
        const struct question *question = list_member(link, struct question, link);
        if (!question->call || question->call == call)
            return true;
    }
    return false;
}

void questions_init(struct connector *connector)
{
    list_init(&connector->questions);
}

void questions_clear(struct connector *connector)
{
    while (!list_is_empty(&connector->questions))
        question_free(list_member(connector->questions.next, struct question, link));
}
