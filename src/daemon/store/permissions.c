/* Rows of permission requests, pending and resolved. */
#include "daemon/store/permissions.h"

#include <errno.h>

#include "base/cleanup.h"
#include "daemon/store/columns.h"
#include "daemon/store/mcp.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"
#include "json/write.h"

enum {
    TEXT_MAX = 64 << 20,
    ROW_BYTES = 64 << 20,
    RECORD_BYTES = 512,   /* the size of a row in a page, without its texts */
    DECIDED_KEPT = 20000, /* maximum number of requests that were decided at once */
    PRUNE_ROWS = 4000,
};

#define COLUMNS                                                                                                        \
    "p.no, p.session, p.task, p.seq, p.request_key, p.digest, p.id, p.state, s.id, t.id, p.tool, p.input, p.cwd,"      \
    " p.paths, p.command, p.parts, p.suggestion, p.created_at, p.expires_at, p.answered_at, p.reason, p.note,"         \
    " p.answered_by, (SELECT approver_at FROM permissions l WHERE l.no = p.no),"                                       \
    " (SELECT suggestions FROM permissions l WHERE l.no = p.no), (SELECT mcp FROM permissions l WHERE l.no = p.no)"
/* Requests of removed sessions are hidden. The order of the joins is the order of execution. A file that could
 * not be migrated lacks the last three columns: the names then resolve to those of `s`, see tasks.c. */
#define FROM                                                                                                           \
    " FROM permissions p CROSS JOIN (SELECT no, id, removed, NULL AS approver_at, NULL AS suggestions, NULL AS mcp"    \
    " FROM sessions) s ON s.no = p.session AND s.removed = 0"                                                          \
    " CROSS JOIN tasks t ON t.no = p.task"

void store_permission_set_limit(struct store_permission *permission)
{
    struct permission_request *record = &permission->record;
    record->expires_at = permission->timeout_at;
    record->expires_at_is = permission->timeout_at > 0 ? FIELD_SET : FIELD_ABSENT;
    record->approver_by = permission->approver_at;
    record->approver_by_is = permission->approver_at > 0 ? FIELD_SET : FIELD_ABSENT;
}

/* --- writing --- */

/* The columns with lists or objects, encoded as JSON. */
struct texts {
    struct buf paths, parts, suggestion, suggestions, mcp;
};

static void write_list(struct buf *out, const struct slice *items, size_t count)
{
    buf_append_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            buf_append_char(out, ',');
        json_write_string(out, items[i]);
    }
    buf_append_char(out, ']');
}

static void write_rules(struct buf *out, const struct permission_new_rule *rules, size_t count)
{
    buf_append_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            buf_append_char(out, ',');
        (void)json_encode(out, &permission_new_rule_shape, &rules[i]);
    }
    buf_append_char(out, ']');
}

static int write_texts(const struct permission_request *record, struct texts *texts)
{
    if (record->paths_is == FIELD_SET)
        write_list(&texts->paths, record->paths.items, record->paths.count);
    if (record->parts_is == FIELD_SET)
        write_list(&texts->parts, record->parts.items, record->parts.count);
    if (record->suggestion_is == FIELD_SET)
        (void)json_encode(&texts->suggestion, &permission_new_rule_shape, &record->suggestion);
    if (record->suggestions_is == FIELD_SET)
        write_rules(&texts->suggestions, record->suggestions.items, record->suggestions.count);
    if (record->mcp_is == FIELD_SET)
        (void)json_encode(&texts->mcp, &permission_mcp_call_shape, &record->mcp);
    int r = texts->paths.error;
    if (r == 0)
        r = texts->mcp.error;
    if (r == 0)
        r = texts->parts.error;
    if (r == 0)
        r = texts->suggestions.error;
    return r < 0 ? r : texts->suggestion.error;
}

static void clear_texts(struct texts *texts)
{
    buf_clear(&texts->paths);
    buf_clear(&texts->parts);
    buf_clear(&texts->suggestion);
    buf_clear(&texts->suggestions);
    buf_clear(&texts->mcp);
}

