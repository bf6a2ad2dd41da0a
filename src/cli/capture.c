/* weir capture: what is recorded of the person's work. capture_on.c has the command that begins it. */
#include "cli/capture.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/pretty.h"
#include "cli/table.h"
#include "cli/text.h"
#include "cli/tty.h"

enum { TEXT_BYTES = 1 << 20 };

#define STREAM_WORDS "window_tracking focus browser keystroke clipboard"

/* --- shared with capture_on.c --- */

struct slice capture_stream_name(enum recorder_stream stream)
{
    return recorder_stream_shape.of.words.items[stream];
}

enum cli_exit capture_read_streams(const struct cli *cli, int count, char **names, unsigned *ret_streams)
{
    unsigned streams = 0;
    for (int i = 0; i < count; i++) {
        unsigned at = 0;
        while (at < CAPTURE_STREAMS && !slice_is(capture_stream_name((enum recorder_stream)at), names[i]))
            at++;
        if (at == CAPTURE_STREAMS)
            return cli_fail(cli, CLI_USAGE,
                            "unknown stream '%s'; choose window_tracking, focus, browser, keystroke or clipboard",
                            names[i]);
        streams |= 1U << at;
    }
    *ret_streams = streams;
    return CLI_OK;
}

enum cli_exit capture_fetch_consent(struct cli *cli, struct arena *arena, struct capture_consent *ret_consent)
{
    autofree char *text = NULL;
    enum cli_exit exit = ask(cli, &capture_get_consent_method, NULL, &text);
    return exit == CLI_OK ? ask_read(cli, arena, &capture_consent_shape, text, ret_consent) : exit;
}

enum cli_exit capture_fetch_enabled(struct cli *cli, struct arena *arena, unsigned *ret_streams)
{
    autofree char *text = NULL;
    struct capture_get_stream_config_result result = {0};
    enum cli_exit exit = ask(cli, &capture_get_stream_config_method, NULL, &text);
    if (exit == CLI_OK)
        exit = ask_read(cli, arena, &capture_get_stream_config_result_shape, text, &result);
    *ret_streams = 0;
    for (size_t i = 0; exit == CLI_OK && i < result.streams.count; i++)
        *ret_streams |= result.streams.items[i].enabled ? 1U << result.streams.items[i].stream : 0;
    return exit;
}

enum cli_exit capture_toggle(struct cli *cli, unsigned streams, bool enabled)
{
    enum cli_exit exit = CLI_OK;
    for (unsigned i = 0; exit == CLI_OK && i < CAPTURE_STREAMS; i++) {
        autofree char *text = NULL;
        const struct capture_toggle_stream_params params = {.stream = (enum recorder_stream)i, .enabled = enabled};
        if (streams & (1U << i))
            exit = ask(cli, &capture_toggle_stream_method, &params, &text);
    }
    return exit;
}

/* --- status --- */

static enum cli_exit run_status(struct cli *cli, int count, char **arguments);

const struct cli_command command_capture_status = {
    .name = "capture status",
    .arguments = "",
    .summary = "Show which streams are recorded, and why others are not",
    .leads = true,
    .starts = true,
    .run = run_status,
};

static void add_row(struct table *table, const struct capture_stream_status *stream, bool has_consent)
{
    struct slice why = stream->error_is == FIELD_SET  ? stream->error
                       : stream->note_is == FIELD_SET ? stream->note
                                                      : SLICE("");
    if (!stream->enabled && has_consent)
        why = SLICE("switched off");
    table_cell(table, capture_stream_name(stream->stream), NULL);
    table_cell(table, stream->enabled ? SLICE("on") : SLICE("off"), NULL);
    table_cell(table, stream->active ? SLICE("yes") : SLICE("no"), NULL);
    table_cell(table, why, NULL);
}

