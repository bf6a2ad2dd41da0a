#include "cli/markdown.h"

#include <stdlib.h>
#include <string.h>

#include "unit/check.h"

enum { TEXT_MAX = 1 << 20 };

/* Feeds pieces of `piece` bytes, the first of `first` bytes. */
static void render(struct buf *out, struct slice text, size_t width, size_t first, size_t piece)
{
    struct markdown markdown = {0};
    *out = (struct buf)BUF_LIMITED(TEXT_MAX);
    for (size_t at = 0, size = first; at < text.size; at += size, size = piece) {
        size = size < text.size - at ? size : text.size - at;
        markdown_write(&markdown, out, (struct slice){text.data + at, size}, width);
    }
    markdown_finish(&markdown, out);
    assert_true(markdown_is_at_line_start(&markdown));
    assert_int_equal(buf_terminate(out), 0);
    markdown_clear(&markdown);
}

/* Shows styles as letters in braces: {b} begins bold, {} ends all. */
static void with_letters(struct buf *text)
{
    static const struct {
        const char *code, *letter;
    } letters[] = {{";36", "c"}, {";1", "b"}, {";2", "d"}, {";3", "i"}, {";4", "u"}, {";9", "s"}};
    struct buf out = BUF_LIMITED(TEXT_MAX);
    for (const char *at = text->data; *at;) {
        if (strncmp(at, "\033[0", 3) != 0) {
            (void)buf_append_char(&out, *at++);
            continue;
        }
        (void)buf_append_char(&out, '{');
        for (at += 3; *at != 'm';)
            for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
                if (strncmp(at, letters[i].code, strlen(letters[i].code)) == 0) {
                    (void)buf_append_text(&out, letters[i].letter);
                    at += strlen(letters[i].code);
                    break;
                }
        (void)buf_append_char(&out, '}');
        at++;
    }
    (void)buf_terminate(&out);
    buf_clear(text);
    *text = out;
}

static void expect(const char *text, size_t width, const char *wanted)
{
    struct buf out;
    render(&out, slice_of(text), width, SIZE_MAX, SIZE_MAX);
    with_letters(&out);
    assert_string_equal(out.data, wanted);
    buf_clear(&out);
}

static void test_spans(void **state)
{
    (void)state;
    expect("plain", 80, "plain\n");
    expect("**bold** and *it* and `code` and ~~no~~", 80, "{b}bold{} and {i}it{} and {c}code{} and {s}no{}\n");
    expect("__bold__ _it_ ***both***", 80, "{b}bold{} {i}it {bi}both{}\n");
    expect("**a *b* c**", 80, "{b}a {bi}b{b} c{}\n");
    expect("**a *b***", 80, "{b}a {bi}b{}\n");
    expect("*a **b** c*", 80, "{i}a {bi}b{i} c{}\n");
    expect("snake_case_name and 2 * 3 * 4", 80, "snake_case_name and 2 * 3 * 4\n");
    expect("*args is not closed", 80, "*args is not closed\n");
    expect("`a*b` *c*", 80, "{c}a*b{} {i}c{}\n");
    expect("``a`b`` `open", 80, "{c}a`b{} `open\n");
    expect("\\*no\\* \\x", 80, "*no* \\x\n");
    expect("**bo**ld", 80, "{b}bo{}ld\n");
    expect("half **a\nb** here", 80, "half **a\nb** here\n");
}

static void test_links(void **state)
{
    (void)state;
    expect("[weir](https://weir.test/a_b_c) ok", 80, "{u}weir{} {d}(https://weir.test/a_b_c){} ok\n");
    expect("[https://a.test](https://a.test)", 80, "{u}https://a.test{}\n");
    expect("<https://a.test> a < b", 80, "{u}https://a.test{} a < b\n");
    expect("[ ] todo [x] a[0]", 80, "[ ] todo [x] a[0]\n");
    expect("![pic](a.png)", 80, "{u}pic{} {d}(a.png){}\n");
    expect("[open](never", 80, "[open](never\n");
    expect("wow! [**a**](b)", 80, "wow! {bu}a{} {d}(b){}\n");
}

