/* The internals of the agent: what it waits for, and the files with its steps. Everything runs on the loop; at any time
 * the agent waits for one thing, named by `phase`, and in addition for tools that only read. */
#pragma once

#include "agent/agent.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/id.h"

enum {
    AGENT_TURNS_MAX = 200,            /* model calls of one prompt */
    AGENT_CALLS_AT_ONCE = 4,          /* tools that only read, running in parallel */
    AGENT_BLOCKS_MAX = 1000,          /* of one response */
    AGENT_EVENT_BYTES_MAX = 16 << 20, /* of an event's data */
    AGENT_SYSTEM_BYTES_MAX = 4 << 20,
    AGENT_FILE_BYTES_MAX = 256 << 10,
    AGENT_FILES_MAX = 32,                    /* the number of context files */
    AGENT_INPUT_BYTES_MAX = 64 << 20,        /* memory for the parsed input of a tool */
    AGENT_CHECK_MS = 5000,                   /* time limit for the list of a provider's models */
    AGENT_RETRY_FIRST_MS = 500,              /* doubles after each failure, up to the longest */
    AGENT_RETRY_LONGEST_MS = 30000,          /* of waits that the agent chooses */
    AGENT_RETRY_AFTER_MAX_MS = 5 * 60 * 1000 /* of waits that a provider demands: if it is longer, the task fails */
};

enum agent_phase {
    PHASE_NEXT,       /* agent->next runs in the next turn of the loop */
    PHASE_KEY,        /* waits for the host */
    PHASE_LOOK,       /* waits for the list of models */
    PHASE_CALL,       /* waits for the model */
    PHASE_RETRY,      /* waits for the next attempt */
    PHASE_PERMISSION, /* waits for the host */
    PHASE_KEEP,       /* waits for the host */
    PHASE_TOOL,       /* waits for results of tools */
    PHASE_ENDING,     /* waits for the end of tools, and for closing handles */
};

/* A block of the response that is being received, with its index. */
struct answer_block {
    int index;
    struct block *block;
};

struct answer {
    char *id; /* of the message; NULL: it has not begun */
    struct answer_block *blocks;
    size_t count, capacity; /* sorted by index */
    int problem;            /* an error that prevents storing it */
};

/* A tool call, from its start until its result was reported. */
struct agent_call {
    struct agent *agent;
    const struct block *block; /* of the response */
    const struct tool *tool;   /* NULL: no tool of this name */
    struct arena arena;        /* owns the parsed input until the tool is done */
    yyjson_val *input;
    struct block *result; /* NULL: not available yet; otherwise it waits for earlier results */
};

struct agent {
    uv_loop_t *loop;
    struct agent_host host;
    void *host_data;
    struct conversation *conversation;

    /* A copy of the prompt. */
    struct executor_provider provider;
    void *provider_block;
    char *model; /* NULL: unknown so far */
    char *socket, *cwd, *home, *text;
    char *system;
    size_t system_size;
    const struct tool **tools; /* terminated by NULL */
    int64_t thinking_tokens;

    struct tool_box box;
    uv_idle_t idle;
    uv_timer_t timer;
    enum agent_phase phase;
    void (*next)(struct agent *agent);
    bool stopped, paused;
    struct buf line; /* an event's data */
    struct id_source ids;

    /* model_call.c */
    struct model_call *call;
    struct model_check *check;
    bool summarises; /* the current call is for a summary */
    bool compacts;   /* /compact: only summarizes; `text` has the user's instructions for the summary */
    unsigned failures;
    struct model_usage spent; /* by the calls so far */
    struct buf summary;       /* the summary while it is received */

    /* turn.c: the response. */
    struct answer answer;
    unsigned turns;
    bool was_cut; /* the previous response reached its length limit */
    /* tokens of the conversation when it had `context_bytes`, counted by the provider; 0: unknown */
    int64_t context_tokens;
    size_t context_bytes;
    int64_t tokens_before; /* before the current summary */
    size_t kept;           /* messages that stay after the summary */
    bool just_summarised;  /* since the last response */

