#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/globs.h"
#include "tools/programs.h"
#include "unit/bench.h"
#include "json/read.h"

/* --- patterns of paths --- */

static bool fits(const char *pattern, const char *path)
{
    struct globs globs;
    assert_int_equal(globs_init(&globs, slice_of(pattern), true), 0);
    bool matches = globs_match(&globs, slice_of(path));
    globs_clear(&globs);
    return matches;
}

static void matches_paths(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *path;
        bool matches;
    } cases[] = {
        {"*.c", "a.c", true},
        {"*.c", "src/deep/a.c", true},
        {"*.c", "a.cc", false},
        {"/*.c", "src/a.c", false},
        {"/*.c", "a.c", true},
        {"src/*.c", "src/a.c", true},
        {"src/*.c", "src/x/a.c", false},
        {"src/**/*.c", "src/a.c", true},
        {"src/**/*.c", "src/x/y/a.c", true},
        {"src/**/*.c", "other/src/a.c", false},
        {"**/a.c", "a.c", true},
        {"**/a.c", "x/y/a.c", true},
        {"**/a.c", "x/ya.c", false},
        {"src/**", "src/a/b", true},
        {"src/**", "src", false},
        {"**", "a/b/c", true},
        {"a/**/b/**/c", "a/x/b/y/z/c", true},
        {"a/**/b", "a/b", true},
        {"a**b", "axxb", true},
        {"x/a**b", "x/a/b", false},
        {"?.c", "a.c", true},
        {"?.c", "é.c", true},
        {"?.c", "ab.c", false},
        {"a?b", "a/b", false},
        {"[a-c]x", "bx", true},
        {"[!a-c]x", "bx", false},
        {"[]x]", "]", true},
        {"[", "[", true},
        {"\\*", "*", true},
        {"\\*", "a", false},
        {"*.{ts,tsx}", "a/b.tsx", true},
        {"*.{ts,tsx}", "a/b.ts", true},
        {"*.{ts,tsx}", "a/b.js", false},
        {"{a,b{c,d}}", "bd", true},
        {"{a,b{c,d}}", "b", false},
        {"src/{a,b}/**/*.c", "src/b/x/y.c", true},
        {"{a", "{a", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (fits(cases[i].pattern, cases[i].path) != cases[i].matches)
            fail_msg("%s and %s", cases[i].pattern, cases[i].path);
}

/* One that goes back at every star would never end here. */
static void takes_no_time_with_bad_patterns(void **state)
{
    (void)state;
    char pattern[401], path[4001];
    for (size_t i = 0; i < 400; i++)
        pattern[i] = "*a"[i % 2];
    pattern[400] = '\0';
    memset(path, 'a', 4000);
    path[4000] = '\0';
    path[3999] = 'b';
    assert_false(fits(pattern, path));
    struct globs globs;
    assert_int_equal(globs_init(&globs, SLICE("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}"), true), -EINVAL);
    assert_int_equal(globs_init(&globs, SLICE(""), true), -EINVAL);
}

/* --- a tree with all that is difficult --- */

static void plant(struct bench *bench)
{
    static const struct {
        const char *name, *content;
    } files[] = {
        {".gitignore", "# a "
                       "comment\n*.log\n!keep.log\n/build/\nnode_modules/\ndocs/*.tmp\n**/deep/secret\n/src/a/deep/"
                       "anchored\n\\#odd\ntrail \n"},
        {"README.md", "# Needle\n\nfirst\nsecond needle\nthird\nfourth\nfifth needle\n"},
        {"main.c", "int main(void)\n{\n\treturn needle(1);\n}\n"},
        {"a.log", "needle\n"},
        {"keep.log", "needle\n"},
        {"trail", "needle\n"},
        {"#odd", "needle\n"},
        {".hidden", "needle\n"},
        {".config/x.c", "needle\n"},
        {".git/HEAD", "needle\n"},
        {"build/out.c", "needle\n"},
        {"src/build/in.c", "needle\n"},
        {"src/util.c", "a\nb\nneedle 1\nc\nneedle 2\nd\ne\nf\ng\nneedle 3\n"},
        {"src/util.h", "NEEDLE\n"},
        {"src/.gitignore", "*.h\n!special.h\nlocal/\n"},
        {"src/special.h", "needle\n"},
        {"src/local/z.c", "needle\n"},
        {"src/a/deep/secret", "needle\n"},
        {"src/a/deep/open", "needle\n"},
        {"src/a/deep/anchored", "needle\n"},
        {"docs/a.tmp", "needle\n"},
        {"docs/sub/b.tmp", "needle\n"},
        {"node_modules/m/index.js", "needle\n"},
        {"web/app.ts", "const x = 'needle';\r\nsecond\r\n"},
        {"web/app.js", "function foo() {\n  return 12;\n}\n"},
        {"web/é ü.txt", "needle: straße\n"},
        {"web/a:b-1.txt", "needle\n"},
        {"empty", ""},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        bench_write(bench, files[i].name, slice_of(files[i].content));
    bench_write(bench, "binary", SLICE("needle\0needle\n"));
    assert_int_equal(symlink(".", bench_path(bench, "src/loop")), 0);
    assert_int_equal(symlink("../main.c", bench_path(bench, "src/link.c")), 0);
    assert_int_equal(mkfifo(bench_path(bench, "fifo"), 0600), 0);
}

/* Or shows it again. */
static void hide_ripgrep(struct bench *bench, bool hidden)
{
    static char *old;
    const char *path = getenv("PATH");
    if (!old)
        old = strdup(path ? path : "/usr/bin:/bin");
    assert_int_equal(setenv("PATH", hidden ? bench->place : old, 1), 0);
    if (!hidden) {
        free(old);
        old = NULL;
    }
}

static struct slice without_ripgrep(struct bench *bench, const char *name, const char *input)
{
    hide_ripgrep(bench, true);
    struct slice text = bench_run(bench, name, input);
    hide_ripgrep(bench, false);
    return arena_copy(&bench->arena, text);
}

/* --- Grep --- */

static void greps(void **state)
{
    struct bench *bench = *state;
    plant(bench);
    assert_slice(without_ripgrep(bench, "Grep", "{'pattern':'needle','path':'src'}"),
                 "src/a/deep/open\nsrc/build/in.c\nsrc/special.h\nsrc/util.c\n");
    assert_false(bench->is_error);
    assert_slice(
        without_ripgrep(bench, "Grep", "{'pattern':'needle \\\\d','path':'src','output_mode':'content','-C':1}"),
        "src/util.c-2-b\nsrc/util.c:3:needle 1\nsrc/util.c-4-c\nsrc/util.c:5:needle 2\nsrc/util.c-6-d\n--\n"
        "src/util.c-9-g\nsrc/util.c:10:needle 3\n");
    assert_slice(without_ripgrep(bench, "Grep", "{'pattern':'needle','path':'src/util.c','output_mode':'count'}"),
                 "src/util.c:3\n");
    assert_slice(without_ripgrep(bench, "Grep", "{'pattern':'nowhere'}"), "[no matches]\n");
    assert_false(bench->is_error);
    assert_contains(without_ripgrep(bench, "Grep", "{'pattern':'a(b'}"), "invalid pattern: ");
    assert_true(bench->is_error);
    assert_contains(without_ripgrep(bench, "Grep", "{'pattern':'a(?=b)'}"), "look-around");
    assert_contains(without_ripgrep(bench, "Grep", "{'pattern':'a','type':'cobol85'}"),
                    "unknown type cobol85; use glob");
    assert_contains(without_ripgrep(bench, "Grep", "{'pattern':'a','path':'nowhere'}"), "no such file");
    assert_contains(without_ripgrep(bench, "Grep", "{'pattern':'a','path':'fifo'}"), "it is not a regular file");
    assert_contains(without_ripgrep(bench, "Grep", "{'pattern':'e','output_mode':'content','head_limit':2}"),
                    "[more results; use a narrower search, or set head_limit]\n");
}

static void is_like_ripgrep(void **state)
{
    static const char *const inputs[] = {
        "{'pattern':'needle'}",
        "{'pattern':'needle','output_mode':'count'}",
        "{'pattern':'needle','output_mode':'content'}",
        "{'pattern':'needle','output_mode':'content','-n':false}",
        "{'pattern':'needle','output_mode':'content','-i':true}",
        "{'pattern':'needle','output_mode':'content','-C':1}",
        "{'pattern':'needle','output_mode':'content','-A':2}",
        "{'pattern':'needle','output_mode':'content','-B':3,'path':'src/util.c'}",
        "{'pattern':'needle','output_mode':'content','path':'.gitignore'}",
        "{'pattern':'needle','glob':'*.c'}",
        "{'pattern':'needle','glob':'src/**'}",
        "{'pattern':'needle','glob':'src/**/*.{c,h}'}",
        "{'pattern':'needle','glob':'!*.c'}",
        "{'pattern':'needle','glob':'*.log'}",
        "{'pattern':'needle','glob':'.hidden'}",
        "{'pattern':'needle','type':'c'}",
        "{'pattern':'needle','type':'c','glob':'src/*'}",
        "{'pattern':'needle','type':'ts','output_mode':'content'}",
        "{'pattern':'needle','path':'src'}",
        "{'pattern':'needle','path':'src/a'}",
        "{'pattern':'needle','path':'docs/sub','output_mode':'content'}",
        "{'pattern':'^needle$','output_mode':'content'}",
        "{'pattern':'(return|first)\\\\b','output_mode':'content'}",
        "{'pattern':'[\\\\w]+\\\\(\\\\d\\\\)','output_mode':'content'}",
        "{'pattern':'(?:foo|bar)\\\\s*\\\\(\\\\)\\\\s\\\\{','output_mode':'content'}",
        "{'pattern':'stra.e$','output_mode':'content'}",
        "{'pattern':'needle.;$','output_mode':'content','glob':'*.ts'}",
        "{'pattern':'foo.*?return','output_mode':'content','multiline':true}",
        "{'pattern':'b.needle','output_mode':'content','multiline':true,'-A':1}",
        "{'pattern':'needle','head_limit':3}",
    };
    struct bench *bench = *state;
    char *ripgrep = NULL;
    if (programs_find("rg", &ripgrep) < 0)
        skip();
    free(ripgrep);
    plant(bench);
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        struct slice own = without_ripgrep(bench, "Grep", inputs[i]);
        bool own_error = bench->is_error;
        struct slice other = bench_run(bench, "Grep", inputs[i]);
        if (!slice_equal(own, other) || own_error != bench->is_error || own_error)
            fail_msg("%s\nown:\n%.*s\nripgrep:\n%.*s", inputs[i], SLICE_ARG(own), SLICE_ARG(other));
    }
    assert_contains(bench_run(bench, "Grep", "{'pattern':'a(b'}"), "unclosed group");
    assert_true(bench->is_error);
}

/* --- Glob --- */

static void globs_newest_first(void **state)
{
    static const char *const patterns[] = {
        "*",       "**/*.c", "*.c",        "src/*.c",  "src/**",    "./src/**/*.c",    "*.{md,ts}",
        ".hidden", "*.log",  ".config/**", "**/*.tmp", "web/*.txt", "src/../web/*.js", "src/a/**"};
    struct bench *bench = *state;
    char *ripgrep = NULL, input[256];
    bool has_ripgrep = programs_find("rg", &ripgrep) == 0;
    free(ripgrep);
    plant(bench);
    const struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}}, older[2] = {{.tv_sec = 900}, {.tv_sec = 900}};
    assert_int_equal(utimensat(-1, bench_path(bench, "main.c"), old, 0), 0);
    assert_int_equal(utimensat(-1, bench_path(bench, "src/util.c"), older, 0), 0);
    assert_slice(without_ripgrep(bench, "Glob", "{'pattern':'**/*.c'}"), "src/build/in.c\nmain.c\nsrc/util.c\n");
    assert_slice(without_ripgrep(bench, "Glob", "{'pattern':'*.c','path':'src'}"), "src/build/in.c\nsrc/util.c\n");
    assert_slice(without_ripgrep(bench, "Glob", "{'pattern':'*.cobol'}"), "[no matches]\n");
    (void)snprintf(input, sizeof input, "{'pattern':'%s/src/*.c'}", bench->place);
    assert_slice(without_ripgrep(bench, "Glob", input), "src/util.c\n");
    assert_slice(without_ripgrep(bench, "Glob", "{'pattern':'**/HEAD'}"), "[no matches]\n");
    /* What ./ stands before is below, as it is judged, and neither the root nor the home. */
    (void)snprintf(input, sizeof input, "{'pattern':'./%s/src/*.c'}", bench->place);
    assert_contains(without_ripgrep(bench, "Glob", input), "no such file");
    bench_write(bench, "~/in.txt", SLICE("x"));
    assert_slice(without_ripgrep(bench, "Glob", "{'pattern':'./~/*.txt'}"), "~/in.txt\n");
    assert_slice(without_ripgrep(bench, "Glob", "{'pattern':'././/src//*.c'}"), "src/util.c\n");
    for (size_t i = 0; has_ripgrep && i < sizeof patterns / sizeof *patterns; i++) {
        (void)snprintf(input, sizeof input, "{'pattern':'%s'}", patterns[i]);
        struct slice own = without_ripgrep(bench, "Glob", input), other = bench_run(bench, "Glob", input);
        if (!slice_equal(own, other))
            fail_msg("%s\nown:\n%.*s\nripgrep:\n%.*s", input, SLICE_ARG(own), SLICE_ARG(other));
    }
}

