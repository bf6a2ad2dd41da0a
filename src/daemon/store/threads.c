#include "daemon/store/threads.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "base/clock.h"
#include "daemon/store/columns.h"

/* A draft takes no further blocks above this size: a message may have any number of them. */
enum { DRAFT_BYTES = 8 << 20 };

int64_t store_event_last(const struct store_tx *tx)
{
    return tx->last_seq;
}

/* --- messages --- */

static struct slice until_zero(struct slice text)
{
    const char *zero = text.size > 0 ? memchr(text.data, '\0', text.size) : NULL;
    if (zero)
        text.size = (size_t)(zero - text.data);
    return text;
}

static int add_row(struct store_tx *tx, int64_t session, const struct store_said *said, struct slice text, int64_t now)
{
    autoreset sqlite3_stmt *add =
        store_sql(tx, "INSERT INTO messages (seq, session, role, at, content) VALUES (?1, ?2, ?3, ?4, ?5)");
    (void)sqlite3_bind_int64(add, 1, said->seq);
    (void)sqlite3_bind_int64(add, 2, session);
    store_bind_word(add, 3, &chat_role_shape, said->role);
    (void)sqlite3_bind_int64(add, 4, now);
    store_bind_slice(add, 5, text);
    return store_run(tx, add);
}

int store_said_size(struct store_tx *tx, int64_t *ret_bytes)
{
    autoreset sqlite3_stmt *look = store_sql(tx, "SELECT bytes FROM message_size WHERE no = 1");
    int r = store_number(tx, look, ret_bytes);
    return r < 0 ? r : 0;
}

int store_said_resize(struct store_tx *tx, int64_t by)
{
    autoreset sqlite3_stmt *save = store_sql(tx, "UPDATE message_size SET bytes = bytes + ?1 WHERE no = 1");
    (void)sqlite3_bind_int64(save, 1, by);
    return store_run(tx, save);
}

int store_said_add(struct store_tx *tx, int64_t session, const struct store_said *said, size_t count)
{
    int64_t now = clock_epoch_ms(), added = 0, bytes = 0;
    struct slice last = {0};
    for (size_t i = 0; i < count; i++) {
        struct slice text = until_zero(said[i].text);
        if (text.size == 0)
            continue;
        int r = add_row(tx, session, &said[i], text, now);
        if (r < 0)
            return r;
        last = text;
        added++;
        bytes += (int64_t)text.size + STORE_MESSAGE_BYTES;
    }
    if (added == 0)
        return 0;
    autoreset sqlite3_stmt *note =
        store_sql(tx, "UPDATE threads SET messages = messages + ?2, updated_at = max(updated_at, ?3),"
                      " last = substr(?4, 1, 200) WHERE session = ?1");
    (void)sqlite3_bind_int64(note, 1, session);
    (void)sqlite3_bind_int64(note, 2, added);
    (void)sqlite3_bind_int64(note, 3, now);
    store_bind_slice(note, 4, last);
    int r = store_run(tx, note);
    return r < 0 ? r : store_said_resize(tx, bytes);
}

/* --- drafts --- */

int store_draft_add(struct store_tx *tx, int64_t task, int64_t seq, struct slice text)
{
    autoreset sqlite3_stmt *add =
        store_sql(tx, "INSERT INTO drafts (task, seq, text) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET seq = ?2,"
                      " text = text || char(10, 10) || ?3 WHERE length(text) < ?4");
    text = until_zero(text);
    if (text.size == 0)
        return 0;
    (void)sqlite3_bind_int64(add, 1, task);
    (void)sqlite3_bind_int64(add, 2, seq);
    store_bind_slice(add, 3, text);
    (void)sqlite3_bind_int64(add, 4, DRAFT_BYTES);
    return store_run(tx, add);
}

int store_draft_drop(struct store_tx *tx, int64_t task)
{
    autoreset sqlite3_stmt *drop = store_sql(tx, "DELETE FROM drafts WHERE task = ?1");
    (void)sqlite3_bind_int64(drop, 1, task);
    return store_run(tx, drop);
}

