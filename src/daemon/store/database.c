/* A connection to the database: opens it, caches its statements, and translates its errors. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/store/internal.h"

enum { BUSY_MS = 10000, CACHE_KIB = 4096 };

void store_tx_begin(struct store_tx *tx)
{
    tx->error = 0;
    tx->problem[0] = '\0';
    tx->known_task = 0;
}

struct meaning {
    int code, error;
    const char *advice;
};

static const char writable_advice[] = "make the file and its directory writable, then restart the daemon";

static const struct meaning meanings[] = {
    {SQLITE_FULL, -ENOSPC, "free some space; nothing is lost"},
    {SQLITE_READONLY, -EROFS, writable_advice},
    {SQLITE_PERM, -EACCES, "check its owner and mode"},
    {SQLITE_CANTOPEN, -EACCES, "check its owner and mode, and those of its directory"},
    {SQLITE_CORRUPT, -EUCLEAN, "stop the daemon, move the file away and restore a backup"},
    {SQLITE_NOTADB, -EUCLEAN, "it is not a database of weir; move it away"},
    {SQLITE_NOMEM, -ENOMEM, "out of memory"},
    {SQLITE_BUSY, -EBUSY, "another program uses it"},
    {SQLITE_LOCKED, -EBUSY, "another program uses it"},
    {SQLITE_TOOBIG, -EMSGSIZE, "a row is too long"},
};

/* Returns the primary result code. For SQLITE_IOERR and SQLITE_CANTOPEN, uses the errno of the failed system
 * call for a more specific one. */
static int plain_code(struct store_tx *tx, int code)
{
    int plain = code & 0xff;
    if (!tx->db || (plain != SQLITE_IOERR && plain != SQLITE_CANTOPEN))
        return plain;
    int error = sqlite3_system_errno(tx->db);
    if (error == ENOSPC || error == EDQUOT)
        return SQLITE_FULL;
    const char *path = sqlite3_db_filename(tx->db, "main");
    bool read_only = path && access(path, W_OK) < 0 && errno == EROFS;
    return read_only ? SQLITE_READONLY : plain;
}

int store_note(struct store_tx *tx, int code)
{
    int error = -EIO, plain = plain_code(tx, code);
    const char *advice = "check the disk and the system log";
    if ((plain == SQLITE_CORRUPT || plain == SQLITE_NOTADB) && tx->db && sqlite3_extended_errcode(tx->db) == code)
        tx->damaged = true;
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (meanings[i].code == plain) {
            error = meanings[i].error;
            advice = meanings[i].advice;
        }
    /* Later errors are consequences of the first one. */
    if (tx->error == 0) {
        const char *path = tx->db ? sqlite3_db_filename(tx->db, "main") : NULL;
        tx->error = error;
        (void)snprintf(
            tx->problem, sizeof tx->problem, "%s: %s; %s", path && *path ? path : "the store",
            tx->db && sqlite3_extended_errcode(tx->db) == code ? sqlite3_errmsg(tx->db) : sqlite3_errstr(code), advice);
    }
    return error;
}

