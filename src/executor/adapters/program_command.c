/* The command line and environment of an agent that is a program. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/executable.h"
#include "executor/adapters/program_internal.h"

/* --- environment --- */

/* Inherited from the executor. Its other variables are private: the paths of its socket and its models. */
static const char *const inherited[] = {"PATH", "HOME", "LANG", "TERM"};
enum { INHERITED_COUNT = sizeof inherited / sizeof *inherited };

static const struct executor_launch_env_pair *find(const struct executor_launch *launch, const char *name)
{
    for (size_t i = 0; launch->env_is == FIELD_SET && i < launch->env.count; i++)
        if (slice_is(launch->env.items[i].key, name))
            return &launch->env.items[i];
    return NULL;
}

static char *const *make_environment(const struct executor_launch *launch, struct arena *arena)
{
    size_t more = launch->env_is == FIELD_SET ? launch->env.count : 0, count = 0;
    char **list = arena_zeroed(arena, (INHERITED_COUNT + more + 1) * sizeof *list);
    for (size_t i = 0; list && i < INHERITED_COUNT; i++) {
        const char *value = getenv(inherited[i]);
        if (!value || find(launch, inherited[i]))
            continue;
        list[count] = executable_variable(arena, slice_of(inherited[i]), slice_of(value));
        if (!list[count++])
            return NULL;
    }
    for (size_t i = 0; list && i < more; i++) {
        list[count] = executable_variable(arena, launch->env.items[i].key, launch->env.items[i].value);
        if (!list[count++])
            return NULL;
    }
    return list;
}

/* --- program --- */

static int find_program(const struct executor_launch *launch, char found[static EXECUTABLE_PATH_SIZE],
                        char problem[static PROGRAM_PROBLEM_SIZE])
{
    struct slice name = launch->command.count > 0 ? launch->command.items[0] : (struct slice){0};
    bool is_path = name.size > 0 && memchr(name.data, '/', name.size);
    int r = -ENOENT;
    if (is_path && name.data[0] != '/') {
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE, "%.120s must be an absolute path, or a name in PATH", name.data);
        return -EINVAL;
    }
    if (is_path) {
        int n = snprintf(found, EXECUTABLE_PATH_SIZE, "%.*s", (int)name.size, name.data);
        r = n < EXECUTABLE_PATH_SIZE ? executable_look(found) : -ENAMETOOLONG;
    } else if (name.size > 0) {
        const struct executor_launch_env_pair *own = find(launch, "PATH");
        const char *path = getenv("PATH");
        r = executable_find(name, own ? own->value : slice_of(path ? path : EXECUTABLE_DEFAULT_PATH), found);
    }
    if (r == 0)
        return 0;
    int shown = (int)(name.size < 120 ? name.size : 120);
    const char *text = name.data ? name.data : "";
    if (r == -EACCES)
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE,
                       "%.*s is not executable; make it executable, or name another command", shown, text);
    else if (is_path)
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE,
                       "cannot find the program %.*s in the sandbox; install it, or name another command", shown, text);
    else
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE,
                       "cannot find the program %.*s in PATH; install it, or use its absolute path", shown, text);
    return r;
}

int program_check(const struct executor_launch *launch, char problem[static PROGRAM_PROBLEM_SIZE])
{
    char found[EXECUTABLE_PATH_SIZE];
    return find_program(launch, found, problem);
}

static int check_directory(struct slice cwd, char problem[static PROGRAM_PROBLEM_SIZE])
{
    int r = executable_look_at_directory(cwd);
    if (r < 0)
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE, "cannot use the working directory %.*s: %s",
                       (int)(cwd.size < 150 ? cwd.size : 150), cwd.data, strerror(-r));
    return r;
}

int program_command(const struct executor_launch *launch, struct slice cwd, struct arena *arena,
                    struct warden_order *ret_order, char problem[static PROGRAM_PROBLEM_SIZE])
{
    char found[EXECUTABLE_PATH_SIZE];
    int r = find_program(launch, found, problem);
    if (r == 0)
        r = check_directory(cwd, problem);
    if (r < 0)
        return r;
    struct slice path = arena_copy(arena, slice_of(found)), directory = arena_copy(arena, cwd);
    char **arguments = arena_zeroed(arena, (launch->command.count + 1) * sizeof *arguments);
    char *const *environment = make_environment(launch, arena);
    bool whole = path.data && directory.data && arguments && environment;
    for (size_t i = 0; whole && i < launch->command.count; i++) {
        arguments[i] = (char *)(i == 0 ? path.data : arena_copy(arena, launch->command.items[i]).data);
        whole = arguments[i] != NULL;
    }
    if (!whole) {
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE, "out of memory");
        return -ENOMEM;
    }
    *ret_order = (struct warden_order){.arguments = arguments, .environment = environment, .cwd = directory.data};
    return 0;
}
