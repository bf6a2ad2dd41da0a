/* Tests finding agent programs in the layouts in which users install them. */
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "daemon/agent/agent.h"
#include "unit/check.h"

static char root[] = "/tmp/weir-find-test-XXXXXX";

static const char *at(const char *name)
{
    static char paths[8][512];
    static unsigned turn;
    char *path = paths[turn++ % 8];
    (void)snprintf(path, sizeof paths[0], "%s%s", root, name);
    return path;
}

static void make_program(const char *name, const char *text, size_t size)
{
    autoclose int fd = open(at(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
    assert_true(fd >= 0 && write(fd, text, size) == (ssize_t)size);
}

static int set_up(void **state)
{
    static const char *const directories[] = {"/bin", "/lib", "/lib/node_modules", "/lib/node_modules/@a",
                                              "/lib/node_modules/@a/agent"};
    char path[1024];
    (void)state;
    assert_non_null(mkdtemp(root));
    for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
        assert_int_equal(mkdir(at(directories[i]), 0700), 0);
    (void)snprintf(path, sizeof path, "relative:%s:/usr/bin:/bin", at("/bin"));
    (void)setenv("PATH", path, 1);
    (void)setenv("HOME", root, 1);
    make_program("/lib/node", "\177ELF", 4);
    assert_int_equal(symlink("../lib/node", at("/bin/node")), 0);
    return 0;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info;
    (void)kind;
    (void)walk;
    return remove(path);
}

static int tear_down(void **state)
{
    (void)state;
    return nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Locates a program whose command is this name and "--go". */
static struct agent_program *locate_for(const char *name, enum agent_record_source source, const char *cwd)
{
    struct agent_program *program = calloc(1, sizeof *program);
    assert_non_null(program);
    program->arena = (struct arena)ARENA_LIMITED(1 << 20);
    program->source = source;
    program->cwd = arena_copy(&program->arena, slice_of(cwd));
    struct slice *command = arena_zeroed(&program->arena, 2 * sizeof *command);
    assert_non_null(command);
    command[0] = slice_of(name);
    command[1] = SLICE("--go");
    program->launch.command = (struct executor_launch_command){command, 2};
    assert_int_equal(agent_locate(program), 0);
    return program;
}

static struct agent_program *locate(const char *name)
{
    return locate_for(name, AGENT_RECORD_SOURCE_PATH, at("/elsewhere"));
}

struct agent_program *agent_program_free(struct agent_program *program)
{
    arena_clear(&program->arena);
    free(program);
    return NULL;
}

static bool reads(const struct agent_program *program, const char *path)
{
    for (size_t i = 0; i < program->paths.read_count; i++)
        if (slice_is(program->paths.read[i], path))
            return true;
    return false;
}

static void expect_command(const struct agent_program *program, const char *const *words)
{
    const struct executor_launch_command *command = &program->launch.command;
    size_t count = 0;
    for (; words[count]; count++)
        assert_true(count < command->count && slice_is(command->items[count], words[count]));
    assert_int_equal(count, command->count);
}

static void test_a_binary(void **state)
{
    (void)state;
    make_program("/bin/native", "\177ELF", 4);
    struct agent_program *program = locate("native");
    expect_command(program, (const char *[]){at("/bin/native"), "--go", NULL});
    assert_true(program->paths.read_count == 1 && reads(program, at("/bin/native")));
    agent_program_free(program);
    program = locate("~/bin/native");
    assert_string_equal(program->program, at("/bin/native"));
    agent_program_free(program);
    program = locate("sh"); /* a system path, which every sandbox exposes */
    assert_int_equal(program->paths.read_count, 0);
    agent_program_free(program);
}

static void test_a_package_of_npm(void **state)
{
    static const char script[] = "#!/usr/bin/env -S node --no-warnings\r\nx\n";
    (void)state;
    make_program("/lib/node_modules/@a/agent/cli.js", script, sizeof script - 1);
    assert_int_equal(symlink("../lib/node_modules/@a/agent/cli.js", at("/bin/agent")), 0);
    struct agent_program *program = locate("agent");
    expect_command(program, (const char *[]){at("/lib/node"), "--no-warnings", at("/lib/node_modules/@a/agent/cli.js"),
                                             "--go", NULL});
    assert_string_equal(program->program, at("/lib/node_modules/@a/agent/cli.js"));
    assert_true(program->paths.read_count == 2);
    assert_true(reads(program, at("/lib/node_modules")) && reads(program, at("/lib/node")));
    agent_program_free(program);
}

static void test_a_script_of_the_system(void **state)
{
    (void)state;
    make_program("/bin/script", "#! /bin/sh -e\n", 14);
    struct agent_program *program = locate("script");
    expect_command(program, (const char *[]){at("/bin/script"), "--go", NULL});
    assert_true(program->paths.read_count == 1);
    agent_program_free(program);
}

static void test_missing_programs(void **state)
{
    static const char *const names[] = {"nowhere", "/nowhere/at/all", "bin/native", "~/nowhere"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct agent_program *program = locate(names[i]);
        assert_null(program->program);
        assert_true(program->problem[0]);
        agent_program_free(program);
    }
    make_program("/bin/lost", "#!/usr/bin/env nobody-has-this\n", 31);
    struct agent_program *program = locate("lost");
    assert_null(program->program);
    assert_non_null(strstr(program->problem, "nobody-has-this"));
    agent_program_free(program);
}

/* An agent that can write to a directory in PATH can create any file type there. The search must neither block
 * on such files nor use them. */
static void test_other_file_types(void **state)
{
    (void)state;
    assert_int_equal(mkfifo(at("/bin/fifo"), 0700), 0);
    assert_int_equal(mkdir(at("/bin/folder"), 0700), 0);
    assert_int_equal(symlink("/dev/null", at("/bin/device")), 0);
    static const char *const names[] = {"fifo", "folder", "device", "~/bin/fifo", "~/bin/folder"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct agent_program *program = locate(names[i]);
        assert_null(program->program);
        assert_true(program->problem[0]);
        agent_program_free(program);
    }
    assert_int_equal(unlink(at("/bin/fifo")), 0);
    make_program("/bin/script", "#!/usr/bin/env fifo\n", 20);
    assert_int_equal(mkfifo(at("/bin/fifo"), 0700), 0);
    struct agent_program *program = locate("script");
    assert_null(program->program);
    agent_program_free(program);
}

/* An agent whose working directory is in PATH could create the program of the next agent, whose sandbox exposes
 * a login. */
static void test_not_from_the_working_directory(void **state)
{
    const struct {
        const char *name, *cwd;
        enum agent_record_source source;
        bool found;
    } cases[] = {{"mine", "/bin", AGENT_RECORD_SOURCE_PATH, false},   {"mine", "", AGENT_RECORD_SOURCE_PATH, false},
                 {"mine", "/lib", AGENT_RECORD_SOURCE_PATH, true},    {"mine", "", AGENT_RECORD_SOURCE_CONFIG, true},
                 {"led", "/lib", AGENT_RECORD_SOURCE_PATH, false},    /* the target of the link in PATH */
                 {"byNode", "/lib", AGENT_RECORD_SOURCE_PATH, false}, /* the interpreter */
                 {"byNode", "/else", AGENT_RECORD_SOURCE_PATH, true}, {"sh", "", AGENT_RECORD_SOURCE_PATH, true}};
    (void)state;
    make_program("/bin/mine", "\177ELF", 4);
    make_program("/lib/real", "\177ELF", 4);
    make_program("/bin/byNode", "#!/usr/bin/env node\n", 20);
    assert_int_equal(symlink("../lib/real", at("/bin/led")), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct agent_program *program = locate_for(cases[i].name, cases[i].source, at(cases[i].cwd));
        assert_int_equal(program->program != NULL, cases[i].found);
        assert_true(cases[i].found || strstr(program->problem, "that agents can write to"));
        agent_program_free(program);
    }
}

/* Files with arbitrary first bytes. */
static void test_strange_heads(void **state)
{
    static char longest[4096];
    static const struct {
        const char *text;
        size_t size;
    } heads[] = {{"", 0},
                 {"#", 1},
                 {"#!", 2},
                 {"#!\n", 3},
                 {"#! \t \n", 6},
                 {"#!env", 5},
                 {"#!/usr/bin/env -S\n", 18},
                 {"#!\0/x", 5},
                 {longest, sizeof longest}};
    (void)state;
    memset(longest, 'x', sizeof longest);
    longest[0] = '#';
    longest[1] = '!';
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        make_program("/bin/strange", heads[i].text, heads[i].size);
        struct agent_program *program = locate("strange");
        assert_true(!program->program == (program->problem[0] != '\0'));
        agent_program_free(program);
    }
    (void)memset(longest, ' ', sizeof longest);
    for (size_t i = 2; i < sizeof longest; i += 2)
        longest[i] = 'w';
    longest[0] = '#';
    longest[1] = '!';
    make_program("/bin/strange", longest, sizeof longest);
    agent_program_free(locate("strange"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_binary),
        cmocka_unit_test(test_a_package_of_npm),
        cmocka_unit_test(test_a_script_of_the_system),
        cmocka_unit_test(test_missing_programs),
        cmocka_unit_test(test_other_file_types),
        cmocka_unit_test(test_not_from_the_working_directory),
        cmocka_unit_test(test_strange_heads),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
