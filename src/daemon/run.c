/* Assembles the daemon from its options, runs its loop, and takes it apart. */
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
#include "base/paths.h"
#include "contract/daemon_dispatch.h"
#include "contract/permission.h"
#include "contract/task.h"
#include "daemon/daemon.h"
#include "daemon/detach.h"
#include "daemon/session/session.h"
#include "daemon/systemd.h"
#include "daemon/task/backend.h"

/* --- start of the process --- */

/* Blocks of 128 KiB and more use mmap, so that free() returns them to the system. One malloc arena for all
 * threads. */
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

/* The argument of sched_setattr(2), for which libc has no declaration. */
struct scheduling {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
};

enum { RESET_ON_FORK = 1 };

/* Gives the loop thread a scheduler slice of 100 µs (EEVDF, Linux 6.12 and later). A thread with a shorter
 * slice preempts those with a longer one sooner, so a request does not wait until a thread of the store has
 * used up its slice. Child threads and processes get the default. Older kernels ignore the setting. */
static void shorten_scheduler_slice(void)
{
    struct scheduling attributes = {.size = sizeof attributes};
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) < 0)
        return;
    attributes.size = sizeof attributes;
    attributes.flags |= RESET_ON_FORK;
    attributes.runtime = UINT64_C(100000); /* nanoseconds; the minimum that the kernel accepts */
    (void)syscall(SYS_sched_setattr, 0, &attributes, 0);
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

/* Notes the path of this program. A handover executes whatever version is installed there by then. */
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

/* Warns about a "config.json", which the daemon ignores: the file is "config.jsonc". */
static void warn_of_other_config(const struct options *options, bool from_file)
{
    size_t size = options->config_path ? strlen(options->config_path) : 0;
    char other[PATH_MAX];
    if (from_file || size == 0 || size >= sizeof other || options->config_path[size - 1] != 'c')
        return;
    (void)snprintf(other, sizeof other, "%.*s", (int)size - 1, options->config_path);
    if (access(other, F_OK) == 0)
        log_warn("config: ignoring %s; the configuration file is config.jsonc, so rename it", other);
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

/* Ensures one daemon per state directory, even with different sockets. Locks the directory itself, which also
 * works on a read-only file system. */
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
    } while (locked && daemon_lock_rest(0, &waited_ms));
    if (!locked)
        return refuse_state(directory, strerror(errno));
    (void)fprintf(stderr,
                  "weird: a daemon is running already: it uses the state directory %s; choose another with --state or "
                  "XDG_STATE_HOME\n",
                  directory);
    return -DAEMON_EXIT_RUNNING;
}

/* Accepts a read-only file system: stored data can still be read. */
static int check_writable(const char *directory)
{
    struct statvfs disk;
    if (faccessat(AT_FDCWD, directory, W_OK | X_OK, AT_EACCESS) == 0)
        return 0;
    int r = -errno;
    return r == -EROFS || (statvfs(directory, &disk) == 0 && (disk.f_flag & ST_RDONLY)) ? 0 : r;
}

/* Keeps keys and the log of a project's daemon out of its repository; the configuration, commands and skills beside
 * them may be committed. A file that exists is the user's. Best effort: the daemon works without it. */
static void ignore_in_git(const char *project)
{
    static const char lines[] = "/state/\n/daemon.sock*\n/.gitignore\n";
    autofree char *path = NULL;
    autoclose int fd = -1;
    if (paths_join(project, ".weir/.gitignore", &path) == 0)
        fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd >= 0 && write(fd, lines, sizeof lines - 1) != sizeof lines - 1)
        log_debug("cannot write %s", path);
}

static int prepare_places(struct daemon *daemon)
{
    char problem[512];
    const struct options *options = &daemon->options;
    int r = options->project ? paths_register_project(options->project) : 0;
    if (r < 0) {
        (void)fprintf(stderr, "weird: cannot register the project %s: %s\n", options->project, strerror(-r));
        return -DAEMON_EXIT_FAILED;
    }
    r = paths_make_private(options->state_dir);
    if (r < 0)
        return refuse_state(options->state_dir, r == -EPERM ? "other users can write to it" : strerror(-r));
    r = check_writable(options->state_dir);
    if (r < 0)
        return refuse_state(options->state_dir, strerror(-r));
    r = daemon_socket_open(&daemon->socket, options->socket_path, problem, sizeof problem);
    if (r < 0) {
        (void)fprintf(stderr, "weird: %s\n", problem);
        return r == -EADDRINUSE ? -DAEMON_EXIT_RUNNING : -DAEMON_EXIT_FAILED;
    }
    if (options->project)
        ignore_in_git(options->project);
    return lock_state(daemon);
}

