/* Handlers of audit.list and audit.verify. Both read in short steps, so that the reads of other clients run in
 * between. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "contract/audit.h"
#include "daemon/audit/internal.h"
#include "daemon/client/client.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

enum { ARENA_BYTES = 32 << 20 };

/* A call that is answered after several short reads of the store. */
struct audit_walk {
    struct store_query query;
    struct audit *audit;
    struct call *call; /* held, so that the reader thread can use its params */
    struct arena arena;
    /* Runs on the reader thread. Returns 1 to continue, 0 at the end, or an error. */
    int (*step)(struct audit_walk *walk, struct store_tx *tx);
    void (*answer)(struct audit_walk *walk); /* runs on the loop, except after an error of the store */
};

static int run(struct store_query *query, struct store_tx *tx)
{
    struct audit_walk *walk = (struct audit_walk *)query;
    return walk->step(walk, tx);
}

static void on_read(struct store_query *query)
{
    struct audit_walk *walk = (struct audit_walk *)query;
    bool goes_on = query->status > 0 && !query->failed && !walk->call->answered && !walk->audit->stopping;
    if (goes_on) {
        store_read(walk->audit->store, query);
        return;
    }
    if (query->status == 0 && !query->failed)
        walk->answer(walk);
    else
        (void)store_fail_call(walk->audit->store, walk->call, query->status > 0 ? -ECANCELED : query->status);
    (void)call_drop(walk->call);
    arena_clear(&walk->arena);
    free(walk);
}

/* Starts a walk with a copy of `first`, the start of a struct of `size` bytes; `step` and `answer` must be set. */
static int walk_begin(struct call *call, const struct audit_walk *first, size_t size)
{
    struct client *client = client_of(call);
    struct audit *audit = audit_of(call);
    if (!store_is_open(audit->store))
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    uint64_t noted = audit_flush(audit);
    struct audit_walk *walk = malloc(size);
    if (!walk)
        return -ENOMEM;
    memcpy(walk, first, size);
    walk->audit = audit;
    walk->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    walk->query = (struct store_query){
        .run = run, .done = on_read, .after = noted > client->written ? noted : client->written, .owner = client};
    int r = call_defer(call, NULL, NULL, &walk->call);
    if (r < 0) {
        free(walk);
        return r;
    }
    call_hold(walk->call);
    store_read(audit->store, &walk->query);
    return 0;
}

/* --- audit.list --- */

enum { PAGE_BYTES = 1 << 20, LOOKED_AT = 20000 };

struct page {
    struct audit_walk walk;
    int64_t before;
    struct store_audit_entries entries;
};

static int list_step(struct audit_walk *walk, struct store_tx *tx)
{
    struct page *page = (struct page *)walk;
    const struct audit_list_params *params = walk->call->params;
    struct store_audit_filter filter = {
        .what = params->what_is == FIELD_SET ? params->what : SLICE(""),
        .session_id = params->session_id_is == FIELD_SET ? params->session_id : SLICE(""),
        .before = page->before,
        .limit = (size_t)params->limit,
        .bytes = PAGE_BYTES,
        .looked_at = LOOKED_AT,
    };
    int r = store_audit_list(tx, &filter, &walk->arena, &page->entries);
    page->before = filter.ret_next;
    bool full = page->entries.count >= filter.limit || page->entries.bytes >= filter.bytes;
    return r < 0 ? r : !full && filter.ret_next > 0;
}

static void answer_list(struct audit_walk *walk)
{
    const struct page *page = (struct page *)walk;
    (void)audit_list_reply(walk->call,
                           &(struct audit_list_result){.items = page->entries.items, .count = page->entries.count});
}

int audit_list(struct call *call, const struct audit_list_params *params)
{
    struct page page = {.walk = {.step = list_step, .answer = answer_list},
                        .before = params->before_is == FIELD_SET ? params->before : INT64_MAX};
    return walk_begin(call, &page.walk, sizeof page);
}

/* --- audit.verify --- */

struct verification {
    struct audit_walk walk;
    struct store_audit_check check;
};

static int verify_step(struct audit_walk *walk, struct store_tx *tx)
{
    struct store_audit_check *check = &((struct verification *)walk)->check;
    int r = store_audit_check(tx, check);
    return r < 0 ? r : !check->over;
}

static void answer_verify(struct audit_walk *walk)
{
    const struct store_audit_check *check = &((struct verification *)walk)->check;
    struct audit_verify_result result = {.sound = !check->broken, .entries = check->entries};
    if (!result.sound) {
        result.no = check->wrong;
        result.problem = slice_of(check->problem);
        result.no_is = result.problem_is = FIELD_SET;
    }
    (void)audit_verify_reply(walk->call, &result);
}

int audit_verify(struct call *call, const struct audit_verify_params *params)
{
    struct verification verification = {.walk = {.step = verify_step, .answer = answer_verify}};
    (void)params; /* the method has no params */
    return walk_begin(call, &verification.walk, sizeof verification);
}
