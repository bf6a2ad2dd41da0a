/* Handlers of event.subscribe, event.unsubscribe and event.list. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "contract/all.h"
#include "contract/event.h"
#include "contract/event_types.h"
#include "daemon/client/client.h"
#include "daemon/event/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/write.h"

/* --- topics --- */

/* Returns "taskQueued" for "event.taskQueued". */
static struct slice after_dot(struct slice name)
{
    for (size_t i = 0; i < name.size; i++)
        if (name.data[i] == '.' || name.data[i] == ':')
            return (struct slice){name.data + i + 1, name.size - i - 1};
    return name;
}

static bool topic_matches(struct slice topic, struct slice event)
{
    return method_name_matches(event, topic) || slice_starts_with(after_dot(event), topic);
}

int event_topics_find(const struct event_topics *topics, struct store_kinds *ret_kinds, size_t *ret_unknown)
{
    struct store_kinds kinds = {0};
    for (size_t i = 0; i < topics->count; i++) {
        bool found = false;
        for (unsigned kind = 0; kind < contract_event_count; kind++)
            if (topic_matches(topics->items[i], contract_events[kind]->name)) {
                store_kinds_add(&kinds, kind);
                found = true;
            }
        if (!found) {
            *ret_unknown = i;
            return -ENOENT;
        }
    }
    *ret_kinds = kinds;
    return 0;
}

/* --- selection of events --- */

/* The filter of a request. */
struct event_selection {
    const struct event_topics *topics; /* NULL: all events */
    struct slice session_id, task_id;  /* empty: any */
};

/* Returns false if a topic matches no event; the call was refused. */
static bool check_topics(const struct event_selection *selection, struct call *call)
{
    struct store_kinds kinds;
    size_t unknown = 0;
    char path[32], message[256];
    if (!selection->topics || event_topics_find(selection->topics, &kinds, &unknown) == 0)
        return true;
    (void)snprintf(path, sizeof path, "params.topics[%zu]", unknown);
    (void)snprintf(message, sizeof message, "%s: no event matches the topic \"%.*s\"", path,
                   SLICE_ARG(selection->topics->items[unknown]));
    (void)call_refuse(call, ERROR_INVALID_PARAMS, path, message);
    return false;
}

static int find_session(struct store_tx *tx, struct slice id, struct arena *arena, int64_t *ret_no)
{
    struct store_session session;
    int r = store_session_find(tx, id, arena, &session);
    if (r == 0)
        *ret_no = session.no;
    return r;
}

static int find_task(struct store_tx *tx, struct slice id, struct arena *arena, int64_t *ret_no)
{
    struct store_task task;
    int r = store_task_find(tx, id, arena, &task);
    if (r == 0)
        *ret_no = task.no;
    return r;
}

/* Runs on the reader thread. -ENOENT: no such session (filter.session is 0), or no such task. */
static int find_filter(const struct event_selection *selection, struct store_tx *tx, struct arena *arena,
                       struct store_event_filter *ret_filter)
{
    size_t unknown;
    int r = 0;
    *ret_filter = (struct store_event_filter){.all_kinds = !selection->topics};
    if (selection->topics)
        r = event_topics_find(selection->topics, &ret_filter->kinds, &unknown);
    if (r == 0 && selection->session_id.size > 0)
        r = find_session(tx, selection->session_id, arena, &ret_filter->session);
    if (r == 0 && selection->task_id.size > 0)
        r = find_task(tx, selection->task_id, arena, &ret_filter->task);
    return r;
}

static void fail_selection(const struct event_selection *selection, const struct store_event_filter *found,
                           struct call *call)
{
    if (selection->session_id.size > 0 && found->session == 0)
        (void)call_fail(call, ERROR_SESSION_NOT_FOUND, "no such session: %.*s", SLICE_ARG(selection->session_id));
    else
        (void)call_fail(call, ERROR_TASK_NOT_FOUND, "no such task: %.*s", SLICE_ARG(selection->task_id));
}

/* Returns false if the client refers to another epoch of the log; the call was refused. */
static bool check_epoch(struct call *call, enum field_is is, struct slice epoch, const struct store_position *position)
{
    const struct error_type *type = &contract_errors[ERROR_EPOCH_CHANGED];
    struct buf data = BUF_LIMITED(1024);
    if (is != FIELD_SET || slice_is(epoch, position->epoch))
        return true;
    buf_append_text(&data, "{\"code\":");
    json_write_string(&data, type->word);
    buf_append_text(&data, ",\"epoch\":");
    json_write_string(&data, slice_of(position->epoch));
    buf_printf(&data, ",\"firstSeq\":%lld,\"lastSeq\":%lld}", (long long)position->first, (long long)position->last);
    if (data.error)
        (void)call_fail(call, ERROR_EPOCH_CHANGED, "%.*s", SLICE_ARG(type->message));
    else
        (void)call_fail_text(call, type->code, type->message, buf_slice(&data));
    buf_clear(&data);
    return false;
}

