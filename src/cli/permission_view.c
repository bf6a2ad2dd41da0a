#include "cli/permission_view.h"

#include <inttypes.h>
#include <unistd.h>

#include "cli/card.h"
#include "cli/permission_edit.h"
#include "cli/pretty.h"
#include "cli/prose.h"
#include "cli/terminal.h"
#include "cli/text.h"
#include "json/read.h"
#include "json/write.h"

enum { VIEW_BYTES_MAX = 16 << 20, PREVIEW_ROWS = 5 };

static struct slice state_word(const struct permission_request *request)
{
    return permission_request_state_shape.of.words.items[request->state];
}

static const char *state_color(enum permission_request_state state)
{
    return state == PERMISSION_REQUEST_STATE_ALLOWED   ? pretty_green
           : state == PERMISSION_REQUEST_STATE_PENDING ? pretty_yellow
           : state == PERMISSION_REQUEST_STATE_DENIED  ? pretty_red
                                                       : pretty_dim;
}

/* What it is about, shortest first. */
static struct slice subject(const struct permission_request *request)
{
    if (request->command_is == FIELD_SET)
        return request->command;
    if (request->paths_is == FIELD_SET && request->paths.count > 0)
        return request->paths.items[0];
    return SLICE("");
}

/* --- lists ------------------------------------------------------------------------- */

const struct table_column permission_columns[] = {
    {.title = "ID"},
    {.title = "STATE"},
    {.title = "AGE", .right = true, .spare = 1},
    {.title = "TOOL"},
    {.title = "WHAT", .yields = true},
    {.title = "WHY", .yields = true, .optional = true, .spare = 2},
};
const size_t permission_column_count = sizeof permission_columns / sizeof *permission_columns;

void permission_row(struct table *table, const void *record, const struct table_style *style)
{
    const struct permission_request *request = record;
    char age[TEXT_BRIEF_SIZE];
    text_brief((style->now_ms - request->created_at) / 1000, age);
    table_cell_id(table, request->id, style);
    table_cell(table, state_word(request), style->color ? state_color(request->state) : NULL);
    table_cell(table, slice_of(age), NULL);
    table_cell(table, request->tool, NULL);
    table_cell(table, subject(request), NULL);
    table_cell(table, request->reason_is == FIELD_SET ? request->reason : SLICE(""), NULL);
}

const struct table_column rule_columns[] = {
    {.title = "ID"},
    {.title = "EFFECT"},
    {.title = "RULE", .yields = true},
    {.title = "USES", .right = true, .spare = 1},
    {.title = "ENDS", .optional = true, .spare = 2},
    {.title = "NOTE", .yields = true, .optional = true, .spare = 3},
};
const size_t rule_column_count = sizeof rule_columns / sizeof *rule_columns;

void rule_row(struct table *table, const void *record, const struct table_style *style)
{
    const struct permission_rule *rule = record;
    char uses[32], ends[TEXT_TIME_SIZE] = "";
    struct buf text = BUF_LIMITED(VIEW_BYTES_MAX);
    const struct permission_new_rule as_new = {.tool = rule->tool,
                                               .path = rule->path,
                                               .path_is = rule->path_is,
                                               .command = rule->command,
                                               .command_is = rule->command_is,
                                               .session_id = rule->session_id,
                                               .session_id_is = rule->session_id_is,
                                               .cwd = rule->cwd,
                                               .cwd_is = rule->cwd_is};
    permission_rule_text(&text, &as_new);
    (void)snprintf(uses, sizeof uses, "%" PRId64, rule->uses);
    if (rule->expires_at_is == FIELD_SET)
        text_time(rule->expires_at, ends);
    table_cell_id(table, rule->id, style);
    table_cell(table, permission_effect_shape.of.words.items[rule->effect],
               !style->color                            ? NULL
               : rule->effect == PERMISSION_EFFECT_DENY ? pretty_red
                                                        : pretty_green);
    table_cell(table, buf_slice(&text), NULL);
    table_cell(table, slice_of(uses), NULL);
    table_cell(table, slice_of(ends), NULL);
    table_cell(table, rule->note_is == FIELD_SET ? rule->note : SLICE(""), NULL);
    buf_clear(&text);
}

void permission_rule_text(struct buf *out, const struct permission_new_rule *rule)
{
    text_append(out, rule->tool);
    if (rule->command_is == FIELD_SET || rule->path_is == FIELD_SET) {
        (void)buf_append_char(out, '(');
        text_append(out, rule->command_is == FIELD_SET ? rule->command : rule->path);
        (void)buf_append_char(out, ')');
    }
    if (rule->cwd_is == FIELD_SET) {
        (void)buf_append_text(out, " in ");
        text_append(out, rule->cwd);
    }
    if (rule->session_id_is == FIELD_SET) {
        (void)buf_append_text(out, " in session ");
        text_append(out, rule->session_id);
    }
}

size_t permission_suggestions(const struct permission_request *request, const struct permission_new_rule **ret_rules)
{
    bool several = request->suggestions_is == FIELD_SET;
    *ret_rules = several ? request->suggestions.items : &request->suggestion;
    return several ? request->suggestions.count : request->suggestion_is == FIELD_SET;
}

/* --- one --------------------------------------------------------------------------- */

