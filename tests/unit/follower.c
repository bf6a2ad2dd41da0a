#include "unit/follower.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "contract/all.h"

struct store store;
struct host host;
struct follower followers[FOLLOWERS];

/* --- log --- */
bool store_is_open(const struct store *of)
{
    return of;
}

const struct store_position *store_position(const struct store *of)
{
    return &of->position;
}

void store_read(struct store *of, struct store_query *query)
{
    query->next = NULL;
    *of->queries_end = query;
    of->queries_end = &query->next;
    of->query_count++;
}

int store_event_position(struct store_tx *tx, struct store_position *ret_position)
{
    (void)tx;
    *ret_position = store.position;
    return store.failure;
}

static void write_line(struct buf *out, int64_t seq)
{
    assert_int_equal(buf_printf(out, "%lld %*s\n", (long long)seq, (int)store.padding, ""), 0);
}

int store_event_format(struct buf *out, const struct store_event_row *row, struct slice epoch)
{
    assert_true(slice_is(epoch, store.position.epoch));
    write_line(out, row->seq);
    return 0;
}

int store_event_read(struct store_tx *tx, const struct store_event_filter *filter, struct store_event_page *page,
                     int (*each)(void *user, const struct store_event_row *row), void *user)
{
    size_t rows = 0, bytes = 0, passed_over = 0;
    (void)tx;
    assert_true(page->from >= store.position.first && page->upto <= store.position.last);
    for (int64_t seq = page->from; seq <= page->upto; seq++) {
        const struct store_event *event = &store.log[seq];
        struct store_event_row row = {.seq = seq, .kind = event->kind, .session = event->session, .task = event->task};
        page->ret_next = seq + 1;
        if (subscription_matches(filter, event->kind, event->session, event->task)) {
            int r = each(user, &row);
            if (r < 0)
                return r;
            rows++;
            bytes += store.padding;
        } else {
            passed_over++;
        }
        if (rows >= page->rows || bytes > page->bytes || passed_over >= page->looked_at)
            return 0;
    }
    page->ret_next = page->upto + 1;
    return 0;
}

void read_store(size_t most)
{
    while (most-- > 0 && store.queries) {
        struct store_query *query = store.queries;
        store.queries = query->next;
        if (!store.queries)
            store.queries_end = &store.queries;
        store.query_count--;
        query->status = query->run(query, NULL);
        query->failed = query->status < 0;
        query->done(query);
    }
}

void commit(size_t count)
{
    struct store_event events[GROUP_MAX];
    struct buf text = BUF_LIMITED(256 << 20);
    size_t ends[GROUP_MAX + 1] = {0};
    assert_true(count <= GROUP_MAX);
    for (size_t i = 0; i < count; i++) {
        int64_t seq = store.position.last + 1 + (int64_t)i;
        unsigned kind = 0;
        const struct event_type *type = seq % 10 == 0 ? &event_task_queued_event : &event_message_created_event;
        while (contract_events[kind] != type)
            kind++;
        assert_true(seq < LOG_MAX);
        store.log[seq] = events[i] =
            (struct store_event){.seq = seq, .kind = kind, .session = 1 + seq % 3, .task = 1 + seq % 7};
        write_line(&text, seq);
        ends[i + 1] = text.size;
    }
    for (size_t i = 0; i < count; i++)
        events[i].line = (struct slice){text.data + ends[i], ends[i + 1] - ends[i]};
    store.position.last += (int64_t)count;
    event_push(&host.events, events, count);
    buf_clear(&text);
}

/* --- followers --- */

struct event_hub *event_hub_of(const struct call *call)
{
    (void)call;
    return &host.events;
}

void client_add_part(struct clients *clients, struct client_part *part)
{
    clients->parts = part;
}

bool client_wants(const struct client *client, const struct event_type *type)
{
    return !client->opted_out || !method_name_matches(type->name, slice_of(client->opted_out));
}

static void on_closed(struct peer *peer, const char *reason)
{
    struct client *client = peer->user;
    (void)reason;
    for (size_t i = 0; i < FOLLOWERS; i++) {
        struct follower *follower = &followers[i];
        if (follower->client != client)
            continue;
        follower->client = NULL;
        event_client_close(&host.events, client);
        if (follower->drags_along && follower->drags_along->client)
            peer_close(follower->drags_along->client->peer, "with its friend");
    }
    free(client);
}

static void on_drained(struct peer *peer)
{
    event_client_drained(peer->user);
}

static const struct peer_events peer_events = {.closed = on_closed, .drained = on_drained};
static const struct dispatch no_methods;

