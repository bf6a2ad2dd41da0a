/* Setup and teardown for tests that need only a pair. Include after "unit/pair.h". */
#pragma once

#include "unit/pair.h"

static struct pair *pair;

__attribute__((unused)) static int open_peers(void **state)
{
    (void)state;
    pair = pair_open_peers();
    return 0;
}

__attribute__((unused)) static int open_wire(void **state)
{
    (void)state;
    pair = pair_open_wire();
    return 0;
}

static int close_pair(void **state)
{
    (void)state;
    pair_close(pair);
    return 0;
}
