/* Tests the translation of an agent's tools. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "executor/adapters/acp_read.h"
#include "json/read.h"

static struct arena arena = ARENA_LIMITED(1 << 20);

static yyjson_val *parsed(const char *text)
{
    yyjson_val *root = NULL;
    struct json_error error;
    assert_int_equal(json_read(&arena, slice_of(text), &root, &error), 0);
    return root;
}

static void assert_described(const char *tool, const char *name, const char *input)
{
    char found[ACP_TOOL_NAME_SIZE];
    struct buf out = BUF_LIMITED(1 << 16);
    assert_int_equal(acp_tool_describe(parsed(tool), SLICE("/w"), found, &out), 0);
    assert_int_equal(buf_terminate(&out), 0);
    assert_string_equal(found, name);
    assert_string_equal(out.data, input);
    buf_clear(&out);
    arena_clear(&arena);
}

static void kinds_are_weirs_tools(void **state)
{
    (void)state;
    assert_described("{\"kind\":\"read\",\"title\":\"Look\",\"locations\":[{\"path\":\"/a\"}]}", "Read",
                     "{\"file_path\":\"/a\",\"description\":\"Look\"}");
    assert_described("{\"kind\":\"read\",\"rawInput\":{\"absolute_path\":\"/a\",\"limit\":3}}", "Read",
                     "{\"absolute_path\":\"/a\",\"limit\":3,\"file_path\":\"/a\"}");
    assert_described("{\"kind\":\"edit\",\"content\":[{\"type\":\"diff\",\"path\":\"/a\",\"newText\":\"x\"}]}", "Write",
                     "{\"file_path\":\"/a\",\"content\":\"x\"}");
    assert_described(
        "{\"kind\":\"edit\",\"content\":[{\"type\":\"diff\",\"path\":\"/a\",\"oldText\":\"\",\"newText\":\"x\"}],"
        "\"rawInput\":{\"path\":\"/b\",\"file_path\":\"/c\"}}",
        "Edit",
        "{\"file_path\":\"/a\",\"old_string\":\"\",\"new_string\":\"x\",\"path\":\"/b\","
        "\"locations\":[{\"path\":\"/c\"},{\"path\":\"/b\"},{\"path\":\"/a\"}]}");
    /* Every path that the call could write after an approval is listed. */
    assert_described("{\"kind\":\"edit\",\"rawInput\":{\"file_path\":\"/a\",\"abs_path\":\"/b\"},"
                     "\"locations\":[{\"path\":\"/c\"}],\"content\":[{\"type\":\"other\",\"path\":\"/d\"}]}",
                     "Edit",
                     "{\"file_path\":\"/a\",\"abs_path\":\"/b\",\"locations\":[{\"path\":\"/a\"},{\"path\":\"/b\"},"
                     "{\"path\":\"/d\"},{\"path\":\"/c\"}]}");
    assert_described(
        "{\"name\":\"Write\",\"rawInput\":{\"file_path\":\"/a\",\"content\":\"x\"},"
        "\"locations\":[{\"path\":\"/b\"}],\"content\":[{\"type\":\"diff\",\"path\":\"/c\",\"newText\":\"y\"}]}",
        "Write",
        "{\"file_path\":\"/c\",\"content\":\"y\",\"locations\":[{\"path\":\"/a\"},{\"path\":\"/c\"},"
        "{\"path\":\"/b\"}]}");
    assert_described("{\"name\":\"Bash\",\"kind\":\"strange\",\"rawInput\":{\"command\":[\"ls\",\"a b\"]}}", "Bash",
                     "{\"command\":\"ls 'a b'\"}");
    assert_described("{\"kind\":\"move\",\"locations\":[{\"path\":\"/a\"},{\"path\":\"/b\"},7]}", "Edit",
                     "{\"file_path\":\"/a\",\"locations\":[{\"path\":\"/a\"},{\"path\":\"/b\"}]}");
    assert_described("{\"kind\":\"read\",\"rawInput\":{\"file_path\":{\"n\":1}},\"locations\":[{\"path\":\"/a\"}]}",
                     "Read", "{\"file_path\":{\"n\":1},\"locations\":[{\"path\":\"/a\"}]}");
    assert_described("{\"kind\":\"read\",\"rawInput\":{\"file_path\":null,\"x\":1},\"locations\":[{\"path\":\"/a\"}]}",
                     "Read", "{\"x\":1,\"file_path\":\"/a\"}");
    assert_described("{\"kind\":\"fetch\",\"rawInput\":{\"url\":\"x\"}}", "WebFetch", "{\"url\":\"x\"}");
    assert_described("{\"kind\":\"other\",\"name\":\"mine\",\"rawInput\":[1]}", "mine", "{}");
    assert_described("{\"kind\":7,\"name\":\"\"}", "Other", "{}");
}

