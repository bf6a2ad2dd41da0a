/* Formats error messages, and checks JSON text from the program. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "client/internal.h"
#include "json/read.h"
#include "json/write.h"

/* The position of the part in the text that is being built. */
static size_t append(struct buf *text, const char *part, size_t size)
{
    size_t at = text->size;
    buf_append(text, part, size);
    buf_append_char(text, '\0');
    return at;
}

int client_fail_as(struct weir *weir, const struct weir_error *error)
{
    struct buf text = BUF_LIMITED(64u << 20);
    size_t message = append(&text, error->message, strlen(error->message));
    size_t word = append(&text, error->word, strlen(error->word));
    size_t path = append(&text, error->path, strlen(error->path));
    size_t data = append(&text, error->data, error->data_size);
    weir->error = (struct weir_error){.status = error->status,
                                      .code = error->code,
                                      .message = strerror(-error->status),
                                      .word = "",
                                      .path = "",
                                      .data = ""};
    if (text.error) {
        buf_clear(&text);
        return error->status;
    }
    buf_clear(&weir->error_text);
    weir->error_text = text;
    weir->error.message = text.data + message;
    weir->error.word = text.data + word;
    weir->error.path = text.data + path;
    weir->error.data = text.data + data;
    weir->error.data_size = error->data_size;
    return error->status;
}

int client_fail(struct weir *weir, int status, const char *format, ...)
{
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    struct weir_error error = {.status = status, .message = message, .word = "", .path = "", .data = ""};
    return client_fail_as(weir, &error);
}

int client_fail_unconnected(struct weir *weir)
{
    bool told = weir->complaint != NULL;
    return client_fail(weir, -ENOTCONN, "not connected to the daemon%s%s", told ? ": " : "",
                       told ? weir->complaint : "");
}

const struct weir_error *weir_last_error(const struct weir *weir)
{
    return &weir->error;
}

int client_compact(const char *text, size_t size, bool container_only, struct buf *out, char ret_problem[static 160])
{
    struct json_large *parsed = NULL;
    struct json_error error = {0};
    struct slice whole = {text, size == WEIR_TEXT ? strlen(text) : size};
    int r = json_read_large(CLIENT_PARSE_BYTES, whole, &parsed, &error);
    if (r < 0) {
        (void)snprintf(ret_problem, 160, "not valid JSON: %s at byte %zu", r == -EINVAL ? error.message : strerror(-r),
                       error.offset);
        return r;
    }
    const yyjson_val *root = json_large_root(parsed);
    if (container_only && !unsafe_yyjson_is_ctn((yyjson_val *)root)) {
        (void)snprintf(ret_problem, 160, "%s, not an object or an array", json_type_name(root));
        r = -EINVAL;
    } else {
        r = json_write_value(out, root);
        if (r < 0)
            (void)snprintf(ret_problem, 160, "too long: %s", strerror(-r));
    }
    json_large_wipe(parsed);
    return r;
}
