/* For whoever knows of an end from elsewhere than an event. */
#pragma once

#include "daemon/task/task.h"

/* The task is in a final state: everybody who waits for it is told. */
void task_waiters_wake(struct task_queue *queue, int64_t task, enum task_state state);
