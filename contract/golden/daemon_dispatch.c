/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/daemon_dispatch.h"
#include "contract/chat.h"
#include "contract/core.h"
#include "contract/daemon.h"
#include "contract/db.h"
#include "contract/event.h"
#include "contract/session.h"
#include "contract/task.h"

static int handle_initialize(struct call *call, const void *params)
{
    return initialize(call, params);
}

static int handle_ping(struct call *call, const void *params)
{
    return ping(call, params);
}

static int handle_rpc_discover(struct call *call, const void *params)
{
    return rpc_discover(call, params);
}

static int handle_chat_send(struct call *call, const void *params)
{
    return chat_send(call, params);
}

static int handle_daemon_status(struct call *call, const void *params)
{
    return daemon_status(call, params);
}

static int handle_daemon_stop(struct call *call, const void *params)
{
    return daemon_stop(call, params);
}

static int handle_db_stats(struct call *call, const void *params)
{
    return db_stats(call, params);
}

static int handle_db_check(struct call *call, const void *params)
{
    return db_check(call, params);
}

static int handle_db_backup(struct call *call, const void *params)
{
    return db_backup(call, params);
}

static int handle_db_compact(struct call *call, const void *params)
{
    return db_compact(call, params);
}

static int handle_event_subscribe(struct call *call, const void *params)
{
    return event_subscribe(call, params);
}

static int handle_event_unsubscribe(struct call *call, const void *params)
{
    return event_unsubscribe(call, params);
}

static int handle_event_list(struct call *call, const void *params)
{
    return event_list(call, params);
}

static int handle_session_create(struct call *call, const void *params)
{
    return session_create(call, params);
}

static int handle_session_get(struct call *call, const void *params)
{
    return session_get(call, params);
}

static int handle_session_list(struct call *call, const void *params)
{
    return session_list(call, params);
}

static int handle_session_update(struct call *call, const void *params)
{
    return session_update(call, params);
}

static int handle_session_close(struct call *call, const void *params)
{
    return session_close(call, params);
}

static int handle_session_delete(struct call *call, const void *params)
{
    return session_delete(call, params);
}

static int handle_session_fork(struct call *call, const void *params)
{
    return session_fork(call, params);
}

static int handle_task_submit(struct call *call, const void *params)
{
    return task_submit(call, params);
}

static int handle_task_cancel(struct call *call, const void *params)
{
    return task_cancel(call, params);
}

static int handle_task_list(struct call *call, const void *params)
{
    return task_list(call, params);
}

static int handle_task_get(struct call *call, const void *params)
{
    return task_get(call, params);
}

static int handle_task_stats(struct call *call, const void *params)
{
    return task_stats(call, params);
}

static int handle_task_wait(struct call *call, const void *params)
{
    return task_wait(call, params);
}

static const struct dispatch_entry entries[] = {
    {&initialize_method, handle_initialize},
    {&ping_method, handle_ping},
    {&rpc_discover_method, handle_rpc_discover},
    {&chat_send_method, handle_chat_send},
    {&daemon_status_method, handle_daemon_status},
    {&daemon_stop_method, handle_daemon_stop},
    {&db_stats_method, handle_db_stats},
    {&db_check_method, handle_db_check},
    {&db_backup_method, handle_db_backup},
    {&db_compact_method, handle_db_compact},
    {&event_subscribe_method, handle_event_subscribe},
    {&event_unsubscribe_method, handle_event_unsubscribe},
    {&event_list_method, handle_event_list},
    {&session_create_method, handle_session_create},
    {&session_get_method, handle_session_get},
    {&session_list_method, handle_session_list},
    {&session_update_method, handle_session_update},
    {&session_close_method, handle_session_close},
    {&session_delete_method, handle_session_delete},
    {&session_fork_method, handle_session_fork},
    {&task_submit_method, handle_task_submit},
    {&task_cancel_method, handle_task_cancel},
    {&task_list_method, handle_task_list},
    {&task_get_method, handle_task_get},
    {&task_stats_method, handle_task_stats},
    {&task_wait_method, handle_task_wait},
};

static const uint16_t slots[] = {
    0, 6, 24, 5, 12, 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 20,
    0, 0, 0, 0, 0, 15, 0, 0, 0, 8, 0, 0, 22, 0, 0, 0,
    0, 3, 18, 16, 0, 0, 0, 0, 19, 0, 0, 13, 14, 9, 26, 0,
    10, 0, 23, 0, 0, 0, 21, 0, 0, 4, 7, 17, 0, 11, 25, 0,
};

const struct dispatch daemon_dispatch = {
    .entries = entries,
    .slots = slots,
    .count = 26,
    .slot_mask = 63,
};
