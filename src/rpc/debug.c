/* WEIR_IPC_DEBUG=1: every message to stderr, secrets redacted. */
#include <stdio.h>
#include <unistd.h>

#include "contract/all.h"
#include "json/read.h"
#include "json/write.h"
#include "rpc/internal.h"

static bool is_secret(struct slice name)
{
    for (size_t i = 0; i < contract_secret_name_count; i++)
        if (slice_equal(name, contract_secret_names[i]))
            return true;
    return false;
}

static void write_redacted(struct buf *out, yyjson_val *value);

static void write_object(struct buf *out, yyjson_val *object)
{
    yyjson_obj_iter iter = yyjson_obj_iter_with(object);
    const char *separator = "{";
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter)); separator = ",") {
        buf_append_text(out, separator);
        json_write_value(out, key);
        buf_append_char(out, ':');
        if (is_secret(json_text(key)))
            buf_append_text(out, "\"[redacted]\"");
        else
            write_redacted(out, yyjson_obj_iter_get_val(key));
    }
    buf_append_text(out, *separator == '{' ? "{}" : "}");
}

static void write_redacted(struct buf *out, yyjson_val *value)
{
    if (unsafe_yyjson_is_obj(value)) {
        write_object(out, value);
    } else if (unsafe_yyjson_is_arr(value)) {
        yyjson_arr_iter iter = yyjson_arr_iter_with(value);
        const char *separator = "[";
        for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)); separator = ",") {
            buf_append_text(out, separator);
            write_redacted(out, item);
        }
        buf_append_text(out, *separator == '[' ? "[]" : "]");
    } else {
        json_write_value(out, value);
    }
}

/* What cannot be parsed cannot be redacted, so only its size is shown. */
void debug_message(const struct rpc *rpc, const struct peer *peer, const char *arrow, struct slice line)
{
    struct buf out = BUF_LIMITED(2 * rpc->limits.line_bytes);
    struct json_large *parsed = NULL;
    struct json_error error;
    buf_printf(&out, "%s[%d] %s %d ", rpc->program, (int)getpid(), arrow, peer->fd);
    if (json_read_large(rpc->limits.parse_bytes, line, &parsed, &error) == 0)
        write_redacted(&out, json_large_root(parsed));
    else
        buf_printf(&out, "(%zu bytes that are not JSON)", line.size);
    buf_append_char(&out, '\n');
    for (size_t at = 0; at < out.size;) {
        ssize_t n = write(STDERR_FILENO, out.data + at, out.size - at);
        if (n <= 0)
            break;
        at += (size_t)n;
    }
    json_large_free(parsed);
    buf_clear(&out);
}
