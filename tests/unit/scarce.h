/* Injects allocation failures. The program is linked with --wrap for the allocating functions, so only weir's own
 * allocations fail, not those of libuv or libc. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The n-th allocation from now on fails (the first is 1); with `all`, every later one, too. */
void scarce_begin(size_t n, bool all);

/* Stops failing. Returns whether an allocation has failed. */
bool scarce_end(void);

/* Reports that something took too long. True: that was not caused by a failed allocation; the scenario is run again,
 * because it has not reached all of its allocations. */
bool scarce_late(void);

/* Runs the scenario with its first allocation failing, then its second, and so on until there is none; once with only
 * that one failing, once with all later ones. Returns the number of allocations. */
size_t scarce_try(void (*scenario)(void));
