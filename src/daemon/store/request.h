/* A client's call that is answered by the store: the handler says what to do there and how to answer. */
#pragma once

#include "base/arena.h"
#include "daemon/concern.h"
#include "daemon/store/audit.h"
#include "daemon/store/rows.h"
#include "daemon/store/store.h"

struct call;

struct store_request {
    struct daemon *daemon;
    struct store *store;
    /* Deferred, and held: call->params are good on every thread until the request is over, even when nobody waits for
     * the answer any more. Answering such a call does no harm. */
    struct call *call;
    struct audit_note actor; /* whose call it is, for an entry of the audit log; its text is the request's own */
    struct arena arena;      /* for whatever is found; ends with the request */
    int status;              /* what `work` returned */
    bool again;              /* there is a next step */

    /* On the writer (store_request_write) or the reader (store_request_read). */
    int (*work)(struct store_request *request, struct store_tx *tx);
    /* On the loop thread. Called once, unless the store itself has failed: then the call has been answered with that.
     * It must answer, or give the call's answer to somebody else with store_request_keep_call(). */
    void (*answer)(struct store_request *request);

    union {
        struct store_change change;
        struct store_query query;
    } as;
    void *more; /* the handler's own, zeroed */
};

/* For handlers: `return store_request_read(call, sizeof(struct found), find, answer);`. A read sees what its connection
 * wrote before. Once this is called, the call is not the handler's any more; one that was deferred already, and
 * held, is dropped in the end as well. */
int store_request_read(struct call *call, size_t more, int (*work)(struct store_request *, struct store_tx *),
                       void (*answer)(struct store_request *));
int store_request_write(struct call *call, size_t more, int (*work)(struct store_request *, struct store_tx *),
                        void (*answer)(struct store_request *));

/* The same, with a copy of the handler's own `more` to begin with: `work` runs elsewhere and must not look at what the
 * loop changes, such as the configuration. */
int store_request_read_with(struct call *call, const void *more, size_t size,
                            int (*work)(struct store_request *, struct store_tx *),
                            void (*answer)(struct store_request *));
int store_request_write_with(struct call *call, const void *more, size_t size,
                             int (*work)(struct store_request *, struct store_tx *),
                             void (*answer)(struct store_request *));

/* From inside of `answer`: the call goes on waiting, for its new owner, who answers it and then drops it with
 * call_drop(). */
struct call *store_request_keep_call(struct store_request *request);

/* From inside of `answer`, of a write: `work` is done once more, behind what others have handed over meanwhile, and
 * `answer` follows. */
void store_request_again(struct store_request *request);

/* Answers with -32003 and the store's own words. */
int store_fail_call(const struct store *store, struct call *call, int status);

struct store *store_of(struct daemon *daemon);