int store_draft_finish(struct store_tx *tx, int64_t task, int64_t session, int64_t seq)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT seq, text FROM drafts WHERE task = ?1");
    (void)sqlite3_bind_int64(find, 1, task);
    int r = store_step(tx, find);
    if (r <= 0)
        return r;
    struct store_said said = {.seq = seq > 0 ? seq : sqlite3_column_int64(find, 0),
                              .role = CHAT_ROLE_ASSISTANT,
                              .text = store_column_bytes(find, 1)};
    r = said.text.data ? store_said_add(tx, session, &said, 1) : -ENOMEM;
    return r < 0 ? r : store_draft_drop(tx, task);
}

/* --- threads --- */

int store_thread_awaits(struct store_tx *tx, int64_t session)
{
    autoreset sqlite3_stmt *look = store_sql(
        tx, "SELECT coalesce((SELECT role FROM messages WHERE session = ?1 ORDER BY seq DESC LIMIT 1), '') <> "
            "'assistant'");
    int64_t awaits = 0;
    (void)sqlite3_bind_int64(look, 1, session);
    int r = store_number(tx, look, &awaits);
    return r < 0 ? r : awaits != 0;
}

int store_thread_count(struct store_tx *tx, int64_t session)
{
    autoreset sqlite3_stmt *count = store_sql(
        tx,
        "UPDATE threads SET messages = (SELECT count(*) FROM messages WHERE session = ?1)"
        " + coalesce((SELECT sum((SELECT count(*) FROM messages m WHERE m.session = l.source AND m.seq <= l.upto))"
        " FROM lineage l WHERE l.session = ?1), 0),"
        " last = coalesce((SELECT substr(content, 1, 200) FROM messages WHERE seq = (SELECT max((SELECT max(m.seq)"
        " FROM messages m WHERE m.session = l.source AND m.seq <= l.upto)) FROM lineage l WHERE l.session = ?1)), '')"
        " WHERE session = ?1");
    (void)sqlite3_bind_int64(count, 1, session);
    return store_run(tx, count);
}

/* The threads of an app are few, and sorted; all threads are read in the order of their index. */
int store_thread_list(struct store_tx *tx, struct slice app_id, struct store_thread_place after, int64_t limit,
                      struct arena *arena, struct store_threads *ret_threads)
{
#define LISTED "SELECT t.session, s.id, s.title, t.last, t.messages, t.updated_at FROM "
#define BEHIND "(t.updated_at, t.session) < (?1, ?2) ORDER BY t.updated_at DESC, t.session DESC LIMIT ?3"
    struct store_threads found = {0};
    autoreset sqlite3_stmt *list = store_sql(
        tx, app_id.size > 0 ? LISTED "sessions s CROSS JOIN threads t ON t.session = s.no WHERE s.app = ?4 AND " BEHIND
                            : LISTED "threads t CROSS JOIN sessions s ON s.no = t.session WHERE " BEHIND);
    if (app_id.size > 0)
        store_bind_slice(list, 4, app_id);
    (void)sqlite3_bind_int64(list, 1, after.updated_at);
    (void)sqlite3_bind_int64(list, 2, after.no);
    (void)sqlite3_bind_int64(list, 3, limit);
    int r;
    while ((r = store_step(tx, list)) > 0) {
        found.items = store_list_grow(arena, found.items, found.count, sizeof *found.items);
        if (!found.items)
            return -ENOMEM;
        struct store_thread *thread = &found.items[found.count++];
        *thread = (struct store_thread){.no = sqlite3_column_int64(list, 0),
                                        .messages = sqlite3_column_int64(list, 4),
                                        .updated_at = sqlite3_column_int64(list, 5)};
        r = store_column_slice(list, 1, arena, &thread->id, NULL);
        if (r == 0)
            r = store_column_slice(list, 2, arena, &thread->title, &thread->title_is);
        if (r == 0)
            r = store_column_slice(list, 3, arena, &thread->last, NULL);
        if (r < 0)
            return r;
    }
    if (r < 0)
        return r;
    *ret_threads = found;
    return 0;
}

