/* Rows of automation rules. */
#include "daemon/store/automation.h"

#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "daemon/store/columns.h"
#include "json/encode.h"

enum { TEXT_MAX = 16 << 20 };

#define RULE_COLUMNS                                                                                                   \
    "r.no, r.id, r.name, r.enabled, r.source, r.actions, r.policy, r.created_at, r.updated_at, r.armed_at,"            \
    " r.armed_seq, r.last_due, r.due, r.wake, r.failures, r.session, r.problem"
#define LAST_COLUMNS ", l.id, l.due_at, l.ended_at, l.state, l.reason"
#define NO_LAST ", NULL, NULL, NULL, NULL, NULL"
#define WITH_LAST                                                                                                      \
    " FROM automations r LEFT JOIN automation_runs l ON l.no = (SELECT max(no) FROM automation_runs x WHERE x.rule ="  \
    " r.no)"

/* --- automation as a whole --- */

int store_automation_state_get(struct store_tx *tx, struct store_automation_state *ret_state)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT enabled, resumed_at, seq FROM automation_state WHERE no = 1");
    int r = store_step(tx, find);
    if (r < 0)
        return r;
    *ret_state = (struct store_automation_state){.enabled = true};
    if (r > 0) {
        ret_state->enabled = sqlite3_column_int64(find, 0) != 0;
        ret_state->resumed_at = sqlite3_column_int64(find, 1);
        ret_state->seq = sqlite3_column_int64(find, 2);
    }
    return 0;
}

int store_automation_state_put(struct store_tx *tx, const struct store_automation_state *state)
{
    autoreset sqlite3_stmt *put =
        store_sql(tx, "INSERT INTO automation_state (no, enabled, resumed_at, seq) VALUES (1, ?1, ?2, ?3)"
                      " ON CONFLICT (no) DO UPDATE SET enabled = ?1, resumed_at = ?2, seq = ?3");
    (void)sqlite3_bind_int64(put, 1, state->enabled);
    (void)sqlite3_bind_int64(put, 2, state->resumed_at);
    (void)sqlite3_bind_int64(put, 3, state->seq);
    return store_run(tx, put);
}

/* --- writing --- */

/* The columns that are JSON. */
struct texts {
    struct buf source, actions, policy;
};

static void texts_clear(struct texts *texts)
{
    buf_clear(&texts->source);
    buf_clear(&texts->actions);
    buf_clear(&texts->policy);
}

static int texts_write(struct texts *texts, const struct automation_rule *record)
{
    *texts = (struct texts){BUF_LIMITED(TEXT_MAX), BUF_LIMITED(TEXT_MAX), BUF_LIMITED(TEXT_MAX)};
    int r = json_encode(&texts->source, &automation_trigger_shape, &record->trigger);
    if (r == 0)
        r = json_encode(&texts->actions, &automation_actions_shape, &record->actions);
    return r < 0 ? r : json_encode(&texts->policy, &automation_policy_shape, &record->policy);
}

static void bind_positive(sqlite3_stmt *statement, int index, int64_t number)
{
    store_bind_number(statement, index, number > 0 ? FIELD_SET : FIELD_ABSENT, number);
}

static void bind_rule(sqlite3_stmt *put, const struct store_automation *rule, const struct texts *texts)
{
    const struct automation_rule *record = &rule->record;
    const struct automation_trigger *trigger = &record->trigger;
    store_bind_slice(put, 1, record->rule_id);
    store_bind_slice(put, 2, record->name);
    (void)sqlite3_bind_int64(put, 3, record->enabled);
    store_bind_word(put, 4, &automation_trigger_type_shape, (unsigned)trigger->kind);
    store_bind_slice(put, 5,
                     trigger->kind == AUTOMATION_TRIGGER_KIND_EVENT ? trigger->as.event.event : (struct slice){0});
    bind_positive(put, 6, trigger->kind == AUTOMATION_TRIGGER_KIND_INTERVAL ? trigger->as.interval.seconds * 1000 : 0);
    store_bind_slice(put, 7, buf_slice(&texts->source));
    store_bind_slice(put, 8, buf_slice(&texts->actions));
    store_bind_slice(put, 9, buf_slice(&texts->policy));
    (void)sqlite3_bind_int64(put, 10, record->created_at);
    (void)sqlite3_bind_int64(put, 11, record->updated_at);
    (void)sqlite3_bind_int64(put, 12, rule->armed_at);
    (void)sqlite3_bind_int64(put, 13, rule->armed_seq);
    bind_positive(put, 14, rule->last_due);
    bind_positive(put, 15, rule->due);
    bind_positive(put, 16, rule->due > 0 ? rule->wake : 0);
    (void)sqlite3_bind_int64(put, 17, rule->failures);
    store_bind_slice(put, 18, rule->session_id.size > 0 ? rule->session_id : (struct slice){0});
    store_bind_optional(put, 19, record->problem_is, record->problem);
}

