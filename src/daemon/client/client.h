/* A front end's connection: who it is, and what it wishes. Parts of the daemon that keep something for each connection
 * register themselves (client_add_part); this folder knows none of them. */
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
struct daemon;
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
    struct daemon *daemon; /* for daemon_of() and its like: nobody below them looks inside */
    struct peer *peer;
    bool initialized;
    bool approves;     /* it can answer permission requests */
    bool is_late;      /* it came when the others were let go: the stop does not wait for it */
    bool shown;        /* and has seen those that waited, in the program before this one */
    struct user *user; /* whose it is, of clients->users */
    uid_t uid;         /* of the process that has connected */
    pid_t pid;
    char *name;                           /* that it gave in initialize; or NULL */
    const struct handover_client *handed; /* what the program before this one said of it; NULL: all of it is done */
    uint64_t written;                     /* the ticket of its last change: its reads wait for that */
    struct event_client *events;          /* of daemon/event */
    struct list terminals;                /* of daemon/terminal: struct terminal_attachment */
    char *opted_out; /* names of notifications, each with a NUL behind it, then an empty one; or NULL */
};

/* What another concern keeps of each connection. NULL: it is not interested. */
struct client_part {
    struct client_part *next;
    int (*opened)(struct client *client); /* negative: there is no memory, and it is not served */
    void (*closed)(struct client *client);
    void (*drained)(struct client *client); /* it has read most of what it was sent */
    int (*write)(const struct client *client, struct arena *arena, struct handover_client *ret_state);
    int (*take)(struct client *client, const struct handover_client *state); /* in place of `opened` */
};

/* The daemon's own user, or root. The connections of a user share its limits. */
struct user {
    size_t connections;
    struct rate rate;
};

struct users {
    struct user own, root;
};

/* All of them. */
struct clients {
    struct daemon *daemon;
    struct rpc *rpc;
    struct listener *listener;
    const struct config_settings *settings;
    const struct dispatch *dispatch; /* of connections that are made from now on */
    struct list all;                 /* struct client */
    struct client_part *parts;
    struct users users;
    bool lets_go; /* the daemon stops, and those that are there are drained: who comes now is late */
    size_t late;
    bool (*admits)(void *user, int fd); /* false: it was refused, and closed */
    void (*gone)(void *user);           /* one less */
    void *user;                         /* for these two */
    size_t most_peers;                  /* since memory was given back */
    struct deadline give_back;          /* the next time */
};

void clients_init(struct clients *clients, struct daemon *daemon, struct rpc *rpc, struct listener *listener,
                  const struct config_settings *settings);

/* The part lies in its owner's memory as long as there are clients. It hears of connections after those that were added
 * before. */
void client_add_part(struct clients *clients, struct client_part *part);

/* Takes fd. */
void client_accept(void *clients, int fd);

/* For the program that takes over, and there; as peer_export() and peer_import() do it. */
int client_export(const struct client *client, int (*again)(const struct call *call, struct buf *out),
                  struct arena *arena, struct buf *pieces, struct handover_client *ret_state);
int client_import(struct clients *clients, const struct handover_client *state, struct slice pieces,
                  struct client **ret_client);

/* It wants to hear nothing of these notifications. */
int client_opt_out(struct client *client, const struct slice *names, size_t count);

/* What it calls itself. */
int client_set_name(struct client *client, struct slice name);

/* False: it opted out of these events. */
bool client_wants(const struct client *client, const struct event_type *type);

/* NULL: the peer is no front end's. */
struct client *client_of_peer(const struct peer *peer);

/* In a new program, of those that it has taken over. NULL: there is none. */
struct client *client_of_fd(const struct clients *clients, int fd);

/* Whose call it is. */
struct client *client_of(const struct call *call);

/* From the next message on. */
void users_set_rate(struct users *users, int64_t per_second);
