/* Startup and shutdown. */
#include <stdlib.h>

#include "base/log.h"
#include "base/secret.h"
#include "connector/connector.h"
#include "contract/connector_dispatch.h"
#include "transfer/curl.h"

static const char usage[] =
    "usage: weir-mcp [OPTIONS] [SOCKET]\n"
    "       weir-mcp --proxy SERVER DIRECTORY\n"
    "\n"
    "Runs one MCP server for all its users. The weir daemon starts it, connects to SOCKET (default:\n"
    "$EXECUTOR_SOCKET), and says which server.\n"
    "\n"
    "  --proxy SERVER DIRECTORY\n"
    "                      be an MCP server on standard input and output, for an agent in a sandbox; pass everything "
    "on\n"
    "                      to the weir-executor that has made DIRECTORY\n"
    "  --orphan-ms MS      exit after MS milliseconds without the daemon (default: 60000)\n"
    "  --version           print the version\n"
    "  --help              print this help\n"
    "\n"
    "Exit status: 0 stopped on request, 1 the server ended or cannot be used, 2 invalid usage.\n";

int connector_configure(struct connector *connector, int argc, char **argv)
{
    const struct helper_number numbers[] = {{"orphan-ms", &connector->helper.orphan_ms}};
    connector->helper.orphan_ms = CONNECTOR_ORPHAN_MS;
    return helper_configure("weir-mcp", usage, numbers, sizeof numbers / sizeof *numbers, argc, argv,
                            &connector->helper.socket);
}

static struct connector *connector_of_helper(const struct helper *helper)
{
    return list_member((struct helper *)helper, struct connector, helper);
}

/* A daemon that takes over has not seen the questions. */
static void on_connected(struct helper *helper)
{
    questions_repeat(connector_of_helper(helper));
}

static void leave(struct helper *helper)
{
    server_end(&connector_of_helper(helper)->server);
}

static bool is_idle(const struct helper *helper)
{
    return server_is_gone(&connector_of_helper(helper)->server);
}

static void close_all(struct helper *helper)
{
    struct connector *connector = connector_of_helper(helper);
    questions_clear(connector);
    calls_clear(connector);
    fetches_clear(connector);
    lists_clear(connector);
    timers_unset(&helper->rpc.timers, &connector->start);
    timers_unset(&helper->rpc.timers, &connector->check);
}

static const struct helper_kind kind = {
    .name = "weir-mcp",
    .dispatch = &connector_dispatch,
    .waits = true,
    .connected = on_connected,
    .leave = leave,
    .is_idle = is_idle,
    .close = close_all,
};

int connector_run(struct connector *connector)
{
    list_init(&connector->fetches);
    calls_init(connector);
    lists_init(connector);
    questions_init(connector);
    connector_open_init(connector);
    server_init(&connector->server, connector);
    connector->helper.kind = &kind;
    secret_forbid_dumps(); /* keys of the server pass through this process */
    log_set_level(LOG_INFO);
    (void)setenv("UV_THREADPOOL_SIZE", "1", 0);
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK || helper_open(&connector->helper) < 0)
        return -HELPER_EXIT_FAILED;
    helper_run(&connector->helper);
    return connector->has_failed ? -HELPER_EXIT_FAILED : 0;
}

void connector_clear(struct connector *connector)
{
    server_clear(&connector->server);
    if (connector->params)
        explicit_bzero(connector->params, connector->params_bytes);
    free(connector->params);
    helper_clear(&connector->helper);
    curl_global_cleanup();
}
