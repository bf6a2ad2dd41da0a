#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/list.h"
#include "tools/call.h"

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
