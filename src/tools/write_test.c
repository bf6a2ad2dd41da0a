#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/files.h"
#include "unit/bench.h"

static mode_t mode_of(struct bench *bench, const char *name)
{
    struct stat facts;
    assert_int_equal(lstat(bench_path(bench, name), &facts), 0);
    return facts.st_mode & 07777;
}

/* Nothing else is in the place: no temporary file. */
static void assert_alone(struct bench *bench, const char *listing)
{
    assert_slice(bench_run(bench, "Bash", "{'command':'ls -A'}"), listing);
}

static void makes_a_file(void **state)
{
    struct bench *bench = *state;
    struct slice text = bench_run(bench, "Write", "{'file_path':'a/b/c.txt','content':'one\\ntwo'}");
    assert_contains(text, "/a/b/c.txt: 2 lines, 7 bytes; new file");
    assert_false(bench->is_error);
    assert_slice(bench_read(bench, "a/b/c.txt"), "one\ntwo");
    assert_slice(bench_run(bench, "Bash", "{'command':'umask 0; ls -A a/b; stat -c %a a/b/c.txt'}"), "c.txt\n644\n");
}

static void replaces_and_keeps_the_mode(void **state)
{
    struct bench *bench = *state;
    bench_write(bench, "run.sh", SLICE("old\n"));
    assert_int_equal(chmod(bench_path(bench, "run.sh"), 0750), 0);
    assert_contains(bench_run(bench, "Write", "{'file_path':'run.sh','content':''}"),
                    "0 lines, 0 bytes; it had 4 bytes before");
    assert_slice(bench_read(bench, "run.sh"), "");
    assert_int_equal(mode_of(bench, "run.sh"), 0750);
    assert_alone(bench, "run.sh\n");
}

/* New content does not run as the owner of the old one. */
static void drops_set_id(void **state)
{
    struct bench *bench = *state;
    bench_write(bench, "tool", SLICE("old\n"));
    assert_int_equal(chmod(bench_path(bench, "tool"), 06755), 0);
    assert_contains(bench_run(bench, "Write", "{'file_path':'tool','content':'new'}"), "it had 4 bytes before");
    assert_int_equal(mode_of(bench, "tool"), 0755);
    assert_int_equal(chmod(bench_path(bench, "tool"), 06755), 0);
    (void)bench_run(bench, "Edit", "{'file_path':'tool','old_string':'new','new_string':'newer'}");
    assert_slice(bench_read(bench, "tool"), "newer");
    assert_int_equal(mode_of(bench, "tool"), 0755);
}

static void follows_links(void **state)
{
    struct bench *bench = *state;
    bench_write(bench, "far/real", SLICE("old"));
    assert_int_equal(symlink("far/real", bench_path(bench, "link")), 0);
    assert_int_equal(symlink("new/deep", bench_path(bench, "dangling")), 0);
    assert_int_equal(symlink("loop", bench_path(bench, "loop")), 0);
    bench_run(bench, "Write", "{'file_path':'link','content':'new'}");
    assert_slice(bench_read(bench, "far/real"), "new");
    bench_run(bench, "Write", "{'file_path':'dangling','content':'made'}");
    assert_slice(bench_read(bench, "new/deep"), "made");
    assert_alone(bench, "dangling\nfar\nlink\nloop\nnew\n");
    assert_contains(bench_run(bench, "Write", "{'file_path':'loop','content':''}"), "loop of symbolic links");
}

static void refuses(void **state)
{
    struct bench *bench = *state;
    assert_int_equal(mkfifo(bench_path(bench, "fifo"), 0600), 0);
    bench_write(bench, "file", SLICE("x"));
    assert_contains(bench_run(bench, "Write", "{'file_path':'.','content':''}"), ": it is a directory");
    assert_contains(bench_run(bench, "Write", "{'file_path':'fifo','content':''}"), "it is not a regular file");
    assert_contains(bench_run(bench, "Write", "{'file_path':'file/x','content':''}"),
                    "a component of the path is not a directory");
    assert_slice(bench_run(bench, "Write", "{'file_path':'x'}"), "the input lacks the field content");
}

/* As when the disk is full: the write fails in its middle. */
static void leaves_the_old_file_when_there_is_no_room(void **state)
{
    struct bench *bench = *state;
    struct rlimit old, small;
    bench_write(bench, "file", SLICE("old"));
    char *content = malloc(100001), *input = malloc(100100);
    memset(content, 'x', 100000);
    content[100000] = '\0';
    (void)snprintf(input, 100100, "{'file_path':'file','content':'%s'}", content);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = (struct rlimit){.rlim_cur = 50000, .rlim_max = old.rlim_max};
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bench_run(bench, "Write", input);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    free(content);
    free(input);
    assert_true(bench->is_error);
    assert_contains(buf_slice(&bench->text), "cannot write ");
    assert_slice(bench_read(bench, "file"), "old");
    assert_alone(bench, "file\n");
}

