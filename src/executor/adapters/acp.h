/* The adapter `acp`: any agent that speaks the Agent Client Protocol, version 1, on its standard input and output; one
 * process per task. weir is the client: it opens a session, sends the prompt, and serves the agent's requests
 * (permissions, files, terminals).
 *
 * An agent that can load a session continues the one of the previous task; other agents get the earlier conversation as
 * text. weir cannot log in for a person: if an agent needs a login, the task fails with a message. */
#pragma once

#include "executor/adapters/acp_read.h"
#include "executor/adapters/hosted.h"
#include "executor/adapters/prompt.h"
#include "executor/adapters/usage.h"

extern const struct adapter acp_adapter;

enum {
    ACP_CALLS_MAX = 1024,
    ACP_KNOWN_MAX = 64 << 20, /* bytes stored about all calls */
    ACP_REQUESTS_MAX = 256,
    ACP_TERMINALS_MAX = 32,
    ACP_GRANTS_MAX = 256,
    ACP_ID_MAX = 256, /* bytes of any id */
};

/* The last request to the agent; there is one at a time. */
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
    bool awaits; /* a response is expected */
    enum acp_asked asked;
    bool is_open; /* the agent has answered initialize */
    bool knows_context;
    bool can_load, loaded;
    struct prompt_abilities takes;
    char session[ACP_ID_MAX + 1];
    char login[256];     /* the names of the login methods */
    char model[257];     /* the session's model */
    struct buf settings; /* the modes and models of the agent's session, as JSON */
    struct buf earlier, activity;
    struct usage usage;

    struct list calls, requests, terminals, grants;
    size_t known_bytes; /* bytes stored about the calls */
    size_t call_count, request_count, terminal_count, grant_count;
    unsigned terminal_number;
};

/* Begins a response or a request; acp_send() sends it. */
struct buf *acp_begin(struct acp *acp);
void acp_send(struct acp *acp);
void acp_answer_error(struct acp *acp, struct slice id, int code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* `result` is JSON. */
void acp_answer(struct acp *acp, struct slice id, struct slice result);

/* --- acp.c: requests to the agent --- */

void acp_send_initialize(struct acp *acp);
/* Call this when the agent has answered initialize and the context is known. */
void acp_open_session(struct acp *acp);
void acp_send_cancel(struct acp *acp);
void acp_take_answer(struct acp *acp, const struct acp_message *message);

/* --- acp_calls.c: tool calls --- */

struct acp_call {
    struct list link;
    char *known; /* all fields reported so far, from acp_tool_merge() */
    size_t known_size;
    enum acp_tool_status status;
    bool told;                     /* its block and tool_call were reported */
    bool updated;                  /* the agent has sent an update about it */
    bool closed;                   /* its result was reported */
    char tool[ACP_TOOL_NAME_SIZE]; /* the tool name in the reports */
    char id[ACP_ID_MAX + 1];
};

void acp_take_update(struct acp *acp, yyjson_val *params);
/* Returns the call of a permission request, with the request's fields merged in; NULL if it cannot be stored. */
struct acp_call *acp_call_note(struct acp *acp, yyjson_val *tool);
struct acp_call *acp_call_find(const struct acp *acp, struct slice id);
/* Translates all known fields with acp_tool_describe(). */
int acp_call_describe(struct acp *acp, const struct acp_call *call, char ret_name[static ACP_TOOL_NAME_SIZE],
                      struct buf *input);
/* Parses the known fields into the arena. */
yyjson_val *acp_call_read(struct acp *acp, const struct acp_call *call);
void acp_call_approved(struct acp *acp, struct acp_call *call);
void acp_call_denied(struct acp *acp, struct acp_call *call, struct slice reason);
/* At the end of the task, closes the calls without a result. */
void acp_calls_end(struct acp *acp);
void acp_calls_clear(struct acp *acp);

/* --- acp_requests.c: requests from the agent --- */

/* A request that is answered later. */
struct acp_request {
    struct list link;
    struct acp *acp;
    struct hosted_question *question; /* or NULL */
    /* Called after the decision; sends the response. */
    void (*judged)(struct acp_request *request, const struct hosted_verdict *verdict);
    char id[ACP_ID_MAX + 8]; /* JSON */
    char tool[ACP_TOOL_NAME_SIZE];
    char call[ACP_ID_MAX + 1];                          /* or the id of the terminal to wait for */
    char allow[ACP_ID_MAX + 1], reject[ACP_ID_MAX + 1]; /* the options to choose; empty: none */
    char *path, *text;                                  /* or NULL */
    int64_t line, limit;
    struct buf env;        /* environment of a command, as JSON */
    struct timers *timers; /* it waits for the update that names its tool; or NULL */
    struct deadline named; /* how long */
};

void acp_take_request(struct acp *acp, const struct acp_message *message);
/* Returns NULL if there are too many requests; the request was answered then. */
struct acp_request *acp_request_new(struct acp *acp, struct slice id);
void acp_request_free(struct acp_request *request);
/* Asks for permission, or continues at once if an approved call covers the request. Takes the request. */
void acp_request_judge(struct acp_request *request, struct slice tool, struct slice input, struct slice grant);
/* Stores an approval for the next identical request. */
void acp_grant(struct acp *acp, char what, struct slice name);
/* Decides about a request that waits for an update about this call. */
void acp_requests_updated(struct acp *acp, const struct acp_call *call);
/* Answers all open requests as cancelled. */
void acp_requests_cancel(struct acp *acp);
void acp_requests_clear(struct acp *acp);

/* --- acp_requests.c: files --- */

void acp_read_file(struct acp *acp, struct slice id, yyjson_val *params);
void acp_write_file(struct acp *acp, struct slice id, yyjson_val *params);

/* --- acp_terminals.c --- */

void acp_terminal_create(struct acp *acp, struct slice id, yyjson_val *params);
void acp_terminal_output(struct acp *acp, struct slice id, yyjson_val *params);
void acp_terminal_wait(struct acp *acp, struct slice id, yyjson_val *params);
void acp_terminal_kill(struct acp *acp, struct slice id, yyjson_val *params);
void acp_terminal_release(struct acp *acp, struct slice id, yyjson_val *params);
/* Returns the output of a terminal so far; empty if there is none. */
struct slice acp_terminal_said(const struct acp *acp, struct slice terminal);
/* Ends all terminals; returns true if none is left. */
bool acp_terminals_close(struct acp *acp);
