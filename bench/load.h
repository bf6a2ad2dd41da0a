/* The load generator: a thread that keeps requests in flight on Unix socket connections and checks every reply. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define LINE_BYTES_MAX (16 * 1024)
#define REPLY_BYTES_MAX (1024 * 1024) /* for the reply to a single request: pages are long */

struct options {
    const char *socket;
    const char *method;
    const char *params;  /* JSON; NULL: none */
    const char *expect;  /* text that every reply must contain; or NULL */
    size_t line_bytes;   /* pads requests to this length, including the newline; 0: no padding */
    const char *traffic; /* a file of requests instead of one method; or NULL */
    unsigned connections, in_flight;
    unsigned per_write;     /* requests in one write at most; 0: all that are due */
    bool parse;             /* parse replies, as a client must; otherwise only compare them */
    unsigned idle, pending; /* how many connections or calls to hold; 0: none */
    uint64_t requests, warmup;
    /* With one request at a time: */
    unsigned interval_us; /* time between two requests; 0: none */
    unsigned seconds;     /* stops before all requests are done; 0: never */
    unsigned timeout;     /* in seconds */
};

/* Ids have six digits without a leading zero, so that all requests have the same length: 100000 … 999999, and
 * from the start again. */
struct id {
    char digits[6];
};

#define ID_FIRST                                                                                                       \
    {                                                                                                                  \
        {                                                                                                              \
            '1', '0', '0', '0', '0', '0'                                                                               \
        }                                                                                                              \
    }

enum { ID_PLACES_MAX = 4 };

/* A request, and how to recognize its reply. */
struct exchange {
    char *text;                  /* the request, with its newline */
    size_t size;                 /* the length of `text` */
    size_t id_at[ID_PLACES_MAX]; /* offsets of the id's digits in `text`: in "id", and possibly in params */
    unsigned id_places;
    char *expect; /* text that the reply must contain; or NULL */
    size_t expect_size;
    bool parse; /* parse the reply, as a client must */
    /* Offsets of the id and the expected text in the last reply. They are tried first, since most replies are
     * alike. */
    size_t reply_id_at, expect_at;
};

/* All requests, which are sent in order and repeatedly. */
struct traffic {
    struct exchange *exchanges;
    size_t count;
    size_t longest; /* the longest request, in bytes */
};

/* Bytes that were received but not used yet. */
struct reader {
    size_t at, size;
    char data[REPLY_BYTES_MAX];
};

struct result {
    uint64_t requests;
    uint64_t bytes_out, bytes_in;
    uint64_t wall_ns, server_cpu_ns, load_cpu_ns;
    bool has_latency;
    uint64_t min_ns, p50_ns, p90_ns, p99_ns, max_ns;
};

/* --- load_line.c: creating requests and checking replies --- */

/* Creates one request of a method, or those of a file, with a line for each: EXPECT, a tab, REQUEST. ID_MARK in
 * such a request is replaced by the digits of the id. */
#define ID_MARK "@@@@@@"
int traffic_init(struct traffic *traffic, const struct options *options);
void traffic_clear(struct traffic *traffic);

void id_next(struct id *id);

/* Writes a request to `out`, which has room for exchange->size bytes. */
void request_write(const struct exchange *exchange, const struct id *id, char *out);

/* Whether `line` (without its newline) is the expected answer to `id`. */
bool reply_check(struct exchange *exchange, const struct id *id, const char *line, size_t size);

/* Whether `line` contains the text: tries `*at`, the offset in the last line, then searches. */
bool line_holds(const char *line, size_t size, const char *text, size_t text_size, size_t *at);

/* Whether `line` is a notification of the server. These are skipped. */
bool is_notification(const char *line, size_t size);

/* --- load_socket.c: connections, blocking reads and writes, the server's CPU clock --- */

int socket_connect(const char *path, int *ret_fd);

/* Blocks until everything is written. */
int socket_write(int fd, const char *data, size_t size);

/* Blocks until the next line that is no notification. Returns it without its newline; it is valid until the
 * next call. */
int reader_next(struct reader *reader, int fd, const char **ret_line, size_t *ret_size);

/* Returns the CPU clock of all threads of the process that listens on the socket, in nanoseconds. */
int socket_server_clock(int fd, clockid_t *ret_clock);

uint64_t clock_ns(clockid_t clock);

/* --- modes --- */

/* load_loop.c: keeps `in_flight` requests outstanding on each connection. After reading k replies, writes k
 * requests at once. */
int load_loop(const struct options *options, struct result *ret_result);

/* load_latency.c: times one request at a time on one connection. */
int load_latency(const struct options *options, struct result *ret_result);

/* load_hold.c: opens idle connections or leaves calls pending, prints "ready", and holds them until stdin is
 * closed. */
int load_hold(const struct options *options);
