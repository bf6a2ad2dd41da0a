#include <inttypes.h>

#include "cli/ascii.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pages.h"
#include "cli/text.h"
#include "contract/key.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_key_list = {
    .name = "key list",
    .arguments = "",
    .summary = "List the services that have a key",
    .details =
        "ENDS is how the key ends, of one that is long enough; SET and USED are how long ago. With --json a line of\n"
        "JSON for each.",
    .starts = true,
    .run = run,
};

static const struct table_column columns[] = {
    {.title = "SERVICE", .yields = true}, {.title = "ENDS"},
    {.title = "SET", .right = true},      {.title = "USED", .right = true},
    {.title = "USES", .right = true},
};

static void row(struct table *table, const void *record, const struct table_style *style)
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

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    const struct pages pages = {.method = &key_list_method,
                                .columns = columns,
                                .column_count = sizeof columns / sizeof *columns,
                                .row = row,
                                .none = "no keys: 'weir key set anthropic', or another service, keeps one"};
    return pages_print(cli, &pages);
}
