/* Declarations that are private to src/daemon/chat. */
#pragma once

#include <uv.h>

#include "base/arena.h"
#include "base/buf.h"
#include "daemon/chat/chat.h"
#include "daemon/chat/chunk.h"
#include "daemon/store/rows.h"
#include "daemon/task/submission.h"
#include "rpc/timers.h"

struct chat_page;

enum {
    CHAT_ACK_MS = 5000,
    CHAT_HIGH_BYTES = 64 << 10,     /* with more unsent chunks, a port reads pages from the store */
    CHAT_HELD_BYTES = 64 << 20,     /* of all messages that wait for an ACK */
    CHAT_AFTER_ACK_BYTES = 4 << 10, /* that a client may send after the ACK; they are ignored */
    CHAT_ARENA_BYTES = 8 << 20,     /* to submit a task */
};

struct chat_port {
    struct list link;      /* in ports->all */
    struct list of_client; /* in client->chats, while its connection lasts */
    struct list slot;      /* in ports->slots, once it has a task */
    struct list dirty;     /* in ports->dirty */
    struct chat_ports *ports;
    struct client *client; /* NULL: its connection has ended */
    enum chat_port_state {
        CHAT_WAITING, /* for the ACK */
        CHAT_SUBMITTING,
        CHAT_STREAMING,
        CHAT_ENDING, /* the last chunk was put */
    } state;
    bool by_notification; /* no descriptor: chunks are notifications */
    bool closing;         /* to be freed when the store lets go of it */

    int fd;        /* -1: none */
    int client_fd; /* the client's end, until it is sent; -1: none */
    uv_poll_t poll;
    bool has_poll;
    int polled;               /* the events that are polled for */
    bool is_deaf;             /* the client has shut down its sending side */
    size_t received;          /* bytes from the client */
    struct deadline deadline; /* of the ACK; later, of the next attempt to read the store */
    struct buf out;           /* chunks that the socket has not taken */

    char task_id[ID_SIZE];
    char *thread_id;
    struct slice content;          /* the message; none once it was submitted */
    struct submission *submission; /* while it is submitted */
    struct store_change submit;
    struct arena arena;

    int64_t task;   /* its number; 0: not submitted */
    bool resumes;   /* the task was submitted before: the ACK streams it from its beginning */
    bool unbegun;   /* it resumes, and has not read an event yet */
    bool behind;    /* reads pages from the store */
    int64_t cursor; /* while behind: events up to here were sent */
    struct chat_page *page;
    struct chunk_state chunks;
};

/* --- ports.c --- */

/* Makes a port. `client` NULL: its connection has ended. Returns NULL without memory. */
struct chat_port *chat_port_new(struct chat_ports *ports, struct client *client, struct slice content);

/* Makes the socket pair. */
int chat_port_open(struct chat_port *port);
int chat_port_poll(struct chat_port *port);

/* The client has the port: its ACK is expected. May free it. */
void chat_port_wait(struct chat_port *port);

/* The ACK has come. May free it. */
void chat_port_acknowledge(struct chat_port *port);

/* Adds a chunk, JSON text on one line, which chat_port_flush() sends. */
void chat_port_put(struct chat_port *port, struct slice chunk);
void chat_port_put_last(struct chat_port *port, struct slice chunk);

/* Sends an error as the last chunk. May free the port. */
void chat_port_fail(struct chat_port *port, const char *sentence);

/* Sends what the socket takes, and closes a port that has sent everything. May free it. */
void chat_port_flush(struct chat_port *port);

/* May free it. `why` is logged; NULL: nothing is. */
void chat_port_close(struct chat_port *port, const char *why);

size_t chat_port_unsent(const struct chat_port *port);

/* Watches the socket for what the port waits for. */
void chat_port_watch(struct chat_port *port);

/* The port streams the task with this number. */
void chat_port_enter(struct chat_port *port, int64_t task);

/* The port of this client that waits for an ACK; NULL: none. */
struct chat_port *chat_port_find(const struct chat_ports *ports, const struct client *client, struct slice task_id);

/* --- stream.c --- */

/* Reads the next page, if the port is behind and its client has read most of what was sent. May free the port. */
void chat_stream_go_on(struct chat_port *port);
void chat_stream_drained(struct client *client);
void chat_page_abandon(struct chat_page *page); /* the port is closed; `page` may be NULL */
