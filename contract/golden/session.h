/* Generated from contract/session.json by contract/generate; do not edit. */
/* Sessions: conversations with a working directory, an agent, a permission mode and a history. A thread of a desktop
 * application is a session. */
#pragma once

#include "rpc/method.h"
#include "contract/session_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method session.create: Create a session. */

struct session_create_params {
    /* The working directory: an absolute path. Absent: a new empty directory, which session.delete removes; for a
     * project's daemon, the project directory. */
    struct slice cwd;
    enum field_is cwd_is;
    struct slice agent;
    enum field_is agent_is;
    /* For the built-in agent, MODEL or SERVICE/MODEL; the part before the first slash is always the provider. Other
     * agents have their own names. */
    struct slice model;
    enum field_is model_is;
    enum session_permission_mode permission_mode;
    struct slice title;
    enum field_is title_is;
    /* Absent: the configured value. */
    enum session_network network;
    enum field_is network_is;
    /* Absent: the configured value. */
    enum session_keys keys;
    enum field_is keys_is;
    struct session_services services;
    enum field_is services_is;
    int64_t permission_timeout_ms;
    enum field_is permission_timeout_ms_is;
    int64_t thinking_tokens;
    enum field_is thinking_tokens_is;
    struct session_context_files context_files;
    enum field_is context_files_is;
    /* Absent: for the built-in agent its own tools and those of MCP servers, for other agents every tool that rules
     * and modes allow. */
    struct session_tools tools;
    enum field_is tools_is;
    /* False: agents report only whole messages, no deltas. Absent: true. */
    bool stream;
    enum field_is stream_is;
    /* Whether its agents get recent activity of the person. Absent: the setting chat.context. */
    bool use_context;
    enum field_is use_context_is;
    /* True: the session is made for one prompt. The daemon closes it when it has had no running task and no open
     * terminal for sessions.closeIdleMs; session.reopen opens it again. */
    bool close_when_idle;
    enum field_is close_when_idle_is;
    struct session_budget budget;
    enum field_is budget_is;
    /* The app for which the session is created: the app can read the list of such sessions (cowork:read), and
     * apps:remove deletes them. */
    struct slice app_id;
    enum field_is app_id_is;
    /* JSON to store with the session, at most 64 KiB and 112 levels deep. */
    struct json_any metadata;
    enum field_is metadata_is;
};

extern const struct shape session_create_params_shape;
extern const struct method session_create_method;
int session_create(struct call *call, const struct session_create_params *params);

static inline int session_create_reply(struct call *call, const struct session_record *result)
{
    return call_reply(call, result);
}

/* Method session.get: Get a session. */

struct session_get_params {
    struct slice session_id;
};

extern const struct shape session_get_params_shape;
extern const struct method session_get_method;
int session_get(struct call *call, const struct session_get_params *params);

static inline int session_get_reply(struct call *call, const struct session_record *result)
{
    return call_reply(call, result);
}

/* Method session.files: Find files and directories below a session's directory, to complete a path.
 *
 * Files that .gitignore excludes, and .git, are left out; links are not followed. The best matches are first: paths
 * that begin with the query, then file names that begin with it, then paths that contain it. Case is ignored. */

struct session_files_params {
    /* Absent: cwd names the directory. */
    struct slice session_id;
    enum field_is session_id_is;
    /* An absolute path, instead of sessionId, for a session that does not exist yet. */
    struct slice cwd;
    enum field_is cwd_is;
    struct slice query;
    int64_t limit;
};

struct session_files_result_files {
    struct session_found_file *items;
    size_t count;
};

struct session_files_result {
    /* The directory to which the paths are relative. */
    struct slice cwd;
    struct session_files_result_files files;
    /* False: there are more matches than the limit, or the search stopped after two seconds or 200,000 entries. */
    bool complete;
};

extern const struct shape session_files_params_shape;
extern const struct shape session_files_result_shape;
extern const struct method session_files_method;
int session_files(struct call *call, const struct session_files_params *params);

static inline int session_files_reply(struct call *call, const struct session_files_result *result)
{
    return call_reply(call, result);
}

/* Method session.list: List sessions, newest first, in pages.
 *
 * To get the next page, pass the last id of this page as after. A page can be shorter than its limit if sessions are
 * large; an empty page is the end. */

struct session_list_params {
    /* Select sessions in this state. */
    enum session_state state;
    enum field_is state_is;
    /* Select sessions that were created for this app. */
    struct slice app_id;
    enum field_is app_id_is;
    int64_t limit;
    /* The last id of the previous page. */
    struct slice after;
    enum field_is after_is;
};

struct session_list_result {
    struct session_record *items;
    size_t count;
};

extern const struct shape session_list_params_shape;
extern const struct shape session_list_result_shape;
extern const struct method session_list_method;
int session_list(struct call *call, const struct session_list_params *params);

static inline int session_list_reply(struct call *call, const struct session_list_result *result)
{
    return call_reply(call, result);
}

