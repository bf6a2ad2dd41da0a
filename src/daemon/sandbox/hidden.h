/* What no agent sees, wherever it works: the secrets of the user and of weir itself. */
#pragma once

#include "daemon/sandbox/view.h"

/* Calls `each` with the path of everything that is there, resolved, and with the one that we know it by. Weir's own has
 * `always`; the rest is the user's, and may be named in the configuration all the same. A negative result of `each`
 * ends it and is returned. */
typedef int (*sandbox_hidden_fn)(void *user, const char *path, const char *named, bool always);
int sandbox_hidden(const struct daemon *daemon, const char *home, sandbox_hidden_fn each, void *user);

/* The same, of weir's own and of the user's session, and nothing is made in order to be hidden. */
int sandbox_hidden_own(const struct daemon *daemon, sandbox_hidden_fn each, void *user);
