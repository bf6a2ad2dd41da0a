/* The load generator: one thread that keeps requests in flight on Unix socket connections and checks every reply. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define LINE_BYTES_MAX (16 * 1024)
#define REPLY_BYTES_MAX (1024 * 1024) /* of one request at a time: pages are long */

struct options {
    const char *socket;
    const char *method;
    const char *params;  /* JSON, or NULL for none */
    const char *expect;  /* text that every reply must contain, or NULL */
    size_t line_bytes;   /* requests are padded to this length, newline included; 0: as they come */
    const char *traffic; /* a file of requests instead of one method; or NULL */
    unsigned connections, in_flight;
    unsigned per_write;     /* requests in one write at most; 0: all that are due */
    bool parse;             /* replies are parsed, as a client must; else only compared */
    unsigned idle, pending; /* how many to hold; 0: none */
    uint64_t requests, warmup;
    /* One request at a time: */
    unsigned interval_us; /* from one to the next; 0: at once */
    unsigned seconds;     /* an end before all requests are through; 0: none */
    unsigned timeout;     /* seconds */
};

/* Ids have six digits and no leading zero, so that all requests have one length: 100000 … 999999, and over again. */
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

/* One request, and how its reply is known. */
struct exchange {
    char *text;                  /* of the request, with the newline */
    size_t size;                 /* of `text` */
    size_t id_at[ID_PLACES_MAX]; /* where `text` has the digits of the id: in "id", and perhaps in params */
    unsigned id_places;
    char *expect; /* text that the reply must contain, or NULL */
    size_t expect_size;
    bool parse; /* the reply is parsed, as a client must */
    /* Where the last reply had its id and the expected text: the next one has them there too, mostly. */
    size_t reply_id_at, expect_at;
};

/* All requests, which are sent one after the other and over again. */
struct traffic {
    struct exchange *exchanges;
    size_t count;
    size_t longest; /* request, in bytes */
};

/* What came and was not used yet. */
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

/* --- load_line.c: making requests, checking replies --- */

/* One request, of a method; or those of a file, each line of which is EXPECT, a tab, REQUEST. In a request of a file
 * ID_MARK stands for the digits of the id. */
#define ID_MARK "@@@@@@"
int traffic_init(struct traffic *traffic, const struct options *options);
void traffic_clear(struct traffic *traffic);

void id_next(struct id *id);

/* Writes one request at `out`, which has room for exchange->size bytes. */
void request_write(const struct exchange *exchange, const struct id *id, char *out);

/* Whether `line` (without its newline) answers `id` as expected. */
bool reply_check(struct exchange *exchange, const struct id *id, const char *line, size_t size);

/* Whether `line` has the text: looks at `*at`, where the last line had it, then everywhere. */
bool line_holds(const char *line, size_t size, const char *text, size_t text_size, size_t *at);

/* Whether `line` is something that the server says of its own accord; those are passed over. */
bool is_notification(const char *line, size_t size);

/* --- load_socket.c: connecting, whole requests and replies, the server's CPU clock --- */

int socket_connect(const char *path, int *ret_fd);

/* Blocking: writes all. */
int socket_write(int fd, const char *data, size_t size);

/* Blocking: the next line that is no notification, without its newline; it lives in the reader until the next call. */
int reader_next(struct reader *reader, int fd, const char **ret_line, size_t *ret_size);

/* The clock of all threads of the process that listens at the other end, in nanoseconds. */
int socket_server_clock(int fd, clockid_t *ret_clock);

uint64_t clock_ns(clockid_t clock);

/* --- the modes --- */

/* load_loop.c: `in_flight` requests outstanding on each connection; k replies read are k requests written, at once. */
int load_loop(const struct options *options, struct result *ret_result);

/* load_latency.c: one request at a time on one connection, each timed. */
int load_latency(const struct options *options, struct result *ret_result);

/* load_hold.c: opens silent connections or leaves calls waiting, says "ready", and holds them until stdin closes. */
int load_hold(const struct options *options);
