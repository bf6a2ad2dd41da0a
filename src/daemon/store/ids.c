/* Completes partial ids. Ids start with their time, so the last characters distinguish them better than the
 * first ones. */
#include <errno.h>
#include <string.h>
#include <strings.h>

#include "daemon/store/columns.h"

/* A suffix cannot use an index, so only the newest ids are scanned. */
#define LOOKED_AT "10000"
enum { END_LEAST = 6, TEXT_MAX = 128 };

/* Each table hides removed rows in its own way. */
#define OF_TASKS " FROM tasks x WHERE EXISTS (SELECT 1 FROM sessions s WHERE s.no = x.session AND s.removed = 0)"
#define OF_SESSIONS " FROM sessions x WHERE x.removed = 0"
#define OF_PERMISSIONS                                                                                                 \
    " FROM permissions x WHERE x.seq IS NOT NULL AND EXISTS"                                                           \
    " (SELECT 1 FROM sessions s WHERE s.no = x.session AND s.removed = 0)"
#define OF_RULES " FROM rules x WHERE 1"
#define BEGINNING(OF) "SELECT x.id" OF " AND x.id >= ?1 AND x.id < ?1 || '~' ORDER BY x.id DESC LIMIT ?2"
#define END(TABLE, OF)                                                                                                 \
    "SELECT x.id" OF " AND x.id IN (SELECT id FROM (SELECT id FROM " TABLE " ORDER BY id DESC LIMIT " LOOKED_AT        \
    ") WHERE substr(id, -length(?1)) = ?1) ORDER BY x.id DESC LIMIT ?2"

static const struct {
    const char *prefix, *beginning, *end;
} kinds[] = {
    [DAEMON_ID_KIND_TASK] = {"task_", BEGINNING(OF_TASKS), END("tasks", OF_TASKS)},
    [DAEMON_ID_KIND_SESSION] = {"sess_", BEGINNING(OF_SESSIONS), END("sessions", OF_SESSIONS)},
    [DAEMON_ID_KIND_PERMISSION] = {"perm_", BEGINNING(OF_PERMISSIONS), END("permissions", OF_PERMISSIONS)},
    [DAEMON_ID_KIND_RULE] = {"rule_", BEGINNING(OF_RULES), END("rules", OF_RULES)},
};

static int collect(struct store_tx *tx, const char *sql, struct slice text, struct arena *arena,
                   struct store_ids *ret_ids)
{
    struct store_ids found = {0};
    autoreset sqlite3_stmt *list = store_sql(tx, sql);
    store_bind_slice(list, 1, text);
    (void)sqlite3_bind_int64(list, 2, STORE_IDS_MAX + 1);
    int r;
    while ((r = store_step(tx, list)) > 0) {
        if (found.count == STORE_IDS_MAX) {
            found.more = true;
            break;
        }
        r = store_column_slice(list, 0, arena, &found.items[found.count], NULL);
        if (r < 0)
            return r;
        found.count++;
    }
    if (r < 0)
        return r;
    *ret_ids = found;
    return 0;
}

/* Converts to the case of ids: a lower-case prefix and upper-case digits. */
static struct slice as_in_ids(struct slice text, size_t prefix, char to[static TEXT_MAX])
{
    if (text.size > TEXT_MAX)
        text.size = TEXT_MAX;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        bool is_small = c >= 'a' && c <= 'z', is_capital = c >= 'A' && c <= 'Z';
        to[i] = i < prefix && is_capital ? (char)(c - 'A' + 'a') : i >= prefix && is_small ? (char)(c - 'a' + 'A') : c;
    }
    return (struct slice){to, text.size};
}

int store_ids_find(struct store_tx *tx, enum daemon_id_kind kind, struct slice text, struct arena *arena,
                   struct store_ids *ret_ids)
{
    char digits[TEXT_MAX], whole[TEXT_MAX + ID_PREFIX_MAX];
    const char *prefix = kinds[kind].prefix;
    size_t size = strlen(prefix);
    bool has_prefix = text.size >= size && strncasecmp(text.data, prefix, size) == 0;
    text = as_in_ids(text, has_prefix ? size : 0, digits);
    struct slice beginning = text;
    if (!has_prefix) {
        char *rest = stpncpy(whole, prefix, ID_PREFIX_MAX);
        memcpy(rest, text.data, text.size);
        beginning = (struct slice){whole, size + text.size};
    }
    struct store_ids found = {0};
    int r = collect(tx, kinds[kind].beginning, beginning, arena, &found);
    if (r == 0 && found.count == 0 && !has_prefix && text.size >= END_LEAST)
        r = collect(tx, kinds[kind].end, text, arena, &found);
    if (r == 0)
        *ret_ids = found;
    return r;
}
