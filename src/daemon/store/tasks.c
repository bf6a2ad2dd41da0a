/* Rows of tasks. */
#include <errno.h>

#include "base/cleanup.h"
#include "daemon/store/columns.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"

/* Tasks of removed sessions are hidden. The order of the joins is the order of execution; WHERE and ORDER BY of
 * the caller refer to `t`.
 *
 * A file that could not be migrated can still be read. Its tasks have no column `limits`: SQL resolves an
 * unknown name of a subquery in the outer query, so the name then refers to that of `s`, which is NULL. */
#define TASK_LIMITS "(SELECT limits FROM tasks l WHERE l.no = t.no)"
#define TASK_SELECT(texts)                                                                                             \
    "SELECT t.no, t.session, t.id, s.id, t.state, t.priority, t.agent, t.cwd, t.timeout_ms, t.idempotency_key,"        \
    " t.created_at, t.started_at, t.ended_at, t.stop_reason, t.last_sequence, " texts                                  \
    " FROM tasks t CROSS JOIN (SELECT no, id, removed, NULL AS limits FROM sessions) s"                                \
    " ON s.no = t.session AND s.removed = 0 CROSS JOIN prompts p ON p.task = t.no"
#define TASK_WHOLE TASK_SELECT(TASK_LIMITS ", t.progress, p.prompt, p.request, t.result")
#define TASK_BRIEF TASK_SELECT(TASK_LIMITS ", t.progress, p.prompt, NULL, NULL")
#define TASK_SHORT TASK_SELECT("NULL, NULL, NULL, NULL, NULL")

/* The same states as in the index tasks_active. */
#define TASK_ACTIVE "('starting', 'running', 'awaiting_permission', 'stopping')"

enum { TERMS_BYTES = 1 << 20 };

/* --- adding --- */

/* -EEXIST: the key is in use. A task of a removed session loses its key. */
static int claim_key(struct store_tx *tx, struct slice key)
{
    autoreset sqlite3_stmt *find =
        store_sql(tx, "SELECT t.no, s.removed FROM tasks t JOIN sessions s ON s.no = t.session"
                      " WHERE t.idempotency_key = ?1");
    store_bind_slice(find, 1, key);
    int r = store_step(tx, find);
    if (r <= 0)
        return r;
    if (sqlite3_column_int64(find, 1) == 0)
        return -EEXIST;
    autoreset sqlite3_stmt *release = store_sql(tx, "UPDATE tasks SET idempotency_key = NULL WHERE no = ?1");
    (void)sqlite3_bind_int64(release, 1, sqlite3_column_int64(find, 0));
    return store_run(tx, release);
}

/* Encodes the column `limits`, which has other terms too. Empty if none is set. */
static int write_terms(const struct task_record *record, struct buf *text)
{
    const struct task_limits *limits = &record->limits;
    bool has_limits = record->limits_is == FIELD_SET;
    const struct task_terms terms = {
        .memory_bytes = limits->memory_bytes,
        .memory_bytes_is = has_limits ? limits->memory_bytes_is : FIELD_ABSENT,
        .processes = limits->processes,
        .processes_is = has_limits ? limits->processes_is : FIELD_ABSENT,
        .output_bytes = limits->output_bytes,
        .output_bytes_is = has_limits ? limits->output_bytes_is : FIELD_ABSENT,
        .tokens = limits->tokens,
        .tokens_is = has_limits ? limits->tokens_is : FIELD_ABSENT,
        .tools = record->tools,
        .tools_is = record->tools_is,
        .stream = record->stream,
        .stream_is = record->stream_is,
        .attachments = record->attachments,
        .attachments_is = record->attachments_is,
        .cause = record->cause,
        .cause_is = record->cause_is,
    };
    if (!has_limits && record->tools_is != FIELD_SET && record->stream_is != FIELD_SET &&
        record->attachments_is != FIELD_SET && record->cause_is != FIELD_SET)
        return 0;
    return json_encode(text, &task_terms_shape, &terms);
}

static int read_terms(sqlite3_stmt *row, int column, struct arena *arena, struct task_record *record)
{
    struct task_terms terms = {0};
    enum field_is is = FIELD_ABSENT;
    int r = store_column_struct(row, column, arena, &task_terms_shape, &terms, &is);
    if (r < 0 || is != FIELD_SET)
        return r;
    record->limits = (struct task_limits){
        .memory_bytes = terms.memory_bytes,
        .memory_bytes_is = terms.memory_bytes_is,
        .processes = terms.processes,
        .processes_is = terms.processes_is,
        .output_bytes = terms.output_bytes,
        .output_bytes_is = terms.output_bytes_is,
        .tokens = terms.tokens,
        .tokens_is = terms.tokens_is,
    };
    bool has_limits = terms.memory_bytes_is == FIELD_SET || terms.processes_is == FIELD_SET ||
                      terms.output_bytes_is == FIELD_SET || terms.tokens_is == FIELD_SET;
    bool has_others = terms.tools_is == FIELD_SET || terms.stream_is == FIELD_SET ||
                      terms.attachments_is == FIELD_SET || terms.cause_is == FIELD_SET;
    /* Without others, a stored column means that there are limits. */
    record->limits_is = has_limits || !has_others ? FIELD_SET : FIELD_ABSENT;
    record->tools = terms.tools;
    record->tools_is = terms.tools_is;
    record->stream = terms.stream;
    record->stream_is = terms.stream_is;
    record->attachments = terms.attachments;
    record->attachments_is = terms.attachments_is;
    record->cause = terms.cause;
    record->cause_is = terms.cause_is;
    return 0;
}

