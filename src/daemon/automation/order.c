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

enum { TITLE_MAX = 400, BODY_MAX = 4000, NOTIFIERS_MAX = 8 };

/* A notification. */
struct automation_order {
    struct list link; /* in automation->orders */
    struct automation *automation;
    int64_t run_no, step; /* run_no 0: nobody waits for the result */
    pid_t child;          /* 0: it waits for the end of another one */
    int pidfd;
    uv_poll_t poll;
    struct buf texts; /* title and text, each with a NUL */
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

static void start_waiting(struct automation *automation);

static void on_closed(uv_handle_t *handle)
{
    struct automation_order *order = handle->data;
    close(order->pidfd);
    free(order);
}

static void order_free(struct automation_order *order)
{
    list_remove(&order->link);
    buf_clear(&order->texts);
    if (!order->poll.data) { /* not started */
        free(order);
        return;
    }
    order->automation->notifiers--;
    uv_close((uv_handle_t *)&order->poll, on_closed);
}

static void on_ended(uv_poll_t *poll, int status, int events)
{
    struct automation_order *order = poll->data;
    struct automation *automation = order->automation;
    int code = 0;
    (void)status;
    (void)events;
    if (waitpid(order->child, &code, WNOHANG) == 0)
        return;
    bool ok = WIFEXITED(code) && WEXITSTATUS(code) == NOTIFY_SHOWN;
    bool no_desktop = WIFEXITED(code) && WEXITSTATUS(code) == NOTIFY_NO_DESKTOP;
    order_result(automation, order->run_no, order->step, ok, "notify_failed",
                 ok           ? SLICE("")
                 : no_desktop ? SLICE("there is no desktop session that shows notifications")
                              : SLICE("the desktop did not answer"));
    order_free(order);
    if (!automation->stopping)
        start_waiting(automation);
}

/* The texts in a file in memory. */
static int write_texts(struct slice texts, int *ret_fd)
{
    autoclose int fd = memfd_create("weir-notification", MFD_CLOEXEC);
    if (fd < 0)
        return -errno;
    if (pwrite(fd, texts.data, texts.size, 0) != (ssize_t)texts.size)
        return -EIO;
    *ret_fd = take_fd(&fd);
    return 0;
}

static int watch(struct automation_order *order)
{
    autoclose int pidfd = (int)syscall(SYS_pidfd_open, order->child, 0);
    int r = pidfd < 0 ? -errno : uv_poll_init(order->automation->rpc->loop, &order->poll, pidfd);
    if (r < 0)
        return r;
    order->pidfd = take_fd(&pidfd);
    order->poll.data = order;
    order->automation->notifiers++;
    uv_unref((uv_handle_t *)&order->poll);
    return uv_poll_start(&order->poll, UV_READABLE, on_ended);
}

static int start(struct automation_order *order)
{
    autoclose int input = -1;
    int r = write_texts(buf_slice(&order->texts), &input);
    if (r == 0)
        r = spawn(*order->automation->program, input, &order->child);
    if (r < 0)
        return r;
    r = watch(order);
    if (r < 0) {
        (void)kill(order->child, SIGKILL);
        (void)waitpid(order->child, NULL, 0);
    }
    return r;
}

static void start_waiting(struct automation *automation)
{
    struct list *link = automation->orders.next, *next;
    for (; link != &automation->orders && automation->notifiers < NOTIFIERS_MAX; link = next) {
        struct automation_order *order = list_member(link, struct automation_order, link);
        next = link->next;
        int r = order->child == 0 ? start(order) : 0;
        if (r == 0)
            continue;
        order_result(automation, order->run_no, order->step, false, "notify_failed", slice_of(strerror(-r)));
        order_free(order);
    }
}

static int notify(struct automation *automation, const struct automation_todo *todo)
{
    struct automation_order *order = calloc(1, sizeof *order);
    if (!order)
        return -ENOMEM;
    *order = (struct automation_order){.automation = automation,
                                       .run_no = todo->run_no,
                                       .step = todo->step,
                                       .texts = BUF_LIMITED(TITLE_MAX + BODY_MAX + 2)};
    (void)buf_append_slice(&order->texts, utf8_cut(todo->title, TITLE_MAX));
    (void)buf_append_char(&order->texts, '\0');
    (void)buf_append_slice(&order->texts, utf8_cut(todo->body, BODY_MAX));
    int r = buf_append_char(&order->texts, '\0');
    if (r < 0) {
        buf_clear(&order->texts);
        free(order);
        return r;
    }
    list_append(&automation->orders, &order->link);
    start_waiting(automation);
    return 0;
}

/* --- all --- */

void order_perform(struct automation *automation, const struct automation_todo *todo)
{
    (void)fault_point("automation.perform");
    if (automation->stopping)
        return; /* the next daemon settles the run */
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
        if (order->child > 0) {
            (void)kill(order->child, SIGKILL);
            (void)waitpid(order->child, NULL, 0);
        }
        order_free(order);
    }
    while (automation->results.next && !list_is_empty(&automation->results)) {
        struct automation_result *result = list_member(automation->results.next, struct automation_result, link);
        list_remove(&result->link);
        free(result);
    }
}
