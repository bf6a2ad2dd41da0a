/* Explains why a level of the sandbox is not available on this machine, and which setting enables it. */
#pragma once

#include "jail/problem.h"

/* For user namespaces, after an attempt that failed with `error`; `what` is the operation that failed inside the
 * namespace, or empty. */
void missing_namespaces(char *text, unsigned long size, int error, const char *what);

/* For Landlock; `version` is the kernel's. */
void missing_landlock(char *text, unsigned long size, int version);