/* Clamps the start to the events that the log still has. to_seq 0: no gap. */
static struct event_gap clamp_start(const struct store_position *position, int64_t asked, int64_t *ret_from)
{
    struct event_gap gap = {0};
    int64_t from = asked > 1 ? asked : 1;
    if (from < position->first) {
        gap = (struct event_gap){.from_seq = from, .to_seq = position->first - 1};
        from = position->first;
    }
    *ret_from = from <= position->last ? from : position->last + 1;
    return gap;
}

/* --- event.subscribe, event.unsubscribe --- */

static struct event_selection selection_of_subscribe(const struct event_subscribe_params *params)
{
    return (struct event_selection){
        .topics = params->topics_is == FIELD_SET ? &params->topics : NULL,
        .session_id = params->session_id_is == FIELD_SET ? params->session_id : SLICE(""),
        .task_id = params->task_id_is == FIELD_SET ? params->task_id : SLICE(""),
    };
}

static int find_selection(struct store_request *request, struct store_tx *tx)
{
    struct event_selection selection = selection_of_subscribe(request->call->params);
    return find_filter(&selection, tx, &request->arena, (void *)request->more);
}

/* Returns false if the subscription cannot be made; the call was answered. */
static bool check_subscribe(struct store_request *request, const struct client *client)
{
    const struct event_subscribe_params *params = request->call->params;
    struct event_selection selection = selection_of_subscribe(params);
    int64_t most = event_hub_of(request->call)->settings->limits.subscriptions;
    if (request->status < 0) {
        fail_selection(&selection, (const void *)request->more, request->call);
        return false;
    }
    if (!check_epoch(request->call, params->epoch_is, params->epoch, store_position(request->store)))
        return false;
    if (client->events->made_count >= (uint64_t)most) {
        (void)call_fail(request->call, ERROR_TOO_MANY_SUBSCRIPTIONS,
                        "too many subscriptions on this connection (limits.subscriptions = %lld); end one with "
                        "event.unsubscribe, or raise limits.subscriptions",
                        (long long)most);
        return false;
    }
    return true;
}

/* Sets the start of the subscription, and returns the response with it. */
static struct event_subscribe_result begin_subscription(struct subscription *subscription, struct event_hub *hub,
                                                        const struct event_subscribe_params *params)
{
    const struct store_position *position = store_position(hub->store);
    int64_t from = position->last + 1;
    struct event_gap gap = {0};
    if (params->from_seq_is == FIELD_SET)
        gap = clamp_start(position, params->from_seq, &from);
    (void)snprintf(subscription->id, sizeof subscription->id, "sub_%llu", (unsigned long long)++hub->last_id);
    subscription->cursor = subscription->announced = from - 1;
    subscription->replays = from <= position->last;
    subscription->owes_live = params->from_seq_is == FIELD_SET;
    return (struct event_subscribe_result){
        .subscription_id = slice_of(subscription->id),
        .epoch = slice_of(position->epoch),
        .from_seq = from,
        .gap = gap,
        .gap_is = gap.to_seq > 0 ? FIELD_SET : FIELD_ABSENT,
    };
}

/* Responds before the subscription sends its first event. */
static void answer_subscribe(struct store_request *request)
{
    if (request->call->answered) /* the client has disconnected */
        return;
    struct client *client = client_of(request->call);
    if (!check_subscribe(request, client))
        return;
    struct subscription *subscription = calloc(1, sizeof *subscription);
    if (!subscription) {
        (void)store_fail_call(request->store, request->call, -ENOMEM);
        return;
    }
    struct event_subscribe_result result =
        begin_subscription(subscription, event_hub_of(request->call), request->call->params);
    subscription->filter = *(const struct store_event_filter *)(const void *)request->more;
    if (event_subscribe_reply(request->call, &result) < 0) {
        free(subscription);
        return;
    }
    event_client_add(client, subscription);
    if (subscription->replays || subscription_tell_if_due(subscription, subscription->cursor, true) == 0)
        event_client_go_on(client);
}

