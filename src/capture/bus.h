/* A connection to a D-Bus, in the loop. */
#pragma once

#include <stdbool.h>
#include <systemd/sd-bus.h>
#include <uv.h>

#include "rpc/timers.h"

enum { BUS_ADDRESS_MAX = 4096 };

struct bus {
    uv_loop_t *loop;
    struct timers *timers;
    sd_bus *bus; /* NULL: none */
    uv_poll_t *poll;
    struct deadline wake;
    bool is_processing;
    void (*lost)(struct bus *bus, int error);
};

/* Whether it is one socket in the file system: sd-bus would also execute programs, and open connections to others. */
bool bus_address_is_plain(const char *address);

int bus_open(struct bus *bus, const char *address);
void bus_close(struct bus *bus);

/* Sends what was queued, and handles what has come. After each group of calls from outside of its callbacks. */
void bus_pump(struct bus *bus);
