#include "jail/control.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "base/private_socket.h"
#include "jail/init.h"
#include "jail/jail.h"

enum { BACKLOG = 16 };

static const char hello[] = "hello\n", session[] = "session\n";

/* --- the socket --- */

int control_listen(int directory_fd, const char *name, int type, int *ret_fd)
{
    char path[PATHS_SOCKET_MAX + 1];
    int n = snprintf(path, sizeof path, "/proc/self/fd/%d/%s", directory_fd, name);
    if (n < 0 || (size_t)n >= sizeof path)
        return -ENAMETOOLONG;
    (void)unlinkat(directory_fd, name, 0);
    return private_socket_listen(path, type, BACKLOG, ret_fd);
}

int control_open(struct control *control, int directory_fd)
{
    return control_listen(directory_fd, "control", SOCK_SEQPACKET | SOCK_NONBLOCK, &control->listen_fd);
}

void control_close(struct control *control, int directory_fd)
{
    for (size_t i = 0; i < CONTROL_CLIENTS; i++)
        cleanup_close(&control->clients[i]);
    if (control->listen_fd >= 0)
        (void)unlinkat(directory_fd, "control", 0);
    cleanup_close(&control->listen_fd);
    *control = (struct control)CONTROL_INIT;
}

/* --- requests --- */

static void answer(int fd, const char *text)
{
    (void)send(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void answer_problem(int fd, const struct problem *problem)
{
    char text[sizeof problem->sentence + 32];
    if (problem->error)
        (void)snprintf(text, sizeof text, "failed %d %s\n", problem->error, problem->sentence);
    else
        (void)snprintf(text, sizeof text, "ok\n");
    answer(fd, text);
}

static void answer_hello(const struct jail *jail, int fd)
{
    char text[128];
    const struct sandbox *sandbox = &jail->sandbox;
    bool is_off = sandbox->level == SANDBOX_OFF;
    (void)snprintf(text, sizeof text, "ok\nlevel %s\nlandlock %d\nnetwork %s\n", sandbox_level_name(sandbox->level),
                   is_off ? 0 : sandbox->landlock, !is_off && jail->view->is_closed ? "closed" : "full");
    answer(fd, text);
}

static int check_request(const struct jail *jail, struct problem *problem)
{
    if (jail->sandbox.level != SANDBOX_NAMESPACE)
        return problem_refuse(problem, EOPNOTSUPP, "sandbox level %s does not support adding a session later",
                              sandbox_level_name(jail->sandbox.level));
    if (jail->program_ended || jail->init_is_silent)
        return problem_refuse(problem, ESRCH, "the program has ended");
    if (jail->has_session || view_cwd(jail->view) || jail->control.is_requesting)
        return problem_refuse(problem, EALREADY, "the program has a session already");
    return 0;
}

/* PID 1 of the namespace adds the session; its result arrives as a report. */
static void request_session(struct jail *jail, int fd, const char *lines, size_t size)
{
    static struct {
        char word, lines[VIEW_SIZE_MAX];
    } request = {.word = INIT_REQUEST_SESSION};
    struct problem problem = {0};
    int r = check_request(jail, &problem);
    if (r == 0 && size > sizeof request.lines)
        r = problem_refuse(&problem, E2BIG, "the session's view is too large (limit: %d bytes)", VIEW_SIZE_MAX);
    if (r == 0) {
        memcpy(request.lines, lines, size);
        if (send(jail->control_fd, &request, size + 1, MSG_NOSIGNAL) < 0)
            r = problem_say(&problem, errno, "cannot send the session to the init process: %s", strerror(errno));
    }
    if (r < 0) {
        answer_problem(fd, &problem);
        return;
    }
    jail->control.is_requesting = true;
    jail->control.waiting_fd = fd;
}

void control_answer(struct jail *jail, const struct problem *problem)
{
    jail->has_session = problem->error == 0;
    jail->control.is_requesting = false;
    if (jail->control.waiting_fd >= 0)
        answer_problem(jail->control.waiting_fd, problem);
    jail->control.waiting_fd = -1;
}

/* --- clients --- */

static void drop(struct control *control, int *client)
{
    if (control->waiting_fd == *client)
        control->waiting_fd = -1;
    (void)close(take_fd(client));
}

static void take_packet(struct jail *jail, int *client)
{
    static char packet[sizeof session + VIEW_SIZE_MAX];
    ssize_t n = recv(*client, packet, sizeof packet, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n == (ssize_t)strlen(hello) && memcmp(packet, hello, strlen(hello)) == 0) {
        answer_hello(jail, *client);
    } else if (n >= (ssize_t)strlen(session) && memcmp(packet, session, strlen(session)) == 0) {
        request_session(jail, *client, packet + strlen(session), (size_t)n - strlen(session));
    } else if (n > 0) {
        static const struct problem unknown = {.error = EINVAL,
                                               .sentence = "unknown request; expected hello or session"};
        answer_problem(*client, &unknown);
    } else {
        drop(&jail->control, client);
    }
}

static void take_client(struct control *control)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    autoclose int fd = accept4(control->listen_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0 || getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0 || peer.uid != geteuid())
        return;
    for (size_t i = 0; i < CONTROL_CLIENTS; i++) {
        if (control->clients[i] < 0) {
            control->clients[i] = take_fd(&fd);
            return;
        }
    }
}

void control_fill(const struct control *control, struct pollfd fds[static CONTROL_POLL])
{
    bool is_full = true;
    for (size_t i = 0; i < CONTROL_CLIENTS; i++) {
        fds[1 + i] = (struct pollfd){.fd = control->clients[i], .events = POLLIN};
        is_full = is_full && control->clients[i] >= 0;
    }
    fds[0] = (struct pollfd){.fd = is_full ? -1 : control->listen_fd, .events = POLLIN};
}

void control_take(struct jail *jail, const struct pollfd fds[static CONTROL_POLL])
{
    for (size_t i = 0; i < CONTROL_CLIENTS; i++)
        if (fds[1 + i].revents && jail->control.clients[i] >= 0)
            take_packet(jail, &jail->control.clients[i]);
    if (fds[0].revents)
        take_client(&jail->control);
}
