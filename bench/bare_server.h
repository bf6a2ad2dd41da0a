/* A server on a Unix stream socket with nothing around it: an epoll loop that hands over what it reads, and sends what
 * it gets back. It is the physical limit of a server, for whatever the bytes mean. */
#pragma once

#include <stddef.h>

enum { BARE_CHUNK = 64 * 1024 };

struct bare_peer {
    int fd;
    char *rest; /* what the socket did not take yet; owned; nothing is read until it is gone */
    size_t rest_size, rest_at;
    char *tail; /* for `answer`: the beginning of a line whose end has not come; owned; or NULL */
    size_t tail_size;
};

/* Bytes that came (at most BARE_CHUNK), and those that go back: they are only read until the next call. A negative
 * errno ends the connection. */
typedef int (*bare_answer_fn)(void *user, struct bare_peer *peer, const char *data, size_t size, const char **ret_out,
                              size_t *ret_size);

/* Serves at `path`; returns only with a negative errno. */
int bare_serve(const char *path, bare_answer_fn answer, void *user);
