/* Generated from contract/terminal.json by contract/generate; do not edit. */
/* Terminals: shells that several front ends can share, and that survive their clients and a restart of the daemon. */
#pragma once

#include "rpc/method.h"
#include "contract/terminal_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method terminal.open: Open a terminal in a session or in a directory.
 *
 * env must not have LD_PRELOAD, LD_LIBRARY_PATH, LD_AUDIT, DYLD_*, or a name that suggests a key, a token, a secret
 * or a password. */

/* Variables to add to the terminal's environment. */
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
    /* An absolute path; absent: the session's directory. One of sessionId and cwd is required. */
    struct slice cwd;
    enum field_is cwd_is;
    /* The shell: a path, or a name to find in PATH; absent: the user's shell, or bash. */
    struct slice shell;
    enum field_is shell_is;
    /* A command that the shell runs with -c; the terminal closes when it ends. Not allowed with useTmux. Absent: an
     * interactive shell. */
    struct slice command;
    enum field_is command_is;
    struct terminal_open_params_env env;
    enum field_is env_is;
    int64_t cols;
    int64_t rows;
    /* Run the shell in tmux, with a server of the session that is separate from the user's tmux. Its programs
     * survive the terminal; a new terminal with the same tmuxSessionName attaches to them again. */
    bool use_tmux;
    /* A name without ':' and '.'; absent: weir. */
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

/* Method terminal.attach: Attach to a terminal: the response has the scrollback, and terminal.output has new output.
 *
 * With passFd the response carries the terminal's descriptor instead. Only one client can hold it, and no client
 * receives output meanwhile. The client returns it with terminal.detach or by disconnecting, and must not read from
 * it afterwards. */

struct terminal_attach_params {
    struct slice terminal_id;
    bool pass_fd;
};

struct terminal_attach_result {
    struct terminal_record terminal;
    /* The last output, at most 1 MiB, in base64. */
    struct slice scrollback;
    /* The offset of the next byte of output, with which terminal.output continues. */
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

/* Method terminal.detach: Stop receiving the output of a terminal. The terminal stays open. */

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

/* Method terminal.input: Send input to the terminal. */

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

/* Method terminal.resize: Set the size of the terminal. The last call counts. */

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

/* Method terminal.list: List the open terminals, oldest first. */

struct terminal_list_params {
    /* Select the terminals of this session. */
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

/* Method terminal.close: Close a terminal and end its processes. The response follows when they have ended. */

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

/* Event terminal.output: Output of a terminal, sent to attached clients. */

struct terminal_output_params {
    struct slice terminal_id;
    /* The offset of its first byte in the whole output. */
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

/* Event event.terminalExited: The process of a terminal has ended, by itself or because the terminal was closed. */

struct event_terminal_exited_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice terminal_id;
    struct slice session_id;
    enum field_is session_id_is;
    /* Absent: a signal ended it, or its exit code is not known. */
    int64_t exit_code;
    enum field_is exit_code_is;
    int64_t signal;
    enum field_is signal_is;
};

extern const struct shape event_terminal_exited_params_shape;
extern const struct event_type event_terminal_exited_event;
