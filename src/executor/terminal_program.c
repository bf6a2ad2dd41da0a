/* The command and the environment of a terminal: a shell, or tmux. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "base/executable.h"
#include "executor/terminal_internal.h"

/* --- environment --- */

enum { OWN_COUNT = 5 }; /* PATH, HOME, LANG, TERM, SHELL */

static struct slice own_or(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return slice_of(value && *value ? value : otherwise);
}

static struct slice chosen(const struct spawn_terminal_params *params, const char *name, struct slice otherwise)
{
    for (size_t i = 0; params->env_is == FIELD_SET && i < params->env.count; i++)
        if (slice_is(params->env.items[i].key, name))
            return params->env.items[i].value;
    return otherwise;
}

static int check_environment(const struct spawn_terminal_params *params, char problem[static TERMINAL_PROBLEM_SIZE])
{
    for (size_t i = 0; params->env_is == FIELD_SET && i < params->env.count; i++) {
        enum environment_verdict verdict = environment_judge(params->env.items[i].key);
        if (verdict == ENVIRONMENT_TAKEN)
            continue;
        (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "the variable %.*s %s",
                       (int)(params->env.items[i].key.size < 100 ? params->env.items[i].key.size : 100),
                       params->env.items[i].key.data, environment_problem(verdict));
        return -EPERM;
    }
    return 0;
}

static int make_environment(const struct spawn_terminal_params *params, const char *shell, struct arena *arena,
                            char *const **ret_environment)
{
    const struct {
        const char *name;
        struct slice value;
    } own[OWN_COUNT] = {{"PATH", own_or("PATH", EXECUTABLE_DEFAULT_PATH)},
                        {"HOME", own_or("HOME", "/")},
                        {"LANG", own_or("LANG", "C.UTF-8")},
                        {"TERM", SLICE("xterm-256color")},
                        {"SHELL", slice_of(shell)}};
    size_t more = params->env_is == FIELD_SET ? params->env.count : 0, count = 0;
    char **list = arena_zeroed(arena, (OWN_COUNT + more + 1) * sizeof *list);
    if (!list)
        return -ENOMEM;
    for (size_t i = 0; i < OWN_COUNT + more; i++) {
        bool is_own = i < OWN_COUNT;
        struct slice name = is_own ? slice_of(own[i].name) : params->env.items[i - OWN_COUNT].key;
        struct slice value = is_own ? own[i].value : params->env.items[i - OWN_COUNT].value;
        if (is_own && chosen(params, own[i].name, (struct slice){0}).data)
            continue;
        list[count] = executable_variable(arena, name, value);
        if (!list[count++])
            return -ENOMEM;
    }
    *ret_environment = list;
    return 0;
}

/* --- program --- */

static int find_program(const struct spawn_terminal_params *params, struct slice name,
                        char found[static EXECUTABLE_PATH_SIZE], char problem[static TERMINAL_PROBLEM_SIZE])
{
    bool is_path = memchr(name.data, '/', name.size);
    int r;
    if (!is_path) {
        r = executable_find(name, chosen(params, "PATH", own_or("PATH", EXECUTABLE_DEFAULT_PATH)), found);
    } else {
        bool is_whole = name.data[0] == '/';
        int n = snprintf(found, EXECUTABLE_PATH_SIZE, "%.*s%s%.*s", is_whole ? 0 : (int)params->cwd.size,
                         params->cwd.data, is_whole ? "" : "/", (int)name.size, name.data);
        r = n > 0 && n < EXECUTABLE_PATH_SIZE ? executable_look(found) : -ENAMETOOLONG;
    }
    if (r == 0)
        return 0;
    int shown = (int)(name.size < 120 ? name.size : 120);
    if (r == -EACCES)
        (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "%.*s is not executable", shown, name.data);
    else
        (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "cannot find the program %.*s%s", shown, name.data,
                       is_path ? "" : " in PATH");
    return r;
}

static int check_cwd(const struct spawn_terminal_params *params, char problem[static TERMINAL_PROBLEM_SIZE])
{
    int r = executable_look_at_directory(params->cwd);
    if (r < 0)
        (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "cannot use the working directory %.*s: %s",
                       (int)(params->cwd.size < 150 ? params->cwd.size : 150), params->cwd.data, strerror(-r));
    return r;
}

/* --- tmux --- */

/* tmux interprets ':' and '.' in a name as parts of a target, and replaces them. */
static bool is_tmux_name(struct slice name)
{
    for (size_t i = 0; i < name.size; i++)
        if (name.data[i] == ':' || name.data[i] == '.' || (unsigned char)name.data[i] < ' ')
            return false;
    return true;
}

