#include "base/sse.h"

#include <errno.h>

#include "unit/check.h"

static struct buf seen = BUF_LIMITED(64 << 10);
static struct sse sse;

static int on_event(void *user, struct slice name, struct slice data)
{
    assert_ptr_equal(user, &sse);
    buf_printf(&seen, "%.*s=%.*s#%.*s\n", SLICE_ARG(name), SLICE_ARG(data), SLICE_ARG(sse_last_id(&sse)));
    return slice_is(data, "stop") ? 7 : 0;
}

static int clear(void **state)
{
    (void)state;
    sse_clear(&sse);
    buf_clear(&seen);
    return 0;
}

static void events_ids_and_retry_survive_any_split(void **state)
{
    static const char stream[] = "\xef\xbb\xbf: hello\r\nid: 1\nevent: message\ndata: a\ndata:b\r\n\rretry: 500\nid\n\n"
                                 "id:x\x00y\ndata\n\nid: 3\r\n\r\ndata: c\n\nretry: 5x\nid: 4\ndata: never ends\n";
    (void)state;
    for (size_t piece = 1; piece < sizeof stream; piece++) {
        sse_init(&sse, 1024);
        buf_reset(&seen, 0);
        assert_int_equal(sse.retry_ms, -1);
        for (size_t at = 0; at < sizeof stream - 1; at += piece) {
            size_t size = sizeof stream - 1 - at < piece ? sizeof stream - 1 - at : piece;
            assert_int_equal(sse_feed(&sse, (struct slice){stream + at, size}, on_event, &sse), 0);
        }
        assert_buf(&seen, "message=a\nb#1\n=#\n=c#3\n");
        assert_int_equal(sse.retry_ms, 500);
        assert_slice(sse_last_id(&sse), "3"); /* that of an incomplete event does not count */
        sse_clear(&sse);
    }
}

static void retry_and_ids_have_limits(void **state)
{
    (void)state;
    char line[SSE_ID_MAX + 16] = "id:";
    sse_init(&sse, 4096);
    assert_int_equal(sse_feed(&sse, SLICE("retry:99999999999999999999999999\nid:1\n\n"), on_event, &sse), 0);
    assert_int_equal(sse.retry_ms, SSE_RETRY_MAX_MS);
    memset(line + 3, 'i', SSE_ID_MAX + 1);
    slice_copy(line + 4 + SSE_ID_MAX, SLICE("\n\n"));
    assert_int_equal(sse_feed(&sse, (struct slice){line, SSE_ID_MAX + 6}, on_event, &sse), 0);
    assert_slice(sse_last_id(&sse), "1");
    slice_copy(line + 3 + SSE_ID_MAX, SLICE("\n\n"));
    assert_int_equal(sse_feed(&sse, (struct slice){line, SSE_ID_MAX + 5}, on_event, &sse), 0);
    assert_int_equal(sse_last_id(&sse).size, SSE_ID_MAX);
}

static void an_event_above_the_limit_ends_the_stream(void **state)
{
    (void)state;
    sse_init(&sse, 8);
    assert_int_equal(sse_feed(&sse, SLICE("data:123\ndata:45\n"), on_event, &sse), 0);
    assert_int_equal(sse_feed(&sse, SLICE("data:678\n"), on_event, &sse), -EMSGSIZE);
    sse_clear(&sse);
    sse_init(&sse, 8);
    assert_int_equal(sse_feed(&sse, SLICE(": 345678"), on_event, &sse), 0);
    assert_int_equal(sse_feed(&sse, SLICE("9"), on_event, &sse), -EMSGSIZE);
    assert_int_equal(seen.size, 0);
}

static void the_reader_of_the_events_may_stop(void **state)
{
    (void)state;
    sse_init(&sse, 64);
    assert_int_equal(sse_feed(&sse, SLICE("data:stop\n\ndata:more\n\n"), on_event, &sse), 7);
    assert_buf(&seen, "=stop#\n");
}

static void a_stream_that_begins_again_drops_what_was_incomplete(void **state)
{
    (void)state;
    sse_init(&sse, 4096);
    assert_int_equal(
        sse_feed(&sse, SLICE("retry:7\nid:1\ndata:a\n\nevent:x\nid:2\ndata:lost\ndata: al"), on_event, &sse), 0);
    sse_resume(&sse);
    assert_int_equal(sse_feed(&sse,
                              SLICE("\xef\xbb\xbf"
                                    "data:b\n\n"),
                              on_event, &sse),
                     0);
    assert_buf(&seen, "=a#1\n=b#1\n");
    assert_slice(sse_last_id(&sse), "1");
    assert_int_equal(sse.retry_ms, 7);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(events_ids_and_retry_survive_any_split, clear),
        cmocka_unit_test_teardown(retry_and_ids_have_limits, clear),
        cmocka_unit_test_teardown(an_event_above_the_limit_ends_the_stream, clear),
        cmocka_unit_test_teardown(the_reader_of_the_events_may_stop, clear),
        cmocka_unit_test_teardown(a_stream_that_begins_again_drops_what_was_incomplete, clear),
    };
    return cmocka_run_group_tests_name("sse", tests, NULL, NULL);
}
