/* The physical limit of a request: an echo server on a Unix stream socket that parses nothing.
 *
 * It returns exactly the bytes that it receives. Real requests and replies differ in length, but an echo with
 * different lengths would have to count newlines, which is parsing. So the load generator sends lines of the
 * mean length of each request and its reply: the total of bytes in both directions is the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bare_server.h"

static int echo(void *user, struct bare_peer *peer, const char *data, size_t size, const char **ret_out,
                size_t *ret_size)
{
    (void)user;
    (void)peer;
    *ret_out = data;
    *ret_size = size;
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        (void)fprintf(stderr, "usage: raw_echo SOCKET\n");
        return 2;
    }
    int r = bare_serve(argv[1], echo, NULL);
    (void)fprintf(stderr, "raw_echo: %s\n", strerror(-r));
    return EXIT_FAILURE;
}
