#include "executor/adapters/stdio_answer.h"

#include <errno.h>
#include <stdio.h>

#include "json/read.h"
#include "json/write.h"

static const char *const words[] = {
    [STDIO_READY] = "ready",       [STDIO_TOKEN] = "token",
    [STDIO_TOOL_USE] = "tool_use", [STDIO_TOOL_RESULT] = "tool_result",
    [STDIO_DONE] = "done",         [STDIO_ERROR] = "error",
    [STDIO_STATUS] = "status",
};

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? json_text(value) : SLICE("");
}

static enum stdio_answer_type type_of(struct slice word)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (slice_is(word, words[i]))
            return (enum stdio_answer_type)i;
    return STDIO_OTHER;
}

static int refuse(char problem[static STDIO_PROBLEM_SIZE], const char *what)
{
    (void)snprintf(problem, STDIO_PROBLEM_SIZE, "%s", what);
    return -EINVAL;
}

int stdio_answer_read(struct arena *arena, struct slice line, struct stdio_answer *ret_answer,
                      char problem[static STDIO_PROBLEM_SIZE])
{
    struct json_error error = {0};
    yyjson_val *root = NULL;
    int r = json_read(arena, line, &root, &error);
    if (r == -EINVAL) {
        (void)snprintf(problem, STDIO_PROBLEM_SIZE, "not JSON: %.60s at byte %zu", error.message ? error.message : "",
                       error.offset);
        return r;
    }
    if (r < 0)
        return r;
    yyjson_val *type = yyjson_is_obj(root) ? yyjson_obj_get(root, "type") : NULL;
    if (!yyjson_is_str(type))
        return refuse(problem, "not an object with a type");
    yyjson_val *data = yyjson_obj_get(root, "data");
    struct stdio_answer answer = {.type = type_of(json_text(type)), .id = text_of(root, "id")};
    answer.text = text_of(root, answer.type == STDIO_ERROR ? "error" : "token");
    answer.version = text_of(root, "version");
    answer.tool_id = text_of(data, "toolId");
    answer.tool_name = text_of(data, "toolName");
    answer.input = yyjson_obj_get(data, "input");
    answer.result = yyjson_obj_get(data, "result");
    bool is_tool = answer.type == STDIO_TOOL_USE || answer.type == STDIO_TOOL_RESULT;
    if (answer.type == STDIO_TOKEN && !yyjson_is_str(yyjson_obj_get(root, "token")))
        return refuse(problem, "a token without text");
    if (is_tool && (answer.tool_id.size == 0 || answer.tool_name.size == 0))
        return refuse(problem, "data.toolId or data.toolName is missing");
    *ret_answer = answer;
    return 0;
}

int stdio_result_write(struct buf *text, yyjson_val *result, bool *ret_is_error)
{
    yyjson_val *failure = yyjson_is_obj(result) ? yyjson_obj_get(result, "error") : NULL;
    *ret_is_error = yyjson_is_str(failure);
    if (yyjson_is_str(failure))
        return buf_append_slice(text, json_text(failure));
    if (yyjson_is_str(result))
        return buf_append_slice(text, json_text(result));
    return result ? json_write_value(text, result) : 0;
}
