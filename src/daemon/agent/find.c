/* Finds the program of an agent, and the paths that a sandbox must expose for it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "daemon/agent/agent.h"
#include "daemon/sandbox/sandbox.h"

enum {
    HEAD_BYTES = 256, /* the length of a script's first line that the kernel reads */
    WORDS_MAX = 16,
};

#define SAY(program, ...) (void)snprintf((program)->problem, AGENT_PROBLEM_SIZE, __VA_ARGS__)

/* --- paths --- */

static int add_read(struct agent_program *program, struct slice path)
{
    struct sandbox_paths *paths = &program->paths;
    size_t size = (paths->read_count + 1) * sizeof *paths->read;
    struct slice *items = arena_alloc(&program->arena, size), copy = arena_copy(&program->arena, path);
    if (!items || !copy.data)
        return -ENOMEM;
    if (paths->read_count > 0)
        memcpy(items, paths->read, paths->read_count * sizeof *items);
    items[paths->read_count++] = copy;
    paths->read = items;
    return 0;
}

/* Exposes the program. For an npm package, exposes the whole node_modules directory: the package needs its
 * neighbours. */
static int show(struct agent_program *program, const char *real)
{
    static const char modules[] = "/node_modules/";
    const char *found = strstr(real, modules);
    size_t size = found ? (size_t)(found - real) + sizeof modules - 2 : strlen(real);
    return sandbox_is_system(real) ? 0 : add_read(program, (struct slice){real, size});
}

static bool can_run(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

/* Agents can write to their working directory. A program there must not replace that of another agent, whose
 * sandbox may expose more. */
static bool is_agents_own(const struct agent_program *program, const char *path, const char *real)
{
    return program->source == AGENT_RECORD_SOURCE_PATH && program->cwd.size > 0 &&
           (sandbox_is_below(path, program->cwd) || sandbox_is_below(real, program->cwd));
}

static void refuse_own(struct agent_program *program, const char *path)
{
    SAY(program,
        "%.80s is in a directory that agents can write to; name its path in the configuration (agents), or use another "
        "working directory",
        path);
    program->program = NULL;
}

/* --- interpreters of scripts --- */

/* Reads the start of a file that an agent may have created. The open must not block, as it could on a FIFO or
 * on a file with a lease. */
static ssize_t read_head(const char *path, char head[static HEAD_BYTES])
{
    struct stat about;
    autoclose int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return fd < 0 || fstat(fd, &about) < 0 || !S_ISREG(about.st_mode) ? -1 : read(fd, head, HEAD_BYTES - 1);
}

/* Splits the line after "#!" into words, which point into `head`. Returns 0 if the file is not a script. */
static size_t read_interpreter(const char *path, char head[static HEAD_BYTES], struct slice words[static WORDS_MAX])
{
    size_t count = 0;
    ssize_t n = read_head(path, head);
    if (n < 3 || head[0] != '#' || head[1] != '!')
        return 0;
    head[n] = '\0';
    head[strcspn(head, "\r\n")] = '\0';
    for (const char *at = head + 2; *at && count < WORDS_MAX;) {
        size_t size = strcspn(at, " \t");
        if (size > 0)
            words[count++] = (struct slice){at, size};
        at += size + strspn(at + size, " \t");
    }
    return count;
}

/* Skips /usr/bin/env: the next word is looked up in PATH. */
static size_t skip_env(const struct slice *words, size_t count)
{
    const char *slash = memrchr(words[0].data, '/', words[0].size);
    struct slice name =
        slash ? (struct slice){slash + 1, (size_t)(words[0].data + words[0].size - slash - 1)} : words[0];
    if (!slice_is(name, "env") || count < 2)
        return 0;
    return slice_is(words[1], "-S") && count > 2 ? 2 : 1;
}

/* Puts the interpreter's real path before the command. In the sandbox, PATH may lead to a link that is not
 * visible there. */
static int put_before(struct agent_program *program, const char *interpreter, const struct slice *words, size_t count)
{
    struct executor_launch_command *command = &program->launch.command;
    size_t total = 1 + count + command->count;
    struct slice *items = arena_zeroed(&program->arena, total * sizeof *items);
    bool failed = !items;
    for (size_t i = 0; !failed && i <= count; i++) {
        items[i] = arena_copy(&program->arena, i == 0 ? slice_of(interpreter) : words[i - 1]);
        failed = !items[i].data;
    }
    if (failed)
        return -ENOMEM;
    memcpy(items + 1 + count, command->items, command->count * sizeof *items);
    *command = (struct executor_launch_command){items, total};
    return 0;
}

static int locate_interpreter(struct agent_program *program)
{
    char head[HEAD_BYTES];
    struct slice words[WORDS_MAX];
    size_t count = read_interpreter(program->program, head, words), first = count > 0 ? skip_env(words, count) : 0;
    autofree char *path = NULL, *name = NULL, *real = NULL;
    if (count == 0)
        return 0;
    name = strndup(words[first].data, words[first].size);
    int r = name ? sandbox_find_program(name, &path) : -ENOMEM;
    real = r == 0 ? realpath(path, NULL) : NULL;
    if (r == -ENOMEM)
        return r;
    if (!real || !can_run(real)) {
        SAY(program, "%.100s needs %.80s, which is not installed", program->program, name);
        program->program = NULL;
        return 0;
    }
    if (is_agents_own(program, path, real)) {
        refuse_own(program, path);
        return 0;
    }
    r = show(program, real);
    return r < 0 || sandbox_is_system(real) ? r : put_before(program, real, words + first + 1, count - first - 1);
}

/* --- locating --- */

/* Expands a name, an absolute path, or a path below the home directory. */
static int expand(struct slice command, char **ret_name)
{
    autofree char *home = NULL;
    bool at_home = slice_starts_with(command, SLICE("~/"));
    int r = at_home ? paths_home(&home) : 0;
    if (r < 0)
        return r;
    if (at_home)
        command = (struct slice){command.data + 1, command.size - 1};
    return asprintf(ret_name, "%s%.*s", at_home ? home : "", SLICE_ARG(command)) < 0 ? -ENOMEM : 0;
}

int agent_locate(struct agent_program *program)
{
    autofree char *name = NULL, *path = NULL, *real = NULL;
    int r = expand(program->launch.command.items[0], &name);
    if (r < 0)
        return r;
    if (strchr(name, '/') && name[0] != '/') {
        SAY(program, "%.150s is a relative path; use a name in PATH, or an absolute path", name);
        return 0;
    }
    r = sandbox_find_program(name, &path);
    real = r == 0 ? realpath(path, NULL) : NULL;
    if (r == -ENOMEM)
        return r;
    if (!real || !can_run(real)) {
        if (strchr(name, '/'))
            SAY(program, "%.150s does not exist or is not executable", name);
        else
            SAY(program,
                "%.100s is not in the daemon's PATH; install it, name its path in the configuration (agents), or, if "
                "your shell finds it, start the daemon anew: weir daemon stop",
                name);
        return 0;
    }
    if (is_agents_own(program, path, real)) {
        refuse_own(program, path);
        return 0;
    }
    struct slice copy = arena_copy(&program->arena, slice_of(real));
    if (!copy.data)
        return -ENOMEM;
    program->program = copy.data;
    program->launch.command.items[0] = copy;
    r = show(program, real);
    return r < 0 ? r : locate_interpreter(program);
}
