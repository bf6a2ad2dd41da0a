/* How the parts of the daemon are, computed when somebody asks. */
#pragma once

#include <stddef.h>

#include "contract/daemon.h"

struct daemon;

enum { HEALTH_MESSAGE_SIZE = 640 };

/* One part. `check` looks at the real thing, now; it fills `message` where all is not well. */
struct subsystem {
    const char *name;
    enum daemon_health (*check)(const struct daemon *daemon, char message[static HEALTH_MESSAGE_SIZE]);
};

extern const struct subsystem health_subsystems[];
extern const size_t health_subsystem_count;
