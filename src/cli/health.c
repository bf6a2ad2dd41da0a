/* weir health: the services that desktop shells show. */
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pretty.h"
#include "cli/table.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "contract/system.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"

enum {
    SERVICES = SYSTEM_SERVICE_MCP + 1,
    SHOW_MS = 6000,   /* longer than the check of a provider takes */
    RETRY_MS = 45000, /* longer than a server usually takes to start */
    ARENA_BYTES = 1 << 20,
};

/* The states as they arrive. */
struct health {
    struct arena arena;
    struct system_health_params services[SERVICES];
    bool known[SERVICES];
};

static void on_health(struct weir *weir, const char *method, const char *params, size_t size, void *user)
{
    struct health *health = user;
    struct system_health_params read;
    struct json_error syntax;
    struct decode_error error;
    yyjson_val *root = NULL;
    (void)weir;
    (void)method;
    if (!params || json_read(&health->arena, (struct slice){params, size}, &root, &syntax) < 0 ||
        json_decode(&health->arena, &system_health_params_shape, root, "params", &read, &error) < 0)
        return;
    health->services[read.service] = read;
    health->services[read.service].message = arena_copy(&health->arena, read.message);
    health->known[read.service] = true;
}

static bool is_settled(const struct health *health)
{
    for (unsigned i = 0; i < SERVICES; i++)
        if (!health->known[i] || health->services[i].state == SYSTEM_SERVICE_STATE_STARTING ||
            health->services[i].state == SYSTEM_SERVICE_STATE_RESTARTING)
            return false;
    return true;
}

static enum cli_exit begin(struct cli *cli, struct health *health)
{
    *health = (struct health){.arena = ARENA_LIMITED(ARENA_BYTES)};
    enum cli_exit exit = cli_find_socket(cli);
    if (exit != CLI_OK)
        return exit;
    cli->weir = cli->weir ? cli->weir : weir_new();
    if (!cli->weir || weir_on_notification(cli->weir, system_health_event.name.data, on_health, health) < 0)
        return cli_fail(cli, CLI_FAILED, "out of memory or file descriptors");
    return cli_connect(cli);
}

/* Waits until no service is starting, unless --timeout says how long. */
static void settle(struct cli *cli, const struct health *health, int64_t usual_ms)
{
    int64_t left_ms = cli->timeout_ms > 0 ? cli->timeout_ms : usual_ms;
    int64_t until_ms = (int64_t)(clock_monotonic_ns() / 1000000) + left_ms;
    while (!is_settled(health) && left_ms > 0 && weir_wait(cli->weir, left_ms) >= 0)
        left_ms = until_ms - (int64_t)(clock_monotonic_ns() / 1000000);
}

static void end(struct cli *cli, struct health *health)
{
    cli_disconnect(cli);
    arena_clear(&health->arena);
}

/* --- health show --- */

static enum cli_exit run_show(struct cli *cli, int count, char **arguments);

const struct cli_command command_health_show = {
    .name = "health show",
    .arguments = "",
    .summary = "Show the health of capture, agents, Ollama and the MCP servers",
    .details =
        "A service that is switched off is running, with the message 'off'. 'weir daemon status' shows the parts of "
        "the daemon.\n"
        "With --json, prints a line of JSON per service.",
    .leads = true,
    .starts = true,
    .run = run_show,
};

static const char *color_of(const struct cli *cli, enum system_service_state state)
{
    static const char *const colors[] = {
        [SYSTEM_SERVICE_STATE_STARTING] = pretty_yellow,   [SYSTEM_SERVICE_STATE_RUNNING] = pretty_green,
        [SYSTEM_SERVICE_STATE_DEGRADED] = pretty_yellow,   [SYSTEM_SERVICE_STATE_FAILED] = pretty_red,
        [SYSTEM_SERVICE_STATE_RESTARTING] = pretty_yellow,
    };
    return cli->color ? colors[state] : NULL;
}

