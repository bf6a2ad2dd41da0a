/* In the new program: reads and checks the state that the previous program wrote, and takes over its descriptors. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "daemon/client/client.h"
#include "daemon/daemon.h"
#include "rpc/handover.h"
#include "rpc/peer.h"
#include "json/decode.h"
#include "json/read.h"

enum { MEMORY_BYTES = 1 << 30, PROBLEM_BYTES = 1024 };

static int map(int fd, struct handover_in *in)
{
    struct stat info;
    if (fstat(fd, &info) < 0)
        return -errno;
    if (!S_ISREG(info.st_mode) || info.st_size <= 0)
        return -EINVAL;
    void *memory = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (memory == MAP_FAILED)
        return -errno;
    in->memory = memory;
    in->size = (size_t)info.st_size;
    return 0;
}

static int decode(struct handover_in *in, char *problem, size_t problem_size)
{
    struct json_error syntax = {0};
    struct decode_error error = {0};
    const char *end = in->memory ? memchr(in->memory, '\n', in->size) : NULL;
    if (!end)
        return -EINVAL;
    struct slice document = {in->memory, (size_t)(end - in->memory)};
    in->pieces = (struct slice){end + 1, in->size - document.size - 1};
    int r = json_read_large(MEMORY_BYTES, document, &in->document, &syntax);
    if (r == -EINVAL)
        (void)snprintf(problem, problem_size, "the state of the daemon is not valid JSON: %s at byte %zu",
                       syntax.message, syntax.offset);
    if (r == 0) {
        r = json_decode(&in->arena, &handover_state_shape, json_large_root(in->document), "state", &in->state, &error);
        if (r == -EINVAL)
            (void)snprintf(problem, problem_size, "the state of the daemon does not match the contract: %s %s",
                           error.path, error.message);
    }
    return r;
}

/* --- verification --- */

static bool is_kind(int64_t fd, mode_t kind)
{
    struct stat info;
    return fstat((int)fd, &info) == 0 && (info.st_mode & S_IFMT) == kind;
}

static bool is_listening(int64_t fd)
{
    int yes = 0;
    socklen_t size = sizeof yes;
    return getsockopt((int)fd, SOL_SOCKET, SO_ACCEPTCONN, &yes, &size) == 0 && yes;
}

static int check_parts(struct handover_in *in, char *problem, size_t problem_size)
{
    struct handover_entry parts[HANDOVER_PARTS_MAX];
    handover_parts(NULL, parts);
    for (size_t k = 0; k < in->state.parts.count; k++) {
        const struct handover_state_parts_pair *pair = &in->state.parts.items[k];
        size_t i = 0;
        while (parts[i].part && !slice_is(pair->key, parts[i].part->name))
            i++;
        if (!parts[i].part || parts[i].part->check(pair->value.value, in->pieces) < 0) {
            (void)snprintf(problem, problem_size, "cannot read the state of the part %.*s", SLICE_ARG(pair->key));
            return -EINVAL;
        }
        in->parts[i] = pair->value.value;
    }
    return 0;
}

static int check(struct handover_in *in, char *problem, size_t problem_size)
{
    const struct handover_state *state = &in->state;
    if (!is_kind(state->socket.fd, S_IFSOCK) || !is_listening(state->socket.fd) ||
        !is_kind(state->socket.lock_fd, S_IFREG) || !is_kind(state->state_fd, S_IFDIR)) {
        (void)snprintf(problem, problem_size,
                       "the socket, its lock or the state directory is missing from the state of the daemon");
        return -EINVAL;
    }
    for (size_t i = 0; i < state->clients.count; i++)
        if (peer_check(&state->clients.items[i].peer, in->pieces) < 0) {
            (void)snprintf(problem, problem_size, "the state of connection %lld is incomplete",
                           (long long)state->clients.items[i].peer.fd);
            return -EINVAL;
        }
    return check_parts(in, problem, problem_size);
}

