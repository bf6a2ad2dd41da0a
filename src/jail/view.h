/* What the program may see: the lines of DIR/view and of a `session` order, see PROTOCOL.md. The parser does no I/O. */
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
    const char *path; /* absolute, without `.`, `..`, `//` or a slash at its end */
};

struct view {
    enum sandbox_level level; /* the best that may be tried */
    bool is_closed;           /* the network */
    size_t count;
    struct view_line lines[VIEW_LINES_MAX];
    char text[VIEW_SIZE_MAX + 1]; /* the paths lie in here */
};

/* Strict: -EINVAL with a sentence for whatever is not exactly as written in PROTOCOL.md, and for a view that cannot be
 * had on any level. `view` is then of no use. */
int view_parse(struct view *view, const char *text, size_t size, struct problem *problem);

/* The lines of an order, which need a cwd and have no level. */
int view_parse_session(struct view *view, const char *text, size_t size, struct problem *problem);

/* The first line with this word, or NULL. */
const char *view_find(const struct view *view, enum view_word word);

/* The working directory, whether it is to be changed or read; NULL: there is none yet. */
const char *view_cwd(const struct view *view);

/* Its working directory does not lie in something that the other hides. */
int view_fits(const struct view *session, const struct view *general, struct problem *problem);

/* What of `path` lies below `above`: "" where they are the same, NULL where it does not lie there. */
const char *view_below(const char *path, const char *above);

const char *sandbox_level_name(enum sandbox_level level);