/* --- loop --- */

static void on_signal(uv_signal_t *handle, int number)
{
    struct daemon *daemon = handle->data;
    if (handover_is_frozen(daemon))
        (void)raise(number); /* blocked: it stays pending for the program that serves next */
    else if (number == SIGHUP)
        daemon_reload(daemon);
    else
        daemon_on_stop_signal(daemon);
}

static void on_refused(void *user, const char *reason, const struct ucred *credentials)
{
    struct daemon *daemon = list_member(user, struct daemon, clients);
    audit_note_refused(&daemon->audit, reason, credentials->uid, credentials->pid);
}

static void open_tasks(struct daemon *daemon)
{
    broker_recover(&daemon->broker);
    task_queue_open(&daemon->tasks);
}

static void on_servers_known(void *user)
{
    struct daemon *daemon = user;
    bool usable = daemon->store_opened && daemon->stop_phase < STOP_STORE; /* a stop may have closed it meanwhile */
    if (usable)
        permission_load(&daemon->permissions); /* before any client can ask for permissions */
    handover_resume(daemon);
    if (usable) {
        if (daemon->tasks.open)
            task_queue_wake(&daemon->tasks);
        else
            open_tasks(daemon);
        capture_begin(&daemon->capture);
        db_keeper_start(&daemon->db);
        session_keeper_start(&daemon->sessions);
        scratch_open(&daemon->sessions);
        snapshot_open(&daemon->snapshots);
        apps_start(&daemon->apps);
        automation_open(&daemon->automation);
        health_services_open(&daemon->health);
    }
    detach_ready(&daemon->ready_fd);
    systemd_notify("READY=1");
}

static void on_capture_known(void *user)
{
    struct daemon *daemon = user;
    mcp_hub_open(&daemon->mcp, on_servers_known, daemon);
}

/* Calls of servers are made again right after a restart, so the servers must be known by then. */
static void on_questions_known(void *user)
{
    struct daemon *daemon = user;
    capture_open(&daemon->capture, on_capture_known, daemon);
}

/* Servers that kept running ask again as soon as they are connected, so what they have asked must be known by then. */
static void on_keys_known(void *user)
{
    struct daemon *daemon = user;
    question_open(&daemon->questions, on_questions_known, daemon);
}

static void on_store_opened(void *user, int status)
{
    struct daemon *daemon = user;
    if (status == 0)
        log_info("store: open, epoch %s, events up to %lld", store_position(daemon->store)->epoch,
                 (long long)store_position(daemon->store)->last);
    daemon->store_opened = status == 0 && daemon->stop_phase < STOP_STORE; /* false: a stop has closed it already */
    if (daemon->store_opened)
        audit_open(&daemon->audit); /* before the keys are loaded: a stop can arrive earlier */
    key_ring_open(daemon->keys, daemon->store_opened ? 0 : -ESHUTDOWN, on_keys_known, daemon);
}

static void on_store_events(void *user, const struct store_event *events, size_t count)
{
    struct daemon *daemon = user;
    event_push(&daemon->events, events, count);
    permission_events(&daemon->permissions, events, count);
    chat_events(&daemon->chat, events, count);
    snapshot_events(&daemon->snapshots, events, count); /* before the queue starts the next task */
    task_queue_events(&daemon->tasks, events, count);
    automation_events(&daemon->automation, events, count);
}

/* The loop already serves while the store opens. The daemon reports readiness once that has succeeded or failed. */
int daemon_open_store(struct daemon *daemon)
{
    autofree char *path = NULL;
    int r = paths_join(daemon->options.state_dir, "weir.db", &path);
    if (r < 0)
        return r;
    static const struct event_type *const typed[] = {&event_task_updated_event, &event_permission_resolved_event};
    struct store_options options = {
        .path = path,
        .loop = &daemon->loop,
        .opened = on_store_opened,
        .events = on_store_events,
        .user = daemon,
        .typed = typed,
        .typed_count = sizeof typed / sizeof *typed,
    };
    return store_open(daemon->store, &options);
}