static void bind_row(sqlite3_stmt *add, const struct store_permission *permission, struct slice id,
                     const struct texts *texts)
{
    const struct permission_request *record = &permission->record;
    store_bind_slice(add, 1, id);
    (void)sqlite3_bind_int64(add, 2, permission->session_no);
    (void)sqlite3_bind_int64(add, 3, permission->task_no);
    store_bind_optional(add, 4, permission->key.size > 0 ? FIELD_SET : FIELD_ABSENT, permission->key);
    (void)sqlite3_bind_blob(add, 5, permission->digest, STORE_DIGEST_SIZE, SQLITE_STATIC);
    store_bind_word(add, 6, &permission_request_state_shape, record->state);
    store_bind_slice(add, 7, record->tool);
    store_bind_optional(add, 8, record->input_is, record->input.text);
    store_bind_slice(add, 9, record->cwd);
    store_bind_optional(add, 10, record->paths_is, buf_slice(&texts->paths));
    store_bind_optional(add, 11, record->command_is, record->command);
    store_bind_optional(add, 12, record->parts_is, buf_slice(&texts->parts));
    store_bind_optional(add, 13, record->suggestion_is, buf_slice(&texts->suggestion));
    (void)sqlite3_bind_int64(add, 14, record->created_at);
    (void)sqlite3_bind_int64(add, 15, permission->timeout_at);
    store_bind_number(add, 16, record->answered_at_is, record->answered_at);
    store_bind_optional(add, 17, record->reason_is, record->reason);
    store_bind_number(add, 18, permission->approver_at > 0 ? FIELD_SET : FIELD_ABSENT, permission->approver_at);
    store_bind_optional(add, 19, record->suggestions_is, buf_slice(&texts->suggestions));
    store_bind_optional(add, 20, record->mcp_is, buf_slice(&texts->mcp));
}

#define INSERT                                                                                                         \
    "INTO permissions (id, session, task, request_key, digest, state, tool, input, cwd, paths, command, parts,"        \
    " suggestion, created_at, expires_at, answered_at, reason, approver_at, suggestions, mcp)"                         \
    " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20 WHERE EXISTS"   \
    " (SELECT 1 FROM tasks WHERE no = ?3"

static int insert(struct store_tx *tx, const char *sql, const struct store_permission *permission, struct slice id)
{
    struct texts texts = {BUF_LIMITED(TEXT_MAX), BUF_LIMITED(TEXT_MAX), BUF_LIMITED(TEXT_MAX), BUF_LIMITED(TEXT_MAX),
                          BUF_LIMITED(TEXT_MAX)};
    int r = write_texts(&permission->record, &texts);
    if (r == 0) {
        autoreset sqlite3_stmt *add = store_sql(tx, sql);
        bind_row(add, permission, id, &texts);
        r = store_run(tx, add);
    }
    clear_texts(&texts);
    return r;
}

/* A rule that an answer makes refers to the definition by its hash. */
static int keep_definitions(struct store_tx *tx, struct arena *arena, struct store_permission *permission)
{
    struct permission_mcp_call *about = &permission->record.mcp;
    int r = store_mcp_definition_keep(tx, about->definition, permission->definition);
    if (r < 0 || permission->allowed.size == 0)
        return r;
    r = store_mcp_definition_find(tx, permission->allowed, arena, &about->before);
    about->before_is = r == 0 ? FIELD_SET : FIELD_ABSENT;
    return r == -ENOENT ? 0 : r;
}

int store_permission_add(struct store_tx *tx, struct arena *arena, struct store_permission *permission,
                         char id[static ID_SIZE])
{
    int r = id_make(&tx->ids, "perm_", id);
    if (r == 0 && permission->definition.size > 0)
        r = keep_definitions(tx, arena, permission);
    if (r == 0)
        r = insert(tx, "INSERT " INSERT " AND state IN ('starting', 'running', 'awaiting_permission'))", permission,
                   slice_of(id));
    if (r < 0)
        return r;
    if (sqlite3_changes(tx->db) == 0)
        return -ESTALE;
    permission->no = sqlite3_last_insert_rowid(tx->db);
    permission->record.id = slice_of(id);
    return 0;
}