/* To search is allowed where running a program is not: one that was written to the working directory is not run. */
static void runs_no_ripgrep_of_the_working_directory(void **state)
{
    static const char script[] = "#!/bin/sh\ntouch \"$0.was-run\"\n";
    struct bench *bench = *state;
    const char *path = getenv("PATH");
    char *before = strdup(path ? path : "/usr/bin:/bin");
    bench_write(bench, "bin/rg", SLICE(script));
    bench_write(bench, "a.c", SLICE("needle\n"));
    assert_int_equal(chmod(bench_path(bench, "bin/rg"), 0755), 0);
    (void)setenv("PATH", bench_path(bench, "bin"), 1);
    assert_slice(bench_run(bench, "Grep", "{'pattern':'needle','glob':'*.c'}"), "a.c\n");
    assert_slice(bench_run(bench, "Glob", "{'pattern':'*.c'}"), "a.c\n");
    assert_int_equal(access(bench_path(bench, "bin/rg.was-run"), F_OK), -1);
    assert_non_null(before);
    (void)setenv("PATH", before, 1);
    free(before);
}

static void is_cancelled(void **state)
{
    struct bench *bench = *state;
    char *line = malloc(1 << 20);
    memset(line, 'a', 1 << 20);
    bench_write(bench, "long", (struct slice){line, 1 << 20});
    free(line);
    hide_ripgrep(bench, true);
    bench_start(bench, "Grep", "{'pattern':'(a*)*(a*)*(a*)*b','output_mode':'content'}");
    hide_ripgrep(bench, false);
    assert_non_null(bench->call);
    tool_cancel(bench->call);
    bench_wait(bench);
    assert_buf(&bench->text, "[cancelled]\n");
    assert_true(bench->is_error);
}

