/* Many deadlines on one uv_timer_t: a heap. libuv computes its epoll timeout from its timers, and a timeout
 * makes the kernel set up and remove a timer for each sleep, which is a large part of the cost of a short
 * request. A program with many clients can therefore use a timerfd for distant deadlines, which is set
 * rarely, and sleep without a timeout. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

struct deadline {
    uint64_t at;  /* in terms of uv_now() */
    size_t index; /* index in the heap plus one; 0: not set */
    void (*expired)(struct deadline *deadline);
};

struct timers {
    uv_timer_t timer; /* for near deadlines, or for all */
    uv_poll_t far;    /* watches far_fd */
    int far_fd;       /* timerfd; or -1 */
    uint64_t far_at;  /* when it becomes readable, in terms of uv_now(); no deadline may be due then */
    struct deadline **heap;
    size_t count, capacity;
    bool held; /* no deadline expires */
};

int timers_init(struct timers *timers, uv_loop_t *loop);

/* Uses a timerfd for distant deadlines from now on. If that fails, all deadlines keep using the timer. */
void timers_open_descriptor(struct timers *timers);

/* Starts to close the handles; frees the heap at once. */
void timers_close(struct timers *timers);

/* Sets or moves a deadline. The structure must stay in place until the deadline expires or is cleared. */
int timers_set(struct timers *timers, struct deadline *deadline, uint64_t delay_ms);
/* Stops or resumes expiry; deadlines that are due meanwhile expire when resumed. */
void timers_hold(struct timers *timers, bool held);
void timers_unset(struct timers *timers, struct deadline *deadline);
