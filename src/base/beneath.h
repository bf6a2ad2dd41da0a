/* openat2(2), for paths whose directories another process may replace by links meanwhile. */
#pragma once

#include <linux/openat2.h>
#include <stdint.h>

/* Retries after concurrent renames; adds O_CLOEXEC. `resolve`: RESOLVE_…. Returns a descriptor or a negative errno. */
int beneath_open_with(int directory, const char *path, int flags, uint64_t resolve);

/* Stays below `directory`, and follows no link in any part of the path. */
static inline int beneath_open(int directory, const char *path, int flags)
{
    return beneath_open_with(directory, path, flags, RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
}
