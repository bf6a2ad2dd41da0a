/* Performs tools and notifications, which are no tasks. The store knows that one is under way; its result is stored by
 * the next look. If the daemon ends before, the run is settled as interrupted, and nothing is repeated. */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/utf8.h"
#include "daemon/automation/internal.h"
#include "notify/desktop.h"

extern char **environ;

enum { TITLE_MAX = 400, BODY_MAX = 4000 };

/* Something that is being performed. */
struct automation_order {
    struct list link; /* in automation->orders */
    struct automation *automation;
    int64_t run_no, step; /* run_no 0: nobody waits for the result */
    pid_t child;
    int pidfd;
    uv_poll_t poll;
};

/* --- results --- */

void order_result(struct automation *automation, int64_t run_no, int64_t step, bool ok, const char *reason,
                  struct slice message)
{
    struct automation_result *result = run_no > 0 ? calloc(1, sizeof *result) : NULL;
    if (!result)
        return; /* out of memory: the run is settled at the next start */
    *result = (struct automation_result){.run_no = run_no, .step = step, .ok = ok, .reason = reason};
    message = utf8_cut(message, AUTOMATION_MESSAGE_MAX);
    slice_copy(result->message, message);
    list_append(&automation->results, &result->link);
    (void)fault_point("automation.performed");
    automation_look(automation);
}

/* --- notifications: a process of their own --- */

static void on_closed(uv_handle_t *handle)
{
    struct automation_order *order = handle->data;
    close(order->pidfd);
    free(order);
}

static void order_close(struct automation_order *order)
{
    list_remove(&order->link);
    uv_close((uv_handle_t *)&order->poll, on_closed);
}

static void on_ended(uv_poll_t *poll, int status, int events)
{
    struct automation_order *order = poll->data;
    int code = 0;
    (void)status;
    (void)events;
    if (waitpid(order->child, &code, WNOHANG) == 0)
        return;
    bool ok = WIFEXITED(code) && WEXITSTATUS(code) == NOTIFY_SHOWN;
    bool no_desktop = WIFEXITED(code) && WEXITSTATUS(code) == NOTIFY_NO_DESKTOP;
    order_result(order->automation, order->run_no, order->step, ok, "notify_failed",
                 ok           ? SLICE("")
                 : no_desktop ? SLICE("there is no desktop session that shows notifications")
                              : SLICE("the desktop did not answer"));
    order_close(order);
}

/* Title and text in a file in memory. */
static int write_texts(const struct automation_todo *todo, int *ret_fd)
{
    struct slice title = utf8_cut(todo->title, TITLE_MAX), body = utf8_cut(todo->body, BODY_MAX);
    autoclose int fd = memfd_create("weir-notification", MFD_CLOEXEC);
    struct buf text = BUF_LIMITED(TITLE_MAX + BODY_MAX + 2);
    (void)buf_append_slice(&text, title);
    (void)buf_append_char(&text, '\0');
    (void)buf_append_slice(&text, body);
    int r = buf_append_char(&text, '\0');
    if (r == 0 && (fd < 0 || pwrite(fd, text.data, text.size, 0) != (ssize_t)text.size))
        r = -EIO;
    buf_clear(&text);
    if (r == 0)
        *ret_fd = take_fd(&fd);
    return r;
}

static int spawn(const char *program, int input, pid_t *ret_child)
{
    char *arguments[] = {(char *)"weird", (char *)NOTIFY_MAIN_OPTION, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    (void)sigemptyset(&none);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return -ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -ENOMEM;
    }
    (void)posix_spawnattr_setsigmask(&attributes, &none);
    (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
    int r = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (r == 0)
        r = posix_spawn(ret_child, program, &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return -r;
}

static int watch(struct automation_order *order)
{
    order->pidfd = (int)syscall(SYS_pidfd_open, order->child, 0);
    int r = order->pidfd < 0 ? -errno : uv_poll_init(order->automation->rpc->loop, &order->poll, order->pidfd);
    if (r < 0)
        return r;
    order->poll.data = order;
    list_append(&order->automation->orders, &order->link);
    uv_unref((uv_handle_t *)&order->poll);
    return uv_poll_start(&order->poll, UV_READABLE, on_ended);
}

static int notify(struct automation *automation, const struct automation_todo *todo)
{
    autoclose int input = -1;
    struct automation_order *order = calloc(1, sizeof *order);
    int r = order ? write_texts(todo, &input) : -ENOMEM;
    if (r == 0)
        r = spawn(*automation->program, input, &order->child);
    if (r < 0) {
        free(order);
        return r;
    }
    order->automation = automation;
    order->run_no = todo->run_no;
    order->step = todo->step;
    list_init(&order->link);
    r = watch(order);
    if (r < 0 && list_is_empty(&order->link)) {
        (void)kill(order->child, SIGKILL);
        (void)waitpid(order->child, NULL, 0);
        free(order);
    }
    return r;
}

/* --- all --- */

void order_perform(struct automation *automation, const struct automation_todo *todo)
{
    (void)fault_point("automation.perform");
    if (todo->kind == AUTOMATION_ACTION_KIND_TOOL) {
        tool_call(automation, todo);
        return;
    }
    int r = notify(automation, todo);
    if (r < 0)
        order_result(automation, todo->run_no, todo->step, false, "notify_failed", slice_of(strerror(-r)));
}

void order_clear_all(struct automation *automation)
{
    while (automation->orders.next && !list_is_empty(&automation->orders)) {
        struct automation_order *order = list_member(automation->orders.next, struct automation_order, link);
        (void)kill(order->child, SIGKILL);
        (void)waitpid(order->child, NULL, 0);
        order_close(order);
    }
    while (automation->results.next && !list_is_empty(&automation->results)) {
        struct automation_result *result = list_member(automation->results.next, struct automation_result, link);
        list_remove(&result->link);
        free(result);
    }
}
