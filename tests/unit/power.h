/* A disk that can lose its power: an SQLite VFS over the usual one that remembers, for each file, what is certain to be
 * on the disk and what was written since the last sync.
 *
 * It takes of a disk no more than SQLite does. What was synced stays. Of what was not, any part may be there, sector by
 * sector and in any order; where the file grew, there may be nothing or rubbish. A write changes no byte beside its
 * own. A file that was made or deleted is so for certain once its directory was synced, which SQLite does where it
 * needs it. The shared memory of the write-ahead log is no part of this: it does not outlive the machine. */
#pragma once

#include <stdint.h>

/* Becomes the default VFS. Only the files of this directory are watched; all others go past it. `before` is called
 * before each write, truncation, sync or deletion, on the thread that wants it; it may cut the power. */
void power_on(const char *directory, void (*before)(void *user), void *user);

/* Takes it away again and forgets everything. Nothing may be open in the directory. */
void power_off(void);

/* The power goes now: writes what the disk could hold into another directory, which has to be there. On any thread,
 * while the others work. */
void power_cut(uint64_t seed, const char *directory);
