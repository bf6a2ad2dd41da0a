/* The state of one run of weir, and the description of its commands. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/slice.h"
#include "client/weir.h"

enum cli_exit {
    CLI_OK = 0,
    CLI_FAILED = 1,    /* the call or the task failed */
    CLI_USAGE = 2,     /* wrong options or arguments */
    CLI_NO_DAEMON = 3, /* no daemon listens on the socket */
    CLI_TIMEOUT = 4,
    CLI_UNANSWERED = 5,    /* a permission request was denied because nobody answered */
    CLI_INTERRUPTED = 130, /* Ctrl-C */
};

struct cli;

struct cli_option {
    const char *name; /* without dashes */
    char letter;      /* or 0 */
    /* The value as the help shows it: "PATH"; "[=NAME]" is optional, and only accepted with '='; "LIST" may be empty;
     * NULL: the option takes no value. */
    const char *value;
    const char *words; /* the accepted values, separated by spaces; NULL: any */
    const char *summary;
};

enum cli_completes {
    CLI_COMPLETES_NOTHING,
    CLI_COMPLETES_METHODS,
    CLI_COMPLETES_COMMANDS,
    CLI_COMPLETES_TASKS, /* CLI_COMPLETES_TASKS to CLI_COMPLETES_RULES also accept abbreviated ids, see ids.h */
    CLI_COMPLETES_SESSIONS,
    CLI_COMPLETES_TERMINALS,
    CLI_COMPLETES_REQUESTS, /* pending permission requests */
    CLI_COMPLETES_RULES,
    CLI_COMPLETES_KEYS,    /* services that have a key */
    CLI_COMPLETES_SERVERS, /* configured MCP servers */
    CLI_COMPLETES_AUTOMATIONS,
    CLI_COMPLETES_FILES,
};

/* A command's file begins with this description. The help, the parser and the completions use it. */
struct cli_command {
    const char *name;      /* "ping", "daemon start" */
    const char *arguments; /* for the help: "METHOD [JSON|-]"; or "" */
    const char *summary;
    const char *details;              /* paragraphs for the command's help; or NULL */
    const struct cli_option *options; /* ends with an entry without a name; or NULL */
    int arguments_min, arguments_max;
    enum cli_completes completes;
    const char *words; /* the accepted arguments, for the completion; or NULL */
    bool leads;        /* the default command of its group */
    bool starts;       /* starts the daemon if none runs */
    enum cli_exit (*run)(struct cli *cli, int count, char **arguments);
};

enum { CLI_GIVEN_MAX = 128 };

struct cli {
    const struct cli_command *const *commands; /* ends with NULL */
    const struct cli_command *command;
    const char *group; /* "daemon", if the second word is missing; `command` is then the default command of the group,
                          or NULL */

    struct {
        const struct cli_option *option;
        const char *value;
    } given[CLI_GIVEN_MAX];
    int given_count;
    char **arguments;
    int argument_count;

    bool json;
    bool color;         /* of stdout */
    bool color_errors;  /* of stderr */
    int64_t timeout_ms; /* for libweir; 0: the default of libweir */
    bool noticed;       /* the user was told that the sandbox is off */
    bool introduced;    /* "initialize" was sent on this connection */
    int output_error;   /* of stdout: the first errno, or 0 */

    struct cli_allocation {
        struct cli_allocation *next;
        char text[];
    } * allocations; /* resolved ids that replace arguments and option values; main() frees them */

    struct weir_endpoint *endpoint; /* NULL until cli_find_socket() */
    struct weir *weir;              /* NULL until the first connection attempt */
};

extern const struct cli_option cli_global_options[];

/* --- arguments.c --- */

/* Returns CLI_USAGE if the command line is wrong, and reports why. */
enum cli_exit cli_parse(struct cli *cli, int argc, char **argv);

/* Returns whether the value may be the next argument. */
static inline bool cli_option_takes_word(const struct cli_option *option)
{
    return option->value && option->value[0] != '[';
}

/* Returns the value of the option, "" if it was given without a value, or NULL if it was not given. */
const char *cli_option(const struct cli *cli, const char *name);

/* Iterates over the values of a repeated option in their order; *at is 0 at first. Returns NULL at the end. */
const char *cli_option_next(const struct cli *cli, const char *name, int *at);

/* --- help.c --- */

void cli_help(const struct cli *cli, FILE *out);
void cli_help_group(const struct cli *cli, const char *group, FILE *out);
void cli_help_command(const struct cli_command *command, FILE *out);

/* --- report.c: errors and notices on stderr; with --json as lines of JSON --- */

enum cli_exit cli_fail(const struct cli *cli, enum cli_exit exit, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void cli_hint(const struct cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints a notice, "-- …", in this color. */
void cli_note(const struct cli *cli, const char *color, const char *format, ...) __attribute__((format(printf, 3, 4)));

enum cli_exit cli_fail_call(const struct cli *cli);
enum cli_exit cli_fail_error(const struct cli *cli, const struct weir_error *error);

/* Flushes stdout. Returns false if the output cannot be written. */
bool cli_flush(struct cli *cli);

/* Flushes stdout and reports an output error. Returns `exit` if there was none. */
enum cli_exit cli_finish(struct cli *cli, enum cli_exit exit);

/* --- connect.c --- */

/* Finds the socket once, so that it stays the same while a command runs. */
enum cli_exit cli_find_socket(struct cli *cli);

/* Returns the project's directory if the socket is that of a project, else NULL (also if memory is exhausted). The
 * caller frees it. */
char *cli_project(const struct cli *cli);

/* Starts a daemon if none runs, and prints a notice then unless --quiet is given. Other errors are left to the caller
 * that connects. */
enum cli_exit cli_need_daemon(struct cli *cli);

/* Connects. Starts the daemon if none runs and the command allows it. */
enum cli_exit cli_connect(struct cli *cli);

/* Connects if necessary, and calls. Reports a failure. *ret_result is JSON text that the caller frees. */
enum cli_exit cli_call(struct cli *cli, const char *method, const char *params, char **ret_result);

/* Connects without reporting errors. Returns 0 or an error of libweir. */
int cli_connect_quietly(struct cli *cli);
void cli_disconnect(struct cli *cli);

/* Sends "initialize" once for each connection. If the daemon's sandbox is off, prints a red notice once before the
 * output of commands for the daemon, tasks, sessions or terminals. */
void cli_introduce(struct cli *cli);