static int add_row(struct store_tx *tx, const struct store_task *task)
{
    const struct task_record *record = &task->record;
    AUTO(buf_clear) struct buf terms = BUF_LIMITED(TERMS_BYTES);
    int r = write_terms(record, &terms);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *add =
        store_sql(tx, "INSERT INTO tasks (id, session, state, priority, agent, cwd, timeout_ms, idempotency_key,"
                      " created_at, started_at, ended_at, stop_reason, last_sequence, limits)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)");
    store_bind_slice(add, 1, record->id);
    (void)sqlite3_bind_int64(add, 2, task->session_no);
    store_bind_word(add, 3, &task_state_shape, record->state);
    (void)sqlite3_bind_int64(add, 4, record->priority);
    store_bind_optional(add, 5, record->agent_is, record->agent);
    store_bind_slice(add, 6, record->cwd);
    (void)sqlite3_bind_int64(add, 7, record->timeout_ms);
    store_bind_optional(add, 8, record->idempotency_key_is, record->idempotency_key);
    (void)sqlite3_bind_int64(add, 9, record->created_at);
    store_bind_number(add, 10, record->started_at_is, record->started_at);
    store_bind_number(add, 11, record->ended_at_is, record->ended_at);
    store_bind_slice(add, 12, task->stop_reason.size > 0 ? task->stop_reason : (struct slice){0});
    (void)sqlite3_bind_int64(add, 13, task->last_sequence);
    store_bind_slice(add, 14, buf_slice(&terms));
    return store_run(tx, add);
}

static int add_prompt(struct store_tx *tx, const struct store_task *task)
{
    autoreset sqlite3_stmt *add = store_sql(tx, "INSERT INTO prompts (task, prompt, request) VALUES (?1, ?2, ?3)");
    (void)sqlite3_bind_int64(add, 1, task->no);
    store_bind_optional(add, 2, FIELD_SET, task->record.prompt);
    store_bind_slice(add, 3, task->request.size > 0 ? task->request : (struct slice){0});
    return store_run(tx, add);
}

int store_task_add(struct store_tx *tx, struct arena *arena, struct store_task *task)
{
    char id[ID_SIZE];
    int r = task->record.idempotency_key_is == FIELD_SET ? claim_key(tx, task->record.idempotency_key) : 0;
    if (r == 0 && task->record.id.size == 0) {
        r = id_make(&tx->ids, "task_", id);
        if (r == 0)
            task->record.id = arena_copy(arena, slice_of(id));
        if (r == 0 && !task->record.id.data)
            r = -ENOMEM;
    }
    if (r < 0)
        return r;
    r = add_row(tx, task);
    if (r < 0)
        return r;
    task->no = sqlite3_last_insert_rowid(tx->db);
    return add_prompt(tx, task);
}

/* --- rows --- */

static int read_texts(sqlite3_stmt *row, struct arena *arena, struct store_task *task)
{
    struct task_record *record = &task->record;
    int r = store_column_slice(row, 2, arena, &record->id, NULL);
    if (r == 0)
        r = store_column_slice(row, 3, arena, &record->session_id, NULL);
    if (r == 0)
        r = store_column_slice(row, 6, arena, &record->agent, &record->agent_is);
    if (r == 0)
        r = store_column_slice(row, 7, arena, &record->cwd, NULL);
    if (r == 0)
        r = store_column_slice(row, 9, arena, &record->idempotency_key, &record->idempotency_key_is);
    if (r == 0)
        r = store_column_slice(row, 13, arena, &task->stop_reason, NULL);
    if (r == 0)
        r = store_column_slice(row, 17, arena, &record->prompt, NULL);
    if (r == 0)
        r = store_column_slice(row, 18, arena, &task->request, NULL);
    return r;
}

static int read_task(sqlite3_stmt *row, struct arena *arena, struct store_task *ret_task)
{
    struct store_task task = {.no = sqlite3_column_int64(row, 0), .session_no = sqlite3_column_int64(row, 1)};
    struct task_record *record = &task.record;
    unsigned state = 0;
    int r = read_texts(row, arena, &task);
    if (r == 0)
        r = store_column_word(row, 4, &task_state_shape, &state);
    record->state = (enum task_state)state;
    record->priority = sqlite3_column_int64(row, 5);
    record->timeout_ms = sqlite3_column_int64(row, 8);
    record->created_at = sqlite3_column_int64(row, 10);
    record->started_at = store_column_number(row, 11, &record->started_at_is);
    record->ended_at = store_column_number(row, 12, &record->ended_at_is);
    task.last_sequence = sqlite3_column_int64(row, 14);
    if (r == 0)
        r = read_terms(row, 15, arena, record);
    if (r == 0)
        r = store_column_shown(row, 16, arena, &task_progress_shape, &record->progress, &record->progress_is);
    if (r == 0)
        r = store_column_shown(row, 19, arena, &task_result_shape, &record->result, &record->result_is);
    if (r == 0)
        *ret_task = task;
    return r;
}

