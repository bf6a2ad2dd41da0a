#include "daemon/store/apps.h"

#include <errno.h>

#include "base/clock.h"
#include "daemon/store/columns.h"
#include "json/encode.h"

enum { PERMISSIONS_MAX = 64 << 10 };

#define COLUMNS                                                                                                        \
    "a.id, a.name, a.version, a.entry, a.icon, a.description, a.requested, a.directory, a.digest, a.files, a.bytes,"   \
    " a.installed_at, a.updated_at, p.permissions, a.stamp"                                                            \
    " FROM installed_apps a LEFT JOIN app_permissions p ON p.app = a.id"

static int set_time(struct arena *arena, int64_t ms, struct slice *ret_text)
{
    char time[CLOCK_ISO_SIZE];
    clock_format_iso(ms, time);
    struct slice text = arena_copy(arena, slice_of(time));
    if (!text.data)
        return -ENOMEM;
    *ret_text = text;
    return 0;
}

static int read_texts(sqlite3_stmt *row, struct arena *arena, struct store_app *app)
{
    struct slice *const texts[] = {&app->record.app_id, &app->record.name, &app->record.version, &app->record.entry};
    int r = 0;
    for (int i = 0; r == 0 && i < (int)(sizeof texts / sizeof *texts); i++)
        r = store_column_slice(row, i, arena, texts[i], NULL);
    if (r == 0)
        r = store_column_slice(row, 4, arena, &app->record.icon, &app->record.icon_is);
    if (r == 0)
        r = store_column_slice(row, 5, arena, &app->record.description, &app->record.description_is);
    if (r == 0)
        r = store_column_slice(row, 7, arena, &app->directory, NULL);
    if (r == 0)
        r = store_column_slice(row, 8, arena, &app->digest, NULL);
    return r < 0 ? r : store_column_slice(row, 14, arena, &app->stamp, NULL);
}

static int read_app(sqlite3_stmt *row, struct arena *arena, struct store_app *ret_app)
{
    struct store_app app = {0};
    struct apps_installed_app *record = &app.record;
    enum field_is is;
    int r = read_texts(row, arena, &app);
    if (r == 0) /* what cannot be read, such as a permission of a later version of weir, is not asked for */
        r = store_column_shown(row, 6, arena, &apps_permissions_shape, &record->requested, &is);
    record->files = sqlite3_column_int64(row, 9);
    record->bytes = sqlite3_column_int64(row, 10);
    if (r == 0)
        r = set_time(arena, sqlite3_column_int64(row, 11), &record->installed_at);
    if (r == 0)
        r = set_time(arena, sqlite3_column_int64(row, 12), &record->updated_at);
    if (r == 0) /* a grant that cannot be read is none */
        r = store_column_shown(row, 13, arena, &apps_permissions_shape, &record->permissions, &is);
    if (r == 0)
        *ret_app = app;
    return r;
}

static int put_json(struct buf *text, const struct apps_permissions *permissions)
{
    return json_encode(text, &apps_permissions_shape, permissions);
}

static int put_app(struct store_tx *tx, const struct store_app *app, struct slice requested, int64_t now_ms)
{
    const struct apps_installed_app *record = &app->record;
    autoreset sqlite3_stmt *put = store_sql(
        tx, "INSERT INTO installed_apps (id, name, version, entry, icon, description, requested, directory, digest,"
            " files, bytes, installed_at, updated_at, stamp) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, "
            "?12, ?12, ?13)"
            " ON CONFLICT (id) DO UPDATE SET name = ?2, version = ?3, entry = ?4, icon = ?5, description = ?6,"
            " requested = ?7, directory = ?8, digest = ?9, files = ?10, bytes = ?11, updated_at = ?12, stamp = ?13");
    store_bind_slice(put, 1, record->app_id);
    store_bind_slice(put, 2, record->name);
    store_bind_slice(put, 3, record->version);
    store_bind_slice(put, 4, record->entry);
    store_bind_optional(put, 5, record->icon_is, record->icon);
    store_bind_optional(put, 6, record->description_is, record->description);
    store_bind_slice(put, 7, requested);
    store_bind_slice(put, 8, app->directory);
    store_bind_slice(put, 9, app->digest);
    (void)sqlite3_bind_int64(put, 10, record->files);
    (void)sqlite3_bind_int64(put, 11, record->bytes);
    (void)sqlite3_bind_int64(put, 12, now_ms);
    store_bind_slice(put, 13, app->stamp);
    return store_run(tx, put);
}

