#include <stdio.h>

#include "base/cleanup.h"
#include "base/secret.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/secret.h"
#include "cli/text.h"
#include "contract/key.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

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
    .run = run,
};

static enum cli_exit set(struct cli *cli, struct slice service, struct slice value)
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

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    char prompt[128];
    struct buf value;
    secret_forbid_dumps();
    (void)snprintf(prompt, sizeof prompt, "key of %.64s: ", arguments[0]);
    enum cli_exit exit = cli_need_daemon(cli); /* before a person types a key in vain */
    if (exit != CLI_OK)
        return exit;
    exit = secret_read(cli, prompt, &value);
    if (exit == CLI_OK)
        exit = set(cli, slice_of(arguments[0]), buf_slice(&value));
    secret_clear(&value);
    return exit;
}
