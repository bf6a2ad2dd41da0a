/* Recognizes archives inside of an archive. Does no I/O. */
#pragma once

#include "base/slice.h"

enum { NESTED_HEAD = 512 }; /* so many bytes decide */

/* What kind of archive the file is, by its first bytes (NESTED_HEAD, or all) and its name; NULL: none. */
const char *nested_kind(struct slice head, struct slice path);
