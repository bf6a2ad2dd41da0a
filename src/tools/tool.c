#include "tools/tool.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "tools/all.h"
#include "tools/call.h"
#include "json/read.h"

const struct tool *const tools_own[] = {&tool_read, &tool_write, &tool_edit, &tool_bash, &tool_grep, &tool_glob, NULL};

const struct tool *tool_find(const struct tool *const *list, struct slice name)
{
    for (; *list; list++)
        if (slice_is(name, (*list)->name))
            return *list;
    return NULL;
}

/* --- the box --- */

int tool_box_init(struct tool_box *box, uv_loop_t *loop, struct slice cwd, struct slice home)
{
    *box = (struct tool_box){.loop = loop};
    box->cwd = strndup(cwd.size > 0 ? cwd.data : "/", cwd.size > 0 ? cwd.size : 1);
    box->home = strndup(home.size > 0 ? home.data : "", home.size);
    if (box->cwd && box->home)
        return 0;
    free(box->cwd);
    free(box->home);
    *box = (struct tool_box){0};
    return -ENOMEM;
}

static void leave_if_empty(struct tool_box *box)
{
    if (!box->closing || box->calls)
        return;
    void (*closed)(void *user) = box->closed;
    void *user = box->closed_user;
    free(box->cwd);
    free(box->home);
    *box = (struct tool_box){0};
    if (closed)
        closed(user);
}

void tool_box_close(struct tool_box *box, void (*closed)(void *user), void *user)
{
    for (struct tool_call *call = box->calls, *next; call; call = next) {
        next = call->next;
        if (!call->over)
            call->tool->cancel(call);
    }
    /* Not earlier: the end of a background command may have closed the box inside of that. */
    box->closing = true;
    box->closed = closed;
    box->closed_user = user;
    leave_if_empty(box);
}

/* --- calls --- */

int tool_start(struct tool_box *box, const struct tool *tool, struct slice id, yyjson_val *input, tool_done_fn done,
               void *user, struct tool_call **ret_call, char problem[static TOOL_PROBLEM_SIZE])
{
    problem[0] = '\0';
    int r = box->closing ? -ECANCELED : tool->is_remote ? 0 : tool_check(tool, input, problem);
    if (r < 0)
        return r;
    struct tool_call *call = calloc(1, sizeof *call);
    if (!call) {
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "out of memory");
        return -ENOMEM;
    }
    *call = (struct tool_call){.next = box->calls, .tool = tool, .id = id, .box = box, .done = done, .user = user};
    box->calls = call;
    r = tool->start(call, input, problem);
    if (r < 0) {
        box->calls = call->next;
        free(call);
        if (!problem[0])
            (void)snprintf(problem, TOOL_PROBLEM_SIZE, "cannot start %s: %s", tool->name, strerror(-r));
        return r;
    }
    *ret_call = call;
    return 0;
}

void tool_cancel(struct tool_call *call)
{
    if (!call->over)
        call->tool->cancel(call);
}

void tool_call_answer(struct tool_call *call, const struct tool_result *result)
{
    tool_done_fn done = call->done;
    call->done = NULL;
    if (done)
        done(call->user, result);
}

void tool_call_gone(struct tool_call *call)
{
    struct tool_box *box = call->box;
    struct tool_call **at = &box->calls;
    while (*at && *at != call)
        at = &(*at)->next;
    if (*at)
        *at = call->next;
    free(call);
    leave_if_empty(box);
}

/* `done` may close the box, which must not be freed before the call. */
void tool_call_finish(struct tool_call *call, const struct tool_result *result)
{
    call->over = true;
    tool_call_answer(call, result);
    tool_call_gone(call);
}

enum tool_touches tool_touches_nothing(const struct tool_box *box, yyjson_val *input, struct arena *arena,
                                       struct slice *ret_path)
{
    (void)box;
    (void)input;
    (void)arena;
    *ret_path = SLICE("");
    return TOOL_TOUCHES_NOTHING;
}

/* --- input fields --- */

struct slice tool_text(yyjson_val *input, const char *name)
{
    yyjson_val *value = yyjson_obj_get(input, name);
    return yyjson_is_str(value) ? json_text(value) : SLICE("");
}

bool tool_flag(yyjson_val *input, const char *name, bool fallback)
{
    yyjson_val *value = yyjson_obj_get(input, name);
    return yyjson_is_bool(value) ? yyjson_get_bool(value) : fallback;
}

int64_t tool_number(yyjson_val *input, const char *name, int64_t fallback)
{
    const yyjson_val *value = yyjson_obj_get(input, name);
    int64_t number = 0;
    if (!value)
        return fallback;
    int r = json_integer(value, &number);
    return r == 0 ? number : r == -ERANGE ? INT64_MAX : fallback;
}

/* --- work on a thread --- */

static void on_run(uv_work_t *request)
{
    struct work *work = list_member(request, struct work, request);
    work->run(work);
}

static void on_ran(uv_work_t *request, int status)
{
    struct work *work = list_member(request, struct work, request);
    struct tool_call *call = work->call;
    if (status == UV_ECANCELED) /* work that has run sets its own result */
        work_fail(work, "%s was cancelled", call->tool->name);
    else if (work->text.error)
        work_fail(work, "out of memory for the result");
    tool_call_finish(call, &(struct tool_result){.is_error = work->is_error,
                                                 .text = buf_slice(&work->text),
                                                 .image = work->mime ? buf_slice(&work->image) : SLICE(""),
                                                 .mime = slice_of(work->mime ? work->mime : "")});
    buf_clear(&work->text);
    buf_clear(&work->image);
    work->free(work);
}

int work_start(struct work *work, struct tool_call *call)
{
    work->call = call;
    call->state = work;
    atomic_init(&work->cancelled, false);
    int r = uv_queue_work(call->box->loop, &work->request, on_run, on_ran);
    if (r < 0)
        work->free(work);
    return r;
}

void work_cancel(struct tool_call *call)
{
    struct work *work = call->state;
    atomic_store(&work->cancelled, true);
    (void)uv_cancel((uv_req_t *)&work->request);
}

void work_fail(struct work *work, const char *format, ...)
{
    va_list arguments;
    buf_reset(&work->text, 0);
    work->is_error = true;
    work->mime = NULL;
    va_start(arguments, format);
    (void)buf_vprintf(&work->text, format, arguments);
    va_end(arguments);
}
