/* Who has connected: the daemon's own user, or root. What one of them may have, all its connections share. */
#pragma once

#include <stddef.h>
#include <sys/types.h>

#include "rpc/rate.h"

struct user {
    size_t connections;
    struct rate rate;
};

struct users {
    struct user own, root;
};

void users_init(struct users *users, struct timers *timers);

/* From the next message on. */
void users_set_rate(struct users *users, int64_t per_second);

/* The listener lets in nobody else. Root is the daemon's own user where the daemon runs as root. */
struct user *user_of(struct users *users, uid_t uid);
