/* Rows of the runs of automation rules: the receipts. */
#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "daemon/store/automation.h"
#include "daemon/store/columns.h"
#include "json/encode.h"

enum { TEXT_MAX = 16 << 20, ROW_BYTES = 512, KEPT = 2000, PRUNE_ROWS = 500, HOUR_MS = 3600000 };

#define LIVE "('queued', 'running')"
#define FINAL_TASK "('completed', 'failed', 'cancelled')"
#define RUN_COLUMNS                                                                                                    \
    "r.no, r.rule, r.id, r.rule_id, r.name, r.key, r.due_at, r.started_at, r.ended_at, r.state, r.reason, r.message,"  \
    " r.cause, r.depth, r.actions, r.step, r.task, r.plan, r.budget, r.from_at, r.to_at, r.count, r.spent_before"

/* --- writing --- */

struct texts {
    struct buf cause, actions, plan, budget;
};

static void texts_clear(struct texts *texts)
{
    buf_clear(&texts->cause);
    buf_clear(&texts->actions);
    buf_clear(&texts->plan);
    buf_clear(&texts->budget);
}

static bool is_over(enum automation_run_state state)
{
    return state != AUTOMATION_RUN_STATE_QUEUED && state != AUTOMATION_RUN_STATE_RUNNING;
}

/* The shape of the field `actions` of a run has no name of its own. */
static const struct shape *actions_shape(void)
{
    const struct shape *shape = &automation_run_shape;
    for (uint32_t i = 0; i < shape->of.object.count; i++)
        if (slice_is(shape->of.object.fields[i].name, "actions"))
            return shape->of.object.fields[i].shape;
    return NULL;
}

static int texts_write(struct texts *texts, const struct store_run *run)
{
    *texts = (struct texts){BUF_LIMITED(TEXT_MAX), BUF_LIMITED(TEXT_MAX), BUF_LIMITED(TEXT_MAX), BUF_LIMITED(TEXT_MAX)};
    int r = json_encode(&texts->cause, &automation_cause_shape, &run->record.cause);
    if (r == 0)
        r = json_encode(&texts->actions, actions_shape(), &run->record.actions);
    if (r == 0 && !is_over(run->record.state))
        r = json_encode(&texts->plan, &automation_actions_shape, &run->plan);
    if (r == 0 && run->budget_is == FIELD_SET)
        r = json_encode(&texts->budget, &automation_run_budget_shape, &run->budget);
    return r;
}

static void bind_state(sqlite3_stmt *put, const struct store_run *run, const struct texts *texts)
{
    const struct automation_run *record = &run->record;
    store_bind_number(put, 2, record->started_at_is, record->started_at);
    store_bind_number(put, 3, record->ended_at_is, record->ended_at);
    store_bind_word(put, 4, &automation_run_state_shape, record->state);
    store_bind_optional(put, 5, record->reason_is, record->reason);
    store_bind_optional(put, 6, record->message_is, record->message);
    store_bind_slice(put, 7, buf_slice(&texts->actions));
    (void)sqlite3_bind_int64(put, 8, run->step);
    store_bind_number(put, 9, run->task_no > 0 ? FIELD_SET : FIELD_ABSENT, run->task_no);
    store_bind_slice(put, 10, texts->plan.size > 0 ? buf_slice(&texts->plan) : (struct slice){0});
    store_bind_number(put, 11, run->spent_before >= 0 ? FIELD_SET : FIELD_ABSENT, run->spent_before);
}

static int has_key(struct store_tx *tx, const struct store_run *run)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT 1 FROM automation_runs WHERE rule = ?1 AND key = ?2");
    (void)sqlite3_bind_int64(find, 1, run->rule_no);
    store_bind_slice(find, 2, run->key);
    return store_step(tx, find);
}

