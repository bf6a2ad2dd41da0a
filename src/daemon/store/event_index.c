/* Indexes which events belong to a session and which to a task.
 *
 * Two tables serve as indexes, and lag behind the log. If each event were inserted at once, the events of a
 * hundred agents would change two pages each, and a transaction writes every page that it changes. So the
 * entries of many events are inserted together, in the order of the tables. Readers search the table, and then
 * scan the last events of the log, at most about INDEX_EVERY, that are not indexed yet. Functions that remove
 * rows, or that look for the last one, complete the index first. */
#include "daemon/store/columns.h"

enum { INDEX_EVERY = 1024 };

int store_index_open(struct store_tx *tx)
{
    tx->indexed_seq = 0;
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT value FROM meta WHERE name = 'indexed_seq'");
    int r = store_number(tx, find, &tx->indexed_seq);
    return r < 0 ? r : 0;
}

static int enter(struct store_tx *tx, sqlite3_stmt *events)
{
    (void)sqlite3_bind_int64(events, 1, tx->indexed_seq);
    (void)sqlite3_bind_int64(events, 2, tx->last_seq);
    return store_run(tx, events);
}

int store_index_complete(struct store_tx *tx)
{
    if (tx->indexed_seq >= tx->last_seq)
        return 0;
    autoreset sqlite3_stmt *sessions =
        store_sql(tx, "INSERT INTO session_events (session, seq) SELECT session, seq FROM events"
                      " WHERE seq > ?1 AND seq <= ?2 AND session IS NOT NULL ORDER BY session, seq");
    autoreset sqlite3_stmt *tasks =
        store_sql(tx, "INSERT INTO task_events (task, seq) SELECT task, seq FROM events"
                      " WHERE seq > ?1 AND seq <= ?2 AND task IS NOT NULL ORDER BY task, seq");
    int r = enter(tx, sessions);
    if (r == 0)
        r = enter(tx, tasks);
    if (r == 0)
        r = store_write_mark(tx, "indexed_seq", tx->last_seq);
    if (r == 0)
        tx->indexed_seq = tx->last_seq;
    return r;
}

int store_index_advance(struct store_tx *tx)
{
    return tx->last_seq - tx->indexed_seq < INDEX_EVERY ? 0 : store_index_complete(tx);
}