static int read_handover(int fd, struct handover_in **ret_in, char *problem, size_t problem_size)
{
    struct handover_in *in = calloc(1, sizeof *in);
    (void)snprintf(problem, problem_size, "cannot read the state of the daemon");
    if (!in)
        return -ENOMEM;
    in->arena = (struct arena)ARENA_LIMITED(MEMORY_BYTES);
    int r = map(fd, in);
    if (r == 0)
        r = decode(in, problem, problem_size);
    if (r == 0)
        r = check(in, problem, problem_size);
    if (r == 0)
        *ret_in = in;
    else
        (void)handover_in_free(in);
    return r;
}

struct handover_in *handover_in_free(struct handover_in *in)
{
    if (!in)
        return NULL;
    arena_clear(&in->arena);
    json_large_free(in->document);
    if (in->memory)
        (void)munmap(in->memory, in->size);
    free(in);
    return NULL;
}

int handover_verify(int fd)
{
    char problem[PROBLEM_BYTES];
    struct handover_in *in = NULL;
    (void)prctl(PR_SET_PDEATHSIG,
                /* Die with the daemon: the child has the socket and the locks open, which must be released when the
                 * daemon ends. */
                SIGKILL);
    int r = read_handover(fd, &in, problem, sizeof problem);
    if (r)
        (void)fprintf(stderr, "%s\n", problem);
    (void)handover_in_free(in);
    return r ? DAEMON_EXIT_FAILED : DAEMON_EXIT_OK;
}

/* --- taking over --- */

static int own_fd(int64_t fd)
{
    (void)fcntl((int)fd, F_SETFD, FD_CLOEXEC);
    return (int)fd;
}

static int import_socket(struct daemon_socket *socket, const struct handover_socket *state)
{
    *socket = (struct daemon_socket){
        .path = strndup(state->path.data, state->path.size),
        .lock_fd = own_fd(state->lock_fd),
        .fd = own_fd(state->fd),
        .inherited = state->inherited,
        .device = (dev_t)state->device,
        .inode = (ino_t)state->inode,
    };
    if (!socket->path || asprintf(&socket->lock_path, "%s.lock", socket->path) < 0) {
        socket->lock_path = NULL;
        return -ENOMEM;
    }
    return 0;
}

int handover_take_places(struct daemon *daemon, int fd)
{
    char problem[PROBLEM_BYTES];
    struct handover_in *in = NULL;
    int r = read_handover(fd, &in, problem, sizeof problem);
    close(fd);
    if (r) { /* unlikely, because it was just verified */
        (void)fprintf(stderr, "weird: cannot take over: %s\n", problem);
        return -DAEMON_EXIT_FAILED;
    }
    daemon->handover.in = in;
    daemon->handover.phase = HANDOVER_TAKES;
    daemon->handover.frozen_ns = (uint64_t)in->state.frozen_ns;
    daemon->started_ns = (uint64_t)in->state.started_ns;
    daemon->started_at_ms = in->state.started_at_ms;
    daemon->state_fd = own_fd(in->state.state_fd);
    return import_socket(&daemon->socket, &in->state.socket) < 0 ? -DAEMON_EXIT_FAILED : 0;
}

static int import_parts(struct daemon *daemon, const struct handover_in *in)
{
    struct handover_entry parts[HANDOVER_PARTS_MAX];
    handover_parts(daemon, parts);
    int r = 0;
    for (size_t i = 0; parts[i].part && r == 0; i++)
        if (in->parts[i])
            r = parts[i].part->take(parts[i].user, in->parts[i], in->pieces);
    return r;
}

/* If a connection cannot be taken over, only that connection is closed. */
int handover_take_clients(struct daemon *daemon)
{
    const struct handover_in *in = daemon->handover.in;
    const struct handover_state_clients *clients = &in->state.clients;
    rpc_freeze(&daemon->rpc, true);
    listener_pause(&daemon->listener, true);
    daemon->events.last_id = (uint64_t)in->state.last_subscription;
    for (size_t i = 0; i < clients->count; i++) {
        struct client *client = NULL;
        int r = client_import(&daemon->clients, &clients->items[i], in->pieces, &client);
        if (r < 0)
            log_error("restart: cannot take over connection %lld: %s", (long long)clients->items[i].peer.fd,
                      strerror(-r));
        if (r < 0 && client)
            peer_close(client->peer, "the new program could not take over the connection");
    }
    return import_parts(daemon, in);
}