int store_permission_note_event(struct store_tx *tx, struct store_permission *permission)
{
    permission->seq = tx->last_seq;
    autoreset sqlite3_stmt *save = store_sql(tx, "UPDATE permissions SET seq = ?2 WHERE no = ?1");
    (void)sqlite3_bind_int64(save, 1, permission->no);
    (void)sqlite3_bind_int64(save, 2, permission->seq);
    return store_run(tx, save);
}

int store_permission_add_decided(struct store_tx *tx, const struct store_permission *permission)
{
    char id[ID_SIZE];
    int r = id_make(&tx->ids, "perm_", id);
    return r < 0 ? r : insert(tx, "INSERT OR IGNORE " INSERT ")", permission, slice_of(id));
}

int store_permission_prune(struct store_tx *tx)
{
    autoreset sqlite3_stmt *remove =
        store_sql(tx, "DELETE FROM permissions WHERE no IN (SELECT no FROM permissions WHERE seq IS NULL"
                      " AND no <= (SELECT max(no) FROM permissions) - ?1 ORDER BY no LIMIT ?2)");
    (void)sqlite3_bind_int64(remove, 1, DECIDED_KEPT);
    (void)sqlite3_bind_int64(remove, 2, PRUNE_ROWS);
    return store_run(tx, remove);
}

int store_permission_forget_key(struct store_tx *tx, struct slice id)
{
    autoreset sqlite3_stmt *save = store_sql(tx, "UPDATE permissions SET request_key = NULL WHERE id = ?1");
    store_bind_slice(save, 1, id);
    return store_run(tx, save);
}

int store_permission_resolve(struct store_tx *tx, const struct permission_request *record)
{
    autoreset sqlite3_stmt *save = store_sql(tx, "UPDATE permissions SET state = ?2, reason = ?3, note = ?4,"
                                                 " answered_by = ?5, answered_at = ?6 WHERE id = ?1"
                                                 " AND state = 'pending'");
    store_bind_slice(save, 1, record->id);
    store_bind_word(save, 2, &permission_request_state_shape, record->state);
    store_bind_optional(save, 3, record->reason_is, record->reason);
    store_bind_optional(save, 4, record->note_is, record->note);
    store_bind_optional(save, 5, record->answered_by_is, record->answered_by);
    store_bind_number(save, 6, record->answered_at_is, record->answered_at);
    int r = store_run(tx, save);
    if (r < 0 || sqlite3_changes(tx->db) > 0)
        return r;
    autoreset sqlite3_stmt *look = store_sql(tx, "SELECT 1 FROM permissions WHERE id = ?1");
    store_bind_slice(look, 1, record->id);
    return store_why_unchanged(tx, look);
}

int store_permission_approver_came(struct store_tx *tx)
{
    autoreset sqlite3_stmt *save =
        store_sql(tx, "UPDATE permissions SET approver_at = NULL WHERE state = 'pending' AND approver_at IS NOT NULL");
    return store_run(tx, save);
}

/* --- requests of a task --- */

int store_permission_count_unanswered(struct store_tx *tx, int64_t task, int64_t *ret_count)
{
    autoreset sqlite3_stmt *count =
        store_sql(tx, "SELECT count(*) FROM permissions WHERE task = ?1 AND state = 'expired'");
    (void)sqlite3_bind_int64(count, 1, task);
    int r = store_step(tx, count);
    if (r > 0)
        *ret_count = sqlite3_column_int64(count, 0);
    return r < 0 ? r : 0;
}

