/* From the options to a daemon that serves, and back. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/places.h"
#include "daemon/client.h"
#include "daemon/daemon.h"
#include "daemon/detach.h"
#include "daemon/lock.h"
#include "daemon/session/scratch.h"
#include "daemon/systemd.h"

/* --- before ------------------------------------------------------------------- */

/* Large blocks come from mmap and go back to the system when they are freed; the threads share one heap. */
static void tune_process(void)
{
    (void)mallopt(M_MMAP_THRESHOLD, 128 << 10);
    (void)mallopt(M_TRIM_THRESHOLD, 256 << 10);
    (void)mallopt(M_ARENA_MAX, 1);
    (void)setenv("UV_THREADPOOL_SIZE", "1", 0);
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
    (void)signal(SIGPIPE, SIG_IGN);
}

/* What the kernel takes for sched_setattr(2), which libc does not know. */
struct turn {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
};

enum { RESET_ON_FORK = 1 };

/* The loop thread takes short turns: it then comes before the store's threads as soon as somebody asks for something,
 * instead of after what they do at a stretch. Threads and processes that it makes take theirs as all do. A kernel that
 * does not know of that (before 6.12) does as it did. */
static void take_short_turns(void)
{
    struct turn turn = {.size = sizeof turn};
    if (syscall(SYS_sched_getattr, 0, &turn, sizeof turn, 0) < 0)
        return;
    turn.size = sizeof turn;
    turn.flags |= RESET_ON_FORK;
    turn.runtime = UINT64_C(100000); /* nanoseconds, the least there is */
    (void)syscall(SYS_sched_setattr, 0, &turn, 0);
}

static const int handled_signals[] = {SIGTERM, SIGINT, SIGHUP};

enum { HANDLED_SIGNALS = sizeof handled_signals / sizeof *handled_signals };

