/* weir-agent: the built-in agent as a runtime on standard input and output. Requests and answers are lines; several
 * requests run in parallel, identified by their ids.
 *
 *     request.h, output.h   the lines
 *     serve.c               reads and dispatches requests
 *     output.c              writes answers
 *     work.c                a user_message: the agent that works on it, and its answers
 *     keys.c                keys
 *     permission.c          permissions
 *     config.c              settings, and the choice of a model */
#pragma once

#include <uv.h>

#include "agent/agent.h"
#include "agent/runtime/output.h"
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
    RUNTIME_OUTPUT_MAX = 256 << 20,  /* not reached: above the high mark, nothing is read that could add output */
    RUNTIME_OUTPUT_HIGH = 1 << 20,   /* unread output that pauses models and requests */
    RUNTIME_OUTPUT_LOW = 256 << 10,  /* unread output that resumes them */
    RUNTIME_REQUESTS_MAX = 256,      /* in flight */
    RUNTIME_CONVERSATIONS_MAX = 256, /* kept in memory */
    RUNTIME_AT_WORK_MAX = 32,        /* agents in parallel; other requests wait */
    RUNTIME_PARSED_MAX = 256 << 20,  /* memory for one parsed line */
    RUNTIME_KEY_MAX = 64 << 10,
    RUNTIME_LEAVE_MS = 2000,  /* time limit for the last answers */
    RUNTIME_DAEMON_MS = 5000, /* time limit of the daemon */
};

struct runtime_options {
    const char *cwd, *model, *provider, *config, *rules, *key_file, *service;
    int key_fd; /* -1: none */
    enum session_permission_mode mode;
    bool no_tools;
};

/* A conversation, identified by its conversationId. */
struct runtime_talk {
    struct list link;
    char *id;
    bool forgotten; /* its history was cleared while a request was running: new requests do not find it */
    struct conversation said;
    struct list work; /* struct runtime_work: the first one runs, the others wait */
};

/* A tool call of the model, until it was reported. */
struct runtime_tool {
    struct runtime_tool *next;
    struct slice id, name, input; /* behind the struct */
    bool told;
};

/* A user_message. */
struct runtime_work {
    struct list link, waits; /* links in talk->work and in runtime->keys.waiting */
    struct runtime *runtime;
    struct runtime_talk *talk;
    struct arena arena; /* owns the request */
    struct runtime_request request;
    bool begun, stopped;
    void *agent; /* a struct agent, or a struct offline; NULL: none is running */
    bool is_offline;
    agent_key_fn key_answered; /* set while a key request to the daemon is open */
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
        int fd; /* our own, non-blocking */
        uv_poll_t poll;
        bool is_file; /* written synchronously */
        struct buf bytes;
        size_t sent;
        bool full, broken;
    } output;

    struct {
        char *given; /* the key that was read from a descriptor */
        size_t given_size;
        struct weir *daemon;
        bool asking;
        struct list waiting; /* struct runtime_work: waiting for the list of keys and models */
        char problem[256];   /* why the daemon has no keys; empty: it answered */
    } keys;

    /* The usable model, if the options name neither a provider nor a model. */
    struct {
        struct agent_find *find;           /* the running search; or NULL */
        struct executor_provider provider; /* with its model, if it is known */
        bool is_usable;
        bool told; /* the message about the offline agent was logged */
        char model[257];
        char problem[512]; /* why no model is usable */
    } found;

    struct executor_provider providers[PROVIDERS_MAX];
    size_t provider_count;
    int64_t thinking_tokens;
    struct arena settings; /* owns the strings of the providers */
    struct judge_rules *rules;

    struct list talks;
    size_t talk_count, work_count, at_work;
    struct arena scratch;
    uv_signal_t signals[2];
    uv_timer_t timer; /* limits the time for the last answers */
    bool ending;      /* because of a signal, or because standard output was closed */
    bool leaving;     /* only unsent output is left */
    bool closed;
};

/* --- config.c, run.c --- */

/* Returns 0; 1: nothing is left to do (--help); or a negated exit code. */
int runtime_configure(struct runtime *runtime, int argc, char **argv);
/* Reads the providers from the configuration file. Negative after a message on stderr. */
int runtime_read_config(struct runtime *runtime);
int runtime_run(struct runtime *runtime);
void runtime_clear(struct runtime *runtime);

/* Call this after something has ended: leaves the loop if nothing is left. */
void runtime_settle(struct runtime *runtime);
/* Answers all requests in flight with an error, and ends the program. */
void runtime_end(struct runtime *runtime, const char *why);

/* --- serve.c: input; output.c --- */

int runtime_open_input(struct runtime *runtime);
void runtime_pause_input(struct runtime *runtime, bool paused);
void runtime_close_input(struct runtime *runtime);

int runtime_open_output(struct runtime *runtime);
/* Sends the content of `line`, one or more complete lines, and empties it. */
void runtime_send(struct runtime *runtime, struct buf *line);
bool runtime_output_is_empty(const struct runtime *runtime);
void runtime_close_output(struct runtime *runtime);

/* WEIR_IPC_DEBUG=1: logs "[SEND] …" or "[RECV] …" on stderr, with secrets redacted. */
void runtime_debug(const struct runtime *runtime, const char *word, struct slice line);

/* --- serve.c --- */

void runtime_serve(struct runtime *runtime, struct slice line);
void runtime_talk_free(struct runtime *runtime, struct runtime_talk *talk);

/* --- work.c --- */

/* Starts waiting requests, up to the limit. */
void runtime_work_step(struct runtime *runtime);
/* Continues when keys and models are known. */
void runtime_work_go_on(struct runtime_work *work);
/* Answers the request with `done`, or with an error if `error` is not empty, and frees it. */
void runtime_work_finish(struct runtime_work *work, struct slice error);
void runtime_work_pause(struct runtime *runtime, bool paused);
void runtime_work_stop(struct runtime_work *work);

/* --- work.c: events --- */

int runtime_work_report(void *host, struct slice type, struct slice data);
void runtime_work_forget_tools(struct runtime_work *work);

/* --- keys.c --- */

int runtime_keys_open(struct runtime *runtime);
/* Calls runtime_work_go_on(), later or from inside. */
void runtime_keys_await(struct runtime *runtime, struct runtime_work *work);
/* Continues all waiting requests. */
void runtime_keys_go_on(struct runtime *runtime);
int runtime_work_get_key(void *host, struct slice service, agent_key_fn answered);
/* Forgets the request's wait for a key, because it ends. */
void runtime_keys_forget(struct runtime_work *work);
void runtime_keys_close(struct runtime *runtime);

/* --- config.c: usable model --- */

/* Whether the options name a provider or a model: no other is used then. */
bool runtime_names_model(const struct runtime *runtime);
/* Starts the search for a model when the keys are known; calls runtime_keys_go_on(), later or from inside. */
void runtime_find(struct runtime *runtime);

/* --- permission.c --- */

/* Negative after a message on stderr. */
int runtime_read_rules(struct runtime *runtime);
int runtime_work_ask_permission(void *host, struct slice tool, struct slice input, agent_permission_fn answered);
