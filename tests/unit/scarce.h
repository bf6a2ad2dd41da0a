/* Memory that runs out when the test says so. The program is linked with --wrap for the allocating functions, so only
 * our own calls fail, not those of libuv or libc. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* From now on the n-th allocation fails (the first is 1); with `all`, every one behind it too. */
void scarce_begin(size_t n, bool all);

/* No allocation fails any more. Returns whether one has failed. */
bool scarce_end(void);

/* Something took longer than the scenario gives it. True: it was not for want of memory. Then the scenario is run once
 * more, since it has not come to all of its allocations. */
bool scarce_late(void);

/* Runs the scenario with its first allocation failing, then its second, and so on until it has no more; once with that
 * one alone, once with all behind it too. Returns how many there were. */
size_t scarce_try(void (*scenario)(void));
