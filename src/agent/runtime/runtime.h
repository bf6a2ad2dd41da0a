/* weir-agent: the built-in agent as a runtime on standard input and output. Requests come one a line, answers go one a
 * line; several at once, told apart by their ids.
 *
 *     request.h, answer.h   the lines
 *     input.c, output.c     where they come from and go to
 *     serve.c               what becomes of a request
 *     work.c, events.c      a user_message: the agent that works on it, and what it says
 *     keys.c, find.c        where keys come from, and which model can be used
 *     permission.c          what the agent may do
 *     config.c, options.c   the settings
 */
#pragma once

#include <uv.h>

#include "agent/agent.h"
#include "agent/runtime/answer.h"
#include "agent/runtime/request.h"
#include "base/list.h"
#include "contract/session_types.h"
#include "provider/provider.h"
#include "rpc/frame.h"

struct judge_rules;
struct weir;

enum { RUNTIME_EXIT_OK = 0, RUNTIME_EXIT_FAILED = 1, RUNTIME_EXIT_USAGE = 2 };

enum {
    RUNTIME_LINE_MAX = 16 << 20,
    RUNTIME_OUTPUT_MAX = 256 << 20,  /* never reached: above the high mark nothing is read that would add to it */
    RUNTIME_OUTPUT_HIGH = 1 << 20,   /* that is not read: the models and the requests are not read either */
    RUNTIME_OUTPUT_LOW = 256 << 10,  /* until this is left */
    RUNTIME_REQUESTS_MAX = 256,      /* in flight */
    RUNTIME_CONVERSATIONS_MAX = 256, /* that are kept */
    RUNTIME_AT_WORK_MAX = 32,        /* agents at once; the others wait */
    RUNTIME_PARSED_MAX = 256 << 20,  /* memory of one line, parsed */
    RUNTIME_KEY_MAX = 64 << 10,      /* bytes of a key */
    RUNTIME_LEAVE_MS = 2000,         /* that the last answers may take */
    RUNTIME_DAEMON_MS = 5000,        /* that the daemon may take */
};

struct runtime_options {
    const char *cwd, *model, *provider, *config, *rules, *key_file, *service;
    int key_fd; /* -1: none */
    enum session_permission_mode mode;
    bool no_tools;
};

/* What was said under one conversationId. */
struct runtime_talk {
    struct list link;
    char *id;
    bool forgotten; /* its history was cleared while it worked: nobody finds it any more */
    struct conversation said;
    struct list work; /* struct runtime_work: the first is at work, the others wait for it */
};

/* A call of a tool that the model has asked for, until it is told. */
struct runtime_tool {
    struct runtime_tool *next;
    struct slice id, name, input; /* behind the struct */
    bool told;
};

/* A user_message. */
struct runtime_work {
    struct list link, waits; /* in talk->work; in runtime->keys.waiting */
    struct runtime *runtime;
    struct runtime_talk *talk;
    struct arena arena; /* the request lies in it */
    struct runtime_request request;
    bool begun, stopped;
    void *agent; /* a struct agent, or a struct offline; NULL: none is at work */
    bool is_offline;
    agent_key_fn key_answered; /* not NULL: the daemon was asked */
    uint64_t key_ticket;
    struct runtime_tool *tools;
};

struct runtime {
    struct runtime_options options;
    uv_loop_t loop;
    bool loop_is_open;
    int exit_code;
    char *cwd, *home, *model;
    uint64_t started_ns;
    bool debug;

    struct {
        struct framer framer;
        uv_poll_t poll;
        uv_idle_t idle; /* for a file, which is always readable */
        bool is_file, paused, ended;
    } input;

    struct {
        int fd; /* one of our own, that does not block */
        uv_poll_t poll;
        bool is_file; /* written at once */
        struct buf bytes;
        size_t sent;
        bool full, broken;
    } output;

    struct {
        char *given; /* that came by a descriptor */
        size_t given_size;
        struct weir *daemon;
        bool asking;
        struct list waiting; /* struct runtime_work: for what keys and models there are */
        char problem[256];   /* why the daemon has none; empty: it was asked */
    } keys;

