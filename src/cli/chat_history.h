/* What a person has typed in earlier conversations: a file of lines, readable by nobody else, that does not grow
 * without end. */
#pragma once

#include "base/slice.h"

enum { CHAT_HISTORY_ENTRIES = 1000, CHAT_HISTORY_BYTES = 1 << 20 };

/* $XDG_STATE_HOME/weir/chat_history. Calls `each` with the newest entries, the oldest of them first. What cannot be
 * read is not there. */
void chat_history_load(void (*each)(void *user, const char *entry), void *user);

/* Adds one. A file that has become too large is cut to its newer half first. */
void chat_history_add(struct slice entry);
