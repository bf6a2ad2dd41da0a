/* Reads the file of X cookies (Xauthority). */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

/* The cookie MIT-MAGIC-COOKIE-1 for a display of this machine, by its number: of an entry with this host name if there
 * is one. False: there is none. The result points into `file`. */
bool authority_find(struct slice file, struct slice host, unsigned number, struct slice *ret_cookie);
