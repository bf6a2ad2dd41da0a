/* What every command of weir is given, and how a command describes itself. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/slice.h"
#include "client/weir.h"

enum cli_exit {
    CLI_OK = 0,
    CLI_FAILED = 1,    /* the call, or whatever was to be done, failed */
    CLI_USAGE = 2,     /* wrong options or arguments */
    CLI_NO_DAEMON = 3, /* nobody listens on the socket */
    CLI_TIMEOUT = 4,
    CLI_UNANSWERED = 5,    /* the task was refused something because nobody answered in time */
    CLI_INTERRUPTED = 130, /* by Ctrl-C, before what was waited for */
};

struct cli;

struct cli_option {
    const char *name; /* without its dashes */
    char letter;      /* or 0 */
    /* What it takes, for the help: "PATH"; "[=NAME]": only so, or nothing; "LIST" may be empty; NULL: nothing. */
    const char *value;
    const char *words; /* the values there are, separated by spaces; NULL: any */
    const char *summary;
};

enum cli_completes {
    CLI_COMPLETES_NOTHING,
    CLI_COMPLETES_METHODS,
    CLI_COMPLETES_COMMANDS,
    CLI_COMPLETES_TASKS, /* whole ids, here and down to RULES; see ids.h */
    CLI_COMPLETES_SESSIONS,
    CLI_COMPLETES_TERMINALS,
    CLI_COMPLETES_REQUESTS, /* of permissions that wait */
    CLI_COMPLETES_RULES,
    CLI_COMPLETES_KEYS, /* the services that have one */
    CLI_COMPLETES_FILES,
};

/* A command's file begins with its entry. Help, parsing and completion are made from it. */
struct cli_command {
    const char *name;      /* "ping", "daemon start" */
    const char *arguments; /* for the help: "METHOD [JSON|-]"; or "" */
    const char *summary;
    const char *details;              /* paragraphs for its own help; or NULL */
    const struct cli_option *options; /* ends with an entry without a name; or NULL */
    int arguments_min, arguments_max;
    enum cli_completes completes;
    const char *words; /* what its argument may be, for the completion; or NULL */
    bool leads;        /* it is what its group alone means */
    bool starts;       /* the daemon, where none runs */
    enum cli_exit (*run)(struct cli *cli, int count, char **arguments);
};

enum { CLI_GIVEN_MAX = 32 };

struct cli {
    const struct cli_command *const *commands; /* ends with NULL */
    const struct cli_command *command;
    const char *group; /* "daemon", where a command of it is missing; `command` is the one that leads it, or NULL */

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
    int64_t timeout_ms; /* for libweir; 0: its default */
    bool noticed;       /* that the sandbox is off was said */
    bool introduced;    /* on this connection */
    int output_error;   /* of stdout: the first errno, or 0 */

    struct cli_kept {
        struct cli_kept *next;
        char text[];
    } * kept; /* arguments and values that are not the caller's own any more; main() frees them */

    struct weir_place *place; /* once asked for */
    struct weir *weir;        /* once connected */
};

extern const struct cli_option cli_global_options[];

/* --- arguments.c -------------------------------------------------------------- */

/* CLI_USAGE with everything said. */
enum cli_exit cli_parse(struct cli *cli, int argc, char **argv);

/* Whether the word behind it is its value. */
static inline bool cli_option_takes_word(const struct cli_option *option)
{
    return option->value && option->value[0] != '[';
}

/* The option's value, "" for one that takes none or has none; NULL: not given. */
const char *cli_option(const struct cli *cli, const char *name);

/* One after the other of an option that may be repeated, in their order: *at is 0 for the first. NULL: no more. */
const char *cli_option_next(const struct cli *cli, const char *name, int *at);

/* --- help.c ------------------------------------------------------------------- */

void cli_help(const struct cli *cli, FILE *out);
void cli_help_group(const struct cli *cli, const char *group, FILE *out);
void cli_help_command(const struct cli_command *command, FILE *out);

/* --- report.c: what went wrong, to stderr; with --json as one line of JSON ----- */

enum cli_exit cli_fail(const struct cli *cli, enum cli_exit exit, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void cli_hint(const struct cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A line that tells what goes on: "-- …", in this colour. */
void cli_note(const struct cli *cli, const char *color, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The last error of the connection. */
enum cli_exit cli_fail_call(const struct cli *cli);
enum cli_exit cli_fail_error(const struct cli *cli, const struct weir_error *error);

/* Writes out what was printed so far. False: it cannot be written. */
bool cli_flush(struct cli *cli);

/* The same at the end, where an error is reported; `exit` if there is none. */
enum cli_exit cli_finish(struct cli *cli, enum cli_exit exit);

/* --- connect.c ---------------------------------------------------------------- */

/* Which daemon is meant; found once, so that it stays the same while a command runs. */
enum cli_exit cli_place(struct cli *cli);

/* The project's directory where the place is the socket of a project; the caller frees it. NULL: it is not, or no
 * memory. */
char *cli_project(const struct cli *cli);

/* Sees to it that a daemon is there; says so, unless --quiet is given, where it had to be started. What else is wrong
 * is reported by who connects. */
enum cli_exit cli_need_daemon(struct cli *cli);

/* Connects; starts the daemon where none runs and the command says that it does. */
enum cli_exit cli_connect(struct cli *cli);

/* Calls, connected or not. *ret_result is JSON text that the caller frees. A failure has been reported. */
enum cli_exit cli_call(struct cli *cli, const char *method, const char *params, char **ret_result);

/* Without a word about it: 0, or libweir's error. For who looks whether a daemon is there. */
int cli_connect_quietly(struct cli *cli);
void cli_disconnect(struct cli *cli);

/* Says on the connection that is there who this is, once. Where the daemon's sandbox is off: a line to the standard
 * error, in red, once before a command shows the daemon, tasks, sessions or terminals. */
void cli_introduce(struct cli *cli);
