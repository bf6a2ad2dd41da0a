/* Sends events to clients: live ones as each group is committed, older ones from the store in bounded pages.
 * The next page is read only when the client has read most of the previous one, so a slow client costs no
 * memory. */
#include <errno.h>
#include <stdlib.h>

#include "contract/event.h"
#include "daemon/client/client.h"
#include "daemon/event/internal.h"
#include "rpc/peer.h"

/* --- live events --- */

enum { RUN_BYTES = 64 << 10 }; /* bytes of lines that are pushed together */

void event_hub_init(struct event_hub *hub, struct clients *clients, struct store *store, struct rpc *rpc,
                    const struct config_settings *settings)
{
    *hub = (struct event_hub){
        .store = store,
        .rpc = rpc,
        .settings = settings,
        .part = {.user = hub,
                 .opened = event_client_open,
                 .closed = event_client_close,
                 .drained = event_client_drained,
                 .write = event_client_export,
                 .take = event_client_import},
    };
    client_add_part(clients, &hub->part);
    list_init(&hub->clients);
}

size_t event_high_mark(const struct rpc_limits *limits)
{
    size_t most = limits->output_bytes / 4;
    return most < SUBSCRIPTION_HIGH ? most : SUBSCRIPTION_HIGH;
}

/* Whether a live subscription matches the event. */
static bool matches(const struct event_client *client, const struct store_event *event)
{
    bool wanted = false;
    for (struct list *link = client->subscriptions.next; link != &client->subscriptions; link = link->next) {
        struct subscription *subscription = list_member(link, struct subscription, link);
        if (!subscription->replays &&
            subscription_matches(&subscription->filter, event->kind, event->session, event->task)) {
            subscription->announced = event->seq;
            wanted = true;
        }
    }
    return wanted;
}

static void send_due_cursors(struct client *client, int64_t seq)
{
    struct list *all = &client->events->subscriptions;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct subscription *subscription = list_member(link, struct subscription, link);
        if (!subscription->replays && subscription_tell_if_due(subscription, seq, true) < 0)
            return;
    }
}

/* The lines of a group are adjacent in memory. Adjacent lines that all match are pushed together. */
static int push_run(struct peer *peer, struct slice *run)
{
    struct slice lines = *run;
    *run = (struct slice){0};
    return lines.size > 0 ? peer_push_lines(peer, lines) : 0;
}

static void push_to(struct client *client, const struct store_event *events, size_t count)
{
    struct peer *peer = client->peer;
    struct slice run = {0};
    size_t high = event_high_mark(&peer->rpc->limits);
    for (size_t i = 0; i < count; i++) {
        bool wanted = matches(client->events, &events[i]);
        bool enough = run.size > RUN_BYTES || peer_unsent(peer) + run.size > high;
        if ((!wanted || enough) && push_run(peer, &run) < 0)
            return;
        if (!wanted)
            continue;
        if (run.size == 0 && peer_unsent(peer) > high) {
            client->events->behind = true;
            client->events->cursor = events[i].seq - 1;
            event_client_go_on(client);
            return;
        }
        run = (struct slice){run.size > 0 ? run.data : events[i].line.data, run.size + events[i].line.size};
    }
    if (push_run(peer, &run) == 0)
        send_due_cursors(client, events[count - 1].seq);
}

void event_push(struct event_hub *hub, const struct store_event *events, size_t count)
{
    const struct list *all = &hub->clients;
    for (struct list *link = all->next; link != all && count > 0; link = link->next) {
        struct client *client = list_member(link, struct event_client, link)->client;
        if (!client->events->behind)
            push_to(client, events, count);
    }
}

/* --- replay --- */

enum { PAGE_ROWS = 1000, RETRY_MS = 1000 };

/* A subscription that a page is read for. */
struct page_reader {
    struct subscription *subscription; /* not for the reader thread */
    struct store_event_filter filter;
    int64_t after;   /* the subscription has received everything up to here */
    int64_t matched; /* the last event of the page that matches it; 0: none */
};

/* While the query runs, the page belongs to the reader thread, except for the fields marked "loop". Removing a
 * subscription drops the page. */