/* Method session.update: Change the settings of a session. Absent fields stay as they are, and null removes a value.
 * Started tasks keep their settings. */

struct session_update_params_services {
    struct slice *items;
    size_t count;
};

/* Applies to the next tasks. */
struct session_update_params_tools {
    struct slice *items;
    size_t count;
};

struct session_update_params {
    struct slice session_id;
    struct slice agent;
    enum field_is agent_is;
    struct slice model;
    enum field_is model_is;
    enum session_permission_mode permission_mode;
    enum field_is permission_mode_is;
    struct slice title;
    enum field_is title_is;
    enum session_network network;
    enum field_is network_is;
    enum session_keys keys;
    enum field_is keys_is;
    struct session_update_params_services services;
    enum field_is services_is;
    int64_t permission_timeout_ms;
    enum field_is permission_timeout_ms_is;
    int64_t thinking_tokens;
    enum field_is thinking_tokens_is;
    struct session_context_files context_files;
    enum field_is context_files_is;
    struct session_update_params_tools tools;
    enum field_is tools_is;
    /* Applies to the next tasks. */
    bool stream;
    enum field_is stream_is;
    /* Applies to the next tasks; null: the setting chat.context. */
    bool use_context;
    enum field_is use_context_is;
    bool close_when_idle;
    enum field_is close_when_idle_is;
    struct session_budget budget;
    enum field_is budget_is;
    /* At most 64 KiB of JSON, 112 levels deep; null removes it. */
    struct json_any metadata;
    enum field_is metadata_is;
};

extern const struct shape session_update_params_shape;
extern const struct method session_update_method;
int session_update(struct call *call, const struct session_update_params *params);

static inline int session_update_reply(struct call *call, const struct session_record *result)
{
    return call_reply(call, result);
}

/* Method session.close: Close a session: cancel its queued tasks, stop its running task, accept no new ones. The
 * history stays.
 *
 * The response follows when no task of the session runs any more. Closing a closed session has no effect. */

struct session_close_params {
    struct slice session_id;
};

extern const struct shape session_close_params_shape;
extern const struct method session_close_method;
int session_close(struct call *call, const struct session_close_params *params);

static inline int session_close_reply(struct call *call, const struct session_record *result)
{
    return call_reply(call, result);
}

/* Method session.reopen: Reopen a closed session, with its settings and its history.
 *
 * Rules that were limited to the session were deleted when it was closed. Reopening an open session has no effect.
 * Causes event.sessionUpdated. */

struct session_reopen_params {
    struct slice session_id;
};

extern const struct shape session_reopen_params_shape;
extern const struct method session_reopen_method;
int session_reopen(struct call *call, const struct session_reopen_params *params);

static inline int session_reopen_reply(struct call *call, const struct session_record *result)
{
    return call_reply(call, result);
}

/* Method session.delete: Delete a session with its tasks and events, and the directory that was made for it unless
 * another session uses it. Forks keep the history that they inherited. */

struct session_delete_params {
    struct slice session_id;
};

struct session_delete_result {
    bool deleted;
};

extern const struct shape session_delete_params_shape;
extern const struct shape session_delete_result_shape;
extern const struct method session_delete_method;
int session_delete(struct call *call, const struct session_delete_params *params);

static inline int session_delete_reply(struct call *call, const struct session_delete_result *result)
{
    return call_reply(call, result);
}

/* Method session.fork: Create a session with the settings of another one and its history up to one of its events.
 *
 * event.list and event.subscribe with the new session's id include the inherited events, with their original seq.
 * Closed sessions can be forked. */

struct session_fork_params {
    struct slice session_id;
    /* The last event that the fork inherits; absent: the newest. */
    int64_t at_seq;
    enum field_is at_seq_is;
    /* Absent: that of the session; null: none, so that the first task of the fork sets it. */
    struct slice title;
    enum field_is title_is;
};

extern const struct shape session_fork_params_shape;
extern const struct method session_fork_method;
int session_fork(struct call *call, const struct session_fork_params *params);

static inline int session_fork_reply(struct call *call, const struct session_record *result)
{
    return call_reply(call, result);
}

/* Event event.sessionCreated: A session was created. */

struct event_session_created_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice session_id;
    struct session_record session;
};

extern const struct shape event_session_created_params_shape;
extern const struct event_type event_session_created_event;

/* Event event.sessionUpdated: The settings of a session have changed. */

struct event_session_updated_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice session_id;
    struct session_record session;
};

extern const struct shape event_session_updated_params_shape;
extern const struct event_type event_session_updated_event;

/* Event event.sessionClosed: A session was closed and accepts no more tasks. */

struct event_session_closed_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice session_id;
};

extern const struct shape event_session_closed_params_shape;
extern const struct event_type event_session_closed_event;

/* Event event.sessionDeleted: A session was deleted with its tasks and events: from here on, their sequence numbers
 * are missing from the log. */

struct event_session_deleted_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice session_id;
};

extern const struct shape event_session_deleted_params_shape;
extern const struct event_type event_session_deleted_event;
