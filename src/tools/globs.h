/* Path patterns as in .gitignore: * ? [a-z] \x within a name, ** over directories, and {a,b} in patterns that people
 * write. Matching time is proportional to both lengths. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

enum { GLOBS_TOKENS_MAX = 512, GLOBS_BRACES_MAX = 64 };

struct glob_token {
    unsigned char kind, byte;
    unsigned short from, end; /* of a class, in the pattern */
};

/* A pattern without braces. */
struct glob_plain {
    char *text;
    struct glob_token *tokens;
    size_t count;
};

struct globs {
    struct glob_plain items[GLOBS_BRACES_MAX];
    size_t count;
    bool by_name; /* without a slash: compared with the last component of a path */
};

/* Returns -EINVAL if the pattern is too long, or its braces expand to too many patterns. `braces` false: braces are
 * literal. A leading slash only anchors the pattern at the root. */
int globs_init(struct globs *globs, struct slice pattern, bool braces);
void globs_clear(struct globs *globs);
/* `path` is relative, without a slash at its start and end. */
bool globs_match(const struct globs *globs, struct slice path);
