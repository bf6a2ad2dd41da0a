/* Generated from contract/permission.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* allow_once: this call. allow_session: calls like it, until the session is closed. allow_always: calls like it, in
 * every session whose working directory is the same. deny: not this call. */
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

/* The files that it is about, resolved: without links and dots. */
struct permission_request_paths {
    struct slice *items;
    size_t count;
};

/* Of a command: the simple commands in it, as they are judged. */
struct permission_request_parts {
    struct slice *items;
    size_t count;
};

/* All the rules that they would make: of a compound command, one for each part that no rule allows yet. Absent: only
 * allow_once and deny are possible. */
struct permission_request_suggestions {
    struct permission_new_rule *items;
    size_t count;
};

enum permission_effect {
    PERMISSION_EFFECT_ALLOW = 0,
    PERMISSION_EFFECT_DENY = 1,
};

/* A rule matches a call when all that it names fits. Deny beats allow. In a pattern * stands for any text without a
 * /, ** for any text, ? for one character but /, and \ takes the next character as it is. A path pattern is
 * absolute, or begins with ./ for the session's working directory or ~/ for the user's home; one that ends in / or /
 * ** is that directory and everything below. A path is judged without links and dots. Grep and Glob look through
 * directories: they are allowed by a pattern for everything below, and denied where anything below is. A command
 * pattern is compared word by word, after quotes: a * as a word of its own stands for one word, as the last word for
 * all that follow, none included; quotes make characters plain. A compound command is allowed only when each part of
 * it is, and each file that it writes by > too, by a rule for Write; what is only known when it runs ($x) is allowed
 * only by a last *. A cd to the working directory itself needs no rule beside other parts. A command that cannot be
 * understood is allowed only by a rule that names the tool alone. A rule that denies a command also denies it by its
 * path (/bin/rm), and where it may be meant ($x). */
struct permission_new_rule {
    enum permission_effect effect;
    /* A tool's name, or a pattern of it. */
    struct slice tool;
    struct slice path;
    enum field_is path_is;
    struct slice command;
    enum field_is command_is;
    /* Only in this session; it ends with it. */
    struct slice session_id;
    enum field_is session_id_is;
    /* Only in sessions with this working directory. */
    struct slice cwd;
    enum field_is cwd_is;
    /* Epoch milliseconds; absent: it stays. */
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
    /* As the agent gave it; where that is over 256 KiB, without its longest texts. */
    struct json_any input;
    enum field_is input_is;
    struct slice cwd;
    struct permission_request_paths paths;
    enum field_is paths_is;
    /* Of a shell's tool: the whole command. */
    struct slice command;
    enum field_is command_is;
    struct permission_request_parts parts;
    enum field_is parts_is;
    /* Epoch milliseconds. */
    int64_t created_at;
    /* Epoch milliseconds: it is refused then if nobody has answered; absent: it waits for an answer without limit. */
    int64_t expires_at;
    enum field_is expires_at_is;
    /* Epoch milliseconds: it is refused then if no front end that can approve has connected; absent: one was there,
     * and only expiresAt counts. */
    int64_t approver_by;
    enum field_is approver_by_is;
    /* Epoch milliseconds. */
    int64_t answered_at;
    enum field_is answered_at_is;
    /* mode=…, rule:…, user_approved, user_denied, timeout, no_approver, … */
    struct slice reason;
    enum field_is reason_is;
    /* What the person who answered wrote. */
    struct slice note;
    enum field_is note_is;
    /* The front end, by the name that it gave in initialize. */
    struct slice answered_by;
    enum field_is answered_by_is;
    /* The rule that allow_session and allow_always would make; absent where one is not enough. */
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
    /* The front end, by the name that it gave in initialize. */
    struct slice created_by;
    enum field_is created_by_is;
    /* Calls that it has decided. */
    int64_t uses;
    /* Epoch milliseconds; absent: never. */
    int64_t used_at;
    enum field_is used_at_is;
};

extern const struct shape permission_decision_shape;
extern const struct shape permission_request_state_shape;
extern const struct shape permission_request_shape;
extern const struct shape permission_effect_shape;
extern const struct shape permission_new_rule_shape;
extern const struct shape permission_rule_shape;
