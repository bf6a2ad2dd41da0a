/* The physical limit of starting an executor: starts a program that only listens on a Unix socket, notices the
 * socket by inotify, connects, and sends one byte there and back. Prints one line of JSON.
 *
 *     bare_spawn DIRECTORY ROUNDS */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS_MAX = 10000 };

extern char **environ;

static void die(const char *what)
{
    (void)fprintf(stderr, "bare_spawn: %s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

static uint64_t now_ns(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static struct sockaddr_un address_of(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        die(path);
    }
    memcpy(address.sun_path, path, strlen(path));
    return address;
}

static int serve(const char *path)
{
    struct sockaddr_un address = address_of(path);
    char byte;
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listener, (const struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 1) < 0)
        die("listen");
    int peer = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (read(peer, &byte, 1) == 1)
        (void)!write(peer, &byte, 1);
    (void)!read(peer, &byte, 1);
    return EXIT_SUCCESS;
}

static int connect_to(const char *path)
{
    struct sockaddr_un address = address_of(path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    while (connect(fd, (const struct sockaddr *)&address, sizeof address) < 0)
        if (errno != ECONNREFUSED) /* bound, but not listening yet */
            die("connect");
    return fd;
}

static uint64_t one_round(char *self, int watch, const char *path)
{
    char events[4096], byte = 'x';
    char *arguments[] = {self, (char *)path, NULL};
    pid_t child;
    uint64_t began = now_ns();
    if (posix_spawn(&child, self, NULL, NULL, arguments, environ) != 0)
        die("spawn");
    if (read(watch, events, sizeof events) <= 0)
        die("inotify");
    int peer = connect_to(path);
    if (write(peer, &byte, 1) != 1 || read(peer, &byte, 1) != 1)
        die("round trip");
    uint64_t took = now_ns() - began;
    close(peer);
    (void)waitpid(child, NULL, 0);
    (void)unlink(path);
    return took;
}

static int compare(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

int main(int argc, char **argv)
{
    static uint64_t times[ROUNDS_MAX];
    char self[PATH_MAX] = "", path[PATH_MAX];
    if (argc == 2)
        return serve(argv[1]);
    unsigned long rounds = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    if (rounds == 0 || rounds > ROUNDS_MAX) {
        (void)fprintf(stderr, "usage: bare_spawn DIRECTORY ROUNDS\n");
        return EXIT_FAILURE;
    }
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
        die("/proc/self/exe");
    int watch = inotify_init1(IN_CLOEXEC);
    if (watch < 0 || inotify_add_watch(watch, argv[1], IN_CREATE) < 0)
        die(argv[1]);
    (void)snprintf(path, sizeof path, "%s/socket", argv[1]);
    for (unsigned long i = 0; i < rounds; i++)
        times[i] = one_round(self, watch, path);
    qsort(times, rounds, sizeof *times, compare);
    printf("{\"rounds\": %lu, \"p50_ns\": %" PRIu64 ", \"p99_ns\": %" PRIu64 "}\n", rounds, times[rounds / 2],
           times[rounds * 99 / 100]);
    return EXIT_SUCCESS;
}
