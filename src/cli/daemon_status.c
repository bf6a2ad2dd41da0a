#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "cli/card.h"
#include "cli/commands.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "contract/daemon.h"
#include "json/decode.h"
#include "json/read.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_daemon_status = {
    .name = "daemon status",
    .arguments = "",
    .summary = "Show how the daemon and its parts are",
    .details = "The exit status is 0 whenever the daemon answers, also when it is not well.",
    .run = run,
};

enum { LIMIT = 16 << 20 };

static void print_health(const struct cli *cli, enum daemon_health health)
{
    const char *const colors[] = {[DAEMON_HEALTH_OK] = pretty_green,
                                  [DAEMON_HEALTH_DEGRADED] = pretty_yellow,
                                  [DAEMON_HEALTH_FAILED] = pretty_red};
    struct slice word = daemon_health_shape.of.words.items[health];
    (void)printf("%s%.*s%s", pretty_if(cli->color, colors[health]), SLICE_ARG(word), pretty_if(cli->color, pretty_off));
}

static void print_subsystems(const struct cli *cli, const struct daemon_status_result_subsystems *subsystems)
{
    size_t column = 0;
    for (size_t i = 0; i < subsystems->count; i++) {
        size_t width = text_width(subsystems->items[i].key);
        column = width > column ? width : column;
    }
    for (size_t i = 0; i < subsystems->count; i++) {
        const struct daemon_subsystem *subsystem = &subsystems->items[i].value;
        (void)printf("  %-8s ", i == 0 ? "parts" : "");
        text_write(stdout, subsystems->items[i].key);
        (void)printf("%*s", (int)(column - text_width(subsystems->items[i].key) + 2), "");
        print_health(cli, subsystem->health);
        if (subsystem->message_is == FIELD_SET) {
            /* Agents that are held less than they could be are nothing to read over. */
            bool red = cli->color && slice_is(subsystems->items[i].key, "sandbox");
            (void)printf(": %s", pretty_if(red, pretty_red));
            text_write(stdout, subsystem->message);
            (void)fputs(pretty_if(red, pretty_off), stdout);
        }
        (void)putchar('\n');
    }
}

static void print_status(const struct cli *cli, const struct daemon_status_result *status)
{
    struct card card;
    char text[128], duration[TEXT_DURATION_SIZE], bytes[TEXT_BYTES_SIZE], since[32] = "";
    time_t started = (time_t)(status->started_at / 1000);
    struct tm local;
    card_begin(&card, cli, 8);
    (void)fputs("weird ", stdout);
    text_write(stdout, status->version);
    (void)fputs(status->stopping ? " is stopping: " : " is running: ", stdout);
    print_health(cli, status->health);
    (void)putchar('\n');
    (void)snprintf(text, sizeof text, "%lld", (long long)status->pid);
    card_text(&card, "pid", slice_of(text), NULL);
    text_duration(status->uptime_seconds, duration);
    if (localtime_r(&started, &local))
        (void)strftime(since, sizeof since, "%Y-%m-%d %H:%M:%S", &local);
    (void)snprintf(text, sizeof text, "%s, since %s", duration, since);
    card_text(&card, "uptime", slice_of(text), NULL);
    text_bytes(status->memory_bytes, bytes);
    card_text(&card, "memory", slice_of(bytes), NULL);
    (void)snprintf(text, sizeof text, "%lld", (long long)status->clients);
    card_text(&card, "clients", slice_of(text), NULL);
    card_text(&card, "socket", status->socket, NULL);
    card_text(&card, "state", status->state, NULL);
    card_text(&card, "config", slice_of(status->config_is == FIELD_SET ? status->config.data : "none"), NULL);
    print_subsystems(cli, &status->subsystems);
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    autofree char *result = NULL;
    enum cli_exit exit = cli_call(cli, "daemon.status", NULL, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        pretty_print_text(stdout, result, false, false);
        return CLI_OK;
    }
    struct arena arena = ARENA_LIMITED(LIMIT);
    struct daemon_status_result status;
    struct decode_error wrong = {.path = "result", .message = "is not JSON"};
    struct json_error error;
    yyjson_val *root = NULL;
    int r = json_read(&arena, slice_of(result), &root, &error);
    if (r == 0)
        r = json_decode(&arena, &daemon_status_result_shape, root, "result", &status, &wrong);
    if (r == 0)
        print_status(cli, &status);
    else
        exit = cli_fail(cli, CLI_FAILED, "the daemon speaks another version, %s %s: see it with --json", wrong.path,
                        wrong.message);
    arena_clear(&arena);
    return exit;
}
