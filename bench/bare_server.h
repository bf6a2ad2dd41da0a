/* A minimal server on a Unix stream socket: an epoll loop that passes what it reads to a callback, and sends
 * what the callback returns. It is the physical limit of a server, for any protocol. */
#pragma once

#include <stddef.h>

enum { BARE_CHUNK = 64 * 1024 };

struct bare_peer {
    int fd;
    char *rest; /* owned; unsent bytes. Nothing is read until they are sent */
    size_t rest_size, rest_at;
    /* Owned; the start of an incomplete line, used by the callback; or NULL. */
    char *tail;
    size_t tail_size;
};

/* Handles received bytes (at most BARE_CHUNK), and returns the bytes to send, which must be valid until the
 * next call. A negative errno closes the connection. */
typedef int (*bare_answer_fn)(void *user, struct bare_peer *peer, const char *data, size_t size, const char **ret_out,
                              size_t *ret_size);

/* Serves at `path`. Returns only on failure, with a negative errno. */
int bare_serve(const char *path, bare_answer_fn answer, void *user);
