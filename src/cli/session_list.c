#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pages.h"
#include "cli/session_view.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"state", 's', "STATE", "open closed", "only those in this state"},
    PAGES_OPTIONS,
    {0},
};

const struct cli_command command_session_list = {
    .name = "session list",
    .arguments = "",
    .summary = "List sessions, the newest first",
    .options = options,
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct session_list_params params = {0};
    params.state = (enum session_state)ask_word(cli, "state", &session_state_shape, &params.state_is);
    const struct pages pages = {.method = &session_list_method,
                                .columns = session_columns,
                                .column_count = session_column_count,
                                .row = session_row,
                                .none = "no sessions: 'weir run' begins one",
                                .params = &params};
    return pages_print(cli, &pages);
}
