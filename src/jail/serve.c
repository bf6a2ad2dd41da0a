#include "jail/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/process.h"
#include "jail/cgroup.h"
#include "jail/filter.h"
#include "jail/jail.h"

enum { REQUESTS_FD = 0, REQUEST_MAX = 64 << 10, STRINGS_MAX = 1024 };

/* --- parsing a request --- */

struct request {
    char text[REQUEST_MAX];
    char *arguments[STRINGS_MAX], *environment[STRINGS_MAX];
    int argument_count;
    const char *end;
};

/* Reads `count` strings, and terminates the array with NULL. Returns NULL if there are fewer strings. */
static char *take_strings(char *at, const char *end, uint32_t count, char **strings)
{
    if (count >= STRINGS_MAX)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        char *nul = memchr(at, '\0', (size_t)(end - at));
        if (!nul)
            return NULL;
        strings[i] = at;
        at = nul + 1;
    }
    strings[count] = NULL;
    return at;
}

static int read_request(struct request *request, size_t size)
{
    struct {
        uint32_t argument_count, variable_count;
    } head;
    if (size < sizeof head)
        return -EINVAL;
    memcpy(&head, request->text, sizeof head);
    request->end = request->text + size;
    char *at = take_strings(request->text + sizeof head, request->end, head.argument_count, request->arguments);
    if (at)
        at = take_strings(at, request->end, head.variable_count, request->environment);
    request->argument_count = (int)head.argument_count;
    return at == request->end && (head.argument_count > 0) == (size > sizeof head) ? 0 : -EINVAL;
}

/* Returns the size; 0: the daemon has closed the socket. */
static ssize_t receive(int fd, struct request *request)
{
    ssize_t n;
    do
        n = recv(fd, request->text, sizeof request->text, MSG_TRUNC);
    while (n < 0 && errno == EINTR);
    return n < 0 ? -errno : n;
}

/* --- forking --- */

/* In a forked jail: replaces standard input by /dev/null. */
static int turn_away(void)
{
    close(REQUESTS_FD);
    return open("/dev/null", O_RDONLY) == REQUESTS_FD ? 0 : -EIO;
}

/* Sends the answer. */
static void tell(pid_t pid)
{
    (void)send(REQUESTS_FD, &pid, sizeof pid, MSG_NOSIGNAL);
}

/* Forks a sibling (CLONE_PARENT), so that the daemon is its parent and can wait for it. The child sends the answer
 * itself: the template process may be killed before it could, and the daemon would not know the child. */
static pid_t copy_self(void)
{
    struct clone_args arguments = {.flags = CLONE_PARENT};
    pid_t pid = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
    if (pid <= 0)
        tell(pid < 0 ? -errno : getpid());
    return pid;
}

static int become(struct jail *jail, struct request *request, int *argc, char ***argv)
{
    jail->title = (struct title){
        .arguments = request->arguments[0],
        .environment = request->environment[0] ? request->environment[0] : request->end,
        .end = request->end,
    };
    title_show(&jail->title);
    environ = request->environment;
    *argc = request->argument_count;
    *argv = request->arguments;
    return 0;
}

/* --- the prepared jail --- */

struct ahead {
    pid_t pid; /* 0: none */
    int fd;    /* socket for its request */
    char id[CGROUP_ID_SIZE];
};

/* In the forked process. Its PID 1, which is created before the request, reads the request from shared memory. Returns
 * 1 if the process is no longer needed. */
static int await_request(struct jail *jail, const struct ahead *ahead, int *argc, char ***argv)
{
    struct memory {
        struct request request;
        struct view view;
    } *memory = mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return -errno;
    int r = jail_settle(jail);
    autoclose int requests = r < 0 ? -1 : fcntl(REQUESTS_FD, F_DUPFD_CLOEXEC, REQUESTS_FD + 1);
    if (requests < 0 || turn_away() < 0)
        return -EIO;
    jail->view = &memory->view;
    jail_make_ahead(jail, ahead->id);
    if (!jail_await(jail, requests))
        (void)shutdown(requests, SHUT_RD); /* refuses new requests; one may have arrived already */
    ssize_t n = receive(requests, &memory->request);
    return n > 0 && read_request(&memory->request, (size_t)n) == 0 ? become(jail, &memory->request, argc, argv) : 1;
}

/* Returns true in the forked process. */
static bool make_ahead(struct ahead *ahead)
{
    int pair[2];
    int r = ahead->pid > 0 ? -EALREADY : cgroup_new_id(ahead->id);
    if (r == 0 && socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
        r = -errno;
    if (r != 0) {
        tell(r);
        return false;
    }
    char word = 0;
    pid_t pid = copy_self();
    if (pid == 0) {
        (void)send(pair[1], &word, sizeof word, MSG_NOSIGNAL);
        (void)dup2(pair[1], REQUESTS_FD);
    }
    close(pair[1]);
    if (pid <= 0) {
        close(pair[0]);
        return pid == 0;
    }
    /* Waits until the child has answered: its answer must not arrive after the one to the next request. */
    (void)recv(pair[0], &word, sizeof word, 0);
    ahead->fd = pair[0];
    ahead->pid = pid;
    return false;
}

/* Passes the request to the prepared jail, or to a new fork. Returns true in the fork. */
static bool pass(struct ahead *ahead, const struct request *request)
{
    pid_t pid = ahead->pid;
    if (pid == 0)
        return copy_self() == 0;
    ssize_t n = send(ahead->fd, request->text, (size_t)(request->end - request->text), MSG_NOSIGNAL | MSG_DONTWAIT);
    close(ahead->fd);
    ahead->pid = 0;
    if (n >= 0) {
        tell(pid);
        return false;
    }
    cgroup_forget(ahead->id); /* it has exited: the daemon gets the PID of another process */
    return copy_self() == 0;
}

/* --- the template process --- */

static void keep_all(void)
{
    char boot_id[PROCESS_BOOT_ID_SIZE]; /* process_boot_id() caches it */
    title_keep();
    filter_keep();
    cgroup_keep();
    (void)process_boot_id(boot_id);
}

int serve(struct jail *jail, int *argc, char ***argv)
{
    static struct request request;
    struct ahead ahead = {0};
    (void)close_range(3, ~0U, 0);
    keep_all();
    for (;;) {
        ssize_t n = receive(REQUESTS_FD, &request);
        if (n == 0)
            return 1;
        if (n < 0) {
            (void)fprintf(stderr, "weir-jail: cannot receive requests: %s; only the daemon uses --serve\n",
                          strerror((int)-n));
            return (int)n;
        }
        int r = (size_t)n > sizeof request.text ? -E2BIG : read_request(&request, (size_t)n);
        if (r < 0)
            tell(r);
        else if (request.argument_count == 0 && make_ahead(&ahead))
            return await_request(jail, &ahead, argc, argv);
        else if (request.argument_count > 0 && pass(&ahead, &request))
            return turn_away() < 0 ? -EIO : become(jail, &request, argc, argv);
    }
}
