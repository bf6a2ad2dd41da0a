#include "daemon/store/internal.h"

/* Long enough for the writer's group at hand, short enough for whoever waits for the reader. */
enum { BUSY_MS = 500 };

/* Most is copied while the writer goes on; the rest, and cutting the files, needs a moment between two of its groups.
 */
int store_checkpoint(struct store_tx *tx)
{
    int code = sqlite3_wal_checkpoint_v2(tx->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    if (code == SQLITE_OK) {
        tx->log_cut = true;
        (void)sqlite3_busy_timeout(tx->db, BUSY_MS);
        code = sqlite3_wal_checkpoint_v2(tx->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
        store_busy_default(tx->db);
    }
    return code == SQLITE_OK || (code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_LOCKED ? 0
                                                                                               : store_note(tx, code);
}
