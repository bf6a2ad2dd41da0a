#include "daemon/store/questions.h"

#include <errno.h>

#include "daemon/store/columns.h"
#include "json/encode.h"

enum { TEXT_MAX = 4 << 20, ROW_BYTES = 512, KEPT = 1000, PRUNE_ROWS = 500 };

#define COLUMNS                                                                                                        \
    "id, server, server_name, request_key, session, task, tool, mode, message, schema, url, state, created_at,"        \
    " expires_at, answered_at, answered_by FROM questions"

/* --- writing --- */

static int write_schema(struct buf *out, const struct question_record *record)
{
    struct question_record only = {.schema = record->schema, .schema_is = record->schema_is};
    const struct shape *shape = &question_record_shape;
    for (uint32_t i = 0; record->schema_is == FIELD_SET && i < shape->of.object.count; i++) {
        const struct shape_field *field = &shape->of.object.fields[i];
        if (slice_is(field->name, "schema"))
            return json_encode(out, field->shape, (const char *)&only + field->offset);
    }
    return 0;
}

int store_question_add(struct store_tx *tx, struct arena *arena, struct store_question *question)
{
    struct question_record *record = &question->record;
    struct buf schema = BUF_LIMITED(TEXT_MAX);
    char id[ID_SIZE];
    int r = id_make(&tx->ids, "ques_", id);
    if (r == 0)
        r = write_schema(&schema, record);
    record->id = arena_copy(arena, slice_of(r == 0 ? id : ""));
    if (r == 0 && !record->id.data)
        r = -ENOMEM;
    if (r == 0) {
        autoreset sqlite3_stmt *add =
            store_sql(tx, "INSERT INTO questions (id, server, server_name, request_key, session, task, tool, mode,"
                          " message, schema, url, state, created_at, expires_at)"
                          " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)");
        store_bind_slice(add, 1, record->id);
        store_bind_slice(add, 2, record->server_id);
        store_bind_slice(add, 3, record->server_name);
        store_bind_slice(add, 4, question->key);
        store_bind_optional(add, 5, record->session_id_is, record->session_id);
        store_bind_optional(add, 6, record->task_id_is, record->task_id);
        store_bind_optional(add, 7, record->tool_is, record->tool);
        store_bind_word(add, 8, &connector_question_mode_shape, record->mode);
        store_bind_optional(add, 9, FIELD_SET, record->message);
        store_bind_optional(add, 10, schema.size > 0 ? FIELD_SET : FIELD_ABSENT, buf_slice(&schema));
        store_bind_optional(add, 11, record->url_is, record->url);
        store_bind_word(add, 12, &question_state_shape, record->state);
        (void)sqlite3_bind_int64(add, 13, record->created_at);
        store_bind_number(add, 14, question->expires_at > 0 ? FIELD_SET : FIELD_ABSENT, question->expires_at);
        r = store_run(tx, add);
    }
    buf_clear(&schema);
    return r;
}

int store_question_resolve(struct store_tx *tx, const struct question_record *record)
{
    autoreset sqlite3_stmt *save = store_sql(tx, "UPDATE questions SET state = ?2, answered_at = ?3, answered_by = ?4"
                                                 " WHERE id = ?1 AND state = 'pending'");
    store_bind_slice(save, 1, record->id);
    store_bind_word(save, 2, &question_state_shape, record->state);
    store_bind_number(save, 3, record->answered_at_is, record->answered_at);
    store_bind_optional(save, 4, record->answered_by_is, record->answered_by);
    int r = store_run(tx, save);
    if (r < 0 || sqlite3_changes(tx->db) > 0)
        return r;
    autoreset sqlite3_stmt *look = store_sql(tx, "SELECT 1 FROM questions WHERE id = ?1");
    store_bind_slice(look, 1, record->id);
    return store_why_unchanged(tx, look);
}

int store_question_prune(struct store_tx *tx, int64_t older_than_ms)
{
    autoreset sqlite3_stmt *old =
        store_sql(tx, "DELETE FROM questions WHERE no IN (SELECT no FROM questions WHERE state <> 'pending'"
                      " AND created_at < ?1 ORDER BY created_at LIMIT ?2)");
    (void)sqlite3_bind_int64(old, 1, older_than_ms);
    (void)sqlite3_bind_int64(old, 2, PRUNE_ROWS);
    int r = store_run(tx, old);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *surplus =
        store_sql(tx, "DELETE FROM questions WHERE no IN (SELECT no FROM questions WHERE state <> 'pending'"
                      " AND no <= (SELECT max(no) FROM questions) - ?1 ORDER BY no LIMIT ?2)");
    (void)sqlite3_bind_int64(surplus, 1, KEPT);
    (void)sqlite3_bind_int64(surplus, 2, PRUNE_ROWS);
    return store_run(tx, surplus);
}

static int find_number(struct store_tx *tx, sqlite3_stmt *find, enum field_is is, struct slice id, int64_t *ret_no)
{
    *ret_no = 0;
    if (is != FIELD_SET)
        return 0;
    store_bind_slice(find, 1, id);
    int r = store_number(tx, find, ret_no);
    return r < 0 ? r : 0;
}

