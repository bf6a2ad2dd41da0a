/* The real-time clock. A timerfd with an absolute time rings also when the clock is set or the machine wakes up.
 *
 * Builds with fault points can move this clock: WEIR_FAULT_CLOCK names a file with an offset in milliseconds. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/log.h"
#include "daemon/automation/internal.h"

enum { CHECK_MS = 20, FALLBACK_MS = 1000, HOUR_MS = 3600000 };

int64_t automation_clock_now(const struct automation_clock *clock)
{
    return clock_epoch_ms() + clock->offset_ms;
}

/* --- the offset of tests --- */

#ifdef WEIR_FAULTS
static bool read_offset(struct automation_clock *clock)
{
    const char *path = getenv("WEIR_FAULT_CLOCK");
    char text[32] = "";
    autoclose int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    int64_t offset = n > 0 ? strtoll(text, NULL, 10) : clock->offset_ms;
    bool changed = offset != clock->offset_ms;
    clock->offset_ms = offset;
    return changed;
}

static bool is_tested(void)
{
    return getenv("WEIR_FAULT_CLOCK") != NULL;
}
#else
static bool read_offset(struct automation_clock *clock)
{
    (void)clock;
    return false;
}

static bool is_tested(void)
{
    return false;
}
#endif

/* --- ringing --- */

static bool has_come(const struct automation_clock *clock)
{
    return clock->at_ms > 0 && automation_clock_now(clock) >= clock->at_ms;
}

static void arm(struct automation_clock *clock)
{
    /* Without a time it is armed too: far in the future, to notice that the clock is set. */
    int64_t at = clock->at_ms > 0 ? clock->at_ms - clock->offset_ms : INT64_C(1) << 42;
    if (at <= 0)
        at = 1;
    const struct itimerspec when = {.it_value = {.tv_sec = at / 1000, .tv_nsec = at % 1000 * 1000000}};
    if (clock->fd >= 0 && timerfd_settime(clock->fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &when, NULL) < 0)
        log_error("automation: cannot set a timer: %s", strerror(errno));
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    struct automation_clock *clock = poll->data;
    uint64_t rings;
    (void)events;
    ssize_t n = status < 0 ? 0 : read(clock->fd, &rings, sizeof rings);
    bool was_set = n < 0 && errno == ECANCELED;
    if (was_set)
        arm(clock);
    if (was_set || n > 0)
        clock->rings(clock, was_set);
}

/* Looks at the offset of tests; without a timerfd, at the clock; else once an hour, because a time zone may have been
 * changed. */
static uint64_t pause_of(const struct automation_clock *clock)
{
    return is_tested() ? CHECK_MS : clock->fd < 0 ? FALLBACK_MS : HOUR_MS;
}

static void on_fallback(struct deadline *deadline)
{
    struct automation_clock *clock = list_member(deadline, struct automation_clock, fallback);
    bool was_set = read_offset(clock) || pause_of(clock) == HOUR_MS;
    if (was_set)
        arm(clock);
    (void)timers_set(clock->timers, deadline, pause_of(clock));
    if (was_set || (clock->fd < 0 && has_come(clock)))
        clock->rings(clock, was_set);
}

void automation_clock_set(struct automation_clock *clock, int64_t at_ms)
{
    if (at_ms == clock->at_ms && at_ms != 0)
        return;
    clock->at_ms = at_ms;
    arm(clock);
}

int automation_clock_init(struct automation_clock *clock, uv_loop_t *loop, struct timers *timers,
                          void (*rings)(struct automation_clock *clock, bool was_set))
{
    *clock = (struct automation_clock){.rings = rings, .timers = timers, .fallback = {.expired = on_fallback}};
    (void)read_offset(clock);
    clock->fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    int r = clock->fd >= 0 ? uv_poll_init(loop, &clock->poll, clock->fd) : -errno;
    if (r == 0) {
        clock->watched = true;
        clock->poll.data = clock;
        r = uv_poll_start(&clock->poll, UV_READABLE, on_readable);
        uv_unref((uv_handle_t *)&clock->poll);
    }
    if (r < 0 && clock->fd >= 0 && !clock->watched) {
        close(clock->fd);
        clock->fd = -1;
    }
    return r < 0 && clock->fd >= 0 ? r : timers_set(timers, &clock->fallback, pause_of(clock));
}

static void on_closed(uv_handle_t *handle)
{
    struct automation_clock *clock = handle->data;
    close(clock->fd);
    clock->fd = -1;
}

void automation_clock_close(struct automation_clock *clock)
{
    if (!clock->timers)
        return;
    timers_unset(clock->timers, &clock->fallback);
    if (clock->watched)
        uv_close((uv_handle_t *)&clock->poll, on_closed);
    clock->watched = false;
    clock->timers = NULL;
}
