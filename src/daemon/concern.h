/* Maps a call to the concern of the daemon that serves it: `struct key_ring *ring =
 * key_ring_of(daemon_of(call));`. The public header of each concern declares its accessor. concern.c defines
 * them all, since it alone knows the layout of struct daemon. */
#pragma once

struct call;
struct daemon;

struct daemon *daemon_of(const struct call *call);
