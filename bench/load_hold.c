#include "load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int write_request(int fd, const struct exchange *exchange, const struct id *id)
{
    request_write(exchange, id, exchange->text);
    return socket_write(fd, exchange->text, exchange->size);
}

/* The server accepts connections in order and reads each in order. So the answer to a ping proves that the
 * server has seen everything before it. */
static int ping(int fd, const struct id *id)
{
    static const struct options options = {.method = "ping"};
    static struct reader reader;
    struct traffic traffic;
    const char *line;
    size_t size;
    int r = traffic_init(&traffic, &options);

    reader.at = reader.size = 0;
    if (r == 0)
        r = write_request(fd, traffic.exchanges, id);
    if (r == 0)
        r = reader_next(&reader, fd, &line, &size);
    if (r == 0 && !reply_check(traffic.exchanges, id, line, size))
        r = -EBADMSG; /* a call that should wait was answered */
    traffic_clear(&traffic);
    return r;
}

static int open_idle(const struct options *options)
{
    struct id id = ID_FIRST;
    int r = 0, fd = -1;

    /* These stay open until the process ends. */
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
    struct traffic traffic;
    struct id id = ID_FIRST;
    int fd = -1;
    int r = traffic_init(&traffic, options);

    if (r == 0)
        r = socket_connect(options->socket, &fd);
    for (unsigned i = 0; r == 0 && i < options->pending; i++) {
        r = write_request(fd, traffic.exchanges, &id);
        id_next(&id);
    }
    traffic_clear(&traffic);
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
