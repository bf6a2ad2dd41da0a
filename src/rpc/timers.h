/* Many deadlines on one uv_timer_t: a heap.
 *
 * A loop with a timer makes the kernel set one up and take it down again whenever it sleeps, which is a good part of
 * what a short request costs. So a program that serves many may have a descriptor for the deadlines that are far: it is
 * set now and then, and sleeping is just sleeping. */
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
    uv_timer_t timer; /* of what is near, or of everything */
    uv_poll_t far;    /* of far_fd */
    int far_fd;       /* a timerfd; or -1 */
    uint64_t far_at;  /* when it will be readable, of uv_now(); there may be nothing left that is due then */
    struct deadline **heap;
    size_t count, capacity;
    bool held; /* none expires */
};

int timers_init(struct timers *timers, uv_loop_t *loop);

/* Far deadlines wait in a descriptor from now on. Without one, all goes on as before. */
void timers_open_descriptor(struct timers *timers);

/* Begins to close the handles; the memory of the heap is freed at once. */
void timers_close(struct timers *timers);

/* Sets (or moves) a deadline; its owner keeps it in place until it has expired or is cleared. */
int timers_set(struct timers *timers, struct deadline *deadline, uint64_t delay_ms);
/* Lets none expire until told to go on; those that are due meanwhile expire then. */
void timers_hold(struct timers *timers, bool held);
void timers_unset(struct timers *timers, struct deadline *deadline);
