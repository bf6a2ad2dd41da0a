#include "daemon/store/activity.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "daemon/store/activity_rows.h"

enum {
    DAY_MS = 24 * 60 * 60 * 1000,
    PRUNE_ROWS = 500, /* a table, each time */
    APP_MAX = 256,
    TITLE_MAX = 1024,
    URL_MAX = 4096,
    TEXT_MAX = 4096,
    SUMMARY_MAX = 200,
};

/* --- adding --- */

/* Like utf8_cut(); without data if the text is empty, so that the column becomes NULL. */
static struct slice cut(struct slice text, size_t most)
{
    text = utf8_cut(text, most);
    return (struct slice){text.size > 0 ? text.data : NULL, text.size};
}

static bool is_text(const struct store_activity *row)
{
    const struct slice texts[] = {row->app, row->title, row->url, row->text, row->media_type};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].size > 0 && (!utf8_is_valid(texts[i]) || memchr(texts[i].data, 0, texts[i].size)))
            return false;
    return true;
}

static int insert(struct store_tx *tx, const struct store_activity *row, int64_t no)
{
    static const char *const statements[] = {
        [CONTEXT_ACTIVITY_TYPE_WINDOW] =
            "INSERT INTO activity_sessions (no, at, duration_ms, app, title, url) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        [CONTEXT_ACTIVITY_TYPE_FOCUS] =
            "INSERT INTO focus_sessions (no, at, duration_ms, app, title) VALUES (?1, ?2, ?3, ?4, ?5)",
        [CONTEXT_ACTIVITY_TYPE_KEYSTROKE] =
            "INSERT INTO keystroke_chunks (no, at, duration_ms, app, title, text, count)"
            " VALUES (?1, ?2, ?3, ?4, ?5, ?7, ?9)",
        [CONTEXT_ACTIVITY_TYPE_CLIPBOARD] = "INSERT INTO clipboard_events (no, at, app, title, text, media_type, bytes)"
                                            " VALUES (?1, ?2, ?4, ?5, ?7, ?8, ?9)",
        [CONTEXT_ACTIVITY_TYPE_BROWSER] =
            "INSERT INTO browser_sessions (no, at, duration_ms, app, title, url) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    };
    autoreset sqlite3_stmt *add = store_sql(tx, statements[row->type]);
    (void)sqlite3_bind_int64(add, 1, no);
    (void)sqlite3_bind_int64(add, 2, row->at);
    store_bind_number(add, 3, row->duration_ms >= 0 ? FIELD_SET : FIELD_ABSENT, row->duration_ms);
    store_bind_slice(add, 4, cut(row->app, APP_MAX));
    store_bind_slice(add, 5, cut(row->title, TITLE_MAX));
    store_bind_slice(add, 6, cut(row->url, URL_MAX));
    store_bind_slice(add, 7, cut(row->text, TEXT_MAX));
    store_bind_slice(add, 8, cut(row->media_type, APP_MAX));
    (void)sqlite3_bind_int64(add, 9, row->count);
    return store_run(tx, add);
}

static int prune(struct store_tx *tx, int64_t before_ms, size_t most, int64_t *ret_removed)
{
    static const char *const statements[] = {
#define PRUNE(table) "DELETE FROM " table " WHERE no IN (SELECT no FROM " table " WHERE at < ?1 ORDER BY at LIMIT ?2)"
        PRUNE("activity_sessions"), PRUNE("focus_sessions"),   PRUNE("keystroke_chunks"),
        PRUNE("clipboard_events"),  PRUNE("browser_sessions"),
    };
    int64_t removed = 0;
    int r = 0;
    for (size_t i = 0; r == 0 && i < ACTIVITY_TYPES; i++) {
        autoreset sqlite3_stmt *old = store_sql(tx, statements[i]);
        (void)sqlite3_bind_int64(old, 1, before_ms);
        (void)sqlite3_bind_int64(old, 2, (int64_t)most);
        r = store_run(tx, old);
        removed += r == 0 ? sqlite3_changes(tx->db) : 0;
    }
    *ret_removed = removed;
    return r;
}

int store_activity_prune(struct store_tx *tx, int64_t now_ms, int64_t *ret_removed)
{
    return prune(tx, now_ms - (int64_t)ACTIVITY_KEPT_DAYS * DAY_MS, PRUNE_ROWS, ret_removed);
}

int store_activity_add(struct store_tx *tx, const struct store_activity *rows, size_t count, int64_t now_ms)
{
    int64_t last = 0, removed;
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT value FROM meta WHERE name = 'activity'");
    int r = store_number(tx, find, &last);
    for (size_t i = 0; r >= 0 && i < count; i++)
        r = is_text(&rows[i]) ? insert(tx, &rows[i], ++last * ACTIVITY_NUMBER_STEP + (int64_t)rows[i].type) : -EINVAL;
    if (r >= 0)
        r = store_write_mark(tx, "activity", last);
    if (r >= 0)
        r = prune(tx, now_ms - (int64_t)ACTIVITY_KEPT_DAYS * DAY_MS, 2 * count, &removed);
    return r < 0 ? r : 0;
}

/* --- reading --- */

static int format_summary(sqlite3_stmt *row, struct arena *arena, struct context_activity_record *record)
{
    char text[SUMMARY_MAX + 64];
    struct slice words = store_column_bytes(row, ACTIVITY_TEXT), media = store_column_bytes(row, ACTIVITY_MEDIA_TYPE);
    int64_t count = sqlite3_column_int64(row, ACTIVITY_COUNT);
    if (words.size > 0)
        (void)snprintf(text, sizeof text, "%.*s", SLICE_ARG(cut(words, SUMMARY_MAX)));
    else if (record->type == CONTEXT_ACTIVITY_TYPE_KEYSTROKE)
        (void)snprintf(text, sizeof text, "%" PRId64 " %s", count, count == 1 ? "key" : "keys");
    else if (record->type == CONTEXT_ACTIVITY_TYPE_CLIPBOARD)
        (void)snprintf(text, sizeof text, "%.*s%s%" PRId64 " bytes", SLICE_ARG(cut(media, SUMMARY_MAX)),
                       media.size > 0 ? ", " : "", count);
    else
        return 0;
    record->summary = arena_copy(arena, slice_of(text));
    record->summary_is = FIELD_SET;
    return record->summary.data ? 0 : -ENOMEM;
}

int activity_read(sqlite3_stmt *row, struct arena *arena, struct context_activity_record *ret_record)
{
    int64_t no = sqlite3_column_int64(row, ACTIVITY_NO);
    struct context_activity_record record = {.type = (enum context_activity_type)(no % ACTIVITY_NUMBER_STEP)};
    char id[32], time[CLOCK_ISO_SIZE];
    (void)snprintf(id, sizeof id, "act_%" PRId64, no);
    clock_format_iso(sqlite3_column_int64(row, ACTIVITY_AT), time);
    record.id = arena_copy(arena, slice_of(id));
    record.timestamp = arena_copy(arena, slice_of(time));
    int r = record.id.data && record.timestamp.data ? 0 : -ENOMEM;
    record.duration = store_column_number(row, ACTIVITY_DURATION, &record.duration_is);
    if (r == 0)
        r = store_column_slice(row, ACTIVITY_APP, arena, &record.app_name, &record.app_name_is);
    if (r == 0)
        r = store_column_slice(row, ACTIVITY_TITLE, arena, &record.window_title, &record.window_title_is);
    if (r == 0)
        r = store_column_slice(row, ACTIVITY_URL, arena, &record.url, &record.url_is);
    if (r == 0)
        r = format_summary(row, arena, &record);
    if (r == 0)
        *ret_record = record;
    return r;
}

/* The columns of the five tables in one form. */
#define WINDOW "SELECT no, at, duration_ms, app, title, url, NULL, NULL, 0 FROM activity_sessions"
#define FOCUS "SELECT no, at, duration_ms, app, title, NULL, NULL, NULL, 0 FROM focus_sessions"
#define KEYSTROKE "SELECT no, at, duration_ms, app, title, NULL, text, NULL, count FROM keystroke_chunks"
#define CLIPBOARD "SELECT no, at, NULL, app, title, NULL, text, media_type, bytes FROM clipboard_events"
#define BROWSER "SELECT no, at, duration_ms, app, title, url, NULL, NULL, 0 FROM browser_sessions"

int activity_find(struct store_tx *tx, int64_t no, struct arena *arena, struct context_activity_record *ret_record)
{
    static const char *const statements[ACTIVITY_NUMBER_STEP] = {
        [CONTEXT_ACTIVITY_TYPE_WINDOW] = WINDOW " WHERE no = ?1",
        [CONTEXT_ACTIVITY_TYPE_FOCUS] = FOCUS " WHERE no = ?1",
        [CONTEXT_ACTIVITY_TYPE_KEYSTROKE] = KEYSTROKE " WHERE no = ?1",
        [CONTEXT_ACTIVITY_TYPE_CLIPBOARD] = CLIPBOARD " WHERE no = ?1",
        [CONTEXT_ACTIVITY_TYPE_BROWSER] = BROWSER " WHERE no = ?1",
    };
    const char *sql = no > 0 ? statements[no % ACTIVITY_NUMBER_STEP] : NULL;
    if (!sql)
        return -ENOENT;
    autoreset sqlite3_stmt *find = store_sql(tx, sql);
    (void)sqlite3_bind_int64(find, 1, no);
    int r = store_step(tx, find);
    return r > 0 ? activity_read(find, arena, ret_record) : r < 0 ? r : -ENOENT;
}

/* Reads the newest rows of each table, and merges them. */
int store_activity_recent(struct store_tx *tx, unsigned types, int64_t since_ms, int64_t limit, struct arena *arena,
                          struct store_activities *ret_activities)
{
    struct store_activities found = {0};
#define NEWEST(table, bit)                                                                                             \
    "SELECT * FROM (" table " WHERE at >= ?1 AND ?3 & " bit " ORDER BY at DESC, no DESC LIMIT ?2)"
    autoreset sqlite3_stmt *list = store_sql(
        tx,
        NEWEST(WINDOW, "1") " UNION ALL " NEWEST(FOCUS, "2") " UNION ALL " NEWEST(KEYSTROKE, "4") " UNION ALL " NEWEST(
            CLIPBOARD, "8") " UNION ALL " NEWEST(BROWSER, "16") " ORDER BY at DESC, no DESC LIMIT ?2");
    (void)sqlite3_bind_int64(list, 1, since_ms);
    (void)sqlite3_bind_int64(list, 2, limit);
    (void)sqlite3_bind_int64(list, 3, types);
    int r = 0;
    while ((r = store_step(tx, list)) > 0) {
        found.items = store_list_grow(arena, found.items, found.count, sizeof *found.items);
        r = found.items ? activity_read(list, arena, &found.items[found.count]) : -ENOMEM;
        if (r < 0)
            return r;
        found.count++;
    }
    if (r == 0)
        *ret_activities = found;
    return r;
}

int store_activity_windows(struct store_tx *tx, int64_t since_ms, int64_t limit,
                           int (*each)(void *user, int64_t at, int64_t end, struct slice app, struct slice title),
                           void *user)
{
    autoreset sqlite3_stmt *list =
        store_sql(tx, "SELECT at, at + coalesce(duration_ms, 0), app, title FROM activity_sessions WHERE at >= ?1"
                      " ORDER BY at DESC, no DESC LIMIT ?2");
    (void)sqlite3_bind_int64(list, 1, since_ms);
    (void)sqlite3_bind_int64(list, 2, limit);
    int r = 0, told = 0;
    while (told == 0 && (r = store_step(tx, list)) > 0)
        told = each(user, sqlite3_column_int64(list, 0), sqlite3_column_int64(list, 1), store_column_bytes(list, 2),
                    store_column_bytes(list, 3));
    return r < 0 ? r : told < 0 ? told : 0;
}

int store_activity_page(struct store_tx *tx, struct arena *arena, int64_t *ret_end, struct slice *ret_app,
                        struct slice *ret_url)
{
    autoreset sqlite3_stmt *find =
        store_sql(tx, "SELECT at + coalesce(duration_ms, 0), coalesce(app, ''), coalesce(url, '') FROM browser_sessions"
                      " ORDER BY at DESC, no DESC LIMIT 1");
    int r = store_step(tx, find);
    if (r <= 0)
        return r < 0 ? r : -ENOENT;
    *ret_end = sqlite3_column_int64(find, 0);
    r = store_column_slice(find, 1, arena, ret_app, NULL);
    return r < 0 ? r : store_column_slice(find, 2, arena, ret_url, NULL);
}
