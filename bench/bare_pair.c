/* The limit of a port: one thread writes chunks to a socket pair, another one reads them. Usage: bare_pair COUNT BYTES.
 * Prints one line of JSON. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { READ_BYTES = 64 << 10 };

struct stream {
    int fd;
    long count;
    size_t bytes;
};

static void *write_all(void *user)
{
    const struct stream *stream = user;
    char *chunk = malloc(stream->bytes);
    if (!chunk)
        exit(1);
    memset(chunk, 'x', stream->bytes);
    for (long i = 0; i < stream->count; i++)
        for (size_t sent = 0; sent < stream->bytes;) {
            ssize_t n = send(stream->fd, chunk + sent, stream->bytes - sent, MSG_NOSIGNAL);
            if (n <= 0)
                exit(1);
            sent += (size_t)n;
        }
    free(chunk);
    close(stream->fd);
    return NULL;
}

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    static char bytes[READ_BYTES];
    int fds[2];
    pthread_t writer;
    if (argc != 3 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0) {
        (void)fprintf(stderr, "usage: bare_pair COUNT BYTES\n");
        return 2;
    }
    struct stream stream = {fds[0], strtol(argv[1], NULL, 10), (size_t)strtoul(argv[2], NULL, 10)};
    double began = now();
    size_t total = 0;
    if (pthread_create(&writer, NULL, write_all, &stream) != 0)
        return 1;
    for (ssize_t n; (n = read(fds[1], bytes, sizeof bytes)) > 0;)
        total += (size_t)n;
    double seconds = now() - began;
    (void)pthread_join(writer, NULL);
    (void)printf("{\"chunks\": %ld, \"bytes\": %zu, \"per_second\": %.0f}\n", stream.count, total,
                 (double)stream.count / seconds);
    return total == (size_t)stream.count * stream.bytes ? 0 : 1;
}
