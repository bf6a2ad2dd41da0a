#include "cli/daemon_pid.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "json/read.h"

enum { LIMIT = 16 << 20 };

static pid_t pid_in(const char *status)
{
    struct json_large *parsed = NULL;
    struct json_error error;
    int64_t pid = 0;
    if (json_read_large(LIMIT, slice_of(status), &parsed, &error) < 0)
        return 0;
    yyjson_val *value = yyjson_obj_get(json_large_root(parsed), "pid");
    if (!value || json_integer(value, &pid) < 0 || pid < 0 || pid > INT_MAX)
        pid = 0;
    json_large_free(parsed);
    return (pid_t)pid;
}

pid_t daemon_pid(struct cli *cli)
{
    autofree char *status = NULL;
    pid_t pid = 0;
    if (weir_call(cli->weir, "daemon.status", NULL, 0, WEIR_TIMEOUT_DEFAULT, &status, NULL) == 0)
        pid = pid_in(status);
    if (pid == 0)
        (void)weir_server_pid(cli->weir, &pid);
    return pid;
}

int daemon_wait_gone(int pidfd, int64_t timeout_ms)
{
    uint64_t start = clock_monotonic_ns();
    struct pollfd wait = {.fd = pidfd, .events = POLLIN};
    for (;;) {
        int64_t passed = (int64_t)((clock_monotonic_ns() - start) / 1000000);
        int64_t left = timeout_ms < 0 ? -1 : timeout_ms > passed ? timeout_ms - passed : 0;
        int n = poll(&wait, 1, left > INT_MAX ? INT_MAX : (int)left);
        if (n > 0)
            return 0;
        if (n < 0 && errno != EINTR)
            return -errno;
        if (n == 0 && left <= INT_MAX)
            return -ETIMEDOUT;
    }
}