static void print_table(const struct cli *cli, const struct health *health)
{
    static const struct table_column columns[] = {
        {.title = "SERVICE"}, {.title = "STATE"}, {.title = "MESSAGE", .yields = true, .optional = true}};
    struct table table;
    struct buf out = BUF_LIMITED(ARENA_BYTES);
    table_init(&table, columns, sizeof columns / sizeof *columns, tty_columns(STDOUT_FILENO),
               pretty_if(cli->color, pretty_bold));
    for (unsigned i = 0; i < SERVICES; i++) {
        const struct system_health_params *service = &health->services[i];
        if (!health->known[i])
            continue;
        table_cell(&table, system_service_shape.of.words.items[i], NULL);
        table_cell(&table, system_service_state_shape.of.words.items[service->state], color_of(cli, service->state));
        table_cell(&table, service->message_is == FIELD_SET ? service->message : SLICE(""), NULL);
    }
    table_write(&table, &out);
    (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
    table_clear(&table);
}

static void print_lines(const struct health *health)
{
    for (unsigned i = 0; i < SERVICES; i++) {
        struct buf line = BUF_LIMITED(ARENA_BYTES);
        if (health->known[i] && json_encode(&line, &system_health_params_shape, &health->services[i]) == 0 &&
            buf_terminate(&line) == 0)
            ask_print_json(line.data);
        buf_clear(&line);
    }
}

static enum cli_exit run_show(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct health health;
    enum cli_exit exit = begin(cli, &health);
    if (exit == CLI_OK) {
        settle(cli, &health, SHOW_MS);
        if (cli->json)
            print_lines(&health);
        else
            print_table(cli, &health);
    }
    end(cli, &health);
    return exit;
}

/* --- health retry --- */

static enum cli_exit run_retry(struct cli *cli, int count, char **arguments);

const struct cli_command command_health_retry = {
    .name = "health retry",
    .arguments = "SERVICE",
    .summary = "Try a service again that has failed or is degraded: agents, ollama or mcp",
    .details = "Waits for the outcome. The exit status is 1 if the service does not work afterwards.",
    .arguments_min = 1,
    .arguments_max = 1,
    .words = "agents ollama mcp capture",
    .starts = true,
    .run = run_retry,
};

static enum cli_exit report(struct cli *cli, const struct system_health_params *service)
{
    bool works = service->state == SYSTEM_SERVICE_STATE_RUNNING;
    struct buf line = BUF_LIMITED(ARENA_BYTES);
    if (cli->json) {
        if (json_encode(&line, &system_health_params_shape, service) == 0 && buf_terminate(&line) == 0)
            ask_print_json(line.data);
    } else {
        (void)printf("%s is %s", system_service_shape.of.words.items[service->service].data,
                     system_service_state_shape.of.words.items[service->state].data);
        if (service->message_is == FIELD_SET) {
            (void)fputs(": ", stdout);
            text_write(stdout, service->message);
        }
        (void)putchar('\n');
    }
    buf_clear(&line);
    return works ? CLI_OK : CLI_FAILED;
}

static enum cli_exit retry(struct cli *cli, struct health *health, enum system_service service)
{
    autofree char *text = NULL;
    const struct system_retry_params params = {.service = service};
    settle(cli, health, SHOW_MS);
    enum cli_exit exit = ask(cli, &system_retry_method, &params, &text);
    if (exit != CLI_OK)
        return exit;
    settle(cli, health, RETRY_MS);
    return health->known[service] ? report(cli, &health->services[service])
                                  : cli_fail(cli, CLI_FAILED, "the daemon did not report the service");
}

static enum cli_exit run_retry(struct cli *cli, int count, char **arguments)
{
    (void)count;
    struct health health;
    const struct shape *words = &system_service_shape;
    uint32_t at = 0;
    while (at < words->of.words.count && !slice_is(words->of.words.items[at], arguments[0]))
        at++;
    if (at == words->of.words.count)
        return cli_fail(cli, CLI_USAGE, "unknown service '%s'; choose agents, ollama, mcp or capture", arguments[0]);
    enum cli_exit exit = begin(cli, &health);
    if (exit == CLI_OK)
        exit = retry(cli, &health, (enum system_service)at);
    end(cli, &health);
    return exit;
}
