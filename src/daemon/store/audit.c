/* Adds entries to the audit log, and checks its end and its key when the store is opened. */
#include "daemon/store/audit.h"

#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/utf8.h"
#include "daemon/store/audit_rows.h"
#include "daemon/store/columns.h"
#include "json/write.h"

void audit_self(struct audit_note *note)
{
    note->uid = geteuid();
    note->pid = 0;
    note->client = SLICE("weird");
}

/* --- adding entries --- */

static int load_last(struct store_tx *tx, struct audit_link *ret_last)
{
    struct audit_link last = {0};
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT no, hash FROM audit ORDER BY no DESC LIMIT 1");
    int r = store_step(tx, find);
    if (r > 0) {
        last.no = sqlite3_column_int64(find, 0);
        store_audit_column_hash(find, 1, last.hash);
    }
    if (r >= 0)
        *ret_last = last;
    return r < 0 ? r : 0;
}

static int insert(struct store_tx *tx, const struct audit_row *row, const unsigned char hash[static AUDIT_HASH_BYTES])
{
    const struct audit_note *note = &row->note;
    autoreset sqlite3_stmt *add =
        store_sql(tx, "INSERT INTO audit (no, at, what, uid, pid, client, session, task, data, hash)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)");
    if (!add)
        return tx->error;
    (void)sqlite3_bind_int64(add, 1, row->no);
    (void)sqlite3_bind_int64(add, 2, row->at);
    store_bind_slice(add, 3, note->what);
    (void)sqlite3_bind_int64(add, 4, note->uid);
    (void)sqlite3_bind_int64(add, 5, note->pid);
    store_bind_slice(add, 6, note->client.data ? note->client : SLICE(""));
    store_bind_optional(add, 7, note->session_id.size > 0 ? FIELD_SET : FIELD_ABSENT, note->session_id);
    store_bind_optional(add, 8, note->task_id.size > 0 ? FIELD_SET : FIELD_ABSENT, note->task_id);
    store_bind_optional(add, 9, note->data.size > 0 ? FIELD_SET : FIELD_ABSENT, note->data);
    (void)sqlite3_bind_blob(add, 10, hash, AUDIT_HASH_BYTES, SQLITE_STATIC);
    return store_run(tx, add);
}

int store_audit_add(struct store_tx *tx, const struct audit_note *note)
{
    struct store_audit *audit = &tx->audit;
    struct audit_row row = {.at = clock_epoch_ms(), .note = *note};
    struct audit_link next;
    int r = audit->loaded ? 0 : load_last(tx, &audit->last);
    if (r < 0)
        return r;
    audit->loaded = true;
    row.no = audit->last.no + 1;
    row.note.what = utf8_cut(note->what, AUDIT_WORD_MAX);
    row.note.client = utf8_cut(note->client, AUDIT_CLIENT_MAX);
    row.note.session_id = utf8_cut(note->session_id, AUDIT_WORD_MAX);
    row.note.task_id = utf8_cut(note->task_id, AUDIT_WORD_MAX);
    if (note->data.size > AUDIT_DATA_MAX)
        row.note.data = SLICE("{\"leftOut\":\"it was too long\"}");
    next.no = row.no;
    audit_chain_hash(audit->key, &row, audit->last.hash, next.hash);
    r = insert(tx, &row, next.hash);
    if (r == 0)
        audit->last = next;
    return r;
}

/* --- files beside the database --- */

int store_audit_directory(struct store_tx *tx, char ret_directory[static PATH_MAX])
{
    const char *path = sqlite3_db_filename(tx->db, "main");
    const char *slash = path ? strrchr(path, '/') : NULL;
    if (!slash || slash - path >= PATH_MAX)
        return -ENOENT;
    (void)snprintf(ret_directory, PATH_MAX, "%.*s", slash == path ? 1 : (int)(slash - path), path);
    return 0;
}

/* Reads which key the log was started with. */
static int read_mark(struct store_tx *tx, unsigned char ret_mark[static AUDIT_HASH_BYTES])
{
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT value FROM meta WHERE name = 'audit_key'");
    int r = store_step(tx, find);
    if (r > 0)
        store_audit_column_hash(find, 0, ret_mark);
    return r < 0 ? r : r > 0 ? 0 : -ENOENT;
}

static int write_mark(struct store_tx *tx, const unsigned char mark[static AUDIT_HASH_BYTES])
{
    autoreset sqlite3_stmt *save =
        store_sql(tx, "INSERT INTO meta VALUES ('audit_key', ?1) ON CONFLICT DO UPDATE SET value = ?1");
    (void)sqlite3_bind_blob(save, 1, mark, AUDIT_HASH_BYTES, SQLITE_STATIC);
    return store_run(tx, save);
}

int store_audit_find_key(struct store_tx *tx, const char *directory, unsigned char ret_key[static AUDIT_KEY_BYTES])
{
    unsigned char mark[AUDIT_HASH_BYTES], begun[AUDIT_HASH_BYTES];
    int r = audit_key_read(directory, ret_key);
    if (r < 0)
        return r;
    audit_key_mark(ret_key, mark);
    r = read_mark(tx, begun);
    return r == -ENOENT ? 0 : r < 0 ? r : audit_hash_equal(mark, begun) ? 0 : -EKEYREJECTED;
}

const char *store_audit_key_problem(int error)
{
    return error == -ENOENT         ? "audit.key is missing, so entries cannot be verified; restore it"
           : error == -EKEYREJECTED ? "audit.key is not the key that the log was started with, so entries cannot be "
                                      "verified; restore the right one"
           : error == -EINVAL       ? "audit.key is damaged, so entries cannot be verified; restore the right one"
                                    : "audit.key cannot be read, so entries cannot be verified";
}

