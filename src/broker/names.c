#include "broker/names.h"

#include <errno.h>

#include "json/read.h"

enum { NAME_MAX_BYTES = 256, TITLE_MAX_BYTES = 256 };

/* Returns a single line within the limit. */
static struct slice read_line(yyjson_val *item, const char *name, size_t limit)
{
    yyjson_val *value = yyjson_obj_get(item, name);
    struct slice text = yyjson_is_str(value) ? json_text(value) : (struct slice){0};
    bool is_line = text.size > 0 && text.size <= limit;
    for (size_t i = 0; is_line && i < text.size; i++)
        is_line = (unsigned char)text.data[i] >= ' ' && text.data[i] != 127;
    return is_line ? text : (struct slice){0};
}

/* Providers use different names for it. */
static int64_t read_context(yyjson_val *item)
{
    static const char *const names[] = {"context_length", "max_model_len", "max_input_tokens"};
    int64_t tokens = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        yyjson_val *value = yyjson_obj_get(item, names[i]);
        if (value && json_integer(value, &tokens) == 0 && tokens > 0)
            return tokens;
    }
    return 0;
}

static bool read_model(yyjson_val *item, struct agent_model *ret_model)
{
    struct slice name = read_line(item, "id", NAME_MAX_BYTES);
    struct slice title = read_line(item, "display_name", TITLE_MAX_BYTES);
    int64_t tokens = read_context(item);
    *ret_model = (struct agent_model){
        .name = name,
        .title = title,
        .title_is = title.size > 0 && !slice_equal(title, name) ? FIELD_SET : FIELD_ABSENT,
        .context_tokens = tokens,
        .context_tokens_is = tokens > 0 ? FIELD_SET : FIELD_ABSENT,
    };
    return name.size > 0;
}

int names_read(struct arena *arena, struct slice body, struct names *ret_names)
{
    yyjson_val *root = NULL;
    struct json_error error;
    struct names names = {.complete = true};
    int r = json_read(arena, body, &root, &error);
    if (r < 0)
        return r;
    yyjson_val *list = yyjson_is_arr(root) ? root : yyjson_obj_get(root, "data");
    if (!yyjson_is_arr(list) && !yyjson_is_null(list)) /* null: Ollama without models */
        return -EINVAL;
    names.items = arena_zeroed(arena, NAMES_MAX * sizeof *names.items);
    if (!names.items)
        return -ENOMEM;
    yyjson_arr_iter iter = yyjson_arr_iter_with(list);
    for (yyjson_val *item; names.complete && (item = yyjson_arr_iter_next(&iter));) {
        struct agent_model model;
        bool is_name = read_model(item, &model);
        if (is_name && names.count == NAMES_MAX)
            names.complete = false;
        else if (is_name)
            names.items[names.count++] = model;
    }
    if (yyjson_is_true(yyjson_obj_get(root, "has_more")))
        names.complete = false;
    *ret_names = names;
    return 0;
}
