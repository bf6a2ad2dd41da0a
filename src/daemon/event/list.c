/* event.list: the log in pages. */
#include <errno.h>
#include <stdlib.h>

#include "contract/event.h"
#include "daemon/client/client.h"
#include "daemon/event/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/write.h"

enum {
    PAGE_BYTES = 1 << 20,
    PAGE_LOOKED_AT = 20000,
    TEXT_BYTES = 32 << 20, /* a page, and the event that ends it */
    AROUND_BYTES = 512,    /* what stands around the events in the answer, its id apart */
};

struct entry {
    int64_t seq;
    size_t end; /* in the text */
};

struct page {
    struct store_event_filter filter;
    struct store_position position;
    struct event_gap gap;
    int64_t next;
    struct entry *entries;
    size_t count;
    struct slice text; /* the entries, one behind the other, in the arena */
};

/* What the reader thread gathers. */
struct gathering {
    struct page *page;
    struct buf text;
};

static struct event_selection selection_of(const struct event_list_params *params)
{
    return (struct event_selection){
        .topics = params->topics_is == FIELD_SET ? &params->topics : NULL,
        .session_id = params->session_id_is == FIELD_SET ? params->session_id : SLICE(""),
        .task_id = params->task_id_is == FIELD_SET ? params->task_id : SLICE(""),
    };
}

static int add_row(void *user, const struct store_event_row *row)
{
    struct gathering *gathering = user;
    struct page *page = gathering->page;
    int r = store_event_format_entry(&gathering->text, row, slice_of(page->position.epoch));
    if (r == 0)
        page->entries[page->count++] = (struct entry){row->seq, gathering->text.size};
    return r;
}

static int gather(struct store_request *request, struct store_tx *tx, struct gathering *gathering)
{
    const struct event_list_params *params = request->call->params;
    struct page *page = gathering->page;
    struct store_event_page range = {
        .upto = page->position.last,
        .rows = (size_t)params->limit,
        .bytes = PAGE_BYTES,
        .looked_at = PAGE_LOOKED_AT,
    };
    page->gap = event_begin(&page->position, params->from_seq, &range.from);
    page->next = range.from;
    if (range.from > range.upto)
        return 0;
    page->entries = arena_alloc(&request->arena, (size_t)params->limit * sizeof *page->entries);
    if (!page->entries)
        return -ENOMEM;
    int r = store_event_read(tx, &page->filter, &range, add_row, gathering);
    page->next = range.ret_next;
    if (r < 0 || page->count == 0)
        return r;
    page->text = arena_copy(&request->arena, buf_slice(&gathering->text));
    return page->text.data ? 0 : -ENOMEM;
}

static int read_page(struct store_request *request, struct store_tx *tx)
{
    struct event_selection selection = selection_of(request->call->params);
    struct page *page = (void *)request->more;
    struct gathering gathering = {.page = page, .text = BUF_LIMITED(TEXT_BYTES)};
    int r = event_selection_find(&selection, tx, &request->arena, &page->filter);
    if (r == 0)
        r = store_event_position(tx, &page->position);
    if (r == 0)
        r = gather(request, tx, &gathering);
    buf_clear(&gathering.text);
    return r;
}

/* How long the events may be, with a comma between any two. */
static size_t room(const struct store_request *request)
{
    const struct rpc_limits *limits = &event_hub_of(request->daemon)->rpc->limits;
    size_t around = AROUND_BYTES + request->call->id.size, unsent = peer_unsent(request->call->peer);
    size_t most = limits->output_bytes > unsent ? limits->output_bytes - unsent : 0;
    if (limits->line_bytes < most)
        most = limits->line_bytes;
    return most > around ? most - around : 0;
}

/* The limits of the connection may be lower than a page is long: what does not fit is left to the next one. */
static void cut(struct page *page, size_t most)
{
    size_t count = page->count;
    while (count > 0 && page->entries[count - 1].end + count > most)
        count--;
    if (count < page->count)
        page->next = page->entries[count].seq;
    page->count = count;
}

static int format(struct buf *out, const struct page *page)
{
    size_t begin = 0;
    buf_append_text(out, "{\"epoch\":");
    json_write_string(out, slice_of(page->position.epoch));
    buf_append_text(out, ",\"events\":[");
    for (size_t i = 0; i < page->count; begin = page->entries[i++].end) {
        if (i > 0)
            buf_append_char(out, ',');
        buf_append(out, page->text.data + begin, page->entries[i].end - begin);
    }
    buf_printf(out, "],\"nextSeq\":%lld,\"more\":%s,\"firstSeq\":%lld,\"lastSeq\":%lld", (long long)page->next,
               page->next <= page->position.last ? "true" : "false", (long long)page->position.first,
               (long long)page->position.last);
    if (page->gap.to_seq > 0)
        buf_printf(out, ",\"gap\":{\"fromSeq\":%lld,\"toSeq\":%lld}", (long long)page->gap.from_seq,
                   (long long)page->gap.to_seq);
    return buf_append_char(out, '}');
}

static void reply(struct store_request *request, struct page *page)
{
    bool any = page->count > 0;
    cut(page, room(request));
    if (any && page->count == 0) {
        (void)call_fail(request->call, ERROR_RESULT_TOO_LONG,
                        "event %lld is longer than a message may be; fromSeq %lld leaves it out", (long long)page->next,
                        (long long)page->next + 1);
        return;
    }
    struct buf text = BUF_LIMITED(event_hub_of(request->daemon)->rpc->limits.line_bytes);
    if (format(&text, page) == 0)
        (void)call_reply_text(request->call, buf_slice(&text));
    else
        (void)store_fail_call(request->store, request->call, -ENOMEM);
    buf_clear(&text);
}

static void answer(struct store_request *request)
{
    const struct event_list_params *params = request->call->params;
    struct event_selection selection = selection_of(params);
    struct page *page = (void *)request->more;
    if (request->call->answered) /* nobody waits any more */
        return;
    if (request->status == -ENOENT)
        event_selection_fail(&selection, &page->filter, request->call);
    else if (request->status < 0)
        (void)store_fail_call(request->store, request->call, request->status);
    else if (event_check_epoch(request->call, params->epoch_is, params->epoch, &page->position))
        reply(request, page);
}

int event_list(struct call *call, const struct event_list_params *params)
{
    struct event_selection selection = selection_of(params);
    if (!event_selection_check(&selection, call))
        return 0;
    return store_request_read(call, sizeof(struct page), read_page, answer);
}
