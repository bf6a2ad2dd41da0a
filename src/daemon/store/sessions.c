/* Rows of sessions, and the history that forks inherit. */
#include <errno.h>

#include "base/cleanup.h"
#include "daemon/store/columns.h"
#include "daemon/store/threads.h"
#include "json/encode.h"
#include "json/write.h"

/* The column `removed`: 0: exists. 1: removed, and store_purge() has rows to delete. 2: removed, but forks
 * still inherit the rows that are left. */

/* The size of a session in a page, without its texts. */
enum { RECORD_BYTES = 256, PATH_BYTES = 64, METADATA_MAX = 16 << 20, TERMS_MAX = 8 << 20 };

#define COLUMNS                                                                                                        \
    "no, id, state, cwd, permission_mode, agent, model, title, metadata, parent, fork_seq, created_at, updated_at,"    \
    " closed_at, (SELECT terms FROM sessions t WHERE t.no = s.no),"                                                    \
    " (SELECT t.created_at FROM tasks t WHERE t.session = s.no ORDER BY t.id DESC LIMIT 1),"                           \
    " (SELECT app FROM sessions t WHERE t.no = s.no)"

/* A file that could not be migrated has no columns `terms` and `app`: the names then resolve to those selected here. */
#define SESSIONS                                                                                                       \
    "(SELECT no, id, state, removed, cwd, permission_mode, agent, model, title, metadata, parent, fork_seq,"           \
    " created_at, updated_at, closed_at, NULL AS terms, NULL AS app FROM sessions) s"

/* Metadata is text or a parsed value. A parsed value is encoded to `text`. */
static int bind_metadata(sqlite3_stmt *statement, int index, const struct session_record *record, struct buf *text)
{
    struct slice metadata = record->metadata.text;
    if (record->metadata_is == FIELD_SET && metadata.size == 0) {
        int r = json_write_any(text, &record->metadata);
        if (r < 0)
            return r;
        metadata = buf_slice(text);
    }
    store_bind_optional(statement, index, record->metadata_is, metadata);
    return 0;
}

static int write_terms(const struct session_record *record, struct buf *text)
{
    const struct session_terms terms = {
        .network = record->network,
        .keys = record->keys,
        .services = record->services,
        .services_is = record->services_is,
        .permission_timeout_ms = record->permission_timeout_ms,
        .permission_timeout_ms_is = record->permission_timeout_ms_is,
        .budget = record->budget,
        .budget_is = record->budget_is,
        .thinking_tokens = record->thinking_tokens,
        .thinking_tokens_is = record->thinking_tokens_is,
        .context_files = record->context_files,
        .context_files_is = record->context_files_is,
        .tools = record->tools,
        .tools_is = record->tools_is,
        .stream = record->stream,
        .stream_is = record->stream_is,
        .use_context = record->use_context,
        .use_context_is = record->use_context_is,
        .close_when_idle = record->close_when_idle,
        .close_when_idle_is = record->close_when_idle_is,
        .sandbox = record->sandbox,
        .sandbox_is = record->sandbox_is,
        .agent_commands = record->agent_commands,
        .agent_commands_is = record->agent_commands_is,
        .agent_models = record->agent_models,
        .agent_models_is = record->agent_models_is,
        .last_agent = record->last_agent,
        .last_agent_is = record->last_agent_is,
    };
    return json_encode(text, &session_terms_shape, &terms);
}

