#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/secret.h"
#include "base/suggest.h"
#include "cli/ascii.h"
#include "cli/ask.h"
#include "cli/ask_secret.h"
#include "cli/commands.h"
#include "cli/pages.h"
#include "cli/text.h"
#include "contract/key.h"

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

/* --- key set --- */

static enum cli_exit run_set(struct cli *cli, int count, char **arguments);

const struct cli_command command_key_set = {
    .name = "key set",
    .arguments = "SERVICE",
    .summary = "Store the API key for a provider",
    .details =
        "A provider is a service that offers models, such as anthropic, openai or one of the configuration. SERVICE "
        "is\n"
        "its name.\n"
        "\n"
        "On a terminal, reads the key without showing it; elsewhere, reads it from standard input. A key is never an\n"
        "argument, which every user of the machine could see. Replaces an existing key.",
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
        return cli_fail(cli, CLI_USAGE, "the key is empty; nothing was changed");
    if (!text_is_utf8(value))
        return cli_fail(cli, CLI_USAGE, "the key is not UTF-8 text; nothing was changed");
    enum cli_exit exit = ask(cli, &key_set_method, &params, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    (void)fputs("stored the key for ", stdout);
    text_write(stdout, service);
    (void)putchar('\n');
    return CLI_OK;
}

/* Any name is allowed. If it differs from a known one by one letter, the hint precedes the prompt for the key. */
static void hint_at_name(const struct cli *cli, const char *service)
{
    static const char *const known[] = {"anthropic", "openai", "google", "github"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (suggest_distance(service, known[i]) == 1)
            cli_hint(cli, "did you mean %s?", known[i]);
}

static enum cli_exit run_set(struct cli *cli, int count, char **arguments)
{
    (void)count;
    char prompt[128];
    struct buf value;
    secret_forbid_dumps();
    (void)snprintf(prompt, sizeof prompt, "API key for %.64s: ", arguments[0]);
    enum cli_exit exit = cli_need_daemon(cli); /* before the user types a key in vain */
    if (exit != CLI_OK)
        return exit;
    hint_at_name(cli, arguments[0]);
    exit = ask_secret(cli, "the key", prompt, &value);
    if (exit == CLI_OK)
        exit = set_key(cli, slice_of(arguments[0]), buf_slice(&value));
    ask_secret_clear(&value);
    return exit;
}

/* --- key list --- */

static enum cli_exit run_list(struct cli *cli, int count, char **arguments);

const struct cli_command command_key_list = {
    .name = "key list",
    .arguments = "",
    .summary = "List the providers that have an API key",
    .details = "ENDS shows the last characters of a key that is long enough; SET and USED are times ago. With --json, "
               "prints a\n"
               "line of JSON per key.",
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
                                .none = "no keys; to add one: weir key set anthropic"};
    return pages_print(cli, &pages);
}

/* --- key delete --- */

static enum cli_exit run_delete(struct cli *cli, int count, char **arguments);

static const struct cli_option delete_options[] = {
    {"yes", 'y', NULL, NULL, "do not ask on a terminal"},
    {0},
};

const struct cli_command command_key_delete = {
    .name = "key delete",
    .arguments = "SERVICE",
    .summary = "Delete the API key of a provider",
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
    (void)snprintf(question, sizeof question, "Delete the key for %.64s?", arguments[0]);
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
    (void)fputs("deleted the key for ", stdout);
    text_write(stdout, params.service);
    (void)putchar('\n');
    return CLI_OK;
}

/* --- key rotate --- */

static enum cli_exit run_rotate(struct cli *cli, int count, char **arguments);

static const struct cli_option rotate_options[] = {
    {"key-file", 0, "FILE", NULL, "file with the new master key, if the current one is provided from outside"},
    {0},
};

const struct cli_command command_key_rotate = {
    .name = "key rotate",
    .arguments = "",
    .summary = "Encrypt all keys with a new master key",
    .details =
        "The daemon creates the new master key. If the current one is provided from outside (WEIR_MASTER_KEY_FILE, a\n"
        "systemd credential), --key-file names a file with the new one: 32 random bytes or 64 hexadecimal digits. You\n"
        "must then put it in the place of the current one. An interrupted rotation loses no keys.",
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
        (void)printf("%" PRId64 " key%s encrypted again; the master key is in ", result.keys,
                     result.keys == 1 ? " was" : "s were");
        text_write(stdout, result.master_key);
        (void)puts(given ? "\n"
                           "put it in the place of the old one before the daemon starts again"
                         : "");
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