static int insert(struct store_tx *tx, const struct store_run *run, const struct texts *texts)
{
    const struct automation_run *record = &run->record;
    autoreset sqlite3_stmt *add = store_sql(
        tx, "INSERT INTO automation_runs (id, started_at, ended_at, state, reason, message, actions, step, task, plan,"
            " spent_before, rule, rule_id, name, key, due_at, cause, depth, budget, from_at, to_at, count) VALUES (?1,"
            " ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22)");
    store_bind_slice(add, 1, record->run_id);
    bind_state(add, run, texts);
    (void)sqlite3_bind_int64(add, 12, run->rule_no);
    store_bind_slice(add, 13, record->rule_id);
    store_bind_slice(add, 14, record->name);
    store_bind_slice(add, 15, run->key);
    (void)sqlite3_bind_int64(add, 16, record->due_at);
    store_bind_slice(add, 17, buf_slice(&texts->cause));
    (void)sqlite3_bind_int64(add, 18, run->depth);
    store_bind_slice(add, 19, texts->budget.size > 0 ? buf_slice(&texts->budget) : (struct slice){0});
    store_bind_number(add, 20, record->from_is, record->from);
    store_bind_number(add, 21, record->to_is, record->to);
    store_bind_number(add, 22, record->count_is, record->count);
    return store_run(tx, add);
}

/* About each 64th receipt of each rule, also if rules take turns. */
static bool is_time_to_prune(int64_t no)
{
    return (uint64_t)no * UINT64_C(0x9e3779b97f4a7c15) >> 58 == 0;
}

int store_run_add(struct store_tx *tx, struct arena *arena, struct store_run *run)
{
    AUTO(texts_clear) struct texts texts;
    char id[ID_SIZE];
    int r = texts_write(&texts, run);
    if (r == 0)
        r = has_key(tx, run);
    if (r > 0)
        return -EEXIST;
    if (r == 0)
        r = id_make(&tx->ids, "run_", id);
    if (r < 0)
        return r;
    run->record.run_id = arena_copy(arena, slice_of(id));
    if (!run->record.run_id.data)
        return -ENOMEM;
    r = insert(tx, run, &texts);
    run->no = r == 0 ? sqlite3_last_insert_rowid(tx->db) : 0;
    if (r == 0 && is_time_to_prune(run->no)) /* the last hour is what limits the rate */
        r = store_run_prune_rule(tx, run->rule_no, run->record.due_at - HOUR_MS);
    return r;
}

int store_run_save(struct store_tx *tx, const struct store_run *run, enum automation_run_state was, int64_t was_step)
{
    AUTO(texts_clear) struct texts texts;
    int r = texts_write(&texts, run);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *save = store_sql(
        tx, "UPDATE automation_runs SET started_at = ?2, ended_at = ?3, state = ?4, reason = ?5, message = ?6,"
            " actions = ?7, step = ?8, task = ?9, plan = ?10, spent_before = ?11"
            " WHERE no = ?1 AND state = ?12 AND step = ?13");
    (void)sqlite3_bind_int64(save, 1, run->no);
    bind_state(save, run, &texts);
    store_bind_word(save, 12, &automation_run_state_shape, was);
    (void)sqlite3_bind_int64(save, 13, was_step);
    r = store_run(tx, save);
    if (r < 0 || sqlite3_changes(tx->db) > 0)
        return r;
    return -ESTALE;
}

int store_run_extend(struct store_tx *tx, int64_t rule, enum automation_run_state state, struct slice reason,
                     int64_t to_ms, int64_t count)
{
    autoreset sqlite3_stmt *extend = store_sql(
        tx, "UPDATE automation_runs SET from_at = coalesce(from_at, due_at), to_at = max(coalesce(to_at, due_at), ?4),"
            " count = coalesce(count, 1) + ?5 WHERE no = (SELECT max(no) FROM automation_runs WHERE rule = ?1)"
            " AND state = ?2 AND reason = ?3");
    (void)sqlite3_bind_int64(extend, 1, rule);
    store_bind_word(extend, 2, &automation_run_state_shape, state);
    store_bind_slice(extend, 3, reason);
    (void)sqlite3_bind_int64(extend, 4, to_ms);
    (void)sqlite3_bind_int64(extend, 5, count);
    int r = store_run(tx, extend);
    return r < 0 ? r : sqlite3_changes(tx->db) > 0;
}

