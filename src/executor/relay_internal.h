/* Shared by the files of relay.h. */
#pragma once

#include <uv.h>

#include "base/id.h"
#include "base/list.h"
#include "executor/adapter.h"
#include "executor/relay.h"
#include "mcp/serve.h"
#include "rpc/frame.h"

enum {
    RELAY_LINKS_MAX = 256,      /* proxies at a time, of all servers */
    RELAY_KNOCK_MAX = 128,      /* bytes of a line at the door */
    RELAY_CHUNK = 64 << 10,     /* bytes to read at once, so that other events are handled in between */
    RELAY_OUT_HIGH = 1 << 20,   /* unread bytes above which nothing more is read from the agent */
    RELAY_OUT_MAX = 64 << 20,   /* unread bytes above which the link is given up */
    RELAY_INSTANCE_DIGITS = 16, /* of the name of a proxy */
    RELAY_ID_SIZE = 33,         /* of a server's id */
};

struct relay_server {
    char id[RELAY_ID_SIZE];
    char *name, *instructions;
    bool has_prompts, has_resources;
    bool searches; /* by its last list: mcp_search and mcp_call stand for its tools */
};

struct relay {
    struct task *task;
    void (*ready)(struct task *task);
    struct ask *ask; /* for the servers; NULL: answered */
    struct relay_server *servers;
    size_t server_count;
    char *program;                        /* weir-mcp, as the agent sees it */
    char *directory;                      /* of the FIFOs */
    int directory_fd, parent_fd, door_fd; /* -1: not open */
    uv_poll_t door;
    struct framer framer; /* for the door */
    struct list links, calls;
    size_t link_count;
    struct id_source ids;
};

/* One proxy that runs. */
struct relay_link {
    struct list link; /* in relay->links */
    struct relay *relay;
    struct relay_server *server;
    int in, out;
    uv_poll_t in_poll, out_poll;
    unsigned open_handles;
    struct framer framer;
    struct buf output;
    size_t sent; /* bytes of `output` */
    struct mcp_serve serve;
    bool is_over; /* is closed at the end of the current callback */
};

/* A request of the agent that waits for the daemon. */
struct relay_call {
    struct list link; /* in relay->calls */
    struct relay_link *from;
    struct mcp_serve_request *request;
    struct ask *ask;
    char id[ID_SIZE];
};

/* --- relay_link.c --- */

/* A line at the door: a proxy announces itself and its server. Ignores lines that are not valid. */
void relay_knock(struct relay *relay, struct slice line);
/* Splits "INSTANCE SERVER". Returns false if it is not valid. */
bool relay_knock_read(struct slice line, char ret_instance[static RELAY_INSTANCE_DIGITS + 1], struct slice *ret_server);
void relay_link_close(struct relay_link *link);
/* Never closes the link from inside. */
void relay_link_send(struct relay_link *link, struct slice line);

/* --- relay_calls.c --- */

extern const struct mcp_serve_handlers relay_handlers;
extern const struct task_mcp_events relay_events;
