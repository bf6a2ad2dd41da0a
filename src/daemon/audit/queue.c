/* Notes for the audit log gather here while a batch of them is being written, as changes do at the writer. */
#include "daemon/audit/queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "daemon/audit/audit.h"
#include "daemon/daemon.h"
#include "daemon/store/audit.h"
#include "daemon/store/store.h"

enum { WAITING_MAX = 1000, AGAIN_MS = 1000 };

/* A note with its texts behind it. */
struct audit_item {
    struct audit_item *next;
    struct audit_note note;
    char text[];
};

struct audit_batch {
    struct store_change change;
    struct daemon *daemon;
    struct audit_item *items;
    int64_t lost;
};

static struct slice place(char **at, struct slice text)
{
    struct slice placed = {*at, text.size};
    if (text.size > 0)
        memcpy(*at, text.data, text.size);
    *at += text.size;
    return placed;
}

static struct audit_item *item_new(const struct audit_note *note)
{
    struct slice data = note->data.size > AUDIT_DATA_MAX ? SLICE("{\"leftOut\":\"it was too long\"}") : note->data;
    struct audit_item *item = malloc(sizeof *item + note->what.size + note->session_id.size + note->task_id.size +
                                     data.size + note->client.size);
    if (!item)
        return NULL;
    char *at = item->text;
    *item = (struct audit_item){.note = {.uid = note->uid, .pid = note->pid}};
    item->note.what = place(&at, note->what);
    item->note.session_id = place(&at, note->session_id);
    item->note.task_id = place(&at, note->task_id);
    item->note.data = place(&at, data);
    item->note.client = place(&at, note->client);
    return item;
}

static void free_items(struct audit_item *item)
{
    while (item) {
        struct audit_item *next = item->next;
        free(item);
        item = next;
    }
}

/* --- writing -------------------------------------------------------------------------- */

static int add_lost(struct store_tx *tx, int64_t lost)
{
    struct audit_note note = {.what = SLICE("audit.lost")};
    struct buf data = BUF_LIMITED(64);
    audit_self(&note);
    int r = buf_printf(&data, "{\"count\":%lld}", (long long)lost);
    note.data = buf_slice(&data);
    if (r == 0)
        r = store_audit_add(tx, &note);
    buf_clear(&data);
    return r;
}

static int apply(struct store_change *change, struct store_tx *tx)
{
    struct audit_batch *batch = (struct audit_batch *)change;
    int r = fault_point("audit.write");
    for (const struct audit_item *item = batch->items; item && r == 0; item = item->next)
        r = store_audit_add(tx, &item->note);
    if (r == 0 && batch->lost > 0)
        r = add_lost(tx, batch->lost);
    return r;
}

static void hand_over(struct daemon *daemon);

/* Back before what has come meanwhile. */
static void take_back(struct audit_queue *queue, struct audit_batch *batch)
{
    struct audit_item *last = batch->items;
    queue->lost += batch->lost;
    while (last && last->next)
        last = last->next;
    if (!last)
        return;
    last->next = queue->first;
    if (!queue->first)
        queue->end = &last->next;
    queue->first = batch->items;
    batch->items = NULL;
}

static void on_written(struct store_change *change)
{
    struct audit_batch *batch = (struct audit_batch *)change;
    struct daemon *daemon = batch->daemon;
    struct audit_queue *queue = &daemon->audit;
    bool failed = change->status < 0;
    queue->batches--;
    if (failed)
        take_back(queue, batch);
    for (const struct audit_item *item = batch->items; item; item = item->next)
        queue->count--;
    free_items(batch->items);
    free(batch);
    if (!queue->open || (!queue->first && queue->lost == 0))
        return;
    if (failed)
        (void)timers_set(&daemon->rpc.timers, &queue->again, AGAIN_MS);
    else if (queue->batches == 0)
        hand_over(daemon);
}

static void hand_over(struct daemon *daemon)
{
    struct audit_queue *queue = &daemon->audit;
    if (!queue->open || !daemon->store || (!queue->first && queue->lost == 0))
        return;
    struct audit_batch *batch = calloc(1, sizeof *batch);
    if (!batch) {
        (void)timers_set(&daemon->rpc.timers, &queue->again, AGAIN_MS);
        return;
    }
    *batch = (struct audit_batch){.change = {.apply = apply, .done = on_written, .lazy = true},
                                  .daemon = daemon,
                                  .items = queue->first,
                                  .lost = queue->lost};
    queue->first = NULL;
    queue->end = &queue->first;
    queue->lost = 0;
    queue->batches++;
    queue->ticket = store_write(daemon->store, &batch->change);
}

static void on_again(struct deadline *deadline)
{
    hand_over(list_member(deadline, struct daemon, audit.again));
}

void audit_write(struct daemon *daemon, const struct audit_note *note)
{
    struct audit_queue *queue = &daemon->audit;
    bool room = queue->count < WAITING_MAX && fault_point("audit.queue") == 0;
    struct audit_item *item = room ? item_new(note) : NULL;
    if (!item) {
        if (queue->lost++ == 0)
            log_error("audit: the store does not take entries; from %.*s on they are lost", SLICE_ARG(note->what));
        return;
    }
    *queue->end = item;
    queue->end = &item->next;
    queue->count++;
    if (queue->batches == 0 && queue->again.index == 0) /* else the store has just failed, and is tried again later */
        hand_over(daemon);
}

/* --- life ----------------------------------------------------------------------------- */

void audit_queue_init(struct daemon *daemon)
{
    daemon->audit = (struct audit_queue){.again = {.expired = on_again}};
    daemon->audit.end = &daemon->audit.first;
}

void audit_queue_open(struct daemon *daemon)
{
    daemon->audit.open = true;
    daemon->audit.ticket = 0; /* it may be another store than before */
    hand_over(daemon);
}

uint64_t audit_queue_flush(struct daemon *daemon)
{
    if (daemon->audit.again.index == 0)
        hand_over(daemon);
    return daemon->audit.ticket;
}

void audit_queue_close(struct daemon *daemon)
{
    daemon->audit.open = true; /* a store that still opens takes it, too */
    hand_over(daemon);         /* behind what is there already */
    daemon->audit.open = false;
    timers_unset(&daemon->rpc.timers, &daemon->audit.again);
}

void audit_queue_clear(struct daemon *daemon)
{
    if (daemon->audit.count > 0 || daemon->audit.lost > 0)
        log_error("audit: %lld entries are lost", (long long)daemon->audit.count + (long long)daemon->audit.lost);
    free_items(take_pointer(daemon->audit.first));
    daemon->audit.count = 0;
}
