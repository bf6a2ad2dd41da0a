
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "daemon/sandbox/sandbox.h"

enum { ANSWER_MAX = 8 << 10, RETRY_MIN_MS = 1, RETRY_MAX_MS = 50 };

static void on_poll_closed(uv_handle_t *handle)
{
    free(handle);
}

static void hang_up(struct sandbox_control *control)
{
    if (!control->poll)
        return;
    uv_close((uv_handle_t *)control->poll, on_poll_closed);
    control->poll = NULL;
    close(control->fd);
}

void sandbox_control_clear(struct sandbox_control *control)
{
    if (!control->facts)
        return;
    timers_unset(&control->facts->rpc->timers, &control->retry);
    timers_unset(&control->facts->rpc->timers, &control->limit);
    hang_up(control);
    free(control->question);
    free(control->directory);
    *control = (struct sandbox_control){0};
}

bool sandbox_control_is_busy(const struct sandbox_control *control)
{
    return control->facts != NULL;
}

/* `answered` may ask again, or free the struct that contains `control`. */
static void finish(struct sandbox_control *control, int status, struct slice answer)
{
    sandbox_answered_fn answered = control->answered;
    sandbox_control_clear(control);
    answered(control, status, answer);
}

static int retry_later(struct sandbox_control *control);

static void on_answer(uv_poll_t *poll, int status, int events)
{
    struct sandbox_control *control = poll->data;
    char answer[ANSWER_MAX];
    (void)events;
    /* The jail ended without reading the question. Its status file says why; the executor's end will be reported from
     * that. */
    if (status < 0) {
        hang_up(control);
        status = retry_later(control);
        if (status < 0)
            finish(control, status, (struct slice){0});
        return;
    }
    ssize_t n = recv(control->fd, answer, sizeof answer, MSG_DONTWAIT | MSG_TRUNC);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    int r = n < 0 ? -errno : n == 0 ? -ECONNRESET : n > (ssize_t)sizeof answer ? -EMSGSIZE : 0;
    struct slice text = {answer, r < 0 ? 0 : (size_t)n};
    finish(control, r, text);
}

/* --- questions --- */

/* A socket address holds at most 107 bytes. A path through a descriptor of the directory is always short enough. */
static int connect_to(const char *directory, int *ret_fd)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    autoclose int folder = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (folder < 0)
        return -errno;
    (void)snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/control", folder);
    autoclose int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0)
        return -errno;
    *ret_fd = take_fd(&fd);
    return 0;
}

static int send_question(struct sandbox_control *control)
{
    autoclose int fd = -1;
    int r = fault_point("sandbox.before_ask");
    if (r == 0)
        r = connect_to(control->directory, &fd);
    if (r < 0)
        return r;
    if (send(fd, control->question, control->size, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)control->size)
        return errno == EAGAIN ? -EMSGSIZE : -errno;
    uv_poll_t *poll = calloc(1, sizeof *poll);
    r = poll ? uv_poll_init(control->facts->rpc->loop, poll, fd) : -ENOMEM;
    if (r < 0) {
        free(poll);
        return r;
    }
    poll->data = control;
    control->poll = poll;
    control->fd = take_fd(&fd);
    return uv_poll_start(poll, UV_READABLE, on_answer);
}

static void on_retry(struct deadline *deadline);

static int retry_later(struct sandbox_control *control)
{
    control->retry_ms = control->retry_ms ? 2 * control->retry_ms : RETRY_MIN_MS;
    if (control->retry_ms > RETRY_MAX_MS)
        control->retry_ms = RETRY_MAX_MS;
    control->retry.expired = on_retry;
    return timers_set(&control->facts->rpc->timers, &control->retry, control->retry_ms);
}

/* The jail does not listen yet, or its queue is full. */
static bool is_temporary(int error)
{
    return error == -ENOENT || error == -ECONNREFUSED || error == -EAGAIN;
}

static void on_retry(struct deadline *deadline)
{
    struct sandbox_control *control = list_member(deadline, struct sandbox_control, retry);
    int r = send_question(control);
    if (is_temporary(r))
        r = retry_later(control);
    if (r < 0)
        finish(control, r, (struct slice){0});
}

static void on_limit(struct deadline *deadline)
{
    finish(list_member(deadline, struct sandbox_control, limit), -ETIMEDOUT, (struct slice){0});
}

int sandbox_control_ask(struct sandbox_control *control, struct sandbox_facts *facts, const char *directory,
                        struct slice question, uint64_t ms, sandbox_answered_fn answered)
{
    *control = (struct sandbox_control){
        .facts = facts,
        .directory = strdup(directory),
        .question = malloc(question.size + 1),
        .size = question.size,
        .answered = answered,
    };
    control->limit.expired = on_limit;
    int r = control->directory && control->question ? 0 : -ENOMEM;
    if (r == 0) {
        memcpy(control->question, question.data, question.size);
        r = timers_set(&facts->rpc->timers, &control->limit, ms);
    }
    if (r == 0) {
        r = send_question(control);
        if (is_temporary(r))
            r = retry_later(control);
    }
    if (r < 0)
        sandbox_control_clear(control);
    return r;
}

/* --- answers --- */

static bool next_line(struct slice *left, struct slice *ret_line)
{
    const char *end = left->size > 0 ? memchr(left->data, '\n', left->size) : NULL;
    if (!end)
        return false;
    *ret_line = (struct slice){left->data, (size_t)(end - left->data)};
    *left = (struct slice){end + 1, left->size - ret_line->size - 1};
    return true;
}

int sandbox_hello_read(struct slice answer, struct sandbox_hello *ret_hello)
{
    static const char *const levels[] = {[SESSION_SANDBOX_LEVEL_NAMESPACE] = "level namespace",
                                         [SESSION_SANDBOX_LEVEL_LANDLOCK] = "level landlock",
                                         [SESSION_SANDBOX_LEVEL_OFF] = "level off"};
    struct sandbox_hello hello = {.level = -1};
    bool network = false;
    struct slice line;
    if (!next_line(&answer, &line) || !slice_is(line, "ok"))
        return -EPROTO;
    while (next_line(&answer, &line)) {
        for (int i = 0; i < (int)(sizeof levels / sizeof *levels); i++)
            if (slice_is(line, levels[i]))
                hello.level = i;
        if (slice_is(line, "network closed") || slice_is(line, "network full")) {
            hello.closed = slice_is(line, "network closed");
            network = true;
        }
        if (slice_starts_with(line, SLICE("landlock ")) && line.size < 16) {
            char number[16] = "";
            memcpy(number, line.data + 9, line.size - 9);
            hello.landlock = (unsigned)strtoul(number, NULL, 10);
        }
    }
    if (hello.level < 0 || !network)
        return -EPROTO;
    *ret_hello = hello;
    return 0;
}

int sandbox_session_read(struct slice answer, char problem[static 256])
{
    struct slice line;
    if (!next_line(&answer, &line)) {
        (void)snprintf(problem, 256, "unexpected response from its jail");
        return -EPROTO;
    }
    if (slice_is(line, "ok"))
        return 0;
    (void)snprintf(problem, 256, "%.*s", line.size < 240 ? (int)line.size : 240, line.data);
    if (!slice_starts_with(line, SLICE("failed ")))
        return -EPROTO;
    const char *sentence = memchr(line.data + 7, ' ', line.size - 7);
    if (sentence)
        (void)snprintf(problem, 256, "%.*s",
                       (int)(line.size - (size_t)(sentence + 1 - line.data) < 240
                                 ? line.size - (size_t)(sentence + 1 - line.data)
                                 : 240),
                       sentence + 1);
    return -EACCES;
}
