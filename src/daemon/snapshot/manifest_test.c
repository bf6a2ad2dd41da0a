#include "daemon/snapshot/manifest.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct snapshot_entry entries[] = {
    {.path = SLICE_INIT("a b\nc"),
     .kind = SNAPSHOT_FILE,
     .mode = 0644,
     .stamp = {1, 2, 3, -4, 5},
     .stored = true,
     .fresh = true},
    {.path = SLICE_INIT(" leading/space"),
     .kind = SNAPSHOT_FILE,
     .mode = 04755,
     .stamp = {.size = 20},
     .stored = true,
     .content = 1},
    {.path = SLICE_INIT("link"), .kind = SNAPSHOT_LINK, .mode = 0777, .target = SLICE_INIT("/to where")},
    {.path = SLICE_INIT("\xff\xfe"), .kind = SNAPSHOT_DIRECTORY, .mode = 0700},
    {.path = SLICE_INIT("not/there"), .kind = SNAPSHOT_ABSENT},
    {.path = SLICE_INIT("node_modules"), .kind = SNAPSHOT_OTHER, .mode = 0755},
};

enum { ENTRIES = sizeof entries / sizeof *entries };

static void make(struct snapshot_manifest *manifest)
{
    snapshot_manifest_init(manifest);
    manifest->cwd = SLICE("/the/work");
    manifest->cwd_ino = 77;
    for (size_t i = 0; i < ENTRIES; i++)
        assert_int_equal(snapshot_manifest_add(manifest, &entries[i], NULL), 0);
}

static void assert_same(const struct snapshot_entry *a, const struct snapshot_entry *b)
{
    assert_true(slice_equal(a->path, b->path) && slice_equal(a->target, b->target));
    assert_true(snapshot_stamp_equal(&a->stamp, &b->stamp));
    assert_true(a->kind == b->kind && a->mode == b->mode && a->stored == b->stored && a->fresh == b->fresh);
    assert_int_equal(a->content, b->content);
}

static void test_what_is_written_is_read(void **state)
{
    (void)state;
    struct snapshot_manifest written, found;
    struct buf bytes = BUF_LIMITED(1 << 16);
    make(&written);
    written.whole = true;
    written.complete = false;
    written.cut = true;
    assert_int_equal(snapshot_manifest_write(&bytes, &written), 0);
    snapshot_manifest_init(&found);
    assert_int_equal(snapshot_manifest_parse(&found, buf_slice(&bytes)), 0);
    assert_true(slice_is(found.cwd, "/the/work") && found.cwd_ino == 77 && found.whole && found.cut && !found.complete);
    assert_int_equal(found.count, ENTRIES);
    assert_int_equal(found.contents, 2);
    assert_int_equal(found.bytes, 23);
    assert_int_equal(found.valid_bytes, bytes.size);
    for (size_t i = 0; i < ENTRIES; i++)
        assert_same(snapshot_manifest_find(&found, entries[i].path), &entries[i]);
    assert_null(snapshot_manifest_find(&found, SLICE("leading/space")));
    snapshot_manifest_clear(&found);
    snapshot_manifest_clear(&written);
    buf_clear(&bytes);
}

/* A crash during a write can leave an incomplete record: everything before it is valid. */
static void test_every_beginning_is_good(void **state)
{
    (void)state;
    struct snapshot_manifest written, found;
    struct buf bytes = BUF_LIMITED(1 << 16);
    make(&written);
    assert_int_equal(snapshot_manifest_write(&bytes, &written), 0);
    for (size_t size = 0; size < bytes.size; size++) {
        char *copy = malloc(size ? size : 1); /* exact size, so that a sanitizer detects reads beyond the end */
        memcpy(copy, bytes.data, size);
        snapshot_manifest_init(&found);
        assert_int_equal(snapshot_manifest_parse(&found, (struct slice){copy, size}), 0);
        assert_true(found.valid_bytes <= size && found.count < ENTRIES + (size_t)1);
        for (size_t i = 0; i < found.count; i++)
            assert_same(&found.items[i], &entries[i]);
        snapshot_manifest_clear(&found);
        free(copy);
    }
    snapshot_manifest_clear(&written);
    buf_clear(&bytes);
}

static void parse_text(const char *text, size_t size, int expected)
{
    struct snapshot_manifest found;
    snapshot_manifest_init(&found);
    assert_int_equal(snapshot_manifest_parse(&found, (struct slice){text, size}), expected);
    snapshot_manifest_clear(&found);
}

