/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/daemon_dispatch.h"
#include "contract/agent.h"
#include "contract/app.h"
#include "contract/apps.h"
#include "contract/audit.h"
#include "contract/automation.h"
#include "contract/broker.h"
#include "contract/budget.h"
#include "contract/capture.h"
#include "contract/chat.h"
#include "contract/connector.h"
#include "contract/context.h"
#include "contract/core.h"
#include "contract/cowork.h"
#include "contract/daemon.h"
#include "contract/db.h"
#include "contract/event.h"
#include "contract/executor.h"
#include "contract/key.h"
#include "contract/mcp.h"
#include "contract/permission.h"
#include "contract/question.h"
#include "contract/recorder.h"
#include "contract/session.h"
#include "contract/system.h"
#include "contract/task.h"
#include "contract/terminal.h"
#include "contract/watcher.h"

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

static int handle_list_mcp_tools(struct call *call, const void *params)
{
    return list_mcp_tools(call, params);
}

static int handle_search_mcp_tools(struct call *call, const void *params)
{
    return search_mcp_tools(call, params);
}

static int handle_call_mcp_tool(struct call *call, const void *params)
{
    return call_mcp_tool(call, params);
}

static int handle_list_mcp_items(struct call *call, const void *params)
{
    return list_mcp_items(call, params);
}

