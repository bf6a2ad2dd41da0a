/* The rules of .gitignore files: those of a directory, and of the directories above it. Does no I/O. */
#pragma once

#include <stdbool.h>

#include "base/slice.h"

/* Limits of one file and of one rule. Further rules are ignored, and a longer rule matches nothing: the cost of a rule
 * for each path is at most its size times that of the path. */
enum { IGNORE_RULES_MAX = 1000, IGNORE_BYTES_MAX = 256 << 10, IGNORE_RULE_BYTES_MAX = 4096 };

struct ignore;

/* Parses `text`, the .gitignore of `directory` (relative to the root of all paths, without slashes around it; empty:
 * the root itself). `above` has the rules of the directories above it, or is NULL; it is not owned and must stay valid.
 * Both texts are copied. Returns NULL if memory is exhausted. */
struct ignore *ignore_new(const struct ignore *above, struct slice directory, struct slice text);
struct ignore *ignore_free(struct ignore *ignore);

enum ignore_verdict { IGNORE_SILENT, IGNORE_YES, IGNORE_NO /* an exception: "!…" */, IGNORE_STOPPED };

/* The last rule that matches, from the innermost directory that has one, decides. Everything below an ignored directory
 * is ignored too; the caller ensures that by not entering it. */
enum ignore_verdict ignore_ask(const struct ignore *ignore, struct slice path, bool is_directory);

/* The same; calls `goes_on` from time to time, and returns IGNORE_STOPPED if it returns false. */
enum ignore_verdict ignore_ask_while(const struct ignore *ignore, struct slice path, bool is_directory,
                                     bool (*goes_on)(void *user), void *user);
