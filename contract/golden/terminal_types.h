/* Generated from contract/terminal.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

struct terminal_record {
    struct slice id;
    /* The session of the terminal; absent: none. */
    struct slice session_id;
    enum field_is session_id_is;
    /* The process id of its shell. */
    int64_t pid;
    /* The directory in which it was opened. */
    struct slice cwd;
    struct slice shell;
    int64_t cols;
    int64_t rows;
    bool use_tmux;
    /* Epoch milliseconds. */
    int64_t created_at;
    /* The number of attached clients. */
    int64_t clients;
    /* True: a client holds its descriptor, and the scrollback is paused. */
    bool held;
    /* The bytes of output so far. */
    int64_t bytes;
};

struct terminal_ref {
    struct slice terminal_id;
};

extern const struct shape terminal_record_shape;
extern const struct shape terminal_ref_shape;
