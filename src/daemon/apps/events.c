#include "daemon/apps/events.h"

#include "base/buf.h"
#include "base/clock.h"
#include "json/encode.h"
#include "json/write.h"

enum { DATA_MAX = 12 << 10 };

int apps_event_add(struct store_tx *tx, struct slice app_id, enum event_apps_changed_params_change change,
                   const struct apps_installed_app *record)
{
    struct event_apps_changed_params params = {
        .timestamp = clock_epoch_ms(), .app_id = app_id, .change = change, .app_is = FIELD_ABSENT};
    if (record) {
        params.app = *record;
        params.app_is = FIELD_SET;
    }
    return store_event_add(tx, &event_apps_changed_event, 0, 0, &params);
}

int apps_audit_add(struct store_tx *tx, const struct audit_note *actor, const char *what,
                   const struct apps_installed_app *record)
{
    struct audit_note note = *actor;
    struct buf data = BUF_LIMITED(DATA_MAX);
    note.what = slice_of(what);
    buf_append_text(&data, "{\"appId\":");
    json_write_string(&data, record->app_id);
    buf_append_text(&data, ",\"version\":");
    json_write_string(&data, record->version);
    buf_append_text(&data, ",\"permissions\":");
    if (json_encode(&data, &apps_permissions_shape, &record->permissions) < 0 || data.error) {
        /* Too long for the log: at least that there are some. */
        buf_reset(&data, DATA_MAX);
        buf_printf(&data, "{\"tools\":%zu,\"captureRead\":%s,\"appId\":", record->permissions.tools.count,
                   record->permissions.capture_read ? "true" : "false");
        json_write_string(&data, record->app_id);
    }
    buf_append_char(&data, '}');
    if (!data.error)
        note.data = buf_slice(&data);
    int r = store_audit_add(tx, &note);
    buf_clear(&data);
    return r;
}