static int handle_fetch_mcp_item(struct call *call, const void *params)
{
    return fetch_mcp_item(call, params);
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

static int handle_app_get_settings(struct call *call, const void *params)
{
    return app_get_settings(call, params);
}

static int handle_app_set_theme(struct call *call, const void *params)
{
    return app_set_theme(call, params);
}

static int handle_app_set_profile(struct call *call, const void *params)
{
    return app_set_profile(call, params);
}

static int handle_apps_install(struct call *call, const void *params)
{
    return apps_install(call, params);
}

static int handle_apps_remove(struct call *call, const void *params)
{
    return apps_remove(call, params);
}

static int handle_apps_grant(struct call *call, const void *params)
{
    return apps_grant(call, params);
}

static int handle_apps_file(struct call *call, const void *params)
{
    return apps_file(call, params);
}

static int handle_apps_list(struct call *call, const void *params)
{
    return apps_list(call, params);
}

static int handle_apps_list_tools(struct call *call, const void *params)
{
    return apps_list_tools(call, params);
}

static int handle_apps_call_tool(struct call *call, const void *params)
{
    return apps_call_tool(call, params);
}

static int handle_apps_get_app_config(struct call *call, const void *params)
{
    return apps_get_app_config(call, params);
}

static int handle_apps_open(struct call *call, const void *params)
{
    return apps_open(call, params);
}

static int handle_audit_list(struct call *call, const void *params)
{
    return audit_list(call, params);
}

static int handle_audit_verify(struct call *call, const void *params)
{
    return audit_verify(call, params);
}

static int handle_automation_create(struct call *call, const void *params)
{
    return automation_create(call, params);
}

static int handle_automation_update(struct call *call, const void *params)
{
    return automation_update(call, params);
}

static int handle_automation_delete(struct call *call, const void *params)
{
    return automation_delete(call, params);
}

static int handle_automation_trigger(struct call *call, const void *params)
{
    return automation_trigger(call, params);
}

static int handle_automation_get_run_log(struct call *call, const void *params)
{
    return automation_get_run_log(call, params);
}

static int handle_automation_preview(struct call *call, const void *params)
{
    return automation_preview(call, params);
}

static int handle_automation_webhook(struct call *call, const void *params)
{
    return automation_webhook(call, params);
}

static int handle_automation_deliver(struct call *call, const void *params)
{
    return automation_deliver(call, params);
}

static int handle_automation_status(struct call *call, const void *params)
{
    return automation_status(call, params);
}

static int handle_automation_enable(struct call *call, const void *params)
{
    return automation_enable(call, params);
}

static int handle_automation_disable(struct call *call, const void *params)
{
    return automation_disable(call, params);
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

static int handle_capture_get_status(struct call *call, const void *params)
{
    return capture_get_status(call, params);
}

static int handle_capture_toggle_stream(struct call *call, const void *params)
{
    return capture_toggle_stream(call, params);
}

static int handle_capture_get_stream_config(struct call *call, const void *params)
{
    return capture_get_stream_config(call, params);
}

static int handle_capture_get_consent(struct call *call, const void *params)
{
    return capture_get_consent(call, params);
}

static int handle_capture_consent(struct call *call, const void *params)
{
    return capture_consent(call, params);
}

static int handle_capture_forget(struct call *call, const void *params)
{
    return capture_forget(call, params);
}

static int handle_chat_send(struct call *call, const void *params)
{
    return chat_send(call, params);
}

static int handle_chat_send_message(struct call *call, const void *params)
{
    return chat_send_message(call, params);
}

static int handle_chat_ack(struct call *call, const void *params)
{
    return chat_ack(call, params);
}

static int handle_chat_resume(struct call *call, const void *params)
{
    return chat_resume(call, params);
}

static int handle_chat_get_threads(struct call *call, const void *params)
{
    return chat_get_threads(call, params);
}

static int handle_chat_get_thread(struct call *call, const void *params)
{
    return chat_get_thread(call, params);
}

static int handle_connector_state(struct call *call, const void *params)
{
    return connector_state(call, params);
}

static int handle_connector_changed(struct call *call, const void *params)
{
    return connector_changed(call, params);
}

static int handle_connector_progress(struct call *call, const void *params)
{
    return connector_progress(call, params);
}

static int handle_connector_ask(struct call *call, const void *params)
{
    return connector_ask(call, params);
}

static int handle_context_query(struct call *call, const void *params)
{
    return context_query(call, params);
}

static int handle_context_get_recent_activity(struct call *call, const void *params)
{
    return context_get_recent_activity(call, params);
}

static int handle_context_get_context_card(struct call *call, const void *params)
{
    return context_get_context_card(call, params);
}

static int handle_cowork_read(struct call *call, const void *params)
{
    return cowork_read(call, params);
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

static int handle_mcp_connect(struct call *call, const void *params)
{
    return mcp_connect(call, params);
}

static int handle_mcp_disconnect(struct call *call, const void *params)
{
    return mcp_disconnect(call, params);
}

static int handle_mcp_list_connections(struct call *call, const void *params)
{
    return mcp_list_connections(call, params);
}

static int handle_mcp_list_tools(struct call *call, const void *params)
{
    return mcp_list_tools(call, params);
}

static int handle_mcp_get_status(struct call *call, const void *params)
{
    return mcp_get_status(call, params);
}

static int handle_mcp_get(struct call *call, const void *params)
{
    return mcp_get(call, params);
}

static int handle_mcp_start(struct call *call, const void *params)
{
    return mcp_start(call, params);
}

static int handle_mcp_restart(struct call *call, const void *params)
{
    return mcp_restart(call, params);
}

static int handle_mcp_remove(struct call *call, const void *params)
{
    return mcp_remove(call, params);
}

static int handle_mcp_call(struct call *call, const void *params)
{
    return mcp_call(call, params);
}

static int handle_mcp_search(struct call *call, const void *params)
{
    return mcp_search(call, params);
}

static int handle_mcp_logs(struct call *call, const void *params)
{
    return mcp_logs(call, params);
}

static int handle_mcp_prompts(struct call *call, const void *params)
{
    return mcp_prompts(call, params);
}

static int handle_mcp_prompt(struct call *call, const void *params)
{
    return mcp_prompt(call, params);
}

static int handle_mcp_resources(struct call *call, const void *params)
{
    return mcp_resources(call, params);
}

static int handle_mcp_read(struct call *call, const void *params)
{
    return mcp_read(call, params);
}

static int handle_mcp_offers(struct call *call, const void *params)
{
    return mcp_offers(call, params);
}

static int handle_mcp_approve(struct call *call, const void *params)
{
    return mcp_approve(call, params);
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

static int handle_question_list(struct call *call, const void *params)
{
    return question_list(call, params);
}

static int handle_question_answer(struct call *call, const void *params)
{
    return question_answer(call, params);
}

static int handle_recorder_rows(struct call *call, const void *params)
{
    return recorder_rows(call, params);
}

static int handle_recorder_state(struct call *call, const void *params)
{
    return recorder_state(call, params);
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

static int handle_system_retry(struct call *call, const void *params)
{
    return system_retry(call, params);
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

static int handle_watcher_changed(struct call *call, const void *params)
{
    return watcher_changed(call, params);
}

static int handle_watcher_state(struct call *call, const void *params)
{
    return watcher_state(call, params);
}

static const struct dispatch_entry entries[] = {
    {&initialize_method, handle_initialize},
    {&ping_method, handle_ping},
    {&rpc_discover_method, handle_rpc_discover},
    {&get_api_key_method, handle_get_api_key},
    {&request_permission_method, handle_request_permission},
    {&get_execution_context_method, handle_get_execution_context},
    {&list_mcp_tools_method, handle_list_mcp_tools},
    {&search_mcp_tools_method, handle_search_mcp_tools},
    {&call_mcp_tool_method, handle_call_mcp_tool},
    {&list_mcp_items_method, handle_list_mcp_items},
    {&fetch_mcp_item_method, handle_fetch_mcp_item},
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
    {&app_get_settings_method, handle_app_get_settings},
    {&app_set_theme_method, handle_app_set_theme},
    {&app_set_profile_method, handle_app_set_profile},
    {&apps_install_method, handle_apps_install},
    {&apps_remove_method, handle_apps_remove},
    {&apps_grant_method, handle_apps_grant},
    {&apps_file_method, handle_apps_file},
    {&apps_list_method, handle_apps_list},
    {&apps_list_tools_method, handle_apps_list_tools},
    {&apps_call_tool_method, handle_apps_call_tool},
    {&apps_get_app_config_method, handle_apps_get_app_config},
    {&apps_open_method, handle_apps_open},
    {&audit_list_method, handle_audit_list},
    {&audit_verify_method, handle_audit_verify},
    {&automation_create_method, handle_automation_create},
    {&automation_update_method, handle_automation_update},
    {&automation_delete_method, handle_automation_delete},
    {&automation_trigger_method, handle_automation_trigger},
    {&automation_get_run_log_method, handle_automation_get_run_log},
    {&automation_preview_method, handle_automation_preview},
    {&automation_webhook_method, handle_automation_webhook},
    {&automation_deliver_method, handle_automation_deliver},
    {&automation_status_method, handle_automation_status},
    {&automation_enable_method, handle_automation_enable},
    {&automation_disable_method, handle_automation_disable},
    {&broker_reserve_method, handle_broker_reserve},
    {&broker_settle_method, handle_broker_settle},
    {&budget_status_method, handle_budget_status},
    {&capture_get_status_method, handle_capture_get_status},
    {&capture_toggle_stream_method, handle_capture_toggle_stream},
    {&capture_get_stream_config_method, handle_capture_get_stream_config},
    {&capture_get_consent_method, handle_capture_get_consent},
    {&capture_consent_method, handle_capture_consent},
    {&capture_forget_method, handle_capture_forget},
    {&chat_send_method, handle_chat_send},
    {&chat_send_message_method, handle_chat_send_message},
    {&chat_ack_method, handle_chat_ack},
    {&chat_resume_method, handle_chat_resume},
    {&chat_get_threads_method, handle_chat_get_threads},
    {&chat_get_thread_method, handle_chat_get_thread},
    {&connector_state_method, handle_connector_state},
    {&connector_changed_method, handle_connector_changed},
    {&connector_progress_method, handle_connector_progress},
    {&connector_ask_method, handle_connector_ask},
    {&context_query_method, handle_context_query},
    {&context_get_recent_activity_method, handle_context_get_recent_activity},
    {&context_get_context_card_method, handle_context_get_context_card},
    {&cowork_read_method, handle_cowork_read},
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
    {&mcp_connect_method, handle_mcp_connect},
    {&mcp_disconnect_method, handle_mcp_disconnect},
    {&mcp_list_connections_method, handle_mcp_list_connections},
    {&mcp_list_tools_method, handle_mcp_list_tools},
    {&mcp_get_status_method, handle_mcp_get_status},
    {&mcp_get_method, handle_mcp_get},
    {&mcp_start_method, handle_mcp_start},
    {&mcp_restart_method, handle_mcp_restart},
    {&mcp_remove_method, handle_mcp_remove},
    {&mcp_call_method, handle_mcp_call},
    {&mcp_search_method, handle_mcp_search},
    {&mcp_logs_method, handle_mcp_logs},
    {&mcp_prompts_method, handle_mcp_prompts},
    {&mcp_prompt_method, handle_mcp_prompt},
    {&mcp_resources_method, handle_mcp_resources},
    {&mcp_read_method, handle_mcp_read},
    {&mcp_offers_method, handle_mcp_offers},
    {&mcp_approve_method, handle_mcp_approve},
    {&permission_list_method, handle_permission_list},
    {&permission_answer_method, handle_permission_answer},
    {&permission_rules_list_method, handle_permission_rules_list},
    {&permission_rules_add_method, handle_permission_rules_add},
    {&permission_rules_remove_method, handle_permission_rules_remove},
    {&permission_rules_preview_method, handle_permission_rules_preview},
    {&question_list_method, handle_question_list},
    {&question_answer_method, handle_question_answer},
    {&recorder_rows_method, handle_recorder_rows},
    {&recorder_state_method, handle_recorder_state},
    {&session_create_method, handle_session_create},
    {&session_get_method, handle_session_get},
    {&session_files_method, handle_session_files},
    {&session_list_method, handle_session_list},
    {&session_update_method, handle_session_update},
    {&session_close_method, handle_session_close},
    {&session_reopen_method, handle_session_reopen},
    {&session_delete_method, handle_session_delete},
    {&session_fork_method, handle_session_fork},
    {&system_retry_method, handle_system_retry},
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
    {&watcher_changed_method, handle_watcher_changed},
    {&watcher_state_method, handle_watcher_state},
};

static const uint16_t slots[] = {
    0, 0, 0, 0, 0, 0, 0, 98, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 104, 126, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 56, 0, 29, 140, 0, 0, 0, 17, 37,
    42, 0, 119, 0, 0, 0, 0, 99, 0, 0, 0, 0, 0, 95, 0, 0,
    0, 0, 24, 73, 93, 0, 0, 0, 0, 0, 0, 1, 100, 0, 0, 0,
    0, 135, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 28, 0, 66, 0,
    22, 122, 0, 111, 0, 45, 0, 26, 5, 0, 0, 0, 0, 40, 64, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 59, 0, 0, 106, 0, 0, 0,
    105, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 10, 0, 0,
    0, 0, 0, 138, 0, 0, 0, 0, 0, 78, 0, 141, 130, 0, 0, 0,
    0, 86, 0, 0, 0, 0, 0, 0, 44, 70, 0, 83, 0, 54, 0, 0,
    61, 0, 0, 0, 143, 0, 0, 0, 39, 0, 77, 101, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 36, 0, 0, 35, 0, 0, 38, 0, 0, 0, 0,
    0, 0, 123, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 9, 92, 31,
    0, 0, 0, 0, 0, 67, 0, 0, 0, 0, 0, 134, 0, 46, 55, 102,
    60, 0, 16, 85, 58, 131, 0, 0, 0, 0, 121, 0, 0, 133, 0, 0,
    0, 75, 0, 27, 0, 13, 128, 0, 0, 43, 0, 0, 0, 0, 0, 0,
    103, 0, 0, 0, 0, 0, 0, 15, 0, 21, 0, 0, 0, 0, 84, 0,
    0, 3, 94, 0, 0, 0, 0, 68, 0, 0, 0, 117, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 63, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 62, 0, 0, 25, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 129, 57, 118, 0, 0, 0, 0, 0, 33, 0, 0, 0,
    0, 0, 7, 120, 0, 0, 0, 41, 124, 0, 115, 0, 91, 0, 74, 0,
    0, 0, 0, 0, 0, 88, 11, 127, 0, 0, 0, 14, 89, 0, 96, 0,
    12, 30, 132, 114, 0, 0, 0, 0, 72, 76, 0, 0, 0, 0, 0, 34,
    0, 0, 0, 0, 0, 0, 47, 0, 49, 142, 69, 110, 52, 90, 0, 0,
    0, 0, 0, 0, 0, 0, 23, 109, 0, 112, 0, 48, 0, 79, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 82, 0, 0, 0, 0, 53, 0, 0, 0, 0, 0, 125,
    0, 0, 20, 0, 0, 0, 0, 71, 0, 0, 0, 0, 0, 113, 0, 0,
    116, 51, 0, 0, 0, 32, 0, 0, 0, 139, 8, 18, 107, 137, 0, 65,
    80, 0, 50, 19, 0, 0, 108, 87, 0, 0, 0, 97, 4, 81, 136, 0,
};

const struct dispatch daemon_dispatch = {
    .entries = entries,
    .slots = slots,
    .count = 143,
    .slot_mask = 511,
};
