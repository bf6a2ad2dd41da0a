/* One request of an executor. It has two sides, the connection to the executor and the call to the provider, either of
 * which may end first; it is freed when both have. */
#pragma once

#include "broker/broker.h"
#include "broker/http.h"
#include "broker/usage.h"

enum {
    EXCHANGE_OUTPUT_MAX = 256 << 10, /* of the provider's answer in memory; a transfer that has more waits */
    EXCHANGE_OUTPUT_LOW = 64 << 10,  /* and goes on below */
    EXCHANGE_ANSWER_HEAD_MAX = 32 << 10,
};

struct exchange {
    struct served *served; /* NULL: its connection is gone */
    struct broker *broker;
    struct list link; /* in broker->exchanges */

    /* The executor's side: */
    struct MHD_Connection *connection; /* NULL: gone */
    bool suspended;
    uv_poll_t *watch; /* whether the executor hangs up while its connection is suspended; or NULL */
    char *uri;
    const char *next_part; /* of its head: where that has to begin; NULL: anywhere (see is_in_place()) */
    bool judged;
    bool hurried;     /* what follows the head is not to be read */
    size_t discarded; /* of a body that nobody needs */
    struct target target;
    const struct endpoint *endpoint;
    const struct broker_provider *provider; /* of served */
    struct buf body;

    /* The call: */
    struct ask ask;
    bool reserving; /* the daemon is asked */
    char reservation_id[129];
    struct curl_slist *fields;
    struct curl_slist *key_field; /* the one among them that holds the key; NULL: wiped */
    CURL *easy;                   /* NULL: not begun, or over */
    bool paused;
    char error[CURL_ERROR_SIZE];
    bool sent; /* the provider has got something of it */

    /* What is answered: by the provider, or, where `own`, by us. */
    bool answered, own;
    unsigned status;
    struct head head; /* its fields lie in head_text */
    struct buf head_text;
    struct buf output;
    int64_t received; /* of the provider's body */
    size_t output_at; /* that was taken */
    bool complete, failed;
    struct usage usage;
};

/* --- exchange.c --- */

struct exchange *exchange_new(struct served *served, const char *uri);

/* The connection is gone, or has got all. */
void exchange_leave_connection(struct exchange *exchange);

/* Tells the daemon what the call has used. Once: what comes later changes nothing. */
void exchange_settle(struct exchange *exchange);

/* The call is over: it is settled. May free the exchange. */
void exchange_end_call(struct exchange *exchange);

/* Asks the daemon, then calls. */
void exchange_begin(struct exchange *exchange);

/* The connection waits, or goes on in the server's next turn. */
void exchange_suspend(struct exchange *exchange);
void exchange_resume(struct exchange *exchange);

/* An answer of our own, in the provider's form. `word` is its type; `more` is empty or further members of the error:
 * `,"left":5`. */
void exchange_refuse(struct exchange *exchange, unsigned status, const char *word, struct slice more,
                     const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Queues what there is to answer. */
enum MHD_Result exchange_answer(struct exchange *exchange);

/* --- upstream.c --- */

/* Begins the transfer. -ENOMEM. */
int upstream_begin(struct exchange *exchange, struct slice key);
/* Ends it; nothing more comes. */
void upstream_end(struct exchange *exchange);
/* There is room again. */
void upstream_go_on(struct exchange *exchange);