struct event_page {
    struct store_query query;
    struct client *client;            /* loop; NULL: disconnected */
    bool dropped;                     /* loop */
    struct subscription *replay;      /* loop; the subscription that replays; NULL: the page is for all live ones */
    struct store_event_filter filter; /* the union of the filters of all readers */
    struct store_event_page range;
    struct store_position position; /* as read by the reader thread */
    struct event_gap gap;           /* to_seq 0: no gap */
    struct buf lines;
    size_t reader_count;
    struct page_reader readers[];
};

/* --- reader thread --- */

static int add_row(void *user, const struct store_event_row *row)
{
    struct event_page *page = user;
    bool wanted = false;
    for (size_t i = 0; i < page->reader_count; i++) {
        struct page_reader *reader = &page->readers[i];
        /* For a single reader the store has applied the filter, including events that the session inherited. */
        if (page->reader_count == 1 ||
            (row->seq > reader->after && subscription_matches(&reader->filter, row->kind, row->session, row->task))) {
            reader->matched = row->seq;
            wanted = true;
        }
    }
    return wanted ? store_event_format(&page->lines, row, slice_of(page->position.epoch)) : 0;
}

static int read_page(struct store_query *query, struct store_tx *tx)
{
    struct event_page *page = list_member(query, struct event_page, query);
    struct store_event_page *range = &page->range;
    int r = store_event_position(tx, &page->position);
    if (r < 0)
        return r;
    if (page->position.first > range->from) {
        int64_t first = page->position.first <= range->upto ? page->position.first : range->upto + 1;
        page->gap = (struct event_gap){.from_seq = range->from, .to_seq = first - 1};
        range->from = first;
    }
    range->ret_next = range->from;
    if (range->from > range->upto)
        return 0;
    return store_event_read(tx, &page->filter, range, add_row, page);
}

/* --- loop thread --- */

static void page_free(struct event_page *page)
{
    buf_clear(&page->lines);
    free(page);
}

/* Waits before reading again, to avoid a busy loop on a broken store. */
static void try_again_later(struct client *client)
{
    struct event_client *events = client->events;
    if (timers_set(&client->events->hub->rpc->timers, &events->retry, RETRY_MS) < 0)
        peer_cut(client->peer, "out of memory for its subscriptions");
}

static void page_failed(struct client *client, int status)
{
    if (status == -ENOBUFS)
        peer_cut(client->peer, "an event is longer than the output limit of the connection");
    else
        try_again_later(client);
}

static int send_gap(const struct event_page *page)
{
    for (size_t i = 0; i < page->reader_count; i++) {
        const struct page_reader *reader = &page->readers[i];
        struct event_gap gap = page->gap;
        if (gap.from_seq <= reader->after)
            gap.from_seq = reader->after + 1;
        if (gap.from_seq > gap.to_seq)
            continue;
        int r = subscription_tell(reader->subscription, gap.to_seq, false, &gap);
        if (r < 0)
            return r;
    }
    return 0;
}

static int push_lines(struct peer *peer, struct slice lines)
{
    int r = 0;
    while (r == 0 && lines.size > 0) {
        const char *end = memchr(lines.data, '\n', lines.size);
        size_t size = end ? (size_t)(end - lines.data) + 1 : lines.size;
        r = peer_push(peer, (struct slice){lines.data, size});
        lines = (struct slice){lines.data + size, lines.size - size};
    }
    return r;
}

/* Negative: sending failed, and the connection ends. */
static int deliver(struct event_page *page)
{
    struct client *client = page->client;
    int64_t cursor = page->range.ret_next - 1;
    int r = page->gap.to_seq > 0 ? send_gap(page) : 0;
    if (r == 0)
        r = push_lines(client->peer, buf_slice(&page->lines));
    if (r < 0)
        return r;
    /* Only the loop thread, between two groups, can know that the log has no further events. */
    bool live = cursor >= event_last_pushed(client->events->hub);
    if (page->replay) {
        page->replay->cursor = cursor;
        page->replay->replays = !live;
    } else {
        client->events->cursor = cursor;
        client->events->behind = !live;
    }
    for (size_t i = 0; i < page->reader_count && r == 0; i++) {
        struct subscription *subscription = page->readers[i].subscription;
        if (page->readers[i].matched > subscription->announced)
            subscription->announced = page->readers[i].matched;
        r = subscription_tell_if_due(subscription, cursor, live);
    }
    return r;
}

