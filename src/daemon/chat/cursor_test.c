#include <errno.h>
#include <stdio.h>

#include "daemon/chat/cursor.h"
#include "unit/check.h"

static void a_cursor_comes_back(void **state)
{
    static const struct store_thread_place places[] = {{0, 0}, {1794730653116, 42}, {INT64_MAX, INT64_MAX}, {-1, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char text[CHAT_CURSOR_SIZE];
        struct store_thread_place place = {7, 7};
        chat_cursor_write(&places[i], text);
        assert_int_equal(strlen(text), CHAT_CURSOR_DIGITS);
        assert_int_equal(chat_cursor_read(slice_of(text), &place), 0);
        assert_int_equal(place.updated_at, places[i].updated_at);
        assert_int_equal(place.no, places[i].no);
    }
}

static void any_other_text_is_none(void **state)
{
    char text[CHAT_CURSOR_SIZE];
    struct store_thread_place place = {7, 7};
    (void)state;
    chat_cursor_write(&(struct store_thread_place){1794730653116, 42}, text);
    for (size_t i = 0; i < CHAT_CURSOR_DIGITS; i++) {
        char was = text[i];
        for (const char *other = "0f/G \xff"; *other; other++) {
            text[i] = *other;
            if (*other != was)
                assert_int_equal(chat_cursor_read(slice_of(text), &place), -EINVAL);
        }
        text[i] = was;
        assert_int_equal(chat_cursor_read((struct slice){text, i}, &place), -EINVAL);
    }
    assert_int_equal(place.no, 7);
}

static void an_id_names_an_event(void **state)
{
    static const char *const wrong[] = {
        "", "msg_", "msg_0", "msg_01", "msg_-1", "sess_1", "msg_1 ", "msg_0x1", "msg_9223372036854775808", "MSG_1"};
    int64_t seq = 7;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(chat_message_seq(slice_of(wrong[i]), &seq), -EINVAL);
    assert_int_equal(seq, 7);
    assert_int_equal(chat_message_seq(SLICE("msg_1042"), &seq), 0);
    assert_int_equal(seq, 1042);
    assert_int_equal(chat_message_seq(SLICE("msg_9223372036854775807"), &seq), 0);
    assert_true(seq == INT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cursor_comes_back),
        cmocka_unit_test(any_other_text_is_none),
        cmocka_unit_test(an_id_names_an_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
