#include "unpack/run.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "base/private_socket.h"
#include "contract/unpacker.h"
#include "contract/unpacker_dispatch.h"
#include "rpc/call.h"
#include "rpc/peer.h"

/* --- options --- */

static const char usage[] =
    "usage: weir-unpack [OPTIONS] [SOCKET]\n"
    "\n"
    "Unpacks one archive of an app. The weir daemon starts it in a sandbox, connects to SOCKET (default:\n"
    "$EXECUTOR_SOCKET), and sends the archive as a descriptor.\n"
    "\n"
    "  --version           print the version\n"
    "  --help              print this help\n"
    "\n"
    "Exit status: 0 done, 1 error, 2 invalid usage.\n";

enum { OPTION_VERSION = 1, OPTION_HELP };

static const struct option table[] = {
    {"version", no_argument, NULL, OPTION_VERSION},
    {"help", no_argument, NULL, OPTION_HELP},
    {0},
};

int unpacker_configure(struct unpacker *unpacker, int argc, char **argv)
{
    optind = 1;
    int option = getopt_long(argc, argv, "", table, NULL);
    if (option == OPTION_VERSION) {
        (void)printf("weir-unpack %s\n", WEIR_VERSION);
        return 1;
    }
    if (option == OPTION_HELP) {
        (void)fputs(usage, stdout);
        return 1;
    }
    unpacker->socket = optind < argc ? argv[optind++] : getenv("EXECUTOR_SOCKET");
    if (option == -1 && optind == argc && unpacker->socket && *unpacker->socket)
        return 0;
    if (option == -1)
        (void)fprintf(stderr, "weir-unpack: %s\n",
                      optind < argc ? "more than one socket"
                                    : "no socket; name it as the argument or in EXECUTOR_SOCKET");
    (void)fprintf(stderr, "Try 'weir-unpack --help'.\n");
    return -UNPACK_EXIT_USAGE;
}

/* --- the work, on its thread --- */

