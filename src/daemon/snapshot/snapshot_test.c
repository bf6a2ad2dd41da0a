/* Tests capture, comparison and undo in a temporary directory, without the daemon. */
#include "daemon/snapshot/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/snapshot/snapshot.h"

struct yard {
    struct snapshots snapshots; /* its `sandbox` points to the yard */
    char root[64], cwd[96];
    int state;
    atomic_bool hurry;
};

/* Replaces daemon/sandbox/hidden.c. */
int sandbox_hidden(const struct sandbox_facts *facts, const char *home, sandbox_hidden_fn each, void *user)
{
    (void)home;
    char path[128];
    (void)snprintf(path, sizeof path, "%s/hidden", ((const struct yard *)(const void *)facts)->cwd);
    return each(user, path, path, true);
}

static int set_up(void **state)
{
    struct yard *yard = calloc(1, sizeof *yard);
    if (!yard)
        return -1;
    /* In memory if possible: ext4 without a journal scans all recently deleted inodes for each of tens of thousands of
     * links. */
    (void)snprintf(yard->root, sizeof yard->root, "%s/weir-kept-XXXXXX",
                   access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(yard->root))
        return -1;
    (void)snprintf(yard->cwd, sizeof yard->cwd, "%s/work", yard->root);
    yard->state = open(yard->root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    yard->snapshots.sandbox = (struct sandbox_facts *)yard;
    *state = yard;
    return mkdir(yard->cwd, 0755) < 0 || yard->state < 0 ? -1 : 0;
}

static int tear_down(void **state)
{
    struct yard *yard = *state;
    char command[128];
    (void)snprintf(command, sizeof command, "rm -rf %s", yard->root);
    close(yard->state);
    int r = system(command); // NOLINT(cert-env33-c): a directory of mkdtemp()
    free(yard);
    return r;
}

static const struct snapshots *keeper_of(const struct yard *yard)
{
    return &yard->snapshots;
}

static void put(const struct yard *yard, const char *path, const char *text)
{
    char whole[256];
    (void)snprintf(whole, sizeof whole, "%s/%s", yard->cwd, path);
    FILE *file = fopen(whole, "w");
    assert_non_null(file);
    (void)fputs(text, file);
    (void)fclose(file);
}

static void make(const struct yard *yard, const char *path)
{
    char whole[256];
    (void)snprintf(whole, sizeof whole, "%s/%s", yard->cwd, path);
    assert_int_equal(mkdir(whole, 0755), 0);
}

static struct snapshot_context place_of(struct yard *yard, const char *task)
{
    struct snapshot_context context = SNAPSHOT_CONTEXT_INIT;
    context.hurry = &yard->hurry;
    assert_int_equal(snapshot_context_init(&context, yard->state, task, true), 0);
    return context;
}

static struct snapshot_capture keep_all(struct yard *yard, struct snapshot_context *context, int expected)
{
    struct snapshot_capture keep = {.cwd = yard->cwd, .all = true};
    assert_int_equal(snapshot_capture(&keep, context, keeper_of(yard)), expected);
    return keep;
}

static struct snapshot_undone undo(struct yard *yard, struct snapshot_context *context)
{
    struct snapshot_undone undone = {0};
    struct snapshot_choice all = {.all = true};
    struct buf out = {0};
    assert_int_equal(snapshot_undo(context, keeper_of(yard), &all, false, &out, &undone), 0);
    buf_clear(&out);
    return undone;
}

static void wait_until_old(const struct yard *yard, const char *path)
{
    char whole[256];
    struct stat about;
    (void)snprintf(whole, sizeof whole, "%s/%s", yard->cwd, path);
    assert_int_equal(stat(whole, &about), 0);
    int64_t changed = (int64_t)about.st_ctim.tv_sec * 1000 + about.st_ctim.tv_nsec / 1000000;
    while (clock_epoch_ms() <= changed + SNAPSHOT_FRESH_MS)
        (void)usleep(10000);
}

static ino_t inode_of(const struct snapshot_context *context, const char *name)
{
    struct stat about;
    assert_int_equal(fstatat(context->task, name, &about, 0), 0);
    return about.st_ino;
}

static void test_the_pool_has_what_did_not_change(void **state)
{
    struct yard *yard = *state;
    put(yard, "a", "one");
    wait_until_old(yard, "a");
    struct snapshot_context first = place_of(yard, "first"), second = place_of(yard, "second"),
                            third = place_of(yard, "third");
    assert_int_equal(keep_all(yard, &first, 0).kept, 1);
    assert_int_equal(first.added, 3);
    assert_int_equal(keep_all(yard, &second, 0).kept, 1);
    assert_int_equal(second.added, 0);
    assert_int_equal(inode_of(&first, "0"), inode_of(&second, "0"));
    put(yard, "a", "two");
    assert_int_equal(keep_all(yard, &third, 0).kept, 1);
    assert_int_not_equal(inode_of(&first, "0"), inode_of(&third, "0"));
    snapshot_context_clear(&first);
    snapshot_context_clear(&second);
    snapshot_context_clear(&third);
}

/* A change of the same size within one tick of the clock may leave the same stamp. */
static void test_a_fresh_file_is_compared(void **state)
{
    struct yard *yard = *state;
    struct snapshot_context context = place_of(yard, "task");
    char path[256];
    (void)snprintf(path, sizeof path, "%s/a", yard->cwd);
    put(yard, "a", "one");
    (void)keep_all(yard, &context, 0);
    put(yard, "a", "two");
    assert_int_equal(undo(yard, &context).restored, 1);
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC);
    char text[4] = "";
    assert_int_equal(read(fd, text, 3), 3);
    assert_string_equal(text, "one");
    snapshot_context_clear(&context);
}