static int read_terms(sqlite3_stmt *row, int column, struct arena *arena, struct session_record *record)
{
    struct session_terms terms = {0};
    enum field_is is = FIELD_ABSENT;
    int r = store_column_struct(row, column, arena, &session_terms_shape, &terms, &is);
    if (r < 0 || is != FIELD_SET)
        return r;
    record->network = terms.network;
    record->keys = terms.keys;
    record->services = terms.services;
    record->services_is = terms.services_is;
    record->permission_timeout_ms = terms.permission_timeout_ms;
    record->permission_timeout_ms_is = terms.permission_timeout_ms_is;
    record->budget = terms.budget;
    record->budget_is = terms.budget_is;
    record->thinking_tokens = terms.thinking_tokens;
    record->thinking_tokens_is = terms.thinking_tokens_is;
    record->context_files = terms.context_files;
    record->context_files_is = terms.context_files_is;
    record->tools = terms.tools;
    record->tools_is = terms.tools_is;
    record->stream = terms.stream;
    record->stream_is = terms.stream_is;
    record->use_context = terms.use_context;
    record->use_context_is = terms.use_context_is;
    record->close_when_idle = terms.close_when_idle;
    record->close_when_idle_is = terms.close_when_idle_is;
    record->sandbox = terms.sandbox;
    record->sandbox_is = terms.sandbox_is;
    record->agent_commands = terms.agent_commands;
    record->agent_commands_is = terms.agent_commands_is;
    record->agent_models = terms.agent_models;
    record->agent_models_is = terms.agent_models_is;
    record->last_agent = terms.last_agent;
    record->last_agent_is = terms.last_agent_is;
    return 0;
}

int store_session_name(struct store_tx *tx, struct arena *arena, struct slice *ret_id)
{
    char id[ID_SIZE];
    int r = id_make(&tx->ids, "sess_", id);
    if (r < 0)
        return r;
    *ret_id = arena_copy(arena, slice_of(id));
    return ret_id->data ? 0 : -ENOMEM;
}

int store_session_add(struct store_tx *tx, struct arena *arena, struct store_session *session)
{
    struct session_record *record = &session->record;
    AUTO(buf_clear) struct buf metadata = BUF_LIMITED(METADATA_MAX);
    AUTO(buf_clear) struct buf terms = BUF_LIMITED(TERMS_MAX);
    int r = record->id.size > 0 ? 0 : store_session_name(tx, arena, &record->id);
    if (r < 0)
        return r;

    autoreset sqlite3_stmt *add = store_sql(
        tx, "INSERT INTO sessions (id, state, cwd, permission_mode, agent, model, title, metadata, parent, fork_seq,"
            " created_at, updated_at, closed_at, terms, app)"
            " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)");
    store_bind_slice(add, 1, record->id);
    store_bind_word(add, 2, &session_state_shape, record->state);
    store_bind_slice(add, 3, record->cwd);
    store_bind_word(add, 4, &session_permission_mode_shape, record->permission_mode);
    store_bind_optional(add, 5, record->agent_is, record->agent);
    store_bind_optional(add, 6, record->model_is, record->model);
    store_bind_optional(add, 7, record->title_is, record->title);
    r = bind_metadata(add, 8, record, &metadata);
    if (r == 0)
        r = write_terms(record, &terms);
    if (r < 0)
        return r;
    store_bind_optional(add, 9, record->parent_id_is, record->parent_id);
    store_bind_number(add, 10, record->fork_seq_is, record->fork_seq);
    (void)sqlite3_bind_int64(add, 11, record->created_at);
    (void)sqlite3_bind_int64(add, 12, record->updated_at);
    store_bind_number(add, 13, record->closed_at_is, record->closed_at);
    store_bind_slice(add, 14, buf_slice(&terms));
    store_bind_optional(add, 15, record->app_id_is, record->app_id);
    r = store_run(tx, add);
    if (r == 0)
        session->no = sqlite3_last_insert_rowid(tx->db);
    return r;
}

