/* Fuzzes one line of the Agent Client Protocol. For any tool, the converted input must be a single JSON object,
 * and merging it with itself must not change it. */
#include "fuzz.h"

#include "executor/adapters/acp_read.h"
#include "executor/adapters/catalog.h"
#include "executor/adapters/usage.h"
#include "json/read.h"

enum { MEMORY = 64 << 20, PATHS_MAX = 256 };

static void must_be_object(struct slice text)
{
    struct arena arena = ARENA_LIMITED(MEMORY);
    yyjson_val *root;
    struct json_error error;
    must(json_read(&arena, text, &root, &error) == 0 && yyjson_is_obj(root));
    arena_clear(&arena);
}

static void count_path(void *user, struct slice path)
{
    must(path.size > 0);
    ++*(size_t *)user;
}

static void check_tool(struct arena *arena, yyjson_val *tool)
{
    struct buf merged = BUF_LIMITED(ACP_TOOL_MAX), again = BUF_LIMITED(ACP_TOOL_MAX);
    struct buf input = BUF_LIMITED((size_t)2 * ACP_TOOL_MAX), text = BUF_LIMITED((size_t)2 * ACP_TOOL_MAX);
    struct slice image, mime;
    char name[ACP_TOOL_NAME_SIZE];
    yyjson_val *known;
    struct json_error error;
    size_t paths = 0;
    if (acp_tool_merge(&merged, NULL, tool) == 0 && json_read(arena, buf_slice(&merged), &known, &error) == 0) {
        must(acp_tool_merge(&again, known, tool) == 0 && slice_equal(buf_slice(&merged), buf_slice(&again)));
        must(acp_tool_status(known, ACP_TOOL_PENDING) == acp_tool_status(tool, ACP_TOOL_PENDING));
    }
    if (acp_tool_describe(tool, SLICE("/w"), name, &input) == 0) {
        must_be_object(buf_slice(&input));
        if (json_read(arena, buf_slice(&input), &known, &error) == 0)
            acp_input_paths(known, PATHS_MAX, count_path, &paths);
    }
    must(memchr(name, '\0', sizeof name) && name[0]);
    (void)acp_tool_result(tool, &text, &image, &mime);
    buf_clear(&merged);
    buf_clear(&again);
    buf_clear(&input);
    buf_clear(&text);
}

static void check_commands(yyjson_val *list)
{
    static struct session_command commands[SLASH_MAX];
    size_t count = slash_read(list, commands);
    must(count <= SLASH_MAX);
    for (size_t i = 0; i < count; i++)
        must(commands[i].name.size > 0 && commands[i].name.size <= SLASH_NAME_MAX &&
             commands[i].description.size <= SLASH_DESCRIPTION_MAX && commands[i].hint.size <= SLASH_HINT_MAX);
}

static void check_spent(yyjson_val *update, yyjson_val *answer)
{
    struct usage spent;
    usage_init(&spent);
    (void)usage_take_update(&spent, update, false);
    (void)usage_take_update(&spent, update, true);
    must(!usage_take_update(&spent, update, true) || spent.has_quota); /* repeating an update adds nothing */
    (void)usage_take_answer(&spent, answer);
    struct executor_usage usage = usage_event(&spent);
    must(usage.context_limit_is != FIELD_SET || usage.context_limit > 0);
    must(usage.reported_cost_micros_is != FIELD_SET || usage.reported_cost_micros >= 0);
}

static void check_params(struct arena *arena, yyjson_val *params)
{
    struct acp_update update;
    struct buf out = BUF_LIMITED(4 << 20);
    acp_update_read(acp_member(params, "update"), &update);
    must(update.finished <= update.steps && (update.kind != ACP_UPDATE_TOOL || update.tool));
    if (update.tool)
        check_tool(arena, update.tool);
    check_tool(arena, acp_member(params, "toolCall"));
    (void)acp_command_write(&out, acp_text(params, "command"), acp_member(params, "args"));
    (void)acp_content_write(&out, acp_member(params, "content"));
    must(acp_count(params, "line", 1) >= 0);
    check_commands(update.commands);
    check_spent(update.usage, params);
    buf_clear(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = ARENA_LIMITED(MEMORY);
    struct acp_message message;
    char problem[ACP_PROBLEM_SIZE] = "";
    int r = acp_read(&arena, (struct slice){(const char *)data, size}, &message, problem);
    if (r == 0) {
        must(message.kind != ACP_REQUEST || (message.id && message.method.size > 0));
        must(message.answered >= -1 && (message.kind > ACP_NOTIFICATION || message.answered == -1));
        check_params(&arena, message.params);
    } else {
        must(problem[0]);
    }
    arena_clear(&arena);
    return 0;
}
