/* Typed calls: parameters and results are structs of the contract, and errors come with a hint for the next step. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "cli/cli.h"
#include "rpc/method.h"

enum { ASK_BYTES_MAX = 256 << 20 };

/* Appends the method's parameters as JSON text terminated by NUL. Returns the buffer's error. */
int ask_write(struct buf *out, const struct method *method, const void *params);

/* Like cli_call(), with the method's struct of parameters (NULL: none). */
enum cli_exit ask(struct cli *cli, const struct method *method, const void *params, char **ret_result);

/* Decodes *ret, a value of the shape; its strings are in the arena. */
enum cli_exit ask_read(const struct cli *cli, struct arena *arena, const struct shape *shape, const char *text,
                       void *ret);

/* Like cli_fail_error(), with a hint for the next step if the user can do something. */
enum cli_exit ask_fail(const struct cli *cli, const struct weir_error *error);

/* Reads an option into a field of parameters, which stays unchanged if the option was not given. Returns CLI_USAGE if
 * the value is not UTF-8. */
enum cli_exit ask_option(const struct cli *cli, const char *name, struct slice *field, enum field_is *field_is);

/* Returns the index of an option's value among the words of an enum shape; 0 if it was not given. The parser has
 * rejected other words. */
unsigned ask_word(const struct cli *cli, const char *name, const struct shape *shape, enum field_is *ret_is);

/* Converts a path for the daemon: absolute, without links, an existing directory. The caller frees *ret_path. */
enum cli_exit ask_directory(const struct cli *cli, const char *option, const char *path, char **ret_path);

/* Prints the result unchanged, for commands without JSON output of their own. */
void ask_print_json(const char *result);

/* --- long calls --- */

struct ask_progress {
    const char *doing; /* for a terminal: "stopping the task" */
    const char *later; /* after Ctrl-C or a timeout: "the task still ends; to see how: weir task get" */
};

/* Like ask(), but without a timeout unless --timeout sets one. Ctrl-C stops the waiting and returns CLI_INTERRUPTED,
 * reported. */
enum cli_exit ask_long(struct cli *cli, const struct method *method, const void *params,
                       const struct ask_progress *progress, char **ret_result);