static int read_session(sqlite3_stmt *row, struct arena *arena, struct store_session *ret_session)
{
    struct session_record *record = &ret_session->record;
    unsigned state = 0, mode = 0;
    *ret_session = (struct store_session){.no = sqlite3_column_int64(row, 0)};
    int r = store_column_slice(row, 1, arena, &record->id, NULL);
    if (r == 0)
        r = store_column_word(row, 2, &session_state_shape, &state);
    if (r == 0)
        r = store_column_slice(row, 3, arena, &record->cwd, NULL);
    if (r == 0)
        r = store_column_word(row, 4, &session_permission_mode_shape, &mode);
    if (r == 0)
        r = store_column_slice(row, 5, arena, &record->agent, &record->agent_is);
    if (r == 0)
        r = store_column_slice(row, 6, arena, &record->model, &record->model_is);
    if (r == 0)
        r = store_column_slice(row, 7, arena, &record->title, &record->title_is);
    if (r == 0)
        r = store_column_json_shown(row, 8, arena, &record->metadata.text, &record->metadata_is);
    if (r == 0)
        r = store_column_slice(row, 9, arena, &record->parent_id, &record->parent_id_is);
    record->state = (enum session_state)state;
    record->permission_mode = (enum session_permission_mode)mode;
    record->fork_seq = store_column_number(row, 10, &record->fork_seq_is);
    record->created_at = sqlite3_column_int64(row, 11);
    record->updated_at = sqlite3_column_int64(row, 12);
    record->closed_at = store_column_number(row, 13, &record->closed_at_is);
    record->last_task_at = store_column_number(row, 15, &record->last_task_at_is);
    if (r == 0)
        r = store_column_slice(row, 16, arena, &record->app_id, &record->app_id_is);
    return r < 0 ? r : read_terms(row, 14, arena, record);
}

int store_session_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_session *ret_session)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT " COLUMNS " FROM " SESSIONS " WHERE id = ?1 AND removed = 0");
    store_bind_slice(find, 1, id);
    struct store_session found;
    int r = store_step(tx, find);
    r = r > 0 ? read_session(find, arena, &found) : r < 0 ? r : -ENOENT;
    if (r == 0)
        *ret_session = found;
    return r;
}

/* Returns why a conditional write changed no row. */
static int missing_or_stale(struct store_tx *tx, int64_t session)
{
    autoreset sqlite3_stmt *look = store_sql(tx, "SELECT 1 FROM sessions WHERE no = ?1 AND removed = 0");
    (void)sqlite3_bind_int64(look, 1, session);
    return store_why_unchanged(tx, look);
}

int store_session_save(struct store_tx *tx, const struct store_session *session)
{
    const struct session_record *record = &session->record;
    AUTO(buf_clear) struct buf metadata = BUF_LIMITED(METADATA_MAX);
    AUTO(buf_clear) struct buf terms = BUF_LIMITED(TERMS_MAX);
    autoreset sqlite3_stmt *save =
        store_sql(tx, "UPDATE sessions SET agent = ?2, model = ?3, permission_mode = ?4, title = ?5, metadata = ?6,"
                      " updated_at = ?7, terms = ?8 WHERE no = ?1 AND state = 'open' AND removed = 0");
    (void)sqlite3_bind_int64(save, 1, session->no);
    store_bind_optional(save, 2, record->agent_is, record->agent);
    store_bind_optional(save, 3, record->model_is, record->model);
    store_bind_word(save, 4, &session_permission_mode_shape, record->permission_mode);
    store_bind_optional(save, 5, record->title_is, record->title);
    int r = bind_metadata(save, 6, record, &metadata);
    if (r == 0)
        r = write_terms(record, &terms);
    if (r < 0)
        return r;
    store_bind_slice(save, 8, buf_slice(&terms));
    (void)sqlite3_bind_int64(save, 7, record->updated_at);
    r = store_run(tx, save);
    return r < 0 || sqlite3_changes(tx->db) > 0 ? r : missing_or_stale(tx, session->no);
}

int store_session_close(struct store_tx *tx, int64_t session, int64_t now_ms)
{
    autoreset sqlite3_stmt *close =
        store_sql(tx, "UPDATE sessions SET state = 'closed', closed_at = ?2, updated_at = ?2"
                      " WHERE no = ?1 AND state = 'open' AND removed = 0");
    (void)sqlite3_bind_int64(close, 1, session);
    (void)sqlite3_bind_int64(close, 2, now_ms);
    int r = store_run(tx, close);
    return r < 0 || sqlite3_changes(tx->db) > 0 ? r : missing_or_stale(tx, session);
}