struct follower *follower_open(size_t index)
{
    struct follower *follower = &followers[index];
    int sockets[2], small = 8192;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, sockets), 0);
    assert_int_equal(setsockopt(sockets[1], SOL_SOCKET, SO_SNDBUF, &small, sizeof small), 0);
    follower->wire = sockets[0];
    follower->in = (struct buf)BUF_LIMITED(64 << 20);
    follower->seen = calloc(LOG_MAX, 2 * sizeof *follower->seen);
    follower->client = calloc(1, sizeof *follower->client);
    assert_true(follower->seen && follower->client);
    assert_int_equal(peer_new(&host.rpc, sockets[1], CALLER_CLIENT, &no_methods, &peer_events, follower->client,
                              &follower->client->peer),
                     0);
    assert_int_equal(event_client_open(&host.events, follower->client), 0);
    return follower;
}

void turn(void)
{
    (void)uv_run(&host.loop, UV_RUN_NOWAIT);
}

static void understand(struct follower *follower, struct slice line)
{
    if (*line.data == '{') {
        (void)snprintf(follower->cursor, sizeof follower->cursor, "%.*s", SLICE_ARG(line));
        follower->cursor_count++;
    } else {
        assert_true(follower->seen_count < 2 * (size_t)LOG_MAX);
        follower->seen[follower->seen_count++] = strtoll(line.data, NULL, 10);
    }
}

bool follow(struct follower *follower, size_t most)
{
    assert_int_equal(buf_reserve(&follower->in, most), 0);
    ssize_t n = read(follower->wire, follower->in.data + follower->in.size, most);
    if (n <= 0)
        return false;
    follower->in.size += (size_t)n;
    const char *at = follower->in.data, *end;
    size_t rest = follower->in.size;
    while ((end = memchr(at, '\n', rest))) {
        understand(follower, (struct slice){at, (size_t)(end - at)});
        rest -= (size_t)(end + 1 - at);
        at = end + 1;
    }
    buf_consume(&follower->in, follower->in.size - rest);
    return true;
}

void follow_all(struct follower *follower)
{
    for (int idle = 0; idle < 3; idle++) {
        turn();
        if (follow(follower, 65536) || store.queries)
            idle = 0;
        read_store(SIZE_MAX);
    }
}

struct subscription *subscribe(struct follower *follower, int64_t from, const struct event_type *type, int64_t session)
{
    struct subscription *subscription = calloc(1, sizeof *subscription);
    assert_non_null(subscription);
    (void)snprintf(subscription->id, sizeof subscription->id, "sub_%llu", (unsigned long long)++host.events.last_id);
    subscription->filter = (struct store_event_filter){.all_kinds = !type, .session = session};
    for (unsigned kind = 0; kind < contract_event_count; kind++)
        if (contract_events[kind] == type)
            store_kinds_add(&subscription->filter.kinds, kind);
    subscription->cursor = subscription->announced = from > 0 ? from - 1 : store.position.last;
    subscription->replays = from > 0 && from <= store.position.last;
    subscription->owes_live = from > 0;
    event_client_add(follower->client, subscription);
    event_client_go_on(follower->client);
    return subscription;
}

bool lets_pass(int64_t seq, const struct event_type *type, int64_t session)
{
    const struct store_event *event = &store.log[seq];
    return (!type || contract_events[event->kind] == type) && (!session || event->session == session);
}

void expect_seen(const struct follower *follower, int64_t from, const struct event_type *type, int64_t session)
{
    size_t i = 0;
    for (int64_t seq = from; seq <= store.position.last; seq++) {
        if (!lets_pass(seq, type, session))
            continue;
        assert_true(i < follower->seen_count);
        assert_int_equal(follower->seen[i], seq);
        i++;
    }
    assert_int_equal(follower->seen_count, i);
}

int open_world(void **state)
{
    (void)state;
    memset(&store, 0, sizeof store);
    memset(followers, 0, sizeof followers);
    store.queries_end = &store.queries;
    store.position.first = 1;
    store.padding = 100;
    (void)snprintf(store.position.epoch, sizeof store.position.epoch, "e1");
    memset(&host, 0, sizeof host);
    assert_int_equal(uv_loop_init(&host.loop), 0);
    assert_int_equal(rpc_init(&host.rpc, &host.loop, "test"), 0);
    struct clients clients = {0};
    event_hub_init(&host.events, &clients, &store, &host.rpc, &host.settings);
    for (size_t i = 0; i < FOLLOWERS; i++)
        followers[i].wire = -1;
    return 0;
}

int close_world(void **state)
{
    (void)state;
    for (size_t i = 0; i < FOLLOWERS; i++) {
        struct follower *follower = &followers[i];
        if (follower->client)
            peer_close(follower->client->peer, "the test is over");
        if (follower->wire >= 0)
            (void)close(follower->wire);
        buf_clear(&follower->in);
        free(follower->seen);
    }
    read_store(SIZE_MAX);
    assert_true(list_is_empty(&host.events.clients));
    rpc_close(&host.rpc);
    (void)uv_run(&host.loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&host.loop), 0);
    return 0;
}

int64_t fall_behind(struct follower *follower)
{
    store.padding = 1000;
    while (!follower->client->events->behind)
        commit(100);
    commit(50);
    return follower->client->events->cursor;
}
