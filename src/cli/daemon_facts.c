#include "cli/daemon_facts.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "json/read.h"

enum { LIMIT = 16 << 20 };

static char *copy_text(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? strdup(json_text(value).data) : NULL;
}

static void read_status(const char *text, struct daemon_facts *facts)
{
    struct json_large *parsed = NULL;
    struct json_error error;
    int64_t pid = 0;
    if (json_read_large(LIMIT, slice_of(text), &parsed, &error) < 0)
        return;
    yyjson_val *status = json_large_root(parsed), *value = yyjson_obj_get(status, "pid");
    if (value && json_integer(value, &pid) == 0 && pid > 0 && pid <= INT_MAX)
        facts->pid = (pid_t)pid;
    facts->socket = copy_text(status, "socket");
    facts->state = copy_text(status, "state");
    facts->config = copy_text(status, "config");
    facts->stopping = yyjson_is_true(yyjson_obj_get(status, "stopping"));
    json_large_free(parsed);
}

int daemon_facts_ask(struct cli *cli, struct daemon_facts *ret_facts)
{
    autofree char *status = NULL;
    pid_t listening = 0;
    *ret_facts = (struct daemon_facts){0};
    (void)weir_server_pid(cli->weir, &listening); /* it may hang up instead of answering */
    int r = weir_call(cli->weir, "daemon.status", NULL, 0, WEIR_TIMEOUT_DEFAULT, &status, NULL);
    if (r == 0)
        read_status(status, ret_facts);
    if (ret_facts->pid == 0)
        ret_facts->pid = listening;
    return r;
}

void daemon_facts_clear(struct daemon_facts *facts)
{
    free(facts->socket);
    free(facts->state);
    free(facts->config);
    *facts = (struct daemon_facts){0};
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
