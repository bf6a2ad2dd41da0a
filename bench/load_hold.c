#include "load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The server takes connections in order and reads each one in order, so the answer to a ping that comes behind
 * something proves that the server has seen that something. */
static int ping(int fd, const struct id *id)
{
    static const struct options options = {.method = "ping"};
    static struct request_form request;
    static struct reader reader;
    struct reply_form reply;
    const char *line;
    size_t size;
    int r = request_form_init(&request, &options);

    reply_form_init(&reply, &options);
    reader.at = reader.size = 0;
    if (r < 0)
        return r;
    request_write(&request, id, request.text);
    r = socket_write(fd, request.text, request.size);
    if (r == 0)
        r = reader_next(&reader, fd, &line, &size);
    if (r == 0 && !reply_check(&reply, id, line, size))
        r = -EBADMSG; /* a call that should wait was answered */
    return r;
}

static int open_idle(const struct options *options)
{
    struct id id = ID_FIRST;
    int r = 0, fd = -1;

    /* They stay open until the process ends. */
    for (unsigned i = 0; r == 0 && i < options->idle; i++)
        r = socket_connect(options->socket, &fd);
    if (r == 0)
        r = socket_connect(options->socket, &fd);
    if (r < 0)
        return r;
    r = ping(fd, &id);
    (void)close(fd);
    return r;
}

static int open_pending(const struct options *options)
{
    static struct request_form request;
    struct id id = ID_FIRST;
    int fd = -1;
    int r = request_form_init(&request, options);

    if (r == 0)
        r = socket_connect(options->socket, &fd);
    for (unsigned i = 0; r == 0 && i < options->pending; i++) {
        request_write(&request, &id, request.text);
        r = socket_write(fd, request.text, request.size);
        id_next(&id);
    }
    return r < 0 ? r : ping(fd, &id);
}

int load_hold(const struct options *options)
{
    char ignored[64];
    int r = 0;

    if (options->idle > 0)
        r = open_idle(options);
    if (r == 0 && options->pending > 0)
        r = open_pending(options);
    if (r < 0)
        return r;
    (void)puts("ready");
    (void)fflush(stdout);
    while (read(STDIN_FILENO, ignored, sizeof ignored) > 0)
        ;
    return 0;
}
