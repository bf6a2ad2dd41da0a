/* What the program can access: the lines of DIR/view and of a `session` request, see PROTOCOL.md. The parser
 * does no I/O. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "jail/problem.h"

enum { VIEW_SIZE_MAX = 64 * 1024, VIEW_LINES_MAX = 512 };

enum sandbox_level { SANDBOX_NAMESPACE, SANDBOX_LANDLOCK, SANDBOX_OFF };

enum view_word {
    VIEW_READ,
    VIEW_WRITE,
    VIEW_OWN,
    VIEW_TMP,
    VIEW_HOME,
    VIEW_HIDE,
    VIEW_CWD,
    VIEW_CWD_READ,
    VIEW_LISTEN,
    VIEW_SOCKET,
    VIEW_SPOOL,
};

struct view_line {
    enum view_word word;
    const char *path; /* absolute and canonical: without `.`, `..`, `//` or a trailing slash */
};

struct view {
    enum sandbox_level level; /* the best level to try */
    bool is_closed;           /* the network */
    size_t count;
    struct view_line lines[VIEW_LINES_MAX];
    char text[VIEW_SIZE_MAX + 1]; /* the paths point into it */
};

/* Strict: returns -EINVAL with a message for anything that PROTOCOL.md does not allow, and for a view that no level can
 * provide. `view` is not valid then. */
int view_parse(struct view *view, const char *text, size_t size, struct problem *problem);

/* Parses the lines of a request, which need a cwd and have no level. */
int view_parse_session(struct view *view, const char *text, size_t size, struct problem *problem);

/* Returns the first line with this word, or NULL. */
const char *view_find(const struct view *view, enum view_word word);

/* Returns the working directory, writable or read-only; NULL: none yet. */
const char *view_cwd(const struct view *view);

/* Whether the working directory of the session is not hidden by the other view. */
int view_fits(const struct view *session, const struct view *general, struct problem *problem);

/* Returns the part of `path` below `above`: "" if they are equal, NULL if `path` is not below. */
const char *view_below(const char *path, const char *above);

const char *sandbox_level_name(enum sandbox_level level);
