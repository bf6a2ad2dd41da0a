/* What an executor sees of the machine, as weir-jail is told: lines of src/jail/PROTOCOL.md. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"
#include "base/slice.h"
#include "contract/config_types.h"
#include "contract/session_types.h"

struct daemon;
struct sandbox_places;

enum { SANDBOX_VIEW_MAX = 64 << 10 };

/* Paths that are absolute, or "~/…" for the home. */
struct sandbox_paths {
    const struct slice *read;
    size_t read_count;
    const struct slice *write;
    size_t write_count;
};

/* What a session, a task or a terminal asks for. */
struct sandbox_wish {
    struct slice cwd; /* empty: nobody has asked yet, and it is kept warm */
    bool read_only;   /* of cwd */
    enum session_network network;
    bool is_resolved; /* cwd was, when it was named: a link in it was put there since, maybe by another agent */
    const struct sandbox_paths *more;    /* of the one agent that it is for; or NULL */
    const struct sandbox_places *places; /* where they lead; NULL: none of them is the user's */
};

/* Whose executor it is, and where it lives. */
struct sandbox_program {
    const struct config_executor *config; /* NULL: weir's own */
    const char *own, *tmp, *socket;
    const char *spool; /* NULL: none is made for it */
    bool is_given;     /* the jail makes the socket, on every level */
};

/* Whether agents run with all rights of the user. */
bool sandbox_is_off(const struct daemon *daemon);

/* directory.c: where cwd is. The caller frees it. -ELOOP: there is a link in it by now. */
int sandbox_find_cwd(const struct sandbox_wish *wish, char **ret_path);

/* In one line: two executors with the same rules may stand for each other. -ENOENT, -ENOTDIR and the like, with a
 * sentence: the working directory is not one. The caller frees it. */
int sandbox_rules(const struct daemon *daemon, const struct sandbox_wish *wish, char **ret_rules,
                  char problem[static 256]);

/* The working directory that they name, resolved. NULL: none, since the sandbox is off. */
const char *sandbox_rules_cwd(const char *rules);

/* The whole view; without a cwd its general part. */
int sandbox_view_write(const struct daemon *daemon, const struct sandbox_wish *wish,
                       const struct sandbox_program *program, struct buf *view);

/* Of a helper of weir's own that runs no agent: the network, and nothing of the user's. */
int sandbox_view_write_helper(const struct daemon *daemon, const struct sandbox_program *program, struct buf *view);

/* What a session adds to a general part: its directory, what its agent needs, and what is hidden below that. -EBUSY:
 * the general part hides something of it for good. */
int sandbox_view_extend(const struct daemon *daemon, const struct sandbox_wish *wish, const struct buf *general,
                        struct buf *part);

/* One line after the other: "read" and "/usr". False: no more. */
bool sandbox_view_next(struct slice *left, struct slice *ret_word, struct slice *ret_path);
