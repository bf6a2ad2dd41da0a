/* The life of a connection to a server: which era, `initialize`, health. Events in, actions out; the caller has the
 * clock, the process and the sockets.
 *
 *     mcp_session_init(&session, &options);
 *     mcp_session_start(&session, now);               the server runs
 *     mcp_session_receive(&session, &message, now);   a line came
 *     while (mcp_session_next(&session, &action)) …   after every event
 */
#pragma once

#include "mcp/message.h"

enum mcp_state {
    MCP_STOPPED,      /* before mcp_session_start(), and while the server is started again */
    MCP_PROBING,      /* `server/discover` is open */
    MCP_INITIALIZING, /* `initialize` is open */
    MCP_READY,
    MCP_FAILED,
};

struct mcp_session_options {
    struct mcp_client client;
    bool http;               /* not stdio: silence and a closed connection are failures, not a sign of the era */
    enum mcp_era era;        /* known from an earlier connection: tried first */
    int64_t probe_ms;        /* 0: MCP_PROBE_MS */
    int64_t initialize_ms;   /* 0: MCP_INITIALIZE_MS */
    int64_t health_every_ms; /* 0: MCP_HEALTH_EVERY_MS */
    int64_t health_ms;       /* 0: MCP_HEALTH_MS */
};

struct mcp_capabilities {
    bool tools, tools_change;
    bool prompts, prompts_change;
    bool resources, resources_change, resources_subscribe;
    bool completions, logging;
};

/* What the server says of itself; never trusted. */
struct mcp_server {
    char name[MCP_TEXT_MAX + 1], title[MCP_TEXT_MAX + 1], version[MCP_TEXT_MAX + 1];
    struct buf instructions;
    struct mcp_capabilities can;
};

enum mcp_action_kind {
    MCP_DO_SEND,    /* `line`, without a line end */
    MCP_DO_RESPAWN, /* start the server again, once; not a crash; then mcp_session_start() */
    MCP_DO_READY,   /* calls may begin: session.server, session.era, session.version */
    MCP_DO_FAIL,    /* end the server; `reason` */
    MCP_DO_SILENT,  /* ready, but a health check was not answered; `reason` */
    MCP_DO_ANSWERS, /* it answers again */
    MCP_DO_WARN,    /* for the log: `reason` */
};

struct mcp_action {
    enum mcp_action_kind kind;
    struct slice line;  /* valid until the next event */
    const char *reason; /* the same */
};

enum { MCP_ACTIONS_MAX = 8 };

struct mcp_session {
    struct mcp_session_options options;
    enum mcp_state state;
    enum mcp_era era; /* when ready */
    char version[MCP_TEXT_MAX + 1];
    struct mcp_server server;
    int64_t heard_ms; /* when the server last sent a message; -1: never */

    /* private */
    int64_t last_id, probe_id, initialize_id, health_id;
    int64_t deadline_ms;
    bool probed;    /* this process has seen the probe */
    bool respawned; /* it was started again already */
    bool retried;   /* another version was tried already */
    bool silent;
    bool made_noise, was_invalid, echoed; /* it was warned of already */
    struct {
        enum mcp_action_kind kind;
        size_t start, size;
    } actions[MCP_ACTIONS_MAX];
    size_t action_first, action_count;
    struct buf text; /* of the actions */
};

/* Copies the options, not what they point to. */
void mcp_session_init(struct mcp_session *session, const struct mcp_session_options *options);
void mcp_session_clear(struct mcp_session *session);

/* --- events; `now_ms` is a monotonic clock --- */

/* The server runs, or the URL may be used: probes, or initializes if that era is known. */
void mcp_session_start(struct mcp_session *session, int64_t now_ms);

/* A message came. Returns true if the session has dealt with it: its own answers, `ping`, `roots/list`, requests that
 * weir does not offer (answered with an error), echoes, noise. Returns false for messages that are the caller's:
 * answers to calls, elicitation/create, notifications. A batch is the caller's too: classify its items, and feed them
 * one by one. */
bool mcp_session_receive(struct mcp_session *session, const struct mcp_message *message, int64_t now_ms);

/* The deadline may have passed. */
void mcp_session_tick(struct mcp_session *session, int64_t now_ms);

/* The process ended, or the connection cannot be made. `why` is for people ("it exited with status 1"). */
void mcp_session_exited(struct mcp_session *session, const char *why, int64_t now_ms);

/* HTTP: the POST of the session's open request got this status and a body without a message. */
void mcp_session_refused(struct mcp_session *session, int status, int64_t now_ms);

/* HTTP 404 with a session id: the server forgot the session, so initialize again. */
void mcp_session_forgotten(struct mcp_session *session, int64_t now_ms);

/* --- results --- */

/* Takes the next action; false if there is none. */
bool mcp_session_next(struct mcp_session *session, struct mcp_action *ret_action);

/* Why the program may not be an MCP server, to be appended to a problem; "": nothing suggests it. */
const char *mcp_session_hint(const struct mcp_session *session);

/* When to call mcp_session_tick(); -1: never. */
int64_t mcp_session_deadline(const struct mcp_session *session);

/* A new id for a request. */
int64_t mcp_session_take_id(struct mcp_session *session);

/* For writing requests. Valid while the session is. */
struct mcp_sender mcp_session_sender(const struct mcp_session *session);
