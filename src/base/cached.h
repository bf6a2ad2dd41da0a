/* Path lookups that never block on a file system: they use only the kernel's caches (RESOLVE_CACHED of openat2(2),
 * Linux 5.12). For a path on a network mount whose server is down, and for a path that was not looked up recently, they
 * return -EAGAIN; the caller then uses a thread that may block. */
#pragma once

#include <limits.h>

/* Resolves `path` as realpath(3) does. The caller frees the result. Returns -EAGAIN if the lookup would block;
 * otherwise errors of realpath(3), such as -ENOENT, -ENOTDIR, -EACCES, -ELOOP. */
int cached_resolve(const char *path, char **ret_path);

/* Returns 0 if `path` exists without symbolic links in it. -ENOENT, -ENOTDIR: the names that exist are no links.
 * -ELOOP: one of them is a link. -EAGAIN: the lookup would block. */
int cached_is_plain(const char *path);

/* The longest prefix of the absolute `path`, without links, that is in the caches: below it a lookup may block, for
 * example in a mount whose server is down. */
void cached_reach(const char *path, char ret_place[static PATH_MAX]);
