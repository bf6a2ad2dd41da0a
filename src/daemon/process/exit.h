/* How a process ended, from what its jail has left. The functions that take text do no I/O. */
#pragma once

#include "base/slice.h"
#include "daemon/process/process.h"

enum { PROCESS_TAIL_MAX = 4096 };

/* The lines of a jail's status (src/jail/status.h). Words that are not known are skipped; text that says nothing gives
 * PROCESS_EXIT_UNKNOWN. */
void process_exit_parse(struct slice text, struct process_exit *ret_exit);

/* The last lines of `text`, at most PROCESS_TAIL_MAX bytes, for a person's screen: whole lines where there are any,
 * valid UTF-8, no control characters but line ends and tabs. NULL without memory. */
char *process_exit_tail(struct slice text);

/* Both from the files of a directory. The tail is the caller's to free. */
void process_exit_read(const char *directory, struct process_exit *ret_exit);