#define PARSE(text, expected) parse_text((text), sizeof(text) - 1, (expected))
#define HEAD "weir-kept 1 5 /w\0"

static void test_damaged(void **state)
{
    (void)state;
    PARSE(HEAD, 0);
    PARSE("weir-kept 3 5 /w\0", -EBADMSG);
    PARSE("weir-kept 2 5 /w\0fh- 644 1 1 1 1 1 0 1000 100 ok\0", 0);
    PARSE("weir-kept 2 5 /w\0fh- 644 1 1 1 1 1 0 1000 ok\0", -EBADMSG);
    PARSE("weir-kept 2 5 /w\0fh- 644 1 1 1 1 1 0 1000 4294967296 ok\0", -EBADMSG);
    PARSE("weir-kept 1 5 w\0", -EBADMSG);
    PARSE("\0", -EBADMSG);
    PARSE(HEAD "\0", -EBADMSG);
    PARSE(HEAD "fh- 644 1 1 1 1 1 0 ok\0", 0);
    PARSE(HEAD "xh- 644 1 1 1 1 1 0 ok\0", -EBADMSG);
    PARSE(HEAD "fh- 644 1 1 -1 1 1 0 ok\0", -EBADMSG);
    PARSE(HEAD "fh- 99999 1 1 1 1 1 0 ok\0", -EBADMSG);
    PARSE(HEAD "fh- 644 1 1 1 1 1 4000000000 ok\0", -EBADMSG);
    PARSE(HEAD "fh- 644 1 1 1 1 1 0 ../out\0", -EBADMSG);
    PARSE(HEAD "fh- 644 1 1 1 1 1 0 a/../../out\0", -EBADMSG);
    PARSE(HEAD "fh- 644 1 1 1 1 1 0 /etc/passwd\0", -EBADMSG);
    PARSE(HEAD "fh- 644 1 1 1 1 1 0 a//b\0", -EBADMSG);
    PARSE(HEAD "fh- 644 1 1 1 1 1 0 \0", -EBADMSG);
}

/* A changed byte is either detected or harmless. */
static void test_every_byte_may_change(void **state)
{
    (void)state;
    struct snapshot_manifest written, found;
    struct buf bytes = BUF_LIMITED(1 << 16);
    make(&written);
    assert_int_equal(snapshot_manifest_write(&bytes, &written), 0);
    for (size_t i = 0; i < bytes.size; i++)
        for (int add = 1; add < 256; add += 17) {
            bytes.data[i] = (char)(bytes.data[i] + add);
            snapshot_manifest_init(&found);
            int r = snapshot_manifest_parse(&found, buf_slice(&bytes));
            assert_true(r == 0 || r == -EBADMSG);
            for (size_t k = 0; k < found.count; k++)
                assert_true(snapshot_path_is_valid(found.items[k].path));
            snapshot_manifest_clear(&found);
            bytes.data[i] = (char)(bytes.data[i] - add);
        }
    snapshot_manifest_clear(&written);
    buf_clear(&bytes);
}

static void test_many(void **state)
{
    (void)state;
    enum { MANY = 5000 };
    struct snapshot_manifest manifest;
    char path[32];
    snapshot_manifest_init(&manifest);
    for (unsigned i = MANY; i-- > 0;) {
        (void)snprintf(path, sizeof path, "d/%05u", i);
        struct snapshot_entry entry = {.path = slice_of(path), .kind = SNAPSHOT_FILE, .mode = i & 0777};
        assert_int_equal(snapshot_manifest_add(&manifest, &entry, NULL), 0);
        entry.mode = 1; /* an entry with the same path is replaced */
        assert_int_equal(snapshot_manifest_add(&manifest, &entry, NULL), 0);
    }
    assert_int_equal(manifest.count, MANY);
    snapshot_manifest_sort(&manifest);
    for (unsigned i = 0; i < MANY; i++) {
        (void)snprintf(path, sizeof path, "d/%05u", i);
        assert_true(slice_is(manifest.items[i].path, path));
        assert_ptr_equal(snapshot_manifest_find(&manifest, slice_of(path)), &manifest.items[i]);
        assert_int_equal(manifest.items[i].mode, 1);
    }
    snapshot_manifest_clear(&manifest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_written_is_read),
        cmocka_unit_test(test_every_beginning_is_good),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_every_byte_may_change),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
