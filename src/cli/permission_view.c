#include "cli/permission_view.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yyjson.h>

#include "base/cleanup.h"
#include "cli/diff.h"
#include "cli/layout.h"
#include "cli/pretty.h"
#include "cli/prose.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "json/read.h"
#include "json/write.h"

/* --- the effect of an edit, computed from the current file --- */

enum { FILE_BYTES_MAX = 4 << 20, EDITS_MAX = 1000 };

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return (struct slice){yyjson_get_str(value), yyjson_get_len(value)};
}

/* Returns -ENOENT if the file does not exist. */
static int read_file(struct slice path, struct buf *out)
{
    struct stat info;
    autoclose int fd = open(path.data, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return -errno;
    if (fstat(fd, &info) < 0 || !S_ISREG(info.st_mode) || info.st_size > FILE_BYTES_MAX)
        return -EFBIG;
    for (;;) {
        char piece[16384];
        ssize_t n = read(fd, piece, sizeof piece);
        if (n < 0 && errno != EINTR)
            return -errno;
        if (n == 0)
            return 0;
        if (n > 0 && buf_append(out, piece, (size_t)n) < 0)
            return -EFBIG;
    }
}

/* --- replacements --- */

/* Returns false if the text to be replaced is not found. */
static bool replace(struct buf *text, struct slice old, struct slice new, bool all)
{
    struct buf out = BUF_LIMITED((size_t)2 * FILE_BYTES_MAX);
    size_t at = 0;
    bool found = false;
    while (old.size > 0 && at < text->size && (all || !found)) {
        const char *place = memmem(text->data + at, text->size - at, old.data, old.size);
        if (!place)
            break;
        (void)buf_append(&out, text->data + at, (size_t)(place - text->data) - at);
        (void)buf_append_slice(&out, new);
        at = (size_t)(place - text->data) + old.size;
        found = true;
    }
    if (found) {
        (void)buf_append(&out, text->data + at, text->size - at);
        buf_clear(text);
        *text = out;
    } else {
        buf_clear(&out);
    }
    return found;
}

static bool apply(struct buf *text, yyjson_val *edit)
{
    struct slice old = text_of(edit, "old_string"), new = text_of(edit, "new_string");
    if (!new.data)
        return false;
    if (old.size == 0) /* a new file */
        return text->size == 0 && buf_append_slice(text, new) == 0;
    return replace(text, old, new, yyjson_get_bool(yyjson_obj_get(edit, "replace_all")));
}

static bool apply_all(struct buf *text, yyjson_val *input)
{
    yyjson_val *edits = yyjson_obj_get(input, "edits"), *edit;
    size_t i, count;
    if (!edits)
        return apply(text, input);
    if (yyjson_arr_size(edits) > EDITS_MAX)
        return false;
    yyjson_arr_foreach(edits, i, count, edit)
    {
        if (!apply(text, edit))
            return false;
    }
    return true;
}

/* --- difference --- */

static void print_difference(const struct cli *cli, struct slice path, const char *remark, struct slice before,
                             struct slice after)
{
    struct buf text = BUF_LIMITED(DIFF_BYTES_MAX);
    diff_write(&text, before, after, cli->color);
    (void)printf("%s", pretty_if(cli->color, pretty_bold));
    text_write(stdout, path);
    (void)printf("%s%s\n", pretty_if(cli->color, pretty_off), remark);
    if (text.size > 0)
        (void)fwrite(text.data, 1, text.size, stdout);
    if (slice_equal(before, after))
        (void)puts("  (no change)");
    else if (text.error || text.size == 0)
        (void)puts("  (the rest of the difference is too long; press v to show the request)");
    buf_clear(&text);
}

/* The file has changed since the agent read it, so show only the replacement. */
static void print_wish(const struct cli *cli, struct slice path, yyjson_val *input)
{
    struct slice old = text_of(input, "old_string"), new = text_of(input, "new_string");
    print_difference(cli, path, "  (the file does not contain the text to be replaced)", old, new);
}

/* Shows only the fields that this tool uses: a field of another tool has no effect here, and an agent may have added it
 * to hide the real change. */
static bool is_edit(const struct permission_request *request, yyjson_val *input)
{
    static const char *const kinds[][2] = {{"Write", "content"}, {"Edit", "new_string"}, {"MultiEdit", "edits"}};
    bool wanted = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        bool own = slice_is(request->tool, kinds[i][0]), there = yyjson_obj_get(input, kinds[i][1]) != NULL;
        if (own != there)
            return false;
        wanted |= own;
    }
    return wanted;
}

