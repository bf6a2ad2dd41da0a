/* Tasks: adding and finding. */
#include <errno.h>

#include "base/cleanup.h"
#include "daemon/store/columns.h"
#include "daemon/store/task_rows.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"

enum { TERMS_BYTES = 1 << 20 };

/* --- adding --------------------------------------------------------------------------- */

/* -EEXIST: somebody has this key. A task of a removed session holds no key any more. */
static int take_key(struct store_tx *tx, struct slice key)
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

/* The column is named after what it had first. Nothing, where nothing is given. */
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
    };
    if (!has_limits && record->tools_is != FIELD_SET && record->stream_is != FIELD_SET &&
        record->attachments_is != FIELD_SET)
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
    bool has_others = terms.tools_is == FIELD_SET || terms.stream_is == FIELD_SET || terms.attachments_is == FIELD_SET;
    record->limits_is = has_limits || !has_others ? FIELD_SET : FIELD_ABSENT; /* else nothing would have been stored */
    record->tools = terms.tools;
    record->tools_is = terms.tools_is;
    record->stream = terms.stream;
    record->stream_is = terms.stream_is;
    record->attachments = terms.attachments;
    record->attachments_is = terms.attachments_is;
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
    int r = task->record.idempotency_key_is == FIELD_SET ? take_key(tx, task->record.idempotency_key) : 0;
    if (r == 0)
        r = id_make(&tx->ids, "task_", id);
    if (r < 0)
        return r;
    task->record.id = arena_copy(arena, slice_of(id));
    if (!task->record.id.data)
        return -ENOMEM;
    r = add_row(tx, task);
    if (r < 0)
        return r;
    task->no = sqlite3_last_insert_rowid(tx->db);
    return add_prompt(tx, task);
}

/* --- rows ----------------------------------------------------------------------------- */

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

int store_task_row(sqlite3_stmt *row, struct arena *arena, struct store_task *ret_task)
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

/* --- finding one ---------------------------------------------------------------------- */

static int find_one(struct store_tx *tx, sqlite3_stmt *find, struct arena *arena, struct store_task *ret_task)
{
    int r = store_step(tx, find);
    return r > 0 ? store_task_row(find, arena, ret_task) : r < 0 ? r : -ENOENT;
}

int store_task_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_task *ret_task)
{
    autoreset sqlite3_stmt *find = store_sql(tx, STORE_TASK_WHOLE " WHERE t.id = ?1");
    store_bind_slice(find, 1, id);
    return find_one(tx, find, arena, ret_task);
}

int store_task_find_key(struct store_tx *tx, struct slice key, struct arena *arena, struct store_task *ret_task)
{
    autoreset sqlite3_stmt *find = store_sql(tx, STORE_TASK_WHOLE " WHERE t.idempotency_key = ?1");
    store_bind_slice(find, 1, key);
    return find_one(tx, find, arena, ret_task);
}

/* The sessions at work are looked up once; the queue is then walked in its index alone. */
int store_task_next(struct store_tx *tx, struct arena *arena, struct store_task *ret_task)
{
    autoreset sqlite3_stmt *find = store_sql(
        tx, STORE_TASK_WHOLE " WHERE t.no = (SELECT q.no FROM tasks q INDEXED BY tasks_queued WHERE q.state = 'queued'"
                             " AND q.session NOT IN (SELECT a.session FROM tasks a INDEXED BY tasks_active"
                             " WHERE a.state IN " STORE_TASK_ACTIVE ") ORDER BY q.priority DESC, q.no LIMIT 1)");
    return find_one(tx, find, arena, ret_task);
}
