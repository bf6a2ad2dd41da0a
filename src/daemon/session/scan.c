
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contract/session.h"
#include "daemon/client/client.h"
#include "daemon/session/session.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "json/copy.h"

/* The session lookup in the store. */
struct lookup {
    const struct session_scan_kind *kind;
    struct store_session session;
};

static void scan_free(struct session_scan *scan)
{
    arena_clear(&scan->arena);
    free(scan);
}

static void work(struct resolve_job *job)
{
    struct session_scan *scan = list_member(job, struct session_scan, job);
    scan->work(scan);
}

static void release(struct resolve_job *job)
{
    scan_free(list_member(job, struct session_scan, job));
}

static void fail(struct session_scan *scan, int status)
{
    if (status == -ETIMEDOUT)
        (void)call_fail(scan->call, ERROR_DIRECTORY_UNAVAILABLE,
                        "the directory %.512s does not respond (a network mount whose server is down?)", scan->cwd);
    else if (status == -EBUSY || status == -ENOENT || status == -ENOTDIR || status == -EACCES || status == -ELOOP)
        (void)call_fail(scan->call, ERROR_DIRECTORY_UNAVAILABLE, "cannot read the directory %.512s: %s", scan->cwd,
                        strerror(-status));
    else
        (void)call_fail(scan->call, ERROR_INTERNAL_ERROR, "%s", strerror(-status));
}

static void on_done(struct resolve_job *job, int status)
{
    struct session_scan *scan = list_member(job, struct session_scan, job);
    status = status < 0 ? status : scan->status;
    if (!scan->call->answered && status < 0)
        fail(scan, status);
    else if (!scan->call->answered)
        scan->answer(scan);
    (void)call_drop(scan->call);
}

/* Takes the call, which must be deferred and held. */
static void begin(struct call *call, const struct session_scan_kind *kind, struct slice cwd,
                  const struct session_record *session)
{
    char lane[PATH_MAX + 32];
    struct session_scan *scan = calloc(1, kind->size);
    int r = scan ? 0 : -ENOMEM;
    if (scan) {
        scan->arena = (struct arena)ARENA_LIMITED(kind->arena_bytes);
        scan->call = call;
        scan->work = kind->work;
        scan->answer = kind->answer;
        scan->job = (struct resolve_job){.work = work, .done = on_done, .release = release};
        scan->cwd = (char *)arena_copy(&scan->arena, cwd).data;
        r = scan->cwd ? 0 : -ENOMEM;
    }
    if (r == 0 && session) {
        void *copy = arena_zeroed(&scan->arena, sizeof *session + json_copy_size(&session_record_shape, session));
        if (copy)
            json_copy(&session_record_shape, session, copy, (char *)copy + sizeof *session);
        scan->session = copy;
        r = copy ? 0 : -ENOMEM;
    }
    if (r == 0)
        r = kind->fill(scan);
    if (r == 0) {
        (void)snprintf(lane, sizeof lane, "%s:%s", kind->lane, scan->cwd);
        r = resolver_start(session_keeper_of(call)->resolver, lane, &scan->job);
        if (r < 0)
            fail(scan, r);
    } else if (r < 0) {
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    }
    if (r == 0)
        return;
    if (scan)
        scan_free(scan);
    (void)call_drop(call);
}

static struct slice session_of(const struct store_request *request)
{
    const struct lookup *lookup = request->more;
    struct slice session_id, cwd;
    lookup->kind->where(request->call->params, &session_id, &cwd);
    return session_id;
}

static int find(struct store_request *request, struct store_tx *tx)
{
    struct lookup *lookup = request->more;
    return store_session_find(tx, session_of(request), &request->arena, &lookup->session);
}

static void on_found(struct store_request *request)
{
    const struct lookup *lookup = request->more;
    if (request->status < 0)
        session_fail(request, session_of(request));
    else if (!request->call->answered)
        begin(store_request_keep_call(request), lookup->kind, lookup->session.record.cwd, &lookup->session.record);
}

int session_scan(struct call *call, const struct session_scan_kind *kind)
{
    struct slice session_id = {0}, cwd = {0};
    kind->where(call->params, &session_id, &cwd);
    if ((session_id.size > 0) == (cwd.size > 0))
        return call_refuse(call, ERROR_INVALID_PARAMS, "params", "Invalid params: pass either sessionId or cwd");
    if (session_id.size > 0)
        return store_request_read_with(call, &(struct lookup){.kind = kind}, sizeof(struct lookup), find, on_found);
    if (cwd.data[0] != '/' || memchr(cwd.data, '\0', cwd.size))
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.cwd", "params.cwd: must be an absolute path");
    int r = call_defer(call, NULL, NULL, &call);
    if (r < 0)
        return r;
    call_hold(call);
    kind->where(call->params, &session_id, &cwd);
    begin(call, kind, cwd, NULL);
    return 0;
}
