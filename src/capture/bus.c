#include "capture/bus.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/list.h"

enum { TURN = 64 };

bool bus_address_is_plain(const char *address)
{
    static const char start[] = "unix:path=/";
    return strncmp(address, start, sizeof start - 1) == 0 && !strchr(address, ';') && strlen(address) < BUS_ADDRESS_MAX;
}

static void on_ready(uv_poll_t *poll, int status, int events)
{
    (void)status, (void)events;
    bus_pump(poll->data);
}

static void on_wake(struct deadline *deadline)
{
    bus_pump(list_member(deadline, struct bus, wake));
}

/* sd-bus says what it waits for. */
static int watch(struct bus *bus, bool has_more)
{
    uint64_t until_us = 0;
    int events = sd_bus_get_events(bus->bus);
    if (events < 0)
        return events;
    int r =
        uv_poll_start(bus->poll, (events & POLLIN ? UV_READABLE : 0) | (events & POLLOUT ? UV_WRITABLE : 0), on_ready);
    timers_unset(bus->timers, &bus->wake);
    if (r == 0 && has_more)
        return timers_set(bus->timers, &bus->wake, 0);
    if (r == 0 && sd_bus_get_timeout(bus->bus, &until_us) > 0 && until_us != UINT64_MAX) {
        uint64_t now_us = clock_monotonic_ns() / 1000;
        r = timers_set(bus->timers, &bus->wake, until_us > now_us ? (until_us - now_us) / 1000 + 1 : 0);
    }
    return r;
}

void bus_pump(struct bus *bus)
{
    int r = 1;
    if (!bus->bus || bus->is_processing)
        return;
    bus->is_processing = true;
    for (int i = 0; r > 0 && i < TURN; i++)
        r = sd_bus_process(bus->bus, NULL);
    bus->is_processing = false;
    if (r >= 0)
        r = watch(bus, r > 0);
    if (r < 0)
        bus->lost(bus, r);
}

int bus_open(struct bus *bus, const char *address)
{
    int r = bus_address_is_plain(address) ? sd_bus_new(&bus->bus) : -EINVAL;
    if (r >= 0)
        r = sd_bus_set_address(bus->bus, address);
    if (r >= 0)
        r = sd_bus_set_bus_client(bus->bus, true);
    if (r >= 0)
        r = sd_bus_start(bus->bus);
    if (r >= 0 && !(bus->poll = calloc(1, sizeof *bus->poll)))
        r = -ENOMEM;
    if (r >= 0) {
        r = uv_poll_init_socket(bus->loop, bus->poll, sd_bus_get_fd(bus->bus));
        bus->poll->data = bus;
        if (r < 0)
            free(take_pointer(bus->poll));
    }
    bus->wake.expired = on_wake;
    if (r < 0)
        bus_close(bus);
    return r < 0 ? r : 0;
}

static void on_closed(uv_handle_t *handle)
{
    free(handle);
}

void bus_close(struct bus *bus)
{
    if (bus->poll)
        uv_close((uv_handle_t *)take_pointer(bus->poll), on_closed);
    if (bus->timers)
        timers_unset(bus->timers, &bus->wake);
    if (bus->bus) {
        sd_bus_close(bus->bus);
        bus->bus = sd_bus_unref(bus->bus);
    }
}