/* The judge gets the command line as the shell will; a directory other than the session's is kept. */
static void commands_are_lines(void **state)
{
    (void)state;
    assert_described("{\"kind\":\"execute\",\"rawInput\":{\"command\":[\"sh\",\"-c\",\"ls '*' $x\"],\"cwd\":\"/w\"}}",
                     "Bash", "{\"command\":\"sh -c 'ls '\\\\''*'\\\\'' $x'\"}");
    assert_described("{\"kind\":\"execute\",\"rawInput\":{\"command\":\"ls\",\"cwd\":\"/other\",\"timeout\":5}}",
                     "Bash", "{\"command\":\"ls\",\"cwd\":\"/other\",\"timeout\":5}");
    assert_described("{\"kind\":\"execute\",\"title\":\"`rm x`\"}", "Bash", "{\"description\":\"`rm x`\"}");
    assert_described("{\"kind\":\"execute\",\"rawInput\":{\"command\":[]}}", "Bash", "{}");
}

static void news_of_a_call_replace_what_was_known(void **state)
{
    struct buf out = BUF_LIMITED(1 << 16);
    (void)state;
    yyjson_val *older = parsed("{\"title\":\"a\",\"kind\":\"read\",\"status\":\"pending\",\"x\":1}");
    yyjson_val *newer = parsed("{\"title\":null,\"status\":\"failed\",\"rawOutput\":\"no\"}");
    assert_int_equal(acp_tool_merge(&out, older, newer), 0);
    assert_int_equal(buf_terminate(&out), 0);
    assert_string_equal(out.data, "{\"title\":\"a\",\"kind\":\"read\",\"status\":\"failed\",\"rawOutput\":\"no\"}");
    assert_int_equal(acp_tool_status(newer, ACP_TOOL_RUNNING), ACP_TOOL_FAILED);
    assert_int_equal(acp_tool_status(parsed("{\"status\":\"later\"}"), ACP_TOOL_RUNNING), ACP_TOOL_RUNNING);
    buf_clear(&out);
    arena_clear(&arena);
}

static void results_are_text(void **state)
{
    struct buf out = BUF_LIMITED(1 << 16);
    struct slice image, mime;
    (void)state;
    yyjson_val *tool =
        parsed("{\"content\":[{\"type\":\"content\",\"content\":{\"type\":\"text\",\"text\":\"a\"}},"
               "{\"type\":\"diff\",\"path\":\"/x\",\"newText\":\"\"},{\"type\":\"content\",\"content\":"
               "{\"type\":\"image\",\"data\":\"aGk=\",\"mimeType\":\"image/png\"}}],\"rawOutput\":\"unused\"}");
    assert_int_equal(acp_tool_result(tool, &out, &image, &mime), 0);
    assert_int_equal(buf_terminate(&out), 0);
    assert_string_equal(out.data, "a\nchanged /x\n[an image]");
    assert_true(slice_is(image, "aGk=") && slice_is(mime, "image/png"));
    buf_reset(&out, 0);
    assert_int_equal(acp_tool_result(parsed("{\"rawOutput\":{\"n\":[1.50]}}"), &out, &image, &mime), 0);
    assert_int_equal(buf_terminate(&out), 0);
    assert_string_equal(out.data, "{\"n\":[1.50]}");
    buf_clear(&out);
    arena_clear(&arena);
}

static void assert_result(const char *tool, const char *expected)
{
    struct buf out = BUF_LIMITED(1 << 16);
    struct slice image, mime;
    assert_int_equal(acp_tool_result(parsed(tool), &out, &image, &mime), 0);
    assert_int_equal(buf_terminate(&out), 0);
    assert_string_equal(out.data, expected);
    buf_clear(&out);
    arena_clear(&arena);
}

#define TEXT(text) "{\"content\":[{\"type\":\"content\",\"content\":{\"type\":\"text\",\"text\":\"" text "\"}}]}"

static void a_fence_around_all_of_it_goes(void **state)
{
    (void)state;
    assert_result(TEXT("```console\\na\\n  b\\n```"), "a\n  b\n");
    assert_result(TEXT("````\\n```\\nx\\n```\\n````\\n"), "```\nx\n```\n");
    assert_result(TEXT("```\\n```"), "");
    assert_result(TEXT("```\\na\\n```\\nand\\n```\\nb\\n```"), "```\na\n```\nand\n```\nb\n```");
    assert_result(TEXT("```a```"), "```a```");
    assert_result(TEXT("```"), "```");
    assert_result(TEXT("see\\n```\\na\\n```"), "see\n```\na\n```");
}

static void of_an_own_result_the_text(void **state)
{
    (void)state;
    assert_result("{\"rawOutput\":{\"output\":\"a\\nb\",\"metadata\":{\"exit\":0}}}", "a\nb");
    assert_result("{\"rawOutput\":{\"exit_code\":1,\"stdout\":\"out\",\"stderr\":\"err\"}}", "out\nerr");
    assert_result("{\"rawOutput\":{\"stderr\":\"err\"}}", "err");
    assert_result("{\"rawOutput\":{\"exit_code\":0}}", "{\"exit_code\":0}");
    assert_result("{\"rawOutput\":\"plain\"}", "plain");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_weirs_tools),
        cmocka_unit_test(commands_are_lines),
        cmocka_unit_test(news_of_a_call_replace_what_was_known),
        cmocka_unit_test(results_are_text),
        cmocka_unit_test(a_fence_around_all_of_it_goes),
        cmocka_unit_test(of_an_own_result_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