/* --- reading --- */

static int read_texts(sqlite3_stmt *row, struct arena *arena, struct store_run *run)
{
    struct automation_run *record = &run->record;
    struct slice *texts[] = {&record->run_id, &record->rule_id, &record->name, &run->key};
    int r = 0;
    for (int i = 0; r == 0 && i < 4; i++)
        r = store_column_slice(row, 2 + i, arena, texts[i], NULL);
    if (r == 0)
        r = store_column_slice(row, 10, arena, &record->reason, &record->reason_is);
    return r < 0 ? r : store_column_slice(row, 11, arena, &record->message, &record->message_is);
}

static int read_values(sqlite3_stmt *row, struct arena *arena, struct store_run *run)
{
    enum field_is is = FIELD_ABSENT;
    int r = store_column_struct(row, 12, arena, &automation_cause_shape, &run->record.cause, &is);
    if (r == 0)
        r = store_column_struct(row, 14, arena, actions_shape(), &run->record.actions, &is);
    if (r == 0)
        r = store_column_struct(row, 17, arena, &automation_actions_shape, &run->plan, &is);
    return r < 0 ? r : store_column_struct(row, 18, arena, &automation_run_budget_shape, &run->budget, &run->budget_is);
}

static int read_run(sqlite3_stmt *row, struct arena *arena, struct store_run *ret_run)
{
    struct store_run run = {.no = sqlite3_column_int64(row, 0), .rule_no = sqlite3_column_int64(row, 1)};
    struct automation_run *record = &run.record;
    unsigned state = 0;
    int r = read_texts(row, arena, &run);
    if (r == 0)
        r = store_column_word(row, 9, &automation_run_state_shape, &state);
    if (r == 0)
        r = read_values(row, arena, &run);
    record->state = (enum automation_run_state)state;
    record->due_at = sqlite3_column_int64(row, 6);
    record->started_at = store_column_number(row, 7, &record->started_at_is);
    record->ended_at = store_column_number(row, 8, &record->ended_at_is);
    run.depth = sqlite3_column_int64(row, 13);
    run.step = sqlite3_column_int64(row, 15);
    run.task_no = sqlite3_column_int64(row, 16);
    record->from = store_column_number(row, 19, &record->from_is);
    record->to = store_column_number(row, 20, &record->to_is);
    record->count = store_column_number(row, 21, &record->count_is);
    run.spent_before = sqlite3_column_type(row, 22) == SQLITE_NULL ? -1 : sqlite3_column_int64(row, 22);
    if (r == 0)
        *ret_run = run;
    return r;
}

static int find_one(struct store_tx *tx, sqlite3_stmt *find, struct arena *arena, struct store_run *ret_run)
{
    int r = store_step(tx, find);
    return r > 0 ? read_run(find, arena, ret_run) : r < 0 ? r : -ENOENT;
}

static int collect(struct store_tx *tx, sqlite3_stmt *list, size_t bytes_max, struct arena *arena,
                   struct store_runs *ret_runs)
{
    struct store_runs found = {0};
    size_t bytes = 0;
    int r = 0;
    while (bytes <= bytes_max && (r = store_step(tx, list)) > 0) {
        found.items = store_list_grow(arena, found.items, found.count, sizeof *found.items);
        if (!found.items)
            return -ENOMEM;
        bytes += ROW_BYTES + (size_t)sqlite3_column_bytes(list, 12) + (size_t)sqlite3_column_bytes(list, 14);
        r = read_run(list, arena, &found.items[found.count]);
        if (r < 0 && r != -EBADMSG)
            return r;
        found.count += r == 0;
    }
    if (r >= 0)
        *ret_runs = found;
    return r < 0 ? r : 0;
}

int store_run_find(struct store_tx *tx, int64_t no, struct arena *arena, struct store_run *ret_run)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT " RUN_COLUMNS " FROM automation_runs r WHERE r.no = ?1");
    (void)sqlite3_bind_int64(find, 1, no);
    return find_one(tx, find, arena, ret_run);
}

