/* A front end's connection. */
#pragma once

#include <stdbool.h>

#include "base/slice.h"
#include "daemon/event/event.h"

struct daemon;
struct peer;
struct call;
struct event_type;

struct client {
    struct daemon *daemon;
    struct peer *peer;
    bool initialized;
    uint64_t written; /* the ticket of its last change: its reads wait for that */
    struct event_client events;
    char *opted_out; /* names of notifications, each with a NUL behind it, then an empty one; or NULL */
};

/* Takes fd. */
void client_accept(void *daemon, int fd);

/* False: it opted out of these events. */
bool client_wants(const struct client *client, const struct event_type *type);

/* Whose call it is. */
struct client *client_of(struct call *call);