/* --- single tasks --- */

static int find_one(struct store_tx *tx, sqlite3_stmt *find, struct arena *arena, struct store_task *ret_task)
{
    int r = store_step(tx, find);
    return r > 0 ? read_task(find, arena, ret_task) : r < 0 ? r : -ENOENT;
}

int store_task_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_task *ret_task)
{
    autoreset sqlite3_stmt *find = store_sql(tx, TASK_WHOLE " WHERE t.id = ?1");
    store_bind_slice(find, 1, id);
    return find_one(tx, find, arena, ret_task);
}

int store_task_find_key(struct store_tx *tx, struct slice key, struct arena *arena, struct store_task *ret_task)
{
    autoreset sqlite3_stmt *find = store_sql(tx, TASK_WHOLE " WHERE t.idempotency_key = ?1");
    store_bind_slice(find, 1, key);
    return find_one(tx, find, arena, ret_task);
}

/* Looks up the sessions with running tasks once, and then scans the queue in its index only. */
int store_task_next(struct store_tx *tx, struct arena *arena, struct store_task *ret_task)
{
    autoreset sqlite3_stmt *find = store_sql(
        tx, TASK_WHOLE " WHERE t.no = (SELECT q.no FROM tasks q INDEXED BY tasks_queued WHERE q.state = 'queued'"
                       " AND q.session NOT IN (SELECT a.session FROM tasks a INDEXED BY tasks_active"
                       " WHERE a.state IN " TASK_ACTIVE ") ORDER BY q.priority DESC, q.no LIMIT 1)");
    return find_one(tx, find, arena, ret_task);
}

/* --- state changes: each is one conditional write --- */

enum { TEXT_MAX = 256 << 20 };

/* Returns 0 if the write changed a row, otherwise why not. */
static int changed(struct store_tx *tx, int64_t task)
{
    if (sqlite3_changes(tx->db) > 0)
        return 0;
    autoreset sqlite3_stmt *look = store_sql(tx, "SELECT 1 FROM tasks WHERE no = ?1");
    (void)sqlite3_bind_int64(look, 1, task);
    return store_why_unchanged(tx, look);
}

/* -EBUSY: another task of the session is running. The unique index would refuse it too, but as an error of the
 * store. */
static int refuse_second(struct store_tx *tx, int64_t task)
{
    autoreset sqlite3_stmt *look =
        store_sql(tx, "SELECT 1 FROM tasks t CROSS JOIN tasks a INDEXED BY tasks_active ON a.session = t.session"
                      " WHERE t.no = ?1 AND a.no <> t.no AND a.state IN " TASK_ACTIVE);
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

/* The size of a task in a page, without its texts. */
enum { RECORD_BYTES = 512 };

/* --- tasks by state --- */

/* Binds ?1 to ?8 to the words of these states. The others are NULL, which equals nothing. */
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
        TASK_SHORT " WHERE t.no IN (SELECT no FROM tasks WHERE state IN " ANY_STATE " LIMIT ?10) ORDER BY t.no";
    static const char of_session[] = TASK_SHORT
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
        r = read_task(list, arena, &found.items[found.count]);
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

/* --- pages --- */

/* One statement for each filter, so that each uses an index. Ids sort by time. */
#define NEWEST_FIRST " ORDER BY t.id DESC LIMIT ?2"
static const char page_of_all[] = TASK_BRIEF " WHERE t.id < ?1" NEWEST_FIRST;
static const char page_of_state[] = TASK_BRIEF " WHERE t.id < ?1 AND t.state = ?3" NEWEST_FIRST;
static const char page_of_session[] = TASK_BRIEF " WHERE t.id < ?1 AND t.session = ?4" NEWEST_FIRST;
static const char page_of_both[] = TASK_BRIEF " WHERE t.id < ?1 AND t.state = ?3 AND t.session = ?4" NEWEST_FIRST;
/* Other conditions are checked row by row. */
static const char page_of_cwd[] = TASK_BRIEF " WHERE t.id < ?1 AND t.cwd = ?5 AND (?3 IS NULL OR t.state = ?3)"
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
        r = read_task(list, arena, &task);
        if (r == -EBADMSG)
            continue;
        if (r != 0)
            return r;
        found.items[found.count++] = task.record;
        bytes += weigh(&task.record);
    }
    if (r < 0)
        return r;
    *ret_tasks = found;
    return 0;
}

/* *ret_session is 0 if there is no such session. */
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
