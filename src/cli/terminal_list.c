#include <inttypes.h>

#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pages.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "contract/terminal.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"session", 's', "ID", NULL, "only those of this session"},
    {0},
};

const struct cli_command command_terminal_list = {
    .name = "terminal list",
    .arguments = "",
    .summary = "List the terminals that are open, the oldest first",
    .details = "USERS is how many are attached; 'held' is one whose descriptor another program has. With --json a\n"
               "line of JSON for each.",
    .options = options,
    .run = run,
};

static const struct table_column columns[] = {
    {.title = "ID"},
    {.title = "AGE", .right = true},
    {.title = "USERS", .right = true, .spare = 2},
    {.title = "SIZE", .right = true, .spare = 3},
    {.title = "PID", .right = true, .spare = 4},
    {.title = "SHELL", .yields = true},
    {.title = "CWD", .yields = true, .path = true},
    {.title = "SESSION", .optional = true, .spare = 1},
};

static void row(struct table *table, const void *record, const struct table_style *style)
{
    const struct terminal_record *terminal = record;
    char age[TEXT_BRIEF_SIZE], users[32], size[64], pid[32];
    text_brief((style->now_ms - terminal->created_at) / 1000, age);
    (void)snprintf(users, sizeof users, "%" PRId64, terminal->clients);
    (void)snprintf(size, sizeof size, "%" PRId64 "x%" PRId64, terminal->cols, terminal->rows);
    (void)snprintf(pid, sizeof pid, "%" PRId64, terminal->pid);
    table_cell_id(table, terminal->id, style);
    table_cell(table, slice_of(age), NULL);
    table_cell(table, terminal->held ? SLICE("held") : slice_of(users), style->color ? pretty_cyan : NULL);
    table_cell(table, slice_of(size), NULL);
    table_cell(table, slice_of(pid), NULL);
    table_cell(table, terminal->use_tmux ? SLICE("tmux") : terminal->shell, NULL);
    table_cell(table, terminal->cwd, NULL);
    table_cell_id(table, terminal->session_id_is == FIELD_SET ? terminal->session_id : SLICE(""), style);
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct terminal_list_params params = {0};
    enum cli_exit exit = ask_option(cli, "session", &params.session_id, &params.session_id_is);
    if (exit != CLI_OK)
        return exit;
    const struct pages pages = {.method = &terminal_list_method,
                                .columns = columns,
                                .column_count = sizeof columns / sizeof *columns,
                                .row = row,
                                .none = "no terminal is open: 'weir terminal open' opens one",
                                .params = &params};
    return pages_print(cli, &pages);
}
