/* The calls of tools that have no result yet, so that a result can be told from others. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

enum { OPEN_CALLS_MAX = 64 };

struct open_calls {
    struct open_call {
        char id[128], label[128];
    } items[OPEN_CALLS_MAX]; /* the oldest first; of more than fit the oldest is forgotten */
    size_t count;
    char last[128]; /* the one that was shown last, with no result behind it; or empty */
    struct open_call ended;
};

/* Ids that are too long are not kept. */
void open_calls_add(struct open_calls *calls, struct slice id, struct slice label);

/* The call has its result. *ret_label says which one it was where that is not plain: others are open, or something
 * else was shown behind it; else it is empty. Good until the next call of this. False: it is not known. */
bool open_calls_end(struct open_calls *calls, struct slice id, struct slice *ret_label);
