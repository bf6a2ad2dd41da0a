/* Whoever passed a terminal shares its flags, and can take O_NONBLOCK away between the call that sets it and the one
 * that reads: the daemon would wait in there for good. A terminal cannot be opened a second time, and knows no other
 * way not to wait; so while one is read or written, a signal goes off again and again that ends whatever call waits. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#include "daemon/terminal/internal.h"

enum { GUARD_NS = 10 * 1000 * 1000 };

static timer_t timer;
static bool is_made;

static void on_signal(int number)
{
    (void)number;
}

/* For the thread that calls this first, and no other. */
static bool make(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGALRM};
    const struct sigaction action = {.sa_handler = on_signal}; /* without SA_RESTART */
    event._sigev_un._tid = gettid();
    return sigaction(SIGALRM, &action, NULL) == 0 && timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
}

void terminal_guard_begin(const struct terminal *terminal)
{
    static const struct itimerspec soon = {.it_interval.tv_nsec = GUARD_NS, .it_value.tv_nsec = GUARD_NS};
    (void)fcntl(terminal->master, F_SETFL, O_RDWR | O_NONBLOCK);
    is_made = is_made || make();
    if (is_made)
        (void)timer_settime(timer, 0, &soon, NULL);
}

void terminal_guard_end(void)
{
    static const struct itimerspec never = {0};
    if (is_made)
        (void)timer_settime(timer, 0, &never, NULL);
}