int store_session_reopen(struct store_tx *tx, int64_t session, int64_t now_ms)
{
    autoreset sqlite3_stmt *reopen =
        store_sql(tx, "UPDATE sessions SET state = 'open', closed_at = NULL, updated_at = ?2"
                      " WHERE no = ?1 AND state = 'closed' AND removed = 0");
    (void)sqlite3_bind_int64(reopen, 1, session);
    (void)sqlite3_bind_int64(reopen, 2, now_ms);
    int r = store_run(tx, reopen);
    return r < 0 || sqlite3_changes(tx->db) > 0 ? r : -ENOENT;
}

int store_session_find_idle(struct store_tx *tx, int64_t before_ms, struct slice after, struct arena *arena,
                            struct store_session *ret_session)
{
    autoreset sqlite3_stmt *find = store_sql(
        tx, "SELECT " COLUMNS " FROM sessions s WHERE removed = 0 AND state = 'open' AND id > ?2 AND updated_at < ?1"
            " AND terms LIKE '%\"closeWhenIdle\":true%' AND NOT EXISTS (SELECT 1 FROM tasks WHERE session = s.no"
            " AND (ended_at IS NULL OR ended_at >= ?1)) ORDER BY id LIMIT 1");
    (void)sqlite3_bind_int64(find, 1, before_ms);
    store_bind_slice(find, 2, after);
    int r = store_step(tx, find);
    return r > 0 ? read_session(find, arena, ret_session) : r < 0 ? r : -ENOENT;
}

int store_session_is_idle(struct store_tx *tx, int64_t session, int64_t before_ms)
{
    autoreset sqlite3_stmt *look = store_sql(
        tx,
        "SELECT 1 FROM sessions s WHERE no = ?1 AND removed = 0 AND state = 'open' AND updated_at < ?2 AND NOT EXISTS"
        " (SELECT 1 FROM tasks WHERE session = s.no AND (ended_at IS NULL OR ended_at >= ?2))");
    (void)sqlite3_bind_int64(look, 1, session);
    (void)sqlite3_bind_int64(look, 2, before_ms);
    return store_step(tx, look);
}

/* --- removal --- */

static int refuse_busy(struct store_tx *tx, int64_t session)
{
    autoreset sqlite3_stmt *look =
        store_sql(tx, "SELECT 1 FROM tasks WHERE session = ?1 AND state IN ('queued', 'starting', 'running',"
                      " 'awaiting_permission', 'stopping') LIMIT 1");
    (void)sqlite3_bind_int64(look, 1, session);
    int r = store_step(tx, look);
    return r > 0 ? -EBUSY : r;
}

int store_session_busy_of_app(struct store_tx *tx, struct slice app_id, struct arena *arena, struct slice *ret_id)
{
    autoreset sqlite3_stmt *look =
        store_sql(tx, "SELECT id FROM sessions s WHERE app = ?1 AND removed = 0 AND EXISTS"
                      " (SELECT 1 FROM tasks WHERE session = s.no AND state IN ('queued', 'starting', 'running',"
                      " 'awaiting_permission', 'stopping')) LIMIT 1");
    store_bind_slice(look, 1, app_id);
    int r = store_step(tx, look);
    if (r <= 0)
        return r;
    r = store_column_slice(look, 0, arena, ret_id, NULL);
    return r < 0 ? r : -EBUSY;
}

/* Removed tasks are in no list, so they must not be counted. Their rows are deleted later without changing the
 * counts. */
static int uncount_tasks(struct store_tx *tx, int64_t session)
{
    autoreset sqlite3_stmt *uncount = store_sql(tx, "UPDATE task_counts SET count = count - (SELECT count(*) FROM tasks"
                                                    " WHERE session = ?1 AND state = task_counts.state)");
    (void)sqlite3_bind_int64(uncount, 1, session);
    return store_run(tx, uncount);
}

