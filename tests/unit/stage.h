/* A fixture for the agent's loop: a scripted model, tools and a host, and a record of what happened. */
#pragma once

#include "agent/loop.h"
#include "unit/check.h"

/* Replaces the model. A turn is a list separated by "|": "text:…", "think:…" and "TOOL:{…}" are blocks; "!busy",
 * "!cut", "!long", "!refused" is how it ends; "=reason" is the stop reason; "#N" the number of tokens; "?" waits
 * forever. The last turn is repeated. */
struct stage_model {
    const char *const *turns;
    size_t at, started, paused;
    struct buf requests; /* the requests, one line each */
    char *last_system;
};
extern struct stage_model stage_model;

struct stage {
    uv_loop_t loop;
    struct agent *agent;
    struct conversation conversation;
    struct executor_provider provider;
    struct buf log;
    const char *deny; /* the tool that is denied */
    bool no_key, no_keep;
    const char *stop_at; /* the prefix of the record's line at which the run is stopped; no response follows */
    bool ended;
    enum agent_end end;
    char code[64], message[512], text[512];
};

int stage_setup(void **state);
int stage_teardown(void **state);

/* Runs a prompt to its end. The tools are Look, which only reads, and Change. With "long" they take a while; with
 * "beside" they run until another one has ended in parallel; if none does, their result is "alone". */
void stage_play(struct stage *stage, const char *const *turns);
#define PLAY(stage, ...) stage_play(stage, (const char *const[]){__VA_ARGS__, NULL})

/* Checks that these lines occur in this order in the record, with any others between them. */
void stage_in_order(const struct stage *stage, const char *const *lines);
#define IN_ORDER(stage, ...) stage_in_order(stage, (const char *const[]){__VA_ARGS__, NULL})
