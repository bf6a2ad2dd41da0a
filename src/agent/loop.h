/* The inside of the agent: what it waits for, and the files that do each of its steps. Everything happens on the loop;
 * at any time it waits for one thing only, which `phase` names, and beside it for tools that only read. */
#pragma once

#include "agent/agent.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/id.h"

enum {
    AGENT_TURNS_MAX = 200,                   /* model calls of one prompt */
    AGENT_CALLS_AT_ONCE = 4,                 /* tools that only read, at work at the same time */
    AGENT_BLOCKS_MAX = 1000,                 /* of one answer */
    AGENT_EVENT_BYTES_MAX = 16 << 20,        /* of an event's data */
    AGENT_SYSTEM_BYTES_MAX = 4 << 20,        /* of the system prompt */
    AGENT_FILE_BYTES_MAX = 256 << 10,        /* of a context file */
    AGENT_FILES_MAX = 32,                    /* of them */
    AGENT_INPUT_BYTES_MAX = 64 << 20,        /* a tool's input, parsed */
    AGENT_LOOK_MS = 5000,                    /* for the list of a service's models */
    AGENT_RETRY_FIRST_MS = 500,              /* twice as long each time, up to the longest */
    AGENT_RETRY_LONGEST_MS = 30000,          /* that we choose ourselves */
    AGENT_RETRY_AFTER_MAX_MS = 5 * 60 * 1000 /* that a provider may ask for: beyond it the task fails instead */
};

enum agent_phase {
    PHASE_NEXT,       /* agent->next is called in the next turn of the loop */
    PHASE_KEY,        /* the host's answer */
    PHASE_LOOK,       /* the name of a model */
    PHASE_CALL,       /* the model */
    PHASE_RETRY,      /* the time until it is tried again */
    PHASE_PERMISSION, /* the host's answer */
    PHASE_KEEP,       /* the same */
    PHASE_TOOL,       /* tools' results */
    PHASE_ENDING,     /* the tools' last processes, and our handles */
};

/* A block of an answer that comes in, and its place in it. */
struct answer_block {
    int index;
    struct block *block;
};

struct answer {
    char *id; /* of the message; NULL: it has not begun */
    struct answer_block *blocks;
    size_t count, capacity; /* in the order of their indices */
    int problem;            /* it cannot be kept */
};

/* A call of a tool, from when it is taken up until its result is told. */
struct agent_call {
    struct agent *agent;
    const struct block *block; /* of the answer */
    const struct tool *tool;   /* NULL: there is none of this name */
    struct arena arena;        /* of its input, which lies in it until the tool is done */
    yyjson_val *input;
    struct block *result; /* NULL: not there yet; else it waits for those before it */
};

struct agent {
    uv_loop_t *loop;
    struct agent_host host;
    void *host_data;
    struct conversation *conversation;

    /* The prompt, copied. */
    struct executor_provider provider;
    void *provider_block;
    char *model; /* NULL: not known yet */
    char *socket, *cwd, *home, *text;
    char *system;
    size_t system_size;
    const struct tool **tools; /* NULL behind the last */
    int64_t thinking_tokens;

    struct tool_box box;
    uv_idle_t idle;
    uv_timer_t timer;
    enum agent_phase phase;
    void (*next)(struct agent *agent);
    bool stopped, paused;
    struct buf line; /* an event's data */
    struct id_source ids;

    /* call.c: one call of the model. */
    struct model_call *call;
    struct model_look *look;
    bool summarises; /* the call at hand is for a summary */
    bool compacts;   /* the summary is all that is wanted; `text` says what is to be kept in it */
    unsigned failures;
    struct model_usage spent; /* by the calls that have ended */
    struct buf summary;       /* as it comes */

    /* turn.c: what becomes of its answer. */
    struct answer answer;
    unsigned turns;
    bool was_cut;           /* the answer before was at the limit of its length */
    int64_t context_tokens; /* of the conversation when it had `context_bytes`, as the provider counted; 0: not told */
    size_t context_bytes;
    int64_t tokens_before; /* before the summary at hand */
    size_t kept;           /* messages that stay behind it */
    bool just_summarised;  /* since the last answer */

    /* calls.c: the tools that the answer asks for. */
    size_t at;                                    /* of the next one, in answer.blocks */
    struct agent_call calls[AGENT_CALLS_AT_ONCE]; /* a ring, in their order */
    size_t first_call, call_count;

    /* Its end. */
    enum agent_end end;
    char *end_code, *end_message;
    struct buf final; /* the text of the last answer */
    unsigned open_handles;
};

/* --- loop.c --- */

/* Calls it in the next turn of the loop. */
void agent_next(struct agent *agent, void (*next)(struct agent *agent));
/* It is over; what is at work is ended, then host->ended is called. Only the first counts. */
void agent_finish(struct agent *agent, enum agent_end end, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* No memory, or the host cannot be told something. */
void agent_break(struct agent *agent, int error);

/* --- turn.c --- */

/* Asks the model, or has the history summarised before. */
void turn_begin(struct agent *agent);
/* The answer is whole. */
void turn_answered(struct agent *agent, const struct model_end *end);
/* Of what was said so far: as the provider counted, and guessed for what came since. */
int64_t turn_tokens(const struct agent *agent);
void answer_clear(struct answer *answer);
extern const struct model_handlers turn_handlers;

/* --- call.c --- */

/* Fetches the key and asks: for an answer, or for a summary. */
void call_begin(struct agent *agent);
/* What a provider's failure means for the task, where it is not tried again. */
void call_fail_task(struct agent *agent, const struct model_end *end);

/* --- retry.c --- */

bool retry_is_possible(const struct agent *agent, const struct model_end *end);
/* How long to wait. */
int64_t retry_delay(unsigned failures, int64_t retry_after_ms, uint32_t chance);
void retry_begin(struct agent *agent, const struct model_end *end);
/* A word for events and for the task's end. */
const char *retry_word(enum model_failure failure);

/* --- summarise.c --- */

bool summarise_is_due(const struct agent *agent);
void summarise_begin(struct agent *agent);
/* The conversation of the call: the older part as one text, and what is wanted. */
int summarise_write(const struct agent *agent, struct conversation *out);
void summarise_done(struct agent *agent, const struct model_end *end);
/* The summary takes the place of all but agent->kept messages. */
int summarise_replace(struct agent *agent);

/* --- compact.c --- */

/* Whether the prompt is /compact; *ret_wish is what stands behind it. */
bool compact_is_wanted(struct slice prompt, struct slice *ret_wish);
void compact_begin(struct agent *agent);
void compact_done(struct agent *agent, const struct model_end *end);
extern const struct model_handlers summarise_handlers;
#define SUMMARY_HEAD "What was said and done before, summarised:\n\n"

/* --- calls.c --- */

/* The next tool that the answer asks for, from agent->at on; behind the last, the next turn. */
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

/* --- system.c, attachments.c --- */

int system_write(struct buf *out, const struct agent *agent, const struct agent_prompt *prompt);
/* A file's beginning under its name; nothing where there is no such file. */
void system_write_file(struct buf *out, const char *directory, struct slice name);
/* -ENOENT and the like, with a sentence. */
int attachments_add(struct conversation *conversation, const struct agent_prompt *prompt, char problem[static 256]);
