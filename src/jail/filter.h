/* seccomp: the system calls that the program and all that it starts are refused. */
#pragma once

#include <stdbool.h>

#include "jail/view.h"

/* Whether the kernel has it. */
bool filter_is_there(void);

/* For good. no_new_privs must be set. */
int filter_enter(enum sandbox_level level, bool is_closed);