sqlite3_stmt *store_sql(struct store_tx *tx, const char *sql)
{
    size_t slot = ((uintptr_t)sql >> 3) % STATEMENT_SLOTS;
    for (unsigned probed = 0; tx->statements[slot].sql && tx->statements[slot].sql != sql; probed++) {
        if (probed == STATEMENT_SLOTS) { /* the sources have more statements than slots */
            (void)store_note(tx, SQLITE_INTERNAL);
            return NULL;
        }
        slot = (slot + 1) % STATEMENT_SLOTS;
    }
    if (!tx->statements[slot].sql) {
        sqlite3_stmt *statement = NULL;
        int code = sqlite3_prepare_v3(tx->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
        if (code != SQLITE_OK) {
            (void)store_note(tx, code);
            return NULL;
        }
        tx->statements[slot].sql = sql;
        tx->statements[slot].statement = statement;
    }
    return tx->statements[slot].statement;
}

int store_step(struct store_tx *tx, sqlite3_stmt *statement)
{
    if (!statement)
        return tx->error ? tx->error : -EIO;
    int code = sqlite3_step(statement);
    return code == SQLITE_ROW ? 1 : code == SQLITE_DONE ? 0 : store_note(tx, code);
}

int store_run(struct store_tx *tx, sqlite3_stmt *statement)
{
    int r = store_step(tx, statement);
    return r > 0 ? 0 : r;
}

int store_why_unchanged(struct store_tx *tx, sqlite3_stmt *look)
{
    int r = store_step(tx, look);
    return r < 0 ? r : r == 0 ? -ENOENT : -ESTALE;
}

int store_exec(struct store_tx *tx, const char *sql)
{
    int code = sqlite3_exec(tx->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? 0 : store_note(tx, code);
}

int store_write_mark(struct store_tx *tx, const char *name, int64_t value)
{
    autoreset sqlite3_stmt *save =
        store_sql(tx, "INSERT INTO meta (name, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2");
    store_bind_slice(save, 1, slice_of(name));
    (void)sqlite3_bind_int64(save, 2, value);
    return store_run(tx, save);
}

int store_column_slice(sqlite3_stmt *statement, int column, struct arena *arena, struct slice *ret_text,
                       enum field_is *ret_is)
{
    bool is_null = sqlite3_column_type(statement, column) == SQLITE_NULL;
    const char *data = (const char *)sqlite3_column_text(statement, column);
    if (ret_is)
        *ret_is = data ? FIELD_SET : FIELD_ABSENT;
    *ret_text = (struct slice){0};
    if (!data)
        return is_null ? 0 : -ENOMEM;
    *ret_text = arena_copy(arena, (struct slice){data, (size_t)sqlite3_column_bytes(statement, column)});
    return ret_text->data ? 0 : -ENOMEM;
}

void store_busy_default(sqlite3 *db)
{
    (void)sqlite3_busy_timeout(db, BUSY_MS);
}

/* --- opening --- */

/* The writer creates a missing file. auto_vacuum must be set before the first table. It is set in an empty file
 * only, because the pragma would otherwise write to every older file, even a damaged one. */
static int prepare_file(struct store_tx *tx)
{
    int r = store_identify(tx);
    if (r == 0 && store_is_empty(tx))
        r = store_exec(tx, "PRAGMA auto_vacuum=INCREMENTAL");
    if (r == 0)
        r = store_exec(tx, "PRAGMA journal_mode=WAL");
    if (r == 0) /* checkpoints run on the reader, and on the writer between two groups */
        r = store_exec(tx, "PRAGMA wal_autocheckpoint=0");
    return r;
}

/* SQLite would create the file with permissions according to the umask. The log and the index get the
 * permissions of the file. O_EXCL, because closing any descriptor of an existing file would release the POSIX
 * locks that the reader holds on it. */
static void make_private_file(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd >= 0) /* on failure, opening fails with the reason */
        close(fd);
}

bool store_may_write(const char *path)
{
    return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 || errno == ENOENT;
}

int store_tx_open(struct store_tx *tx, const char *path, bool writes)
{
    char pragmas[192];
    *tx = (struct store_tx){.writes = writes};
    if (writes && !store_may_write(path)) {
        tx->error = -EROFS;
        (void)snprintf(tx->problem, sizeof tx->problem, "%s: it is read-only; %s", path, writable_advice);
        return tx->error;
    }
    if (writes)
        make_private_file(path);
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW;
    flags |= writes ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE;
    int code = sqlite3_open_v2(path, &tx->db, flags, NULL);
    int r = code == SQLITE_OK ? 0 : store_note(tx, code);
    if (r < 0)
        return r;
    store_busy_default(tx->db);
    /* Without mmap, an unreadable sector is an error instead of SIGBUS. temp_store: statements with triggers
     * use a statement journal, which as a file starts at 64 KiB each. */
    (void)snprintf(pragmas, sizeof pragmas,
                   "PRAGMA cache_size=-%d; PRAGMA mmap_size=0; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY",
                   CACHE_KIB);
    r = store_exec(tx, pragmas);
    if (r == 0 && writes)
        r = prepare_file(tx);
    if (r == 0)
        r = writes ? store_exec(tx, "PRAGMA synchronous=FULL") : store_exec(tx, "PRAGMA query_only=ON");
    return r;
}

void store_tx_close(struct store_tx *tx)
{
    for (size_t i = 0; i < STATEMENT_SLOTS; i++) {
        (void)sqlite3_finalize(tx->statements[i].statement);
        tx->statements[i].sql = NULL;
        tx->statements[i].statement = NULL;
    }
    store_batch_clear(&tx->batch);
    explicit_bzero(tx->audit.key, sizeof tx->audit.key);
    (void)sqlite3_close(tx->db);
    tx->db = NULL;
}

/* --- checkpoints --- */

/* Long enough for the writer's current group, short enough for clients that wait for the reader. */
enum { CHECKPOINT_BUSY_MS = 500 };

/* The passive checkpoint copies most pages while the writer continues. Copying the rest and truncating the log
 * needs a moment between two groups. */
int store_checkpoint(struct store_tx *tx)
{
    int code = sqlite3_wal_checkpoint_v2(tx->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    if (code == SQLITE_OK) {
        tx->log_cut = true;
        (void)sqlite3_busy_timeout(tx->db, CHECKPOINT_BUSY_MS);
        code = sqlite3_wal_checkpoint_v2(tx->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
        store_busy_default(tx->db);
    }
    return code == SQLITE_OK || (code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_LOCKED ? 0
                                                                                               : store_note(tx, code);
}
