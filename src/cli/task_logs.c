#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/notice.h"
#include "cli/task_await.h"
#include "cli/terminal.h"
#include "cli/transcript.h"
#include "contract/event.h"
#include "json/write.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"follow", 'f', NULL, NULL, "go on until the task has ended"},
    {0},
};

const struct cli_command command_task_logs = {
    .name = "task logs",
    .arguments = "[TASK]",
    .summary = "Show what was said and done in a task",
    .details =
        "Without TASK it is the last one of this directory. With --json each event is a line:\n"
        "{\"method\": ..., \"params\": ...}. With --follow the exit status tells how the task ended, as that of\n"
        "'weir task wait' does.",
    .options = options,
    .arguments_min = 0,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_TASKS,
    .starts = true,
    .run = run,
};

enum { PAGE = 1000, PRINT_BYTES_MAX = 512 << 20 };

struct logs {
    struct cli *cli;
    struct event_list_params params;
    struct transcript transcript;
    struct arena arena;
    char *epoch;
    bool more;
};

static void print_page(struct logs *logs, const struct event_list_result *page)
{
    struct buf out = BUF_LIMITED(PRINT_BYTES_MAX);
    if (page->gap_is == FIELD_SET) {
        char message[128];
        (void)snprintf(message, sizeof message, "events %lld to %lld are missing: retention has removed them",
                       (long long)page->gap.from_seq, (long long)page->gap.to_seq);
        notice_print(logs->cli, FOLLOW_GAP, message);
    }
    for (size_t i = 0; i < page->events.count; i++) {
        const struct event_entry *entry = &page->events.items[i];
        if (logs->cli->json) {
            struct buf params = BUF_LIMITED(PRINT_BYTES_MAX);
            if (json_write_any(&params, &entry->params) == 0 && buf_terminate(&params) == 0)
                notice_print_entry(entry->method, params.data);
            buf_clear(&params);
        } else {
            transcript_write(&logs->transcript, &out, entry->method, (yyjson_val *)entry->params.value);
        }
    }
    if (!page->more)
        transcript_finish(&logs->transcript, &out);
    if (out.size > 0)
        (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
}

static enum cli_exit take_page(struct logs *logs)
{
    autofree char *result = NULL;
    struct event_list_result page;
    arena_reset(&logs->arena);
    enum cli_exit exit = ask(logs->cli, &event_list_method, &logs->params, &result);
    if (exit == CLI_OK)
        exit = ask_read(logs->cli, &logs->arena, &event_list_result_shape, result, &page);
    if (exit != CLI_OK)
        return exit;
    print_page(logs, &page);
    logs->more = page.more;
    logs->params.from_seq = page.next_seq;
    free(logs->epoch);
    logs->epoch = strndup(page.epoch.data, page.epoch.size);
    logs->params.epoch = slice_of(logs->epoch);
    logs->params.epoch_is = logs->epoch ? FIELD_SET : FIELD_ABSENT;
    return cli_flush(logs->cli) ? CLI_OK : CLI_FAILED;
}

static enum cli_exit print_all(struct cli *cli, const char *task_id)
{
    struct logs logs = {
        .cli = cli,
        .params = {.task_id = slice_of(task_id), .task_id_is = FIELD_SET, .limit = PAGE},
        .transcript = {.color = cli->color, .limit = terminal_columns(STDOUT_FILENO)},
        .arena = ARENA_LIMITED(ASK_BYTES_MAX),
    };
    enum cli_exit exit;
    do
        exit = take_page(&logs);
    while (exit == CLI_OK && logs.more);
    arena_clear(&logs.arena);
    free(logs.epoch);
    return exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    if (!cli_option(cli, "follow"))
        return print_all(cli, arguments[0]);
    struct live live;
    enum cli_exit exit = live_begin(&live, cli);
    if (exit == CLI_OK)
        exit = live_connect(&live);
    if (exit == CLI_OK)
        exit = task_follow(&live, arguments[0]);
    live_end(&live);
    return exit;
}