int store_automation_add(struct store_tx *tx, struct arena *arena, struct store_automation *rule)
{
    AUTO(texts_clear) struct texts texts;
    char id[ID_SIZE];
    int r = texts_write(&texts, &rule->record);
    if (r == 0)
        r = id_make(&tx->ids, "auto_", id);
    if (r < 0)
        return r;
    rule->record.rule_id = arena_copy(arena, slice_of(id));
    if (!rule->record.rule_id.data)
        return -ENOMEM;
    autoreset sqlite3_stmt *add = store_sql(
        tx, "INSERT INTO automations (id, name, enabled, kind, event, period, source, actions, policy, created_at,"
            " updated_at, armed_at, armed_seq, last_due, due, wake, failures, session, problem) VALUES"
            " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)");
    bind_rule(add, rule, &texts);
    r = store_run(tx, add);
    rule->no = r == 0 ? sqlite3_last_insert_rowid(tx->db) : 0;
    return r;
}

int store_automation_save(struct store_tx *tx, const struct store_automation *rule)
{
    AUTO(texts_clear) struct texts texts;
    int r = texts_write(&texts, &rule->record);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *save = store_sql(
        tx, "UPDATE automations SET name = ?2, enabled = ?3, kind = ?4, event = ?5, period = ?6, source = ?7,"
            " actions = ?8, policy = ?9, created_at = ?10, updated_at = ?11, armed_at = ?12, armed_seq = ?13,"
            " last_due = ?14, due = ?15, wake = ?16, failures = ?17, session = ?18, problem = ?19 WHERE id = ?1");
    bind_rule(save, rule, &texts);
    return store_run(tx, save);
}

int store_automation_remove(struct store_tx *tx, int64_t no)
{
    autoreset sqlite3_stmt *forget = store_sql(tx, "DELETE FROM automation_deliveries WHERE rule = ?1");
    (void)sqlite3_bind_int64(forget, 1, no);
    int r = store_run(tx, forget);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *drop = store_sql(tx, "DELETE FROM automations WHERE no = ?1");
    (void)sqlite3_bind_int64(drop, 1, no);
    return store_run(tx, drop);
}

int store_automation_count(struct store_tx *tx, int64_t *ret_count)
{
    autoreset sqlite3_stmt *count = store_sql(tx, "SELECT count(*) FROM automations");
    int r = store_number(tx, count, ret_count);
    return r < 0 ? r : 0;
}

int store_automation_advance(struct store_tx *tx, int64_t no, int64_t was, const struct store_automation *to)
{
    autoreset sqlite3_stmt *move = store_sql(
        tx, "UPDATE automations SET due = ?3, wake = ?4, last_due = ?5 WHERE no = ?1 AND due = ?2 AND enabled = 1");
    (void)sqlite3_bind_int64(move, 1, no);
    (void)sqlite3_bind_int64(move, 2, was);
    bind_positive(move, 3, to->due);
    bind_positive(move, 4, to->due > 0 ? to->wake : 0);
    bind_positive(move, 5, to->last_due);
    int r = store_run(tx, move);
    if (r < 0 || sqlite3_changes(tx->db) > 0)
        return r;
    return -ESTALE;
}

int store_automation_clamp(struct store_tx *tx, int64_t now_ms)
{
    autoreset sqlite3_stmt *clamp =
        store_sql(tx, "UPDATE automations SET wake = ?1 + period + (wake - due), due = ?1 + period,"
                      " armed_at = ?1"
                      " WHERE enabled = 1 AND wake IS NOT NULL AND kind = 'interval' AND due > ?1 + period");
    (void)sqlite3_bind_int64(clamp, 1, now_ms);
    return store_run(tx, clamp);
}

/* --- reading --- */

