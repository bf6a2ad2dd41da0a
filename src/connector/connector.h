/* weir-mcp: runs one MCP server for all its users.
 *
 * The daemon starts it and is its only client (EXECUTOR_SOCKET). It keeps what a server sends away from the daemon:
 * this process alone parses it.
 *
 *     server      the MCP server: its program or its URL, the session with it, the messages of both sides
 *     query       a request to the server, until its answer
 *     catalog     a list of the server: tools, prompts, resources, templates
 *     tool_call   a connector.call, with the query or queries that it takes, until its result was delivered
 *     question    a question of the server, until a person has answered it */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/id.h"
#include "base/list.h"
#include "connector/server.h"
#include "contract/connector.h"
#include "helper/helper.h"

struct call;
struct question;

enum {
    CONNECTOR_CALLS_MAX = 256,     /* calls, prompts and reads at a time */
    CONNECTOR_KEPT_MS = 60000,     /* a finished call is remembered, so that a repeat gets its result */
    CONNECTOR_KEPT_MAX = 16 << 20, /* bytes of remembered results */
    CONNECTOR_ORPHAN_MS = 60000,   /* without the daemon, which may be restarting */
    CONNECTOR_CHANGED_MS = 1000,   /* between two connector.changed for the same list */
    CONNECTOR_PROGRESS_MS = 100,   /* between two connector.progress for the same call */
    CONNECTOR_QUESTIONS_MAX = 16,
};

enum { CONNECTOR_LISTS = 4 };

/* A list of the server, as it was last read. */
struct catalog {
    struct connector *connector;
    struct mcp_catalog content; /* complete if `known` */
    bool known;
    bool stale;              /* the server has said that it has changed */
    bool again;              /* it has changed while it was read */
    struct mcp_catalog next; /* is being read */
    struct query query;      /* for its next page */
    bool reading;
    struct list callers; /* deferred connector.list */
    bool has_news;       /* connector.changed is due */
    struct deadline news;
    bool told_lately;
};

struct connector {
    struct helper helper;
    bool has_failed; /* the server was lost */

    struct connector_open_params *params; /* a copy; NULL before connector.open */
    size_t params_bytes;
    struct list openers;   /* struct opener: deferred connector.open */
    struct deadline start; /* the server has to be ready */
    struct deadline check;
    char silence[MCP_PROBLEM_SIZE]; /* why the server counts as silent; "": it answers */

    struct server server;
    struct catalog catalogs[CONNECTOR_LISTS]; /* by enum connector_list_kind */
    struct list calls;                        /* struct tool_call: running, and remembered */
    size_t running;                           /* calls, prompts and reads */
    size_t kept, kept_bytes;                  /* remembered calls */
    struct list fetches;                      /* struct fetch: running prompts and reads */
    struct list questions;                    /* struct question */
    size_t question_count;
    struct id_source ids;
};

struct connector *connector_of(const struct call *call);

/* --- run.c --- */

/* Returns 0; 1: nothing is left to do (--help); or a negated exit code. */
int connector_configure(struct connector *connector, int argc, char **argv);
/* Returns a negated exit code, or 0. */
int connector_run(struct connector *connector);
void connector_clear(struct connector *connector);

/* --- open.c --- */

void connector_open_init(struct connector *connector);
/* From the server: it is ready; it is lost or cannot be used, and `problem` is a sentence; it is silent; it answers. */
void connector_ready(struct connector *connector);
void connector_lost(struct connector *connector, const char *problem);
void connector_silent(struct connector *connector, const char *problem);
void connector_answers(struct connector *connector);
/* Sends connector.state. */
void connector_report(struct connector *connector, const char *problem, bool ended);
/* Whether calls may be made; if not, fails the call. */
bool connector_is_open(struct call *call);

/* --- lists.c --- */

void lists_init(struct connector *connector);
void lists_clear(struct connector *connector);
void lists_changed(struct connector *connector, enum connector_list_kind kind);
/* The tools, if they are known and current; otherwise starts to read them. */
const struct mcp_catalog *lists_tools(struct connector *connector);
/* The server is ready again, or is lost: deferred calls fail. */
void lists_fail(struct connector *connector, const char *problem);

/* --- calls.c --- */

struct tool_call;
void calls_init(struct connector *connector);
void calls_clear(struct connector *connector);
/* The list of tools was read (problem NULL), or cannot be. */
void calls_go_on(struct connector *connector, const char *problem);
void calls_fail(struct connector *connector, const char *problem);
/* The running call that has this request; NULL: none. With id 0: the only running call, if there is just one. */
struct tool_call *calls_find_request(struct connector *connector, int64_t id);
/* A person has answered: the time begins anew. NULL: of all calls. */
void calls_resume(struct connector *connector, struct tool_call *call);
struct slice call_id_of(const struct tool_call *call);

/* --- fetches.c --- */

void fetches_clear(struct connector *connector);

/* --- questions.c --- */

/* The answers to the questions of a result (2026), in their order. */
struct question_round;
typedef void (*questions_answered_fn)(void *user, const struct mcp_answer *answers, size_t count);

void questions_init(struct connector *connector);
void questions_clear(struct connector *connector);
/* A request elicitation/create of the server (2025). `call`: in which it asks, NULL: not known. */
void questions_take(struct connector *connector, const struct mcp_message *request, struct tool_call *call);
/* The server does not need the answer to its request any more (2025). */
void questions_cancel(struct connector *connector, const yyjson_val *id);
/* The questions of an unfinished result; `answered` is called once, later. Copies what it needs. */
int questions_ask(struct connector *connector, struct tool_call *call, const struct mcp_question *questions,
                  size_t count, questions_answered_fn answered, void *user, struct question_round **ret_round);
void questions_round_drop(struct question_round *round);
/* The call has ended: its questions are withdrawn. */
void questions_withdraw(struct connector *connector, const struct tool_call *call);
/* Whether a person is asked in this call, or in one that is not known. */
bool questions_pend(const struct connector *connector, const struct tool_call *call);
/* A daemon has connected: asks it what is not answered. */
void questions_repeat(struct connector *connector);

/* --- results.c --- */

/* Writes the result of a call, as the contract has it. A result above the limit goes to a file. */
int result_write_call(const struct connector *connector, struct slice call_id, const yyjson_val *result,
                      const struct mcp_result *read, struct buf *out);
int result_write_prompt(const yyjson_val *result, const struct mcp_result *read, struct buf *out);
int result_write_read(const struct connector *connector, struct slice id, const yyjson_val *result, struct buf *out);
