/* What a port sends: live events as each group is committed, or pages of the store while its client reads slowly. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "contract/all.h"
#include "contract/task.h"
#include "daemon/chat/internal.h"
#include "rpc/peer.h"
#include "json/read.h"

#define PART_DELETED "a part of the answer was deleted before it was read; chat:getThread has the messages"

enum { PAGE_ROWS = 256, LOOKED_AT_ROWS = 10000, RETRY_MS = 1000, SCRATCH_BYTES = 256 << 20 };

static const struct event_type *const wanted[] = {
    &event_message_created_event,
    &event_task_completed_event,
    &event_task_failed_event,
    &event_task_cancelled_event,
};

static bool is_wanted(unsigned kind)
{
    bool found = false;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        found = found || (kind < contract_event_count && contract_events[kind] == wanted[i]);
    return found;
}

/* --- live events --- */

/* The params in the line of a notification, which this daemon has formatted. */
static struct slice params_of(const struct store_event *event)
{
    static const char start[] = "{\"jsonrpc\":\"2.0\",\"method\":\"", middle[] = "\",\"params\":", end[] = "}\n";
    size_t head = sizeof start - 1 + contract_events[event->kind]->name.size + sizeof middle - 1;
    return (struct slice){event->line.data + head, event->line.size - head - (sizeof end - 1)};
}

static void fall_behind(struct chat_port *port, int64_t seq)
{
    port->behind = true;
    port->cursor = seq - 1;
}

static void take_event(struct chat_port *port, const struct store_event *event)
{
    struct chat_ports *ports = port->ports;
    struct buf chunk = BUF_LIMITED(ports->rpc->limits.output_bytes);
    struct json_error error;
    yyjson_val *params = NULL;
    arena_reset(&ports->scratch);
    if (json_read(&ports->scratch, params_of(event), &params, &error) < 0) {
        fall_behind(port, event->seq); /* out of memory: the page is tried again */
        return;
    }
    const struct chunk_event what = {contract_events[event->kind]->name, event->seq, params};
    struct chunk_state before = port->chunks;
    enum chunk_kind kind = chunk_write(&port->chunks, &what, &chunk);
    if (kind == CHUNK_STORE || chunk.error) {
        port->chunks = before;
        fall_behind(port, event->seq);
    } else if (kind == CHUNK_LAST) {
        chat_port_put_last(port, buf_slice(&chunk));
    } else if (kind == CHUNK_SOME) {
        chat_port_put(port, buf_slice(&chunk));
    }
    buf_clear(&chunk);
}

static void take_for_port(struct chat_port *port, const struct store_event *event)
{
    if (port->behind || port->state != CHAT_STREAMING)
        return;
    if (chat_port_unsent(port) > CHAT_HIGH_BYTES)
        fall_behind(port, event->seq);
    else
        take_event(port, event);
    if (list_is_empty(&port->dirty))
        list_append(&port->ports->dirty, &port->dirty);
}

void chat_events(struct chat_ports *ports, const struct store_event *events, size_t count)
{
    for (size_t i = 0; i < count && ports->count > 0; i++) {
        struct list *slot = &ports->slots[(uint64_t)events[i].task % CHAT_SLOTS];
        if (!events[i].task || !is_wanted(events[i].kind))
            continue;
        for (struct list *link = slot->next; link != slot; link = link->next) {
            struct chat_port *port = list_member(link, struct chat_port, slot);
            if (port->task == events[i].task)
                take_for_port(port, &events[i]);
        }
    }
    while (!list_is_empty(&ports->dirty)) {
        struct chat_port *port = list_member(ports->dirty.next, struct chat_port, dirty);
        list_remove(&port->dirty);
        chat_port_flush(port);
    }
}

/* --- pages --- */

/* Belongs to the reader thread while the query runs, except for `port`. */
struct chat_page {
    struct store_query query;
    struct chat_port *port; /* NULL: it was closed */
    struct store_event_filter filter;
    struct store_event_page range;
    struct chunk_state chunks;
    struct store_tx *tx;
    struct arena scratch;
    struct buf event, lines; /* a chunk on each line */
    bool is_last;            /* the last chunk is among them */
    bool unbegun;            /* the next event is the first one that the port reads */
    char task_id[ID_SIZE];
};