const char *store_audit_head_problem(int error)
{
    return error == -ENOENT   ? "audit.head was missing: entries before this one may have been removed"
           : error == -EINVAL ? "audit.head was changed: entries before this one may have been removed"
                              : "audit.head cannot be read";
}

/* --- opening --- */

/* Returns 0 if the key is valid, or was just made. Negative: the key is missing or wrong, and the log continues
 * without a valid key; or another error such as -ENOMEM. */
static int find_or_make_key(struct store_tx *tx, const char *directory)
{
    struct store_audit *audit = &tx->audit;
    struct audit_link head;
    unsigned char mark[AUDIT_HASH_BYTES];
    int r = store_audit_find_key(tx, directory, audit->key);
    if (audit->last.no > 0)
        return r;
    /* An empty log accepts any key. But an existing head means that there was a key, unless the first start was
     * interrupted after the head was made: then the database has no mark of a key, and the head names no entry. */
    if (r == -ENOENT && (audit_head_read(directory, audit->key, &head) == -ENOENT ||
                         (read_mark(tx, mark) == -ENOENT && audit_head_is_first(directory))))
        r = audit_files_make(directory, audit->key);
    if (r == 0 || r == -EKEYREJECTED) {
        audit_key_mark(audit->key, mark);
        r = write_mark(tx, mark);
    }
    return r;
}

static int add_broken(struct store_tx *tx, const char *problem)
{
    struct audit_note note = {.what = SLICE("audit.broken")};
    struct buf data = BUF_LIMITED(1024);
    audit_self(&note);
    buf_append_text(&data, "{\"problem\":");
    json_write_string(&data, slice_of(problem));
    int r = buf_append_char(&data, '}');
    note.data = buf_slice(&data);
    log_error("audit: %s", problem);
    if (r == 0)
        r = store_audit_add(tx, &note);
    buf_clear(&data);
    return r;
}

/* Checks only that the database has the entry that the head names. Hashes are verified by store_audit_check(). */
static int compare_with_head(struct store_tx *tx, const char *directory, bool *ret_broken)
{
    struct store_audit *audit = &tx->audit;
    struct audit_link head = {0};
    char problem[160];
    int r = audit_head_read(directory, audit->key, &head);
    audit->headed = head.no;
    if (r == 0 && head.no <= audit->last.no)
        return 0;
    *ret_broken = true;
    if (r < 0)
        return add_broken(tx, store_audit_head_problem(r));
    (void)snprintf(problem, sizeof problem, "the log was truncated: entries %lld to %lld are missing",
                   (long long)audit->last.no + 1, (long long)head.no);
    return add_broken(tx, problem);
}

int store_audit_compare(struct store_tx *tx, int64_t *ret_last, int64_t *ret_head)
{
    char directory[PATH_MAX];
    unsigned char key[AUDIT_KEY_BYTES];
    struct audit_link last = {0}, head = {0};
    int r = store_audit_directory(tx, directory);
    if (r == 0)
        r = load_last(tx, &last);
    if (r < 0)
        return r;
    if (store_audit_find_key(tx, directory, key) < 0 || audit_head_read(directory, key, &head) < 0)
        head.no = 0;
    sodium_memzero(key, sizeof key);
    *ret_last = last.no;
    *ret_head = head.no;
    return tx->error;
}

static int check_files(struct store_tx *tx, const char *directory, bool *ret_broken)
{
    struct store_audit *audit = &tx->audit;
    int r = load_last(tx, &audit->last);
    if (r < 0)
        return r;
    audit->loaded = true;
    r = find_or_make_key(tx, directory);
    if (tx->error < 0)
        return tx->error;
    audit->has_key = r == 0;
    if (r == 0)
        return compare_with_head(tx, directory, ret_broken);
    sodium_memzero(audit->key, sizeof audit->key);
    if (r == -ENOSPC || r == -EROFS || r == -EDQUOT || r == -EIO) {
        tx->error = r;
        (void)snprintf(tx->problem, sizeof tx->problem, "%.200s/audit.key: %s", directory, strerror(-r));
        return r;
    }
    log_error("audit: %s", store_audit_key_problem(r));
    return 0;
}

int store_audit_open(struct store_tx *tx)
{
    char directory[PATH_MAX];
    bool broken = false;
    struct store_audit *audit = &tx->audit;
    if (sodium_init() < 0)
        return -EIO;
    int r = store_audit_directory(tx, directory);
    if (r < 0)
        return r;
    store_tx_begin(tx);
    r = store_exec(tx, "BEGIN IMMEDIATE");
    if (r == 0)
        r = check_files(tx, directory, &broken);
    if (r == 0)
        r = store_exec(tx, "COMMIT");
    if (r < 0) {
        (void)sqlite3_exec(tx->db, "ROLLBACK", NULL, NULL, NULL);
        audit->loaded = false;
    } else if (broken && audit->has_key) { /* the entry audit.broken has recorded the problem */
        r = audit_head_make(directory, audit->key, &audit->last);
        audit->headed = audit->last.no;
    }
    return r;
}

void store_audit_headed(struct store_tx *tx)
{
    char directory[PATH_MAX];
    struct store_audit *audit = &tx->audit;
    if (!audit->has_key || audit->headed == audit->last.no || store_audit_directory(tx, directory) < 0)
        return;
    int r = audit_head_write(directory, audit->key, &audit->last);
    if (r < 0)
        log_error("audit: cannot write audit.head, so a removal of the last entries may go undetected: %s",
                  r == -EINVAL ? "it was changed" : strerror(-r));
    audit->headed = audit->last.no;
}