int store_question_place(struct store_tx *tx, const struct question_record *record, int64_t *ret_session,
                         int64_t *ret_task)
{
    autoreset sqlite3_stmt *session = store_sql(tx, "SELECT no FROM sessions WHERE id = ?1 AND removed = 0");
    autoreset sqlite3_stmt *task = store_sql(tx, "SELECT no FROM tasks WHERE id = ?1");
    int r = find_number(tx, session, record->session_id_is, record->session_id, ret_session);
    if (r == 0 && *ret_session > 0)
        r = find_number(tx, task, record->task_id_is, record->task_id, ret_task);
    else
        *ret_task = 0;
    return r;
}

/* --- reading --- */

static int read_text(sqlite3_stmt *row, struct arena *arena, struct store_question *question)
{
    struct question_record *record = &question->record;
    struct slice *texts[] = {&record->id, &record->server_id, &record->server_name, &question->key};
    int r = 0;
    for (int i = 0; r == 0 && i < 4; i++)
        r = store_column_slice(row, i, arena, texts[i], NULL);
    if (r == 0)
        r = store_column_slice(row, 4, arena, &record->session_id, &record->session_id_is);
    if (r == 0)
        r = store_column_slice(row, 5, arena, &record->task_id, &record->task_id_is);
    if (r == 0)
        r = store_column_slice(row, 6, arena, &record->tool, &record->tool_is);
    if (r == 0)
        r = store_column_slice(row, 8, arena, &record->message, NULL);
    if (r == 0)
        r = store_column_slice(row, 10, arena, &record->url, &record->url_is);
    return r < 0 ? r : store_column_slice(row, 15, arena, &record->answered_by, &record->answered_by_is);
}

static int read_schema(sqlite3_stmt *row, struct arena *arena, struct question_record *record)
{
    const struct shape *shape = &question_record_shape;
    for (uint32_t i = 0; i < shape->of.object.count; i++) {
        const struct shape_field *field = &shape->of.object.fields[i];
        if (slice_is(field->name, "schema"))
            return store_column_shown(row, 9, arena, field->shape, (char *)record + field->offset, &record->schema_is);
    }
    return 0;
}

static int read_question(sqlite3_stmt *row, struct arena *arena, struct store_question *ret_question)
{
    struct store_question question = {0};
    struct question_record *record = &question.record;
    unsigned mode = 0, state = 0;
    int r = read_text(row, arena, &question);
    if (r == 0)
        r = store_column_word(row, 7, &connector_question_mode_shape, &mode);
    if (r == 0)
        r = store_column_word(row, 11, &question_state_shape, &state);
    if (r == 0)
        r = read_schema(row, arena, record);
    record->mode = (enum connector_question_mode)mode;
    record->state = (enum question_state)state;
    record->created_at = sqlite3_column_int64(row, 12);
    question.expires_at = sqlite3_column_int64(row, 13);
    record->answered_at = store_column_number(row, 14, &record->answered_at_is);
    if (r == 0)
        *ret_question = question;
    return r;
}

int store_question_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_question *ret_question)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT " COLUMNS " WHERE id = ?1");
    store_bind_slice(find, 1, id);
    int r = store_step(tx, find);
    return r > 0 ? read_question(find, arena, ret_question) : r < 0 ? r : -ENOENT;
}

int store_question_list(struct store_tx *tx, const struct store_question_filter *filter, struct arena *arena,
                        struct store_questions *ret_questions)
{
    struct store_questions found = {0};
    size_t bytes = 0;
    autoreset sqlite3_stmt *list =
        store_sql(tx, "SELECT " COLUMNS " WHERE (?1 = 0 OR state = 'pending') AND (?2 IS NULL OR session = ?2)"
                      " AND (?3 IS NULL OR id < ?3) ORDER BY id DESC LIMIT ?4");
    (void)sqlite3_bind_int64(list, 1, filter->pending);
    store_bind_optional(list, 2, filter->session_id.size > 0 ? FIELD_SET : FIELD_ABSENT, filter->session_id);
    store_bind_optional(list, 3, filter->after.size > 0 ? FIELD_SET : FIELD_ABSENT, filter->after);
    (void)sqlite3_bind_int64(list, 4, filter->limit);
    int r = 0;
    while (bytes <= filter->bytes && (r = store_step(tx, list)) > 0) {
        found.items = store_list_grow(arena, found.items, found.count, sizeof *found.items);
        if (!found.items)
            return -ENOMEM;
        bytes += ROW_BYTES + (size_t)sqlite3_column_bytes(list, 8) + (size_t)sqlite3_column_bytes(list, 9);
        r = read_question(list, arena, &found.items[found.count]);
        if (r < 0 && r != -EBADMSG)
            return r;
        found.count += r == 0;
    }
    if (r >= 0)
        *ret_questions = found;
    return r < 0 ? r : 0;
}
