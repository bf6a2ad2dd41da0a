/* Rows of permission rules, which answer requests without asking. */
#include <errno.h>

#include "daemon/store/columns.h"
#include "daemon/store/permissions.h"

/* A file that could not be migrated lacks the last column: the name then resolves to that of `s`, see tasks.c. */
#define COLUMNS                                                                                                        \
    "r.id, s.id, r.effect, r.tool, r.path, r.command, r.cwd, r.expires_at, r.note, r.created_at, r.created_by,"        \
    " r.uses, r.used_at, (SELECT definition FROM rules l WHERE l.no = r.no) FROM rules r"                              \
    " LEFT JOIN (SELECT no, id, NULL AS definition FROM sessions) s ON s.no = r.session"

static int count(struct store_tx *tx, int64_t *ret_count)
{
    *ret_count = 0;
    autoreset sqlite3_stmt *look = store_sql(tx, "SELECT count(*) FROM rules");
    int r = store_number(tx, look, ret_count);
    return r < 0 ? r : 0;
}

int store_rule_add(struct store_tx *tx, struct arena *arena, int64_t session_no, int64_t most,
                   struct permission_rule *rule)
{
    char id[ID_SIZE];
    int64_t there = 0;
    int r = count(tx, &there);
    if (r == 0 && there >= most)
        r = -EDQUOT;
    if (r == 0)
        r = id_make(&tx->ids, "rule_", id);
    if (r < 0)
        return r;
    rule->id = arena_copy(arena, slice_of(id));
    if (!rule->id.data)
        return -ENOMEM;
    autoreset sqlite3_stmt *add =
        store_sql(tx, "INSERT INTO rules (id, session, effect, tool, path, command, cwd, expires_at, note, created_at,"
                      " created_by, definition) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)");
    store_bind_slice(add, 1, rule->id);
    store_bind_number(add, 2, session_no > 0 ? FIELD_SET : FIELD_ABSENT, session_no);
    store_bind_word(add, 3, &permission_effect_shape, rule->effect);
    store_bind_slice(add, 4, rule->tool);
    store_bind_optional(add, 5, rule->path_is, rule->path);
    store_bind_optional(add, 6, rule->command_is, rule->command);
    store_bind_optional(add, 7, rule->cwd_is, rule->cwd);
    store_bind_number(add, 8, rule->expires_at_is, rule->expires_at);
    store_bind_optional(add, 9, rule->note_is, rule->note);
    (void)sqlite3_bind_int64(add, 10, rule->created_at);
    store_bind_optional(add, 11, rule->created_by_is, rule->created_by);
    store_bind_optional(add, 12, rule->definition_is, rule->definition);
    return store_run(tx, add);
}

static int read_rule(sqlite3_stmt *row, struct arena *arena, struct permission_rule *ret_rule)
{
    struct permission_rule rule = {0};
    unsigned effect = 0;
    int r = store_column_slice(row, 0, arena, &rule.id, NULL);
    if (r == 0)
        r = store_column_slice(row, 1, arena, &rule.session_id, &rule.session_id_is);
    if (r == 0)
        r = store_column_word(row, 2, &permission_effect_shape, &effect);
    if (r == 0)
        r = store_column_slice(row, 3, arena, &rule.tool, NULL);
    if (r == 0)
        r = store_column_slice(row, 4, arena, &rule.path, &rule.path_is);
    if (r == 0)
        r = store_column_slice(row, 5, arena, &rule.command, &rule.command_is);
    if (r == 0)
        r = store_column_slice(row, 6, arena, &rule.cwd, &rule.cwd_is);
    rule.expires_at = store_column_number(row, 7, &rule.expires_at_is);
    if (r == 0)
        r = store_column_slice(row, 8, arena, &rule.note, &rule.note_is);
    rule.created_at = sqlite3_column_int64(row, 9);
    if (r == 0)
        r = store_column_slice(row, 10, arena, &rule.created_by, &rule.created_by_is);
    rule.uses = sqlite3_column_int64(row, 11);
    rule.used_at = store_column_number(row, 12, &rule.used_at_is);
    if (r == 0)
        r = store_column_slice(row, 13, arena, &rule.definition, &rule.definition_is);
    rule.effect = (enum permission_effect)effect;
    if (r == 0)
        *ret_rule = rule;
    return r;
}

int store_rule_find(struct store_tx *tx, struct slice id, struct arena *arena, struct permission_rule *ret_rule)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT " COLUMNS " WHERE r.id = ?1");
    store_bind_slice(find, 1, id);
    int r = store_step(tx, find);
    return r > 0 ? read_rule(find, arena, ret_rule) : r < 0 ? r : -ENOENT;
}

int store_rule_remove(struct store_tx *tx, struct slice id)
{
    autoreset sqlite3_stmt *remove = store_sql(tx, "DELETE FROM rules WHERE id = ?1");
    store_bind_slice(remove, 1, id);
    int r = store_run(tx, remove);
    return r < 0 || sqlite3_changes(tx->db) > 0 ? r : -ENOENT;
}

int store_rule_remove_session(struct store_tx *tx, int64_t session_no)
{
    autoreset sqlite3_stmt *remove = store_sql(tx, "DELETE FROM rules WHERE session = ?1");
    (void)sqlite3_bind_int64(remove, 1, session_no);
    return store_run(tx, remove);
}

int store_rule_remove_expired(struct store_tx *tx, int64_t now_ms)
{
    autoreset sqlite3_stmt *remove = store_sql(tx, "DELETE FROM rules WHERE expires_at <= ?1");
    (void)sqlite3_bind_int64(remove, 1, now_ms);
    return store_run(tx, remove);
}

int store_rule_used(struct store_tx *tx, struct slice id, int64_t uses, int64_t used_at)
{
    autoreset sqlite3_stmt *save =
        store_sql(tx, "UPDATE rules SET uses = uses + ?2, used_at = max(?3, coalesce(used_at, 0)) WHERE id = ?1");
    store_bind_slice(save, 1, id);
    (void)sqlite3_bind_int64(save, 2, uses);
    (void)sqlite3_bind_int64(save, 3, used_at);
    return store_run(tx, save);
}

int store_rule_list(struct store_tx *tx, const struct store_session *session, int64_t now_ms, struct arena *arena,
                    struct store_rules *ret_rules)
{
    static const char all[] = "SELECT " COLUMNS " WHERE coalesce(r.expires_at > ?1, 1) ORDER BY r.no";
    static const char in_session[] = "SELECT " COLUMNS " WHERE coalesce(r.expires_at > ?1, 1)"
                                     " AND coalesce(r.session = ?2, 1) AND coalesce(r.cwd = ?3, 1) ORDER BY r.no";
    struct store_rules found = {0};
    autoreset sqlite3_stmt *list = store_sql(tx, session ? in_session : all);
    (void)sqlite3_bind_int64(list, 1, now_ms);
    if (session) {
        (void)sqlite3_bind_int64(list, 2, session->no);
        store_bind_slice(list, 3, session->record.cwd);
    }
    int r;
    while ((r = store_step(tx, list)) > 0) {
        found.items = store_list_grow(arena, found.items, found.count, sizeof *found.items);
        if (!found.items)
            return -ENOMEM;
        r = read_rule(list, arena, &found.items[found.count]);
        if (r == -EBADMSG) {
            found.unreadable++;
            continue;
        }
        if (r < 0)
            return r;
        found.count++;
    }
    if (r == 0)
        *ret_rules = found;
    return r;
}
