
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "daemon/process/process.h"

/* --- environment --- */

/* Variables that the program inherits, and their defaults. NULL: unset by default. */
static const struct {
    const char *name, *usual;
} variables[] = {
    {"PATH", "/usr/local/bin:/usr/bin:/bin"},
    {"HOME", "/"},
    {"LANG", "C.UTF-8"},
    {"TERM", "dumb"},
#ifdef WEIR_FAULTS
    {"WEIR_FAULT", NULL},
    {"WEIR_FAULT_RELEASE", NULL},
    {"WEIR_FAULT_BEGIN", NULL},
    {"ASAN_OPTIONS", NULL},
    {"UBSAN_OPTIONS", NULL},
    {"LSAN_OPTIONS", NULL},
    {"TSAN_OPTIONS", NULL},
#endif
};

/* Further entries: two sockets, the settings of git, and the final NULL. */
enum { VARIABLES = sizeof variables / sizeof *variables, ENVIRONMENT_MAX = VARIABLES + 4 };

static const char *value_of(const char *name, const char *usual)
{
    const char *value = getenv(name);
    if (value && (value[0] != '\0' || !usual))
        return value;
    if (strcmp(name, "HOME") != 0)
        return usual;
    const struct passwd *user = getpwuid(geteuid());
    return user && user->pw_dir ? user->pw_dir : usual;
}

struct environment {
    char *items[ENVIRONMENT_MAX];
    size_t count;
};

static void environment_clear(struct environment *environment)
{
    for (size_t i = 0; i < environment->count; i++)
        free(environment->items[i]);
}

static int add(struct environment *environment, const char *name, const char *value)
{
    char *text = NULL;
    if (environment->count + 1 == ENVIRONMENT_MAX)
        return -E2BIG;
    if (asprintf(&text, "%s=%s", name, value) < 0)
        return -ENOMEM;
    environment->items[environment->count++] = text;
    return 0;
}

/* The sandbox exposes files under their resolved paths only. So HOME must be resolved, and a ~/.gitconfig that
 * is a link to another directory is passed as GIT_CONFIG_GLOBAL. */
static int add_home(struct environment *environment, const char *value)
{
    autofree char *home = realpath(value, NULL), *named = NULL;
    int r = add(environment, "HOME", home ? home : value);
    if (r < 0 || !home || paths_join(home, ".gitconfig", &named) < 0)
        return r;
    autofree char *settings = realpath(named, NULL);
    return settings && strcmp(settings, named) != 0 ? add(environment, "GIT_CONFIG_GLOBAL", settings) : 0;
}

static int add_variables(struct environment *environment)
{
    int r = 0;
    for (size_t i = 0; r == 0 && i < VARIABLES; i++) {
        const char *value = value_of(variables[i].name, variables[i].usual);
        if (value && strcmp(variables[i].name, "HOME") == 0)
            r = add_home(environment, value);
        else if (value)
            r = add(environment, variables[i].name, value);
    }
    return r;
}

/* WEIR_MODEL_SOCKET is always set, since a warm executor does not know its session yet. Whether the socket
 * exists depends on the session. */
static int environment_fill(struct environment *environment, const struct process *process)
{
    autofree char *model_socket = NULL;
    int r = paths_join(process->own, PROCESS_MODEL_SOCKET, &model_socket);
    if (r == 0)
        r = add(environment, "EXECUTOR_SOCKET", process->socket_path);
    if (r == 0)
        r = add(environment, "WEIR_MODEL_SOCKET", model_socket);
    return r < 0 ? r : add_variables(environment);
}

/* --- arguments --- */

/* NULL without memory. The strings are not copied. */
static char **make_arguments(const struct process *process, const struct process_command *command, char *jail,
                             char *cwd)
{
    static char dir_option[] = "--dir", cwd_option[] = "--cwd", end_of_options[] = "--";
    char *own[] = {jail, dir_option, process->directory, cwd_option, cwd, end_of_options};
    enum { OWN = sizeof own / sizeof *own };
    size_t count = 0;
    while (command->arguments[count])
        count++;
    char **arguments = calloc(OWN + count + 1, sizeof *arguments);
    if (!arguments)
        return NULL;
    memcpy(arguments, own, sizeof own);
    memcpy(arguments + OWN, command->arguments, count * sizeof *arguments);
    return arguments;
}

/* --- spawn --- */

int process_spawn(const struct process *process, const struct process_command *command, pid_t *ret_pid,
                  char problem[static 256])
{
    autofree char *jail = NULL;
    int r = process_find_program("weir-jail", &jail);
    if (r < 0) {
        (void)snprintf(problem, 256, "cannot find weir-jail beside the daemon's own program: %s", strerror(-r));
        return r;
    }
    struct environment environment = {0};
    autofree char *cwd = strdup(command->cwd ? command->cwd : "/");
    autofree char **arguments = cwd ? make_arguments(process, command, jail, cwd) : NULL;
    r = arguments ? environment_fill(&environment, process) : -ENOMEM;
    if (r == 0)
        r = jailer_spawn(&process->table->jailer, arguments, environment.items, ret_pid);
    if (r < 0)
        (void)snprintf(problem, 256, "cannot start a process: %s", strerror(-r));
    environment_clear(&environment);
    return r;
}

void process_spawn_prepare(struct process_table *table)
{
    struct jailer *jailer = &table->jailer;
    struct environment environment = {0};
    autofree char *jail = NULL;
    if (jailer->pid > 0)
        jailer_fork_ahead(jailer);
    else if (!jailer->is_useless && process_find_program("weir-jail", &jail) == 0 && add_variables(&environment) == 0)
        jailer_prepare(jailer, jail, environment.items);
    environment_clear(&environment);
}
