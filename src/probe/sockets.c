#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "probe/internal.h"

enum { ANSWER_MAX = 4096, PATIENCE_SECONDS = 1 };

/* Sends a text, if any, and waits for a response that contains the expected text. */
static void talk(int fd, const char *say, const char *expected, struct probe_result *result)
{
    char answer[ANSWER_MAX];
    struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (*say && send(fd, say, strlen(say), MSG_NOSIGNAL) < 0) {
        probe_refused(result, errno, "cannot send");
        return;
    }
    ssize_t n = recv(fd, answer, sizeof answer, 0);
    if (n < 0)
        probe_refused(result, errno, "no response");
    else if (!probe_holds((struct slice){answer, (size_t)n}, expected))
        probe_refused(result, 0, n == 0 ? "it closed the connection" : "an unexpected response");
    else
        probe_succeeded(result, "it responded");
}

static void reach(int domain, int type, const struct sockaddr *address, socklen_t size, const char *say,
                  const char *expected, struct probe_result *result)
{
    autoclose int fd = socket(domain, type | SOCK_CLOEXEC, 0);
    if (fd < 0)
        probe_refused(result, errno, "cannot create such a socket");
    else if (connect(fd, address, size) < 0)
        probe_refused(result, errno, "cannot connect");
    else
        talk(fd, say, expected, result);
}

/* A bystander responds to every connection without a request. */
static void reach_port(int type, const struct probe_target *target, struct probe_result *result)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)target->number), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    reach(AF_INET, type, (const struct sockaddr *)&address, sizeof address, type == SOCK_DGRAM ? "hello" : "",
          target->text, result);
}

void probe_tcp(const struct probe_target *target, struct probe_result *result)
{
    reach_port(SOCK_STREAM, target, result);
}

void probe_udp(const struct probe_target *target, struct probe_result *result)
{
    reach_port(SOCK_DGRAM, target, result);
}

/* Sockets between a virtual machine and its host, which network namespaces do not restrict. */
void probe_vsock(const struct probe_target *target, struct probe_result *result)
{
    (void)target;
    autoclose int fd = socket(AF_VSOCK, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        probe_refused(result, errno, "cannot create such a socket");
    else
        probe_succeeded(result, "created such a socket");
}

/* --- Unix sockets --- */

void probe_abstract(const struct probe_target *target, struct probe_result *result)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t size = strlen(target->path);
    if (size + 1 > sizeof address.sun_path) {
        probe_impossible(result, ENAMETOOLONG, "its name is too long");
        return;
    }
    memcpy(address.sun_path + 1, target->path, size);
    reach(AF_UNIX, SOCK_STREAM, (const struct sockaddr *)&address,
          (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + size), "", target->text, result);
}

void probe_ping(const struct probe_target *target, struct probe_result *result)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(target->path) >= sizeof address.sun_path) {
        probe_impossible(result, ENAMETOOLONG, "its path is too long");
        return;
    }
    memcpy(address.sun_path, target->path, strlen(target->path));
    reach(AF_UNIX, SOCK_STREAM, (const struct sockaddr *)&address, sizeof address,
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n", "\"result\"", result);
}