/* As root everything may be read. */
static void passes_over_what_is_closed(void **state)
{
    struct bench *bench = *state;
    bench_write(bench, "closed/a", SLICE("needle"));
    bench_write(bench, "open/a", SLICE("needle"));
    assert_int_equal(chmod(bench_path(bench, "closed"), 0), 0);
    struct slice text = without_ripgrep(bench, "Grep", "{'pattern':'needle'}");
    assert_contains(text, "open/a\n");
    assert_false(bench->is_error);
    assert_int_equal(chmod(bench_path(bench, "closed"), 0700), 0);
}

/* --- all tools --- */

static void have_schemas(void **state)
{
    struct bench *bench = *state;
    size_t count = 0;
    for (const struct tool *const *tool = tools_own; *tool; tool++, count++) {
        struct json_error error = {0};
        yyjson_val *schema = NULL, *key = NULL;
        assert_int_equal(json_read(&bench->arena, slice_of((*tool)->schema), &schema, &error), 0);
        assert_slice(json_text(yyjson_obj_get(schema, "type")), "object");
        assert_true(yyjson_is_false(yyjson_obj_get(schema, "additionalProperties")));
        yyjson_val *properties = yyjson_obj_get(schema, "properties");
        yyjson_val *required = yyjson_obj_get(schema, "required");
        assert_true(yyjson_arr_size(required) > 0 && yyjson_obj_size(properties) >= yyjson_arr_size(required));
        yyjson_obj_iter iter = yyjson_obj_iter_with(properties);
        while ((key = yyjson_obj_iter_next(&iter)))
            assert_true(yyjson_is_str(yyjson_obj_get(yyjson_obj_iter_get_val(key), "type")));
        assert_true(strlen((*tool)->description) > 50);
    }
    assert_int_equal(count, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_paths),
        cmocka_unit_test(takes_no_time_with_bad_patterns),
        cmocka_unit_test_setup_teardown(greps, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(is_like_ripgrep, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(globs_newest_first, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(runs_no_ripgrep_of_the_working_directory, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(is_cancelled, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(passes_over_what_is_closed, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(have_schemas, bench_setup, bench_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
