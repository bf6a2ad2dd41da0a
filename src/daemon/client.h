/* A front end's connection. */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

struct daemon;
struct peer;
struct call;

struct client {
    struct daemon *daemon;
    struct peer *peer;
    bool initialized;
    char *opted_out; /* names of notifications, each with a NUL behind it, then an empty one; or NULL */
};

/* Takes fd. */
void client_accept(void *daemon, int fd);

/* Whose call it is. */
struct client *client_of(struct call *call);