int store_run_first(struct store_tx *tx, int64_t rule, enum automation_run_state state, struct arena *arena,
                    struct store_run *ret_run)
{
    autoreset sqlite3_stmt *find =
        store_sql(tx, "SELECT " RUN_COLUMNS " FROM automation_runs r INDEXED BY automation_runs_live"
                      " WHERE r.rule = ?1 AND r.state IN " LIVE " AND r.state = ?2 ORDER BY r.no LIMIT 1");
    (void)sqlite3_bind_int64(find, 1, rule);
    store_bind_word(find, 2, &automation_run_state_shape, state);
    return find_one(tx, find, arena, ret_run);
}

int store_run_count_in(struct store_tx *tx, int64_t rule, enum automation_run_state state, int64_t *ret_count)
{
    autoreset sqlite3_stmt *count = store_sql(tx, "SELECT count(*) FROM automation_runs INDEXED BY automation_runs_live"
                                                  " WHERE rule = ?1 AND state IN " LIVE " AND state = ?2");
    (void)sqlite3_bind_int64(count, 1, rule);
    store_bind_word(count, 2, &automation_run_state_shape, state);
    int r = store_number(tx, count, ret_count);
    return r < 0 ? r : 0;
}

int store_run_rate(struct store_tx *tx, int64_t rule, int64_t since_ms, int64_t now_ms, int64_t *ret_count)
{
    autoreset sqlite3_stmt *count = store_sql(
        tx, "SELECT count(*) FROM automation_runs WHERE rule = ?1 AND due_at > ?2 AND due_at <= ?3"
            " AND state NOT IN ('skipped', 'refused') AND cause ->> '$.type' IN ('event', 'file', 'webhook')");
    (void)sqlite3_bind_int64(count, 1, rule);
    (void)sqlite3_bind_int64(count, 2, since_ms);
    (void)sqlite3_bind_int64(count, 3, now_ms);
    int r = store_number(tx, count, ret_count);
    return r < 0 ? r : 0;
}

int store_run_live(struct store_tx *tx, int64_t after, bool ended_only, int64_t limit, struct arena *arena,
                   struct store_runs *ret_runs)
{
    autoreset sqlite3_stmt *list =
        store_sql(tx, "SELECT " RUN_COLUMNS " FROM automation_runs r INDEXED BY automation_runs_live LEFT JOIN tasks t"
                      " ON t.no = r.task WHERE r.state IN " LIVE " AND r.state = 'running' AND r.no > ?1"
                      " AND (?2 = 0 OR (r.task IS NOT NULL AND (t.no IS NULL OR t.state IN " FINAL_TASK ")))"
                      " ORDER BY r.no LIMIT ?3");
    (void)sqlite3_bind_int64(list, 1, after);
    (void)sqlite3_bind_int64(list, 2, ended_only);
    (void)sqlite3_bind_int64(list, 3, limit);
    return collect(tx, list, SIZE_MAX, arena, ret_runs);
}

int store_run_ready(struct store_tx *tx, int64_t limit, struct arena *arena, struct store_runs *ret_runs)
{
    autoreset sqlite3_stmt *list = store_sql(
        tx, "SELECT " RUN_COLUMNS " FROM automation_runs r WHERE r.no IN (SELECT min(q.no) FROM automation_runs q"
            " INDEXED BY automation_runs_live WHERE q.state IN " LIVE " GROUP BY q.rule"
            " HAVING sum(q.state = 'running') = 0) ORDER BY r.no LIMIT ?1");
    (void)sqlite3_bind_int64(list, 1, limit);
    return collect(tx, list, SIZE_MAX, arena, ret_runs);
}

