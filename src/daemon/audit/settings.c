/* settings.changed: the settings as JSON before and after, compared value by value. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/log.h"
#include "contract/config.h"
#include "daemon/audit/internal.h"
#include "json/encode.h"
#include "json/write.h"

enum { TEXT_BYTES = 4 << 20, PATH_BYTES = 256, VALUE_BYTES = 512, DATA_BYTES = 12 << 10 };

struct comparison {
    struct buf data;
    char path[PATH_BYTES];
    size_t count, left_out;
};

/* A command may carry a secret among its arguments, and a URL a password. */
static bool is_private(const char *path)
{
    return (strncmp(path, "executors.", 10) == 0 && strstr(path, ".command")) ||
           (strncmp(path, "providers.", 10) == 0 && strstr(path, ".url"));
}

static void write_value(struct buf *out, const char *path, yyjson_val *value)
{
    struct buf text = BUF_LIMITED(VALUE_BYTES);
    if (!value)
        buf_append_text(out, "null");
    else if (is_private(path))
        buf_append_text(out, "\"(not shown)\"");
    else if (json_write_value(&text, value) < 0)
        buf_append_text(out, "\"(long)\"");
    else
        buf_append_slice(out, buf_slice(&text));
    buf_clear(&text);
}

static void note_change(struct comparison *comparison, yyjson_val *old, yyjson_val *new)
{
    struct buf *data = &comparison->data;
    if (data->size > DATA_BYTES - 4 * VALUE_BYTES) {
        comparison->left_out++;
        return;
    }
    buf_append_text(data, comparison->count++ > 0 ? ",{\"setting\":" : "{\"setting\":");
    json_write_string(data, slice_of(comparison->path));
    buf_append_text(data, ",\"from\":");
    write_value(data, comparison->path, old);
    buf_append_text(data, ",\"to\":");
    write_value(data, comparison->path, new);
    buf_append_char(data, '}');
}

static void compare(struct comparison *comparison, yyjson_val *old, yyjson_val *new);

static void compare_member(struct comparison *comparison, yyjson_val *key, yyjson_val *old, yyjson_val *new)
{
    size_t end = strlen(comparison->path);
    (void)snprintf(comparison->path + end, sizeof comparison->path - end, "%s%.*s", end > 0 ? "." : "",
                   (int)yyjson_get_len(key), yyjson_get_str(key));
    compare(comparison, old, new);
    comparison->path[end] = '\0';
}

static void compare(struct comparison *comparison, yyjson_val *old, yyjson_val *new)
{
    size_t index, count;
    yyjson_val *key, *value;
    bool nested = (!old || yyjson_is_obj(old)) && (!new || yyjson_is_obj(new)); /* then what is not there is empty */
    if (!nested) {
        if (!old || !new || !yyjson_equals(old, new))
            note_change(comparison, old, new);
        return;
    }
    yyjson_obj_foreach(old, index, count, key, value)
    {
        compare_member(comparison, key, value, yyjson_obj_getn(new, yyjson_get_str(key), yyjson_get_len(key)));
    }
    yyjson_obj_foreach(new, index, count, key, value)
    {
        if (!yyjson_obj_getn(old, yyjson_get_str(key), yyjson_get_len(key)))
            compare_member(comparison, key, NULL, value);
    }
}

static yyjson_doc *read_settings(const struct config_settings *settings)
{
    struct buf text = BUF_LIMITED(TEXT_BYTES);
    yyjson_doc *document = NULL;
    if (json_encode(&text, &config_settings_shape, settings) == 0)
        document = yyjson_read(text.data, text.size, YYJSON_READ_NUMBER_AS_RAW); /* as json_write_value() wants it */
    buf_clear(&text);
    return document;
}

void audit_note_settings(struct audit *audit, const struct config_settings *old, const struct config_settings *new)
{
    struct audit_note note = {.what = SLICE("settings.changed")};
    struct comparison comparison = {.data = BUF_LIMITED(DATA_BYTES)};
    yyjson_doc *before = read_settings(old), *after = read_settings(new);
    buf_append_text(&comparison.data, "{\"changes\":[");
    if (before && after)
        compare(&comparison, yyjson_doc_get_root(before), yyjson_doc_get_root(after));
    buf_append_char(&comparison.data, ']');
    if (comparison.left_out > 0)
        buf_printf(&comparison.data, ",\"leftOut\":%zu", comparison.left_out);
    buf_append_char(&comparison.data, '}');
    audit_self(&note);
    note.data = comparison.data.error ? SLICE("") : buf_slice(&comparison.data);
    if (comparison.count > 0 || !before || !after)
        audit_write(audit, &note);
    buf_clear(&comparison.data);
    yyjson_doc_free(before);
    yyjson_doc_free(after);
}
