/* Patterns of paths, as .gitignore and people write them: * ? [a-z] \x within a name, ** over directories, {a,b} where
 * people wrote it. Takes time in proportion to both lengths, whatever the pattern. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

enum { GLOBS_TOKENS_MAX = 512, GLOBS_BRACES_MAX = 64 };

struct glob_token {
    unsigned char kind, byte;
    unsigned short from, end; /* of a class, in the pattern */
};

/* One without braces. */
struct glob_plain {
    char *text;
    struct glob_token *tokens;
    size_t count;
};

struct globs {
    struct glob_plain items[GLOBS_BRACES_MAX];
    size_t count;
    bool by_name; /* no slash in it: the last part of a path counts */
};

/* -EINVAL: it is too long, or its braces make too many. `braces` false: they are letters like others. A leading slash
 * only says that it counts from the top. */
int globs_init(struct globs *globs, struct slice pattern, bool braces);
void globs_clear(struct globs *globs);
/* `path` is relative, without a slash before or behind. */
bool globs_match(const struct globs *globs, struct slice path);
