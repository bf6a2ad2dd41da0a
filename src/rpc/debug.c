/* WEIR_IPC_DEBUG=1: writes every message to stderr, with secrets redacted. */
#include <ctype.h>
#include <unistd.h>

#include "base/log.h"
#include "contract/all.h"
#include "rpc/internal.h"
#include "rpc/redact.h"
#include "json/read.h"
#include "json/write.h"

static size_t fold(struct slice name, char *folded, size_t room)
{
    size_t size = 0;
    for (size_t i = 0; i < name.size && size < room; i++)
        if (isalnum((unsigned char)name.data[i]))
            folded[size++] = (char)tolower((unsigned char)name.data[i]);
    return size;
}

/* Whether the name ends with the name of a secret, ignoring case and separators: accessToken, API_KEY. */
static bool is_secret(struct slice name)
{
    char given[128], secret[128];
    if (name.size > sizeof given)
        return true;
    size_t given_size = fold(name, given, sizeof given);
    for (size_t i = 0; i < contract_secret_name_count; i++) {
        size_t size = fold(contract_secret_names[i], secret, sizeof secret);
        if (size <= given_size && memcmp(given + given_size - size, secret, size) == 0)
            return true;
    }
    return false;
}

static void write_object(struct buf *out, yyjson_val *object)
{
    yyjson_val *method = yyjson_obj_get(object, "method");
    bool hides_params = yyjson_is_str(method) && method_is_secret(json_text(method));
    yyjson_obj_iter iter = yyjson_obj_iter_with(object);
    const char *separator = "{";
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter)); separator = ",") {
        buf_append_text(out, separator);
        json_write_value(out, key);
        buf_append_char(out, ':');
        if (is_secret(json_text(key)) || (hides_params && slice_is(json_text(key), "params")))
            buf_append_text(out, "\"[redacted]\"");
        else
            redact_write(out, yyjson_obj_iter_get_val(key));
    }
    buf_append_text(out, *separator == '{' ? "{}" : "}");
}

void redact_write(struct buf *out, yyjson_val *value)
{
    if (unsafe_yyjson_is_obj(value)) {
        write_object(out, value);
    } else if (unsafe_yyjson_is_arr(value)) {
        yyjson_arr_iter iter = yyjson_arr_iter_with(value);
        const char *separator = "[";
        for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)); separator = ",") {
            buf_append_text(out, separator);
            redact_write(out, item);
        }
        buf_append_text(out, *separator == '[' ? "[]" : "]");
    } else {
        json_write_value(out, value);
    }
}

/* A message that cannot be parsed cannot be redacted: only its size is shown. */
void debug_message(const struct rpc *rpc, const struct peer *peer, const char *arrow, struct slice line)
{
    struct buf out = BUF_LIMITED(2 * rpc->limits.line_bytes);
    struct json_large *parsed = NULL;
    struct json_error error;
    buf_printf(&out, "%s[%d] %s %d ", rpc->program, (int)getpid(), arrow, peer->fd);
    if (json_read_large(rpc->limits.parse_bytes, line, &parsed, &error) == 0)
        redact_write(&out, json_large_root(parsed));
    else
        buf_printf(&out, "(%zu bytes that are not JSON)", line.size);
    buf_append_char(&out, '\n');
    log_to_stderr(out.data, out.size);
    json_large_wipe(parsed);
    buf_clear(&out);
}
