#include "daemon/executor/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/places.h"
#include "daemon/executor/place.h"

/* --- its environment ----------------------------------------------------------------- */

/* What it gets, and what it gets where the daemon has none. NULL: nothing then. */
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

/* Beside those: two sockets, the settings of git, and the NULL at the end. */
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

/* In a sandbox only what a path resolves to is seen, under that name: of the home, and of a ~/.gitconfig that is a link
 * to where somebody keeps such files. */
static int add_home(struct environment *environment, const char *value)
{
    autofree char *home = realpath(value, NULL), *named = NULL;
    int r = add(environment, "HOME", home ? home : value);
    if (r < 0 || !home || places_join(home, ".gitconfig", &named) < 0)
        return r;
    autofree char *settings = realpath(named, NULL);
    return settings && strcmp(settings, named) != 0 ? add(environment, "GIT_CONFIG_GLOBAL", settings) : 0;
}

/* Whether there is a socket of the broker's depends on the session, which one that is kept warm does not know yet;
 * where it would be is known. */
static int environment_fill(struct environment *environment, const struct executor_process *process)
{
    autofree char *model_socket = NULL;
    int r = places_join(process->own, EXECUTOR_MODEL_SOCKET, &model_socket);
    if (r == 0)
        r = add(environment, "EXECUTOR_SOCKET", process->socket_path);
    if (r == 0)
        r = add(environment, "WEIR_MODEL_SOCKET", model_socket);
    for (size_t i = 0; r == 0 && i < VARIABLES; i++) {
        const char *value = value_of(variables[i].name, variables[i].usual);
        if (value && strcmp(variables[i].name, "HOME") == 0)
            r = add_home(environment, value);
        else if (value)
            r = add(environment, variables[i].name, value);
    }
    return r;
}

/* --- its arguments ----------------------------------------------------------------------- */

/* NULL without memory; the strings are not its own. */
static char **make_arguments(const struct executor_process *process, const struct executor_command *command, char *jail,
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

/* --------------------------------------------------------------------------------------------- */

/* The jail's three signals wait until it is ready for them: they may be sent the moment that it is there. */
static int set_signals(posix_spawnattr_t *attributes)
{
    sigset_t usual, held;
    (void)sigfillset(&usual);
    (void)sigemptyset(&held);
    (void)sigaddset(&held, SIGTERM);
    (void)sigaddset(&held, SIGINT);
    (void)sigaddset(&held, SIGHUP);
    int r = posix_spawnattr_setsigdefault(attributes, &usual);
    if (r == 0)
        r = posix_spawnattr_setsigmask(attributes, &held);
    if (r == 0)
        r = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
    return -r;
}

static int set_descriptors(posix_spawn_file_actions_t *actions)
{
    int r = 0;
    for (int fd = 0; r == 0 && fd <= 2; fd++)
        r = posix_spawn_file_actions_addopen(actions, fd, "/dev/null", fd == 0 ? O_RDONLY : O_WRONLY, 0);
    if (r == 0)
        r = posix_spawn_file_actions_addclosefrom_np(actions, 3);
    return -r;
}

static int spawn(const char *path, char *const *arguments, char *const *environment, pid_t *ret_pid)
{
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    if (posix_spawnattr_init(&attributes) != 0)
        return -ENOMEM;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        (void)posix_spawnattr_destroy(&attributes);
        return -ENOMEM;
    }
    int r = set_signals(&attributes);
    if (r == 0)
        r = set_descriptors(&actions);
    if (r == 0)
        r = fault_point("executor.spawn") < 0 ? -EAGAIN : 0;
    if (r == 0)
        r = -posix_spawn(ret_pid, path, &actions, &attributes, arguments, environment);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)posix_spawnattr_destroy(&attributes);
    return r;
}

int executor_spawn(const struct executor_process *process, const struct executor_command *command, pid_t *ret_pid,
                   char problem[static 256])
{
    autofree char *jail = NULL;
    int r = executor_place_program("weir-jail", &jail);
    if (r < 0) {
        (void)snprintf(problem, 256, "cannot find weir-jail beside the daemon's own program: %s", strerror(-r));
        return r;
    }
    struct environment environment = {0};
    autofree char *cwd = strdup(command->cwd ? command->cwd : "/");
    autofree char **arguments = cwd ? make_arguments(process, command, jail, cwd) : NULL;
    r = arguments ? environment_fill(&environment, process) : -ENOMEM;
    if (r == 0)
        r = spawn(jail, arguments, environment.items, ret_pid);
    if (r < 0)
        (void)snprintf(problem, 256, "cannot start a process: %s", strerror(-r));
    environment_clear(&environment);
    return r;
}