int store_permission_waited(struct store_tx *tx, int64_t task, int64_t now_ms, int64_t *ret_ms)
{
    autoreset sqlite3_stmt *list = store_sql(tx, "SELECT created_at, coalesce(answered_at, ?2) FROM permissions"
                                                 " WHERE task = ?1 AND seq IS NOT NULL ORDER BY created_at");
    int64_t waited = 0, upto = INT64_MIN;
    (void)sqlite3_bind_int64(list, 1, task);
    (void)sqlite3_bind_int64(list, 2, now_ms);
    int r;
    while ((r = store_step(tx, list)) > 0) {
        int64_t from = sqlite3_column_int64(list, 0), to = sqlite3_column_int64(list, 1);
        from = from > upto ? from : upto;
        waited += to > from ? to - from : 0;
        upto = to > upto ? to : upto;
    }
    if (r == 0)
        *ret_ms = waited;
    return r;
}

/* --- reading --- */

static int read_list(sqlite3_stmt *row, int column, struct arena *arena, struct slice **ret_items, size_t *ret_count)
{
    struct json_error error;
    yyjson_val *list = NULL, *item;
    size_t index, max;
    int r = json_read(arena, store_column_bytes(row, column), &list, &error);
    if (r < 0)
        return r == -EINVAL ? store_bad_row(row, column, "no JSON") : r;
    struct slice *items = arena_alloc(arena, (yyjson_arr_size(list) + 1) * sizeof *items);
    if (!items)
        return -ENOMEM;
    yyjson_arr_foreach(list, index, max, item) items[index] = json_text(item);
    *ret_items = items;
    *ret_count = yyjson_arr_size(list);
    return 0;
}

static int read_texts(sqlite3_stmt *row, struct arena *arena, struct permission_request *record)
{
    int r = store_column_slice(row, 10, arena, &record->tool, NULL);
    if (r == 0)
        r = store_column_json(row, 11, arena, &record->input.text, &record->input_is);
    if (r == 0)
        r = store_column_slice(row, 12, arena, &record->cwd, NULL);
    if (r == 0)
        r = store_column_slice(row, 14, arena, &record->command, &record->command_is);
    if (r == 0)
        r = store_column_slice(row, 20, arena, &record->reason, &record->reason_is);
    if (r == 0)
        r = store_column_slice(row, 21, arena, &record->note, &record->note_is);
    return r < 0 ? r : store_column_slice(row, 22, arena, &record->answered_by, &record->answered_by_is);
}

/* Skips suggestions that cannot be read. */
static int read_suggestions(sqlite3_stmt *row, int column, struct arena *arena, struct permission_request *record)
{
    struct json_error error;
    struct decode_error wrong;
    yyjson_val *list = NULL, *item;
    size_t index, max;
    if (sqlite3_column_type(row, column) == SQLITE_NULL)
        return 0;
    int r = json_read(arena, store_column_bytes(row, column), &list, &error);
    struct permission_new_rule *items =
        r == 0 ? arena_zeroed(arena, (yyjson_arr_size(list) + 1) * sizeof *items) : NULL;
    if (r == 0 && !items)
        r = -ENOMEM;
    if (r < 0)
        return r == -EINVAL ? 0 : r;
    yyjson_arr_foreach(list, index, max, item)
    {
        if (r == 0)
            r = json_decode(arena, &permission_new_rule_shape, item, "suggestions", &items[index], &wrong);
    }
    if (r < 0)
        return r == -ENOMEM ? r : 0;
    record->suggestions.items = items;
    record->suggestions.count = yyjson_arr_size(list);
    record->suggestions_is = record->suggestions.count > 0 ? FIELD_SET : FIELD_ABSENT;
    return 0;
}

static int read_lists(sqlite3_stmt *row, struct arena *arena, struct permission_request *record)
{
    int r = 0;
    if (sqlite3_column_type(row, 13) != SQLITE_NULL) {
        record->paths_is = FIELD_SET;
        r = read_list(row, 13, arena, &record->paths.items, &record->paths.count);
    }
    if (r == 0 && sqlite3_column_type(row, 15) != SQLITE_NULL) {
        record->parts_is = FIELD_SET;
        r = read_list(row, 15, arena, &record->parts.items, &record->parts.count);
    }
    if (r == 0)
        r = read_suggestions(row, 24, arena, record);
    if (r == 0)
        r = store_column_shown(row, 25, arena, &permission_mcp_call_shape, &record->mcp, &record->mcp_is);
    return r < 0 ? r
                 : store_column_shown(row, 16, arena, &permission_new_rule_shape, &record->suggestion,
                                      &record->suggestion_is);
}

