/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/daemon_dispatch.h"
#include "contract/agent.h"
#include "contract/audit.h"
#include "contract/broker.h"
#include "contract/budget.h"
#include "contract/chat.h"
#include "contract/core.h"
#include "contract/daemon.h"
#include "contract/db.h"
#include "contract/event.h"
#include "contract/executor.h"
#include "contract/key.h"
#include "contract/permission.h"
#include "contract/session.h"
#include "contract/task.h"
#include "contract/terminal.h"

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

static int handle_get_api_key(struct call *call, const void *params)
{
    return get_api_key(call, params);
}

static int handle_request_permission(struct call *call, const void *params)
{
    return request_permission(call, params);
}

static int handle_get_execution_context(struct call *call, const void *params)
{
    return get_execution_context(call, params);
}

static int handle_keep_files(struct call *call, const void *params)
{
    return keep_files(call, params);
}

static int handle_create_message(struct call *call, const void *params)
{
    return create_message(call, params);
}

static int handle_report_message(struct call *call, const void *params)
{
    return report_message(call, params);
}

static int handle_report_progress(struct call *call, const void *params)
{
    return report_progress(call, params);
}

static int handle_report_commands(struct call *call, const void *params)
{
    return report_commands(call, params);
}

static int handle_report_models(struct call *call, const void *params)
{
    return report_models(call, params);
}

static int handle_report_error(struct call *call, const void *params)
{
    return report_error(call, params);
}

static int handle_batch_notification(struct call *call, const void *params)
{
    return batch_notification(call, params);
}

static int handle_report_completion(struct call *call, const void *params)
{
    return report_completion(call, params);
}

static int handle_report_terminal_exit(struct call *call, const void *params)
{
    return report_terminal_exit(call, params);
}

static int handle_agent_list(struct call *call, const void *params)
{
    return agent_list(call, params);
}

static int handle_agent_commands(struct call *call, const void *params)
{
    return agent_commands(call, params);
}

static int handle_agent_models(struct call *call, const void *params)
{
    return agent_models(call, params);
}

static int handle_audit_list(struct call *call, const void *params)
{
    return audit_list(call, params);
}

static int handle_audit_verify(struct call *call, const void *params)
{
    return audit_verify(call, params);
}

static int handle_broker_reserve(struct call *call, const void *params)
{
    return broker_reserve(call, params);
}

static int handle_broker_settle(struct call *call, const void *params)
{
    return broker_settle(call, params);
}

static int handle_budget_status(struct call *call, const void *params)
{
    return budget_status(call, params);
}

static int handle_chat_send(struct call *call, const void *params)
{
    return chat_send(call, params);
}

static int handle_daemon_status(struct call *call, const void *params)
{
    return daemon_status(call, params);
}

static int handle_daemon_find(struct call *call, const void *params)
{
    return daemon_find(call, params);
}

static int handle_daemon_stop(struct call *call, const void *params)
{
    return daemon_stop(call, params);
}

