/* Calls in the words of the contract: structs go out, structs come back, and a refusal says what to do. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "cli/cli.h"
#include "rpc/method.h"

enum { ASK_BYTES_MAX = 256 << 20 };

/* Appends the method's params as JSON text, with a NUL behind it. The buffer's error, if any. */
int ask_write(struct buf *out, const struct method *method, const void *params);

/* cli_call() with the method's struct of params (NULL: none). */
enum cli_exit ask(struct cli *cli, const struct method *method, const void *params, char **ret_result);

/* Fills *ret, a value of the shape; its strings lie in the arena. */
enum cli_exit ask_read(const struct cli *cli, struct arena *arena, const struct shape *shape, const char *text,
                       void *ret);

/* cli_fail_error(), and for what a person can do something about, what. */
enum cli_exit ask_fail(const struct cli *cli, const struct weir_error *error);

/* The value of an option as a field of params, which stays untouched where it was not given. CLI_USAGE: it is not
 * UTF-8. */
enum cli_exit ask_option(const struct cli *cli, const char *name, struct slice *field, enum field_is *field_is);

/* The place of an option's word among those of the shape, an enum; 0 where it was not given. The parser has refused any
 * other word. */
unsigned ask_word(const struct cli *cli, const char *name, const struct shape *shape, enum field_is *ret_is);

/* A path as the daemon wants it: absolute, without links, and a directory. *ret_path is the caller's. */
enum cli_exit ask_directory(const struct cli *cli, const char *option, const char *path, char **ret_path);

/* For what prints nothing of its own under --json: the result as it came. */
void ask_print_json(const char *result);

/* --- methods that take their time --------------------------------------------------------- */

struct ask_progress {
    const char *doing; /* for a terminal: "the task is being stopped" */
    const char *later; /* when the waiting has ended before that: "it goes on; 'weir task get' tells how it ended" */
};

/* As ask(), but without end unless --timeout says otherwise. Ctrl-C ends the waiting: CLI_INTERRUPTED, reported. */
enum cli_exit ask_long(struct cli *cli, const struct method *method, const void *params,
                       const struct ask_progress *progress, char **ret_result);
