/* Tasks: many at once. */
#include <errno.h>

#include "daemon/store/columns.h"
#include "daemon/store/task_rows.h"

/* What a task weighs in a page beside its texts. */
enum { RECORD_BYTES = 512 };

/* --- those in some states ------------------------------------------------------------- */

/* Parameters ?1 to ?8 become the words of these states; what is not among them is NULL, and equal to nothing. */
#define ANY_STATE "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
enum { SESSION_PARAMETER = TASK_STATE_COUNT + 1, LIMIT_PARAMETER };

static void bind_states(sqlite3_stmt *statement, unsigned states)
{
    for (unsigned i = 0; i < TASK_STATE_COUNT; i++)
        if (states & TASK_STATE_BIT(i))
            store_bind_word(statement, (int)i + 1, &task_state_shape, i);
}

int store_task_in_states(struct store_tx *tx, unsigned states, int64_t session, int64_t limit, struct arena *arena,
                         struct store_tasks_found *ret_tasks)
{
    static const char of_all[] =
        STORE_TASK_SHORT " WHERE t.no IN (SELECT no FROM tasks WHERE state IN " ANY_STATE " LIMIT ?10) ORDER BY t.no";
    static const char of_session[] = STORE_TASK_SHORT
        " WHERE t.no IN (SELECT no FROM tasks WHERE session = ?9 AND state IN " ANY_STATE " LIMIT ?10) ORDER BY t.no";
    struct store_tasks_found found = {0};
    autoreset sqlite3_stmt *list = store_sql(tx, session ? of_session : of_all);
    bind_states(list, states);
    if (session)
        (void)sqlite3_bind_int64(list, SESSION_PARAMETER, session);
    (void)sqlite3_bind_int64(list, LIMIT_PARAMETER, limit);

    int r;
    while ((r = store_step(tx, list)) > 0) {
        found.items = store_list_grow(arena, found.items, found.count, sizeof *found.items);
        if (!found.items)
            return -ENOMEM;
        r = store_task_row(list, arena, &found.items[found.count]);
        if (r == -EBADMSG)
            continue;
        if (r < 0)
            return r;
        found.count++;
    }
    if (r == 0)
        *ret_tasks = found;
    return r;
}

int store_task_counts(struct store_tx *tx, int64_t ret_counts[static TASK_STATE_COUNT])
{
    int64_t counts[TASK_STATE_COUNT] = {0};
    autoreset sqlite3_stmt *list = store_sql(tx, "SELECT state, count FROM task_counts");
    int r;
    while ((r = store_step(tx, list)) > 0) {
        unsigned state = 0;
        if (store_column_word(list, 0, &task_state_shape, &state) == 0)
            counts[state] = sqlite3_column_int64(list, 1);
    }
    if (r == 0)
        memcpy(ret_counts, counts, sizeof counts);
    return r;
}

/* --- pages ---------------------------------------------------------------------------- */

/* One for each filter, so that each has its index. Ids sort by time. */
#define NEWEST_FIRST " ORDER BY t.id DESC LIMIT ?2"
static const char page_of_all[] = STORE_TASK_BRIEF " WHERE t.id < ?1" NEWEST_FIRST;
static const char page_of_state[] = STORE_TASK_BRIEF " WHERE t.id < ?1 AND t.state = ?3" NEWEST_FIRST;
static const char page_of_session[] = STORE_TASK_BRIEF " WHERE t.id < ?1 AND t.session = ?4" NEWEST_FIRST;
static const char page_of_both[] = STORE_TASK_BRIEF " WHERE t.id < ?1 AND t.state = ?3 AND t.session = ?4" NEWEST_FIRST;
/* The rest of the filter is looked at row by row. */
static const char page_of_cwd[] = STORE_TASK_BRIEF " WHERE t.id < ?1 AND t.cwd = ?5 AND (?3 IS NULL OR t.state = ?3)"
                                                   " AND (?4 IS NULL OR t.session = ?4)" NEWEST_FIRST;

static size_t weigh(const struct task_record *record)
{
    return RECORD_BYTES + record->prompt.size + record->cwd.size + record->agent.size + record->idempotency_key.size +
           record->progress.message.size;
}

static int read_page(struct store_tx *tx, sqlite3_stmt *list, size_t bytes_max, struct arena *arena,
                     struct store_tasks *ret_tasks)
{
    struct store_tasks found = {0};
    size_t bytes = 0;
    int r = 0;
    while (bytes <= bytes_max && (r = store_step(tx, list)) > 0) {
        struct store_task task;
        found.items = store_list_grow(arena, found.items, found.count, sizeof *found.items);
        if (!found.items)
            return -ENOMEM;
        r = store_task_row(list, arena, &task);
        if (r == -EBADMSG)
            continue;
        if (r < 0)
            return r;
        found.items[found.count++] = task.record;
        bytes += weigh(&task.record);
    }
    if (r < 0)
        return r;
    *ret_tasks = found;
    return 0;
}

/* 0 in *ret_session: there is no such session. */
static int session_number(struct store_tx *tx, struct slice id, int64_t *ret_session)
{
    *ret_session = 0;
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT no FROM sessions WHERE id = ?1 AND removed = 0");
    store_bind_slice(find, 1, id);
    int r = store_number(tx, find, ret_session);
    return r < 0 ? r : 0;
}

int store_task_list(struct store_tx *tx, const struct store_task_filter *filter, struct arena *arena,
                    struct store_tasks *ret_tasks)
{
    bool in_session = filter->session_id.size > 0;
    int64_t session = 0;
    int r = in_session ? session_number(tx, filter->session_id, &session) : 0;
    if (r < 0)
        return r;
    if (in_session && session == 0) {
        *ret_tasks = (struct store_tasks){0};
        return 0;
    }

    const char *sql = filter->cwd.size > 0 ? page_of_cwd
                      : filter->has_state  ? (in_session ? page_of_both : page_of_state)
                                           : (in_session ? page_of_session : page_of_all);
    autoreset sqlite3_stmt *list = store_sql(tx, sql);
    store_bind_slice(list, 1, filter->after.size > 0 ? filter->after : SLICE("~"));
    (void)sqlite3_bind_int64(list, 2, filter->limit > 0 ? filter->limit : 0);
    if (filter->has_state)
        store_bind_word(list, 3, &task_state_shape, filter->state);
    if (in_session)
        (void)sqlite3_bind_int64(list, 4, session);
    if (filter->cwd.size > 0)
        store_bind_slice(list, 5, filter->cwd);
    return read_page(tx, list, filter->bytes, arena, ret_tasks);
}