/* --- on the reader thread --- */

static int end_line(struct chat_page *page)
{
    return buf_append_char(&page->lines, '\n');
}

/* The task is completed, and no event had a text. */
static int add_result(struct chat_page *page, yyjson_val *params)
{
    struct store_task task = {0};
    int r = store_task_find(page->tx, slice_of(page->task_id), &page->scratch, &task);
    if (r < 0 && r != -ENOENT)
        return r;
    if (r == 0 && task.record.result_is == FIELD_SET && task.record.result.text.size > 0) {
        chunk_write_text(&page->chunks, task.record.result.text, &page->lines);
        (void)end_line(page);
    }
    chunk_write_finish(yyjson_obj_get(params, "token_usage"), &page->lines);
    return 0;
}

static int add_error(struct chat_page *page, const char *sentence)
{
    chunk_write_error(slice_of(sentence), &page->lines);
    page->is_last = true;
    return end_line(page);
}

/* The first message of a task is its prompt. */
static bool lacks_prompt(const struct store_event_row *row, yyjson_val *params)
{
    yyjson_val *role = yyjson_obj_get(params, "role");
    return slice_equal(row->name, event_message_created_event.name) &&
           !(yyjson_is_str(role) && slice_is(json_text(role), "user"));
}

static int add_row(void *user, const struct store_event_row *row)
{
    struct chat_page *page = user;
    struct json_error error;
    yyjson_val *params = NULL;
    if (page->is_last)
        return 0;
    arena_reset(&page->scratch);
    buf_reset(&page->event, CHAT_HIGH_BYTES);
    (void)buf_append_char(&page->event, '{');
    int r = buf_append_slice(&page->event, row->body);
    if (r == 0)
        r = json_read(&page->scratch, buf_slice(&page->event), &params, &error);
    if (r < 0)
        return r == -EINVAL ? 0 : r;
    if (page->unbegun && lacks_prompt(row, params))
        return add_error(page, PART_DELETED);
    page->unbegun = false;
    const struct chunk_event what = {row->name, row->seq, params};
    enum chunk_kind kind = chunk_write(&page->chunks, &what, &page->lines);
    if (kind == CHUNK_STORE)
        r = add_result(page, params);
    page->is_last = kind == CHUNK_LAST || kind == CHUNK_STORE;
    return r < 0 || kind == CHUNK_NONE ? r : end_line(page);
}

/* Nothing more comes if the task has ended, and its last event is not in the log any more. */
static int check_end(struct chat_page *page, const struct store_position *position)
{
    struct store_task task = {0};
    if (page->is_last || page->range.ret_next <= page->range.upto || position->last > page->range.upto)
        return 0;
    arena_reset(&page->scratch);
    int r = store_task_find(page->tx, slice_of(page->task_id), &page->scratch, &task);
    if (r == -ENOENT)
        return add_error(page, "the thread was deleted");
    bool ended = r == 0 && (TASK_STATE_BIT(task.record.state) & TASK_STATES_FINAL);
    return ended ? add_error(page, "the end of the answer was deleted; chat:getThread has the messages") : r;
}

static int read_page(struct store_query *query, struct store_tx *tx)
{
    struct chat_page *page = list_member(query, struct chat_page, query);
    struct store_position position = {0};
    page->tx = tx;
    page->range.ret_next = page->range.from;
    int r = store_event_position(tx, &position);
    if (r < 0)
        return r;
    if (position.first > page->range.from)
        return add_error(page, PART_DELETED);
    r = store_event_read(tx, &page->filter, &page->range, add_row, page);
    if (r == 0)
        r = check_end(page, &position);
    return r < 0 ? r : page->lines.error;
}

/* --- on the loop thread --- */

