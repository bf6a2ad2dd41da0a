/* audit.list */
#include "contract/audit.h"
#include "daemon/audit/internal.h"
#include "rpc/call.h"

enum { PAGE_BYTES = 1 << 20, LOOKED_AT = 20000 };

struct page {
    struct audit_walk walk;
    int64_t before;
    struct store_audit_entries entries;
};

static int step(struct audit_walk *walk, struct store_tx *tx)
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

static void answer(struct audit_walk *walk)
{
    const struct page *page = (struct page *)walk;
    (void)audit_list_reply(walk->call,
                           &(struct audit_list_result){.items = page->entries.items, .count = page->entries.count});
}

int audit_list(struct call *call, const struct audit_list_params *params)
{
    struct page page = {.walk = {.step = step, .answer = answer},
                        .before = params->before_is == FIELD_SET ? params->before : INT64_MAX};
    return audit_walk_begin(call, &page.walk, sizeof page);
}