static void print_table(const struct cli *cli, const struct capture_get_status_result *status,
                        const struct capture_consent *consent)
{
    static const struct table_column columns[] = {
        {.title = "STREAM"}, {.title = "SETTING"}, {.title = "RECORDED"}, {.title = "WHY", .optional = true}};
    struct table table;
    struct buf out = BUF_LIMITED(TEXT_BYTES);
    char time[TEXT_TIME_SIZE] = "";
    if (consent->recording) {
        text_time(consent->recording_at, time);
        (void)printf("Recording with consent since %s; of keys, %s.\n\n", time,
                     consent->keystroke_text ? "the text too" : "only the number");
    }
    table_init(&table, columns, sizeof columns / sizeof *columns, tty_columns(STDOUT_FILENO),
               pretty_if(cli->color, pretty_bold));
    for (size_t i = 0; i < status->streams.count; i++)
        add_row(&table, &status->streams.items[i], consent->recording);
    table_write(&table, &out);
    (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
    table_clear(&table);
}

enum cli_exit capture_print_status(struct cli *cli)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct capture_get_status_result status = {0};
    struct capture_consent consent = {0};
    enum cli_exit exit = ask(cli, &capture_get_status_method, NULL, &text);
    if (exit == CLI_OK && cli->json) {
        ask_print_json(text);
    } else if (exit == CLI_OK) {
        exit = ask_read(cli, &arena, &capture_get_status_result_shape, text, &status);
        if (exit == CLI_OK)
            exit = capture_fetch_consent(cli, &arena, &consent);
        if (exit == CLI_OK)
            print_table(cli, &status, &consent);
    }
    arena_clear(&arena);
    return exit;
}

static enum cli_exit run_status(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    return capture_print_status(cli);
}

/* --- off --- */

static enum cli_exit run_off(struct cli *cli, int count, char **arguments);

static const struct cli_option off_options[] = {
    {"text", 't', NULL, NULL, "of the stream keystroke, only count keys from now on"},
    {0},
};

const struct cli_command command_capture_off = {
    .name = "capture off",
    .arguments = "[STREAM...]",
    .summary = "Stop recording, or switch streams off",
    .details =
        "Without STREAM, withdraws your consent: nothing is recorded until 'weir capture on'. With --text alone,\n"
        "withdraws only your consent to the text of keys. What was recorded stays until it is 30 days old;\n"
        "'weir capture forget' removes it now.",
    .options = off_options,
    .arguments_max = CAPTURE_STREAMS,
    .words = STREAM_WORDS,
    .starts = true,
    .run = run_off,
};

static enum cli_exit withdraw(struct cli *cli)
{
    autofree char *text = NULL;
    const struct capture_consent_params params = {.recording = false, .recording_is = FIELD_SET};
    enum cli_exit exit = ask(cli, &capture_consent_method, &params, &text);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        (void)puts("Nothing is recorded any more. To remove what was recorded: weir capture forget");
    return exit;
}

static enum cli_exit withdraw_text(struct cli *cli)
{
    autofree char *text = NULL;
    const struct capture_consent_params params = {.keystroke_text = false, .keystroke_text_is = FIELD_SET};
    return ask(cli, &capture_consent_method, &params, &text);
}

static enum cli_exit run_off(struct cli *cli, int count, char **arguments)
{
    unsigned streams = 0;
    bool text = cli_option(cli, "text") != NULL;
    enum cli_exit exit = capture_read_streams(cli, count, arguments, &streams);
    if (exit != CLI_OK)
        return exit;
    if (count == 0 && !text)
        return withdraw(cli);
    if (text)
        exit = withdraw_text(cli);
    if (exit == CLI_OK)
        exit = capture_toggle(cli, streams, false);
    return exit == CLI_OK ? capture_print_status(cli) : exit;
}

/* --- forget --- */

static enum cli_exit run_forget(struct cli *cli, int count, char **arguments);

static const struct cli_option forget_options[] = {
    {"since", 's', "WHEN", NULL,
     "only what was recorded since then: 30m, 1h, 7d, or a time such as 2026-01-31T12:00:00Z"},
    {"yes", 'y', NULL, NULL, "do not ask"},
    {0},
};

