#include "cli/question_form.h"

#include <errno.h>
#include <string.h>

#include "base/arena.h"
#include "unit/check.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"

struct asked {
    struct arena arena;
    struct question_record question;
    struct question_form *form;
};

static int begin(struct asked *asked, const char *schema)
{
    struct buf text = BUF_LIMITED(1 << 20);
    struct json_error json_error;
    struct decode_error error = {0};
    yyjson_val *root = NULL;
    *asked = (struct asked){.arena = ARENA_LIMITED(1 << 20)};
    (void)buf_printf(&text,
                     "{\"id\":\"q\",\"state\":\"pending\",\"serverId\":\"s\",\"serverName\":\"S\",\"mode\":\"form\","
                     "\"message\":\"m\",\"createdAt\":1,\"schema\":%s}",
                     schema);
    assert_int_equal(json_read(&asked->arena, buf_slice(&text), &root, &json_error), 0);
    assert_int_equal(json_decode(&asked->arena, &question_record_shape, root, "question", &asked->question, &error), 0);
    buf_clear(&text);
    return question_form_new(&asked->question, &asked->form);
}

static void end(struct asked *asked)
{
    question_form_free(asked->form);
    arena_clear(&asked->arena);
}

static void expect_prompt(const struct asked *asked, const char *expected)
{
    struct buf text = BUF_LIMITED(1 << 20);
    question_form_prompt(asked->form, &text);
    assert_int_equal(buf_terminate(&text), 0);
    assert_string_equal(text.data, expected);
    buf_clear(&text);
}

static void expect_taken(struct asked *asked, const char *line)
{
    char problem[QUESTION_PROBLEM_SIZE] = "";
    if (question_form_take(asked->form, slice_of(line), problem) < 0)
        fail_msg("'%s' was refused: %s", line, problem);
}

static void expect_refused(struct asked *asked, const char *line, const char *expected)
{
    char problem[QUESTION_PROBLEM_SIZE] = "";
    assert_int_equal(question_form_take(asked->form, slice_of(line), problem), -EINVAL);
    assert_string_equal(problem, expected);
    assert_false(question_form_is_done(asked->form));
}

static void expect_content(struct asked *asked, const char *expected)
{
    struct buf text = BUF_LIMITED(1 << 20);
    struct question_answer_params params = {
        .question_id = SLICE("q"), .content = question_form_content(asked->form), .content_is = FIELD_SET};
    assert_true(question_form_is_done(asked->form));
    assert_int_equal(json_encode(&text, &question_answer_params_shape, &params), 0);
    assert_int_equal(buf_terminate(&text), 0);
    const char *content = strstr(text.data, "\"content\":");
    assert_non_null(content);
    assert_string_equal(content + strlen("\"content\":"), expected);
    buf_clear(&text);
}

static void texts_and_numbers_are_checked(void **state)
{
    struct asked asked;
    (void)state;
    assert_int_equal(begin(&asked, "{\"properties\":{"
                                   "\"name\":{\"type\":\"string\",\"minLength\":2,\"maxLength\":4,\"title\":\"Your "
                                   "name\",\"description\":\"As it is written.\"},"
                                   "\"mail\":{\"type\":\"string\",\"format\":\"email\"},"
                                   "\"age\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":120},"
                                   "\"ratio\":{\"type\":\"number\"},"
                                   "\"sure\":{\"type\":\"boolean\",\"default\":true}},"
                                   "\"required\":[\"name\",\"age\"]}"),
                     0);
    expect_prompt(&asked, "  As it is written.\nYour name (text) > ");
    expect_refused(&asked, "", "this is required; Ctrl-C cancels");
    expect_refused(&asked, "x", "at least 2 characters are required");
    expect_refused(&asked, "abcde", "at most 4 characters are possible");
    expect_refused(&asked, "\xff\xff", "this is not UTF-8 text");
    expect_taken(&asked, " äöüß ");
    expect_prompt(&asked, "mail (email, optional) > ");
    expect_taken(&asked, "");
    expect_prompt(&asked, "age (a whole number) > ");
    static const char *const wrong[] = {"x", "1.5", "0x10", "12 3", "1e", "nan"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_refused(&asked, wrong[i], "this must be a whole number");
    expect_refused(&asked, "0", "this must be at least 1");
    expect_refused(&asked, "121", "this must be at most 120");
    expect_taken(&asked, "42");
    expect_refused(&asked, "much", "this must be a number");
    expect_taken(&asked, "-2.50");
    expect_prompt(&asked, "sure (y or n, optional) [y] > ");
    expect_refused(&asked, "perhaps", "this must be y or n");
    expect_taken(&asked, "No");
    expect_content(&asked, "{\"name\":\"äöüß\",\"age\":42,\"ratio\":-2.50,\"sure\":false}}");
    end(&asked);
}

