#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/event_line.h"
#include "cli/follow.h"
#include "cli/text.h"
#include "cli/tty.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"topic", 't', "TOPICS", NULL, "only these: task, session, message, event.taskFailed, ...; may be repeated"},
    {"session", 0, "ID", NULL, "only events of this session"},
    {"task", 0, "ID", NULL, "only events of this task"},
    {"numbers", 0, NULL, NULL, "begin each line with the sequence number of the event"},
    {"from", 0, "SEQ", NULL, "begin with this event of the log (default: the next one)"},
    {0},
};

const struct cli_command command_watch = {
    .name = "watch",
    .arguments = "",
    .summary = "Print events as they happen, one per line",
    .details = "Continues until Ctrl-C. If the connection ends, weir reconnects and continues where it was. Topics are "
               "separated\n"
               "by commas. With --json, each event is a line: {\"method\": ..., \"params\": ...}.",
    .options = options,
    .run = run,
};

enum { TOPICS_MAX = 64, LINE_BYTES_MAX = 256 << 20 };

struct watch {
    struct cli *cli;
    struct event_subscribe_params wanted;
    struct slice topics[TOPICS_MAX];
    bool numbers;
};

static void on_event(void *user, const struct follow_event *event)
{
    struct watch *watch = user;
    if (watch->cli->json) {
        follow_print_event(event->method, event->text);
    } else {
        struct buf line = BUF_LIMITED(LINE_BYTES_MAX);
        size_t limit = tty_columns(STDOUT_FILENO);
        if (watch->numbers) {
            char number[32];
            int width = snprintf(number, sizeof number, event->seq > 0 ? "%8" PRId64 "  " : "          ", event->seq);
            (void)buf_append_text(&line, number);
            limit = limit == COLUMNS_ANY ? limit : limit > (size_t)width + 1 ? limit - (size_t)width : 1;
        }
        event_line_write(&line, event->method, event->params, limit, watch->cli->color);
        (void)buf_append_char(&line, '\n');
        (void)fwrite(line.data, 1, line.size, stdout);
        buf_clear(&line);
    }
}

static void on_notice(void *user, enum follow_notice notice, const char *message)
{
    struct watch *watch = user;
    follow_print_notice(watch->cli, notice, message);
}

/* --- options --- */

static enum cli_exit read_topics(struct watch *watch)
{
    size_t count = 0;
    int at = 0;
    for (const char *text; (text = cli_option_next(watch->cli, "topic", &at));) {
        if (!text_is_utf8(slice_of(text)))
            return cli_fail(watch->cli, CLI_USAGE, "the value of --topic is not UTF-8 text");
        for (const char *word = text; *word;) {
            size_t size = strcspn(word, ", ");
            if (size > 0 && count == TOPICS_MAX)
                return cli_fail(watch->cli, CLI_USAGE, "too many topics (limit: %d)", TOPICS_MAX);
            if (size > 0)
                watch->topics[count++] = (struct slice){word, size};
            word += size + strspn(word + size, ", ");
        }
    }
    if (at > 0 && count == 0 && cli_option(watch->cli, "topic"))
        return cli_fail(watch->cli, CLI_USAGE,
                        "--topic names no topic; use task, session, message, or the name of an event");
    watch->wanted.topics.items = watch->topics;
    watch->wanted.topics.count = count;
    watch->wanted.topics_is = count > 0 ? FIELD_SET : FIELD_ABSENT;
    return CLI_OK;
}

static enum cli_exit read_options(struct watch *watch)
{
    struct event_subscribe_params *wanted = &watch->wanted;
    const char *from = cli_option(watch->cli, "from");
    enum cli_exit exit = read_topics(watch);
    if (exit == CLI_OK)
        exit = ask_option(watch->cli, "session", &wanted->session_id, &wanted->session_id_is);
    if (exit == CLI_OK)
        exit = ask_option(watch->cli, "task", &wanted->task_id, &wanted->task_id_is);
    if (exit != CLI_OK || !from)
        return exit;
    if (text_parse_count(from, INT64_MAX, &wanted->from_seq) < 0)
        return cli_fail(watch->cli, CLI_USAGE, "--from must be the number of an event, such as 1; not '%s'", from);
    wanted->from_seq_is = FIELD_SET;
    return CLI_OK;
}

/* --- the loop --- */

static enum cli_exit go_on(struct watch *watch, struct live *live)
{
    static const struct follow_handlers handlers = {.event = on_event, .notice = on_notice};
    struct follow follow;
    enum cli_exit exit = live_connect(live);
    if (exit == CLI_INTERRUPTED)
        return CLI_OK;
    if (exit != CLI_OK)
        return exit;
    follow_begin(&follow, live, &watch->wanted, &handlers, watch);
    while (follow_turn(&follow) && cli_flush(watch->cli)) {
    }
    exit = follow_report(&follow); /* Ctrl-C is the normal end */
    follow_end(&follow);
    live_end(live);
    return exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct watch watch = {.cli = cli, .numbers = cli_option(cli, "numbers") != NULL};
    struct live live;
    enum cli_exit exit = read_options(&watch);
    if (exit != CLI_OK)
        return exit;
    exit = live_begin(&live, cli);
    if (exit == CLI_OK)
        exit = go_on(&watch, &live);
    live_end(&live);
    return exit;
}