int store_run_queued(struct store_tx *tx, int64_t rule, int64_t limit, struct arena *arena, struct store_runs *ret_runs)
{
    autoreset sqlite3_stmt *list =
        store_sql(tx, "SELECT " RUN_COLUMNS " FROM automation_runs r INDEXED BY automation_runs_live"
                      " WHERE r.state IN " LIVE " AND r.state = 'queued' AND (?1 = 0 OR r.rule = ?1)"
                      " ORDER BY r.rule, r.no LIMIT ?2");
    (void)sqlite3_bind_int64(list, 1, rule);
    (void)sqlite3_bind_int64(list, 2, limit);
    return collect(tx, list, SIZE_MAX, arena, ret_runs);
}

int store_run_live_count(struct store_tx *tx, int64_t *ret_count)
{
    autoreset sqlite3_stmt *count =
        store_sql(tx, "SELECT count(*) FROM automation_runs INDEXED BY automation_runs_live WHERE state IN " LIVE);
    int r = store_number(tx, count, ret_count);
    return r < 0 ? r : 0;
}

int store_run_list(struct store_tx *tx, const struct store_run_filter *filter, struct arena *arena,
                   struct store_runs *ret_runs)
{
    if (filter->rule_id.size > 0) {
        autoreset sqlite3_stmt *own =
            store_sql(tx, "SELECT " RUN_COLUMNS " FROM automation_runs r INDEXED BY automation_runs_by_rule"
                          " WHERE r.rule_id = ?1 AND r.no < ?2 ORDER BY r.no DESC LIMIT ?3");
        store_bind_slice(own, 1, filter->rule_id);
        (void)sqlite3_bind_int64(own, 2, filter->before);
        (void)sqlite3_bind_int64(own, 3, filter->limit);
        return collect(tx, own, filter->bytes, arena, ret_runs);
    }
    autoreset sqlite3_stmt *list =
        store_sql(tx, "SELECT " RUN_COLUMNS " FROM automation_runs r WHERE r.no < ?1 ORDER BY r.no DESC LIMIT ?2");
    (void)sqlite3_bind_int64(list, 1, filter->before);
    (void)sqlite3_bind_int64(list, 2, filter->limit);
    return collect(tx, list, filter->bytes, arena, ret_runs);
}

/* --- tasks of runs --- */

int store_run_task_find(struct store_tx *tx, int64_t task, struct arena *arena, struct store_run_task *ret_task)
{
    struct store_run_task found = {0};
    unsigned state = 0;
    autoreset sqlite3_stmt *find = store_sql(
        tx,
        "SELECT t.no, t.id, s.id, t.state, coalesce(t.result ->> '$.token_usage.input_tokens', 0)"
        " + coalesce(t.result ->> '$.token_usage.output_tokens', 0), coalesce(t.result ->> '$.error.message', ''),"
        " t.session, substr(coalesce(t.result ->> '$.text', ''), 1, 2000), coalesce(t.result ->> '$.error.reason', ''),"
        " coalesce(t.result ->> '$.error.code', '')"
        " FROM tasks t JOIN sessions s ON s.no = t.session AND s.removed = 0 WHERE t.no = ?1");
    (void)sqlite3_bind_int64(find, 1, task);
    int r = store_step(tx, find);
    if (r <= 0)
        return r < 0 ? r : -ENOENT;
    r = store_column_slice(find, 1, arena, &found.id, NULL);
    if (r == 0)
        r = store_column_slice(find, 2, arena, &found.session_id, NULL);
    if (r == 0)
        r = store_column_word(find, 3, &task_state_shape, &state);
    found.state = (enum task_state)state;
    found.tokens = sqlite3_column_int64(find, 4);
    if (r == 0)
        r = store_column_slice(find, 5, arena, &found.error, NULL);
    found.session_no = sqlite3_column_int64(find, 6);
    if (r == 0)
        r = store_column_slice(find, 7, arena, &found.text, NULL);
    if (r == 0)
        r = store_column_slice(find, 8, arena, &found.reason, NULL);
    if (r == 0)
        r = store_column_slice(find, 9, arena, &found.code, NULL);
    if (r == 0)
        *ret_task = found;
    return r;
}

