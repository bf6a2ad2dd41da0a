/* A front end's connection. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "base/list.h"
#include "base/slice.h"
#include "daemon/event/event.h"

struct arena;
struct buf;
struct daemon;
struct handover_client;
struct peer;
struct call;
struct event_type;
struct user;

struct client {
    struct daemon *daemon;
    struct peer *peer;
    bool initialized;
    bool approves;     /* it can answer permission requests */
    bool is_late;      /* it came when the others were let go: see stop.c */
    bool shown;        /* and has seen those that waited, in the program before this one */
    struct user *user; /* whose it is, of daemon->users */
    uid_t uid;         /* of the process that has connected */
    pid_t pid;
    char *name;                           /* that it gave in initialize; or NULL */
    const struct handover_client *handed; /* what the program before this one said of it; NULL: all of it is done */
    uint64_t written;                     /* the ticket of its last change: its reads wait for that */
    struct event_client events;
    struct list terminals; /* struct terminal_attachment */
    char *opted_out;       /* names of notifications, each with a NUL behind it, then an empty one; or NULL */
};

/* Takes fd. */
void client_accept(void *daemon, int fd);

/* For the program that takes over, and there; as peer_export() and peer_import() do it. */
int client_export(const struct client *client, struct arena *arena, struct buf *pieces,
                  struct handover_client *ret_state);
int client_import(struct daemon *daemon, const struct handover_client *state, struct slice pieces,
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
struct client *client_of_fd(const struct daemon *daemon, int fd);

/* Whose call it is. */
struct client *client_of(struct call *call);
