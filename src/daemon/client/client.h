/* The connection of a front end: its identity and preferences. Concerns that keep state for each connection
 * register with client_add_part(). This folder depends on none of them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/list.h"
#include "base/slice.h"
#include "rpc/rate.h"
#include "rpc/timers.h"

struct arena;
struct buf;
struct call;
struct config_settings;
struct dispatch;
struct event_client;
struct event_type;
struct handover_client;
struct listener;
struct peer;
struct rpc;

struct client {
    struct list link; /* in clients->all */
    struct clients *clients;
    struct peer *peer;
    bool initialized;
    bool takes_no_descriptors;
    bool approves;     /* it can answer permission requests */
    bool is_late;      /* connected after draining had begun: the stop does not wait for it */
    bool shown;        /* the previous program has already shown it the pending permission requests */
    struct user *user; /* its owner, in clients->users */
    uid_t uid;         /* the connected process */
    pid_t pid;
    char *name;                           /* its name from initialize; or NULL */
    const struct handover_client *handed; /* its state from the previous program, during a handover; or NULL */
    uint64_t written;                     /* the ticket of its last change, which its reads wait for */
    struct event_client *events;          /* owned by daemon/event */
    struct list terminals;                /* owned by daemon/terminal: struct terminal_attachment */
    struct list chats;                    /* owned by daemon/chat: struct chat_port */
    char *opted_out;                      /* names of notifications, each NUL-terminated, then an empty one; or NULL */
};

/* Callbacks of a concern that keeps state for each connection. Any may be NULL. */
struct client_part {
    struct client_part *next;
    void *user;                                       /* the concern */
    int (*opened)(void *user, struct client *client); /* negative: out of memory, and the connection is closed */
    void (*closed)(void *user, struct client *client);
    void (*drained)(struct client *client); /* the client has read most of its output */
    int (*write)(const struct client *client, struct arena *arena, struct handover_client *ret_state);
    int (*take)(void *user, struct client *client,
                const struct handover_client *state); /* replaces `opened` after a handover */
};

/* The daemon's own user, or root. All connections of a user share its limits. */
struct user {
    size_t connections;
    struct rate rate;
};

struct users {
    struct user own, root;
};

struct clients {
    struct rpc *rpc;
    struct listener *listener;
    const struct config_settings *settings;
    const struct dispatch *dispatch; /* the methods of new connections */
    struct list all;                 /* struct client */
    struct client_part *parts;
    struct users users;
    bool lets_go; /* the daemon stops and drains clients: new connections count as late */
    size_t late;
    bool (*admits)(void *user, int fd); /* false: the connection was refused and closed */
    void (*gone)(void *user);           /* called after a client was removed */
    void *user;                         /* passed to `admits` and `gone` */
    size_t most_peers;                  /* the maximum since memory was last returned to the kernel */
    struct deadline give_back;          /* when to return memory the next time */
};

void clients_init(struct clients *clients, struct rpc *rpc, struct listener *listener,
                  const struct config_settings *settings);

/* Registers a part, which must live as long as there are clients. Parts are called in the order in which they
 * were added. */
void client_add_part(struct clients *clients, struct client_part *part);

/* Takes fd. */
void client_accept(void *clients, int fd);

/* Export and import a client for a handover, like peer_export() and peer_import(). */
int client_export(const struct client *client, int (*again)(const struct call *call, struct buf *out),
                  struct arena *arena, struct buf *pieces, struct handover_client *ret_state);
int client_import(struct clients *clients, const struct handover_client *state, struct slice pieces,
                  struct client **ret_client);

/* The client will not receive these notifications. */
int client_opt_out(struct client *client, const struct slice *names, size_t count);

int client_set_name(struct client *client, struct slice name);

/* Returns false if the client opted out of these events. */
bool client_wants(const struct client *client, const struct event_type *type);

/* Returns NULL if the peer is not a front end. */
struct client *client_of_peer(const struct peer *peer);

/* Finds an imported client by its descriptor after a handover; NULL if there is none. */
struct client *client_of_fd(const struct clients *clients, int fd);

/* Returns the client that made the call. */
struct client *client_of(const struct call *call);

/* Applies from the next message on. */
void users_set_rate(struct users *users, int64_t per_second);