/* Reads the archive into memory: its owner may change the file meanwhile, and what was checked must be what is used. */
static int read_archive(int fd, char **ret_data, size_t *ret_size, struct refusal *refusal)
{
    static const struct slice none = {0};
    struct stat about;
    if (fstat(fd, &about) < 0 || !S_ISREG(about.st_mode))
        return refuse(refusal, UNPACKER_REFUSAL_FAILED, none, "the archive is not a file");
    if (about.st_size > UNPACK_PACKED_MAX)
        return refuse(refusal, UNPACKER_REFUSAL_TOO_LARGE, none, "the archive is larger than %d MiB",
                      UNPACK_PACKED_MAX >> 20);
    size_t size = (size_t)about.st_size, got = 0;
    autofree char *data = malloc(size + 1);
    if (!data)
        return refuse(refusal, UNPACKER_REFUSAL_FAILED, none, "not enough memory");
    while (got < size) {
        ssize_t n = pread(fd, data + got, size - got, (off_t)got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return refuse(refusal, UNPACKER_REFUSAL_FAILED, none, "the archive cannot be read: %s",
                          n < 0 ? strerror(errno) : "it has become shorter");
        got += (size_t)n;
    }
    *ret_data = take_pointer(data);
    *ret_size = size;
    return 0;
}

static void work(void *user)
{
    struct unpacker *unpacker = user;
    autofree char *data = NULL;
    size_t size = 0;
    int r = read_archive(unpacker->archive_fd, &data, &size, &unpacker->refusal);
    if (r == 0)
        r = extract((struct slice){data, size}, unpacker->directory_fd, &unpacker->unpacked, &unpacker->refusal);
    unpacker->status = r;
    (void)uv_async_send(&unpacker->done);
}

/* --- the request, on the loop --- */

static void on_done(uv_async_t *async)
{
    struct unpacker *unpacker = async->data;
    const struct refusal *refusal = &unpacker->refusal;
    (void)uv_thread_join(&unpacker->thread);
    struct unpacker_unpack_result result = {.files = (int64_t)unpacker->unpacked.files,
                                            .bytes = (int64_t)unpacker->unpacked.bytes};
    if (unpacker->status < 0)
        result = (struct unpacker_unpack_result){.refusal = refusal->reason,
                                                 .refusal_is = FIELD_SET,
                                                 .message = slice_of(refusal->sentence),
                                                 .message_is = FIELD_SET,
                                                 .entry = slice_of(refusal->entry),
                                                 .entry_is = *refusal->entry ? FIELD_SET : FIELD_ABSENT};
    (void)unpacker_unpack_reply(unpacker->call, &result);
}

static void on_abandoned(struct call *call)
{
    (void)call; /* the connection has ended, and with it the process */
}

int unpacker_unpack(struct call *call, const struct unpacker_unpack_params *params)
{
    struct unpacker *unpacker = call->peer->user;
    if (unpacker->call)
        return call_refuse(call, ERROR_INVALID_PARAMS, "params", "weir-unpack unpacks one archive");
    unpacker->archive_fd = call_take_fd(call, 0);
    unpacker->directory_fd = open(params->directory.data, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (unpacker->archive_fd < 0 || unpacker->directory_fd < 0)
        return call_refuse(call, ERROR_INVALID_PARAMS, "params",
                           unpacker->archive_fd < 0 ? "the descriptor of the archive is missing"
                                                    : "the directory cannot be opened");
    int r = call_defer(call, on_abandoned, unpacker, &unpacker->call);
    if (r < 0)
        return r;
    if (uv_thread_create(&unpacker->thread, work, unpacker) < 0)
        _exit(UNPACK_EXIT_FAILED);
    return 0;
}

/* --- the connection --- */

/* The thread may be at work. Nobody needs its files any more. */
static void on_closed(struct peer *peer, const char *reason)
{
    (void)peer, (void)reason;
    _exit(UNPACK_EXIT_OK);
}

static const struct peer_events events = {.closed = on_closed};

static void on_accepted(void *user, int fd)
{
    struct unpacker *unpacker = user;
    if (unpacker->daemon) {
        close(fd);
        return;
    }
    if (peer_new(&unpacker->rpc, fd, CALLER_DAEMON, &unpacker_dispatch, &events, unpacker, &unpacker->daemon) < 0)
        _exit(UNPACK_EXIT_FAILED);
    (void)uv_timer_stop(&unpacker->orphan);
}

static void on_orphan(uv_timer_t *timer)
{
    (void)timer;
    _exit(UNPACK_EXIT_FAILED);
}

/* --- startup --- */

enum { INHERITED_SOCKET = 3, ORPHAN_MS = 60000, DATA_MAX = 512 << 20, FDS_MAX = 64 };

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED true
#else
#define IS_SANITIZED false
#endif

/* What goes wrong in libarchive must not cost the machine. */
static void limit_self(void)
{
    (void)setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    if (!IS_SANITIZED) /* sanitizers reserve much more */
        (void)setrlimit(RLIMIT_DATA, &(struct rlimit){DATA_MAX, DATA_MAX});
    (void)setrlimit(RLIMIT_FSIZE, &(struct rlimit){UNPACK_BYTES_MAX, UNPACK_BYTES_MAX});
    (void)setrlimit(RLIMIT_NOFILE, &(struct rlimit){FDS_MAX, FDS_MAX});
}

/* If the sandbox forbids creating the socket, weir-jail has created it (src/jail/PROTOCOL.md). */
static bool is_inherited(void)
{
    const char *count = getenv("LISTEN_FDS"), *pid = getenv("LISTEN_PID");
    return count && pid && strcmp(count, "1") == 0 && strtol(pid, NULL, 10) == (long)getpid();
}

static int complain(int error, const char *what)
{
    (void)fprintf(stderr, "weir-unpack: %s: %s\n", what, strerror(-error));
    return -UNPACK_EXIT_FAILED;
}

int unpacker_run(struct unpacker *unpacker)
{
    int fd = INHERITED_SOCKET;
    limit_self();
    log_set_level(LOG_WARN);
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN);
    (void)setlocale(LC_CTYPE, "C.UTF-8"); /* libarchive converts names */
    int r = uv_loop_init(&unpacker->loop);
    if (r == 0)
        r = rpc_init(&unpacker->rpc, &unpacker->loop, "weir-unpack");
    if (r < 0)
        return complain(r, "cannot start");
    (void)uv_timer_init(&unpacker->loop, &unpacker->orphan);
    (void)uv_timer_start(&unpacker->orphan, on_orphan, ORPHAN_MS, 0);
    unpacker->done.data = unpacker;
    r = uv_async_init(&unpacker->loop, &unpacker->done, on_done);
    if (r == 0 && !is_inherited()) {
        r = private_socket_listen(unpacker->socket, SOCK_STREAM | SOCK_NONBLOCK, LISTENER_BACKLOG, &fd);
        if (r < 0)
            return complain(r, unpacker->socket);
    }
    if (r == 0)
        r = listener_init(&unpacker->listener, &unpacker->loop, fd, &unpacker->rpc.peer_count, 1, on_accepted,
                          unpacker);
    if (r < 0)
        return complain(r, "cannot start");
    (void)uv_run(&unpacker->loop, UV_RUN_DEFAULT);
    return 0;
}
