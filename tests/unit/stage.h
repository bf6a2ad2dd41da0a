/* A stage for the agent's loop: a model, tools and a host that a test plays, and a record of what is said, asked and
 * done.
 */
#pragma once

#include "agent/loop.h"
#include "unit/check.h"

/* What takes the place of the model. A turn: "text:…", "think:…", "TOOL:{…}", each a block; "!busy", "!cut", "!long",
 * "!refused" is how it ends; "=reason" the reason; "#N" the tokens. Separated by "|". "?" waits for ever. The last turn
 * is played again and again. */
struct stage_model {
    const char *const *turns;
    size_t at, started, paused;
    struct buf requests; /* what was asked, one line each */
    char *last_system;
};
extern struct stage_model stage_model;

struct stage {
    uv_loop_t loop;
    struct agent *agent;
    struct conversation conversation;
    struct executor_provider provider;
    struct buf log;
    const char *deny; /* the tool that is not permitted */
    bool no_key, no_keep;
    const char *stop_at; /* a prefix of the log's line at which it is stopped; the answer never comes */
    bool ended;
    enum agent_end end;
    char code[64], message[512], text[512];
};

int stage_setup(void **state);
int stage_teardown(void **state);

/* Runs a prompt to its end. The tools are Look, which only reads, and Change; both take a while with "long", and with
 * "beside" until another has ended while they work: where none does, their result is "alone". */
void stage_play(struct stage *stage, const char *const *turns);
#define PLAY(stage, ...) stage_play(stage, (const char *const[]){__VA_ARGS__, NULL})

/* These come in this order in the record, whatever is between them. */
void stage_in_order(const struct stage *stage, const char *const *lines);
#define IN_ORDER(stage, ...) stage_in_order(stage, (const char *const[]){__VA_ARGS__, NULL})
