/* Terminals: a PTY, a shell or tmux in it, and the memory of what it showed.
 *
 * The daemon gets a duplicate of the PTY's master and of the scrollback's memfd, reads the one and writes the other.
 * What stays here keeps the shell from being hung up, and the scrollback from being lost, when the daemon dies. */
#pragma once

#include "contract/executor_types.h"
#include "executor/executor.h"

struct arena;

/* For `resume`: the terminals that there are. */
int terminal_hand_over(struct executor *executor, struct arena *arena, struct executor_handed_terminal **ret_items,
                       size_t *ret_count);

/* Ends all of them, now. */
void terminal_end_all(struct executor *executor);
size_t terminal_count(const struct executor *executor);
