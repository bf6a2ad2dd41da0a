/* What a .gitignore names: the rules of a directory, above them those of the directories around it. Does no I/O. */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

/* Of one file, and of one rule; more of it is not looked at, and a longer rule names nothing: each costs a little for
 * every path, at most its size times that of the path. */
enum { IGNORE_RULES_MAX = 1000, IGNORE_BYTES_MAX = 256 << 10, IGNORE_RULE_BYTES_MAX = 4096 };

struct ignore;

/* The rules in `text`, the .gitignore of `directory` (from the root that all paths begin at, without slashes around it;
 * empty: the root itself). `above` are the rules of the directories above it, or NULL; they are not owned, and must
 * stay. Both texts are copied. NULL: no memory. */
struct ignore *ignore_new(const struct ignore *above, struct slice directory, struct slice text);
struct ignore *ignore_free(struct ignore *ignore);

enum ignore_verdict { IGNORE_SILENT, IGNORE_YES, IGNORE_NO /* an exception: "!…" */, IGNORE_STOPPED };

/* What the last rule says that fits, of the innermost directory that has one. What lies in a directory that is named is
 * named too, which the caller sees by itself: it does not go in there. */
enum ignore_verdict ignore_ask(const struct ignore *ignore, struct slice path, bool is_directory);

/* The same; asks `goes_on` now and then, and where that says no, the verdict is IGNORE_STOPPED. */
enum ignore_verdict ignore_ask_while(const struct ignore *ignore, struct slice path, bool is_directory,
                                     bool (*goes_on)(void *user), void *user);