static int read_times(struct store_tx *tx, struct arena *arena, struct apps_installed_app *record)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT installed_at, updated_at FROM installed_apps WHERE id = ?1");
    store_bind_slice(find, 1, record->app_id);
    int r = store_step(tx, find);
    if (r <= 0)
        return r < 0 ? r : -ENOENT;
    r = set_time(arena, sqlite3_column_int64(find, 0), &record->installed_at);
    return r < 0 ? r : set_time(arena, sqlite3_column_int64(find, 1), &record->updated_at);
}

int store_app_put(struct store_tx *tx, struct arena *arena, struct store_app *app, int64_t now_ms)
{
    struct buf requested = BUF_LIMITED(PERMISSIONS_MAX);
    int r = put_json(&requested, &app->record.requested);
    if (r == 0)
        r = put_app(tx, app, buf_slice(&requested), now_ms);
    if (r == 0)
        r = store_app_grant(tx, app->record.app_id, &app->record.permissions, now_ms);
    if (r == 0)
        r = read_times(tx, arena, &app->record);
    buf_clear(&requested);
    return r;
}

int store_app_remove(struct store_tx *tx, struct slice id)
{
    autoreset sqlite3_stmt *grant = store_sql(tx, "DELETE FROM app_permissions WHERE app = ?1");
    store_bind_slice(grant, 1, id);
    int r = store_run(tx, grant);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *remove = store_sql(tx, "DELETE FROM installed_apps WHERE id = ?1");
    store_bind_slice(remove, 1, id);
    r = store_run(tx, remove);
    return r < 0 || sqlite3_changes(tx->db) > 0 ? r : -ENOENT;
}

int store_app_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_app *ret_app)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT " COLUMNS " WHERE a.id = ?1");
    store_bind_slice(find, 1, id);
    int r = store_step(tx, find);
    return r > 0 ? read_app(find, arena, ret_app) : r < 0 ? r : -ENOENT;
}

int store_app_all(struct store_tx *tx, struct arena *arena, struct store_apps *ret_apps)
{
    struct store_apps found = {0};
    autoreset sqlite3_stmt *list = store_sql(tx, "SELECT " COLUMNS " ORDER BY a.id");
    int r;
    while ((r = store_step(tx, list)) > 0) {
        found.items = store_list_grow(arena, found.items, found.count, sizeof *found.items);
        if (!found.items)
            return -ENOMEM;
        r = read_app(list, arena, &found.items[found.count]);
        if (r < 0 && r != -EBADMSG)
            return r;
        found.count += r == 0;
    }
    if (r == 0)
        *ret_apps = found;
    return r;
}

int store_app_grant(struct store_tx *tx, struct slice id, const struct apps_permissions *permissions, int64_t now_ms)
{
    struct buf text = BUF_LIMITED(PERMISSIONS_MAX);
    int r = put_json(&text, permissions);
    if (r == 0) {
        autoreset sqlite3_stmt *put =
            store_sql(tx, "INSERT INTO app_permissions (app, permissions, granted_at) VALUES (?1, ?2, ?3)"
                          " ON CONFLICT (app) DO UPDATE SET permissions = ?2, granted_at = ?3");
        store_bind_slice(put, 1, id);
        store_bind_slice(put, 2, buf_slice(&text));
        (void)sqlite3_bind_int64(put, 3, now_ms);
        r = store_run(tx, put);
    }
    buf_clear(&text);
    return r;
}
