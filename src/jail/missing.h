/* Why a level of the sandbox cannot be had on this machine, in words that say what to change. */
#pragma once

#include "jail/problem.h"

/* User namespaces, after an attempt that gave `error`; `what` (may be empty) is what failed inside of one. */
void missing_namespaces(char *text, unsigned long size, int error, const char *what);

/* Landlock, of which the kernel has this version. */
void missing_landlock(char *text, unsigned long size, int version);
