/* Fuzzes what a server of the Model Context Protocol writes, line by line: the messages, the session that takes them,
 * and the results of calls. The first bytes choose how the session begins. */
#include "fuzz.h"

#include <errno.h>
#include <string.h>

#include "mcp/call.h"
#include "mcp/change.h"
#include "mcp/session.h"
#include "json/read.h"

static const struct mcp_root roots[] = {{SLICE_INIT("file:///w"), SLICE_INIT("w")}};

/* Everything that is written is one line of JSON, which is a message if it is sent. */
static void check_line(struct slice line)
{
    struct arena arena = ARENA_LIMITED(16 << 20);
    struct json_error error;
    yyjson_val *root = NULL;
    must(!memchr(line.data, '\n', line.size));
    must(json_read(&arena, line, &root, &error) == 0 && yyjson_is_obj(root));
    must(slice_is(mcp_get_text(root, "jsonrpc"), "2.0"));
    arena_clear(&arena);
}

static void take_actions(struct mcp_session *session, int64_t now_ms)
{
    struct mcp_action action;
    for (size_t count = 0; mcp_session_next(session, &action); count++) {
        must(count < 4);
        must(strlen(action.reason) == action.line.size);
        if (action.kind == MCP_DO_SEND)
            check_line(action.line);
        else if (action.kind == MCP_DO_READY)
            must(session->state == MCP_READY && mcp_version_era(slice_of(session->version)) == session->era);
        else if (action.kind == MCP_DO_FAIL)
            must(session->state == MCP_FAILED && action.line.size > 0);
        else if (action.kind == MCP_DO_RESPAWN)
            mcp_session_start(session, now_ms);
    }
    must((session->state == MCP_FAILED) == (mcp_session_deadline(session) < 0) || session->state == MCP_STOPPED);
}

static void read_result(struct arena *arena, const yyjson_val *value)
{
    char problem[MCP_PROBLEM_SIZE];
    struct mcp_completions completions;
    for (int kind = MCP_CALL_TOOL; kind <= MCP_CALL_RESOURCE; kind++) {
        struct mcp_result result = {0};
        *problem = '\0';
        int r = mcp_result_read(arena, (enum mcp_call_kind)kind, value, &result, problem, sizeof problem);
        must(r == 0 || r == -EPROTO || r == -ENOMEM);
        must((r == -EPROTO) == (*problem != '\0') && strlen(problem) < sizeof problem);
        for (size_t i = 0; r == 0 && i < result.question_count; i++) {
            struct buf answer = BUF_LIMITED(8 << 20);
            struct mcp_form form;
            if (result.questions[i].kind == MCP_ASK_FORM) {
                must(mcp_form_read(arena, result.questions[i].schema, &form, problem, sizeof problem) == 0);
                if (mcp_form_answer(&form, NULL, &answer, problem, sizeof problem) == 0) { /* the defaults fit */
                    struct json_error error;
                    yyjson_val *root = NULL;
                    must(json_read(arena, buf_slice(&answer), &root, &error) == 0);
                    must(mcp_form_answer(&form, root, &answer, problem, sizeof problem) == 0);
                }
            }
            buf_clear(&answer);
        }
    }
    if (mcp_completions_read(value, &completions, problem, sizeof problem) == 0)
        must(completions.count <= MCP_COMPLETIONS_MAX);
}

static void read_for_caller(struct arena *arena, const struct mcp_message *message)
{
    char text[MCP_PROBLEM_SIZE];
    struct mcp_progress progress;
    struct mcp_change change;
    struct mcp_question question;
    struct buf out = BUF_LIMITED(32 << 20);
    (void)mcp_progress_read(message, &progress);
    mcp_change_read(message, &change);
    if (message->kind == MCP_RESULT)
        read_result(arena, message->result);
    if (message->kind == MCP_ERROR) {
        mcp_error_explain(&message->error, text, sizeof text);
        must(*text && strlen(text) < sizeof text);
    }
    if (message->kind == MCP_REQUEST) {
        int r = mcp_question_read(arena, message, &question, text, sizeof text);
        must(r == 0 || r == -EPROTO);
        must(mcp_answer_write(&out, message->id, &(struct mcp_answer){.kind = MCP_DECLINE}) == 0);
        check_line(buf_slice(&out));
    }
    buf_clear(&out);
}

static void receive(struct arena *arena, struct mcp_session *session, const struct mcp_message *message, int64_t now_ms)
{
    must((message->kind == MCP_NOISE || message->kind == MCP_INVALID) == (message->problem != NULL));
    must(message->kind != MCP_RESULT || (message->call > 0 && yyjson_is_obj((yyjson_val *)message->result)));
    if (!mcp_session_receive(session, message, now_ms))
        read_for_caller(arena, message);
    take_actions(session, now_ms);
}

static void receive_line(struct arena *arena, struct mcp_session *session, struct slice line, int64_t now_ms)
{
    struct mcp_message message;
    int64_t call = mcp_message_find_call(line);
    int r = mcp_message_read(arena, line, &message);
    must(call >= 0);
    /* What cannot be read names the request that a reader of the whole text would find. */
    must(r < 0 || (message.kind != MCP_RESULT && message.kind != MCP_ERROR) || call == 0 || call == message.call);
    must(r == 0 || r == -ENOMEM);
    if (r == 0 && message.kind == MCP_BATCH) {
        yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)message.batch);
        for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));) {
            mcp_message_classify(item, &message);
            must(message.kind != MCP_BATCH && message.kind != MCP_NOISE);
            receive(arena, session, &message, now_ms);
        }
    } else if (r == 0) {
        receive(arena, session, &message, now_ms);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice text = {(const char *)data, size};
    unsigned char first = size > 0 ? data[0] : 0;
    const struct mcp_session_options options = {
        .client =
            {.name = SLICE("w"), .version = SLICE("1"), .forms = true, .urls = true, .roots = roots, .root_count = 1},
        .http = first == '!',
        .era = first == '1' ? MCP_ERA_2025 : MCP_ERA_UNKNOWN,
    };
    struct arena arena = ARENA_LIMITED(64 << 20);
    struct mcp_session session;
    int64_t now_ms = 0;
    mcp_session_init(&session, &options);
    mcp_session_start(&session, now_ms);
    take_actions(&session, now_ms);
    while (text.size > 0) {
        const char *end = memchr(text.data, '\n', text.size);
        struct slice line = {text.data, end ? (size_t)(end - text.data) : text.size};
        text = (struct slice){line.data + line.size + (end != NULL), text.size - line.size - (end != NULL)};
        if (slice_is(line, "@exit"))
            mcp_session_exited(&session, "it exited", now_ms);
        else if (slice_is(line, "@404"))
            mcp_session_forgotten(&session, now_ms);
        else if (slice_is(line, "@400"))
            mcp_session_refused(&session, 400, now_ms);
        else if (slice_is(line, "@wait"))
            mcp_session_tick(&session, now_ms += 70000);
        else
            receive_line(&arena, &session, line, now_ms);
        take_actions(&session, now_ms);
        arena_reset(&arena);
    }
    mcp_session_clear(&session);
    arena_clear(&arena);
    return 0;
}
