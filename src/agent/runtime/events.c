/* Translates the agent's events into answers. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "agent/runtime/runtime.h"
#include "json/read.h"
#include "json/write.h"

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? json_text(value) : SLICE("");
}

static void say(struct runtime_work *work, struct buf *line)
{
    runtime_send(work->runtime, line);
}

/* --- tools --- */

/* Every result must follow its call, even if the call was refused before it ran. So calls are stored from the model's
 * request until they are reported. */

static int keep_tool(struct runtime_work *work, yyjson_val *block)
{
    struct buf input = BUF_LIMITED((size_t)2 * TOOL_INPUT_MAX);
    struct slice id = text_of(block, "id"), name = text_of(block, "name");
    yyjson_val *value = yyjson_obj_get(block, "input");
    int r = value ? json_write_value(&input, value) : 0;
    struct runtime_tool *tool = r == 0 ? malloc(sizeof *tool + id.size + name.size + input.size) : NULL;
    if (tool) {
        char *text = (char *)(tool + 1);
        *tool = (struct runtime_tool){.next = work->tools,
                                      .id = {text, id.size},
                                      .name = {text + id.size, name.size},
                                      .input = {text + id.size + name.size, input.size}};
        slice_copy(text, id);
        slice_copy(text + id.size, name);
        slice_copy(text + id.size + name.size, buf_slice(&input));
        work->tools = tool;
    }
    buf_clear(&input);
    return tool ? 0 : r < 0 ? r : -ENOMEM;
}

void runtime_work_forget_tools(struct runtime_work *work)
{
    while (work->tools) {
        struct runtime_tool *tool = work->tools;
        work->tools = tool->next;
        free(tool);
    }
}

static void tell_tool(struct runtime_work *work, struct slice id)
{
    struct buf line = BUF_LIMITED(RUNTIME_OUTPUT_MAX);
    for (struct runtime_tool *tool = work->tools; tool; tool = tool->next) {
        if (tool->told || !slice_equal(tool->id, id))
            continue;
        tool->told = true;
        runtime_write_tool_use(&line, work->request.id, tool->id, tool->name, tool->input);
        say(work, &line);
        return;
    }
}

static void tell_result(struct runtime_work *work, yyjson_val *data)
{
    struct buf line = BUF_LIMITED(RUNTIME_OUTPUT_MAX);
    yyjson_val *image = yyjson_obj_get(data, "image");
    struct runtime_result result = {
        .tool_id = text_of(data, "tool_call_id"),
        .name = text_of(data, "tool"),
        .text = text_of(data, "result"),
        .image = text_of(image, "data"),
        .mime = text_of(image, "mime"),
        .is_error = yyjson_is_true(yyjson_obj_get(data, "is_error")),
    };
    tell_tool(work, result.tool_id);
    runtime_write_tool_result(&line, work->request.id, &result);
    say(work, &line);
}

/* --- text --- */

static void tell_piece(struct runtime_work *work, yyjson_val *data)
{
    struct buf line = BUF_LIMITED(RUNTIME_OUTPUT_MAX);
    struct slice text = text_of(yyjson_obj_get(data, "delta"), "text");
    if (text.size == 0)
        return;
    runtime_write_token(&line, work->request.id, text);
    say(work, &line);
}

int runtime_work_report(void *host, struct slice type, struct slice data)
{
    struct runtime_work *work = host;
    struct arena *arena = &work->runtime->scratch;
    struct json_error error;
    yyjson_val *root = NULL;
    bool is_stop = slice_is(type, "content_block_stop"), is_start = slice_is(type, "message_start");
    bool is_piece = slice_is(type, "content_block_delta"), is_call = slice_is(type, "tool_call");
    bool is_result = slice_is(type, "tool_result");
    if (is_start)
        runtime_work_forget_tools(work);
    if (!is_stop && !is_piece && !is_call && !is_result)
        return 0;
    int r = json_read(arena, data, &root, &error);
    if (r == 0 && is_piece)
        tell_piece(work, root);
    else if (r == 0 && is_call)
        tell_tool(work, text_of(root, "tool_call_id"));
    else if (r == 0 && is_result)
        tell_result(work, root);
    else if (r == 0 && slice_is(text_of(yyjson_obj_get(root, "content_block"), "type"), "tool_use"))
        r = keep_tool(work, yyjson_obj_get(root, "content_block"));
    arena_reset(arena);
    return r;
}