static void test_what_is_hidden_or_ignored_is_not_kept(void **state)
{
    struct yard *yard = *state;
    struct snapshot_context context = place_of(yard, "task");
    make(yard, "hidden");
    put(yard, "hidden/key", "secret");
    make(yard, "sub");
    put(yard, "sub/.gitignore", "*.o\n!keep.o\n");
    put(yard, "sub/x.o", "1");
    put(yard, "sub/keep.o", "1");
    assert_int_equal(keep_all(yard, &context, 0).kept, 2);
    put(yard, "sub/.gitignore", "");
    put(yard, "sub/made.o", "1"); /* x.o, which was ignored before, does not count as created */
    assert_int_equal(undo(yard, &context).removed, 1);
    snapshot_context_clear(&context);
}

/* A file that was unreadable before must not count as created. */
static void test_what_could_not_be_read_is_not_removed(void **state)
{
    struct yard *yard = *state;
    struct snapshot_context context = place_of(yard, "task");
    char path[256];
    if (geteuid() == 0)
        skip(); /* root can read everything */
    make(yard, "closed");
    put(yard, "closed/a", "1");
    (void)snprintf(path, sizeof path, "%s/closed", yard->cwd);
    assert_int_equal(chmod(path, 0), 0);
    assert_false(keep_all(yard, &context, 0).complete);
    assert_int_equal(chmod(path, 0755), 0);
    assert_int_equal(undo(yard, &context).removed, 0);
    snapshot_context_clear(&context);
}

static void test_too_deep(void **state)
{
    struct yard *yard = *state;
    struct snapshot_context context = place_of(yard, "task");
    struct buf path = BUF_LIMITED(PATH_MAX);
    for (size_t i = 0; i < SNAPSHOT_DEPTH + 5; i++) {
        char whole[PATH_MAX + 128];
        (void)buf_append_text(&path, "/d");
        (void)snprintf(whole, sizeof whole, "%s%.*s", yard->cwd, SLICE_ARG(buf_slice(&path)));
        assert_int_equal(mkdir(whole, 0755), 0);
    }
    buf_clear(&path);
    struct snapshot_capture keep = keep_all(yard, &context, 0);
    assert_false(keep.complete);
    assert_int_equal(undo(yard, &context).removed, 0);
    snapshot_context_clear(&context);
}

