/* Writes audit entries about the daemon itself: start and stop, refused connections, and changed settings. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/log.h"
#include "contract/config.h"
#include "daemon/audit/internal.h"
#include "json/encode.h"
#include "json/write.h"

/* --- start and stop --- */

enum { REFUSALS_MS = 60 * 1000, DATA_BYTES = 4096 };

static void write_entry(struct audit *audit, struct audit_note *note, struct buf *data)
{
    if (!data->error)
        note->data = buf_slice(data);
    audit_write(audit, note);
    buf_clear(data);
}

void audit_note_started(struct audit *audit, const char *config_path, const struct slice *before)
{
    struct audit_note note = {.what = before ? SLICE("daemon.restarted") : SLICE("daemon.started")};
    struct buf data = BUF_LIMITED(DATA_BYTES);
    audit_self(&note);
    buf_append_text(&data, "{\"version\":");
    json_write_string(&data, SLICE(WEIR_VERSION));
    if (before) {
        buf_append_text(&data, ",\"before\":");
        json_write_string(&data, *before);
    }
    buf_printf(&data, ",\"process\":%d,\"config\":", (int)getpid());
    json_write_string(&data, slice_of(config_path));
    buf_append_char(&data, '}');
    write_entry(audit, &note, &data);
}

void audit_note_stopping(struct audit *audit, struct call *call, bool force)
{
    struct audit_note note = {.what = SLICE("daemon.stopping")};
    struct buf data = BUF_LIMITED(DATA_BYTES);
    if (call)
        audit_actor(call, &note);
    else
        audit_self(&note);
    buf_printf(&data, "{\"reason\":\"%s\",\"force\":%s}", call ? "request" : "signal", force ? "true" : "false");
    write_entry(audit, &note, &data);
}

/* --- refused connections --- */

static void write_refusal(struct audit *audit, struct audit_refusal *refusal)
{
    struct audit_note note = {.what = SLICE("client.refused"), .uid = refusal->uid, .pid = refusal->pid};
    struct buf data = BUF_LIMITED(DATA_BYTES);
    buf_printf(&data, "{\"reason\":\"%s\",\"count\":%lld}", refusal->reason, (long long)refusal->count);
    refusal->count = 0;
    write_entry(audit, &note, &data);
}

static bool write_refusals(struct audit *audit)
{
    struct audit_refusals *refusals = &audit->refusals;
    bool any = false;
    for (size_t i = 0; i < sizeof refusals->reasons / sizeof *refusals->reasons; i++) {
        if (refusals->reasons[i].count > 0) {
            write_refusal(audit, &refusals->reasons[i]);
            any = true;
        } else {
            refusals->reasons[i].reason = NULL; /* the next refusal is logged at once */
        }
    }
    return any;
}

static void on_minute(struct deadline *deadline)
{
    struct audit *audit = list_member(deadline, struct audit, refusals.minute);
    if (write_refusals(audit))
        (void)timers_set(&audit->rpc->timers, deadline, REFUSALS_MS);
}

void audit_refusals_init(struct audit *audit)
{
    audit->refusals = (struct audit_refusals){.minute = {.expired = on_minute}};
}

void audit_note_refusals(struct audit *audit)
{
    timers_unset(&audit->rpc->timers, &audit->refusals.minute);
    (void)write_refusals(audit);
}

void audit_note_refused(struct audit *audit, const char *reason, uid_t uid, pid_t pid)
{
    struct audit_refusal *refusal = audit->refusals.reasons;
    const struct audit_refusal *last = refusal + sizeof audit->refusals.reasons / sizeof *audit->refusals.reasons - 1;
    while (refusal < last && refusal->reason && strcmp(refusal->reason, reason) != 0)
        refusal++;
    bool first = !refusal->reason;
    refusal->reason = reason;
    refusal->count++;
    refusal->uid = uid;
    refusal->pid = pid;
    if (first)
        write_refusal(audit, refusal);
    if (audit->refusals.minute.index == 0)
        (void)timers_set(&audit->rpc->timers, &audit->refusals.minute, REFUSALS_MS);
}

/* --- settings.changed --- */

enum { TEXT_BYTES = 4 << 20, PATH_BYTES = 256, VALUE_BYTES = 512, SETTINGS_BYTES = 12 << 10 };

struct comparison {
    struct buf data;
    char path[PATH_BYTES];
    size_t count, left_out;
};

/* A command can contain a secret as an argument, and a URL a password. */
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
    if (data->size > SETTINGS_BYTES - 4 * VALUE_BYTES) {
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
    bool nested = (!old || yyjson_is_obj(old)) && (!new || yyjson_is_obj(new)); /* treats a missing object as empty */
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
        document = yyjson_read(text.data, text.size, YYJSON_READ_NUMBER_AS_RAW); /* for json_write_value() */
    buf_clear(&text);
    return document;
}

void audit_note_settings(struct audit *audit, const struct config_settings *old, const struct config_settings *new)
{
    struct audit_note note = {.what = SLICE("settings.changed")};
    struct comparison comparison = {.data = BUF_LIMITED(SETTINGS_BYTES)};
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
