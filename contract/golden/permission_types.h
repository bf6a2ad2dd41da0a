/* Generated from contract/permission.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* allow_once: this call. allow_session: similar calls until the session is closed. allow_always: similar calls in
 * every session with the same working directory. deny: not this call. */
enum permission_decision {
    PERMISSION_DECISION_ALLOW_ONCE = 0,
    PERMISSION_DECISION_ALLOW_SESSION = 1,
    PERMISSION_DECISION_ALLOW_ALWAYS = 2,
    PERMISSION_DECISION_DENY = 3,
};

enum permission_request_state {
    PERMISSION_REQUEST_STATE_PENDING = 0,
    PERMISSION_REQUEST_STATE_ALLOWED = 1,
    PERMISSION_REQUEST_STATE_DENIED = 2,
    PERMISSION_REQUEST_STATE_EXPIRED = 3,
    PERMISSION_REQUEST_STATE_WITHDRAWN = 4,
};

/* The tool of an MCP server that a request is about. */
struct permission_mcp_call {
    struct slice server_id;
    struct slice server_name;
    /* The name that the server gives to it. */
    struct slice tool;
    struct slice title;
    enum field_is title_is;
    /* What the server says about its tool. */
    struct slice description;
    enum field_is description_is;
    /* A hash of the tool's definition. */
    struct slice definition;
    /* True: a rule allows this tool, but the server has changed its definition since. */
    bool changed;
    /* The definition that the rule allows, as JSON; at most 64 KiB. */
    struct slice before;
    enum field_is before_is;
    /* The definition now, as JSON; at most 64 KiB. */
    struct slice after;
    enum field_is after_is;
};

/* The files that the call concerns, with links and dots resolved. */
struct permission_request_paths {
    struct slice *items;
    size_t count;
};

/* The simple commands of which the command consists, as they are checked against rules. */
struct permission_request_parts {
    struct slice *items;
    size_t count;
};

/* All rules that allow_session and allow_always would add: for a compound command, one for each part that no rule
 * allows yet, and one for Write for the file in the working directory that it writes with >. Absent: only allow_once
 * and deny are possible. */
struct permission_request_suggestions {
    struct permission_new_rule *items;
    size_t count;
};

enum permission_effect {
    PERMISSION_EFFECT_ALLOW = 0,
    PERMISSION_EFFECT_DENY = 1,
};

/* A rule matches a call if all of its conditions match. Deny rules take precedence over allow rules. In a pattern, *
 * matches any text without a /, ** any text, ? one character except /, and \ makes the next character literal. A
 * path pattern is absolute, or begins with ./ (the session's working directory) or ~/ (the user's home directory); a
 * pattern that ends in / or / ** matches that directory and everything below it. Paths are compared with links and
 * dots resolved. Grep and Glob search directories: an allow rule must match everything below the directory, and a
 * deny rule applies if it matches anything below. A command pattern is compared word by word, after quoting is
 * removed: a * that is a word of its own matches one word, and as the last word all remaining words, or none; quotes
 * make characters literal. A compound command is allowed only if each part is allowed, and each file that it writes
 * with > is allowed by a rule for Write; a word whose value is known only at run time ($x) matches only a last *. A
 * cd to the working directory itself needs no rule if the command has other parts. A command that cannot be parsed
 * is allowed only by a rule that names the tool alone. A rule that denies a command also denies it by its path
 * (/bin/rm), and where it may be what $x expands to. */
struct permission_new_rule {
    enum permission_effect effect;
    /* The name of a tool, or a pattern of names. */
    struct slice tool;
    struct slice path;
    enum field_is path_is;
    struct slice command;
    enum field_is command_is;
    /* For a tool of an MCP server: apply only while the hash of its definition is this one. An allow rule that an
     * answer adds always has it. */
    struct slice definition;
    enum field_is definition_is;
    /* Apply only in this session; the rule is deleted when the session is closed. */
    struct slice session_id;
    enum field_is session_id_is;
    /* Apply only in sessions with this working directory. */
    struct slice cwd;
    enum field_is cwd_is;
    /* Epoch milliseconds; absent: the rule does not expire. */
    int64_t expires_at;
    enum field_is expires_at_is;
    struct slice note;
    enum field_is note_is;
};

struct permission_request {
    struct slice id;
    enum permission_request_state state;
    struct slice session_id;
    struct slice task_id;
    struct slice tool;
    /* The input from the agent; if it exceeds 256 KiB, without its longest texts. */
    struct json_any input;
    enum field_is input_is;
    struct slice cwd;
    struct permission_request_paths paths;
    enum field_is paths_is;
    /* The whole command, for a shell tool. */
    struct slice command;
    enum field_is command_is;
    struct permission_request_parts parts;
    enum field_is parts_is;
    /* For a tool of an MCP server. */
    struct permission_mcp_call mcp;
    enum field_is mcp_is;
    /* Epoch milliseconds. */
    int64_t created_at;
    /* When the request is denied if there is no answer, epoch milliseconds; absent: no limit. */
    int64_t expires_at;
    enum field_is expires_at_is;
    /* When the request is denied if no front end that can approve has connected, epoch milliseconds; absent: one has
     * connected, and only expiresAt counts. */
    int64_t approver_by;
    enum field_is approver_by_is;
    /* Epoch milliseconds. */
    int64_t answered_at;
    enum field_is answered_at_is;
    /* mode=…, rule:…, user_approved, user_denied, timeout, no_approver, … */
    struct slice reason;
    enum field_is reason_is;
    /* A note from the person who answered. */
    struct slice note;
    enum field_is note_is;
    /* The front end that answered, by the name that it gave in initialize. */
    struct slice answered_by;
    enum field_is answered_by_is;
    /* The rule that allow_session and allow_always would add; absent: one rule is not enough. */
    struct permission_new_rule suggestion;
    enum field_is suggestion_is;
    struct permission_request_suggestions suggestions;
    enum field_is suggestions_is;
};

struct permission_rule {
    struct slice id;
    enum permission_effect effect;
    struct slice tool;
    struct slice path;
    enum field_is path_is;
    struct slice command;
    enum field_is command_is;
    struct slice definition;
    enum field_is definition_is;
    struct slice session_id;
    enum field_is session_id_is;
    struct slice cwd;
    enum field_is cwd_is;
    int64_t expires_at;
    enum field_is expires_at_is;
    struct slice note;
    enum field_is note_is;
    /* Epoch milliseconds. */
    int64_t created_at;
    /* The front end that added the rule, by the name that it gave in initialize. */
    struct slice created_by;
    enum field_is created_by_is;
    /* The number of calls that the rule has decided. */
    int64_t uses;
    /* Epoch milliseconds; absent: never. */
    int64_t used_at;
    enum field_is used_at_is;
};

extern const struct shape permission_decision_shape;
extern const struct shape permission_request_state_shape;
extern const struct shape permission_mcp_call_shape;
extern const struct shape permission_request_shape;
extern const struct shape permission_effect_shape;
extern const struct shape permission_new_rule_shape;
extern const struct shape permission_rule_shape;