/* Prints the file name and the difference. Returns false if the request is no edit, or the effect is not known. */
static bool permission_edit_print(const struct cli *cli, const struct permission_request *request)
{
    yyjson_val *input = request->input_is == FIELD_SET ? (yyjson_val *)request->input.value : NULL;
    struct slice content = text_of(input, "content");
    bool edits = !yyjson_obj_get(input, "content");
    if (!input || !is_edit(request, input) || request->paths_is != FIELD_SET || request->paths.count != 1)
        return false;
    struct slice path = request->paths.items[0];
    struct buf before = BUF_LIMITED(FILE_BYTES_MAX), after = BUF_LIMITED((size_t)2 * FILE_BYTES_MAX);
    int r = read_file(path, &before);
    bool known = r == 0 || r == -ENOENT;
    const char *remark = r == -ENOENT ? "  (new file)" : "";
    if (known && content.data) {
        print_difference(cli, path, remark, buf_slice(&before), content);
    } else if (known && buf_append_slice(&after, buf_slice(&before)) == 0 && apply_all(&after, input)) {
        print_difference(cli, path, remark, buf_slice(&before), buf_slice(&after));
    } else if (known && edits && !yyjson_obj_get(input, "edits")) {
        print_wish(cli, path, input);
    } else {
        known = false;
    }
    buf_clear(&before);
    buf_clear(&after);
    return known;
}

/* --- labels --- */

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

/* Returns a short description: the command, the path or the input. */
static struct slice subject(const struct permission_request *request)
{
    if (request->command_is == FIELD_SET)
        return request->command;
    if (request->paths_is == FIELD_SET && request->paths.count > 0)
        return request->paths.items[0];
    return SLICE("");
}

/* --- lists --- */

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
    {.title = "EXPIRES", .optional = true, .spare = 2},
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

/* --- a request --- */

/* Prints the agent's own description; the input follows. */
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

/* Returns whether the input has no more than the command. An agent may add a directory, an environment or a second
 * command. */
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

/* --- a tool of an MCP server --- */

/* Formats JSON over several lines, so that a difference shows the member that has changed. The caller frees it. */
static char *spread(struct slice json, size_t *ret_size)
{
    yyjson_doc *document = yyjson_read(json.data, json.size, YYJSON_READ_NUMBER_AS_RAW);
    char *text = document ? yyjson_write(document, YYJSON_WRITE_PRETTY_TWO_SPACES, ret_size) : NULL;
    yyjson_doc_free(document);
    return text;
}

static void print_arguments(const struct card *card, const struct permission_request *request)
{
    struct buf text = BUF_LIMITED(VIEW_BYTES_MAX);
    size_t size = 0;
    if (request->input_is != FIELD_SET || json_write_any(&text, &request->input) < 0) {
        buf_clear(&text);
        return;
    }
    autofree char *lines = spread(buf_slice(&text), &size);
    card_block(card, "arguments", lines ? (struct slice){lines, size} : buf_slice(&text));
    buf_clear(&text);
}

/* What a rule allows, against what the server offers now. */
static void print_change(const struct cli *cli, const struct permission_mcp_call *call)
{
    size_t before_size = 0, after_size = 0;
    struct buf lines = BUF_LIMITED(DIFF_BYTES_MAX);
    if (!call->changed)
        return;
    (void)printf("%sA rule allows this tool, but the server has changed it since:%s\n",
                 pretty_if(cli->color, pretty_yellow), pretty_if(cli->color, pretty_off));
    autofree char *before = call->before_is == FIELD_SET ? spread(call->before, &before_size) : NULL;
    autofree char *after = call->after_is == FIELD_SET ? spread(call->after, &after_size) : NULL;
    if (!before || !after) {
        (void)puts("  (the definition that the rule allows is not known any more)");
        return;
    }
    diff_write(&lines, (struct slice){before, before_size}, (struct slice){after, after_size}, cli->color);
    (void)fwrite(lines.data, 1, lines.size, stdout);
    buf_clear(&lines);
}

static void print_mcp(const struct cli *cli, const struct card *card, const struct permission_request *request)
{
    const struct permission_mcp_call *call = &request->mcp;
    bool is_named = !slice_equal(call->server_name, call->server_id);
    card_line(card, "server", "%.*s%s%.*s%s", SLICE_ARG(call->server_name), is_named ? " (" : "",
              SLICE_ARG(is_named ? call->server_id : SLICE("")), is_named ? ")" : "");
    card_text(card, "tool", call->tool, cli->color ? pretty_bold : NULL);
    if (call->title_is == FIELD_SET)
        card_text(card, "title", call->title, NULL);
    if (call->description_is == FIELD_SET && call->description.size > 0)
        card_block(card, "what the server says about it", call->description);
    print_arguments(card, request);
    print_change(cli, call);
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
    if (request->mcp_is == FIELD_SET && !whole) {
        print_mcp(cli, &card, request);
    } else if (whole || !permission_edit_print(cli, request)) {
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
    size_t width = tty_columns(STDOUT_FILENO);
    bool alarms = preview->denied > 0;
    if (preview->looked_at == 0) {
        (void)puts("No past calls to compare with.");
        return;
    }
    (void)buf_printf(&text, "%s would have matched %" PRId64 " of the last %" PRId64 " calls",
                     several ? "Together, the rules" : "The rule", preview->matched, preview->looked_at);
    if (alarms)
        (void)buf_printf(&text, "; %" PRId64 " of them were denied", preview->denied);
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
