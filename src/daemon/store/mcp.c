#include "daemon/store/mcp.h"

#include <errno.h>

#include "base/clock.h"
#include "daemon/store/columns.h"
#include "json/encode.h"

enum { TEXT_MAX = 16 << 20, DEFINITION_KEPT_MS = 7 * 24 * 60 * 60 * 1000 };

/* --- configuration --- */

#define COLUMNS                                                                                                        \
    "m.config, m.digest, m.created_at, m.updated_at, c.error, c.protocol, c.implementation, c.instructions,"           \
    " c.answered_at,"                                                                                                  \
    " (SELECT entries FROM mcp_lists l WHERE l.server = m.id AND l.kind = 'tools'),"                                   \
    " (SELECT entries FROM mcp_lists l WHERE l.server = m.id AND l.kind = 'prompts'),"                                 \
    " (SELECT sum(entries) FROM mcp_lists l WHERE l.server = m.id AND l.kind IN ('resources', 'templates')),"          \
    " (SELECT listed_at FROM mcp_lists l WHERE l.server = m.id AND l.kind = 'tools'),"                                 \
    " (SELECT ttl_ms FROM mcp_lists l WHERE l.server = m.id AND l.kind = 'tools'),"                                    \
    " (SELECT bytes FROM mcp_lists l WHERE l.server = m.id AND l.kind = 'tools')"                                      \
    " FROM mcp_servers m LEFT JOIN mcp_connection_state c ON c.server = m.id"

static int read_server(sqlite3_stmt *row, struct arena *arena, struct store_mcp_server *ret_server)
{
    struct store_mcp_server server = {0};
    struct mcp_server *record = &server.record;
    enum field_is is = FIELD_ABSENT;
    char time[CLOCK_ISO_SIZE];
    int r = store_column_struct(row, 0, arena, &mcp_server_shape, record, &is);
    if (r == 0)
        r = store_column_slice(row, 1, arena, &server.digest, NULL);
    record->created_at = sqlite3_column_int64(row, 2);
    record->updated_at = sqlite3_column_int64(row, 3);
    if (r == 0)
        r = store_column_slice(row, 4, arena, &record->error, &record->error_is);
    if (r == 0)
        r = store_column_slice(row, 5, arena, &record->protocol, &record->protocol_is);
    if (r == 0)
        r = store_column_shown(row, 6, arena, &connector_implementation_shape, &record->server, &record->server_is);
    if (r == 0)
        r = store_column_slice(row, 7, arena, &record->instructions, &record->instructions_is);
    if (r == 0 && sqlite3_column_type(row, 8) != SQLITE_NULL) {
        clock_format_iso(sqlite3_column_int64(row, 8), time);
        record->last_health_check = arena_copy(arena, slice_of(time));
        record->last_health_check_is = FIELD_SET;
        r = record->last_health_check.data ? 0 : -ENOMEM;
    }
    record->tools_known = sqlite3_column_type(row, 9) != SQLITE_NULL;
    record->tool_count = sqlite3_column_int64(row, 9);
    server.prompt_count = sqlite3_column_int64(row, 10);
    server.resource_count = sqlite3_column_int64(row, 11);
    server.listed_at = sqlite3_column_int64(row, 12);
    server.ttl_ms = sqlite3_column_int64(row, 13);
    server.tool_bytes = sqlite3_column_int64(row, 14);
    if (r == 0)
        *ret_server = server;
    return r;
}

static int remove_lists(struct store_tx *tx, struct slice id)
{
    autoreset sqlite3_stmt *lists = store_sql(tx, "DELETE FROM mcp_lists WHERE server = ?1");
    store_bind_slice(lists, 1, id);
    int r = store_run(tx, lists);
    autoreset sqlite3_stmt *state = store_sql(tx, "DELETE FROM mcp_connection_state WHERE server = ?1");
    store_bind_slice(state, 1, id);
    return r < 0 ? r : store_run(tx, state);
}

static int has_digest(struct store_tx *tx, struct slice id, struct slice digest)
{
    autoreset sqlite3_stmt *look = store_sql(tx, "SELECT 1 FROM mcp_servers WHERE id = ?1 AND digest = ?2");
    store_bind_slice(look, 1, id);
    store_bind_slice(look, 2, digest);
    return store_step(tx, look);
}