static bool on_admit(void *user, int fd)
{
    return sandbox_admits_client(&((struct daemon *)user)->sandbox, fd);
}

/* Creates the concerns below tasks, in order of dependency. Each receives the concerns that it uses. */
static int init_lower(struct daemon *daemon)
{
    struct rpc *rpc = &daemon->rpc;
    const struct config_settings *settings = &daemon->config.settings;
    const struct options *options = &daemon->options;
    clients_init(&daemon->clients, rpc, &daemon->listener, settings);
    daemon->clients.dispatch = &daemon_dispatch;
    daemon->clients.admits = on_admit;
    daemon->clients.gone = daemon_stop_step;
    daemon->clients.user = daemon;
    daemon->store = store_new();
    int r = daemon->store ? resolver_new(&daemon->loop, &rpc->timers, &daemon->resolver) : -ENOMEM;
    if (r == 0)
        r = work_pool_init(&daemon->work, rpc, daemon_stop_step, daemon);
    audit_init(&daemon->audit, daemon->store, rpc);
    event_hub_init(&daemon->events, &daemon->clients, daemon->store, rpc, settings);
    process_table_init(&daemon->processes, &daemon->loop, &daemon->work, options->state_dir);
    if (r == 0)
        r = key_ring_new(daemon->store, &daemon->audit, settings, options->state_dir, &daemon->keys);
    daemon->sandbox = (struct sandbox_facts){.store = daemon->store,
                                             .audit = &daemon->audit,
                                             .processes = &daemon->processes,
                                             .resolver = daemon->resolver,
                                             .rpc = rpc,
                                             .options = options,
                                             .settings = settings};
    daemon->agents = (struct agent_finder){.keys = daemon->keys, .sandbox = &daemon->sandbox, .settings = settings};
    daemon->broker = (struct broker){.store = daemon->store,
                                     .audit = &daemon->audit,
                                     .keys = daemon->keys,
                                     .sandbox = &daemon->sandbox,
                                     .agents = &daemon->agents,
                                     .table = &daemon->processes,
                                     .rpc = rpc,
                                     .settings = settings,
                                     .emptied = daemon_stop_step,
                                     .user = daemon};
    broker_init(&daemon->broker);
    daemon->watch = (struct watch_hub){.table = &daemon->processes,
                                       .sandbox = &daemon->sandbox,
                                       .resolver = daemon->resolver,
                                       .rpc = rpc,
                                       .settings = settings,
                                       .emptied = daemon_stop_step,
                                       .user = daemon};
    watch_hub_init(&daemon->watch);
    return r;
}

/* Creates sessions, tasks and executors. */
static int init_tasks(struct daemon *daemon)
{
    struct rpc *rpc = &daemon->rpc;
    const struct config_settings *settings = &daemon->config.settings;
    const struct options *options = &daemon->options;
    daemon->sessions = (struct session_keeper){.store = daemon->store,
                                               .resolver = daemon->resolver,
                                               .sandbox = &daemon->sandbox,
                                               .work = &daemon->work,
                                               .rpc = rpc,
                                               .options = options,
                                               .settings = settings};
    int r = scratch_init(&daemon->sessions);
    daemon->tasks = (struct task_queue){.backend = &task_backend,
                                        .pool = &daemon->executors,
                                        .store = daemon->store,
                                        .resolver = daemon->resolver,
                                        .rpc = rpc,
                                        .options = options,
                                        .settings = settings,
                                        .state_fd = daemon->state_fd,
                                        .settled = daemon_stop_step,
                                        .user = daemon};
    task_queue_init(&daemon->tasks, &daemon->sessions);
    daemon->executors = (struct executor_pool){.store = daemon->store,
                                               .audit = &daemon->audit,
                                               .keys = daemon->keys,
                                               .processes = &daemon->processes,
                                               .resolver = daemon->resolver,
                                               .sandbox = &daemon->sandbox,
                                               .agents = &daemon->agents,
                                               .broker = &daemon->broker,
                                               .watch = &daemon->watch,
                                               .sessions = &daemon->sessions,
                                               .tasks = &daemon->tasks,
                                               .rpc = rpc,
                                               .options = options,
                                               .settings = settings,
                                               .emptied = daemon_stop_step,
                                               .user = daemon};
    executor_pool_init(&daemon->executors);
    return r;
}

