#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/secret.h"
#include "cli/ascii.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pages.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "contract/key.h"

/* --- a secret that is typed, or given on the standard input ------------------------------ */

enum {
    CHUNK = 4096,
    SECRET_BYTES_MAX = 256 << 10,
    LINE_MAX_BYTES = 4095 /* what the kernel keeps of a line that is typed */
};

static const int endings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { ENDINGS = sizeof endings / sizeof *endings };

/* A signal handler has no other way to say it. */
static volatile sig_atomic_t ended_by;

static void on_ending(int number)
{
    ended_by = number;
}

struct quiet {
    struct termios before;
    sigset_t mask; /* as it was: those signals come only while we wait, so that none is missed */
    struct sigaction actions[ENDINGS];
    bool off;
};

/* Nothing of what is typed is shown. Signals that would end us are noted instead, so that there is time to put the
 * terminal back; Ctrl-Z is switched off: it would leave a shell behind that shows nothing either. */
static void become_quiet(struct quiet *quiet)
{
    struct sigaction action = {.sa_handler = on_ending};
    quiet->off = tcgetattr(STDIN_FILENO, &quiet->before) == 0;
    if (!quiet->off)
        return;
    sigset_t held;
    (void)sigemptyset(&held);
    for (size_t i = 0; i < ENDINGS; i++) {
        (void)sigaddset(&held, endings[i]);
        (void)sigaction(endings[i], &action, &quiet->actions[i]);
    }
    (void)sigprocmask(SIG_BLOCK, &held, &quiet->mask);
    struct termios mode = quiet->before;
    tty_rescue(STDIN_FILENO, &quiet->before, "", "");
    mode.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    mode.c_cc[VSUSP] = _POSIX_VDISABLE;
    (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode);
}

static void become_loud(const struct quiet *quiet)
{
    if (!quiet->off)
        return;
    (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet->before);
    tty_rescued();
    (void)fputc('\n', stderr);
    for (size_t i = 0; i < ENDINGS; i++)
        (void)sigaction(endings[i], &quiet->actions[i], NULL);
    (void)sigprocmask(SIG_SETMASK, &quiet->mask, NULL);
    if (ended_by != 0 && ended_by != SIGINT)
        (void)raise(ended_by);
}

/* Up to the end of the input, or of the line. */
static enum cli_exit read_secret(const struct cli *cli, const struct quiet *quiet, struct buf *secret)
{
    bool line = quiet->off;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    for (;;) {
        if (line && ppoll(&input, 1, NULL, &quiet->mask) < 0 && ended_by != 0)
            return CLI_INTERRUPTED;
        char *room = buf_room(secret, CHUNK);
        if (!room)
            return cli_fail(cli, CLI_USAGE, "what was given is longer than %d KiB", SECRET_BYTES_MAX >> 10);
        ssize_t n = read(STDIN_FILENO, room, CHUNK);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return cli_fail(cli, CLI_USAGE, "the standard input cannot be read: %s", strerror(errno));
        secret->size += (size_t)n;
        if (n == 0 || (line && room[n - 1] == '\n'))
            break;
    }
    if (line && secret->size >= LINE_MAX_BYTES)
        return cli_fail(cli, CLI_USAGE, "a terminal takes no line as long as this: give it on the standard input");
    if (secret->size > 0 && secret->data[secret->size - 1] == '\n')
        secret->size--;
    if (secret->size > 0 && secret->data[secret->size - 1] == '\r')
        secret->size--;
    return CLI_OK;
}

/* On a terminal it asks on the standard error and shows nothing of what is typed; else it reads to the end. One newline
 * behind it does not count. CLI_INTERRUPTED: Ctrl-C; whatever ends it, the terminal is as it was. The caller clears
 * *ret_secret with clear_secret(). */
