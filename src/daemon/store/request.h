/* Answers a client's call with a read or a write of the store. The handler supplies two functions: the work on
 * a store thread, and the response on the loop. */
#pragma once

#include "base/arena.h"
#include "daemon/store/audit.h"
#include "daemon/store/rows.h"
#include "daemon/store/store.h"

struct call;

struct store_request {
    struct store *store;
    /* Deferred and held: call->params are valid on every thread until the request ends, even if the client no
     * longer waits. Answering such a call has no effect. */
    struct call *call;
    struct audit_note actor; /* the caller, for the audit log; the text belongs to the request */
    struct arena arena;      /* for results; freed with the request */
    int status;              /* the result of `work` */
    bool again;              /* store_request_again() was called */

    /* On the writer (store_request_write) or the reader (store_request_read). */
    int (*work)(struct store_request *request, struct store_tx *tx);
    /* On the loop. Called once, unless the store has failed: in that case the call was answered with its error.
     * Must answer the call, or keep it with store_request_keep_call(). */
    void (*answer)(struct store_request *request);

    union {
        struct store_change change;
        struct store_query query;
    } as;
    void *more; /* memory for the handler, zeroed */
};

/* For handlers: `return store_request_read(call, sizeof(struct found), find, answer);`. A read sees earlier
 * writes of its connection. The request owns the call from then on. If the call was already deferred and held,
 * the request also drops it. */
int store_request_read(struct call *call, size_t more, int (*work)(struct store_request *, struct store_tx *),
                       void (*answer)(struct store_request *));
int store_request_write(struct call *call, size_t more, int (*work)(struct store_request *, struct store_tx *),
                        void (*answer)(struct store_request *));

/* The same on the search thread, for work that may take long. It may not see earlier writes. */
int store_request_search(struct call *call, size_t more, int (*work)(struct store_request *, struct store_tx *),
                         void (*answer)(struct store_request *));

/* The same, starting with a copy of `more`. `work` runs on another thread and must not access data that the
 * loop changes, such as the configuration. */
int store_request_read_with(struct call *call, const void *more, size_t size,
                            int (*work)(struct store_request *, struct store_tx *),
                            void (*answer)(struct store_request *));
int store_request_write_with(struct call *call, const void *more, size_t size,
                             int (*work)(struct store_request *, struct store_tx *),
                             void (*answer)(struct store_request *));

/* Within `answer`: transfers the call to a new owner, who must answer it and release it with call_drop(). */
struct call *store_request_keep_call(struct store_request *request);

/* Within `answer` of a write: queues `work` again, after changes that were queued meanwhile. `answer` is called
 * again too. */
void store_request_again(struct store_request *request);

/* Fails the call with -32003 and the problem of the store. */
int store_fail_call(const struct store *store, struct call *call, int status);

struct store *store_of(const struct call *call);