/* Creates the concerns above tasks and executors. */
static void init_upper(struct daemon *daemon)
{
    struct rpc *rpc = &daemon->rpc;
    const struct config_settings *settings = &daemon->config.settings;
    daemon->snapshots = (struct snapshots){.pool = &daemon->work,
                                           .store = daemon->store,
                                           .audit = &daemon->audit,
                                           .sandbox = &daemon->sandbox,
                                           .tasks_at_work = &daemon->tasks,
                                           .rpc = rpc,
                                           .settings = settings,
                                           .state_fd = daemon->state_fd};
    snapshot_init(&daemon->snapshots);
    daemon->db =
        (struct db_keeper){.store = daemon->store, .snapshots = &daemon->snapshots, .rpc = rpc, .settings = settings};
    db_keeper_init(&daemon->db, &daemon->sessions);
    daemon->permissions = (struct permissions){.store = daemon->store,
                                               .events = &daemon->events,
                                               .resolver = daemon->resolver,
                                               .rpc = rpc,
                                               .settings = settings};
    permission_init(&daemon->permissions, &daemon->clients, &daemon->sessions, &daemon->tasks, &daemon->executors);
    daemon->terminals = (struct terminal_set){.clients = &daemon->clients,
                                              .store = daemon->store,
                                              .sandbox = &daemon->sandbox,
                                              .executors = &daemon->executors,
                                              .rpc = rpc,
                                              .settings = settings};
    terminal_set_init(&daemon->terminals, &daemon->sessions);
    settings_init(&daemon->person);
    daemon->questions = (struct questions){.store = daemon->store, .rpc = rpc, .settings = settings};
    question_init(&daemon->questions);
    daemon->mcp = (struct mcp_hub){.store = daemon->store,
                                   .audit = &daemon->audit,
                                   .keys = daemon->keys,
                                   .sandbox = &daemon->sandbox,
                                   .processes = &daemon->processes,
                                   .work = &daemon->work,
                                   .executors = &daemon->executors,
                                   .permissions = &daemon->permissions,
                                   .questions = &daemon->questions,
                                   .rpc = rpc,
                                   .settings = settings,
                                   .state_dir = daemon->options.state_dir,
                                   .emptied = daemon_stop_step,
                                   .user = daemon};
    mcp_hub_init(&daemon->mcp, &daemon->sessions);
}

