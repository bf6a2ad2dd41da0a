/* The adapter `claude-code`: the Claude Code command line in its stream-json mode, a process for each task.
 *
 * It asks weir before every tool, by a hook that is asked for when it starts; and where it would ask a person, by the
 * same door. So the rules, modes and people of weir decide, not its own settings (which may only refuse more). It gets
 * no key of weir's: a key would have to be in its environment or in a file, where each command that it runs could read
 * it. It has its own login, or what the configuration's `env` gives it. */
#pragma once

#include "executor/adapters/hosted.h"
#include "executor/adapters/stream_json.h"

extern const struct adapter claude_code_adapter;

enum {
    CLAUDE_CALLS_MAX = 1024,
    CLAUDE_KNOWN_MAX = 64 << 20, /* bytes of the inputs of them all */
    CLAUDE_INPUT_MAX = 12 << 20, /* bytes of a tool's input */
};

/* A tool that it wants to use, from the first that is heard of it to its result. */
struct claude_call {
    struct list link;
    struct slice id, tool, input; /* behind the struct */
    uint64_t serial;              /* another input makes another call of it */
    bool approved;
    bool answered[2]; /* where it would ask a person, and the hook: each may ask once about one use */
    bool told;        /* tool_call was reported */
    bool denied;
};

/* A request of it that a person, or a rule, has to decide. */
struct claude_request {
    struct list link;
    struct claude *claude;
    struct hosted_question *question;
    bool is_hook;
    char id[129];
    char call_id[257];
    uint64_t call_serial;
};

struct claude {
    struct hosted hosted;
    bool resumed;        /* it knows what was said before */
    bool knows_commands; /* its slash commands were reported with what they do */

    /* claude_code_events.c: the message that comes in pieces */
    char streamed[160]; /* its id; empty: none has */
    char stop_reason[64];
    bool block_is_open;
    int64_t index;
    struct slice kind; /* of the block that is open: one of a few constants */
    char tool_id[257], tool[129];
    struct buf text, signature;
    struct stream_json_usage total, message;
    struct spent spent;

    /* claude_code_calls.c */
    struct list calls, requests;
    size_t call_count, input_bytes;
    uint64_t serial; /* of the last call */
};

/* --- claude_code_events.c --- */

void claude_tell(struct claude *claude, const struct stream_json *message);
/* Of its last message. */
void claude_tell_end(struct claude *claude, const struct stream_json *result);

/* --- claude_code_calls.c --- */

/* Adds it where it is not known yet; NULL without memory. */
struct claude_call *claude_call_note(struct claude *claude, struct slice id, struct slice tool, struct slice input);
void claude_call_result(struct claude *claude, const struct stream_json_block *block);
void claude_ask(struct claude *claude, const struct stream_json *request);
void claude_unask(struct claude *claude, struct slice request_id);
/* The task ends: what was begun and has no result has none. */
void claude_calls_end(struct claude *claude);
void claude_calls_clear(struct claude *claude);