static void page_free(struct chat_page *page)
{
    arena_clear(&page->scratch);
    buf_clear(&page->event);
    buf_clear(&page->lines);
    free(page);
}

void chat_page_abandon(struct chat_page *page)
{
    if (page)
        page->port = NULL;
}

static void on_retry(struct deadline *deadline)
{
    chat_stream_go_on(list_member(deadline, struct chat_port, deadline));
}

static void try_again_later(struct chat_port *port)
{
    port->deadline.expired = on_retry;
    if (timers_set(&port->ports->rpc->timers, &port->deadline, RETRY_MS) < 0)
        chat_port_close(port, "out of memory");
}

static void deliver(struct chat_port *port, struct chat_page *page)
{
    struct slice lines = buf_slice(&page->lines);
    port->chunks = page->chunks;
    port->unbegun = page->unbegun;
    port->cursor = page->range.ret_next - 1;
    /* Only the loop thread, between two groups, can know that there are no further events. */
    port->behind = port->cursor < store_position(port->ports->store)->last;
    while (lines.size > 0) {
        const char *end = memchr(lines.data, '\n', lines.size);
        size_t size = end ? (size_t)(end - lines.data) : lines.size;
        bool is_last = page->is_last && size + 1 >= lines.size;
        if (is_last)
            chat_port_put_last(port, (struct slice){lines.data, size});
        else
            chat_port_put(port, (struct slice){lines.data, size});
        lines = size < lines.size ? (struct slice){lines.data + size + 1, lines.size - size - 1} : SLICE("");
    }
    chat_port_flush(port);
}

static void page_done(struct store_query *query)
{
    struct chat_page *page = list_member(query, struct chat_page, query);
    struct chat_port *port = page->port;
    if (port) {
        port->page = NULL;
        if (query->status < 0) {
            log_warn("chat: cannot read the events of task %s: %s", port->task_id, strerror(-query->status));
            try_again_later(port);
        } else {
            deliver(port, page);
        }
    }
    page_free(page);
}

static struct chat_page *page_new(struct chat_port *port)
{
    struct chat_page *page = calloc(1, sizeof *page);
    const struct rpc_limits *limits = &port->ports->rpc->limits;
    if (!page)
        return NULL;
    page->query = (struct store_query){.run = read_page, .done = page_done, .owner = port};
    page->port = port;
    page->filter.task = port->task;
    for (unsigned kind = 0; kind < contract_event_count; kind++)
        if (is_wanted(kind))
            store_kinds_add(&page->filter.kinds, kind);
    page->range = (struct store_event_page){.from = port->cursor + 1,
                                            .upto = store_position(port->ports->store)->last,
                                            .rows = PAGE_ROWS,
                                            .bytes = CHAT_HIGH_BYTES,
                                            .looked_at = LOOKED_AT_ROWS};
    page->chunks = port->chunks;
    page->unbegun = port->unbegun;
    page->scratch = (struct arena)ARENA_LIMITED(SCRATCH_BYTES);
    page->event = page->lines = (struct buf)BUF_LIMITED(CHAT_HIGH_BYTES + limits->output_bytes);
    memcpy(page->task_id, port->task_id, sizeof page->task_id);
    return page;
}

void chat_stream_go_on(struct chat_port *port)
{
    struct chat_ports *ports = port->ports;
    if (!port->behind || port->page || port->state != CHAT_STREAMING || port->deadline.index > 0 || ports->frozen ||
        !store_is_open(ports->store))
        return;
    if (chat_port_unsent(port) > CHAT_HIGH_BYTES / 4) {
        if (port->by_notification && port->client)
            peer_tell_drained(port->client->peer, CHAT_HIGH_BYTES / 4);
        return;
    }
    port->page = page_new(port);
    if (port->page)
        store_read(ports->store, &port->page->query);
    else
        try_again_later(port);
}

void chat_stream_drained(struct client *client)
{
    for (struct list *link = client->chats.next, *next; link != &client->chats; link = next) {
        next = link->next;
        chat_stream_go_on(list_member(link, struct chat_port, of_client));
    }
}