/* What the agent calls it; the input itself follows. */
static void print_title(const struct card *card, const struct permission_request *request)
{
    yyjson_val *input = request->input_is == FIELD_SET ? (yyjson_val *)request->input.value : NULL;
    yyjson_val *title = yyjson_is_obj(input) ? yyjson_obj_get(input, "description") : NULL;
    if (yyjson_is_str(title) && request->command_is != FIELD_SET)
        card_text(card, "title", json_text(title), NULL);
}

static void print_input(const struct card *card, const struct permission_request *request)
{
    struct buf text = BUF_LIMITED(VIEW_BYTES_MAX);
    if (request->input_is == FIELD_SET && json_write_any(&text, &request->input) == 0)
        card_block(card, "input", buf_slice(&text));
    buf_clear(&text);
}

/* An agent may say more than the command: another directory, an environment, a second command. */
static bool command_is_all(const struct permission_request *request)
{
    static const char *const harmless[] = {"command", "description", "timeout", "run_in_background"};
    yyjson_val *input = request->input_is == FIELD_SET ? (yyjson_val *)request->input.value : NULL, *key, *value;
    size_t index, count;
    if (!yyjson_is_obj(input))
        return false;
    yyjson_obj_foreach(input, index, count, key, value)
    {
        bool known = false;
        for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
            known |= slice_is(json_text(key), harmless[i]);
        if (!known)
            return false;
    }
    return true;
}

static void print_command(const struct cli *cli, const struct card *card, const struct permission_request *request)
{
    card_block(card, "command", request->command);
    for (size_t i = 0; request->parts_is == FIELD_SET && request->parts.count > 1 && i < request->parts.count; i++)
        card_text(card, i == 0 ? "parts" : "", request->parts.items[i], cli->color ? pretty_bold : NULL);
    if (!command_is_all(request))
        print_input(card, request);
}

void permission_show(const struct cli *cli, const struct permission_request *request, enum permission_showing showing)
{
    struct card card;
    bool whole = showing == PERMISSION_AS_IT_CAME;
    card_begin(&card, cli, 9);
    (void)printf("%s%s", pretty_if(cli->color, pretty_bold), "");
    text_write(stdout, request->tool);
    (void)printf("%s  ", pretty_if(cli->color, pretty_off));
    text_write(stdout, request->id);
    (void)putchar('\n');
    if (request->state != PERMISSION_REQUEST_STATE_PENDING)
        card_text(&card, "state", state_word(request), state_color(request->state));
    if (showing != PERMISSION_IN_PLACE) {
        card_text(&card, "task", request->task_id, NULL);
        card_text(&card, "session", request->session_id, NULL);
        card_text(&card, "cwd", request->cwd, NULL);
    }
    if (whole || !permission_edit_print(cli, request)) {
        for (size_t i = 0; request->paths_is == FIELD_SET && i < request->paths.count; i++)
            card_text(&card, i == 0 ? "path" : "", request->paths.items[i], NULL);
        print_title(&card, request);
        if (request->command_is == FIELD_SET && !whole)
            print_command(cli, &card, request);
        else
            print_input(&card, request);
    }
}

static void print_preview_row(const struct permission_request *request, size_t width)
{
    struct buf row = BUF_LIMITED(VIEW_BYTES_MAX), line = BUF_LIMITED(VIEW_BYTES_MAX);
    (void)buf_printf(&row, "%-9.*s %.*s ", SLICE_ARG(state_word(request)), SLICE_ARG(request->tool));
    (void)buf_append_slice(&row, subject(request));
    (void)buf_append_text(&line, "  ");
    (void)columns_append(&line, buf_slice(&row), width == COLUMNS_ANY ? width : width > 10 ? width - 2 : 8);
    (void)printf("%.*s\n", SLICE_ARG(buf_slice(&line)));
    buf_clear(&line);
    buf_clear(&row);
}

void permission_preview_print(const struct cli *cli, const struct permission_rules_preview_result *preview,
                              bool several)
{
    struct buf text = BUF_LIMITED(1024), lines = BUF_LIMITED(4096);
    size_t width = terminal_columns(STDOUT_FILENO);
    bool alarms = preview->denied > 0;
    if (preview->looked_at == 0) {
        (void)puts("No calls of the past to compare with.");
        return;
    }
    (void)buf_printf(&text, "%s would have matched %" PRId64 " of the last %" PRId64 " calls",
                     several ? "Together they" : "It", preview->matched, preview->looked_at);
    if (alarms)
        (void)buf_printf(&text, "; %" PRId64 " of them were not allowed then", preview->denied);
    (void)buf_append_text(&text, preview->matched > 0 ? ":" : ".");
    prose_paragraph(&lines, buf_slice(&text), width, 0, 0);
    (void)printf("%s%.*s%s\n", alarms ? pretty_if(cli->color, pretty_red) : "", SLICE_ARG(buf_slice(&lines)),
                 alarms ? pretty_if(cli->color, pretty_off) : "");
    for (size_t i = 0; i < preview->requests.count && i < PREVIEW_ROWS; i++)
        print_preview_row(&preview->requests.items[i], width);
    if (preview->matched > PREVIEW_ROWS)
        (void)printf("  and %" PRId64 " more\n", preview->matched - PREVIEW_ROWS);
    buf_clear(&lines);
    buf_clear(&text);
}
