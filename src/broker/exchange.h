/* One request of an executor. Its two sides, the connection to the executor and the call to the provider, may end in
 * either order; it is freed when both have ended. */
#pragma once

#include "broker/broker.h"
#include "broker/http.h"
#include "broker/usage.h"

enum {
    EXCHANGE_OUTPUT_MAX = 256 << 10, /* bytes of the response in memory; at the limit the transfer pauses */
    EXCHANGE_OUTPUT_LOW = 64 << 10,  /* and resumes below this */
    EXCHANGE_ANSWER_HEAD_MAX = 32 << 10,
};

struct exchange {
    struct served *served; /* NULL: disconnected */
    struct broker *broker;
    struct list link; /* in broker->exchanges */

    /* The executor's side: */
    struct MHD_Connection *connection; /* NULL: disconnected */
    bool suspended;
    uv_poll_t *watch; /* watches a suspended connection for the executor's disconnect; or NULL */
    char *uri;
    const char *next_part; /* where the next part of the header must begin; NULL: anywhere (see is_in_place()) */
    bool judged;
    bool hurried;     /* do not read what follows the header */
    size_t discarded; /* bytes of an unneeded body */
    struct target target;
    const struct endpoint *endpoint;
    const struct broker_provider *provider; /* in `served` */
    struct buf body;

    /* The call: */
    struct ask ask;
    bool reserving; /* waits for the daemon */
    char reservation_id[129];
    struct curl_slist *fields;
    struct curl_slist *key_field; /* the field with the key; NULL: wiped */
    CURL *easy;                   /* NULL: not started, or ended */
    bool paused;
    char error[CURL_ERROR_SIZE];
    bool sent; /* the provider has received a part of it */

    /* The response: from the provider, or from the broker if `own`. */
    bool answered, own;
    unsigned status;
    struct head head; /* its fields point into head_text */
    struct buf head_text;
    struct buf output;
    int64_t received; /* bytes of the provider's body */
    size_t output_at; /* bytes that were delivered */
    bool complete, failed;
    struct usage usage;
};

/* --- exchange.c --- */

struct exchange *exchange_new(struct served *served, const char *uri);

/* The connection was closed, or the response was delivered. */
void exchange_leave_connection(struct exchange *exchange);

/* Reports the usage of the call to the daemon. Only the first call has an effect. */
void exchange_settle(struct exchange *exchange);

/* Ends and settles the call. May free the exchange. */
void exchange_end_call(struct exchange *exchange);

/* Asks the daemon for a reservation, then makes the call. */
void exchange_begin(struct exchange *exchange);

/* Suspends the connection, or resumes it in the server's next turn. */
void exchange_suspend(struct exchange *exchange);
void exchange_resume(struct exchange *exchange);

/* Prepares an error response in the provider's format. `word` is its type; `more` is empty or has further members of
 * the error: `,"left":5`. */
void exchange_refuse(struct exchange *exchange, unsigned status, const char *word, struct slice more,
                     const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Queues the response. */
enum MHD_Result exchange_answer(struct exchange *exchange);

/* --- upstream.c --- */

/* Starts the transfer. Returns -ENOMEM on failure. */
int upstream_begin(struct exchange *exchange, struct slice key);
/* Ends the transfer without further callbacks. */
void upstream_end(struct exchange *exchange);
/* Resumes the transfer after output was delivered. */
void upstream_go_on(struct exchange *exchange);
