/* The adapter `claude-code`: the Claude Code command line in its stream-json mode, one process per task.
 *
 * It asks weir before every tool, through a hook that weir requests at the start, and wherever it would ask a person.
 * So weir's rules and modes and its users decide; its own settings can only refuse more. It gets no key from weir: the
 * key would be in its environment or in a file, where every command that it runs could read it. It uses its own login,
 * or the variables in `env` of the configuration. */
#pragma once

#include "executor/adapters/hosted.h"
#include "executor/adapters/stream_json.h"

extern const struct adapter claude_code_adapter;

enum {
    CLAUDE_CALLS_MAX = 1024,
    CLAUDE_KNOWN_MAX = 64 << 20, /* bytes of the inputs of all calls */
    CLAUDE_INPUT_MAX = 12 << 20, /* bytes of a tool's input */
};

/* A tool call, from its first mention to its result. */
struct claude_call {
    struct list link;
    struct slice id, tool, input; /* behind the struct */
    uint64_t serial;              /* changes when the input changes: it is another call then */
    bool approved;
    bool answered[2]; /* the permission prompt and the hook: each may ask once per call */
    bool told;        /* tool_call was reported */
    bool denied;
};

/* A permission request of the agent. */
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
    bool resumed;        /* it has loaded the earlier conversation */
    bool knows_commands; /* its slash commands were reported with descriptions */

    /* claude_code_events.c: the streamed message */
    char streamed[160]; /* its id; empty: none */
    char stop_reason[64];
    bool block_is_open;
    int64_t index;
    struct slice kind; /* of the open block: one of a few constants */
    char tool_id[257], tool[129];
    struct buf text, signature;
    struct stream_json_usage total, message;
    struct usage usage;

    /* claude_code_calls.c */
    struct list calls, requests;
    size_t call_count, input_bytes;
    uint64_t serial; /* of the last call */
};

/* --- claude_code_events.c --- */

void claude_tell(struct claude *claude, const struct stream_json *message);
/* Reports the end from its last message. */
void claude_tell_end(struct claude *claude, const struct stream_json *result);

/* --- claude_code_calls.c --- */

/* Adds the call if it is not known; NULL if memory is exhausted. */
struct claude_call *claude_call_note(struct claude *claude, struct slice id, struct slice tool, struct slice input);
void claude_call_result(struct claude *claude, const struct stream_json_block *block);
void claude_ask(struct claude *claude, const struct stream_json *request);
void claude_unask(struct claude *claude, struct slice request_id);
/* At the end of the task, closes the calls without a result. */
void claude_calls_end(struct claude *claude);
void claude_calls_clear(struct claude *claude);