static void test_blocks(void **state)
{
    (void)state;
    expect("# Title\n\n## Part\ntext\n", 80, "{bu}Title{}\n\n{b}Part{}\ntext\n");
    expect("#hash\n####### seven", 80, "#hash\n####### seven\n");
    expect("- one\n* two\n  - three\n10. ten\n1) x", 80, "• one\n• two\n  • three\n10. ten\n1) x\n");
    expect("> said\n> > twice\n>\nnot", 80, "{d}│ {}said\n{d}│ │ {}twice\n{d}│ {}\nnot\n");
    expect("a\n\n---\n***\nb", 40,
           "a\n\n{d}────────────────────────────────────────{}\n{d}────────────────────────────────────────{}\nb\n");
    expect("**b** at the start\n-5 degrees\n- - x", 80, "{b}b{} at the start\n-5 degrees\n• - x\n");
    expect("1.5 is a number\n2026", 80, "1.5 is a number\n2026\n");
    expect("a\r\nb\r\n", 80, "a\nb\n");
}

static void test_fences(void **state)
{
    (void)state;
    expect("```c\nint *a = **b; // `x`\n\n  `` two\n```\nafter *it*", 12,
           "{c}int *a = **b; // `x`{}\n\n{c}  `` two{}\nafter {i}it{}\n");
    expect("~~~\n```\n~~~\nb", 80, "{c}```{}\nb\n");
    expect("````\n```\n````\nb", 80, "{c}```{}\nb\n");
    expect("```\nnever closed", 80, "{c}never closed{}\n");
    expect("```one line``` text", 80, "{c}one line{} text\n");
    expect("```\n\tx\ty\n```", 80, "{c}\tx\ty{}\n");
}

static void test_tables(void **state)
{
    (void)state;
    expect("| name | n |\n|------|--:|\n| a `b|c` | 1 |\n| x | 10 |\nend", 80,
           "{b}name{}{d} │ {b}n{}\n{d}─────┼──{}\na {c}b|c{}{d} │ {}1\nx   {d} │ {}10\nend\n");
}

static void test_wrap(void **state)
{
    (void)state;
    expect("one two three four", 10, "one two\nthree four\n");
    expect("- one two three four", 12, "• one two\n  three four\n");
    expect("> one two three four", 12, "{d}│ {}one two\n{d}│ {}three four\n");
    expect("a **b c d** e", 10, "a {b}b c d{} e\n");
    expect("aaaaaaa **bbbb cccc** e", 10, "aaaaaaa\n{b}bbbb cccc{}\ne\n");
    expect("abcdefghijklmnopqrstuvwxyz", 10, "abcdefghij\nklmnopqrst\nuvwxyz\n");
    expect("日本語日本語", 10, "日本語日本\n語\n");
    expect("trailing   \nb", 10, "trailing\nb\n");
}

static const char many[] =
    "# Title\n\nSome **bold** text, `code`, [a link](https://a.test/x), and *more of it* that is long enough to "
    "wrap.\n\n"
    "- one\n- two `a*b`\n  1. three\n\n> quoted **text**\n>> deeper\n\n```python\ndef f():\n\treturn '`'\n```\n\n---\n"
    "| a | b |\n|---|---|\n| 1 | `x|y` |\n\nünïcödé 日本語 👩‍💻 <https://a.test> end";

static const char *const samples[] = {
    many,
    "***",
    "```",
    "> ",
    "* * *\n",
    "- ",
    "1.",
    "1. ",
    "**a",
    "[a](b",
    "[a",
    "a\\",
    "`a``b`",
    "\r\n\r\r\n\r",
    "|",
    "|a",
    "| a |\n|-",
    "\033[31mred\033[0m \a \x7f \xc2\x9b \xe2\x80\xae \xff\xfe \xe2\x82 x",
    "~~a~~ ~b~ ~~~\n~~~\n~~~",
    "_a_b_ __c__d__ _e *f_ g*",
    "   # x\n\t- y\n    z",
    "#",
    "######",
    "<a <b> <http://x",
    "![",
    "![a](",
    "*a `b* c` d*",
};

static void test_every_split_gives_the_same(void **state)
{
    static const size_t widths[] = {1, 7, 20, 80, COLUMNS_ANY};
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            struct slice text = slice_of(samples[i]);
            struct buf whole, out;
            render(&whole, text, widths[w], SIZE_MAX, SIZE_MAX);
            for (size_t first = 1; first <= text.size; first++) {
                render(&out, text, widths[w], first, SIZE_MAX);
                assert_string_equal(out.data, whole.data);
                buf_clear(&out);
            }
            for (size_t piece = 1; piece < 4; piece++) {
                render(&out, text, widths[w], piece, piece);
                assert_string_equal(out.data, whole.data);
                buf_clear(&out);
            }
            buf_clear(&whole);
        }
}