static int read_row(sqlite3_stmt *row, struct arena *arena, struct store_permission *ret_permission)
{
    struct store_permission found = {
        .no = sqlite3_column_int64(row, 0),
        .session_no = sqlite3_column_int64(row, 1),
        .task_no = sqlite3_column_int64(row, 2),
        .seq = sqlite3_column_int64(row, 3),
    };
    struct permission_request *record = &found.record;
    unsigned state = 0;
    const void *digest = sqlite3_column_blob(row, 5);
    if (!digest || sqlite3_column_bytes(row, 5) != STORE_DIGEST_SIZE)
        return store_bad_row(row, 5, "the wrong size");
    memcpy(found.digest, digest, STORE_DIGEST_SIZE);
    int r = store_column_slice(row, 4, arena, &found.key, NULL);
    if (r == 0)
        r = store_column_slice(row, 6, arena, &record->id, NULL);
    if (r == 0)
        r = store_column_word(row, 7, &permission_request_state_shape, &state);
    if (r == 0)
        r = store_column_slice(row, 8, arena, &record->session_id, NULL);
    if (r == 0)
        r = store_column_slice(row, 9, arena, &record->task_id, NULL);
    if (r == 0)
        r = read_texts(row, arena, record);
    if (r == 0)
        r = read_lists(row, arena, record);
    record->state = (enum permission_request_state)state;
    record->created_at = sqlite3_column_int64(row, 17);
    found.timeout_at = sqlite3_column_int64(row, 18);
    found.approver_at = sqlite3_column_int64(row, 23);
    store_permission_set_limit(&found);
    record->answered_at = store_column_number(row, 19, &record->answered_at_is);
    if (r == 0)
        *ret_permission = found;
    return r;
}

static int read_one(struct store_tx *tx, sqlite3_stmt *find, struct arena *arena,
                    struct store_permission *ret_permission)
{
    int r = store_step(tx, find);
    return r > 0 ? read_row(find, arena, ret_permission) : r < 0 ? r : -ENOENT;
}

int store_permission_find(struct store_tx *tx, struct slice id, struct arena *arena,
                          struct store_permission *ret_permission)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT " COLUMNS FROM " WHERE p.id = ?1");
    store_bind_slice(find, 1, id);
    return read_one(tx, find, arena, ret_permission);
}

int store_permission_find_key(struct store_tx *tx, int64_t task, struct slice key, struct arena *arena,
                              struct store_permission *ret_permission)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT " COLUMNS FROM " WHERE p.task = ?1 AND p.request_key = ?2");
    (void)sqlite3_bind_int64(find, 1, task);
    store_bind_slice(find, 2, key);
    int r = read_one(tx, find, arena, ret_permission);
    if (r != -ENOENT)
        return r;
    r = store_permission_find(tx, key, arena, ret_permission);
    if (r == 0 && (ret_permission->task_no != task || ret_permission->key.size > 0))
        r = -ENOENT;
    return r;
}

/* --- lists --- */

int store_permission_pending(struct store_tx *tx, int64_t task, struct arena *arena,
                             struct store_permissions *ret_permissions)
{
    static const char all[] = "SELECT " COLUMNS FROM " WHERE p.state = 'pending' ORDER BY p.id";
    static const char of_task[] = "SELECT " COLUMNS FROM " WHERE p.task = ?1 AND p.state = 'pending' ORDER BY p.no";
    struct store_permissions found = {0};
    autoreset sqlite3_stmt *list = store_sql(tx, task > 0 ? of_task : all);
    if (task > 0)
        (void)sqlite3_bind_int64(list, 1, task);
    int r;
    while ((r = store_step(tx, list)) > 0) {
        found.items = store_list_grow(arena, found.items, found.count, sizeof *found.items);
        if (!found.items)
            return -ENOMEM;
        r = read_row(list, arena, &found.items[found.count]);
        if (r == -EBADMSG)
            continue;
        if (r < 0)
            return r;
        found.count++;
    }
    if (r == 0)
        *ret_permissions = found;
    return r;
}

