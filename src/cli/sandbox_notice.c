#include "cli/sandbox_notice.h"

#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/pretty.h"

enum { ASK_MS = 1000 };

static const char message[] =
    "the sandbox is off: agents run with all your rights; remove \"sandbox\": \"off\" from the "
    "configuration and send the daemon SIGHUP to switch it on";

/* A name with a blank behind it is a group. */
static bool shows_agents(const struct cli_command *command)
{
    static const char *const names[] = {"task ", "session ", "terminal ", "daemon status",
                                        "run",   "chat",     "watch",     "top"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size = strlen(names[i]);
        bool group = names[i][size - 1] == ' ';
        if (group ? strncmp(command->name, names[i], size) == 0 : strcmp(command->name, names[i]) == 0)
            return true;
    }
    return false;
}

/* These two say nothing but what they are asked to. */
static bool stays_unnamed(const struct cli_command *command)
{
    return strcmp(command->name, "call") == 0 || strcmp(command->name, "ping") == 0;
}

/* The first thing that is said on a connection of ours: who this is, for the audit log; the answer is found by its one
 * word, whatever else it has. */
static bool is_off(struct cli *cli)
{
    static const char params[] =
        "{\"protocolVersion\":\"1.0\",\"client\":{\"name\":\"weir\",\"version\":\"" WEIR_VERSION "\"}}";
    autofree char *result = NULL;
    int64_t ms = cli->timeout_ms > 0 && cli->timeout_ms < ASK_MS ? cli->timeout_ms : ASK_MS;
    if (weir_call(cli->weir, "initialize", params, WEIR_TEXT, ms, &result, NULL) < 0)
        return false;
    return strstr(result, "\"sandbox\":\"off\"") != NULL;
}

void sandbox_notice(struct cli *cli)
{
    if (cli->introduced || stays_unnamed(cli->command))
        return;
    cli->introduced = true;
    if (!is_off(cli) || cli->noticed || !shows_agents(cli->command))
        return;
    cli->noticed = true;
    if (cli->json)
        (void)fputs("{\"notice\":{\"code\":\"sandbox_off\",\"message\":\"agents run with all rights of the user\"}}\n",
                    stderr);
    else
        cli_note(cli, pretty_red, "%s", message);
}
