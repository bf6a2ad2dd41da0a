/* The adapter `acp`: any agent that speaks the Agent Client Protocol, version 1, on its standard input and output; a
 * process for each task. weir is the client: it opens a session, gives the prompt, and serves what the agent asks for
 * (permissions, files, terminals).
 *
 * An agent that can load a session is given the one of the task before; another one is told what was said before, as
 * text. A login is nothing that weir could do for a person: an agent that wants one ends the task with a sentence. */
#pragma once

#include "executor/adapters/acp_tool.h"
#include "executor/adapters/attached.h"
#include "executor/adapters/hosted.h"
#include "executor/adapters/spent.h"

extern const struct adapter acp_adapter;

enum {
    ACP_CALLS_MAX = 1024,
    ACP_KNOWN_MAX = 64 << 20, /* bytes of what is known of them all */
    ACP_REQUESTS_MAX = 256,
    ACP_TERMINALS_MAX = 32,
    ACP_GRANTS_MAX = 256,
    ACP_ID_MAX = 256, /* bytes of an id, whatever it names */
};

/* What we have asked it last; there is one question at a time. */
enum acp_asked {
    ACP_ASKED_INITIALIZE,
    ACP_ASKED_LOAD,
    ACP_ASKED_NEW,
    ACP_ASKED_MODE,
    ACP_ASKED_MODEL,
    ACP_ASKED_PROMPT
};

struct acp {
    struct hosted hosted;
    int64_t asked_id;
    bool awaits; /* its answer */
    enum acp_asked asked;
    bool is_open; /* initialize is answered */
    bool knows_context;
    bool can_load, loaded;
    struct attached_abilities takes;
    char session[ACP_ID_MAX + 1];
    char login[256];     /* the names of the ways to log in */
    char model[257];     /* that the session names */
    struct buf settings; /* of the agent's session, as JSON: its modes and models */
    struct buf earlier;
    struct spent spent;

    struct list calls, requests, terminals, grants;
    size_t known_bytes; /* of the calls */
    size_t call_count, request_count, terminal_count, grant_count;
    unsigned terminal_number;
};

/* Begins an answer or a request; acp_send() sends it. */
struct buf *acp_begin(struct acp *acp);
void acp_send(struct acp *acp);
void acp_answer_error(struct acp *acp, struct slice id, int code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* `result` is JSON. */
void acp_answer(struct acp *acp, struct slice id, struct slice result);

/* --- acp_session.c: what we ask it --- */

void acp_send_initialize(struct acp *acp);
/* When both it is open and the context is known. */
void acp_open_session(struct acp *acp);
void acp_send_cancel(struct acp *acp);
void acp_take_answer(struct acp *acp, const struct acp_message *message);

/* --- acp_calls.c: its tools --- */

struct acp_call {
    struct list link;
    char *known; /* acp_tool_merge() of all that was said of it */
    size_t known_size;
    enum acp_tool_status status;
    bool told;                     /* its block and tool_call were reported */
    bool closed;                   /* its result was */
    char tool[ACP_TOOL_NAME_SIZE]; /* under which it was told */
    char id[ACP_ID_MAX + 1];
};

void acp_take_update(struct acp *acp, yyjson_val *params);
/* The call that a question is about, with what the question says of it; NULL: it cannot be kept. */
struct acp_call *acp_call_note(struct acp *acp, yyjson_val *tool);
struct acp_call *acp_call_find(const struct acp *acp, struct slice id);
/* In weir's words: acp_tool_describe() of all that is known. */
int acp_call_describe(struct acp *acp, const struct acp_call *call, char ret_name[static ACP_TOOL_NAME_SIZE],
                      struct buf *input);
/* What is known, parsed; in the arena. */
yyjson_val *acp_call_read(struct acp *acp, const struct acp_call *call);
void acp_call_approved(struct acp *acp, struct acp_call *call);
void acp_call_denied(struct acp *acp, struct acp_call *call, struct slice reason);
/* The task ends: what was begun and has no result has none. */
void acp_calls_end(struct acp *acp);
void acp_calls_clear(struct acp *acp);

/* --- acp_requests.c: what it asks us --- */

/* A request that cannot be answered at once. */
struct acp_request {
    struct list link;
    struct acp *acp;
    struct hosted_question *question; /* or NULL */
    /* What to do once it is judged; it answers. */
    void (*judged)(struct acp_request *request, const struct hosted_verdict *verdict);
    char id[ACP_ID_MAX + 8]; /* JSON */
    char tool[ACP_TOOL_NAME_SIZE];
    char call[ACP_ID_MAX + 1];                          /* or of the terminal that is waited for */
    char allow[ACP_ID_MAX + 1], reject[ACP_ID_MAX + 1]; /* the options that may be taken; empty: none */
    char *path, *text;                                  /* or NULL */
    int64_t line, limit;
    struct buf env; /* of a command: JSON */
};

void acp_take_request(struct acp *acp, const struct acp_message *message);
/* NULL: there is no place, and it was answered so. */
struct acp_request *acp_request_new(struct acp *acp, struct slice id);
void acp_request_free(struct acp_request *request);
/* Asks, or goes on at once where a call that was approved already means the same. Takes the request. */
void acp_request_judge(struct acp_request *request, struct slice tool, struct slice input, struct slice grant);
/* Approved: the next request for the same needs no question. */
void acp_grant(struct acp *acp, char what, struct slice name);
/* All that wait are answered as cancelled. */
void acp_requests_cancel(struct acp *acp);
void acp_requests_clear(struct acp *acp);

/* --- acp_files.c --- */

void acp_read_file(struct acp *acp, struct slice id, yyjson_val *params);
void acp_write_file(struct acp *acp, struct slice id, yyjson_val *params);

/* --- acp_terminals.c --- */

void acp_terminal_create(struct acp *acp, struct slice id, yyjson_val *params);
void acp_terminal_output(struct acp *acp, struct slice id, yyjson_val *params);
void acp_terminal_wait(struct acp *acp, struct slice id, yyjson_val *params);
void acp_terminal_kill(struct acp *acp, struct slice id, yyjson_val *params);
void acp_terminal_release(struct acp *acp, struct slice id, yyjson_val *params);
/* What a terminal has said so far; empty: there is none. */
struct slice acp_terminal_said(const struct acp *acp, struct slice terminal);
/* Ends them all; true: there is none left. */
bool acp_terminals_close(struct acp *acp);