    /* What can be used where the options name neither a provider nor a model. */
    struct {
        struct agent_find *find;           /* at work; or NULL */
        struct executor_provider provider; /* whose model is set where it is known */
        bool is_usable;
        bool told; /* on stderr, that there is none */
        char model[257];
        char problem[512]; /* why there is none */
    } found;

    struct executor_provider providers[PROVIDERS_MAX];
    size_t provider_count;
    int64_t thinking_tokens;
    struct arena settings; /* what the providers point to */
    struct judge_rules *rules;

    struct list talks;
    size_t talk_count, work_count, at_work;
    struct arena scratch;
    uv_signal_t signals[2];
    uv_timer_t timer; /* the time for the last answers */
    bool ending;      /* by a signal, or since nobody reads */
    bool leaving;     /* only what is not sent yet is waited for */
    bool closed;
};

/* --- options.c, config.c, run.c --- */

/* 0, 1: nothing is left to do (--help), or the negative of an exit code. */
int runtime_configure(struct runtime *runtime, int argc, char **argv);
/* The providers, from the configuration file. Negative: it was complained about. */
int runtime_read_config(struct runtime *runtime);
int runtime_run(struct runtime *runtime);
void runtime_clear(struct runtime *runtime);

/* Something has ended: whether nothing is left to do. */
void runtime_settle(struct runtime *runtime);
/* All that is in flight is answered with an error, and the program ends. */
void runtime_end(struct runtime *runtime, const char *why);

/* --- input.c, output.c --- */

int runtime_open_input(struct runtime *runtime);
void runtime_pause_input(struct runtime *runtime, bool paused);
void runtime_close_input(struct runtime *runtime);

int runtime_open_output(struct runtime *runtime);
/* Sends what `line` has got, one or more whole lines, and empties it. */
void runtime_send(struct runtime *runtime, struct buf *line);
bool runtime_output_is_empty(const struct runtime *runtime);
void runtime_close_output(struct runtime *runtime);

/* WEIR_IPC_DEBUG=1: "[SEND] …" or "[RECV] …" on stderr, secrets redacted. */
void runtime_debug(const struct runtime *runtime, const char *word, struct slice line);

/* --- serve.c --- */

void runtime_serve(struct runtime *runtime, struct slice line);
void runtime_talk_free(struct runtime *runtime, struct runtime_talk *talk);

/* --- work.c --- */

/* Takes the next ones up, as far as it may. */
void runtime_work_step(struct runtime *runtime);
/* What keys and models there are is known. */
void runtime_work_go_on(struct runtime_work *work);
/* Answers it with done, or with an error where `error` says something, and forgets it. */
void runtime_work_finish(struct runtime_work *work, struct slice error);
void runtime_work_pause(struct runtime *runtime, bool paused);
void runtime_work_stop(struct runtime_work *work);

/* --- events.c --- */

int runtime_work_report(void *host, struct slice type, struct slice data);
void runtime_work_forget_tools(struct runtime_work *work);

/* --- keys.c --- */

int runtime_keys_open(struct runtime *runtime);
/* runtime_work_go_on() follows, later or from inside. */
void runtime_keys_await(struct runtime *runtime, struct runtime_work *work);
/* Whoever waits goes on, with what is known. */
void runtime_keys_go_on(struct runtime *runtime);
int runtime_work_get_key(void *host, struct slice service, agent_key_fn answered);
/* It ends: nobody waits for its key any more. */
void runtime_keys_forget(struct runtime_work *work);
void runtime_keys_close(struct runtime *runtime);

/* --- find.c --- */

/* The options name a provider or a model: that one is used, or nothing. */
bool runtime_names_model(const struct runtime *runtime);
/* What keys there are is known: runtime_keys_go_on() follows, later or from inside. */
void runtime_find(struct runtime *runtime);

/* --- permission.c --- */

/* Negative: it was complained about. */
int runtime_read_rules(struct runtime *runtime);
int runtime_work_ask_permission(void *host, struct slice tool, struct slice input, agent_permission_fn answered);
