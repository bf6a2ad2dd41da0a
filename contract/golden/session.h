/* Generated from contract/session.json by contract/generate; do not edit. */
/* Conversations: a working directory, an agent, a permission mode, and what was said. A desktop thread is the same
 * thing. */
#pragma once

#include "rpc/method.h"
#include "contract/session_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method session.create: Begin a conversation. */

struct session_create_params {
    /* The working directory: an absolute path. Absent: an empty directory of the session's own, which session.delete
     * removes; of a project's daemon, the project. */
    struct slice cwd;
    enum field_is cwd_is;
    struct slice agent;
    enum field_is agent_is;
    /* For the built-in agent a name, or SERVICE/NAME: what stands before the first slash is always the service.
     * Other agents have names of their own. */
    struct slice model;
    enum field_is model_is;
    enum session_permission_mode permission_mode;
    struct slice title;
    enum field_is title_is;
    /* Absent: as configured. */
    enum session_network network;
    enum field_is network_is;
    /* Absent: as configured. */
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
    /* Absent: the built-in agent's own, and for other agents all that rules and modes allow. */
    struct session_tools tools;
    enum field_is tools_is;
    /* False: agents report whole messages only, no deltas. Absent: true. */
    bool stream;
    enum field_is stream_is;
    /* For a session that is made for one prompt: the daemon closes it when no task of it has been at work, and no
     * terminal of it open, for sessions.closeIdleMs; session.reopen opens it again. */
    bool close_when_idle;
    enum field_is close_when_idle_is;
    struct session_budget budget;
    enum field_is budget_is;
    /* Kept with the session; at most 64 KiB of JSON. */
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

/* Method session.get: One session. */

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

/* Method session.files: Files and directories below a session's directory, for the completion of a path.
 *
 * What .gitignore names, and .git, is left out; links are not followed. The best matches come first: paths that
 * begin with the query, then names that do, then paths that hold it, whatever the case. */

struct session_files_params {
    /* Absent: cwd says where. */
    struct slice session_id;
    enum field_is session_id_is;
    /* An absolute path, in place of sessionId: for a session that is yet to be made. */
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
    /* Below which the paths lie. */
    struct slice cwd;
    struct session_files_result_files files;
    /* False: there are more matches than the limit, or not all of the directory could be looked at in two seconds or
     * 200,000 entries. */
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

/* Method session.list: Sessions, newest first, a page at a time.
 *
 * The next page begins after the last id of this one. A page may be shorter than its limit where the sessions are
 * long; the end is an empty one. */

struct session_list_params {
    /* Only these. */
    enum session_state state;
    enum field_is state_is;
    int64_t limit;
    /* The last id of the page before. */
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

/* Method session.update: Change a session; what is absent stays, what is null goes. Tasks that have started keep
 * what they started with. */

struct session_update_params_services {
    struct slice *items;
    size_t count;
};

/* For the next tasks. */
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
    /* For the next tasks. */
    bool stream;
    enum field_is stream_is;
    bool close_when_idle;
    enum field_is close_when_idle_is;
    struct session_budget budget;
    enum field_is budget_is;
    /* At most 64 KiB of JSON; null removes it. */
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

/* Method session.close: End a conversation: queued tasks are cancelled, the one at work is stopped, new ones are
 * refused. What was said stays.
 *
 * Answered once no task of the session is at work any more. Closing a closed session changes nothing. */

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

/* Method session.reopen: Open a closed session again: it takes tasks, with its settings and all that was said.
 *
 * Rules that held as long as it was open are gone. Opening an open session changes nothing. Told by
 * event.sessionUpdated. */

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

/* Method session.delete: Remove a session with its tasks and events, and the directory that was made for it unless
 * another session works there. What forks of it inherited stays theirs. */

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

/* Method session.fork: A new session with the same settings and the history of another, up to one of its events.
 *
 * event.list and event.subscribe with the new session's id give the inherited events too, with their own seq. Closed
 * sessions can be forked. */

struct session_fork_params {
    struct slice session_id;
    /* The last event that the fork shall know; absent: all there are. */
    int64_t at_seq;
    enum field_is at_seq_is;
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

/* Event event.sessionCreated: A session began. */

struct event_session_created_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice session_id;
    struct session_record session;
};

extern const struct shape event_session_created_params_shape;
extern const struct event_type event_session_created_event;

/* Event event.sessionUpdated: A session's settings changed. */

struct event_session_updated_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice session_id;
    struct session_record session;
};

extern const struct shape event_session_updated_params_shape;
extern const struct event_type event_session_updated_event;

/* Event event.sessionClosed: A session takes no more tasks. */

struct event_session_closed_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice session_id;
};

extern const struct shape event_session_closed_params_shape;
extern const struct event_type event_session_closed_event;

/* Event event.sessionDeleted: A session was removed, with its tasks and events: their numbers are missing from the
 * log from here on. */

struct event_session_deleted_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice session_id;
};

extern const struct shape event_session_deleted_params_shape;
extern const struct event_type event_session_deleted_event;