int store_thread_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_thread *ret_thread)
{
    autoreset sqlite3_stmt *find =
        store_sql(tx, "SELECT s.no, s.id, s.title, s.created_at, coalesce(t.updated_at, s.created_at)"
                      " FROM sessions s LEFT JOIN threads t ON t.session = s.no WHERE s.id = ?1 AND s.removed = 0");
    store_bind_slice(find, 1, id);
    int r = store_step(tx, find);
    if (r <= 0)
        return r < 0 ? r : -ENOENT;
    struct store_thread thread = {.no = sqlite3_column_int64(find, 0),
                                  .created_at = sqlite3_column_int64(find, 3),
                                  .updated_at = sqlite3_column_int64(find, 4)};
    r = store_column_slice(find, 1, arena, &thread.id, NULL);
    if (r == 0)
        r = store_column_slice(find, 2, arena, &thread.title, &thread.title_is);
    if (r == 0)
        *ret_thread = thread;
    return r;
}

/* --- the messages of a thread --- */

struct said_reading {
    struct store_tx *tx;
    const struct store_said_filter *filter;
    struct arena *arena;
    struct store_said_rows found;
    size_t bytes;
};

static int take_row(struct said_reading *reading, sqlite3_stmt *list)
{
    struct store_said_rows *found = &reading->found;
    unsigned role = 0;
    reading->bytes += (size_t)sqlite3_column_bytes(list, 3);
    if (reading->bytes > reading->filter->bytes)
        return -EMSGSIZE;
    found->items = store_list_grow(reading->arena, found->items, found->count, sizeof *found->items);
    if (!found->items)
        return -ENOMEM;
    struct store_said_row row = {.seq = sqlite3_column_int64(list, 0), .at = sqlite3_column_int64(list, 1)};
    int r = store_column_word(list, 2, &chat_role_shape, &role);
    row.role = (enum chat_role)role;
    if (r == 0)
        r = store_column_slice(list, 3, reading->arena, &row.text, NULL);
    if (r == 0)
        found->items[found->count++] = row;
    return r == -EBADMSG ? 0 : r;
}

/* Reads the newest messages of one session up to `upto`. */
static int read_segment(struct said_reading *reading, int64_t session, int64_t upto)
{
    const struct store_said_filter *filter = reading->filter;
    autoreset sqlite3_stmt *list =
        store_sql(reading->tx, "SELECT seq, at, role, content FROM messages"
                               " WHERE session = ?1 AND seq <= ?2 ORDER BY seq DESC LIMIT ?3");
    (void)sqlite3_bind_int64(list, 1, session);
    (void)sqlite3_bind_int64(list, 2, upto < filter->before ? upto : filter->before - 1);
    (void)sqlite3_bind_int64(list, 3, filter->limit - (int64_t)reading->found.count);
    int r;
    while ((r = store_step(reading->tx, list)) > 0) {
        r = take_row(reading, list);
        if (r < 0)
            return r;
    }
    return r;
}

/* Inherited messages are older than the session's own, and later segments are newer. */
int store_said_list(struct store_tx *tx, const struct store_said_filter *filter, struct arena *arena,
                    struct store_said_rows *ret_rows)
{
    struct said_reading reading = {.tx = tx, .filter = filter, .arena = arena};
    int r = read_segment(&reading, filter->session, INT64_MAX);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *segments =
        store_sql(tx, "SELECT source, upto FROM lineage WHERE session = ?1 ORDER BY upto DESC");
    (void)sqlite3_bind_int64(segments, 1, filter->session);
    while ((int64_t)reading.found.count < filter->limit && (r = store_step(tx, segments)) > 0) {
        r = read_segment(&reading, sqlite3_column_int64(segments, 0), sqlite3_column_int64(segments, 1));
        if (r < 0)
            return r;
    }
    if (r < 0)
        return r;
    *ret_rows = reading.found;
    return 0;
}

int store_said_exists(struct store_tx *tx, int64_t session, int64_t seq)
{
    autoreset sqlite3_stmt *look =
        store_sql(tx, "SELECT 1 FROM messages m WHERE m.seq = ?2 AND (m.session = ?1 OR EXISTS"
                      " (SELECT 1 FROM lineage WHERE session = ?1 AND source = m.session AND upto >= m.seq))");
    (void)sqlite3_bind_int64(look, 1, session);
    (void)sqlite3_bind_int64(look, 2, seq);
    return store_step(tx, look);
}
