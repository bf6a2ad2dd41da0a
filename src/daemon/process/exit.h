/* Determines how a process ended from the files that its jail has left. Functions that take text do no I/O. */
#pragma once

#include "base/slice.h"
#include "daemon/process/process.h"

enum { PROCESS_TAIL_MAX = 4096 };

/* Parses a jail's status (src/jail/status.h). Ignores unknown words. Without a result, the state is
 * PROCESS_EXIT_UNKNOWN. */
void process_exit_parse(struct slice text, struct process_exit *ret_exit);

/* Returns the last lines of `text` for display, at most PROCESS_TAIL_MAX bytes: whole lines if possible, valid
 * UTF-8, no control characters except newlines and tabs. NULL without memory. */
char *process_exit_tail(struct slice text);

/* Reads both from the files of a directory. The caller frees the tail. */
void process_exit_read(const char *directory, struct process_exit *ret_exit);