/* Only sequences of this program, newlines and text. */
static void check_harmless(const struct buf *out)
{
    for (size_t i = 0; i < out->size; i++) {
        unsigned char c = (unsigned char)out->data[i];
        if (c == '\033') {
            assert_memory_equal(out->data + i, "\033[0", 3);
            i += 3 + strspn(out->data + i + 3, ";123469");
            assert_int_equal(out->data[i], 'm');
            continue;
        }
        assert_true(c >= 0x20 || c == '\n' || c == '\t');
        assert_int_not_equal(c, 0x7f);
        assert_false(c == 0xc2 && (unsigned char)out->data[i + 1] < 0xa0);
    }
}

static void test_nothing_steers_the_terminal(void **state)
{
    static const char alphabet[] = "*_`~[]()<>!#-+|\\> \n\t\r0123.abc\033\x9b\xc2\xe2\x80\xae\x01";
    struct buf out, again;
    char text[300];
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        render(&out, slice_of(samples[i]), 30, SIZE_MAX, SIZE_MAX);
        check_harmless(&out);
        buf_clear(&out);
    }
    srandom(7);
    for (int round = 0; round < 3000; round++) {
        size_t size = (size_t)random() % sizeof text;
        for (size_t i = 0; i < size; i++)
            text[i] = alphabet[(size_t)random() % (sizeof alphabet - 1)];
        render(&out, (struct slice){text, size}, 25, SIZE_MAX, SIZE_MAX);
        check_harmless(&out);
        render(&again, (struct slice){text, size}, 25, (size_t)random() % 50 + 1, (size_t)random() % 9 + 1);
        assert_string_equal(again.data, out.data);
        buf_clear(&out);
        buf_clear(&again);
    }
}

/* An unclosed marker holds back little text, and a line without an end takes linear time. */
static void test_what_is_held_is_bounded(void **state)
{
    struct markdown markdown = {0};
    struct buf out = BUF_LIMITED(TEXT_MAX);
    (void)state;
    for (size_t i = 0; i < 30000; i++)
        markdown_write(&markdown, &out, SLICE("**a [b `c "), 80);
    assert_true(out.size > 290000);
    markdown_finish(&markdown, &out);
    buf_clear(&out);
    markdown_clear(&markdown);
}

static void test_text_appears_as_it_comes(void **state)
{
    struct markdown markdown = {0};
    struct buf out = BUF_LIMITED(TEXT_MAX);
    (void)state;
    markdown_write(&markdown, &out, SLICE("one two th"), 80);
    assert_int_equal(buf_terminate(&out), 0);
    assert_string_equal(out.data, "one two");
    assert_false(markdown_is_at_line_start(&markdown));
    markdown_write(&markdown, &out, SLICE("ree **fo"), 80);
    (void)buf_terminate(&out);
    assert_string_equal(out.data, "one two three");
    markdown_write(&markdown, &out, SLICE("ur** fi"), 80);
    markdown_rest(&markdown, &out);
    (void)buf_terminate(&out);
    assert_string_equal(out.data, "one two three \033[0;1mfour\033[0m fi");
    markdown_write(&markdown, &out, SLICE("ve **si"), 80);
    markdown_finish(&markdown, &out);
    (void)buf_terminate(&out);
    assert_string_equal(out.data, "one two three \033[0;1mfour\033[0m five **si\n");
    buf_clear(&out);
    markdown_clear(&markdown);
}

static void test_plain(void **state)
{
    struct markdown markdown = {.plain = true};
    struct buf out = BUF_LIMITED(TEXT_MAX);
    (void)state;
    markdown_write(&markdown, &out, SLICE("# **a**\n\033[31mb"), 3);
    assert_false(markdown_is_at_line_start(&markdown));
    markdown_finish(&markdown, &out);
    (void)buf_terminate(&out);
    assert_string_equal(out.data, "# **a**\n\\u001b[31mb\n");
    buf_clear(&out);
    markdown_clear(&markdown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_links),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_fences),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_wrap),
        cmocka_unit_test(test_every_split_gives_the_same),
        cmocka_unit_test(test_nothing_steers_the_terminal),
        cmocka_unit_test(test_what_is_held_is_bounded),
        cmocka_unit_test(test_text_appears_as_it_comes),
        cmocka_unit_test(test_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
