/* A disk that can lose power: an SQLite VFS on top of the default one that remembers, for each file, which data is
 * certainly on the disk and what was written since the last sync.
 *
 * It assumes no more about a disk than SQLite does. Synced data stays. Of unsynced data, any part may be on the disk,
 * sector by sector and in any order; where a file grew, there may be nothing or garbage. A write changes no byte
 * outside of its range. Creating or deleting a file is certain once its directory was synced, which SQLite does where
 * it needs it. The shared memory of the write-ahead log is not covered: it does not survive the machine. */
#pragma once

#include <stdint.h>

/* Becomes the default VFS. Only files of this directory are covered; others are passed through. `before` is called
 * before each write, truncation, sync or deletion, on the calling thread; it may cut the power. */
void power_on(const char *directory, void (*before)(void *user), void *user);

/* Removes the VFS and forgets everything. Nothing may be open in the directory. */
void power_off(void);

/* Cuts the power: writes what the disk could contain into another, existing directory. May be called on any thread
 * while others write. */
void power_cut(uint64_t seed, const char *directory);