static int check_tmux_names(const struct spawn_terminal_params *params, char problem[static TERMINAL_PROBLEM_SIZE],
                            const char **ret_path)
{
    if (params->tmux_session_name_is == FIELD_SET && !is_tmux_name(params->tmux_session_name))
        *ret_path = "params.tmux_session_name";
    else if (params->tmux_window_name_is == FIELD_SET && !is_tmux_name(params->tmux_window_name))
        *ret_path = "params.tmux_window_name";
    else
        return 0;
    (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "a tmux name must not contain ':', '.' or control characters");
    return -EINVAL;
}

/* Uses a tmux server in the executor's own directory: it and its children belong to the executor's processes like other
 * terminals, and the user's own tmux server does not list them. The first terminal starts the server; with -A, a later
 * terminal of the same name attaches to the same session. */
static int make_tmux_arguments(const struct executor *executor, const struct spawn_terminal_params *params,
                               struct arena *arena, char *const **ret_arguments)
{
    size_t more = params->env_is == FIELD_SET ? params->env.count : 0, count = 0;
    const char **list = arena_zeroed(arena, (16 + 2 * more) * sizeof *list);
    const char *own = executor->options.own, *slash = strrchr(own, '/');
    size_t folder = slash ? (size_t)(slash - own) + 1 : 0;
    char *server = arena_alloc(arena, folder + sizeof "tmux");
    if (!list || !server)
        return -ENOMEM;
    memcpy(server, own, folder);
    memcpy(server + folder, "tmux", sizeof "tmux");
    list[count++] = "tmux";
    list[count++] = "-S";
    list[count++] = server;
    list[count++] = "new-session";
    list[count++] = "-A";
    list[count++] = "-s";
    list[count++] = params->tmux_session_name_is == FIELD_SET ? params->tmux_session_name.data : "weir";
    if (params->tmux_window_name_is == FIELD_SET) {
        list[count++] = "-n";
        list[count++] = params->tmux_window_name.data;
    }
    for (size_t i = 0; i < more; i++) {
        list[count++] = "-e";
        list[count] = executable_variable(arena, params->env.items[i].key, params->env.items[i].value);
        if (!list[count++])
            return -ENOMEM;
    }
    *ret_arguments = (char *const *)list;
    return 0;
}

static int make_shell_arguments(const char *shell, const struct spawn_terminal_params *params, struct arena *arena,
                                char *const **ret_arguments)
{
    const char *slash = strrchr(shell, '/');
    const char **list = arena_zeroed(arena, 4 * sizeof *list);
    if (!list)
        return -ENOMEM;
    list[0] = slash ? slash + 1 : shell;
    if (params->command_is == FIELD_SET) {
        list[1] = "-c";
        list[2] = params->command.data;
    }
    *ret_arguments = (char *const *)list;
    return 0;
}

/* --- command --- */

int terminal_program(const struct executor *executor, const struct spawn_terminal_params *params, struct arena *arena,
                     struct terminal_command *ret_command, char problem[static TERMINAL_PROBLEM_SIZE],
                     const char **ret_path)
{
    char shell[EXECUTABLE_PATH_SIZE], tmux[EXECUTABLE_PATH_SIZE];
    struct terminal_command command = {.cols = (unsigned short)params->cols, .rows = (unsigned short)params->rows};
    int r = check_environment(params, problem);
    if (r == 0)
        r = check_tmux_names(params, problem, ret_path);
    if (r == 0)
        r = check_cwd(params, problem);
    if (r == 0)
        r = find_program(params, params->shell, shell, problem);
    if (r == 0 && params->use_tmux)
        r = find_program(params, SLICE("tmux"), tmux, problem);
    if (r < 0)
        return r;
    struct slice snapshot_shell = arena_copy(arena, slice_of(shell));
    struct slice snapshot_path = params->use_tmux ? arena_copy(arena, slice_of(tmux)) : snapshot_shell;
    if (!snapshot_shell.data || !snapshot_path.data)
        r = -ENOMEM;
    if (r == 0)
        r = params->use_tmux ? make_tmux_arguments(executor, params, arena, &command.arguments)
                             : make_shell_arguments(snapshot_shell.data, params, arena, &command.arguments);
    if (r == 0)
        r = make_environment(params, snapshot_shell.data, arena, &command.environment);
    if (r < 0) {
        (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "out of memory");
        return r;
    }
    command.path = snapshot_path.data;
    command.cwd = params->cwd.data;
    *ret_command = command;
    return 0;
}
