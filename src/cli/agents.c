#include <stdio.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/layout.h"
#include "cli/pretty.h"
#include "cli/table.h"
#include "cli/tty.h"
#include "contract/agent.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_agents = {
    .name = "agents",
    .arguments = "",
    .summary = "List the agents, whether each can be used, and why not",
    .details =
        "Lists agents in the order in which weir chooses one; * marks the one that it uses if you name none. HOW is "
        "the\n"
        "interface: builtin and offline belong to weir; stdio, acp and claude-code are programs that were found in "
        "PATH\n"
        "or named in the configuration; executor is an executor of the configuration. weir searches for them in a\n"
        "sandbox, as a task would. With --json, prints every field.",
    .starts = true,
    .run = run,
};

static const struct table_column columns[] = {
    {.title = "NAME"},
    {.title = "STATE"},
    {.title = "HOW"},
    {.title = "MODEL", .optional = true},
    {.title = "PROGRAM", .yields = true, .optional = true},
    {.title = "WHY", .yields = true, .optional = true},
};

static void add_row(struct table *table, const struct agent_record *agent, bool color, bool reasons)
{
    struct buf name = BUF_LIMITED(4096), model = BUF_LIMITED(4096);
    (void)buf_printf(&name, "%.*s%s", SLICE_ARG(agent->name), agent->chosen ? " *" : "");
    if (agent->service_is == FIELD_SET)
        (void)buf_append_slice(&model, agent->service);
    if (agent->model_is == FIELD_SET)
        (void)buf_printf(&model, "%s%.*s", model.size > 0 ? "/" : "", SLICE_ARG(agent->model));
    table_cell(table, buf_slice(&name), color && agent->chosen ? pretty_bold : NULL);
    table_cell(table, agent->usable ? SLICE("usable") : SLICE("not usable"),
               !color          ? NULL
               : agent->usable ? pretty_green
                               : pretty_dim);
    table_cell(table, agent->adapter, NULL);
    table_cell(table, buf_slice(&model), NULL);
    table_cell(table, agent->program_is == FIELD_SET ? agent->program : SLICE(""), NULL);
    if (reasons)
        table_cell(table, agent->reason_is == FIELD_SET ? agent->reason : SLICE(""), NULL);
    buf_clear(&name);
    buf_clear(&model);
}

/* Prints below the table why agents cannot be used, without cutting. */
static void print_reasons(const struct agent_list_result *list)
{
    struct definitions definitions = definitions_to(stdout, 0, "");
    for (size_t i = 0; i < list->agents.count; i++)
        if (list->agents.items[i].reason_is == FIELD_SET)
            definitions_measure(&definitions, list->agents.items[i].name);
    if (definitions.column > 0)
        (void)putchar('\n');
    for (size_t i = 0; i < list->agents.count; i++)
        if (list->agents.items[i].reason_is == FIELD_SET)
            definitions_print(&definitions, stdout, list->agents.items[i].name, list->agents.items[i].reason);
}

/* On a terminal the reasons are printed below the table, whose columns would cut them. */
static void print(const struct cli *cli, const struct agent_list_result *list)
{
    struct table table;
    struct buf out = BUF_LIMITED(ASK_BYTES_MAX);
    size_t limit = tty_columns(STDOUT_FILENO);
    bool reasons = limit == COLUMNS_ANY;
    table_init(&table, columns, sizeof columns / sizeof *columns - (reasons ? 0 : 1), limit,
               pretty_if(cli->color, pretty_bold));
    for (size_t i = 0; i < list->agents.count; i++)
        add_row(&table, &list->agents.items[i], cli->color, reasons);
    table_write(&table, &out);
    (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
    table_clear(&table);
    if (!reasons)
        print_reasons(list);
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    autofree char *result = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct agent_list_result list;
    enum cli_exit exit = ask(cli, &agent_list_method, NULL, &result);
    if (exit == CLI_OK && cli->json)
        ask_print_json(result);
    else if (exit == CLI_OK && (exit = ask_read(cli, &arena, &agent_list_result_shape, result, &list)) == CLI_OK)
        print(cli, &list);
    arena_clear(&arena);
    return exit;
}
