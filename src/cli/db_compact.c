#include <inttypes.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/text.h"
#include "cli/waiting.h"
#include "contract/db.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_db_compact = {
    .name = "db compact",
    .arguments = "",
    .summary = "Remove what retention no longer keeps, and give free space back",
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    static const struct waiting waiting = {
        .doing = "the store is being compacted",
        .later = "the daemon goes on compacting; 'weir db stats' tells the sizes",
    };
    autofree char *result = NULL;
    enum cli_exit exit = waiting_call(cli, &db_compact_method, NULL, &waiting, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct db_compact_result done;
    char before[TEXT_BYTES_SIZE], after[TEXT_BYTES_SIZE];
    exit = ask_read(cli, &arena, &db_compact_result_shape, result, &done);
    if (exit == CLI_OK) {
        text_bytes(done.before_bytes, before);
        text_bytes(done.after_bytes, after);
        (void)printf("from %s to %s; removed %" PRId64 " events and %" PRId64 " tasks\n", before, after,
                     done.removed_events, done.removed_tasks);
    }
    arena_clear(&arena);
    return exit;
}