static void formats_are_checked_before_they_are_sent(void **state)
{
    struct asked asked;
    (void)state;
    assert_int_equal(begin(&asked, "{\"properties\":{"
                                   "\"mail\":{\"type\":\"string\",\"format\":\"email\"},"
                                   "\"page\":{\"type\":\"string\",\"format\":\"uri\"},"
                                   "\"day\":{\"type\":\"string\",\"format\":\"date\"},"
                                   "\"time\":{\"type\":\"string\",\"format\":\"date-time\"},"
                                   "\"host\":{\"type\":\"string\",\"format\":\"hostname\"}}}"),
                     0);
    expect_refused(&asked, "ada", "this must be an email address");
    expect_taken(&asked, "ada@example.org");
    expect_refused(&asked, "x y", "this must be a URI, such as https://example.org");
    expect_taken(&asked, "https://example.org");
    expect_refused(&asked, "2026-02-30", "this must be a date, such as 2026-07-28");
    expect_taken(&asked, "2026-02-28");
    expect_refused(&asked, "noon", "this must be a time, such as 2026-07-28T12:00:00Z");
    expect_taken(&asked, "2026-02-28T12:00:00Z");
    expect_taken(&asked, "of any form");
    expect_content(&asked, "{\"mail\":\"ada@example.org\",\"page\":\"https://example.org\",\"day\":\"2026-02-28\","
                           "\"time\":\"2026-02-28T12:00:00Z\",\"host\":\"of any form\"}}");
    end(&asked);
}

static void a_choice_takes_numbers_and_words(void **state)
{
    struct asked asked;
    (void)state;
    assert_int_equal(begin(&asked, "{\"properties\":{"
                                   "\"old\":{\"type\":\"string\",\"enum\":[\"l\",\"h\"],\"enumNames\":[\"Low\","
                                   "\"High\"]},"
                                   "\"new\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"a\",\"title\":\"First\"},{"
                                   "\"const\":\"b\"}],\"default\":\"b\"},"
                                   "\"many\":{\"type\":\"array\",\"minItems\":1,\"maxItems\":2,\"items\":{\"enum\":["
                                   "\"x\",\"y\",\"z\"]}}},\"required\":[\"old\",\"many\"]}"),
                     0);
    expect_prompt(&asked, "  1  l: Low\n  2  h: High\nold (1-2) > ");
    expect_refused(&asked, "0", "this must be a number from 1 to 2");
    expect_refused(&asked, "3", "this must be a number from 1 to 2");
    expect_refused(&asked, "hi", "this must be a number from 1 to 2");
    expect_taken(&asked, "high");
    expect_prompt(&asked, "  1  a: First\n  2  b\nnew (1-2, optional) [b] > ");
    expect_taken(&asked, "");
    expect_prompt(&asked, "  1  x\n  2  y\n  3  z\nmany (1-3, several with commas) > ");
    expect_refused(&asked, "1,2,3", "choose at most 2");
    expect_refused(&asked, "1,,2", "this must be a number from 1 to 3");
    expect_taken(&asked, "3, x");
    expect_content(&asked, "{\"old\":\"h\",\"many\":[\"z\",\"x\"]}}");
    end(&asked);
}

static void a_refused_answer_is_asked_again_with_what_was_typed(void **state)
{
    struct asked asked;
    (void)state;
    assert_int_equal(begin(&asked, "{\"properties\":{\"first\":{\"type\":\"string\"},\"second\":{\"type\":\"string\"}},"
                                   "\"required\":[\"second\"]}"),
                     0);
    expect_taken(&asked, "one");
    expect_taken(&asked, "two");
    question_form_return(asked.form, "content.second: must be a URI");
    expect_prompt(&asked, "second (text) [two] > ");
    expect_taken(&asked, "");
    expect_content(&asked, "{\"first\":\"one\",\"second\":\"two\"}}");
    question_form_return(asked.form, "something else");
    expect_prompt(&asked, "first (text, optional) [one] > ");
    expect_taken(&asked, "uno");
    expect_taken(&asked, "dos");
    expect_content(&asked, "{\"first\":\"uno\",\"second\":\"dos\"}}");
    end(&asked);
}

static void strange_schemas_are_no_danger(void **state)
{
    static const char *const empty[] = {"{}", "{\"properties\":{}}"};
    static const char *const wrong[] = {"{\"properties\":[]}", "{\"properties\":7}"};
    struct asked asked;
    (void)state;
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        assert_int_equal(begin(&asked, empty[i]), 0);
        expect_content(&asked, "{}}");
        end(&asked);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(begin(&asked, wrong[i]), -EINVAL);
        end(&asked);
    }
    assert_int_equal(begin(&asked, "{\"properties\":{\"a\":true,\"b\":{\"enum\":[1,null]},\"c\":{\"type\":[\"string\"],"
                                   "\"minLength\":\"x\"},\"d\\u001b[2J\":{\"description\":\"\\u001b[31m\"}}}"),
                     0);
    expect_prompt(&asked, "a (text, optional) > ");
    expect_taken(&asked, "x");
    expect_taken(&asked, "1");
    expect_taken(&asked, "");
    expect_prompt(&asked, "  \\u001b[31m\nd\\u001b[2J (text, optional) > ");
    expect_taken(&asked, "");
    expect_content(&asked, "{\"a\":\"x\",\"b\":1}}");
    end(&asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_and_numbers_are_checked),
        cmocka_unit_test(formats_are_checked_before_they_are_sent),
        cmocka_unit_test(a_choice_takes_numbers_and_words),
        cmocka_unit_test(a_refused_answer_is_asked_again_with_what_was_typed),
        cmocka_unit_test(strange_schemas_are_no_danger),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
