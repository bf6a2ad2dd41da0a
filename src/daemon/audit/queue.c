/* Queues notes for the audit log while the store writes a batch of earlier ones. */
#include "daemon/audit/internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"

enum { WAITING_MAX = 1000, AGAIN_MS = 1000 };

/* A note, followed by its texts. */
struct audit_item {
    struct audit_item *next;
    struct audit_note note;
    char text[];
};

struct audit_batch {
    struct store_change change;
    struct audit *audit;
    struct audit_item *items;
    int64_t lost;
};

static struct slice copy_text(char **at, struct slice text)
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
    item->note.what = copy_text(&at, note->what);
    item->note.session_id = copy_text(&at, note->session_id);
    item->note.task_id = copy_text(&at, note->task_id);
    item->note.data = copy_text(&at, data);
    item->note.client = copy_text(&at, note->client);
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

/* --- writing --- */

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

static void hand_over(struct audit *audit);

/* Puts a failed batch back at the head of the queue. */
static void take_back(struct audit *audit, struct audit_batch *batch)
{
    struct audit_item *last = batch->items;
    audit->lost += batch->lost;
    while (last && last->next)
        last = last->next;
    if (!last)
        return;
    last->next = audit->first;
    if (!audit->first)
        audit->end = &last->next;
    audit->first = batch->items;
    batch->items = NULL;
}

static void on_written(struct store_change *change)
{
    struct audit_batch *batch = (struct audit_batch *)change;
    struct audit *audit = batch->audit;
    bool failed = change->status < 0;
    audit->batches--;
    if (failed)
        take_back(audit, batch);
    for (const struct audit_item *item = batch->items; item; item = item->next)
        audit->count--;
    free_items(batch->items);
    free(batch);
    if (!audit->open || (!audit->first && audit->lost == 0))
        return;
    if (failed)
        (void)timers_set(&audit->rpc->timers, &audit->again, AGAIN_MS);
    else if (audit->batches == 0)
        hand_over(audit);
}

static void hand_over(struct audit *audit)
{
    if (!audit->open || !store_is_open(audit->store) || (!audit->first && audit->lost == 0))
        return;
    struct audit_batch *batch = calloc(1, sizeof *batch);
    if (!batch) {
        (void)timers_set(&audit->rpc->timers, &audit->again, AGAIN_MS);
        return;
    }
    *batch = (struct audit_batch){.change = {.apply = apply, .done = on_written, .lazy = true},
                                  .audit = audit,
                                  .items = audit->first,
                                  .lost = audit->lost};
    audit->first = NULL;
    audit->end = &audit->first;
    audit->lost = 0;
    audit->batches++;
    audit->ticket = store_write(audit->store, &batch->change);
}

static void on_again(struct deadline *deadline)
{
    hand_over(list_member(deadline, struct audit, again));
}

void audit_write(struct audit *audit, const struct audit_note *note)
{
    bool room = audit->count < WAITING_MAX && fault_point("audit.queue") == 0;
    struct audit_item *item = room ? item_new(note) : NULL;
    if (!item) {
        if (audit->lost++ == 0)
            log_error("audit: the store accepts no entries and the queue is full; dropping entries, the first is %.*s",
                      SLICE_ARG(note->what));
        return;
    }
    *audit->end = item;
    audit->end = &item->next;
    audit->count++;
    if (audit->batches == 0 && audit->again.index == 0) /* otherwise the timer retries after an error */
        hand_over(audit);
}

/* --- lifetime --- */

void audit_init(struct audit *audit, struct store *store, struct rpc *rpc)
{
    *audit = (struct audit){.store = store, .rpc = rpc, .again = {.expired = on_again}};
    audit->end = &audit->first;
    audit_refusals_init(audit);
}

void audit_open(struct audit *audit)
{
    audit->open = true;
    audit->ticket = 0; /* the store may have been replaced; old tickets mean nothing */
    hand_over(audit);
}

uint64_t audit_flush(struct audit *audit)
{
    if (audit->again.index == 0)
        hand_over(audit);
    return audit->ticket;
}

void audit_stop(struct audit *audit)
{
    audit->stopping = true;
}

void audit_close(struct audit *audit)
{
    audit->open = true; /* a store that is still opening accepts the change too */
    hand_over(audit);   /* after the batches that are in progress */
    audit->open = false;
    timers_unset(&audit->rpc->timers, &audit->again);
}

void audit_clear(struct audit *audit)
{
    if (audit->count > 0 || audit->lost > 0)
        log_error("audit: %lld entries were dropped", (long long)audit->count + (long long)audit->lost);
    free_items(take_pointer(audit->first));
    audit->count = 0;
}