static enum cli_exit ask_secret(const struct cli *cli, const char *prompt, struct buf *ret_secret)
{
    bool typed = isatty(STDIN_FILENO);
    struct quiet quiet = {.off = false};
    *ret_secret = (struct buf){.limit = SECRET_BYTES_MAX, .traceless = true};
    ended_by = 0;
    if (typed) {
        become_quiet(&quiet);
        (void)fprintf(stderr, "%s", prompt);
        (void)fflush(stderr);
    }
    enum cli_exit exit = read_secret(cli, &quiet, ret_secret);
    if (typed)
        become_loud(&quiet);
    return exit;
}

static void clear_secret(struct buf *secret)
{
    buf_wipe(secret);
    buf_clear(secret);
}

/* Whether the answer is yes. */
static enum cli_exit ask_whether(const char *question, bool *ret_yes)
{
    char answer[64] = "";
    *ret_yes = true;
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
        return CLI_OK;
    (void)fprintf(stderr, "%s [y/N] ", question);
    (void)fflush(stderr);
    *ret_yes = fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y');
    return CLI_OK;
}

/* --- key set ----------------------------------------------------------------------------- */

static enum cli_exit run_set(struct cli *cli, int count, char **arguments);

const struct cli_command command_key_set = {
    .name = "key set",
    .arguments = "SERVICE",
    .summary = "Keep the key of a service, for agents that may use it",
    .details =
        "On a terminal it asks for the key and shows nothing of it; else it reads it from the standard input. It is\n"
        "never an argument, which every user of the machine could see. One that was there is replaced.",
    .arguments_min = 1,
    .arguments_max = 1,
    .words = "anthropic openai google github",
    .starts = true,
    .run = run_set,
};