static void notices_that_it_has_changed(void **state)
{
    struct bench *bench = *state;
    struct replaced replaced;
    struct stat seen;
    const char *path = bench_path(bench, "file");
    bench_write(bench, "file", SLICE("old"));
    assert_int_equal(stat(path, &seen), 0);
    assert_int_equal(replace_file(path, SLICE("new"), &seen, &replaced), 0);
    assert_int_equal(replace_file(path, SLICE("late"), &seen, &replaced), -ESTALE);
    assert_slice(bench_read(bench, "file"), "new");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(replace_file(path, SLICE("late"), &seen, &replaced), -ESTALE);
    assert_alone(bench, "[no output]\n");
}

static void edits_what_is_there_once(void **state)
{
    struct bench *bench = *state;
    bench_write(bench, "a.c", SLICE("int a;\nint b;\nint c;\n"));
    assert_int_equal(chmod(bench_path(bench, "a.c"), 0600), 0);
    struct slice text =
        bench_run(bench, "Edit", "{'file_path':'a.c','old_string':'int b;','new_string':'long b;\\nlong d;'}");
    assert_contains(text, "replaced 1 occurrence in ");
    assert_contains(text, "a.c, line 2:\n     1\tint a;\n     2\tlong b;\n     3\tlong d;\n     4\tint c;\n");
    assert_slice(bench_read(bench, "a.c"), "int a;\nlong b;\nlong d;\nint c;\n");
    assert_int_equal(mode_of(bench, "a.c"), 0600);
}

static void says_why_it_does_not_edit(void **state)
{
    struct bench *bench = *state;
    bench_write(bench, "a.c", SLICE("x\n\ty\nx\nx x\n"));
    assert_contains(bench_run(bench, "Edit", "{'file_path':'a.c','old_string':'x','new_string':'z'}"),
                    "old_string was found 4 times in ");
    assert_true(bench->is_error);
    assert_contains(buf_slice(&bench->text), "at lines 1, 3, 4, 4. Include more");
    assert_contains(bench_run(bench, "Edit", "{'file_path':'a.c','old_string':'  y','new_string':'z'}"),
                    "Line 2 resembles its first line: white space");
    assert_contains(bench_run(bench, "Edit", "{'file_path':'a.c','old_string':'q','new_string':'z'}"),
                    "a.c. Read the file, and copy the text exactly");
    assert_contains(bench_run(bench, "Edit", "{'file_path':'a.c','old_string':'x','new_string':'x'}"),
                    "old_string and new_string are identical");
    assert_contains(bench_run(bench, "Edit", "{'file_path':'b.c','old_string':'x','new_string':'y'}"),
                    "no such file; create it with Write");
    assert_contains(bench_run(bench, "Edit", "{'file_path':'a.c','old_string':'','new_string':'y'}"),
                    "the field old_string must not be empty");
    assert_slice(bench_read(bench, "a.c"), "x\n\ty\nx\nx x\n");
    assert_contains(
        bench_run(bench, "Edit", "{'file_path':'a.c','old_string':'x','new_string':'xx','replace_all':true}"),
        "replaced 4 occurrences in ");
    assert_slice(bench_read(bench, "a.c"), "xx\n\ty\nxx\nxx xx\n");
}

static void keeps_line_ends(void **state)
{
    struct bench *bench = *state;
    bench_write(bench, "dos", SLICE("one\r\ntwo\r\nthree\r\n"));
    bench_run(bench, "Edit", "{'file_path':'dos','old_string':'one\\ntwo','new_string':'1\\n2\\n2b'}");
    assert_false(bench->is_error);
    assert_slice(bench_read(bench, "dos"), "1\r\n2\r\n2b\r\nthree\r\n");
    bench_write(bench, "mixed", SLICE("one\r\ntwo\nthree\r\n"));
    bench_run(bench, "Edit", "{'file_path':'mixed','old_string':'two\\n','new_string':'2\\n'}");
    assert_slice(bench_read(bench, "mixed"), "one\r\n2\nthree\r\n");
    bench_run(bench, "Edit", "{'file_path':'mixed','old_string':'one\\n2','new_string':'x'}");
    assert_true(bench->is_error);
}

static void tells_what_it_touches(void **state)
{
    struct bench *bench = *state;
    struct slice path;
    char expected[128];
    yyjson_doc *doc = yyjson_read("{\"file_path\":\"./x//y\"}", 22, 0);
    (void)snprintf(expected, sizeof expected, "%s/x/y", bench->place);
    for (const struct tool *const *tool = tools_own; *tool; tool++) {
        bool writes = strcmp((*tool)->name, "Write") == 0 || strcmp((*tool)->name, "Edit") == 0;
        enum tool_touches touches = (*tool)->touches(&bench->box, yyjson_doc_get_root(doc), &bench->arena, &path);
        assert_int_equal(touches, writes                               ? TOOL_TOUCHES_PATH
                                  : strcmp((*tool)->name, "Bash") == 0 ? TOOL_TOUCHES_ANY
                                                                       : TOOL_TOUCHES_NOTHING);
        assert_slice(path, writes ? expected : "");
    }
    yyjson_doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(makes_a_file, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(replaces_and_keeps_the_mode, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(drops_set_id, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(follows_links, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(refuses, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(leaves_the_old_file_when_there_is_no_room, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(notices_that_it_has_changed, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(edits_what_is_there_once, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(says_why_it_does_not_edit, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(keeps_line_ends, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(tells_what_it_touches, bench_setup, bench_teardown),
    };
    (void)umask(022); /* a new file has the mode that this leaves it */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
