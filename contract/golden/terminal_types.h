/* Generated from contract/terminal.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

struct terminal_record {
    struct slice id;
    /* Absent: it belongs to none. */
    struct slice session_id;
    enum field_is session_id_is;
    /* Of its shell. */
    int64_t pid;
    /* Where it was opened. */
    struct slice cwd;
    struct slice shell;
    int64_t cols;
    int64_t rows;
    bool use_tmux;
    /* Epoch milliseconds. */
    int64_t created_at;
    /* How many are attached. */
    int64_t clients;
    /* A client holds its descriptor: scrollback pauses. */
    bool held;
    /* Of output so far. */
    int64_t bytes;
};

struct terminal_ref {
    struct slice terminal_id;
};

extern const struct shape terminal_record_shape;
extern const struct shape terminal_ref_shape;
