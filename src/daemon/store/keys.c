/* Rows of keys. They are sealed, and cannot be opened without the master key. */
#include <errno.h>

#include "daemon/store/columns.h"

/* Also overwrites the old value in the file. SQLite's secure_delete slows down other changes, so it is on only
 * here. */
static int run_with_secure_delete(struct store_tx *tx, sqlite3_stmt *statement)
{
    int r = store_exec(tx, "PRAGMA secure_delete = ON");
    if (r < 0)
        return r;
    r = store_run(tx, statement);
    (void)sqlite3_exec(tx->db, "PRAGMA secure_delete = OFF", NULL, NULL, NULL);
    return r;
}

static void bind_sealed(sqlite3_stmt *statement, int index, struct slice sealed)
{
    (void)sqlite3_bind_blob(statement, index, sealed.data, (int)sealed.size, SQLITE_STATIC);
}

int store_key_put(struct store_tx *tx, const struct store_key *key)
{
    autoreset sqlite3_stmt *put =
        store_sql(tx, "INSERT OR REPLACE INTO keys (service, sealed, last_four, created_at) VALUES (?1, ?2, ?3, ?4)");
    store_bind_slice(put, 1, key->record.service);
    bind_sealed(put, 2, key->sealed);
    store_bind_slice(put, 3, key->record.last_four);
    (void)sqlite3_bind_int64(put, 4, key->record.created_at);
    return run_with_secure_delete(tx, put);
}

int store_key_remove(struct store_tx *tx, struct slice service)
{
    autoreset sqlite3_stmt *remove = store_sql(tx, "DELETE FROM keys WHERE service = ?1");
    store_bind_slice(remove, 1, service);
    int r = run_with_secure_delete(tx, remove);
    return r < 0 ? r : sqlite3_changes(tx->db) == 0 ? -ENOENT : 0;
}

int store_key_reseal(struct store_tx *tx, struct slice service, struct slice sealed)
{
    autoreset sqlite3_stmt *seal = store_sql(tx, "UPDATE keys SET sealed = ?2 WHERE service = ?1");
    store_bind_slice(seal, 1, service);
    bind_sealed(seal, 2, sealed);
    return run_with_secure_delete(tx, seal);
}

int store_key_used(struct store_tx *tx, struct slice service, int64_t now_ms)
{
    autoreset sqlite3_stmt *use =
        store_sql(tx, "UPDATE keys SET used_at = max(?2, coalesce(used_at, 0)), uses = uses + 1 WHERE service = ?1");
    store_bind_slice(use, 1, service);
    (void)sqlite3_bind_int64(use, 2, now_ms);
    return store_run(tx, use);
}

static int read_key(sqlite3_stmt *row, struct arena *arena, struct store_key *key)
{
    *key = (struct store_key){.record = {.created_at = sqlite3_column_int64(row, 3)}};
    key->record.used_at = store_column_number(row, 4, &key->record.used_at_is);
    key->record.uses = sqlite3_column_int64(row, 5);
    int r = store_column_slice(row, 0, arena, &key->record.service, NULL);
    if (r == 0)
        r = store_column_slice(row, 2, arena, &key->record.last_four, NULL);
    const void *sealed = sqlite3_column_blob(row, 1);
    key->sealed = arena_copy(arena, (struct slice){sealed, (size_t)sqlite3_column_bytes(row, 1)});
    return r < 0 ? r : key->sealed.data ? 0 : -ENOMEM;
}

int store_key_list(struct store_tx *tx, struct arena *arena, struct store_keys *ret_keys)
{
    autoreset sqlite3_stmt *all =
        store_sql(tx, "SELECT service, sealed, last_four, created_at, used_at, uses FROM keys ORDER BY service");
    *ret_keys = (struct store_keys){0};
    int r;
    while ((r = store_step(tx, all)) > 0) {
        struct store_key *items = store_list_grow(arena, ret_keys->items, ret_keys->count, sizeof *items);
        if (!items)
            return -ENOMEM;
        ret_keys->items = items;
        r = read_key(all, arena, &items[ret_keys->count]);
        if (r < 0)
            return r;
        ret_keys->count++;
    }
    return r;
}

int store_key_master(struct store_tx *tx, char ret_id[static STORE_KEY_ID_SIZE])
{
    autoreset sqlite3_stmt *find =
        store_sql(tx, "SELECT value, EXISTS (SELECT 1 FROM keys) FROM meta WHERE name = 'keys_master'");
    int r = store_step(tx, find);
    ret_id[0] = '\0';
    if (r <= 0 || sqlite3_column_int(find, 1) == 0)
        return r < 0 ? r : 0;
    struct slice id = store_column_bytes(find, 0);
    if (!id.data || id.size >= STORE_KEY_ID_SIZE)
        return store_note(tx, SQLITE_CORRUPT);
    slice_copy(ret_id, id);
    ret_id[id.size] = '\0';
    return 0;
}

int store_key_set_master(struct store_tx *tx, struct slice id)
{
    autoreset sqlite3_stmt *set =
        store_sql(tx, "INSERT INTO meta (name, value) VALUES ('keys_master', ?1) ON CONFLICT DO UPDATE SET value = ?1");
    store_bind_slice(set, 1, id);
    return store_run(tx, set);
}
