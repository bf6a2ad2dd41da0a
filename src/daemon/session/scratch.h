/* Directories of sessions that name none.
 *
 * Each is called as its session is. All of them lie in one directory beside the state directory, not in it: whatever is
 * in there is hidden from agents. A directory is made before the session's row and goes after it. So what a crash
 * leaves is at most a directory without a session, which the next start removes. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "base/slice.h"

struct daemon;

/* Fills options.scratch_dir: STATE-scratch, or where STATE itself lies in something that is hidden, beside that. A
 * project's daemon has none: its sessions work in the project. */
int scratch_init(struct daemon *daemon);

/* On the writer: makes one. Its path lies in the arena. */
int scratch_make(const struct daemon *daemon, struct slice id, struct arena *arena, struct slice *ret_path);

/* Removes one again that is still empty. */
void scratch_unmake(struct slice path);

/* Whether the path is that of one. */
bool scratch_is(const struct daemon *daemon, struct slice path);

/* On the loop: removes one that no session uses any more, whatever is in it, on another thread. */
void scratch_remove(struct daemon *daemon, struct slice path);

/* The store is open: those that no session uses go. */
void scratch_open(struct daemon *daemon);

/* On another thread: removes one of them; processes that have just been told to end may still add to it. */
int scratch_remove_now(const struct daemon *daemon, const char *name);

/* A descriptor of the directory in which they are. -ENOENT: none was made yet. */
int scratch_open_all(const struct daemon *daemon);

/* Whether one may be called so. */
bool scratch_is_name(struct slice name);
