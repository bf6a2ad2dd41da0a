#include "rpc/frame.h"

#include <errno.h>

#include "unit/check.h"

/* What came out, as text: lines in brackets, '!' for one that was too long. */
struct seen {
    struct framer framer;
    struct buf text;
};

static void note(struct seen *seen, enum frame frame, struct slice line)
{
    if (frame == FRAME_LINE)
        buf_printf(&seen->text, "[%.*s]", SLICE_ARG(line));
    else
        buf_append_text(&seen->text, frame == FRAME_TOO_LONG ? "!" : "?");
}

static void feed(struct seen *seen, struct slice input)
{
    struct slice line = {0};
    for (enum frame frame; (frame = framer_next(&seen->framer, &input, &line)) != FRAME_NONE;)
        note(seen, frame, line);
    assert_int_equal(input.size, 0);
}

static void finish(struct seen *seen)
{
    struct slice line = {0};
    enum frame frame = framer_finish(&seen->framer, &line);
    if (frame != FRAME_NONE)
        note(seen, frame, line);
    assert_int_equal(framer_finish(&seen->framer, &line), FRAME_NONE);
}

/* Feeds the text in pieces of every size from one byte to all at once; the lines must always be the same. */
static void check(size_t limit, const char *text, const char *expected)
{
    struct slice input = slice_of(text);
    for (size_t piece = 1; piece <= input.size + 1; piece++) {
        struct seen seen = {.framer = FRAMER_LIMITED(limit), .text = BUF_LIMITED(64 << 10)};
        for (size_t at = 0; at < input.size; at += piece)
            feed(&seen, (struct slice){input.data + at, piece < input.size - at ? piece : input.size - at});
        finish(&seen);
        if (!slice_is(buf_slice(&seen.text), expected))
            print_error("in pieces of %zu:\n", piece);
        assert_buf(&seen.text, expected);
        framer_clear(&seen.framer);
        buf_clear(&seen.text);
    }
}

static void cuts_a_stream_into_lines(void **state)
{
    (void)state;
    check(100, "one\ntwo\nthree\n", "[one][two][three]");
    check(100, "\n", "");
    check(100, "a\n", "[a]");
}

static void takes_either_line_end(void **state)
{
    (void)state;
    check(100, "one\r\ntwo\nthree\r\n", "[one][two][three]");
    check(100, "in\rside\r\r\n", "[in\rside\r]");
}

static void leaves_out_blank_lines(void **state)
{
    (void)state;
    check(100, "\n\n\r\n  \n\t\r\na\n\n \nb\n\n", "[a][b]");
    check(100, "   ", "");
    check(100, "\r", "");
}

static void gives_the_last_line_without_its_end(void **state)
{
    (void)state;
    check(100, "one\ntwo", "[one][two]");
    check(100, "one\ntwo\r", "[one][two]");
    check(100, "alone", "[alone]");
}

static void takes_a_line_at_the_limit_and_none_above(void **state)
{
    (void)state;
    check(5, "12345\n", "[12345]");
    check(5, "123456\n", "!");
    check(5, "1234\r\n", "[1234]");
    check(5, "12345", "[12345]");
    check(5, "123456", "!");
}

static void skips_a_long_line_and_goes_on(void **state)
{
    (void)state;
    check(5, "a\n1234567890123456789\nb\nc\n", "[a]![b][c]");
    check(5, "123456\n123456\nab\n", "!![ab]");
    check(5, "123456789\n\n\nab\n123456789", "![ab]!");
    check(5, "123456789012345678901234567890", "!");
}

static void a_limit_of_megabytes_is_exact(void **state)
{
    enum { LIMIT = 3 << 20 };
    struct buf text = BUF_LIMITED((size_t)2 * LIMIT);
    struct framer framer = FRAMER_LIMITED(LIMIT);
    (void)state;
    assert_int_equal(buf_reserve(&text, LIMIT + 2), 0);
    memset(text.data, 'x', LIMIT + 1);
    for (size_t over = 0; over < 2; over++) {
        struct slice line = {0};
        enum frame frame = FRAME_NONE;
        size_t size = LIMIT + over + 1;
        text.data[size - 1] = '\n';
        for (size_t at = 0; at < size && frame == FRAME_NONE; at += 65536) {
            struct slice input = {text.data + at, size - at < 65536 ? size - at : 65536};
            frame = framer_next(&framer, &input, &line);
        }
        assert_int_equal(frame, over ? FRAME_TOO_LONG : FRAME_LINE);
        if (!over)
            assert_int_equal(line.size, LIMIT);
        text.data[size - 1] = 'x';
    }
    assert_true(framer.partial.capacity <= LIMIT);
    framer_clear(&framer);
    buf_clear(&text);
}

static void keeps_no_memory_between_lines(void **state)
{
    struct seen seen = {.framer = FRAMER_LIMITED(1 << 20), .text = BUF_LIMITED(64 << 10)};
    (void)state;
    feed(&seen, SLICE("begin"));
    feed(&seen, SLICE(" end\n"));
    feed(&seen, SLICE("\n"));
    assert_null(seen.framer.partial.data);
    assert_buf(&seen.text, "[begin end]");
    framer_clear(&seen.framer);
    buf_clear(&seen.text);
}

static void gives_its_own_memory_away(void **state)
{
    struct framer framer = FRAMER_LIMITED(100);
    struct buf taken = {0};
    struct slice line, input = SLICE("whole\nbeg");
    (void)state;
    assert_int_equal(framer_next(&framer, &input, &line), FRAME_LINE);
    assert_false(framer_take(&framer, &taken));
    assert_int_equal(framer_next(&framer, &input, &line), FRAME_NONE);
    input = SLICE("in\r\nnext\n");
    assert_int_equal(framer_next(&framer, &input, &line), FRAME_LINE);
    assert_slice(line, "begin");
    assert_true(framer_take(&framer, &taken));
    assert_ptr_equal(taken.data, line.data);
    assert_int_equal(framer_next(&framer, &input, &line), FRAME_LINE);
    assert_slice(line, "next");
    buf_clear(&taken);
    framer_clear(&framer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_a_stream_into_lines),
        cmocka_unit_test(takes_either_line_end),
        cmocka_unit_test(leaves_out_blank_lines),
        cmocka_unit_test(gives_the_last_line_without_its_end),
        cmocka_unit_test(takes_a_line_at_the_limit_and_none_above),
        cmocka_unit_test(skips_a_long_line_and_goes_on),
        cmocka_unit_test(a_limit_of_megabytes_is_exact),
        cmocka_unit_test(keeps_no_memory_between_lines),
        cmocka_unit_test(gives_its_own_memory_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