int store_mcp_put(struct store_tx *tx, const struct store_mcp_server *server)
{
    const struct mcp_server *record = &server->record;
    struct buf config = BUF_LIMITED(TEXT_MAX);
    int r = has_digest(tx, record->server_id, server->digest);
    if (r == 0)
        r = remove_lists(tx, record->server_id);
    if (r >= 0)
        r = json_encode(&config, &mcp_server_shape, record);
    if (r == 0) {
        autoreset sqlite3_stmt *put =
            store_sql(tx, "INSERT INTO mcp_servers (id, name, config, digest, project, created_at, updated_at)"
                          " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (id) DO UPDATE SET name = ?2, config = ?3,"
                          " digest = ?4, project = ?5, updated_at = ?7");
        store_bind_slice(put, 1, record->server_id);
        store_bind_slice(put, 2, record->name);
        store_bind_slice(put, 3, buf_slice(&config));
        store_bind_slice(put, 4, server->digest);
        store_bind_optional(put, 5, record->project_is, record->project);
        (void)sqlite3_bind_int64(put, 6, record->created_at);
        (void)sqlite3_bind_int64(put, 7, record->updated_at);
        r = store_run(tx, put);
    }
    buf_clear(&config);
    return r;
}

int store_mcp_remove(struct store_tx *tx, struct slice id)
{
    int r = remove_lists(tx, id);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *offers = store_sql(tx, "DELETE FROM mcp_offers WHERE server = ?1");
    store_bind_slice(offers, 1, id);
    r = store_run(tx, offers);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *remove = store_sql(tx, "DELETE FROM mcp_servers WHERE id = ?1");
    store_bind_slice(remove, 1, id);
    r = store_run(tx, remove);
    return r < 0 || sqlite3_changes(tx->db) > 0 ? r : -ENOENT;
}

int store_mcp_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_mcp_server *ret_server)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT " COLUMNS " WHERE m.id = ?1");
    store_bind_slice(find, 1, id);
    int r = store_step(tx, find);
    return r > 0 ? read_server(find, arena, ret_server) : r < 0 ? r : -ENOENT;
}

int store_mcp_all(struct store_tx *tx, struct arena *arena, struct store_mcp_servers *ret_servers)
{
    struct store_mcp_servers found = {0};
    autoreset sqlite3_stmt *list = store_sql(tx, "SELECT " COLUMNS " ORDER BY m.id");
    int r;
    while ((r = store_step(tx, list)) > 0) {
        found.items = store_list_grow(arena, found.items, found.count, sizeof *found.items);
        if (!found.items)
            return -ENOMEM;
        r = read_server(list, arena, &found.items[found.count]);
        if (r < 0 && r != -EBADMSG)
            return r;
        found.count += r == 0;
    }
    if (r == 0)
        *ret_servers = found;
    return r;
}

/* --- state --- */

static int is_there(struct store_tx *tx, struct slice id)
{
    autoreset sqlite3_stmt *look = store_sql(tx, "SELECT 1 FROM mcp_servers WHERE id = ?1");
    store_bind_slice(look, 1, id);
    return store_step(tx, look);
}

static struct slice or_null(struct slice text)
{
    return text.size > 0 ? text : (struct slice){0};
}

int store_mcp_note(struct store_tx *tx, const struct store_mcp_state *state, int64_t now_ms)
{
    struct buf implementation = BUF_LIMITED(TEXT_MAX);
    int r = is_there(tx, state->id);
    if (r <= 0)
        return r;
    r = state->implementation ? json_encode(&implementation, &connector_implementation_shape, state->implementation)
                              : 0;
    if (r == 0) {
        autoreset sqlite3_stmt *put = store_sql(
            tx, "INSERT INTO mcp_connection_state (server, state, error, protocol, implementation, instructions,"
                " answered_at, changed_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (server) DO UPDATE SET"
                " state = ?2, error = ?3, protocol = coalesce(?4, protocol),"
                " implementation = coalesce(?5, implementation), instructions = CASE WHEN ?5 IS NULL THEN instructions"
                " ELSE ?6 END, answered_at = coalesce(?7, answered_at), changed_at = ?8");
        store_bind_slice(put, 1, state->id);
        store_bind_word(put, 2, &mcp_state_shape, state->state);
        store_bind_slice(put, 3, or_null(state->error));
        store_bind_slice(put, 4, or_null(state->protocol));
        store_bind_slice(put, 5, or_null(buf_slice(&implementation)));
        store_bind_slice(put, 6, or_null(state->instructions));
        store_bind_number(put, 7, state->answered_at > 0 ? FIELD_SET : FIELD_ABSENT, state->answered_at);
        (void)sqlite3_bind_int64(put, 8, now_ms);
        r = store_run(tx, put);
    }
    buf_clear(&implementation);
    return r;
}

/* --- lists --- */

