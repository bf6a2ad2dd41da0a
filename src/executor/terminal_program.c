/* The command and the environment of a terminal: a shell, or tmux. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
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

/* --- start --- */

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

/* The step that failed in the child, sent to the parent through a pipe; end of file means success. */
struct failure {
    enum { STEP_TERMINAL, STEP_CWD, STEP_PROGRAM } step;
    int error;
};

/* --- in the child: only async-signal-safe calls --- */

static _Noreturn void give_up(int pipe, int step, int error)
{
    struct failure failure = {step, error};
    (void)!write(pipe, &failure, sizeof failure);
    _exit(127);
}

static void reset_signals(void)
{
    const struct sigaction plain = {.sa_handler = SIG_DFL};
    sigset_t none;
    for (int number = 1; number < NSIG; number++)
        (void)sigaction(number, &plain, NULL);
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void become(const struct terminal_command *command, int slave, int pipe)
{
    if (setsid() < 0 || ioctl(slave, TIOCSCTTY, 0) < 0)
        give_up(pipe, STEP_TERMINAL, errno);
    for (int fd = 0; fd <= 2; fd++)
        if (dup2(slave, fd) < 0)
            give_up(pipe, STEP_TERMINAL, errno);
    /* Our own descriptors are close-on-exec; this is for descriptors that a library may have opened. */
    (void)syscall(SYS_close_range, 3, ~0U, CLOSE_RANGE_CLOEXEC);
    reset_signals();
    if (chdir(command->cwd) < 0)
        give_up(pipe, STEP_CWD, errno);
    (void)execve(command->path, command->arguments, command->environment);
    give_up(pipe, STEP_PROGRAM, errno);
}

/* --- in the parent --- */

static int open_pair(const struct terminal_command *command, int *ret_master, int *ret_slave)
{
    const struct winsize size = {.ws_col = command->cols, .ws_row = command->rows};
    autoclose int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (master < 0 || grantpt(master) < 0 || unlockpt(master) < 0 || ioctl(master, TIOCSWINSZ, &size) < 0)
        return -errno;
    /* Opens the slave through the master: /dev/pts may belong to another devpts instance here. */
    int slave = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (slave < 0)
        return -errno;
    *ret_master = take_fd(&master);
    *ret_slave = slave;
    return 0;
}

/* Blocks all signals, because handlers of this program must not run in the child. */
static pid_t fork_quietly(void)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, &before);
    pid_t pid = fork();
    int saved = errno;
    if (pid != 0)
        (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = saved;
    return pid;
}

static int wait_for_start(int pipe, const struct terminal_command *command, char problem[static TERMINAL_PROBLEM_SIZE])
{
    struct failure failure;
    ssize_t n;
    do
        n = read(pipe, &failure, sizeof failure);
    while (n < 0 && errno == EINTR);
    if (n != (ssize_t)sizeof failure)
        return 0;
    const char *why = strerror(failure.error);
    if (failure.step == STEP_CWD)
        (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "cannot use the working directory %.150s: %s", command->cwd,
                       why);
    else if (failure.step == STEP_PROGRAM)
        (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "cannot run %.150s: %s", command->path, why);
    else
        (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "cannot set the controlling terminal: %s", why);
    return -failure.error;
}

/* The child was not reaped, so its PID cannot have been reused. */
static int watch(pid_t pid, int *ret_pidfd, char problem[static TERMINAL_PROBLEM_SIZE])
{
    int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (pidfd >= 0) {
        *ret_pidfd = pidfd;
        return 0;
    }
    int r = -errno;
    (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "cannot watch the shell: %s", strerror(-r));
    (void)kill(pid, SIGKILL);
    return r;
}

int terminal_pty_start(const struct terminal_command *command, struct terminal_pty *ret_pty,
                       char problem[static TERMINAL_PROBLEM_SIZE])
{
    autoclose int master = -1, slave = -1, told = -1, tells = -1;
    int ends[2] = {-1, -1}, pidfd = -1;
    int r = open_pair(command, &master, &slave);
    if (r == 0 && pipe2(ends, O_CLOEXEC) < 0)
        r = -errno;
    if (r < 0) {
        (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "cannot open a terminal: %s", strerror(-r));
        return r;
    }
    told = ends[0];
    tells = ends[1];
    pid_t pid = fork_quietly();
    if (pid < 0) {
        r = -errno;
        (void)snprintf(problem, TERMINAL_PROBLEM_SIZE, "cannot start a process: %s", strerror(-r));
        return r;
    }
    if (pid == 0)
        become(command, slave, tells);
    close(take_fd(&tells));
    r = wait_for_start(told, command, problem);
    if (r == 0)
        r = watch(pid, &pidfd, problem);
    if (r < 0) {
        (void)waitpid(pid, NULL, 0);
        return r;
    }
    *ret_pty = (struct terminal_pty){.master = take_fd(&master), .pidfd = pidfd, .pid = pid};
    return 0;
}
