/* What the beginning needs of the queue. */
#pragma once

#include <stdint.h>

struct task_queue;

/* The store could not write something: it is tried once more when it had time to recover. */
void task_queue_try_again(struct task_queue *queue);

/* Everything that a daemon before this one left is settled, and so many wait. */
void task_queue_begin(struct task_queue *queue, int64_t queued);
