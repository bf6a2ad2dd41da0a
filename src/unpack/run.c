#include "unpack/run.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/log.h"
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

int unpacker_configure(struct unpacker *unpacker, int argc, char **argv)
{
    return helper_configure("weir-unpack", usage, NULL, 0, argc, argv, &unpacker->helper.socket);
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
    struct unpacker *unpacker = list_member((struct helper *)call->peer->user, struct unpacker, helper);
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
        _exit(HELPER_EXIT_FAILED);
    return 0;
}

/* --- the end --- */

/* The thread may be at work. Nobody needs its files any more. */
static void on_disconnected(struct helper *helper)
{
    (void)helper;
    _exit(HELPER_EXIT_OK);
}

static void on_leave(struct helper *helper)
{
    (void)helper;
    _exit(HELPER_EXIT_FAILED);
}

/* --- startup --- */

enum { ORPHAN_MS = 60000, DATA_MAX = 512 << 20, FDS_MAX = 64 };

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

static const struct helper_kind kind = {
    .name = "weir-unpack",
    .dispatch = &unpacker_dispatch,
    .disconnected = on_disconnected,
    .leave = on_leave,
};

int unpacker_run(struct unpacker *unpacker)
{
    struct helper *helper = &unpacker->helper;
    limit_self();
    log_set_level(LOG_WARN);
    (void)signal(SIGXFSZ, SIG_IGN);
    (void)setlocale(LC_CTYPE, "C.UTF-8"); /* libarchive converts names */
    helper->kind = &kind;
    helper->orphan_ms = ORPHAN_MS;
    unpacker->done.data = unpacker;
    if (helper_open(helper) < 0 || uv_async_init(&helper->loop, &unpacker->done, on_done) < 0)
        return -HELPER_EXIT_FAILED;
    helper_run(helper);
    return 0;
}
