/* openat2(2): paths whose directories somebody else may exchange for links meanwhile. */
#pragma once

#include <linux/openat2.h>
#include <stdint.h>

/* Tried again where something was renamed meanwhile; O_CLOEXEC is added. `resolve`: RESOLVE_…. A descriptor, or a
 * negative errno. */
int beneath_open_with(int directory, const char *path, int flags, uint64_t resolve);

/* Stays below `directory`, and follows no link anywhere in the path. */
static inline int beneath_open(int directory, const char *path, int flags)
{
    return beneath_open_with(directory, path, flags, RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
}
