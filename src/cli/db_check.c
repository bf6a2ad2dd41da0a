#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "cli/waiting.h"
#include "contract/db.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"quick", 'q', NULL, NULL, "leave out whether the indexes agree with their tables"},
    {0},
};

const struct cli_command command_db_check = {
    .name = "db check",
    .arguments = "",
    .summary = "Read the whole store and look for damage",
    .details = "Takes a while where it is large; everything else goes on. The exit status is 1 when there is damage.",
    .options = options,
    .starts = true,
    .run = run,
};

static void print(const struct cli *cli, const struct db_check_result *check)
{
    if (check->ok)
        (void)printf("%sok%s: no damage was found\n", pretty_if(cli->color, pretty_green),
                     pretty_if(cli->color, pretty_off));
    for (size_t i = 0; i < check->problems.count; i++) {
        text_write(stdout, check->problems.items[i]);
        (void)putchar('\n');
    }
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    static const struct waiting waiting = {
        .doing = "the store is being checked",
        .later = "the daemon may go on checking; 'weir db check' begins anew",
    };
    autofree char *result = NULL;
    struct db_check_params params = {.quick = cli_option(cli, "quick") != NULL};
    enum cli_exit exit = waiting_call(cli, &db_check_method, &params, &waiting, &result);
    if (exit != CLI_OK)
        return exit;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct db_check_result check;
    exit = ask_read(cli, &arena, &db_check_result_shape, result, &check);
    if (exit == CLI_OK && cli->json)
        ask_print_json(result);
    else if (exit == CLI_OK)
        print(cli, &check);
    if (exit == CLI_OK && !check.ok)
        exit = cli_fail(cli, CLI_FAILED, "the store is damaged: keep a copy of it, then restore a backup");
    arena_clear(&arena);
    return exit;
}