static enum cli_exit set_key(struct cli *cli, struct slice service, struct slice value)
{
    autofree char *result = NULL;
    struct key_set_params params = {.service = service, .value = value};
    if (value.size == 0)
        return cli_fail(cli, CLI_USAGE, "the key is empty: nothing was changed");
    if (!text_is_utf8(value))
        return cli_fail(cli, CLI_USAGE, "the key is not UTF-8 text: nothing was changed");
    enum cli_exit exit = ask(cli, &key_set_method, &params, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    (void)fputs("the key of ", stdout);
    text_write(stdout, service);
    (void)puts(" is set");
    return CLI_OK;
}

static enum cli_exit run_set(struct cli *cli, int count, char **arguments)
{
    (void)count;
    char prompt[128];
    struct buf value;
    secret_forbid_dumps();
    (void)snprintf(prompt, sizeof prompt, "key of %.64s: ", arguments[0]);
    enum cli_exit exit = cli_need_daemon(cli); /* before a person types a key in vain */
    if (exit != CLI_OK)
        return exit;
    exit = ask_secret(cli, prompt, &value);
    if (exit == CLI_OK)
        exit = set_key(cli, slice_of(arguments[0]), buf_slice(&value));
    clear_secret(&value);
    return exit;
}

/* --- key list ---------------------------------------------------------------------------- */

static enum cli_exit run_list(struct cli *cli, int count, char **arguments);

const struct cli_command command_key_list = {
    .name = "key list",
    .arguments = "",
    .summary = "List the services that have a key",
    .details =
        "ENDS is how the key ends, of one that is long enough; SET and USED are how long ago. With --json a line of\n"
        "JSON for each.",
    .starts = true,
    .run = run_list,
};

static const struct table_column list_columns[] = {
    {.title = "SERVICE", .yields = true}, {.title = "ENDS"},
    {.title = "SET", .right = true},      {.title = "USED", .right = true},
    {.title = "USES", .right = true},
};

static void row_list(struct table *table, const void *record, const struct table_style *style)
{
    const struct key_record *key = record;
    char ends[64], set[TEXT_BRIEF_SIZE], used[TEXT_BRIEF_SIZE] = "never", uses[32];
    (void)snprintf(ends, sizeof ends, "%s%.*s", ascii_or("…", ".."), SLICE_ARG(key->last_four));
    text_brief((style->now_ms - key->created_at) / 1000, set);
    if (key->used_at_is == FIELD_SET)
        text_brief((style->now_ms - key->used_at) / 1000, used);
    (void)snprintf(uses, sizeof uses, "%" PRId64, key->uses);
    table_cell(table, key->service, NULL);
    table_cell(table, slice_of(ends), NULL);
    table_cell(table, slice_of(set), NULL);
    table_cell(table, slice_of(used), NULL);
    table_cell(table, slice_of(uses), NULL);
}

static enum cli_exit run_list(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    const struct pages pages = {.method = &key_list_method,
                                .columns = list_columns,
                                .column_count = sizeof list_columns / sizeof *list_columns,
                                .row = row_list,
                                .none = "no keys: 'weir key set anthropic', or another service, keeps one"};
    return pages_print(cli, &pages);
}

/* --- key delete -------------------------------------------------------------------------- */

static enum cli_exit run_delete(struct cli *cli, int count, char **arguments);

static const struct cli_option delete_options[] = {
    {"yes", 'y', NULL, NULL, "do not ask on a terminal whether to"},
    {0},
};

const struct cli_command command_key_delete = {
    .name = "key delete",
    .arguments = "SERVICE",
    .summary = "Forget the key of a service",
    .options = delete_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_KEYS,
    .starts = true,
    .run = run_delete,
};

static enum cli_exit run_delete(struct cli *cli, int count, char **arguments)
{
    (void)count;
    char question[128];
    bool yes = true;
    autofree char *result = NULL;
    struct key_delete_params params = {.service = slice_of(arguments[0])};
    (void)snprintf(question, sizeof question, "forget the key of %.64s?", arguments[0]);
    enum cli_exit exit = cli_option(cli, "yes") ? CLI_OK : ask_whether(question, &yes);
    if (!yes)
        return cli_fail(cli, CLI_FAILED, "nothing was changed");
    if (exit == CLI_OK)
        exit = ask(cli, &key_delete_method, &params, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    (void)fputs("the key of ", stdout);
    text_write(stdout, params.service);
    (void)puts(" is forgotten");
    return CLI_OK;
}

/* --- key rotate -------------------------------------------------------------------------- */

static enum cli_exit run_rotate(struct cli *cli, int count, char **arguments);

static const struct cli_option rotate_options[] = {
    {"key-file", 0, "FILE", NULL, "the new master key, where the old one is given from outside"},
    {0},
};

const struct cli_command command_key_rotate = {
    .name = "key rotate",
    .arguments = "",
    .summary = "Seal all keys anew, under a new master key",
    .details = "The daemon makes the new one, unless it was told where to find the old one (WEIR_MASTER_KEY_FILE, a\n"
               "credential of systemd): then --key-file names a file with 32 random bytes or 64 hexadecimal digits, "
               "which you\n"
               "then put in the old one's place. Whatever happens meanwhile, the keys can be opened.",
    .options = rotate_options,
    .starts = true,
    .run = run_rotate,
};

static enum cli_exit print_rotate(struct cli *cli, const char *text, bool given)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct key_rotate_result result;
    enum cli_exit exit = ask_read(cli, &arena, &key_rotate_result_shape, text, &result);
    if (exit == CLI_OK) {
        (void)printf("%" PRId64 " key%s sealed anew; the master key is in ", result.keys,
                     result.keys == 1 ? " is" : "s are");
        text_write(stdout, result.master_key);
        (void)puts(given ? "\nput it in the old one's place before the daemon starts again" : "");
    }
    arena_clear(&arena);
    return exit;
}

static enum cli_exit run_rotate(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    const char *file = cli_option(cli, "key-file");
    autofree char *path = file ? realpath(file, NULL) : NULL, *result = NULL;
    struct key_rotate_params params = {0};
    if (file && !path)
        return cli_fail(cli, CLI_USAGE, "--key-file %s: %s", file, strerror(errno));
    if (path) {
        params.key_file = slice_of(path);
        params.key_file_is = FIELD_SET;
    }
    enum cli_exit exit = ask(cli, &key_rotate_method, &params, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    return print_rotate(cli, result, path != NULL);
}
