/* Calls that wait until the tools of a server are known. */
#include <errno.h>
#include <stdlib.h>

#include "daemon/mcp/internal.h"
#include "rpc/call.h"

static void waiter_free(struct mcp_waiter *waiter)
{
    timers_unset(&waiter->run->entry->hub->rpc->timers, &waiter->limit);
    list_remove(&waiter->link);
    free(waiter);
}

static void tell_waiter(struct mcp_waiter *waiter)
{
    struct call *call = waiter->call;
    struct mcp_entry *entry = waiter->run->entry;
    bool lacks_list = waiter->wants_list && entry->lists == waiter->lists;
    const char *problem = mcp_entry_error(entry);
    waiter_free(waiter);
    call->abandoned = NULL;
    if (lacks_list)
        (void)call_fail(call, ERROR_MCP_SERVER_FAILED, "cannot read the tools of the MCP server %s again: %s",
                        entry->id, problem ? problem : "it has not listed them");
    else
        mcp_waiter_answer(entry, call);
}

static void on_waiter_abandoned(struct call *call)
{
    waiter_free(call->user);
}

static void on_waited(struct deadline *deadline)
{
    tell_waiter(list_member(deadline, struct mcp_waiter, limit));
}

static bool is_done(const struct mcp_run *run)
{
    enum mcp_state state = mcp_run_state(run);
    if (state == MCP_STATE_STARTING)
        return false;
    return !run->opened || (run->listing == 0 && !run->relists);
}

void mcp_waiters_tell(struct mcp_run *run)
{
    while (!list_is_empty(&run->waiters) && is_done(run))
        tell_waiter(list_member(run->waiters.next, struct mcp_waiter, link));
    mcp_run_watch(run);
}

void mcp_waiters_tell_all(struct mcp_run *run)
{
    while (!list_is_empty(&run->waiters))
        tell_waiter(list_member(run->waiters.next, struct mcp_waiter, link));
}

static int wait_for(struct mcp_run *run, struct call *call, bool wants_list)
{
    struct mcp_waiter *waiter = calloc(1, sizeof *waiter);
    if (!waiter || timers_set(&run->entry->hub->rpc->timers, &waiter->limit, MCP_WAIT_MS) < 0) {
        free(waiter);
        return -ENOMEM;
    }
    waiter->run = run;
    waiter->call = call;
    waiter->limit.expired = on_waited;
    waiter->wants_list = wants_list;
    waiter->lists = run->entry->lists;
    call->abandoned = on_waiter_abandoned;
    call->user = waiter;
    list_append(&run->waiters, &waiter->link);
    mcp_waiters_tell(run);
    return 0;
}

int mcp_run_wait(struct mcp_run *run, struct call *call)
{
    return wait_for(run, call, false);
}

int mcp_run_wait_list(struct mcp_run *run, struct call *call)
{
    if (run->opened && run->service.peer)
        mcp_open_list(run, CONNECTOR_LIST_KIND_TOOLS);
    return wait_for(run, call, true);
}