static void page_done(struct store_query *query)
{
    struct event_page *page = list_member(query, struct event_page, query);
    struct client *client = page->client;
    if (client) {
        client->events->page = NULL;
        if (query->status < 0 && !page->dropped)
            page_failed(client, query->status);
        else if (page->dropped || deliver(page) == 0)
            event_client_go_on(client);
    }
    page_free(page);
}

void event_page_drop(struct subscription *subscription)
{
    struct event_page *page = subscription->client->events->page;
    if (page && (page->replay ? page->replay == subscription : !subscription->replays))
        page->dropped = true;
}

void event_page_abandon(struct event_page *page)
{
    if (page)
        page->client = NULL;
}

/* --- requests to the store --- */

/* Extends the filter to match at least everything that `other` matches. */
static void widen(struct store_event_filter *filter, const struct store_event_filter *other)
{
    for (size_t i = 0; i < sizeof filter->kinds.words / sizeof *filter->kinds.words; i++)
        filter->kinds.words[i] |= other->kinds.words[i];
    filter->all_kinds = filter->all_kinds || other->all_kinds;
    if (filter->session != other->session)
        filter->session = 0;
    if (filter->task != other->task)
        filter->task = 0;
}

static void add_reader(struct event_page *page, struct subscription *subscription)
{
    if (page->reader_count == 0)
        page->filter = subscription->filter;
    else
        widen(&page->filter, &subscription->filter);
    page->readers[page->reader_count++] = (struct page_reader){
        .subscription = subscription, .filter = subscription->filter, .after = subscription->cursor};
}

static struct event_page *page_new(struct client *client, struct subscription *replay)
{
    struct event_client *events = client->events;
    const struct rpc_limits *limits = &client->events->hub->rpc->limits;
    size_t most = replay ? 1 : event_client_count(events), bytes = event_high_mark(limits) / 2;
    struct event_page *page = calloc(1, sizeof *page + most * sizeof *page->readers);
    if (!page)
        return NULL;
    page->query.run = read_page;
    page->query.done = page_done;
    page->query.owner = client;
    page->client = client;
    page->replay = replay;
    page->lines.limit = bytes + limits->output_bytes; /* a longer event could not be sent anyway */
    page->range = (struct store_event_page){
        .from = (replay ? replay->cursor : events->cursor) + 1,
        .upto = event_last_pushed(client->events->hub),
        .rows = PAGE_ROWS,
        .bytes = bytes,
        .looked_at = SUBSCRIPTION_TELL,
    };
    if (replay)
        add_reader(page, replay);
    for (struct list *link = events->subscriptions.next; link != &events->subscriptions && !replay; link = link->next)
        if (!list_member(link, struct subscription, link)->replays)
            add_reader(page, list_member(link, struct subscription, link));
    return page;
}

static struct subscription *next_replay(const struct event_client *events)
{
    for (struct list *link = events->subscriptions.next; link != &events->subscriptions; link = link->next)
        if (list_member(link, struct subscription, link)->replays)
            return list_member(link, struct subscription, link);
    return NULL;
}

void event_client_go_on(struct client *client)
{
    const struct event_client *events = client->events;
    if (!events->page && (events->behind || next_replay(events)))
        peer_tell_drained(client->peer, event_high_mark(&client->events->hub->rpc->limits) / 4);
}

/* Replays alternate round-robin, and the live subscriptions that are behind get a page after each of them. */
void event_client_drained(struct client *client)
{
    struct event_client *events = client->events;
    struct subscription *replay = next_replay(events);
    if (events->page || events->retry.index > 0 || client->peer->draining || peer_is_over(client->peer) ||
        !store_is_open(client->events->hub->store) || client->events->hub->rpc->frozen)
        return;
    if (!replay && !events->behind)
        return;
    if (events->behind && !events->behind_was_read)
        replay = NULL;
    events->page = page_new(client, replay);
    if (!events->page) {
        try_again_later(client);
        return;
    }
    events->behind_was_read = !replay;
    if (replay) {
        list_remove(&replay->link);
        list_append(&events->subscriptions, &replay->link);
    }
    store_read(client->events->hub->store, &events->page->query);
}
