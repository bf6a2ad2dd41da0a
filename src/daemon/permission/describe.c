/* Describes a permission request for people and for the store. */
#include <errno.h>

#include "base/cleanup.h"
#include "base/utf8.h"
#include "daemon/permission/internal.h"
#include "daemon/task/transitions.h"
#include "json/read.h"
#include "json/write.h"

/* --- shortening the input --- */

static int write_short(struct buf *out, const yyjson_val *value, size_t longest);

static int write_text(struct buf *out, struct slice text, size_t longest)
{
    AUTO(buf_clear) struct buf cut = BUF_LIMITED(longest + 64);
    if (text.size <= longest)
        return json_write_string(out, text);
    struct slice beginning = utf8_cut(text, longest);
    buf_append_slice(&cut, beginning);
    buf_printf(&cut, "… (%zu bytes left out)", text.size - beginning.size);
    return cut.error ? cut.error : json_write_string(out, buf_slice(&cut));
}

static int write_array(struct buf *out, const yyjson_val *value, size_t longest)
{
    size_t index, max;
    yyjson_val *item;
    buf_append_char(out, '[');
    yyjson_arr_foreach((yyjson_val *)value, index, max, item)
    {
        if (index > 0)
            buf_append_char(out, ',');
        if (write_short(out, item, longest) < 0)
            return out->error;
    }
    return buf_append_char(out, ']');
}

static int write_object(struct buf *out, const yyjson_val *value, size_t longest)
{
    size_t index, max;
    yyjson_val *key, *item;
    buf_append_char(out, '{');
    yyjson_obj_foreach((yyjson_val *)value, index, max, key, item)
    {
        if (index > 0)
            buf_append_char(out, ',');
        json_write_string(out, json_text(key));
        buf_append_char(out, ':');
        if (write_short(out, item, longest) < 0)
            return out->error;
    }
    return buf_append_char(out, '}');
}

/* The depth is limited by the JSON reader. */
static int write_short(struct buf *out, const yyjson_val *value, size_t longest) // NOLINT(misc-no-recursion)
{
    if (yyjson_is_str((yyjson_val *)value))
        return write_text(out, json_text(value), longest);
    if (yyjson_is_arr((yyjson_val *)value))
        return write_array(out, value, longest);
    if (yyjson_is_obj((yyjson_val *)value))
        return write_object(out, value, longest);
    return json_write_value(out, value);
}

static int shorten(struct buf *out, const yyjson_val *value, size_t bytes)
{
    for (size_t longest = bytes / 4; longest >= 16; longest /= 8) {
        buf_reset(out, 0);
        out->limit = bytes;
        int r = write_short(out, value, longest);
        if (r != -ENOBUFS)
            return r;
    }
    return -E2BIG;
}

/* --- description --- */

enum { PARTS_MAX = 1000 };

static int describe_input(struct arena *arena, const struct judge_call *call, const struct json_any *input,
                          struct slice input_text, size_t input_bytes, struct permission_request *record)
{
    bool deep = json_text_is_deeper(input_text, JSON_STORED_DEPTH_MAX);
    record->input.text = deep ? SLICE(JSON_TOO_DEEP) : input_text;
    record->input_is = FIELD_SET;
    if (!deep && input_text.size <= input_bytes)
        return 0;
    if (call->kind == JUDGE_COMMAND)
        return -E2BIG; /* what a person cannot see could be harmful */
    if (deep)
        return 0;
    struct buf shorter = BUF_LIMITED(input_bytes);
    int r = input->value ? shorten(&shorter, input->value, input_bytes) : -E2BIG;
    record->input.text = r == 0 ? arena_copy(arena, buf_slice(&shorter)) : (struct slice){0};
    record->input_is = record->input.text.data ? FIELD_SET : FIELD_ABSENT;
    buf_clear(&shorter);
    return 0;
}

int permission_describe(struct arena *arena, const struct judge_call *call, const struct json_any *input,
                        struct slice input_text, size_t input_bytes, struct permission_request *ret_record)
{
    struct permission_request record = {.tool = call->tool, .cwd = call->cwd};
    int r = input ? describe_input(arena, call, input, input_text, input_bytes, &record) : 0;
    if (r < 0)
        return r;
    if (call->path_count > 0) {
        record.paths.items = call->paths;
        record.paths.count = call->path_count < PERMISSION_PATHS ? call->path_count : PERMISSION_PATHS;
        record.paths_is = FIELD_SET;
    }
    if (call->kind == JUDGE_COMMAND && call->command.data) {
        record.command = call->command;
        record.command_is = FIELD_SET;
        record.parts.count = call->part_count < PARTS_MAX ? call->part_count : PARTS_MAX;
        record.parts.items = arena_zeroed(arena, (record.parts.count + 1) * sizeof *record.parts.items);
        if (!record.parts.items)
            return -ENOMEM;
        for (size_t i = 0; i < record.parts.count; i++)
            record.parts.items[i] = call->parts[i].text;
        record.parts_is = FIELD_SET;
    }
    *ret_record = record;
    return 0;
}

int permission_judge(struct arena *arena, const struct permission_request *record, struct slice home,
                     struct judge_call *ret_call)
{
    struct json_error error;
    yyjson_val *value = NULL;
    struct json_any input = {0};
    if (record->input_is == FIELD_SET) {
        int r = json_read(arena, record->input.text, &value, &error);
        if (r < 0)
            return r;
        input.value = value;
    }
    bool has_paths = record->paths_is == FIELD_SET;
    int r = judge_read_again(arena, record->tool, &input, record->cwd, home, record->session_id,
                             has_paths ? record->paths.items : NULL, has_paths ? record->paths.count : 0, ret_call);
    if (r == 0 && record->mcp_is == FIELD_SET)
        ret_call->definition = record->mcp.definition;
    return r;
}
