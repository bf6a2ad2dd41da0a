/* The adapter `stdio`: any agent runtime that exchanges JSON lines on its standard input and output: a request {"id",
 * "kind": "user_message", "message"}, answers {"type": "token" | "tool_use" | "tool_result" | "done" | "error", "id",
 * …}. weir-agent is one. */
#pragma once

#include <uv.h>

#include "executor/adapter.h"
#include "executor/adapters/program.h"
#include "executor/adapters/stdio_messages.h"

extern const struct adapter stdio_adapter;

struct stdio_agent {
    struct task *task;
    struct program *program;
    uv_timer_t silence;
    bool paused;

    struct buf message; /* the prompt; kept until the agent is ready */
    bool is_ready, knows_context, is_sent;
    bool asked_for_life; /* get_status was sent since the last line */

    /* stdio_messages.c */
    bool message_is_open, block_is_open;
    int index;         /* of the block */
    struct buf block;  /* the text of the open block */
    struct buf answer; /* the text of the last block, which becomes the text of the task */
    struct arena arena;
    struct buf data;

    /* The outcome; reported when the program has ended. */
    bool is_over, stopped;
    enum task_status status;
    const char *code;
    struct buf why;

    unsigned malformed, foreign; /* invalid lines, and answers with an unknown request id */
};

/* --- stdio_messages.c: messages from the agent as events --- */

enum { STDIO_BLOCK_MAX = 4 << 20 }; /* a longer text is split into several blocks */

void stdio_begin_message(struct stdio_agent *agent);
void stdio_say(struct stdio_agent *agent, struct slice token);
void stdio_use_tool(struct stdio_agent *agent, const struct stdio_answer *answer);
void stdio_tell_result(struct stdio_agent *agent, const struct stdio_answer *answer);
/* Ends the open block and the message. */
void stdio_end_message(struct stdio_agent *agent, const char *reason);

/* --- messages to the agent --- */

/* Includes the earlier conversation, if any: each task starts a new runtime, which does not know it. */
int stdio_write_message(struct buf *out, const struct execute_prompt_params *params, struct slice earlier);
int stdio_write_status_request(struct buf *out);
