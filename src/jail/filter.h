/* The seccomp filter of the program and everything that it starts. */
#pragma once

#include <stdbool.h>

#include "jail/view.h"

bool filter_is_there(void);

/* Builds the filter and writes it to a pipe. Building takes time, so one process builds it while the other one prepares
 * the program. Writes the error instead if building fails. */
void filter_write(enum sandbox_level level, bool is_closed, int fd);

/* Prebuilds the common filters for later forks. */
void filter_keep(void);

/* Waits for the filter, and loads it. no_new_privs must be set. */
int filter_enter(int fd);
