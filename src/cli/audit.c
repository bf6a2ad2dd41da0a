#include <inttypes.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pages.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "contract/audit.h"
#include "json/write.h"

/* --- audit list --- */

static enum cli_exit run_list(struct cli *cli, int count, char **arguments);

static const struct cli_option list_options[] = {
    {"what", 'w', "WORD", NULL, "only entries of this kind: 'key.set', or 'key' for all that begin with it"},
    {"session", 0, "ID", NULL, "only entries of this session"},
    PAGES_OPTIONS,
    {0},
};

const struct cli_command command_audit_list = {
    .name = "audit list",
    .arguments = "",
    .summary = "List the entries of the audit log, the newest first",
    .details = "'weir audit verify' checks the log for changes. With --json, prints a line of JSON per entry.",
    .options = list_options,
    .leads = true,
    .starts = true,
    .run = run_list,
};

static const struct table_column list_columns[] = {
    {.title = "NO", .right = true},
    {.title = "TIME", .spare = 1},
    {.title = "WHO", .yields = true, .spare = 2},
    {.title = "WHAT"},
    {.title = "ABOUT", .yields = true},
    {.title = "SESSION", .optional = true, .spare = 3},
};

enum { CELL_BYTES = 64 << 10 };

/* The client chooses its name; the kernel reports the user and the process. */
static void write_who(struct buf *out, const struct audit_entry *entry)
{
    text_append(out, entry->client.size > 0 ? entry->client : SLICE("?"));
    if (entry->pid > 0)
        buf_printf(out, " (%" PRId64 ", user %" PRId64 ")", entry->pid, entry->uid);
}

/* Writes the members of an object as "name value, …", and any other value as JSON. */
static void write_data(struct buf *out, const struct json_any *data)
{
    size_t index, count;
    yyjson_val *key, *value;
    if (!yyjson_is_obj((yyjson_val *)data->value)) {
        (void)json_write_value(out, data->value);
        return;
    }
    yyjson_obj_foreach((yyjson_val *)data->value, index, count, key, value)
    {
        buf_append_text(out, index > 0 ? ", " : "");
        text_append(out, (struct slice){yyjson_get_str(key), yyjson_get_len(key)});
        buf_append_char(out, ' ');
        if (yyjson_is_str(value))
            text_append(out, (struct slice){yyjson_get_str(value), yyjson_get_len(value)});
        else
            (void)json_write_value(out, value);
    }
}

static void row_list(struct table *table, const void *record, const struct table_style *style)
{
    const struct audit_entry *entry = record;
    char number[32], time[TEXT_TIME_SIZE];
    struct buf who = BUF_LIMITED(CELL_BYTES), about = BUF_LIMITED(CELL_BYTES);
    (void)snprintf(number, sizeof number, "%" PRId64, entry->no);
    text_time(entry->at, time);
    write_who(&who, entry);
    if (entry->data_is == FIELD_SET && entry->data.value)
        write_data(&about, &entry->data);
    table_cell(table, slice_of(number), style->color ? pretty_dim : NULL);
    table_cell(table, slice_of(time), NULL);
    table_cell(table, buf_slice(&who), NULL);
    table_cell(table, entry->what, style->color ? pretty_bold : NULL);
    table_cell(table, buf_slice(&about), NULL);
    table_cell_id(table, entry->session_id_is == FIELD_SET ? entry->session_id : SLICE(""), style);
    buf_clear(&who);
    buf_clear(&about);
}

static enum cli_exit run_list(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct audit_list_params params = {0};
    enum cli_exit exit = ask_option(cli, "session", &params.session_id, &params.session_id_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "what", &params.what, &params.what_is);
    if (exit != CLI_OK)
        return exit;
    const struct pages pages = {.method = &audit_list_method,
                                .columns = list_columns,
                                .column_count = sizeof list_columns / sizeof *list_columns,
                                .row = row_list,
                                .none = "no entries",
                                .params = &params};
    return pages_print(cli, &pages);
}

/* --- audit verify --- */

static enum cli_exit run_verify(struct cli *cli, int count, char **arguments);

const struct cli_command command_audit_verify = {
    .name = "audit verify",
    .arguments = "",
    .summary = "Check that no entry of the audit log was changed or removed",
    .details = "The exit status is 1 if one was, and weir names the first.",
    .starts = true,
    .run = run_verify,
};

static void print_verify(const struct cli *cli, const struct audit_verify_result *result)
{
    if (result->sound)
        (void)printf("%sok%s: %" PRId64 " entries, all unchanged\n", pretty_if(cli->color, pretty_green),
                     pretty_if(cli->color, pretty_off), result->entries);
    else {
        text_write(stdout, result->problem);
        (void)putchar('\n');
    }
}

static enum cli_exit run_verify(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    static const struct ask_progress progress = {
        .doing = "verifying the audit log",
        .later = "nothing was changed; to start again: weir audit verify",
    };
    autofree char *text = NULL;
    enum cli_exit exit = ask_long(cli, &audit_verify_method, &(struct audit_verify_params){0}, &progress, &text);
    if (exit != CLI_OK)
        return exit;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct audit_verify_result result;
    exit = ask_read(cli, &arena, &audit_verify_result_shape, text, &result);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        print_verify(cli, &result);
    if (exit == CLI_OK && !result.sound)
        exit = cli_fail(cli, CLI_FAILED,
                        "the audit log was tampered with or is damaged; keep a copy of the state directory");
    arena_clear(&arena);
    return exit;
}
