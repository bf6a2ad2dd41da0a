/* What an agent that is a program is started with. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "executor/adapters/program_internal.h"

enum { PATH_SIZE = 4096 };

static const char default_path[] = "/usr/local/bin:/usr/bin:/bin";

/* --- the environment ---------------------------------------------------------------------------- */

/* Of the executor's own. What else it has is its own business: where it listens, and where its models are. */
static const char *const inherited[] = {"PATH", "HOME", "LANG", "TERM"};
enum { INHERITED_COUNT = sizeof inherited / sizeof *inherited };

static const struct executor_launch_env_pair *find(const struct executor_launch *launch, const char *name)
{
    for (size_t i = 0; launch->env_is == FIELD_SET && i < launch->env.count; i++)
        if (slice_is(launch->env.items[i].key, name))
            return &launch->env.items[i];
    return NULL;
}

static char *pair(struct arena *arena, struct slice name, struct slice value)
{
    char *text = arena_alloc(arena, name.size + value.size + 2);
    if (!text)
        return NULL;
    slice_copy(text, name);
    text[name.size] = '=';
    slice_copy(text + name.size + 1, value);
    text[name.size + 1 + value.size] = '\0';
    return text;
}

static char *const *make_environment(const struct executor_launch *launch, struct arena *arena)
{
    size_t more = launch->env_is == FIELD_SET ? launch->env.count : 0, count = 0;
    char **list = arena_zeroed(arena, (INHERITED_COUNT + more + 1) * sizeof *list);
    for (size_t i = 0; list && i < INHERITED_COUNT; i++) {
        const char *value = getenv(inherited[i]);
        if (!value || find(launch, inherited[i]))
            continue;
        list[count] = pair(arena, slice_of(inherited[i]), slice_of(value));
        if (!list[count++])
            return NULL;
    }
    for (size_t i = 0; list && i < more; i++) {
        list[count] = pair(arena, launch->env.items[i].key, launch->env.items[i].value);
        if (!list[count++])
            return NULL;
    }
    return list;
}

/* --- the program -------------------------------------------------------------------------------- */

static int look_at(const char *path)
{
    struct stat about;
    if (stat(path, &about) < 0)
        return -errno;
    return S_ISREG(about.st_mode) && access(path, X_OK) == 0 ? 0 : -EACCES;
}

static int find_in_path(struct slice name, struct slice path, char found[static PATH_SIZE])
{
    int r = -ENOENT;
    while (path.size > 0) {
        const char *colon = memchr(path.data, ':', path.size);
        size_t size = colon ? (size_t)(colon - path.data) : path.size;
        int n = snprintf(found, PATH_SIZE, "%.*s/%.*s", (int)size, path.data, (int)name.size, name.data);
        /* Parts that are not absolute would mean the working directory, where a stranger's files are. */
        if (size > 0 && path.data[0] == '/' && n > 0 && n < PATH_SIZE) {
            int looked = look_at(found);
            if (looked == 0)
                return 0;
            r = looked == -EACCES ? looked : r;
        }
        size += colon ? 1 : 0;
        path = (struct slice){path.data + size, path.size - size};
    }
    return r;
}

static int find_program(const struct executor_launch *launch, char found[static PATH_SIZE],
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
        int n = snprintf(found, PATH_SIZE, "%.*s", (int)name.size, name.data);
        r = n < PATH_SIZE ? look_at(found) : -ENAMETOOLONG;
    } else if (name.size > 0) {
        const struct executor_launch_env_pair *own = find(launch, "PATH");
        const char *path = getenv("PATH");
        r = find_in_path(name, own ? own->value : slice_of(path ? path : default_path), found);
    }
    if (r == 0)
        return 0;
    int shown = (int)(name.size < 120 ? name.size : 120);
    const char *text = name.data ? name.data : "";
    if (r == -EACCES)
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE,
                       "%.*s is not a program that can be run: make it executable, or name another command", shown,
                       text);
    else if (is_path)
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE,
                       "there is no program %.*s in the sandbox: install it, or name another command", shown, text);
    else
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE,
                       "there is no program %.*s in PATH: install it, or name it by its whole path", shown, text);
    return r;
}

int program_look(const struct executor_launch *launch, char problem[static PROGRAM_PROBLEM_SIZE])
{
    char found[PATH_SIZE];
    return find_program(launch, found, problem);
}

static int check_directory(struct slice cwd, char problem[static PROGRAM_PROBLEM_SIZE])
{
    struct stat about;
    char path[PATH_SIZE];
    int n = snprintf(path, sizeof path, "%.*s", (int)cwd.size, cwd.data);
    int r = n < 0 || n >= (int)sizeof path                       ? -ENAMETOOLONG
            : stat(path, &about) < 0 || (access(path, X_OK) < 0) ? -errno
            : S_ISDIR(about.st_mode)                             ? 0
                                                                 : -ENOTDIR;
    if (r < 0)
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE, "cannot work in %.*s: %s", (int)(cwd.size < 150 ? cwd.size : 150),
                       cwd.data, strerror(-r));
    return r;
}

int program_command(const struct executor_launch *launch, struct slice cwd, struct arena *arena,
                    struct warden_order *ret_order, char problem[static PROGRAM_PROBLEM_SIZE])
{
    char found[PATH_SIZE];
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
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE, "there is not enough memory for this");
        return -ENOMEM;
    }
    *ret_order = (struct warden_order){.arguments = arguments, .environment = environment, .cwd = directory.data};
    return 0;
}