void daemon_hold_signals(bool held)
{
    sigset_t set;
    (void)sigemptyset(&set);
    for (size_t i = 0; i < HANDLED_SIGNALS; i++)
        (void)sigaddset(&set, handled_signals[i]);
    (void)pthread_sigmask(held ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

/* Where this program is. A newer one may be there when it is needed. */
static void find_program(struct daemon *daemon, const char *name)
{
    static const char deleted[] = " (deleted)";
    char path[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    if (size <= 0)
        return;
    path[size] = '\0';
    if ((size_t)size > strlen(deleted) && strcmp(path + size - strlen(deleted), deleted) == 0)
        path[(size_t)size - strlen(deleted)] = '\0';
    daemon->handover.program = strdup(path);
    daemon->handover.name = strdup(name ? name : "weird");
}

/* "config.json" where "config.jsonc" is read: whoever wrote it believes that it holds. */
static void warn_of_other_config(const struct options *options, bool from_file)
{
    size_t size = options->config_path ? strlen(options->config_path) : 0;
    char other[PATH_MAX];
    if (from_file || size == 0 || size >= sizeof other || options->config_path[size - 1] != 'c')
        return;
    (void)snprintf(other, sizeof other, "%.*s", (int)size - 1, options->config_path);
    if (access(other, F_OK) == 0)
        log_warn("config: %s is not read: the configuration is config.jsonc beside it, so rename it", other);
}

int daemon_configure(struct daemon *daemon, int argc, char **argv)
{
    int r = options_parse(&daemon->options, argc, argv);
    find_program(daemon, argv[0]);
    if (r == 0)
        r = options_complete(&daemon->options);
    if (r != 0)
        return r > 0 ? 1 : -DAEMON_EXIT_USAGE;
    r = config_read(daemon->options.config_path, daemon->options.config_is_explicit, &daemon->config,
                    daemon->config_problem, sizeof daemon->config_problem);
    if (r < 0) {
        (void)fprintf(stderr, "weird: %s\n", daemon->config_problem);
        return -DAEMON_EXIT_USAGE;
    }
    return 0;
}

static int refuse_state(const char *directory, const char *why)
{
    (void)fprintf(stderr,
                  "weird: cannot use the state directory %s: %s; set XDG_STATE_HOME to a directory that you may write "
                  "to, or name one with 'weir daemon start --state DIR'\n",
                  directory, why);
    return -DAEMON_EXIT_FAILED;
}

/* One daemon a state directory, whatever its socket. The directory itself is locked: that works on a read-only disk
 * too. */
static int lock_state(struct daemon *daemon)
{
    const char *directory = daemon->options.state_dir;
    bool locked;
    int waited_ms = 0;
    daemon->state_fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    do {
        if (daemon->state_fd >= 0 && flock(daemon->state_fd, LOCK_EX | LOCK_NB) == 0)
            return 0;
        locked = daemon->state_fd >= 0 && errno == EWOULDBLOCK;
    } while (locked && lock_rest(0, &waited_ms));
    if (!locked)
        return refuse_state(directory, strerror(errno));
    (void)fprintf(stderr,
                  "weird: a daemon is running already: it uses the state directory %s; choose another with --state or "
                  "XDG_STATE_HOME\n",
                  directory);
    return -DAEMON_EXIT_RUNNING;
}

/* A read-only disk is served: what was stored can be read. */
static int check_writable(const char *directory)
{
    struct statvfs disk;
    if (faccessat(AT_FDCWD, directory, W_OK | X_OK, AT_EACCESS) == 0)
        return 0;
    int r = -errno;
    return r == -EROFS || (statvfs(directory, &disk) == 0 && (disk.f_flag & ST_RDONLY)) ? 0 : r;
}

static int prepare_places(struct daemon *daemon)
{
    char problem[512];
    const struct options *options = &daemon->options;
    int r = options->project ? places_register_project(options->project) : 0;
    if (r < 0) {
        (void)fprintf(stderr, "weird: cannot register the project %s: %s\n", options->project, strerror(-r));
        return -DAEMON_EXIT_FAILED;
    }
    r = places_make_private(options->state_dir);
    if (r < 0)
        return refuse_state(options->state_dir, r == -EPERM ? "others may write to it" : strerror(-r));
    r = check_writable(options->state_dir);
    if (r < 0)
        return refuse_state(options->state_dir, strerror(-r));
    r = daemon_socket_open(&daemon->socket, options->socket_path, problem, sizeof problem);
    if (r < 0) {
        (void)fprintf(stderr, "weird: %s\n", problem);
        return r == -EADDRINUSE ? -DAEMON_EXIT_RUNNING : -DAEMON_EXIT_FAILED;
    }
    return lock_state(daemon);
}

/* --- the loop ----------------------------------------------------------------- */

static void on_signal(uv_signal_t *handle, int number)
{
    struct daemon *daemon = handle->data;
    if (handover_is_frozen(daemon))
        (void)raise(number); /* held: it waits for whoever serves next */
    else if (number == SIGHUP)
        daemon_reload(daemon);
    else
        daemon_on_stop_signal(daemon);
}

static void on_refused(void *user, const char *reason, const struct ucred *who)
{
    audit_note_refused(user, reason, who->uid, who->pid);
}

static void on_worker_idle(void *user)
{
    daemon_stop_step(user);
}

static void open_tasks(struct daemon *daemon)
{
    broker_recover(daemon);
    task_queue_open(daemon);
}

static void on_keys_known(struct daemon *daemon)
{
    bool usable = daemon->store_opened && daemon->stop_phase < STOP_STORE; /* a stop may have closed it meanwhile */
    if (usable)
        permission_load(daemon); /* before anybody is served who would ask */
    handover_resume(daemon);
    if (usable) {
        if (daemon->tasks.open)
            task_queue_wake(daemon);
        else
            open_tasks(daemon);
        db_keeper_start(daemon);
        session_keeper_start(daemon);
        scratch_open(daemon);
        kept_open(daemon);
    }
    detach_ready(&daemon->ready_fd);
    systemd_notify("READY=1");
}

static void on_store_opened(void *user, int status)
{
    struct daemon *daemon = user;
    if (status == 0)
        log_info("store: open, epoch %s, events up to %lld", store_position(daemon->store)->epoch,
                 (long long)store_position(daemon->store)->last);
    daemon->store_opened = status == 0 && daemon->stop_phase < STOP_STORE; /* else it is closed already */
    if (daemon->store_opened)
        audit_queue_open(daemon); /* a stop may come before the keys are known */
    key_ring_open(daemon, daemon->store_opened ? 0 : -ESHUTDOWN, on_keys_known);
}

static void on_store_events(void *user, const struct store_event *events, size_t count)
{
    event_push(user, events, count);
    permission_events(user, events, count);
    kept_events(user, events, count); /* before the next task is begun */
    task_queue_events(user, events, count);
}

/* Opening goes on while the loop serves already; ready is the daemon when that is over, well or not. */
int daemon_open_store(struct daemon *daemon)
{
    autofree char *path = NULL;
    int r = places_join(daemon->options.state_dir, "weir.db", &path);
    if (r < 0)
        return r;
    struct store_options options = {
        .path = path,
        .loop = &daemon->loop,
        .opened = on_store_opened,
        .events = on_store_events,
        .user = daemon,
    };
    return store_open(&options, &daemon->store);
}

static int start_loop(struct daemon *daemon)
{
    int r = uv_loop_init(&daemon->loop);
    if (r < 0)
        return r;
    daemon->loop_is_open = true;
    r = rpc_init(&daemon->rpc, &daemon->loop, "weird");
    if (r == 0)
        timers_open_descriptor(&daemon->rpc.timers);
    if (r < 0)
        return r;
    daemon->rpc.worker_idle = on_worker_idle;
    daemon->rpc.user = daemon;
    for (size_t i = 0; i < HANDLED_SIGNALS && r == 0; i++) {
        (void)uv_signal_init(&daemon->loop, &daemon->signals[i]);
        daemon->signals[i].data = daemon;
        r = uv_signal_start(&daemon->signals[i], on_signal, handled_signals[i]);
        uv_unref((uv_handle_t *)&daemon->signals[i]);
    }
    (void)uv_timer_init(&daemon->loop, &daemon->stop_deadline);
    daemon->stop_deadline.data = daemon;
    audit_queue_init(daemon);
    audit_refusals_init(daemon);
    users_init(&daemon->users, &daemon->rpc.timers);
    event_hub_init(&daemon->events);
    task_queue_init(&daemon->tasks);
    executor_pool_init(daemon);
    agent_desk_init(&daemon->agents);
    broker_init(daemon);
    terminal_set_init(&daemon->terminals);
    permission_init(daemon);
    if (r == 0)
        r = key_ring_init(daemon);
    if (r == 0)
        r = scratch_init(daemon);
    if (r == 0)
        r = kept_init(daemon);
    if (r == 0)
        r = resolver_new(&daemon->loop, &daemon->rpc.timers, &daemon->resolver);
    if (r == 0)
        r = handover_init(daemon);
    if (r == 0)
        r = listener_init(&daemon->listener, &daemon->loop, daemon->socket.fd, &daemon->rpc.peer_count,
                          (size_t)daemon->config.settings.limits.connections, client_accept, daemon);
    daemon->listener.on_refused = on_refused;
    daemon->socket.fd = -1;
    return r;
}

int daemon_run(struct daemon *daemon)
{
    bool takes_over = daemon->options.handover_fd > 0;
    tune_process();
    int r = daemon->options.foreground || takes_over ? 0 : detach_begin(&daemon->ready_fd);
    daemon_hold_signals(true);
    daemon->started_at_ms = clock_epoch_ms();
    daemon->started_ns = clock_monotonic_ns();
    if (r == 0)
        r = takes_over ? handover_take_places(daemon, daemon->options.handover_fd) : prepare_places(daemon);
    if (r < 0)
        return r;
    health_state_init(daemon);
    daemon->statm_fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    r = start_loop(daemon);
    if (r < 0) {
        (void)fprintf(stderr, "weird: cannot start: %s\n", strerror(-r));
        return -DAEMON_EXIT_FAILED;
    }
    log_set_stderr(daemon->options.foreground);
    daemon_apply_config(daemon);
    r = takes_over ? handover_take_clients(daemon) : 0;
    if (r == 0)
        r = daemon_open_store(daemon);
    if (r < 0) {
        (void)fprintf(stderr, "weird: cannot start: %s\n", strerror(-r));
        return -DAEMON_EXIT_FAILED;
    }
    take_short_turns();
    log_info("weird %s, process %d, listens on %s", WEIR_VERSION, (int)getpid(), daemon->socket.path);
    warn_of_other_config(&daemon->options, daemon->config.from_file);
    if (!takes_over) { /* else when everybody is served again */
        audit_note_started(daemon, NULL);
        daemon_hold_signals(false);
    }
    (void)uv_run(&daemon->loop, UV_RUN_DEFAULT);
    log_info("stopped");
    return 0;
}

void daemon_clear(struct daemon *daemon)
{
    task_queue_clear(daemon);
    executor_pool_clear(daemon);
    broker_clear(daemon);
    audit_queue_clear(daemon);
    key_ring_clear(daemon);
    if (daemon->loop_is_open)
        (void)uv_loop_close(&daemon->loop);
    daemon_socket_close(&daemon->socket);
    if (daemon->state_fd >= 0)
        close(daemon->state_fd);
    if (daemon->ready_fd >= 0)
        close(daemon->ready_fd);
    if (daemon->statm_fd >= 0)
        close(daemon->statm_fd);
    buf_clear(&daemon->pong);
    daemon_stop_clear(daemon);
    config_clear(&daemon->config);
    options_clear(&daemon->options);
    handover_clear(daemon);
    log_close_file();
}
