/* Generated from contract/terminal.json by contract/generate; do not edit. */
/* Terminals: shells that several front ends can share, that outlive their clients and a restart of the daemon. */
#pragma once

#include "rpc/method.h"
#include "contract/terminal_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method terminal.open: Open a terminal, in a session or in a directory.
 *
 * Refused in env: LD_PRELOAD, LD_LIBRARY_PATH, LD_AUDIT, DYLD_*, and whatever names a key, a token, a secret or a
 * password. */

/* Added to the terminal's environment. */
struct terminal_open_params_env {
    struct terminal_open_params_env_pair *items;
    size_t count;
};

struct terminal_open_params_env_pair {
    struct slice key;
    struct slice value;
};

struct terminal_open_params {
    struct slice session_id;
    enum field_is session_id_is;
    /* An absolute path; absent: the session's. One of the two must be there. */
    struct slice cwd;
    enum field_is cwd_is;
    /* A name that is looked up in PATH, or a path; absent: the user's, or bash. */
    struct slice shell;
    enum field_is shell_is;
    /* Run by the shell, with -c, and the terminal ends with it; not with useTmux. Absent: the shell is for somebody
     * who types. */
    struct slice command;
    enum field_is command_is;
    struct terminal_open_params_env env;
    enum field_is env_is;
    int64_t cols;
    int64_t rows;
    /* Through tmux, with a server of the session's own that the user's tmux knows nothing of. What runs in it
     * outlives the terminal; another one with the same tmuxSessionName comes back to it. */
    bool use_tmux;
    /* Without ':' and '.'; absent: weir. */
    struct slice tmux_session_name;
    enum field_is tmux_session_name_is;
    struct slice tmux_window_name;
    enum field_is tmux_window_name_is;
};

struct terminal_open_result {
    struct slice terminal_id;
    int64_t pid;
};

extern const struct shape terminal_open_params_shape;
extern const struct shape terminal_open_result_shape;
extern const struct method terminal_open_method;
int terminal_open(struct call *call, const struct terminal_open_params *params);

static inline int terminal_open_reply(struct call *call, const struct terminal_open_result *result)
{
    return call_reply(call, result);
}

/* Method terminal.attach: Get what the terminal shows: the scrollback in the answer, then terminal.output as it
 * comes.
 *
 * With passFd the answer carries the terminal's descriptor instead: one holder at a time, and nothing is pushed to
 * anybody while it holds it. It gives it back with terminal.detach or by disconnecting; it must not read after that. */

struct terminal_attach_params {
    struct slice terminal_id;
    bool pass_fd;
};

struct terminal_attach_result {
    struct terminal_record terminal;
    /* The last output, at most 1 MiB, in base64. */
    struct slice scrollback;
    /* Of the next byte of output: terminal.output goes on there. */
    int64_t offset;
};

extern const struct shape terminal_attach_params_shape;
extern const struct shape terminal_attach_result_shape;
extern const struct method terminal_attach_method;
int terminal_attach(struct call *call, const struct terminal_attach_params *params);

static inline int terminal_attach_reply(struct call *call, const struct terminal_attach_result *result)
{
    return call_reply(call, result);
}

/* Method terminal.detach: Get no more output of the terminal; it goes on without this client. */

struct terminal_detach_params {
    struct slice terminal_id;
};

extern const struct shape terminal_detach_params_shape;
extern const struct method terminal_detach_method;
int terminal_detach(struct call *call, const struct terminal_detach_params *params);

static inline int terminal_detach_reply(struct call *call, const struct terminal_ref *result)
{
    return call_reply(call, result);
}

/* Method terminal.input: Type into the terminal. */

struct terminal_input_params {
    struct slice terminal_id;
    /* Bytes, in base64. */
    struct slice data;
};

extern const struct shape terminal_input_params_shape;
extern const struct method terminal_input_method;
int terminal_input(struct call *call, const struct terminal_input_params *params);

static inline int terminal_input_reply(struct call *call, const struct terminal_ref *result)
{
    return call_reply(call, result);
}

/* Method terminal.resize: Give the terminal another size; the last one who says so wins. */

struct terminal_resize_params {
    struct slice terminal_id;
    int64_t cols;
    int64_t rows;
};

extern const struct shape terminal_resize_params_shape;
extern const struct method terminal_resize_method;
int terminal_resize(struct call *call, const struct terminal_resize_params *params);

static inline int terminal_resize_reply(struct call *call, const struct terminal_ref *result)
{
    return call_reply(call, result);
}

/* Method terminal.list: The terminals that are open, oldest first. */

struct terminal_list_params {
    /* Only those of a session. */
    struct slice session_id;
    enum field_is session_id_is;
};

struct terminal_list_result {
    struct terminal_record *items;
    size_t count;
};

extern const struct shape terminal_list_params_shape;
extern const struct shape terminal_list_result_shape;
extern const struct method terminal_list_method;
int terminal_list(struct call *call, const struct terminal_list_params *params);

static inline int terminal_list_reply(struct call *call, const struct terminal_list_result *result)
{
    return call_reply(call, result);
}

/* Method terminal.close: End a terminal and its processes; answered when they are gone. */

struct terminal_close_params {
    struct slice terminal_id;
};

extern const struct shape terminal_close_params_shape;
extern const struct method terminal_close_method;
int terminal_close(struct call *call, const struct terminal_close_params *params);

static inline int terminal_close_reply(struct call *call, const struct terminal_ref *result)
{
    return call_reply(call, result);
}

/* Event terminal.output: Output of a terminal, to those who are attached to it. */

struct terminal_output_params {
    struct slice terminal_id;
    /* Of its first byte in all the output. */
    int64_t offset;
    /* Bytes, in base64. */
    struct slice data;
};

extern const struct shape terminal_output_params_shape;
extern const struct event_type terminal_output_event;

/* Event event.terminalOpened: A terminal was opened. */

struct event_terminal_opened_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice terminal_id;
    struct slice session_id;
    enum field_is session_id_is;
    int64_t pid;
};

extern const struct shape event_terminal_opened_params_shape;
extern const struct event_type event_terminal_opened_event;

/* Event event.terminalExited: A terminal's process has ended, by itself or because the terminal was closed. */

struct event_terminal_exited_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice terminal_id;
    struct slice session_id;
    enum field_is session_id_is;
    /* Absent: a signal ended it, or nobody saw how. */
    int64_t exit_code;
    enum field_is exit_code_is;
    int64_t signal;
    enum field_is signal_is;
};

extern const struct shape event_terminal_exited_params_shape;
extern const struct event_type event_terminal_exited_event;
