/* Path lookups that never wait for a file system: they see only what the kernel has in its caches (RESOLVE_CACHED of
 * openat2(2), Linux 5.12). A path on a network mount whose server is gone says -EAGAIN, and so does any other path that
 * nobody has looked up lately: the caller then asks a thread that may wait. */
#pragma once

#include <limits.h>

/* Where `path` leads, without links, as realpath(3) says it. The caller frees it. -EAGAIN: not without waiting;
 * -ENOENT, -ENOTDIR, -EACCES, -ELOOP and the like: as realpath(3). */
int cached_resolve(const char *path, char **ret_path);

/* 0: `path` is there, and no name in it is a symbolic link. -ENOENT, -ENOTDIR: the names that are there are no links.
 * -ELOOP: one of them is. -EAGAIN: not without waiting. */
int cached_is_plain(const char *path);

/* The last name on the way to the absolute `path` that is in the caches, without links: behind it a lookup may wait. A
 * mount whose server is gone is such a place for all that lies in it. */
void cached_reach(const char *path, char ret_place[static PATH_MAX]);