int event_subscribe(struct call *call, const struct event_subscribe_params *params)
{
    struct event_selection selection = selection_of_subscribe(params);
    if (!check_topics(&selection, call))
        return 0;
    return store_request_read(call, sizeof(struct store_event_filter), find_selection, answer_subscribe);
}

int event_unsubscribe(struct call *call, const struct event_unsubscribe_params *params)
{
    struct client *client = client_of(call);
    struct list *all = &client->events->subscriptions;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct subscription *subscription = list_member(link, struct subscription, link);
        if (!event_client_owns(subscription) && slice_is(params->subscription_id, subscription->id)) {
            event_client_remove(subscription);
            return event_unsubscribe_reply(call, &(struct event_unsubscribe_result){.unsubscribed = true});
        }
    }
    return call_fail(call, ERROR_SUBSCRIPTION_NOT_FOUND, "no such subscription on this connection: %.*s",
                     SLICE_ARG(params->subscription_id));
}

/* --- event.list --- */

enum {
    PAGE_BYTES = 1 << 20,
    PAGE_LOOKED_AT = 20000,
    TEXT_BYTES = 32 << 20, /* for one page and the event that exceeds it */
    AROUND_BYTES = 512,    /* for the response around the events, except its id */
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
    struct slice text; /* the entries, concatenated, in the arena */
};

/* The output of the reader thread. */
struct gathering {
    struct page *page;
    struct buf text;
};

static struct event_selection selection_of_list(const struct event_list_params *params)
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
    page->gap = clamp_start(&page->position, params->from_seq, &range.from);
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
    struct event_selection selection = selection_of_list(request->call->params);
    struct page *page = (void *)request->more;
    struct gathering gathering = {.page = page, .text = BUF_LIMITED(TEXT_BYTES)};
    int r = find_filter(&selection, tx, &request->arena, &page->filter);
    if (r == 0)
        r = store_event_position(tx, &page->position);
    if (r == 0)
        r = gather(request, tx, &gathering);
    buf_clear(&gathering.text);
    return r;
}

/* How long the events may be, including commas between them. */
static size_t page_room(const struct store_request *request)
{
    const struct rpc_limits *limits = &event_hub_of(request->call)->rpc->limits;
    size_t around = AROUND_BYTES + request->call->id.size, unsent = peer_unsent(request->call->peer);
    size_t most = limits->output_bytes > unsent ? limits->output_bytes - unsent : 0;
    if (limits->line_bytes < most)
        most = limits->line_bytes;
    return most > around ? most - around : 0;
}

/* The limits of the connection may be below the size of a page. Moves entries that do not fit to the next page. */
static void cut_page(struct page *page, size_t most)
{
    size_t count = page->count;
    while (count > 0 && page->entries[count - 1].end + count > most)
        count--;
    if (count < page->count)
        page->next = page->entries[count].seq;
    page->count = count;
}

static int format_page(struct buf *out, const struct page *page)
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

static void reply_list(struct store_request *request, struct page *page)
{
    bool any = page->count > 0;
    cut_page(page, page_room(request));
    if (any && page->count == 0) {
        (void)call_fail(request->call, ERROR_RESULT_TOO_LONG,
                        "event %lld is too long for one message; continue with fromSeq %lld", (long long)page->next,
                        (long long)page->next + 1);
        return;
    }
    struct buf text = BUF_LIMITED(event_hub_of(request->call)->rpc->limits.line_bytes);
    if (format_page(&text, page) == 0)
        (void)call_reply_text(request->call, buf_slice(&text));
    else
        (void)store_fail_call(request->store, request->call, -ENOMEM);
    buf_clear(&text);
}

static void answer_list(struct store_request *request)
{
    const struct event_list_params *params = request->call->params;
    struct event_selection selection = selection_of_list(params);
    struct page *page = (void *)request->more;
    if (request->call->answered) /* the client no longer waits */
        return;
    if (request->status == -ENOENT)
        fail_selection(&selection, &page->filter, request->call);
    else if (request->status < 0)
        (void)store_fail_call(request->store, request->call, request->status);
    else if (check_epoch(request->call, params->epoch_is, params->epoch, &page->position))
        reply_list(request, page);
}

int event_list(struct call *call, const struct event_list_params *params)
{
    struct event_selection selection = selection_of_list(params);
    if (!check_topics(&selection, call))
        return 0;
    return store_request_read(call, sizeof(struct page), read_page, answer_list);
}