const struct cli_command command_capture_forget = {
    .name = "capture forget",
    .arguments = "[STREAM]",
    .summary = "Remove recorded activity",
    .details = "Removes it from the database file and from the search index. Backups that you have made keep it.",
    .options = forget_options,
    .arguments_max = 1,
    .words = STREAM_WORDS,
    .starts = true,
    .run = run_forget,
};

/* Minutes, hours, days or weeks before now; a day; or a time of the protocol. */
static int parse_since(const char *text, int64_t now_ms, int64_t *ret_ms)
{
    static const struct {
        char unit;
        int64_t ms;
    } units[] = {{'m', 60000}, {'h', 3600000}, {'d', 86400000}, {'w', 604800000}};
    char *end = NULL;
    long number = isdigit((unsigned char)text[0]) ? strtol(text, &end, 10) : -1;
    struct tm day = {.tm_isdst = -1};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (number >= 0 && number < 100000 && end[0] == units[i].unit && end[1] == '\0') {
            *ret_ms = now_ms - number * units[i].ms;
            return 0;
        }
    end = strptime(text, "%Y-%m-%d", &day);
    if (end && *end == '\0') {
        *ret_ms = (int64_t)mktime(&day) * 1000;
        return 0;
    }
    return clock_parse_iso(slice_of(text), ret_ms);
}

static enum cli_exit forget(struct cli *cli, struct arena *arena, const struct capture_forget_params *params,
                            char **ret_text, int64_t *ret_removed)
{
    static const struct ask_progress progress = {
        "removing what was recorded", "the daemon still removes it; to see what is left: weir context recent"};
    struct capture_forget_result result = {0};
    enum cli_exit exit = ask_long(cli, &capture_forget_method, params, &progress, ret_text);
    if (exit == CLI_OK)
        exit = ask_read(cli, arena, &capture_forget_result_shape, *ret_text, &result);
    *ret_removed = result.removed;
    return exit;
}

static const char *records(int64_t count)
{
    return count == 1 ? "record" : "records";
}

static enum cli_exit ask_whether(struct cli *cli, struct arena *arena, const struct capture_forget_params *params)
{
    autofree char *text = NULL;
    char question[160];
    int64_t found = 0;
    struct capture_forget_params counting = *params;
    if (cli_option(cli, "yes"))
        return CLI_OK;
    if (!isatty(STDIN_FILENO))
        return cli_fail(cli, CLI_USAGE, "this removes records for ever and there is no terminal to ask on; add --yes");
    counting.count = true;
    enum cli_exit exit = forget(cli, arena, &counting, &text, &found);
    if (exit != CLI_OK)
        return exit;
    (void)snprintf(question, sizeof question, "Remove %" PRId64 " %s, and what is being recorded now?", found,
                   records(found));
    return confirm(cli, question) ? CLI_OK : cli_fail(cli, CLI_FAILED, "nothing was removed");
}

static enum cli_exit run_forget(struct cli *cli, int count, char **arguments)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct capture_forget_params params = {0};
    const char *since = cli_option(cli, "since");
    char time[CLOCK_ISO_SIZE];
    int64_t since_ms = 0, removed = 0;
    unsigned streams = 0;
    enum cli_exit exit = capture_read_streams(cli, count, arguments, &streams);
    if (exit == CLI_OK && since && parse_since(since, clock_epoch_ms(), &since_ms) < 0)
        exit = cli_fail(cli, CLI_USAGE, "--since must be 30m, 1h, 7d, a day such as 2026-01-31, or a time, not '%s'",
                        since);
    if (exit != CLI_OK)
        return exit;
    if (since) {
        clock_format_iso(since_ms, time);
        params.since = slice_of(time);
        params.since_is = FIELD_SET;
    }
    for (unsigned i = 0; i < CAPTURE_STREAMS; i++)
        if (streams & (1U << i)) {
            params.stream = (enum recorder_stream)i;
            params.stream_is = FIELD_SET;
        }
    exit = ask_whether(cli, &arena, &params);
    if (exit == CLI_OK)
        exit = forget(cli, &arena, &params, &text, &removed);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        (void)printf("%" PRId64 " %s removed\n", removed, records(removed));
    arena_clear(&arena);
    return exit;
}
