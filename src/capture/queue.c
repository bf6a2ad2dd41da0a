#include "capture/queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "capture/capture.h"
#include "rpc/peer.h"
#include "json/copy.h"

enum { RETRY_MS = 500, RETRY_MAX_MS = 30000, MINUTE_MS = 60000 };

struct queue_row {
    struct list link;
    size_t bytes;
    struct recorder_row row; /* its texts follow this struct */
};

static void send_batch(struct queue *queue);

/* --- rows --- */

static void drop(struct queue *queue, struct queue_row *row)
{
    list_remove(&row->link);
    queue->count--;
    queue->bytes -= row->bytes;
    explicit_bzero(row, row->bytes);
    free(row);
}

static void drop_oldest(struct queue *queue)
{
    struct list *link = queue->rows.next;
    for (size_t i = 0; i < queue->sent && link != &queue->rows; i++)
        link = link->next;
    if (link == &queue->rows)
        return;
    drop(queue, list_member(link, struct queue_row, link));
    queue->dropped++;
}

/* Somebody who fakes events must not fill the store. */
static bool is_too_often(struct queue *queue, enum context_activity_type type)
{
    uint64_t minute = clock_monotonic_ns() / 1000000 / MINUTE_MS;
    if (minute != queue->minute)
        memset(queue->added, 0, sizeof queue->added);
    queue->minute = minute;
    return queue->added[type]++ >= queue->capture->rows_max;
}

static void wait_for_more(struct queue *queue)
{
    if (!queue->request && !queue->due.index)
        (void)timers_set(&queue->capture->helper.rpc.timers, &queue->due,
                         queue->retry_ms ? queue->retry_ms : queue->capture->times.batch_ms);
}

void queue_add(struct queue *queue, const struct recorder_row *row)
{
    size_t texts = json_copy_size(&recorder_row_shape, row);
    size_t bytes = sizeof(struct queue_row) + texts;
    struct queue_row *added = is_too_often(queue, row->type) ? NULL : malloc(bytes);
    if (!added) {
        queue->dropped++;
        return;
    }
    while (queue->count > queue->sent && (queue->count >= QUEUE_ROWS_MAX || queue->bytes + bytes > QUEUE_BYTES_MAX))
        drop_oldest(queue);
    added->bytes = bytes;
    json_copy(&recorder_row_shape, row, &added->row, added + 1);
    list_append(&queue->rows, &added->link);
    queue->count++;
    queue->bytes += bytes;
    wait_for_more(queue);
}

/* --- sending --- */

static void on_due(struct deadline *deadline)
{
    send_batch(list_member(deadline, struct queue, due));
}

static void forget_sent(struct queue *queue)
{
    while (queue->sent > 0) {
        drop(queue, list_member(queue->rows.next, struct queue_row, link));
        queue->sent--;
    }
    queue->dropped -= queue->dropped_sent;
    queue->retry_ms = 0;
}

static void on_stored(void *user, const struct reply *reply)
{
    struct queue *queue = user;
    queue->request = NULL;
    bool is_refused = reply->status == -EREMOTEIO && slice_is(reply->word, "invalid_params");
    if (is_refused)
        log_warn("the daemon refuses %zu rows: %.*s", queue->sent, SLICE_ARG(reply->message));
    if (reply->status == 0 || is_refused) {
        forget_sent(queue);
    } else {
        queue->retry_ms = queue->retry_ms ? 2 * queue->retry_ms : RETRY_MS;
        if (queue->retry_ms > RETRY_MAX_MS)
            queue->retry_ms = RETRY_MAX_MS;
    }
    if (queue_is_empty(queue)) {
        capture_flushed(queue->capture);
        return;
    }
    if (queue->retry_ms == 0 && (queue->capture->flushing || queue->capture->helper.leaving))
        send_batch(queue);
    else
        wait_for_more(queue);
}

/* A batch that is repeated has the same rows. */
static size_t fill(struct queue *queue, struct recorder_row rows[static QUEUE_BATCH])
{
    size_t count = 0;
    if (queue->sent == 0) {
        queue->sequence++;
        queue->dropped_sent = queue->dropped;
    }
    for (struct list *link = queue->rows.next;
         link != &queue->rows && count < (queue->sent ? queue->sent : QUEUE_BATCH); link = link->next)
        rows[count++] = list_member(link, struct queue_row, link)->row;
    queue->sent = count;
    return count;
}

static void send_batch(struct queue *queue)
{
    struct recorder_row rows[QUEUE_BATCH];
    struct peer *daemon = queue->capture->helper.daemon;
    timers_unset(&queue->capture->helper.rpc.timers, &queue->due);
    if (queue->request || queue_is_empty(queue) || !queue->may_send || !daemon || peer_is_over(daemon))
        return;
    size_t count = fill(queue, rows);
    const struct recorder_rows_params params = {
        .recorder_id = slice_of(queue->id),
        .rows = {.items = rows, .count = count},
        .sequence = queue->sequence,
        .dropped = queue->dropped_sent,
    };
    if (peer_call(daemon, &recorder_rows_method, &params, 0, on_stored, queue, &queue->request) < 0)
        log_warn("cannot send %zu rows to the daemon", params.rows.count);
    explicit_bzero(rows, sizeof rows);
}

void queue_hurry(struct queue *queue)
{
    if (!queue->request)
        send_batch(queue);
}

/* --- the daemon --- */

void queue_lost(struct queue *queue)
{
    queue->may_send = false;
    timers_unset(&queue->capture->helper.rpc.timers, &queue->due);
}

void queue_found(struct queue *queue)
{
    queue->may_send = true;
    queue->retry_ms = 0;
    if (!queue_is_empty(queue))
        wait_for_more(queue);
}

int queue_init(struct queue *queue, struct capture *capture)
{
    struct id_source ids = {0};
    queue->capture = capture;
    list_init(&queue->rows);
    queue->due.expired = on_due;
    return id_make(&ids, "rec_", queue->id);
}

void queue_clear(struct queue *queue)
{
    if (!queue->capture)
        return;
    timers_unset(&queue->capture->helper.rpc.timers, &queue->due);
    queue->sent = 0;
    while (!list_is_empty(&queue->rows))
        drop(queue, list_member(queue->rows.next, struct queue_row, link));
}
