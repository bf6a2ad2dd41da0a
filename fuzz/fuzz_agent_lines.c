/* Fuzzes lines between an agent runtime and its host, in both directions. Each line is parsed as a request and
 * as an answer. The adapter must parse every line that weir-agent would respond with to the same value. */
#include <errno.h>
#include <string.h>

#include "agent/runtime/output.h"
#include "agent/runtime/request.h"
#include "executor/adapters/stdio_messages.h"
#include "fuzz.h"
#include "rpc/frame.h"

enum { MEMORY = 64 << 20 };

/* Parses a line that weir-agent has written. */
static struct stdio_answer read_back(struct arena *arena, struct buf *line)
{
    struct stdio_answer answer;
    char problem[STDIO_PROBLEM_SIZE] = "";
    must(!line->error && line->size > 0 && line->data[line->size - 1] == '\n');
    must(memchr(line->data, '\n', line->size) == line->data + line->size - 1);
    must(stdio_answer_read(arena, (struct slice){line->data, line->size - 1}, &answer, problem) == 0);
    return answer;
}

static void check_answers(const struct runtime_request *request)
{
    struct arena arena = ARENA_LIMITED(MEMORY);
    struct buf line = BUF_LIMITED(MEMORY), text = BUF_LIMITED(MEMORY);
    bool is_error = false;
    runtime_write_token(&line, request->id, request->message);
    struct stdio_answer answer = read_back(&arena, &line);
    must(answer.type == STDIO_TOKEN && slice_equal(answer.id, request->id));
    must(slice_equal(answer.text, request->message));

    buf_reset(&line, 0);
    runtime_write_error(&line, request->id, request->message);
    answer = read_back(&arena, &line);
    must(answer.type == STDIO_ERROR && slice_equal(answer.text, request->message));

    for (int failed = 0; failed < 2; failed++) {
        struct runtime_result result = {
            .tool_id = request->id, .name = SLICE("Read"), .text = request->message, .is_error = failed};
        buf_reset(&line, 0);
        buf_reset(&text, 0);
        runtime_write_tool_result(&line, request->id, &result);
        answer = read_back(&arena, &line);
        must(answer.type == STDIO_TOOL_RESULT && slice_equal(answer.tool_id, request->id));
        must(stdio_result_write(&text, answer.result, &is_error) == 0 && is_error == failed);
        must(slice_equal(buf_slice(&text), request->message));
    }
    buf_clear(&line);
    buf_clear(&text);
    arena_clear(&arena);
}

static void check_request(struct slice line)
{
    struct arena arena = ARENA_LIMITED(MEMORY);
    struct runtime_request request = {0};
    char problem[RUNTIME_PROBLEM_SIZE] = "";
    int r = runtime_request_read(&arena, line, &request, problem);
    must(r == 0 || r == -EINVAL || r == -EBADMSG || r == -ENOMEM);
    must((r == -EINVAL || r == -EBADMSG) == (problem[0] != '\0'));
    must(r == -EBADMSG || r == -ENOMEM ? request.id.size == 0 : r == -EINVAL || request.id.size > 0);
    must(request.attachment_count <= RUNTIME_ATTACHMENTS_MAX);
    for (size_t i = 0; i < request.attachment_count; i++)
        must(request.attachments[i].path.size > 0 && request.attachments[i].mime.data);
    if (r == 0 && request.kind == RUNTIME_USER_MESSAGE)
        check_answers(&request);
    arena_clear(&arena);
}

static void check_answer(struct slice line)
{
    struct arena arena = ARENA_LIMITED(MEMORY);
    struct buf text = BUF_LIMITED(MEMORY);
    struct stdio_answer answer;
    char problem[STDIO_PROBLEM_SIZE] = "";
    bool is_error;
    int r = stdio_answer_read(&arena, line, &answer, problem);
    must(r == 0 || r == -EINVAL || r == -ENOMEM);
    must((r == -EINVAL) == (problem[0] != '\0'));
    if (r == 0) {
        must(answer.id.data && answer.text.data);
        if (answer.type == STDIO_TOOL_USE || answer.type == STDIO_TOOL_RESULT)
            must(answer.tool_id.size > 0 && answer.tool_name.size > 0);
        must(stdio_result_write(&text, answer.result, &is_error) == 0);
    }
    buf_clear(&text);
    arena_clear(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct framer framer = FRAMER_LIMITED(1 << 16);
    struct slice rest = {(const char *)data, size}, line;
    for (enum frame frame; (frame = framer_next(&framer, &rest, &line)) != FRAME_NONE;) {
        if (frame != FRAME_LINE)
            continue;
        check_request(line);
        check_answer(line);
    }
    if (framer_finish(&framer, &line) == FRAME_LINE) {
        check_request(line);
        check_answer(line);
    }
    framer_clear(&framer);
    return 0;
}