static int read_texts(sqlite3_stmt *row, struct arena *arena, struct store_automation *rule)
{
    struct automation_rule *record = &rule->record;
    enum field_is is = FIELD_ABSENT;
    int r = store_column_slice(row, 1, arena, &record->rule_id, NULL);
    if (r == 0)
        r = store_column_slice(row, 2, arena, &record->name, NULL);
    if (r == 0)
        r = store_column_struct(row, 4, arena, &automation_trigger_shape, &record->trigger, &is);
    if (r == 0)
        r = store_column_struct(row, 5, arena, &automation_actions_shape, &record->actions, &is);
    if (r == 0)
        r = store_column_struct(row, 6, arena, &automation_policy_shape, &record->policy, &is);
    if (r == 0)
        r = store_column_slice(row, 15, arena, &rule->session_id, NULL);
    return r < 0 ? r : store_column_slice(row, 16, arena, &record->problem, &record->problem_is);
}

static int read_last(sqlite3_stmt *row, struct arena *arena, struct automation_rule *record)
{
    struct automation_last_run *last = &record->last_run;
    unsigned state = 0;
    if (sqlite3_column_type(row, 17) == SQLITE_NULL)
        return 0;
    int r = store_column_slice(row, 17, arena, &last->run_id, NULL);
    if (r == 0)
        r = store_column_word(row, 20, &automation_run_state_shape, &state);
    if (r == 0)
        r = store_column_slice(row, 21, arena, &last->reason, &last->reason_is);
    last->due_at = sqlite3_column_int64(row, 18);
    last->ended_at = store_column_number(row, 19, &last->ended_at_is);
    last->state = (enum automation_run_state)state;
    record->last_run_is = r == 0 ? FIELD_SET : FIELD_ABSENT;
    return r;
}

static int read_rule(sqlite3_stmt *row, struct arena *arena, struct store_automation *ret_rule)
{
    struct store_automation rule = {.no = sqlite3_column_int64(row, 0)};
    struct automation_rule *record = &rule.record;
    int r = read_texts(row, arena, &rule);
    if (r == 0)
        r = read_last(row, arena, record);
    record->enabled = sqlite3_column_int64(row, 3) != 0;
    record->created_at = sqlite3_column_int64(row, 7);
    record->updated_at = sqlite3_column_int64(row, 8);
    rule.armed_at = sqlite3_column_int64(row, 9);
    rule.armed_seq = sqlite3_column_int64(row, 10);
    rule.last_due = sqlite3_column_int64(row, 11);
    rule.due = sqlite3_column_int64(row, 12);
    rule.wake = sqlite3_column_int64(row, 13);
    rule.failures = sqlite3_column_int64(row, 14);
    record->next_due = rule.due;
    record->next_due_is = record->enabled && rule.due > 0 ? FIELD_SET : FIELD_ABSENT;
    record->failures = rule.failures;
    record->failures_is = rule.failures > 0 ? FIELD_SET : FIELD_ABSENT;
    if (r == 0)
        *ret_rule = rule;
    return r;
}

static int find_one(struct store_tx *tx, sqlite3_stmt *find, struct arena *arena, struct store_automation *ret_rule)
{
    int r = store_step(tx, find);
    return r > 0 ? read_rule(find, arena, ret_rule) : r < 0 ? r : -ENOENT;
}

int store_automation_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_automation *ret_rule)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT " RULE_COLUMNS LAST_COLUMNS WITH_LAST " WHERE r.id = ?1");
    store_bind_slice(find, 1, id);
    return find_one(tx, find, arena, ret_rule);
}

int store_automation_find_no(struct store_tx *tx, int64_t no, struct arena *arena, struct store_automation *ret_rule)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT " RULE_COLUMNS LAST_COLUMNS WITH_LAST " WHERE r.no = ?1");
    (void)sqlite3_bind_int64(find, 1, no);
    return find_one(tx, find, arena, ret_rule);
}

/* *ret_bad: the number of the first rule that cannot be read; 0: none. */
static int collect(struct store_tx *tx, sqlite3_stmt *list, struct arena *arena, struct store_automations *ret_rules,
                   int64_t *ret_bad)
{
    struct store_automations found = {0};
    int r;
    *ret_bad = 0;
    while ((r = store_step(tx, list)) > 0) {
        found.items = store_list_grow(arena, found.items, found.count, sizeof *found.items);
        if (!found.items)
            return -ENOMEM;
        r = read_rule(list, arena, &found.items[found.count]);
        if (r < 0 && r != -EBADMSG)
            return r;
        if (r < 0)
            *ret_bad = sqlite3_column_int64(list, 0);
        found.count += r == 0;
    }
    if (r == 0)
        *ret_rules = found;
    return r;
}

