/* The working directories of actions, without symbolic links. */
#pragma once

#include "contract/automation.h"

struct call;

/* `places`: for each task with a working directory its path and a NUL, then one more NUL. As for a handler: 0: it was
 * taken or answered. */
typedef int (*places_fn)(struct call *call, const char *places, size_t size);

/* Looks them up: at once if the kernel has them in its caches, else on a thread. `then` continues the call, which is
 * deferred and held if it had to wait. */
int places_find(struct call *call, const struct automation_actions *actions, places_fn then);