int store_mcp_list_put(struct store_tx *tx, const struct store_mcp_list *list, int64_t now_ms)
{
    int r = has_digest(tx, list->id, list->digest);
    if (r <= 0)
        return r;
    autoreset sqlite3_stmt *put =
        store_sql(tx, "INSERT INTO mcp_lists (server, kind, list, entries, listed_at, ttl_ms, bytes)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (server, kind) DO UPDATE SET list = ?3,"
                      " entries = ?4, listed_at = ?5, ttl_ms = ?6, bytes = ?7");
    store_bind_slice(put, 1, list->id);
    store_bind_word(put, 2, &connector_list_kind_shape, list->kind);
    store_bind_slice(put, 3, list->text);
    (void)sqlite3_bind_int64(put, 4, list->entries);
    (void)sqlite3_bind_int64(put, 5, now_ms);
    store_bind_number(put, 6, list->ttl_ms > 0 ? FIELD_SET : FIELD_ABSENT, list->ttl_ms);
    (void)sqlite3_bind_int64(put, 7, (int64_t)list->text.size);
    return store_run(tx, put);
}

int store_mcp_list_find(struct store_tx *tx, struct slice id, enum connector_list_kind kind, struct arena *arena,
                        struct slice *ret_text)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT list FROM mcp_lists WHERE server = ?1 AND kind = ?2");
    store_bind_slice(find, 1, id);
    store_bind_word(find, 2, &connector_list_kind_shape, kind);
    int r = store_step(tx, find);
    return r > 0 ? store_column_slice(find, 0, arena, ret_text, NULL) : r < 0 ? r : -ENOENT;
}

/* --- offers --- */

int store_mcp_offer_put(struct store_tx *tx, struct slice project, const struct store_mcp_offer *offer, int64_t now_ms)
{
    autoreset sqlite3_stmt *put =
        store_sql(tx, "INSERT INTO mcp_offers (project, name, hash, approved, server, decided_at)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (project, name) DO UPDATE SET hash = ?3,"
                      " approved = ?4, server = ?5, decided_at = ?6");
    store_bind_slice(put, 1, project);
    store_bind_slice(put, 2, offer->name);
    store_bind_slice(put, 3, offer->hash);
    (void)sqlite3_bind_int64(put, 4, offer->approved);
    store_bind_slice(put, 5, or_null(offer->server));
    (void)sqlite3_bind_int64(put, 6, now_ms);
    return store_run(tx, put);
}

int store_mcp_offer_list(struct store_tx *tx, struct slice project, struct arena *arena,
                         struct store_mcp_offers *ret_offers)
{
    struct store_mcp_offers found = {0};
    autoreset sqlite3_stmt *list =
        store_sql(tx, "SELECT name, hash, approved, server FROM mcp_offers WHERE project = ?1 ORDER BY name");
    store_bind_slice(list, 1, project);
    int r;
    while ((r = store_step(tx, list)) > 0) {
        found.items = store_list_grow(arena, found.items, found.count, sizeof *found.items);
        if (!found.items)
            return -ENOMEM;
        struct store_mcp_offer *offer = &found.items[found.count++];
        *offer = (struct store_mcp_offer){.approved = sqlite3_column_int(list, 2)};
        r = store_column_slice(list, 0, arena, &offer->name, NULL);
        if (r == 0)
            r = store_column_slice(list, 1, arena, &offer->hash, NULL);
        if (r == 0)
            r = store_column_slice(list, 3, arena, &offer->server, NULL);
        if (r < 0)
            return r;
    }
    if (r == 0)
        *ret_offers = found;
    return r;
}

/* --- definitions --- */

int store_mcp_definition_keep(struct store_tx *tx, struct slice hash, struct slice definition)
{
    int64_t now_ms = clock_epoch_ms();
    autoreset sqlite3_stmt *put =
        store_sql(tx, "INSERT INTO mcp_definitions (hash, definition, kept_at) VALUES (?1, ?2, ?3)"
                      " ON CONFLICT (hash) DO UPDATE SET kept_at = ?3");
    store_bind_slice(put, 1, hash);
    store_bind_slice(put, 2, definition);
    (void)sqlite3_bind_int64(put, 3, now_ms);
    int r = store_run(tx, put);
    if (r < 0)
        return r;
    autoreset sqlite3_stmt *prune = store_sql(tx, "DELETE FROM mcp_definitions WHERE kept_at < ?1 AND hash NOT IN"
                                                  " (SELECT definition FROM rules WHERE definition IS NOT NULL)");
    (void)sqlite3_bind_int64(prune, 1, now_ms - DEFINITION_KEPT_MS);
    return store_run(tx, prune);
}

int store_mcp_definition_find(struct store_tx *tx, struct slice hash, struct arena *arena, struct slice *ret_text)
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT definition FROM mcp_definitions WHERE hash = ?1");
    store_bind_slice(find, 1, hash);
    int r = store_step(tx, find);
    return r > 0 ? store_column_slice(find, 0, arena, ret_text, NULL) : r < 0 ? r : -ENOENT;
}
