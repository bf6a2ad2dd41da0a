/* Rows that wait for the daemon. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/id.h"
#include "base/list.h"
#include "contract/recorder.h"
#include "rpc/timers.h"

struct capture;
struct request;

enum {
    QUEUE_ROWS_MAX = 2048,
    QUEUE_BYTES_MAX = 2 << 20,
    QUEUE_BATCH = 64,
};

struct queue {
    struct capture *capture;
    struct list rows; /* struct queue_row; the first `sent` are in the request */
    size_t count, bytes, sent;
    int64_t dropped; /* not reported yet */
    int64_t dropped_sent;
    int64_t sequence; /* of the batch that is sent, or was sent last */
    char id[ID_SIZE];
    struct request *request; /* NULL: none is open */
    struct deadline due;
    uint64_t retry_ms; /* 0: the last batch was stored */
    uint64_t minute;   /* in which `added` rows were added */
    unsigned added[8];
    bool may_send; /* the daemon has said what to record */
};

int queue_init(struct queue *queue, struct capture *capture);
void queue_clear(struct queue *queue);

/* Copies the row. The oldest row that was not sent is dropped if there are too many. */
void queue_add(struct queue *queue, const struct recorder_row *row);

/* Sends what there is now, without waiting for further rows. */
void queue_hurry(struct queue *queue);

/* The connection to the daemon has changed. */
void queue_lost(struct queue *queue);
void queue_found(struct queue *queue);

static inline bool queue_is_empty(const struct queue *queue)
{
    return queue->count == 0;
}
