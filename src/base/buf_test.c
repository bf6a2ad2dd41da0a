#include "base/buf.h"

#include <errno.h>

#include "unit/check.h"

static void appends_every_kind(void **state)
{
    struct buf buf = BUF_LIMITED(4096);
    (void)state;
    assert_int_equal(buf_append(&buf, "ab", 2), 0);
    assert_int_equal(buf_append_slice(&buf, SLICE("cd")), 0);
    assert_int_equal(buf_append_text(&buf, "ef"), 0);
    assert_int_equal(buf_append_char(&buf, 'g'), 0);
    assert_int_equal(buf_printf(&buf, " %d %s", 7, "h"), 0);
    assert_buf(&buf, "abcdefg 7 h");
    assert_int_equal(buf_append(&buf, NULL, 0), 0);
    assert_buf(&buf, "abcdefg 7 h");
    buf_clear(&buf);
    assert_null(buf.data);
    assert_int_equal(buf.limit, 4096);
}

static void writes_numbers_at_their_ends(void **state)
{
    static const struct {
        int64_t value;
        const char *text;
    } signed_cases[] = {{0, "0"}, {-1, "-1"}, {INT64_MAX, "9223372036854775807"}, {INT64_MIN, "-9223372036854775808"}};
    struct buf buf = BUF_LIMITED(64);
    (void)state;
    for (size_t i = 0; i < sizeof signed_cases / sizeof *signed_cases; i++) {
        buf_reset(&buf, 64);
        buf_append_signed(&buf, signed_cases[i].value);
        assert_buf(&buf, signed_cases[i].text);
    }
    buf_reset(&buf, 64);
    buf_append_unsigned(&buf, UINT64_MAX);
    assert_buf(&buf, "18446744073709551615");
    buf_clear(&buf);
}

static void grows_to_its_limit_and_not_beyond(void **state)
{
    struct buf buf = BUF_LIMITED(1000);
    (void)state;
    for (int i = 0; i < 1000; i++)
        assert_int_equal(buf_append_char(&buf, (char)('a' + i % 26)), 0);
    assert_int_equal(buf.size, 1000);
    assert_true(buf.capacity <= 1000);
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(buf.data[i], 'a' + i % 26);
    assert_int_equal(buf_append_char(&buf, 'x'), -ENOBUFS);
    assert_int_equal(buf.size, 1000);
    buf_clear(&buf);
}

static void refuses_a_size_that_would_overflow(void **state)
{
    struct buf buf = BUF_LIMITED(100);
    (void)state;
    buf_append_text(&buf, "x");
    assert_int_equal(buf_reserve(&buf, SIZE_MAX), -ENOBUFS);
    assert_buf(&buf, "x");
    buf_clear(&buf);
}

static void remembers_its_first_error(void **state)
{
    struct buf buf = BUF_LIMITED(300);
    char large[301] = {0};
    (void)state;
    buf_append_text(&buf, "begin");
    assert_int_equal(buf_append(&buf, large, sizeof large), -ENOBUFS);
    assert_int_equal(buf_append_char(&buf, 'x'), -ENOBUFS);
    assert_int_equal(buf_printf(&buf, "x"), -ENOBUFS);
    assert_int_equal(buf_append_signed(&buf, -5), -ENOBUFS);
    assert_int_equal(buf_terminate(&buf), -ENOBUFS);
    assert_buf(&buf, "begin");
    buf_reset(&buf, 4096);
    assert_int_equal(buf_append_char(&buf, 'x'), 0);
    assert_buf(&buf, "x");
    buf_clear(&buf);
}

static void reset_keeps_only_so_much_memory(void **state)
{
    struct buf buf = BUF_LIMITED(1 << 20);
    (void)state;
    assert_int_equal(buf_reserve(&buf, 100000), 0);
    buf_reset(&buf, 4096);
    assert_null(buf.data);
    buf_append_text(&buf, "short");
    const char *data = buf.data;
    buf_reset(&buf, 4096);
    assert_ptr_equal(buf.data, data);
    assert_int_equal(buf.size, 0);
    buf_clear(&buf);
}

static void prints_more_than_it_has_room_for(void **state)
{
    struct buf buf = BUF_LIMITED(10000);
    char text[3000];
    (void)state;
    memset(text, 'y', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(buf_printf(&buf, "<%s>", text), 0);
    assert_int_equal(buf.size, sizeof text + 1);
    assert_int_equal(buf.data[0], '<');
    assert_int_equal(buf.data[buf.size - 1], '>');
    buf_clear(&buf);
}

static void terminates_without_counting(void **state)
{
    struct buf buf = BUF_LIMITED(16);
    (void)state;
    buf_append_text(&buf, "abc");
    assert_int_equal(buf_terminate(&buf), 0);
    assert_string_equal(buf.data, "abc");
    assert_int_equal(buf.size, 3);
    buf_clear(&buf);
}

static void consumes_from_the_front(void **state)
{
    struct buf buf = BUF_LIMITED(64);
    (void)state;
    buf_append_text(&buf, "one two");
    buf_consume(&buf, 4);
    assert_buf(&buf, "two");
    buf_consume(&buf, 0);
    assert_buf(&buf, "two");
    buf_consume(&buf, 99);
    assert_int_equal(buf.size, 0);
    buf_clear(&buf);
    buf_clear(NULL);
}

static void wipes_what_it_held(void **state)
{
    struct buf buf = {.limit = 4096, .traceless = true};
    (void)state;
    assert_int_equal(buf_append_text(&buf, "a secret"), 0);
    const char *before = buf.data;
    while (buf.data == before) /* it grows, and moves */
        assert_int_equal(buf_append_char(&buf, 'x'), 0);
    assert_int_equal(memcmp(buf.data, "a secretx", 9), 0);
    size_t capacity = buf.capacity;
    buf_wipe(&buf);
    assert_int_equal(buf.size, 0);
    assert_int_equal(buf.capacity, capacity);
    for (size_t i = 0; i < capacity; i++)
        assert_int_equal(buf.data[i], 0);
    buf_clear(&buf);
    assert_true(buf.traceless);
    buf_wipe(&buf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(appends_every_kind),
        cmocka_unit_test(writes_numbers_at_their_ends),
        cmocka_unit_test(grows_to_its_limit_and_not_beyond),
        cmocka_unit_test(refuses_a_size_that_would_overflow),
        cmocka_unit_test(remembers_its_first_error),
        cmocka_unit_test(reset_keeps_only_so_much_memory),
        cmocka_unit_test(prints_more_than_it_has_room_for),
        cmocka_unit_test(terminates_without_counting),
        cmocka_unit_test(consumes_from_the_front),
        cmocka_unit_test(wipes_what_it_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