int store_permission_is_pending(struct store_tx *tx, int64_t task)
{
    autoreset sqlite3_stmt *look =
        store_sql(tx, "SELECT 1 FROM permissions WHERE task = ?1 AND state = 'pending' LIMIT 1");
    (void)sqlite3_bind_int64(look, 1, task);
    return store_step(tx, look);
}

static size_t weigh(const struct permission_request *record)
{
    return RECORD_BYTES + record->input.text.size + 2 * record->command.size + record->note.size;
}

#define NEWEST_FIRST " ORDER BY p.id DESC LIMIT ?2"
static const char page_of_all[] = "SELECT " COLUMNS FROM " WHERE p.id < ?1" NEWEST_FIRST;
static const char page_of_state[] = "SELECT " COLUMNS FROM " WHERE p.id < ?1 AND p.state = ?3" NEWEST_FIRST;
static const char page_of_session[] =
    "SELECT " COLUMNS FROM " WHERE p.id < ?1 AND p.session = (SELECT no FROM sessions WHERE id = ?4)" NEWEST_FIRST;
static const char page_of_both[] =
    "SELECT " COLUMNS FROM
    " WHERE p.id < ?1 AND p.state = ?3 AND p.session = (SELECT no FROM sessions WHERE id = ?4)" NEWEST_FIRST;

int store_permission_list(struct store_tx *tx, const struct store_permission_filter *filter, struct arena *arena,
                          struct store_permission_page *ret_page)
{
    struct store_permission_page found = {0};
    bool in_session = filter->session_id.size > 0;
    size_t bytes = 0;
    autoreset sqlite3_stmt *list = store_sql(tx, filter->has_state ? (in_session ? page_of_both : page_of_state)
                                                                   : (in_session ? page_of_session : page_of_all));
    store_bind_slice(list, 1, filter->after.size > 0 ? filter->after : SLICE("~"));
    (void)sqlite3_bind_int64(list, 2, filter->limit);
    if (filter->has_state)
        store_bind_word(list, 3, &permission_request_state_shape, filter->state);
    if (in_session)
        store_bind_slice(list, 4, filter->session_id);
    int r = 0;
    while (bytes <= filter->bytes && (r = store_step(tx, list)) > 0) {
        struct store_permission permission = {0};
        found.items = store_list_grow(arena, found.items, found.count, sizeof *found.items);
        if (!found.items)
            return -ENOMEM;
        r = read_row(list, arena, &permission);
        if (r == -EBADMSG)
            continue;
        if (r < 0)
            return r;
        found.items[found.count++] = permission.record;
        bytes += weigh(&permission.record);
    }
    if (r < 0)
        return r;
    *ret_page = found;
    return 0;
}

int store_permission_newest(struct store_tx *tx, int64_t limit,
                            int (*each)(void *user, struct arena *arena, const struct permission_request *record),
                            void *user)
{
    AUTO(arena_clear) struct arena arena = ARENA_LIMITED(ROW_BYTES);
    autoreset sqlite3_stmt *list = store_sql(tx, "SELECT " COLUMNS FROM " ORDER BY p.no DESC LIMIT ?1");
    (void)sqlite3_bind_int64(list, 1, limit);
    int r;
    while ((r = store_step(tx, list)) > 0) {
        struct store_permission permission = {0};
        arena_reset(&arena);
        r = read_row(list, &arena, &permission);
        if (r == -EBADMSG)
            continue;
        if (r == 0)
            r = each(user, &arena, &permission.record);
        if (r < 0)
            return r;
    }
    return r;
}