int store_session_remove(struct store_tx *tx, int64_t session)
{
    int r = refuse_busy(tx, session);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *hide = store_sql(tx, "UPDATE sessions SET removed = 1 WHERE no = ?1 AND removed = 0");
    (void)sqlite3_bind_int64(hide, 1, session);
    r = store_run(tx, hide);
    if (r < 0)
        return r;
    return sqlite3_changes(tx->db) > 0 ? uncount_tasks(tx, session) : -ENOENT;
}

/* '0' follows '/' in ASCII, so the range selects all paths below. */
int store_session_uses(struct store_tx *tx, struct slice directory, bool *ret_used)
{
    autoreset sqlite3_stmt *look =
        store_sql(tx, "SELECT 1 FROM sessions WHERE removed = 0 AND"
                      " (cwd = ?1 OR (cwd > ?1 || '/' AND cwd < ?1 || '0'))"
                      " UNION ALL SELECT 1 FROM tasks WHERE state IN ('queued', 'starting', 'running',"
                      " 'awaiting_permission', 'stopping') AND"
                      " (cwd = ?1 OR (cwd > ?1 || '/' AND cwd < ?1 || '0')) LIMIT 1");
    store_bind_slice(look, 1, directory);
    int r = store_step(tx, look);
    *ret_used = r > 0;
    return r < 0 ? r : 0;
}

/* --- forks --- */

/* Returns the last event or message of a session's history, its own or inherited; 0: none. */
static int last_of_history(struct store_tx *tx, int64_t session, int64_t *ret_seq)
{
    *ret_seq = 0;
    int r = store_index_complete(tx);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *find =
        store_sql(tx, "SELECT max(seq) FROM (SELECT max(seq) AS seq FROM session_events WHERE session = ?1 UNION ALL"
                      " SELECT max(seq) FROM messages WHERE session = ?1 UNION ALL"
                      " SELECT (SELECT max(seq) FROM session_events WHERE session = l.source AND seq <= l.upto)"
                      " FROM lineage l WHERE l.session = ?1 UNION ALL"
                      " SELECT (SELECT max(seq) FROM messages WHERE session = l.source AND seq <= l.upto)"
                      " FROM lineage l WHERE l.session = ?1)");
    (void)sqlite3_bind_int64(find, 1, session);
    r = store_number(tx, find, ret_seq);
    return r < 0 ? r : 0;
}

/* Returns the owner of the event, and in *ret_upto up to which event the history of `session` includes that
 * owner. -ENOENT: the event is not in the history. A message outlives its event. */
static int owner_of_event(struct store_tx *tx, int64_t session, int64_t seq, int64_t *ret_owner, int64_t *ret_upto)
{
    autoreset sqlite3_stmt *find =
        store_sql(tx, "SELECT e.session, CASE WHEN e.session = ?1 THEN 0x7fffffffffffffff ELSE l.upto END"
                      " FROM events e LEFT JOIN lineage l ON l.session = ?1 AND l.source = e.session"
                      " WHERE e.seq = ?2 AND (e.session = ?1 OR e.seq <= l.upto) UNION ALL"
                      " SELECT m.session, CASE WHEN m.session = ?1 THEN 0x7fffffffffffffff ELSE l.upto END"
                      " FROM messages m LEFT JOIN lineage l ON l.session = ?1 AND l.source = m.session"
                      " WHERE m.seq = ?2 AND (m.session = ?1 OR m.seq <= l.upto)");
    (void)sqlite3_bind_int64(find, 1, session);
    (void)sqlite3_bind_int64(find, 2, seq);
    int r = store_step(tx, find);
    if (r <= 0)
        return r < 0 ? r : -ENOENT;
    *ret_owner = sqlite3_column_int64(find, 0);
    *ret_upto = sqlite3_column_int64(find, 1);
    return 0;
}

