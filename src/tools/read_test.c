#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base64.h"
#include "unit/bench.h"

static void numbers_the_lines(void **state)
{
    struct bench *bench = *state;
    bench_write(bench, "a.txt", SLICE("one\ntwo\n\nfour"));
    assert_slice(bench_run(bench, "Read", "{'file_path':'a.txt'}"),
                 "     1\tone\n     2\ttwo\n     3\t\n     4\tfour\n");
    assert_false(bench->is_error);
    assert_slice(bench_run(bench, "Read", "{'file_path':'./a.txt','offset':2,'limit':1}"),
                 "     2\ttwo\n[lines 2 to 2; the file has 13 bytes; to continue, read with offset 3]\n");
    assert_slice(bench_run(bench, "Read", "{'file_path':'a.txt','offset':4}"), "     4\tfour\n");
    assert_contains(bench_run(bench, "Read", "{'file_path':'a.txt','offset':5}"),
                    "has only 4 lines; line 5 was requested");
    assert_true(bench->is_error);
    bench_write(bench, "b.txt", SLICE("one\n"));
    assert_contains(bench_run(bench, "Read", "{'file_path':'b.txt','offset':2}"), "has only 1 line;");
    assert_contains(bench_run(bench, "Read", "{'file_path':'b.txt','offset':9}"), "has only 1 line;");
}

static void says_what_is_no_text(void **state)
{
    struct bench *bench = *state;
    bench_write(bench, "empty", SLICE(""));
    assert_slice(bench_run(bench, "Read", "{'file_path':'empty'}"), "[the file is empty]\n");
    assert_false(bench->is_error);
    bench_write(bench, "binary",
                SLICE("\x7f"
                      "ELF\0\1\2"));
    assert_contains(bench_run(bench, "Read", "{'file_path':'binary'}"), "is a binary file of 7 bytes");
    assert_true(bench->is_error);
    bench_write(bench, "latin", SLICE("caf\xe9 \xc3\xa9\n"));
    assert_slice(bench_run(bench, "Read", "{'file_path':'latin'}"), "     1\tcaf\xef\xbf\xbd \xc3\xa9\n");
}

static void gives_an_image(void **state)
{
    struct bench *bench = *state;
    char bytes[16];
    size_t size = 0;
    bench_write(bench, "i.png", SLICE("\x89PNG\r\n\x1a\n\0x"));
    assert_slice(bench_run(bench, "Read", "{'file_path':'i.png'}"), "an image, image/png, 10 bytes");
    assert_false(bench->is_error);
    assert_buf(&bench->mime, "image/png");
    assert_int_equal(base64_decode(buf_slice(&bench->image), bytes, &size), 0);
    assert_int_equal(size, 10);
    assert_memory_equal(bytes, "\x89PNG\r\n\x1a\n\0x", 10);
    assert_int_equal(truncate(bench_path(bench, "i.png"), 5 << 20), 0);
    assert_contains(bench_run(bench, "Read", "{'file_path':'i.png'}"), "too large to show");
    assert_true(bench->is_error);
}

/* A FIFO that nobody writes to would hold up whoever opens it. */
static void refuses_what_is_no_file(void **state)
{
    struct bench *bench = *state;
    assert_int_equal(mkfifo(bench_path(bench, "fifo"), 0600), 0);
    assert_contains(bench_run(bench, "Read", "{'file_path':'fifo'}"), "it is not a regular file");
    assert_contains(bench_run(bench, "Read", "{'file_path':'/dev/zero'}"), "it is not a regular file");
    assert_contains(bench_run(bench, "Read", "{'file_path':'.'}"), "is a directory; list it with Glob");
    assert_contains(bench_run(bench, "Read", "{'file_path':'nothing'}"), "no such file");
    assert_contains(bench_run(bench, "Read", "{'file_path':'~/x'}"), "cannot read /home/somebody/x: ");
    assert_contains(bench_run(bench, "Read", "{'file_path':'a\\u0000b'}"), "contains a NUL character");
    assert_int_equal(symlink("self", bench_path(bench, "self")), 0);
    assert_contains(bench_run(bench, "Read", "{'file_path':'self'}"), "loop of symbolic links");
}

static void cuts_long_lines(void **state)
{
    struct bench *bench = *state;
    char *line = malloc(5001);
    memset(line, 'x', 5000);
    line[1999] = '\xc3'; /* one that lies across the cut */
    line[2000] = '\xa9';
    line[4999] = '\n';
    bench_write(bench, "long", (struct slice){line, 5000});
    free(line);
    struct slice text = bench_run(bench, "Read", "{'file_path':'long'}");
    assert_contains(text, "x [… 3000 more bytes of this line]\n");
    assert_int_equal(strspn(text.data + 7, "x"), 1999);
}

/* Of many gigabytes only the first are read: else this would take minutes. */
static void takes_little_of_a_huge_file(void **state)
{
    struct bench *bench = *state;
    char *lines = malloc(1 << 20);
    for (size_t i = 0; i < 1 << 20; i++)
        lines[i] = i % 64 == 63 ? '\n' : 'y';
    bench_write(bench, "huge", (struct slice){lines, 1 << 20});
    free(lines);
    assert_int_equal(truncate(bench_path(bench, "huge"), (off_t)64 << 30), 0);
    struct slice text = bench_run(bench, "Read", "{'file_path':'huge'}");
    assert_false(bench->is_error);
    assert_true(text.size <= TOOL_OUTPUT_MAX);
    assert_contains(text, "the file has 64.0 GiB; to continue, read with offset ");
    assert_contains(bench_run(bench, "Read", "{'file_path':'huge','offset':16384,'limit':1}"), " 16384\tyyy");
}

static void checks_its_input(void **state)
{
    struct bench *bench = *state;
    assert_slice(bench_run(bench, "Read", "{}"), "the input lacks the field file_path");
    assert_slice(bench_run(bench, "Read", "{'file_path':7}"),
                 "the field file_path must be of type string, not a number");
    assert_slice(bench_run(bench, "Read", "{'file_path':''}"), "the field file_path must not be empty");
    assert_slice(bench_run(bench, "Read", "{'file_path':'a','limit':0}"), "the field limit must be at least 1");
    assert_slice(bench_run(bench, "Read", "{'file_path':'a','limit':1.5}"),
                 "the field limit must be of type integer, not a number");
    assert_slice(bench_run(bench, "Read", "{'file_path':'a','path':'b'}"),
                 "the input has an unknown field path; known fields: file_path, offset, limit");
    assert_slice(bench_run(bench, "Read", "[]"), "the input must be of type object, not an array");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(numbers_the_lines, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(says_what_is_no_text, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(gives_an_image, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(refuses_what_is_no_file, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(cuts_long_lines, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(takes_little_of_a_huge_file, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(checks_its_input, bench_setup, bench_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