int store_run_depth(struct store_tx *tx, int64_t task, int64_t session, struct slice run_id, int64_t *ret_depth)
{
    autoreset sqlite3_stmt *of_task = store_sql(tx, "SELECT max(depth) FROM (SELECT limits ->> '$.cause.depth' AS depth"
                                                    " FROM tasks WHERE no = ?1 AND limits IS NOT NULL)");
    autoreset sqlite3_stmt *of_run = store_sql(tx, "SELECT depth FROM automation_runs WHERE id = ?1");
    autoreset sqlite3_stmt *of_session =
        store_sql(tx, "SELECT depth FROM automation_runs WHERE rule = (SELECT a.no FROM automations a JOIN sessions s"
                      " ON s.id = a.session WHERE s.no = ?1) ORDER BY no DESC LIMIT 1");
    *ret_depth = -1;
    (void)sqlite3_bind_int64(of_task, 1, task);
    store_bind_slice(of_run, 1, run_id);
    (void)sqlite3_bind_int64(of_session, 1, session);
    int r = task > 0 ? store_number(tx, of_task, ret_depth) : 0;
    if (r == 0 && run_id.size > 0)
        r = store_number(tx, of_run, ret_depth);
    if (r == 0 && task == 0 && session > 0)
        r = store_number(tx, of_session, ret_depth);
    return r < 0 ? r : 0;
}

int store_delivery_add(struct store_tx *tx, int64_t rule, struct slice id, int64_t now_ms, int64_t since_ms)
{
    autoreset sqlite3_stmt *forget =
        store_sql(tx, "DELETE FROM automation_deliveries WHERE rule = ?1 AND (at < ?2 OR at > ?3)");
    autoreset sqlite3_stmt *add =
        store_sql(tx, "INSERT INTO automation_deliveries (rule, id, at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING");
    (void)sqlite3_bind_int64(forget, 1, rule);
    (void)sqlite3_bind_int64(forget, 2, since_ms);
    (void)sqlite3_bind_int64(forget, 3, now_ms + (now_ms - since_ms));
    int r = store_run(tx, forget);
    if (r < 0)
        return r;
    (void)sqlite3_bind_int64(add, 1, rule);
    store_bind_slice(add, 2, id);
    (void)sqlite3_bind_int64(add, 3, now_ms);
    r = store_run(tx, add);
    return r < 0 ? r : sqlite3_changes(tx->db) > 0 ? 0 : -EEXIST;
}

/* --- removing --- */

int store_run_prune_rule(struct store_tx *tx, int64_t rule, int64_t before_ms)
{
    autoreset sqlite3_stmt *prune = store_sql(
        tx, "DELETE FROM automation_runs WHERE no IN (SELECT no FROM automation_runs WHERE rule = ?1 AND ended_at IS"
            " NOT NULL AND due_at < ?4 AND no <= (SELECT no FROM automation_runs WHERE rule = ?1 ORDER BY no DESC "
            "LIMIT 1 OFFSET ?2)"
            " LIMIT ?3)");
    (void)sqlite3_bind_int64(prune, 1, rule);
    (void)sqlite3_bind_int64(prune, 2, KEPT);
    (void)sqlite3_bind_int64(prune, 3, PRUNE_ROWS);
    (void)sqlite3_bind_int64(prune, 4, before_ms);
    return store_run(tx, prune);
}

int store_run_prune(struct store_tx *tx, int64_t before_ms, int64_t *ret_removed)
{
    autoreset sqlite3_stmt *prune =
        store_sql(tx, "DELETE FROM automation_runs WHERE no IN (SELECT no FROM automation_runs"
                      " INDEXED BY automation_runs_ended WHERE ended_at IS NOT NULL AND ended_at < ?1 LIMIT ?2)");
    (void)sqlite3_bind_int64(prune, 1, before_ms);
    (void)sqlite3_bind_int64(prune, 2, PRUNE_ROWS);
    int r = store_run(tx, prune);
    *ret_removed = r == 0 ? sqlite3_changes(tx->db) : 0;
    return r;
}