int store_session_inherit(struct store_tx *tx, int64_t fork, int64_t parent, int64_t at_seq, int64_t *ret_seq)
{
    int64_t seq = at_seq, owner = 0, upto = 0;
    int r = at_seq == 0 ? last_of_history(tx, parent, &seq) : 0;
    if (r == 0 && seq == 0) {
        *ret_seq = 0; /* nothing to inherit */
        return 0;
    }
    if (r == 0)
        r = owner_of_event(tx, parent, seq, &owner, &upto);
    if (r < 0)
        return r;

    /* Copies what the parent inherited from sessions before the owner. Later segments are not inherited. */
    autoreset sqlite3_stmt *copy =
        store_sql(tx, "INSERT INTO lineage (session, source, upto) SELECT ?1, source, upto FROM lineage"
                      " WHERE session = ?2 AND upto < ?3 AND source <> ?4 UNION ALL SELECT ?1, ?4, ?5");
    (void)sqlite3_bind_int64(copy, 1, fork);
    (void)sqlite3_bind_int64(copy, 2, parent);
    (void)sqlite3_bind_int64(copy, 3, upto);
    (void)sqlite3_bind_int64(copy, 4, owner);
    (void)sqlite3_bind_int64(copy, 5, seq);
    r = store_run(tx, copy);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *note = store_sql(tx, "UPDATE sessions SET fork_seq = ?2 WHERE no = ?1");
    (void)sqlite3_bind_int64(note, 1, fork);
    (void)sqlite3_bind_int64(note, 2, seq);
    r = store_run(tx, note);
    if (r == 0)
        r = store_thread_count(tx, fork);
    if (r == 0)
        *ret_seq = seq;
    return r;
}

/* --- lists --- */

static size_t weigh(const struct session_record *record)
{
    size_t paths = record->sandbox.read.count + record->sandbox.write.count + record->sandbox.hidden.count +
                   record->context_files.count;
    return RECORD_BYTES + record->cwd.size + record->agent.size + record->model.size + record->title.size +
           record->metadata.text.size + paths * PATH_BYTES;
}

int store_session_list(struct store_tx *tx, const struct store_session_filter *filter, struct arena *arena,
                       struct store_sessions *ret_sessions)
{
#define LISTED "SELECT " COLUMNS " FROM " SESSIONS " WHERE removed = 0 AND id < ?1"
#define NEWEST_FIRST " ORDER BY id DESC LIMIT ?2"
    static const char all[] = LISTED NEWEST_FIRST;
    static const char in_state[] = LISTED " AND state = ?3" NEWEST_FIRST;
    static const char of_app[] =
        LISTED " AND s.no IN (SELECT t.no FROM sessions t WHERE app = ?4) AND (?3 IS NULL OR state = ?3)" NEWEST_FIRST;
    struct store_sessions found = {0};
    size_t bytes = 0;
    autoreset sqlite3_stmt *list = store_sql(tx, filter->app_id.size > 0 ? of_app : filter->has_state ? in_state : all);
    store_bind_slice(list, 1, filter->after.size > 0 ? filter->after : SLICE("~"));
    (void)sqlite3_bind_int64(list, 2, filter->limit > 0 ? filter->limit : 0);
    if (filter->has_state)
        store_bind_word(list, 3, &session_state_shape, filter->state);
    if (filter->app_id.size > 0)
        store_bind_slice(list, 4, filter->app_id);

    int r = 0;
    while (bytes <= filter->bytes && (r = store_step(tx, list)) > 0) {
        struct store_session session;
        found.items = store_list_grow(arena, found.items, found.count, sizeof *found.items);
        if (!found.items)
            return -ENOMEM;
        r = read_session(list, arena, &session);
        if (r == -EBADMSG)
            continue;
        if (r < 0)
            return r;
        found.items[found.count++] = session.record;
        bytes += weigh(&session.record);
    }
    if (r < 0)
        return r;
    *ret_sessions = found;
    return 0;
}
