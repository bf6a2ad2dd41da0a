#include "base/scrollback.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "unit/check.h"

static char big[SCROLLBACK_BYTES + 5000], back[SCROLLBACK_BYTES + 5000];

static void fill(uint64_t from)
{
    for (size_t i = 0; i < sizeof big; i++)
        big[i] = (char)((from + i) * 31 / 7);
}

static void check_last(const struct scrollback *scrollback, size_t size)
{
    uint64_t total = scrollback_total(scrollback), offset = total - size;
    assert_int_equal(scrollback_read(scrollback, &offset, back, sizeof back), size);
    assert_int_equal(offset, total - size);
    assert_memory_equal(back, big + sizeof big - size, size);
}

static void two_processes_see_the_same(void **state)
{
    struct scrollback one = {0}, two = {0};
    int fd = -1;
    uint64_t offset = 0;
    char text[16];
    (void)state;
    assert_int_equal(scrollback_make(&fd), 0);
    assert_int_equal(scrollback_map(&one, fd), 0);
    assert_int_equal(scrollback_total(&one), 0);
    assert_int_equal(scrollback_read(&one, &offset, text, sizeof text), 0);
    scrollback_write(&one, "hello", 5);
    scrollback_write(&one, "", 0);
    assert_int_equal(scrollback_map(&two, fd), 0);
    assert_int_equal(scrollback_total(&two), 5);
    assert_int_equal(scrollback_read(&two, &offset, text, sizeof text), 5);
    assert_memory_equal(text, "hello", 5);
    offset = 99;
    assert_int_equal(scrollback_read(&two, &offset, text, sizeof text), 0);
    assert_int_equal(offset, 5);
    scrollback_unmap(&one);
    scrollback_unmap(&one);
    scrollback_unmap(&two);
    close(fd);
}

static void keeps_the_last_megabyte(void **state)
{
    static const size_t pieces[] = {
        1, 4095, 65536, 1000003, SCROLLBACK_BYTES - 1, SCROLLBACK_BYTES, SCROLLBACK_BYTES + 1, sizeof big};
    struct scrollback scrollback = {0};
    int fd = -1;
    uint64_t total = 0;
    (void)state;
    assert_int_equal(scrollback_make(&fd), 0);
    assert_int_equal(scrollback_map(&scrollback, fd), 0);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        fill(total + i);
        scrollback_write(&scrollback, big + sizeof big - pieces[i], pieces[i]);
        total += pieces[i];
        assert_int_equal(scrollback_total(&scrollback), total);
        check_last(&scrollback, pieces[i] < SCROLLBACK_BYTES ? pieces[i] : SCROLLBACK_BYTES);
    }
    uint64_t offset = 0;
    assert_int_equal(scrollback_read(&scrollback, &offset, back, 10), 10);
    assert_int_equal(offset, total - SCROLLBACK_BYTES);
    assert_int_equal(offset, scrollback_first(&scrollback));
    scrollback_unmap(&scrollback);
    close(fd);
}

/* The other side may write whatever it likes, whenever it likes. */
static void nonsense_does_no_harm(void **state)
{
    static const uint64_t wrong[] = {UINT64_MAX, UINT64_MAX - 1, UINT64_C(1) << 63, (UINT64_C(1) << 53) - 1, 7};
    int fd = -1;
    (void)state;
    assert_int_equal(scrollback_make(&fd), 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct scrollback scrollback = {0};
        assert_int_equal(pwrite(fd, &wrong[i], sizeof wrong[i], 0), sizeof wrong[i]);
        assert_int_equal(scrollback_map(&scrollback, fd), 0);
        assert_true(scrollback_total(&scrollback) < UINT64_C(1) << 53);
        uint64_t before = scrollback_total(&scrollback), offset = UINT64_MAX;
        scrollback_write(&scrollback, "hello", 5);
        assert_int_equal(pwrite(fd, &wrong[i], sizeof wrong[i], 0), sizeof wrong[i]);
        scrollback_write(&scrollback, "there", 5);
        assert_int_equal(scrollback_total(&scrollback), before + 10);
        offset = before;
        assert_int_equal(scrollback_read(&scrollback, &offset, back, sizeof back), 10);
        assert_memory_equal(back, "hellothere", 10);
        scrollback_unmap(&scrollback);
    }
    close(fd);
}

static void only_what_cannot_shrink_is_mapped(void **state)
{
    struct scrollback scrollback = {0};
    int sealed = -1;
    (void)state;
    assert_int_equal(scrollback_make(&sealed), 0);
    off_t size = lseek(sealed, 0, SEEK_END);
    assert_int_equal(ftruncate(sealed, 0), -1);
    assert_int_equal(ftruncate(sealed, size + 1), -1);
    int open_one = memfd_create("open", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    assert_int_equal(ftruncate(open_one, size), 0);
    assert_int_equal(scrollback_map(&scrollback, open_one), -EINVAL);
    int short_one = memfd_create("short", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    assert_int_equal(ftruncate(short_one, size - 1), 0);
    assert_int_equal(fcntl(short_one, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW), 0);
    assert_int_equal(scrollback_map(&scrollback, short_one), -EINVAL);
    int other = open("/dev/null", O_RDWR | O_CLOEXEC);
    assert_int_equal(scrollback_map(&scrollback, other), -EINVAL);
    assert_int_equal(scrollback_map(&scrollback, -1), -EINVAL);
    assert_null(scrollback.memory);
    close(sealed);
    close(open_one);
    close(short_one);
    close(other);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_processes_see_the_same),
        cmocka_unit_test(keeps_the_last_megabyte),
        cmocka_unit_test(nonsense_does_no_harm),
        cmocka_unit_test(only_what_cannot_shrink_is_mapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