    /* calls.c: the tool calls of the response. */
    size_t at;                                    /* of the next call, in answer.blocks */
    struct agent_call calls[AGENT_CALLS_AT_ONCE]; /* a ring buffer, in order */
    size_t first_call, call_count;

    /* The outcome. */
    enum agent_end end;
    char *end_code, *end_message;
    struct buf final; /* the text of the last response */
    unsigned open_handles;
};

/* --- loop.c --- */

/* Runs `next` in the next turn of the loop. */
void agent_next(struct agent *agent, void (*next)(struct agent *agent));
/* Ends the agent: ends running calls and tools, then calls host->ended. Only the first call has an effect. */
void agent_finish(struct agent *agent, enum agent_end end, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Ends the agent because memory is exhausted, or the host failed. */
void agent_break(struct agent *agent, int error);

/* --- turn.c --- */

/* Calls the model, or summarizes the conversation first. */
void turn_begin(struct agent *agent);
/* Handles a complete response. */
void turn_answered(struct agent *agent, const struct model_end *end);
/* Tokens of the conversation: the provider's count, plus an estimate for newer messages. */
int64_t turn_tokens(const struct agent *agent);
void answer_clear(struct answer *answer);
extern const struct model_handlers turn_handlers;

/* --- model_call.c --- */

/* Gets the key and calls the model, for a response or a summary. */
void call_begin(struct agent *agent);
/* Fails the task after a provider's error that is not retried. */
void call_fail_task(struct agent *agent, const struct model_end *end);

/* --- model_call.c: retry --- */

bool retry_is_possible(const struct agent *agent, const struct model_end *end);
/* Returns the wait before the next attempt. */
int64_t retry_delay(unsigned failures, int64_t retry_after_ms, uint32_t chance);
void retry_begin(struct agent *agent, const struct model_end *end);
/* Returns the error code for events and for the end of the task. */
const char *retry_word(enum model_failure failure);

/* --- summarise.c --- */

bool summarise_is_due(const struct agent *agent);
void summarise_begin(struct agent *agent);
/* Writes the request for a summary: the older part of the conversation as text, and the instructions. */
int summarise_write(const struct agent *agent, struct conversation *out);
void summarise_done(struct agent *agent, const struct model_end *end);
/* Replaces all but the newest agent->kept messages by the summary. */
int summarise_replace(struct agent *agent);

/* --- summarise.c: on request --- */

/* Whether the prompt is /compact; *ret_wish is the text after it. */
bool compact_is_wanted(struct slice prompt, struct slice *ret_wish);
void compact_begin(struct agent *agent);
void compact_done(struct agent *agent, const struct model_end *end);
extern const struct model_handlers summarise_handlers;
#define SUMMARY_HEAD "Summary of the earlier conversation:\n\n"

/* --- calls.c --- */

/* Starts the next tool call of the response, from agent->at on; after the last one, the next turn. */
void calls_next(struct agent *agent);
void calls_clear(struct agent *agent);

/* --- events.c: agent->host.report(), with the data in JSON. A failure ends the task. --- */

int event_message_start(struct agent *agent, struct slice model);
int event_message_stop(struct agent *agent, const char *stop_reason);
int event_block_start(struct agent *agent, int index, enum block_kind kind, struct slice id, struct slice name);
int event_piece(struct agent *agent, int index, enum block_kind kind, struct slice text);
int event_block_stop(struct agent *agent, int index, const struct block *block);
int event_tool_call(struct agent *agent, const struct block *call);
int event_tool_result(struct agent *agent, const struct block *result);
int event_permission_denied(struct agent *agent, const struct block *call, struct slice reason);
int event_error(struct agent *agent, const char *code, const char *message, int64_t retry_in_ms);
int event_summarised(struct agent *agent, int64_t before, int64_t after, struct slice summary);

/* --- prompt.c --- */

int system_write(struct buf *out, const struct agent *agent, const struct agent_prompt *prompt);
/* Writes a file's beginning under its name; nothing if the file does not exist. */
void system_write_file(struct buf *out, const char *directory, struct slice name);
/* Returns errors such as -ENOENT with a message in `problem`. */
int attachments_add(struct conversation *conversation, const struct agent_prompt *prompt, char problem[static 256]);
