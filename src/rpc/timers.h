/* Many deadlines on one uv_timer_t: a heap. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

struct deadline {
    uint64_t at;  /* of uv_now() */
    size_t index; /* in the heap, plus one; 0: not set */
    void (*expired)(struct deadline *deadline);
};

struct timers {
    uv_timer_t timer;
    struct deadline **heap;
    size_t count, capacity;
    bool held; /* none expires */
};

int timers_init(struct timers *timers, uv_loop_t *loop);

/* Begins to close the handle; the memory of the heap is freed at once. */
void timers_close(struct timers *timers);

/* Sets (or moves) a deadline; its owner keeps it in place until it has expired or is cleared. */
int timers_set(struct timers *timers, struct deadline *deadline, uint64_t delay_ms);
/* Lets none expire until told to go on; those that are due meanwhile expire then. */
void timers_hold(struct timers *timers, bool held);
void timers_unset(struct timers *timers, struct deadline *deadline);
