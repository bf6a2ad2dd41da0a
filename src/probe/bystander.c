#include "probe/bystander.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "probe/shared.h"

extern char **environ;

int probe_canary(char ret_canary[static PROBE_CANARY_SIZE])
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
    uint8_t random[PROBE_CANARY_SIZE - 1];
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
        return -EIO;
    for (size_t i = 0; i < sizeof random; i++)
        ret_canary[i] = digits[random[i] % 32];
    ret_canary[sizeof random] = '\0';
    return 0;
}

/* --- sockets --- */

static int listen_on_port(int type, int *ret_port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    autoclose int fd = socket(AF_INET, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || bind(fd, (const struct sockaddr *)&address, sizeof address) < 0 ||
        (type == SOCK_STREAM && listen(fd, 8) < 0) || getsockname(fd, (struct sockaddr *)&address, &size) < 0)
        return -errno;
    *ret_port = ntohs(address.sin_port);
    return take_fd(&fd);
}

static int listen_abstract(const char *name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t size = strlen(name);
    memcpy(address.sun_path + 1, name, size);
    autoclose int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 ||
        bind(fd, (const struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + size)) <
            0 ||
        listen(fd, 8) < 0)
        return -errno;
    return take_fd(&fd);
}

/* --- process --- */

/* Writes the canary over the initial environment, which /proc shows. */
static void plant(const char *canary)
{
    size_t size = strlen(canary);
    for (char **variable = environ; variable && *variable; variable++)
        if (strlen(*variable) >= size) {
            memcpy(*variable, canary, size);
            return;
        }
}

static void answer(int fd, const char *canary)
{
    autoclose int connection = accept4(fd, NULL, NULL, SOCK_CLOEXEC);
    if (connection >= 0)
        (void)send(connection, canary, strlen(canary), MSG_NOSIGNAL);
}

static void answer_datagram(int fd, const char *canary)
{
    struct sockaddr_in from;
    socklen_t size = sizeof from;
    char data[64];
    if (recvfrom(fd, data, sizeof data, 0, (struct sockaddr *)&from, &size) >= 0)
        (void)sendto(fd, canary, strlen(canary), MSG_NOSIGNAL, (const struct sockaddr *)&from, size);
}

__attribute__((noreturn)) static void stand(const struct probe_bystander *bystander, const int fds[static 3], int ready,
                                            pid_t parent)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGURG};
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        (void)signal(ignored[i], SIG_IGN);
    (void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    (void)prctl(PR_SET_NAME, bystander->name);
    plant(bystander->canary);
    (void)close(ready);
    struct pollfd waits[3] = {
        {.fd = fds[0], .events = POLLIN}, {.fd = fds[1], .events = POLLIN}, {.fd = fds[2], .events = POLLIN}};
    for (;;) {
        if (poll(waits, 3, -1) < 0 && errno != EINTR)
            _exit(1);
        if (waits[0].revents)
            answer(fds[0], bystander->canary);
        if (waits[1].revents)
            answer_datagram(fds[1], bystander->canary);
        if (waits[2].revents)
            answer(fds[2], bystander->canary);
    }
}

int probe_bystander_start(struct probe_bystander *bystander)
{
    *bystander = (struct probe_bystander){0};
    if (probe_canary(bystander->canary) < 0 || probe_canary(bystander->abstract) < 0)
        return -EIO;
    (void)snprintf(bystander->name, sizeof bystander->name, "weir-%.10s", bystander->abstract);
    char *memory = NULL; /* owned by the child */
    bystander->memory = probe_memory_make(bystander->canary, &memory);
    autoclose int tcp = listen_on_port(SOCK_STREAM, &bystander->tcp_port);
    autoclose int udp = listen_on_port(SOCK_DGRAM, &bystander->udp_port);
    autoclose int local = listen_abstract(bystander->abstract);
    int ready[2], r = local < 0 ? local : pipe2(ready, O_CLOEXEC) < 0 ? -errno : 0;
    if (r < 0) {
        probe_memory_leave(memory);
        return r;
    }
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        stand(bystander, (const int[]){tcp, udp, local}, ready[1], parent);
    r = pid < 0 ? -errno : 0;
    char byte;
    probe_memory_leave(memory);
    (void)close(ready[1]);
    if (pid > 0)
        (void)!read(ready[0], &byte, 1); /* end of file: the child is ready */
    (void)close(ready[0]);
    bystander->pid = pid > 0 ? pid : 0;
    if (pid > 0)
        bystander->key = probe_key_add(bystander->abstract, bystander->canary);
    return r;
}

void probe_bystander_stop(struct probe_bystander *bystander)
{
    if (bystander->pid <= 0)
        return;
    probe_key_remove(bystander->key);
    (void)kill(bystander->pid, SIGKILL);
    while (waitpid(bystander->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    bystander->pid = 0;
}