int store_automation_list(struct store_tx *tx, struct arena *arena, struct store_automations *ret_rules)
{
    autoreset sqlite3_stmt *list = store_sql(tx, "SELECT " RULE_COLUMNS LAST_COLUMNS WITH_LAST " ORDER BY r.no");
    int64_t bad;
    return collect(tx, list, arena, ret_rules, &bad);
}

static int disable_bad(struct store_tx *tx, int64_t no)
{
    autoreset sqlite3_stmt *disable = store_sql(
        tx, "UPDATE automations SET enabled = 0, due = NULL, wake = NULL, problem = 'it cannot be read' WHERE no = ?1");
    if (no == 0)
        return 0;
    log_error("automation: rule %lld cannot be read, disabling it", (long long)no);
    (void)sqlite3_bind_int64(disable, 1, no);
    return store_run(tx, disable);
}

int store_automation_due(struct store_tx *tx, int64_t now_ms, int64_t limit, struct arena *arena,
                         struct store_automations *ret_rules)
{
    int64_t bad;
    autoreset sqlite3_stmt *list =
        store_sql(tx, "SELECT " RULE_COLUMNS NO_LAST " FROM automations r INDEXED BY automations_due"
                      " WHERE r.enabled = 1 AND r.wake IS NOT NULL AND r.wake <= ?1 ORDER BY r.wake LIMIT ?2");
    (void)sqlite3_bind_int64(list, 1, now_ms);
    (void)sqlite3_bind_int64(list, 2, limit);
    int r = collect(tx, list, arena, ret_rules, &bad);
    return r < 0 ? r : disable_bad(tx, bad);
}

int store_automation_next(struct store_tx *tx, int64_t *ret_wake)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT min(wake) FROM automations INDEXED BY automations_due"
                                                 " WHERE enabled = 1 AND wake IS NOT NULL");
    *ret_wake = 0;
    int r = store_number(tx, find, ret_wake);
    return r < 0 ? r : 0;
}

int store_automation_of_kind(struct store_tx *tx, enum automation_trigger_kind kind, struct arena *arena,
                             struct store_automations *ret_rules)
{
    int64_t bad;
    autoreset sqlite3_stmt *list =
        store_sql(tx, "SELECT " RULE_COLUMNS NO_LAST " FROM automations r INDEXED BY automations_by_kind"
                      " WHERE r.enabled = 1 AND r.kind = ?1 ORDER BY r.no");
    store_bind_word(list, 1, &automation_trigger_type_shape, (unsigned)kind);
    int r = collect(tx, list, arena, ret_rules, &bad);
    return r < 0 ? r : disable_bad(tx, bad);
}

int store_automation_of_event(struct store_tx *tx, struct slice event, struct arena *arena,
                              struct store_automations *ret_rules)
{
    int64_t bad;
    autoreset sqlite3_stmt *list =
        store_sql(tx, "SELECT " RULE_COLUMNS NO_LAST " FROM automations r INDEXED BY automations_by_kind"
                      " WHERE r.enabled = 1 AND r.kind = 'event' AND r.event = ?1 ORDER BY r.no");
    store_bind_slice(list, 1, event);
    int r = collect(tx, list, arena, ret_rules, &bad);
    return r < 0 ? r : disable_bad(tx, bad);
}

int store_automation_armed(struct store_tx *tx, struct slice event, int64_t *ret_seq)
{
    autoreset sqlite3_stmt *find =
        store_sql(tx, "SELECT armed_seq FROM automations INDEXED BY automations_by_kind WHERE"
                      " enabled = 1 AND kind = 'event' AND event = ?1"
                      " ORDER BY armed_seq LIMIT 1");
    store_bind_slice(find, 1, event);
    int r = store_step(tx, find);
    if (r > 0)
        *ret_seq = sqlite3_column_int64(find, 0);
    return r > 0 ? 0 : r < 0 ? r : -ENOENT;
}

int store_automation_is_enabled(struct store_tx *tx, int64_t no)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT 1 FROM automations WHERE no = ?1 AND enabled = 1");
    (void)sqlite3_bind_int64(find, 1, no);
    return store_step(tx, find);
}
