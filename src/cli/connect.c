#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/cli.h"
#include "cli/daemon.h"
#include "cli/pretty.h"

/* --- initialize, and the notice that the sandbox is off --- */

enum { INTRODUCE_MS = 1000 };

static const char sandbox_off[] = "the sandbox is off: agents run with all your rights; to turn it on, remove "
                                  "\"sandbox\": \"off\" from the configuration and send SIGHUP to the daemon";

/* A name that ends with a space stands for a group. */
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

/* `call` sends nothing but the user's request, and `ping` measures a bare request. */
static bool stays_unnamed(const struct cli_command *command)
{
    return strcmp(command->name, "call") == 0 || strcmp(command->name, "ping") == 0;
}

/* Sends "initialize", which names this client in the audit log. Searches the response for one member, since the rest
 * does not matter here. Only `health` shows the health of services. */
static bool is_off(struct cli *cli)
{
#define NAMED "{\"protocolVersion\":\"1.0\",\"client\":{\"name\":\"weir\",\"version\":\"" WEIR_VERSION "\"}"
    const char *params = strncmp(cli->command->name, "health", strlen("health")) == 0 ? NAMED "}"
                                                                                      : NAMED
                             ",\"optOutNotificationMethods\":[\"system:health\"]}";
#undef NAMED
    autofree char *result = NULL;
    int64_t ms = cli->timeout_ms > 0 && cli->timeout_ms < INTRODUCE_MS ? cli->timeout_ms : INTRODUCE_MS;
    if (weir_call(cli->weir, "initialize", params, WEIR_TEXT, ms, &result, NULL) < 0)
        return false;
    return strstr(result, "\"sandbox\":\"off\"") != NULL;
}

void cli_introduce(struct cli *cli)
{
    if (cli->introduced || !cli->command || stays_unnamed(cli->command))
        return;
    cli->introduced = true;
    if (!is_off(cli) || cli->noticed || !shows_agents(cli->command))
        return;
    cli->noticed = true;
    if (cli->json)
        (void)fputs("{\"notice\":{\"code\":\"sandbox_off\",\"message\":\"agents run with all of your rights\"}}\n",
                    stderr);
    else
        cli_note(cli, pretty_red, "%s", sandbox_off);
}

/* --- connecting --- */

enum cli_exit cli_find_socket(struct cli *cli)
{
    if (cli->endpoint)
        return CLI_OK;
    int r = weir_find_socket(cli_option(cli, "socket"), &cli->endpoint);
    if (r < 0)
        return cli_fail(cli, CLI_FAILED, "cannot find the socket of the daemon: %s; name it with --socket",
                        r == -ENOENT ? "HOME is not set" : strerror(-r));
    if (cli->endpoint->ignored)
        cli_hint(cli, "ignoring %s: %s; to register a project: weir daemon start --project DIR", cli->endpoint->ignored,
                 cli->endpoint->why);
    return CLI_OK;
}

char *cli_project(const struct cli *cli)
{
    static const char tail[] = "/.weir/daemon.sock";
    const char *socket = cli->endpoint->socket;
    size_t size = strlen(socket), tail_size = sizeof tail - 1;
    if (strcmp(socket, tail + 1) == 0)
        return strdup(".");
    if (size < tail_size || strcmp(socket + size - tail_size, tail) != 0)
        return NULL;
    return size == tail_size ? strdup("/") : strndup(socket, size - tail_size);
}

int cli_connect_quietly(struct cli *cli)
{
    if (cli->weir && weir_is_connected(cli->weir))
        return 0;
    if (!cli->weir) {
        cli->weir = weir_new();
        if (!cli->weir)
            return -ENOMEM;
        weir_set_timeout(cli->weir, cli->timeout_ms);
    }
    cli->introduced = false;
    return weir_connect(cli->weir, cli->endpoint->socket);
}

enum cli_exit cli_need_daemon(struct cli *cli)
{
    bool started = false;
    enum cli_exit exit = cli_find_socket(cli);
    if (exit != CLI_OK)
        return exit;
    int r = cli_connect_quietly(cli);
    if (r == 0 || (r != -ENOENT && r != -ECONNREFUSED && r != -ECONNRESET))
        return CLI_OK;
    exit = daemon_start_if_none(cli, &started);
    if (exit == CLI_OK && started && !cli->json && !cli_option(cli, "quiet"))
        cli_note(cli, pretty_dim, "started the daemon on %s; to stop it: weir daemon stop", cli->endpoint->socket);
    return exit;
}

enum cli_exit cli_connect(struct cli *cli)
{
    enum cli_exit exit = cli->command && cli->command->starts ? cli_need_daemon(cli) : cli_find_socket(cli);
    if (exit != CLI_OK)
        return exit;
    if (cli_connect_quietly(cli) == 0) {
        cli_introduce(cli);
        return CLI_OK;
    }
    return cli->weir ? cli_fail_call(cli) : cli_fail(cli, CLI_FAILED, "out of memory or file descriptors");
}

void cli_disconnect(struct cli *cli)
{
    cli->weir = weir_free(cli->weir);
}

enum cli_exit cli_call(struct cli *cli, const char *method, const char *params, char **ret_result)
{
    enum cli_exit exit = cli_connect(cli);
    if (exit != CLI_OK)
        return exit;
    int r = weir_call(cli->weir, method, params, WEIR_TEXT, WEIR_TIMEOUT_DEFAULT, ret_result, NULL);
    return r < 0 ? cli_fail_call(cli) : CLI_OK;
}
