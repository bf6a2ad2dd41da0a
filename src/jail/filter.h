/* seccomp: the system calls that the program and all that it starts are refused. */
#pragma once

#include <stdbool.h>

#include "jail/view.h"

/* Whether the kernel has it. */
bool filter_is_there(void);

/* To put it together takes a while, and whoever enters it has other things to do first: so another process writes it
 * into a pipe meanwhile. If this fails, the other one is told why. */
void filter_write(enum sandbox_level level, bool is_closed, int fd);

/* Puts the usual ones together now, so that this process and its copies need not. */
void filter_keep(void);

/* Waits for it, and enters it for good. no_new_privs must be set. */
int filter_enter(int fd);
