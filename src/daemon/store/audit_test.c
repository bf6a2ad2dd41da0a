/* Tests the audit chain without a daemon: the fields that its hashes cover, its two files, and a database that
 * was edited. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "daemon/store/internal.h"
#include "unit/check.h"

struct fixture {
    char directory[64], path[96];
    struct store_tx tx;
};

static void open_store(struct fixture *f)
{
    assert_int_equal(store_tx_open(&f->tx, f->path, true), 0);
    assert_int_equal(store_migrate(&f->tx), 0);
    assert_int_equal(store_audit_open(&f->tx), 0);
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    (void)snprintf(f->directory, sizeof f->directory, "/tmp/weir-audit-XXXXXX");
    assert_non_null(mkdtemp(f->directory));
    (void)snprintf(f->path, sizeof f->path, "%s/weir.db", f->directory);
    open_store(f);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    static const char *const names[] = {"weir.db", "weir.db-wal", "weir.db-shm", "audit.key", "audit.head"};
    struct fixture *f = *state;
    char path[128];
    store_tx_close(&f->tx);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", f->directory, names[i]);
        (void)unlink(path);
    }
    assert_int_equal(rmdir(f->directory), 0);
    free(f);
    return 0;
}

static void add(struct fixture *f, int count)
{
    for (int i = 0; i < count; i++)
        assert_int_equal(store_audit_add(&f->tx, &(struct audit_note){.what = SLICE("key.used"),
                                                                      .client = SLICE("tester"),
                                                                      .session_id = SLICE("s"),
                                                                      .data = SLICE("{}"),
                                                                      .uid = 1,
                                                                      .pid = 2}),
                         0);
    store_audit_headed(&f->tx);
}

static struct store_audit_check check(struct fixture *f)
{
    struct store_audit_check check = {0};
    store_tx_begin(&f->tx);
    while (!check.over)
        assert_int_equal(store_audit_check(&f->tx, &check), 0);
    return check;
}

static void test_every_field_counts(void **state)
{
    (void)state;
    const unsigned char key[AUDIT_KEY_BYTES] = {1}, other_key[AUDIT_KEY_BYTES] = {2};
    const unsigned char before[AUDIT_HASH_BYTES] = {3}, other_before[AUDIT_HASH_BYTES] = {4};
    const struct audit_row row = {1, 2, {SLICE("a"), SLICE("b"), SLICE("c"), SLICE("d"), 5, 6, SLICE("e")}};
    struct audit_row rows[10];
    for (size_t i = 0; i < 10; i++)
        rows[i] = row;
    rows[0].no++;
    rows[1].at++;
    rows[2].note.what = SLICE("A");
    rows[3].note.session_id = SLICE("B");
    rows[4].note.task_id = SLICE("C");
    rows[5].note.data = SLICE("D");
    rows[6].note.uid++;
    rows[7].note.pid++;
    rows[8].note.client = SLICE("E");
    /* Text that moved from one field to the next. */
    rows[9].note.session_id = SLICE("bc");
    rows[9].note.task_id = SLICE("");
    unsigned char right[AUDIT_HASH_BYTES], hash[AUDIT_HASH_BYTES];
    audit_chain_hash(key, &row, before, right);
    for (size_t i = 0; i < 10; i++) {
        audit_chain_hash(key, &rows[i], before, hash);
        assert_false(audit_hash_equal(right, hash));
    }
    audit_chain_hash(other_key, &row, before, hash);
    assert_false(audit_hash_equal(right, hash));
    audit_chain_hash(key, &row, other_before, hash);
    assert_false(audit_hash_equal(right, hash));
    audit_chain_hash(key, &row, before, hash);
    assert_true(audit_hash_equal(right, hash));
}

static void test_many_are_sound(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(store_exec(&f->tx, "BEGIN"), 0);
    add(f, 10000); /* takes a check several steps */
    assert_int_equal(store_exec(&f->tx, "COMMIT"), 0);
    struct store_audit_check result = check(f);
    assert_false(result.broken);
    assert_int_equal(result.entries, 10000);
}

static void test_the_database_may_be_ahead(void **state)
{
    struct fixture *f = *state;
    add(f, 3);
    struct audit_link head = f->tx.audit.last;
    add(f, 3);
    assert_int_equal(audit_head_make(f->directory, f->tx.audit.key, &head), 0);
    store_tx_close(&f->tx);
    open_store(f);
    assert_false(check(f).broken);
    add(f, 1);
    assert_int_equal(f->tx.audit.last.no, 7);
    assert_false(check(f).broken);
}

static void test_a_cut_is_kept_in_the_log(void **state)
{
    struct fixture *f = *state;
    add(f, 5);
    assert_int_equal(store_exec(&f->tx, "DELETE FROM audit WHERE no > 3"), 0);
    struct store_audit_check result = check(f);
    assert_true(result.broken);
    assert_int_equal(result.wrong, 4);
    store_tx_close(&f->tx);
    open_store(f);
    add(f, 5);
    result = check(f);
    assert_true(result.broken);
    assert_int_equal(result.wrong, 4);
    assert_string_equal(result.problem, "the log was truncated: entries 4 to 5 are missing");
}

/* The two slots are written alternately: if either is damaged, the head is at most one step behind. */
static void test_a_torn_head(void **state)
{
    struct fixture *f = *state;
    char path[128];
    (void)snprintf(path, sizeof path, "%s/audit.head", f->directory);
    for (int round = 0; round < 4; round++) {
        add(f, 1);
        for (off_t at = 0; at <= 4096; at += 4096) {
            char kept[72], spoilt[72] = "spoilt";
            struct audit_link head = {0};
            int fd = open(path, O_RDWR | O_CLOEXEC);
            assert_int_equal(pread(fd, kept, sizeof kept, at), sizeof kept);
            assert_int_equal(pwrite(fd, spoilt, sizeof spoilt, at), sizeof spoilt);
            int r = audit_head_read(f->directory, f->tx.audit.key, &head);
            assert_true(r == 0 && head.no >= f->tx.audit.last.no - 1);
            assert_int_equal(pwrite(fd, kept, sizeof kept, at), sizeof kept);
            close(fd);
        }
    }
}

static void test_nothing_is_put_in_the_place_of_a_key(void **state)
{
    struct fixture *f = *state;
    char path[128];
    struct stat info;
    (void)snprintf(path, sizeof path, "%s/audit.key", f->directory);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    add(f, 2);
    store_tx_close(&f->tx);
    assert_int_equal(unlink(path), 0);
    open_store(f);
    assert_int_equal(stat(path, &info), -1);
    assert_int_equal(check(f).wrong, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_field_counts),
        cmocka_unit_test_setup_teardown(test_many_are_sound, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_database_may_be_ahead, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_cut_is_kept_in_the_log, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_torn_head, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nothing_is_put_in_the_place_of_a_key, set_up, tear_down),
    };
    log_set_level(LOG_ERROR);
    log_set_stderr(false);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