/* The limit counts the names of nested directories together. */
static void test_too_many_names_in_all(void **state)
{
    struct yard *yard = *state;
    struct snapshot_context context = place_of(yard, "task");
    char path[256], whole[512];
    (void)snprintf(path, sizeof path, "%s", yard->cwd);
    for (int depth = 0; depth < 3; depth++) {
        for (int i = 0; i < SNAPSHOT_NAMES / 3; i++) {
            (void)snprintf(whole, sizeof whole, "%s/f%d", path, i);
            assert_int_equal(mknod(whole, S_IFREG | 0600, 0), 0);
        }
        (void)snprintf(path + strlen(path), sizeof path - strlen(path), "/a"); /* sorts before the files */
        assert_int_equal(mkdir(path, 0755), 0);
    }
    struct snapshot_capture keep = keep_all(yard, &context, 0);
    assert_false(keep.complete);
    assert_true(keep.captured);
    assert_int_equal(keep.kept, 0); /* the walk ended before the first file */
    snapshot_context_clear(&context);
}

/* If the directory is too large, created files are unknown and stay; changed files are restored. */
static void test_too_many(void **state)
{
    struct yard *yard = *state;
    struct snapshot_context context = place_of(yard, "task");
    char name[32];
    autoclose int directory = open(yard->cwd, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (unsigned i = 0; i <= SNAPSHOT_FILES; i++) {
        (void)snprintf(name, sizeof name, "%06u", i);
        assert_int_equal(symlinkat("x", directory, name), 0);
    }
    assert_false(keep_all(yard, &context, 0).complete);
    assert_int_equal(unlinkat(directory, "000000", 0), 0);
    put(yard, "new", "");
    assert_false(keep_all(yard, &context, 0).complete);
    struct snapshot_undone undone = undo(yard, &context);
    assert_int_equal(undone.restored, 1);
    assert_int_equal(undone.removed, 0);
    snapshot_context_clear(&context);
}

static void test_a_stop_leaves_nothing_half_done(void **state)
{
    struct yard *yard = *state;
    struct snapshot_context context = place_of(yard, "task");
    put(yard, "a", "1");
    atomic_store(&yard->hurry, true);
    (void)keep_all(yard, &context, -ECANCELED);
    assert_int_equal(faccessat(context.task, "before", F_OK, 0), -1);
    atomic_store(&yard->hurry, false);
    assert_int_equal(keep_all(yard, &context, 0).kept, 1);
    snapshot_context_clear(&context);
}

/* If the response would be too long, nothing is changed; a selection still works. */
static void test_too_much_for_one_answer(void **state)
{
    struct yard *yard = *state;
    enum { FILES = 11000, NAME = 240 };
    char name[NAME + 16];
    put(yard, "before", "x");
    struct snapshot_context context = place_of(yard, "task");
    (void)keep_all(yard, &context, 0);
    memset(name, 1, NAME);
    for (int i = 0; i < FILES; i++) {
        (void)snprintf(name + NAME, 16, "%d", i);
        char whole[512];
        (void)snprintf(whole, sizeof whole, "%s/%s", yard->cwd, name);
        assert_int_equal(symlink("x", whole), 0);
    }
    put(yard, "made", "x");
    struct snapshot_undone undone = {0};
    struct slice made = SLICE("made");
    struct snapshot_choice all = {.all = true}, one = {.paths = &made, .count = 1};
    struct buf out = {0};
    assert_int_equal(snapshot_undo(&context, keeper_of(yard), &all, false, &out, &undone), -E2BIG);
    assert_int_equal(undone.removed, 0);
    assert_int_equal(snapshot_undo(&context, keeper_of(yard), &one, false, &out, &undone), 0);
    assert_int_equal(undone.removed, 1);
    buf_clear(&out);
    snapshot_context_clear(&context);
}

static void test_names_of_tasks(void **state)
{
    (void)state;
    assert_true(snapshot_name_is_valid(SLICE("task_01M7FG0YHXC22BDPA7M2JCYSWP")));
    assert_false(snapshot_name_is_valid(SLICE("")));
    assert_false(snapshot_name_is_valid(SLICE("..")));
    assert_false(snapshot_name_is_valid(SLICE("a/b")));
    assert_false(snapshot_name_is_valid(SLICE("pool")));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_the_pool_has_what_did_not_change),
        TEST(test_a_fresh_file_is_compared),
        TEST(test_what_is_hidden_or_ignored_is_not_kept),
        TEST(test_what_could_not_be_read_is_not_removed),
        TEST(test_too_deep),
        TEST(test_too_many_names_in_all),
        TEST(test_too_many),
        TEST(test_a_stop_leaves_nothing_half_done),
        TEST(test_too_much_for_one_answer),
        cmocka_unit_test(test_names_of_tasks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
