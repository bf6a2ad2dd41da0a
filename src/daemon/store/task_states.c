/* Tasks: what changes while they wait, run and end. Each is one conditional write; the condition decides. */
#include <errno.h>

#include "base/cleanup.h"
#include "daemon/store/columns.h"
#include "daemon/store/task_rows.h"
#include "json/encode.h"

enum { TEXT_MAX = 256 << 20 };

/* After a write: it has changed a row, or there is a reason why not. */
static int changed(struct store_tx *tx, int64_t task)
{
    if (sqlite3_changes(tx->db) > 0)
        return 0;
    autoreset sqlite3_stmt *look = store_sql(tx, "SELECT 1 FROM tasks WHERE no = ?1");
    (void)sqlite3_bind_int64(look, 1, task);
    int r = store_step(tx, look);
    return r < 0 ? r : r == 0 ? -ENOENT : -ESTALE;
}

/* -EBUSY: another task of its session is at work. The file would refuse a second one, as an error of its own. */
static int refuse_second(struct store_tx *tx, int64_t task)
{
    autoreset sqlite3_stmt *look =
        store_sql(tx, "SELECT 1 FROM tasks t CROSS JOIN tasks a INDEXED BY tasks_active ON a.session = t.session"
                      " WHERE t.no = ?1 AND a.no <> t.no AND a.state IN " STORE_TASK_ACTIVE);
    (void)sqlite3_bind_int64(look, 1, task);
    int r = store_step(tx, look);
    return r > 0 ? -EBUSY : r;
}

static void bind_unless_zero(sqlite3_stmt *statement, int index, int64_t number)
{
    store_bind_number(statement, index, number ? FIELD_SET : FIELD_ABSENT, number);
}

int store_task_move(struct store_tx *tx, int64_t task, const struct store_task_move *move)
{
    enum { FIRST_STATE = 7 };
    AUTO(buf_clear) struct buf result = BUF_LIMITED(TEXT_MAX);
    bool starts = TASK_STATE_BIT(move->to) & TASK_STATES_ACTIVE && move->from & ~TASK_STATES_ACTIVE;
    int r = starts ? refuse_second(tx, task) : 0;
    if (r == 0 && move->result)
        r = json_encode(&result, &task_result_shape, move->result);
    if (r < 0)
        return r;

    autoreset sqlite3_stmt *write = store_sql(
        tx, "UPDATE tasks SET state = ?2, started_at = coalesce(?3, started_at), ended_at = coalesce(?4, ended_at),"
            " stop_reason = coalesce(?5, stop_reason), result = coalesce(?6, result)"
            " WHERE no = ?1 AND state IN (?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)");
    (void)sqlite3_bind_int64(write, 1, task);
    store_bind_word(write, 2, &task_state_shape, move->to);
    bind_unless_zero(write, 3, move->started_at);
    bind_unless_zero(write, 4, move->ended_at);
    store_bind_slice(write, 5, move->stop_reason.size > 0 ? move->stop_reason : (struct slice){0});
    store_bind_slice(write, 6, buf_slice(&result));
    for (unsigned i = 0; i < TASK_STATE_COUNT; i++)
        if (move->from & TASK_STATE_BIT(i))
            store_bind_word(write, FIRST_STATE + (int)i, &task_state_shape, i);
    r = store_run(tx, write);
    return r < 0 ? r : changed(tx, task);
}

int store_task_save_progress(struct store_tx *tx, int64_t task, const struct task_progress *progress)
{
    AUTO(buf_clear) struct buf text = BUF_LIMITED(TEXT_MAX);
    int r = json_encode(&text, &task_progress_shape, progress);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *write = store_sql(tx, "UPDATE tasks SET progress = ?2 WHERE no = ?1"
                                                  " AND state NOT IN ('completed', 'failed', 'cancelled')");
    (void)sqlite3_bind_int64(write, 1, task);
    store_bind_slice(write, 2, buf_slice(&text));
    r = store_run(tx, write);
    return r < 0 ? r : changed(tx, task);
}

int store_task_advance(struct store_tx *tx, int64_t task, int64_t first, int64_t last)
{
    if (first < 1 || last < first)
        return -EINVAL;
    autoreset sqlite3_stmt *write =
        store_sql(tx, "UPDATE tasks SET last_sequence = ?3 WHERE no = ?1 AND last_sequence = ?2 - 1");
    (void)sqlite3_bind_int64(write, 1, task);
    (void)sqlite3_bind_int64(write, 2, first);
    (void)sqlite3_bind_int64(write, 3, last);
    int r = store_run(tx, write);
    if (r == 0)
        r = changed(tx, task);
    if (r == 0)
        tx->known_task = task;
    return r;
}
