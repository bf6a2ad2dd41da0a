/* From a call to the part of the daemon that serves it: `struct key_ring *ring = key_ring_of(daemon_of(call));`. The
 * public header of each concern declares its own; concern.c, which alone knows where they lie, defines them all. */
#pragma once

struct call;
struct daemon;

struct daemon *daemon_of(const struct call *call);
