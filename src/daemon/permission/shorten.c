/* A value without its longest texts: what it is about stays, what it would write does not. */
#include <errno.h>

#include "base/cleanup.h"
#include "daemon/permission/internal.h"
#include "daemon/task/transitions.h"
#include "json/read.h"
#include "json/write.h"

static int write_short(struct buf *out, const yyjson_val *value, size_t longest);

static int write_text(struct buf *out, struct slice text, size_t longest)
{
    AUTO(buf_clear) struct buf cut = BUF_LIMITED(longest + 64);
    if (text.size <= longest)
        return json_write_string(out, text);
    struct slice beginning = task_text_cut(text, longest);
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

/* As deep as the reader lets it be. */
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

int permission_shorten(struct buf *out, const yyjson_val *value, size_t bytes)
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
