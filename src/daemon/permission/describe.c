/* A request, as people and the store see it. */
#include <errno.h>

#include "daemon/permission/internal.h"
#include "json/read.h"

enum { PARTS_MAX = 1000 };

static int describe_input(struct arena *arena, const struct judge_call *call, const struct json_any *input,
                          struct slice input_text, size_t input_bytes, struct permission_request *record)
{
    record->input.text = input_text;
    record->input_is = FIELD_SET;
    if (input_text.size <= input_bytes)
        return 0;
    if (call->kind == JUDGE_COMMAND)
        return -E2BIG; /* what cannot be seen whole can hide something */
    struct buf shorter = BUF_LIMITED(input_bytes);
    int r = input->value ? permission_shorten(&shorter, input->value, input_bytes) : -E2BIG;
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
    return judge_read_again(arena, record->tool, &input, record->cwd, home, record->session_id,
                            has_paths ? record->paths.items : NULL, has_paths ? record->paths.count : 0, ret_call);
}