/* Creates the concerns that front ends, apps and rules use, and the one that watches all others. */
static int init_surfaces(struct daemon *daemon)
{
    struct rpc *rpc = &daemon->rpc;
    const struct config_settings *settings = &daemon->config.settings;
    daemon->chat = (struct chat_ports){
        .store = daemon->store, .clients = &daemon->clients, .tasks = &daemon->tasks, .rpc = rpc, .settings = settings};
    chat_init(&daemon->chat);
    daemon->capture = (struct capture){.store = daemon->store,
                                       .processes = &daemon->processes,
                                       .sandbox = &daemon->sandbox,
                                       .executors = &daemon->executors,
                                       .person = &daemon->person,
                                       .rpc = rpc,
                                       .settings = settings,
                                       .started_at_ms = &daemon->started_at_ms,
                                       .emptied = daemon_stop_step,
                                       .user = daemon};
    capture_init(&daemon->capture);
    daemon->apps = (struct apps){.store = daemon->store,
                                 .audit = &daemon->audit,
                                 .sessions = &daemon->sessions,
                                 .processes = &daemon->processes,
                                 .executors = &daemon->executors,
                                 .resolver = daemon->resolver,
                                 .sandbox = &daemon->sandbox,
                                 .work = &daemon->work,
                                 .rpc = rpc,
                                 .state_fd = daemon->state_fd,
                                 .state_dir = daemon->options.state_dir,
                                 .emptied = daemon_stop_step,
                                 .user = daemon};
    apps_init(&daemon->apps);
    daemon->automation = (struct automation){.store = daemon->store,
                                             .sessions = &daemon->sessions,
                                             .keys = daemon->keys,
                                             .tasks = &daemon->tasks,
                                             .watch = &daemon->watch,
                                             .clients = &daemon->clients,
                                             .permissions = &daemon->permissions,
                                             .rpc = rpc,
                                             .settings = settings,
                                             .program = (const char *const *)&daemon->handover.program};
    daemon->health.store = daemon->store;
    daemon->health.resolver = daemon->resolver;
    daemon->health.executors = &daemon->executors;
    daemon->health.sandbox = &daemon->sandbox;
    daemon->health.broker = &daemon->broker;
    daemon->health.mcp = &daemon->mcp;
    daemon->health.capture = &daemon->capture;
    daemon->health.clients = &daemon->clients;
    health_services_init(&daemon->health);
    return automation_init(&daemon->automation);
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
    daemon->rpc.worker_idle = daemon_stop_step;
    daemon->rpc.user = daemon;
    for (size_t i = 0; i < HANDLED_SIGNALS && r == 0; i++) {
        (void)uv_signal_init(&daemon->loop, &daemon->signals[i]);
        daemon->signals[i].data = daemon;
        r = uv_signal_start(&daemon->signals[i], on_signal, handled_signals[i]);
        uv_unref((uv_handle_t *)&daemon->signals[i]);
    }
    (void)uv_timer_init(&daemon->loop, &daemon->stop_deadline);
    daemon->stop_deadline.data = daemon;
    if (r == 0)
        r = init_lower(daemon);
    if (r == 0)
        r = init_tasks(daemon);
    if (r == 0)
        init_upper(daemon);
    if (r == 0)
        r = init_surfaces(daemon);
    if (r == 0)
        r = handover_init(daemon);
    if (r == 0)
        r = listener_init(&daemon->listener, &daemon->loop, daemon->socket.fd, &daemon->rpc.peer_count,
                          (size_t)daemon->config.settings.limits.connections, client_accept, &daemon->clients);
    daemon->listener.on_refused = on_refused;
    daemon->listener.setting = "limits.connections";
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
    daemon->health = (struct health){.rpc = &daemon->rpc,
                                     .listener = &daemon->listener,
                                     .socket = &daemon->socket,
                                     .state_dir = daemon->options.state_dir,
                                     .config_error = &daemon->config_error,
                                     .config_problem = daemon->config_problem};
    health_init(&daemon->health);
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
    shorten_scheduler_slice();
    log_info("weird %s, process %d, listens on %s", WEIR_VERSION, (int)getpid(), daemon->socket.path);
    warn_of_other_config(&daemon->options, daemon->config.from_file);
    if (!takes_over) { /* after a handover, this is done once all clients are served again */
        audit_note_started(&daemon->audit, daemon->options.config_path, NULL);
        daemon_hold_signals(false);
    }
    (void)uv_run(&daemon->loop, UV_RUN_DEFAULT);
    log_info("stopped");
    return 0;
}

void daemon_clear(struct daemon *daemon)
{
    capture_clear(&daemon->capture);
    mcp_hub_clear(&daemon->mcp);
    settings_clear(&daemon->person);
    task_queue_clear(&daemon->tasks);
    executor_pool_clear(&daemon->executors);
    watch_hub_clear(&daemon->watch);
    broker_clear(&daemon->broker);
    audit_clear(&daemon->audit);
    daemon->keys = key_ring_free(daemon->keys);
    free(daemon->sandbox.scratch_dir);
    if (daemon->loop_is_open)
        (void)uv_loop_close(&daemon->loop);
    if (daemon->store && store_is_closed(daemon->store))
        daemon->store = store_free(daemon->store);
    daemon_socket_close(&daemon->socket);
    if (daemon->state_fd >= 0)
        close(daemon->state_fd);
    if (daemon->ready_fd >= 0)
        close(daemon->ready_fd);
    if (daemon->statm_fd >= 0)
        close(daemon->statm_fd);
    daemon_stop_clear(daemon);
    config_clear(&daemon->config);
    options_clear(&daemon->options);
    handover_clear(daemon);
    log_close_file();
}
