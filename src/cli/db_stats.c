#include <inttypes.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/card.h"
#include "cli/commands.h"
#include "cli/text.h"
#include "contract/db.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_db_stats = {
    .name = "db stats",
    .arguments = "",
    .summary = "Show how much is stored, and how much of the disk it takes",
    .starts = true,
    .run = run,
};

static void print(const struct cli *cli, const struct db_stats_result *stats)
{
    struct card card;
    char file[TEXT_BYTES_SIZE], wal[TEXT_BYTES_SIZE], free_bytes[TEXT_BYTES_SIZE];
    card_begin(&card, cli, 8);
    text_write(stdout, stats->path);
    (void)putchar('\n');
    text_bytes(stats->file_bytes, file);
    text_bytes(stats->wal_bytes, wal);
    text_bytes(stats->free_bytes, free_bytes);
    card_line(&card, "file", "%s, of which %s are free", file, free_bytes);
    card_line(&card, "journal", "%s", wal);
    card_line(&card, "sessions", "%" PRId64, stats->sessions);
    card_line(&card, "tasks", "%" PRId64, stats->tasks);
    if (stats->events > 0)
        card_line(&card, "events", "%" PRId64 ", numbered %" PRId64 " to %" PRId64, stats->events, stats->first_seq,
                  stats->last_seq);
    else
        card_line(&card, "events", "0");
    card_text(&card, "epoch", stats->epoch, NULL);
    card_line(&card, "commits", "%" PRId64 " with %" PRId64 " changes, since the daemon started", stats->commits,
              stats->changes);
    card_line(&card, "schema", "%" PRId64, stats->schema);
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    autofree char *result = NULL;
    enum cli_exit exit = ask(cli, &db_stats_method, NULL, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct db_stats_result stats;
    exit = ask_read(cli, &arena, &db_stats_result_shape, result, &stats);
    if (exit == CLI_OK)
        print(cli, &stats);
    arena_clear(&arena);
    return exit;
}