static int handle_daemon_restart(struct call *call, const void *params)
{
    return daemon_restart(call, params);
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

static int handle_key_set(struct call *call, const void *params)
{
    return key_set(call, params);
}

static int handle_key_list(struct call *call, const void *params)
{
    return key_list(call, params);
}

static int handle_key_delete(struct call *call, const void *params)
{
    return key_delete(call, params);
}

static int handle_key_give(struct call *call, const void *params)
{
    return key_give(call, params);
}

static int handle_key_rotate(struct call *call, const void *params)
{
    return key_rotate(call, params);
}

static int handle_permission_list(struct call *call, const void *params)
{
    return permission_list(call, params);
}

static int handle_permission_answer(struct call *call, const void *params)
{
    return permission_answer(call, params);
}

static int handle_permission_rules_list(struct call *call, const void *params)
{
    return permission_rules_list(call, params);
}

static int handle_permission_rules_add(struct call *call, const void *params)
{
    return permission_rules_add(call, params);
}

static int handle_permission_rules_remove(struct call *call, const void *params)
{
    return permission_rules_remove(call, params);
}

static int handle_permission_rules_preview(struct call *call, const void *params)
{
    return permission_rules_preview(call, params);
}

static int handle_session_create(struct call *call, const void *params)
{
    return session_create(call, params);
}

static int handle_session_get(struct call *call, const void *params)
{
    return session_get(call, params);
}

static int handle_session_files(struct call *call, const void *params)
{
    return session_files(call, params);
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

static int handle_session_reopen(struct call *call, const void *params)
{
    return session_reopen(call, params);
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

static int handle_task_diff(struct call *call, const void *params)
{
    return task_diff(call, params);
}

static int handle_task_undo(struct call *call, const void *params)
{
    return task_undo(call, params);
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

static int handle_terminal_open(struct call *call, const void *params)
{
    return terminal_open(call, params);
}

static int handle_terminal_attach(struct call *call, const void *params)
{
    return terminal_attach(call, params);
}

static int handle_terminal_detach(struct call *call, const void *params)
{
    return terminal_detach(call, params);
}

static int handle_terminal_input(struct call *call, const void *params)
{
    return terminal_input(call, params);
}

static int handle_terminal_resize(struct call *call, const void *params)
{
    return terminal_resize(call, params);
}

static int handle_terminal_list(struct call *call, const void *params)
{
    return terminal_list(call, params);
}

static int handle_terminal_close(struct call *call, const void *params)
{
    return terminal_close(call, params);
}

static const struct dispatch_entry entries[] = {
    {&initialize_method, handle_initialize},
    {&ping_method, handle_ping},
    {&rpc_discover_method, handle_rpc_discover},
    {&get_api_key_method, handle_get_api_key},
    {&request_permission_method, handle_request_permission},
    {&get_execution_context_method, handle_get_execution_context},
    {&keep_files_method, handle_keep_files},
    {&create_message_method, handle_create_message},
    {&report_message_method, handle_report_message},
    {&report_progress_method, handle_report_progress},
    {&report_commands_method, handle_report_commands},
    {&report_models_method, handle_report_models},
    {&report_error_method, handle_report_error},
    {&batch_notification_method, handle_batch_notification},
    {&report_completion_method, handle_report_completion},
    {&report_terminal_exit_method, handle_report_terminal_exit},
    {&agent_list_method, handle_agent_list},
    {&agent_commands_method, handle_agent_commands},
    {&agent_models_method, handle_agent_models},
    {&audit_list_method, handle_audit_list},
    {&audit_verify_method, handle_audit_verify},
    {&broker_reserve_method, handle_broker_reserve},
    {&broker_settle_method, handle_broker_settle},
    {&budget_status_method, handle_budget_status},
    {&chat_send_method, handle_chat_send},
    {&daemon_status_method, handle_daemon_status},
    {&daemon_find_method, handle_daemon_find},
    {&daemon_stop_method, handle_daemon_stop},
    {&daemon_restart_method, handle_daemon_restart},
    {&db_stats_method, handle_db_stats},
    {&db_check_method, handle_db_check},
    {&db_backup_method, handle_db_backup},
    {&db_compact_method, handle_db_compact},
    {&event_subscribe_method, handle_event_subscribe},
    {&event_unsubscribe_method, handle_event_unsubscribe},
    {&event_list_method, handle_event_list},
    {&key_set_method, handle_key_set},
    {&key_list_method, handle_key_list},
    {&key_delete_method, handle_key_delete},
    {&key_give_method, handle_key_give},
    {&key_rotate_method, handle_key_rotate},
    {&permission_list_method, handle_permission_list},
    {&permission_answer_method, handle_permission_answer},
    {&permission_rules_list_method, handle_permission_rules_list},
    {&permission_rules_add_method, handle_permission_rules_add},
    {&permission_rules_remove_method, handle_permission_rules_remove},
    {&permission_rules_preview_method, handle_permission_rules_preview},
    {&session_create_method, handle_session_create},
    {&session_get_method, handle_session_get},
    {&session_files_method, handle_session_files},
    {&session_list_method, handle_session_list},
    {&session_update_method, handle_session_update},
    {&session_close_method, handle_session_close},
    {&session_reopen_method, handle_session_reopen},
    {&session_delete_method, handle_session_delete},
    {&session_fork_method, handle_session_fork},
    {&task_submit_method, handle_task_submit},
    {&task_diff_method, handle_task_diff},
    {&task_undo_method, handle_task_undo},
    {&task_cancel_method, handle_task_cancel},
    {&task_list_method, handle_task_list},
    {&task_get_method, handle_task_get},
    {&task_stats_method, handle_task_stats},
    {&task_wait_method, handle_task_wait},
    {&terminal_open_method, handle_terminal_open},
    {&terminal_attach_method, handle_terminal_attach},
    {&terminal_detach_method, handle_terminal_detach},
    {&terminal_input_method, handle_terminal_input},
    {&terminal_resize_method, handle_terminal_resize},
    {&terminal_list_method, handle_terminal_list},
    {&terminal_close_method, handle_terminal_close},
};

static const uint16_t slots[] = {
    0, 28, 0, 0, 0, 8, 58, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 10, 0, 16, 0, 0, 0, 0, 37, 0,
    0, 3, 0, 0, 0, 0, 0, 0, 0, 70, 0, 48, 0, 0, 12, 20,
    0, 0, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 19, 26, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0,
    0, 65, 0, 0, 59, 49, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    17, 53, 0, 46, 51, 0, 0, 0, 5, 55, 0, 0, 0, 0, 27, 0,
    0, 0, 0, 0, 0, 41, 57, 0, 0, 25, 0, 9, 0, 0, 0, 0,
    7, 0, 62, 0, 0, 0, 0, 0, 29, 2, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 68, 0, 0, 0, 0, 0, 31, 45, 71, 24, 60, 0, 0,
    0, 39, 0, 0, 0, 0, 18, 44, 0, 47, 0, 36, 0, 32, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 35, 0, 0, 0, 0, 0, 0, 21, 0, 0, 0, 56,
    0, 0, 15, 54, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0,
    0, 23, 0, 0, 0, 0, 0, 0, 0, 69, 13, 64, 42, 67, 0, 0,
    33, 0, 11, 14, 22, 38, 43, 40, 61, 0, 52, 0, 4, 34, 63, 66,
};

const struct dispatch daemon_dispatch = {
    .entries = entries,
    .slots = slots,
    .count = 71,
    .slot_mask = 255,
};
