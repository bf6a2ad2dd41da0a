/* Terminals: a PTY that runs a shell or tmux, and its scrollback.
 *
 * The daemon gets duplicates of the PTY's master and of the scrollback's memfd; it reads the master and writes the
 * scrollback. The descriptors here keep the shell and the scrollback alive when the daemon dies. */
#pragma once

#include "contract/executor_types.h"
#include "executor/executor.h"

struct arena;

/* Lists the terminals for the answer to `resume`. */
int terminal_hand_over(struct executor *executor, struct arena *arena, struct executor_handed_terminal **ret_items,
                       size_t *ret_count);

void terminal_end_all(struct executor *executor);
size_t terminal_count(const struct executor *executor);
