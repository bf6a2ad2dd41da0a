/* Stores messages that have an id of their own, and idempotency keys, with which repeated messages are stored
 * once. */
#include <errno.h>
#include <string.h>

#include "daemon/store/columns.h"

/* Returns 1 if there is one. */
static int find(struct store_tx *tx, int64_t task, struct slice key, struct store_message *message)
{
    autoreset sqlite3_stmt *look =
        store_sql(tx, "SELECT id, created_at FROM message_keys WHERE task = ?1 AND key = ?2");
    (void)sqlite3_bind_int64(look, 1, task);
    store_bind_slice(look, 2, key);
    int r = store_step(tx, look);
    if (r <= 0)
        return r;
    struct slice id = store_column_bytes(look, 0);
    if (!id.data || id.size >= sizeof message->id)
        return store_note(tx, SQLITE_CORRUPT);
    memcpy(message->id, id.data, id.size);
    message->id[id.size] = '\0';
    message->created_at = sqlite3_column_int64(look, 1);
    return 1;
}

static int note(struct store_tx *tx, int64_t task, struct slice key, const struct store_message *message)
{
    autoreset sqlite3_stmt *add =
        store_sql(tx, "INSERT INTO message_keys (task, key, id, created_at) VALUES (?1, ?2, ?3, ?4)");
    (void)sqlite3_bind_int64(add, 1, task);
    store_bind_slice(add, 2, key);
    store_bind_slice(add, 3, slice_of(message->id));
    (void)sqlite3_bind_int64(add, 4, message->created_at);
    return store_run(tx, add);
}

int store_message_add(struct store_tx *tx, int64_t task, struct slice key, struct store_message *message)
{
    int r = key.size > 0 ? find(tx, task, key, message) : 0;
    if (r != 0)
        return r;
    r = id_make(&tx->ids, "msg_", message->id);
    return r < 0 || key.size == 0 ? r : note(tx, task, key, message);
}
