#include "executor/adapters/earlier.h"

#include <yyjson.h>

#include "json/read.h"

enum { ARENA_MAX = 16 << 20 };

static struct slice member(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_is_obj(object) ? yyjson_obj_get(object, name) : NULL;
    return yyjson_is_str(value) ? json_text(value) : (struct slice){0};
}

/* Returns the speaker and the text of a message, or an empty text if another agent does not need it. */
static struct slice text_of(const struct executor_said *said, yyjson_val *content, const char **ret_who)
{
    yyjson_val *block = yyjson_is_obj(content) ? yyjson_obj_get(content, "content_block") : NULL;
    *ret_who = said->role == EXECUTOR_SAID_ROLE_USER ? "User" : "Assistant";
    if (yyjson_is_str(content))
        return json_text(content);
    if (slice_is(said->type, "tool_call")) {
        *ret_who = "Assistant used the tool";
        return member(content, "tool");
    }
    if (block && slice_is(member(block, "type"), "text"))
        return member(block, "text");
    if (slice_is(said->type, "content_block_delta") && yyjson_is_obj(content))
        return member(yyjson_obj_get(content, "delta"), "text");
    return !block && !slice_is(said->type, "tool_result") ? member(content, "text") : (struct slice){0};
}

/* Writes the names of the files attached to a prompt. */
static void write_attached(struct buf *out, yyjson_val *content)
{
    yyjson_val *list = yyjson_is_obj(content) ? yyjson_obj_get(content, "attachments") : NULL, *item;
    size_t index, count;
    if (!yyjson_is_arr(list))
        return;
    yyjson_arr_foreach(list, index, count, item)
    {
        struct slice path = member(item, "path");
        if (path.size > 0)
            (void)buf_printf(out, "User attached the file %.*s\n\n", SLICE_ARG(path));
    }
}

static void write_one(struct buf *out, struct arena *arena, const struct executor_said *said)
{
    yyjson_val *content = (yyjson_val *)said->content.value;
    yyjson_val *root = NULL;
    struct json_error error;
    const char *who;
    if (said->content.text.size > 0 && json_read(arena, said->content.text, &root, &error) == 0)
        content = root;
    struct slice text = text_of(said, content, &who);
    if (text.size > EARLIER_MAX)
        text = (struct slice){text.data, 0};
    if (said->role == EXECUTOR_SAID_ROLE_USER)
        write_attached(out, content);
    if (text.size > 0)
        (void)buf_printf(out, "%s: %.*s\n\n", who, (int)text.size, text.data);
    arena_reset(arena);
}

int earlier_write(struct buf *out, const struct executor_said *items, size_t count)
{
    struct arena arena = ARENA_LIMITED(ARENA_MAX);
    struct buf one = BUF_LIMITED(EARLIER_MAX + 64);
    size_t first = count, bytes = 0;
    /* Goes back from the newest message until the limit is reached, then writes forward. */
    while (first > 0 && bytes <= EARLIER_MAX) {
        buf_reset(&one, EARLIER_MAX);
        write_one(&one, &arena, &items[first - 1]);
        bytes += one.size;
        if (bytes <= EARLIER_MAX)
            first--;
    }
    if (first < count && bytes > 0)
        (void)buf_append_text(out, "Earlier in this conversation, oldest first:\n\n");
    for (size_t i = first; i < count; i++)
        write_one(out, &arena, &items[i]);
    if (first < count && bytes > 0)
        (void)buf_append_text(out, "The conversation continues:\n\n");
    buf_clear(&one);
    arena_clear(&arena);
    return out->error;
}
