/* The lines typed in earlier conversations: a file of limited size that only the user can read. */
#pragma once

#include "base/slice.h"

enum { CHAT_HISTORY_ENTRIES = 1000, CHAT_HISTORY_BYTES = 1 << 20 };

/* Reads $XDG_STATE_HOME/weir/chat_history. Calls `each` for the newest entries, from old to new. Ignores a file that
 * cannot be read. */
void chat_history_load(void (*each)(void *user, const char *entry), void *user);

/* Adds an entry. Cuts a file that is too large to its newer half first. */
void chat_history_add(struct slice entry);
