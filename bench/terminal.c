/* Measures the throughput of a terminal: a plain PTY, and one that the daemon has opened and whose descriptor
 * it has passed. Both are read by the same loop, and filled by the same program: this one, started as a shell
 * with WEIR_BENCH_BYTES in its environment. Prints one line of JSON.
 *
 *     terminal BYTES            a plain PTY
 *     terminal BYTES SOCKET     a terminal of the daemon */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pty.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK_BYTES = 64 << 10, REPLY_BYTES = 4 << 20 };

static void die(const char *what)
{
    (void)fprintf(stderr, "terminal: %s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

static uint64_t now_ns(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* --- writer --- */

/* Waits for a byte, so that the clock starts when both sides are ready. */
static int fill(uint64_t bytes)
{
    static char chunk[CHUNK_BYTES];
    struct termios modes;
    char go;
    if (tcgetattr(STDIN_FILENO, &modes) < 0)
        die("not a terminal");
    cfmakeraw(&modes);
    (void)tcsetattr(STDIN_FILENO, TCSANOW, &modes);
    (void)!write(STDOUT_FILENO, "!", 1);
    if (read(STDIN_FILENO, &go, 1) != 1)
        die("no start");
    memset(chunk, 'x', sizeof chunk);
    while (bytes > 0) {
        ssize_t n = write(STDOUT_FILENO, chunk, bytes < sizeof chunk ? bytes : sizeof chunk);
        if (n < 0)
            die("write");
        bytes -= (uint64_t)n;
    }
    (void)!read(STDIN_FILENO, &go, 1); /* output that was not read yet would be lost on hang-up */
    return EXIT_SUCCESS;
}

/* --- reader --- */

static void wait_for_sign(int fd)
{
    char sign = 0;
    while (sign != '!')
        if (read(fd, &sign, 1) != 1)
            die("the program did not start");
}

static void measure(int fd, uint64_t bytes, bool is_up)
{
    static char chunk[CHUNK_BYTES];
    int flags = fcntl(fd, F_GETFL);
    (void)fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
    if (!is_up)
        wait_for_sign(fd);
    uint64_t began = now_ns(), got = 0;
    if (write(fd, "g", 1) != 1)
        die("start");
    while (got < bytes) {
        ssize_t n = read(fd, chunk, sizeof chunk);
        if (n <= 0)
            die("read");
        got += (uint64_t)n;
    }
    uint64_t took = now_ns() - began;
    (void)!write(fd, "e", 1);
    printf("{\"bytes\": %" PRIu64 ", \"wall_ns\": %" PRIu64 ", \"bytes_per_second\": %.0f}\n", got, took,
           (double)got * 1e9 / (double)took);
}

static int measure_plain(const char *self, uint64_t bytes)
{
    struct winsize size = {.ws_col = 80, .ws_row = 24};
    int master;
    pid_t child = forkpty(&master, NULL, NULL, &size);
    if (child < 0)
        die("forkpty");
    if (child == 0) {
        (void)execl(self, self, (char *)NULL);
        _exit(127);
    }
    measure(master, bytes, false);
    (void)waitpid(child, NULL, 0);
    return EXIT_SUCCESS;
}

/* --- terminal of the daemon --- */

static int connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (strlen(path) >= sizeof address.sun_path)
        errno = ENAMETOOLONG;
    else
        memcpy(address.sun_path, path, strlen(path));
    if (fd < 0 || !*address.sun_path || connect(fd, (const struct sockaddr *)&address, sizeof address) < 0)
        die(path);
    return fd;
}

/* Sends a request and returns the line with its response; *ret_fd is the descriptor that arrived with it. */
static const char *ask(int peer, const char *request, int id, int *ret_fd)
{
    static char reply[REPLY_BYTES];
    char wanted[32], control[CMSG_SPACE(sizeof(int) * 16)];
    size_t size = 0;
    (void)snprintf(wanted, sizeof wanted, "\"id\":%d,", id);
    if (write(peer, request, strlen(request)) != (ssize_t)strlen(request))
        die("request");
    while (size < sizeof reply - 1) {
        struct iovec piece = {reply + size, sizeof reply - 1 - size};
        struct msghdr message = {
            .msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
        ssize_t n = recvmsg(peer, &message, MSG_CMSG_CLOEXEC);
        if (n <= 0)
            die("the daemon hung up");
        for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part))
            if (part->cmsg_type == SCM_RIGHTS && ret_fd)
                memcpy(ret_fd, CMSG_DATA(part), sizeof *ret_fd);
        size += (size_t)n;
        reply[size] = '\0';
        for (char *line = reply, *end; (end = strchr(line, '\n')); line = end + 1)
            if (memmem(line, (size_t)(end - line), wanted, strlen(wanted))) {
                *end = '\0';
                return line;
            }
    }
    errno = EMSGSIZE;
    die("answer");
    return NULL;
}

static int measure_passed(const char *self, uint64_t bytes, const char *socket_path)
{
    char request[PATH_MAX + 512], id[64] = "";
    int peer = connect_to(socket_path), fd = -1;
    (void)snprintf(
        request, sizeof request,
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"terminal.open\",\"params\":{\"cwd\":\"/tmp\",\"shell\":\"%s\","
        "\"env\":{\"WEIR_BENCH_BYTES\":\"%" PRIu64 "\"}}}\n",
        self, bytes);
    const char *reply = ask(peer, request, 1, NULL);
    const char *at = strstr(reply, "\"terminalId\":\"");
    if (!at || sscanf(at, "\"terminalId\":\"%63[^\"]", id) != 1) {
        (void)fprintf(stderr, "terminal: %s\n", reply);
        return EXIT_FAILURE;
    }
    (void)snprintf(request, sizeof request,
                   "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"terminal.attach\",\"params\":{\"terminalId\":\"%s\","
                   "\"passFd\":true}}\n",
                   id);
    reply = ask(peer, request, 2, &fd);
    if (fd < 0) {
        (void)fprintf(stderr, "terminal: received no descriptor: %s\n", reply);
        return EXIT_FAILURE;
    }
    /* "!" in base64: the daemon has already read the byte. */
    measure(fd, bytes, strstr(reply, "\"scrollback\":\"IQ==\"") != NULL);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    char self[PATH_MAX] = "";
    const char *bytes_text = getenv("WEIR_BENCH_BYTES");
    if (argc == 1 && bytes_text)
        return fill(strtoull(bytes_text, NULL, 10));
    uint64_t bytes = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    if (bytes == 0 || argc > 3) {
        (void)fprintf(stderr, "usage: terminal BYTES [SOCKET]\n");
        return EXIT_FAILURE;
    }
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
        die("/proc/self/exe");
    (void)setenv("WEIR_BENCH_BYTES", argv[1], 1);
    return argc == 2 ? measure_plain(self, bytes) : measure_passed(self, bytes, argv[2]);
}
