#include "daemon/client/user.h"

#include <unistd.h>

void users_init(struct users *users, struct timers *timers)
{
    *users = (struct users){0};
    rate_init(&users->own.rate, timers, 0);
    rate_init(&users->root.rate, timers, 0);
}

void users_set_rate(struct users *users, int64_t per_second)
{
    rate_set(&users->own.rate, per_second);
    rate_set(&users->root.rate, per_second);
}

struct user *user_of(struct users *users, uid_t uid)
{
    return uid == 0 && geteuid() != 0 ? &users->root : &users->own;
}
