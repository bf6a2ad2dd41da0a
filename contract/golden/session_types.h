/* Generated from contract/session.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* default: ask before anything that changes something. acceptEdits: file edits in the working directory need no
 * question. bypassPermissions: nothing does. plan: change nothing. */
enum session_permission_mode {
    SESSION_PERMISSION_MODE_DEFAULT = 0,
    SESSION_PERMISSION_MODE_ACCEPT_EDITS = 1,
    SESSION_PERMISSION_MODE_BYPASS_PERMISSIONS = 2,
    SESSION_PERMISSION_MODE_PLAN = 3,
};

enum session_state {
    SESSION_STATE_OPEN = 0,
    SESSION_STATE_CLOSED = 1,
};

struct session_record {
    struct slice id;
    enum session_state state;
    /* The working directory. */
    struct slice cwd;
    enum session_permission_mode permission_mode;
    /* Absent: the default agent. */
    struct slice agent;
    enum field_is agent_is;
    /* Absent: the agent's own choice. */
    struct slice model;
    enum field_is model_is;
    struct slice title;
    enum field_is title_is;
    /* Whatever the front end keeps with the session: JSON that the daemon does not look into. */
    struct json_any metadata;
    enum field_is metadata_is;
    /* The session that this one was forked from. */
    struct slice parent_id;
    enum field_is parent_id_is;
    /* The last event of the parent that belongs to this session's history. */
    int64_t fork_seq;
    enum field_is fork_seq_is;
    /* Epoch milliseconds. */
    int64_t created_at;
    /* Epoch milliseconds. */
    int64_t updated_at;
    /* Epoch milliseconds. */
    int64_t closed_at;
    enum field_is closed_at_is;
};

extern const struct shape session_permission_mode_shape;
extern const struct shape session_state_shape;
extern const struct shape session_record_shape;
