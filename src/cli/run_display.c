#include "cli/run_display.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/ascii.h"
#include "cli/diff.h"
#include "cli/event_line.h"
#include "cli/fold.h"
#include "cli/pretty.h"
#include "json/read.h"
#include "json/write.h"

enum {
    PIECE_BYTES_MAX = 64 << 20,
    HELD_BYTES_MAX = 64 << 20,
    QUOTA_TOLD_PERCENT = 75,
    CHANGE_ROWS = 12,
    DENIED_COLUMNS = 100,
    NOTE_HANG = 3
};

/* --- writing --- */

static void emit(struct run_display *display, enum run_stream stream, struct buf *out)
{
    if (out->size == 0)
        return;
    if (stream == RUN_TEXT && display->holds) {
        if (display->held.size + out->size > HELD_BYTES_MAX)
            run_display_release(display);
        display->held.limit = HELD_BYTES_MAX;
        (void)buf_append_slice(&display->held, buf_slice(out));
    } else {
        display->write(display->user, stream, buf_slice(out));
    }
    buf_clear(out);
}

void run_display_release(struct run_display *display)
{
    if (display->held.size > 0) {
        display->write(display->user, RUN_TEXT, buf_slice(&display->held));
        display->has_text = true;
    }
    buf_clear(&display->held);
}

/* The message was interrupted and will be repeated: drops what was received of it. */
static void take_back(struct run_display *display)
{
    run_display_finish(display);
    buf_clear(&display->held);
}

void run_display_clear(struct run_display *display)
{
    markdown_clear(&display->markdown);
    buf_clear(&display->held);
}

bool run_display_is_at_line_start(const struct run_display *display)
{
    return display->at == RUN_AT_LINE_START ||
           (display->at == RUN_IN_TEXT && markdown_is_at_line_start(&display->markdown)) ||
           (display->at == RUN_IN_THOUGHT && display->thought_ended);
}

void run_display_finish(struct run_display *display)
{
    struct buf out = BUF_LIMITED(PIECE_BYTES_MAX);
    enum run_stream stream = display->at == RUN_IN_THOUGHT ? RUN_NOTES : RUN_TEXT;
    if (display->at == RUN_IN_TEXT)
        markdown_finish(&display->markdown, &out);
    else if (display->at == RUN_IN_THOUGHT && !display->thought_ended)
        (void)buf_append_char(&out, '\n');
    display->at = RUN_AT_LINE_START;
    emit(display, stream, &out);
}

void run_display_text(struct run_display *display, struct slice text)
{
    struct buf out = BUF_LIMITED(PIECE_BYTES_MAX);
    if (text.size == 0)
        return;
    if (display->at != RUN_IN_TEXT)
        run_display_finish(display);
    display->at = RUN_IN_TEXT;
    display->trouble[0] = '\0';
    display->is_saying = true;
    display->has_text = display->has_text || !display->holds;
    markdown_write(&display->markdown, &out, text, display->text_width);
    emit(display, RUN_TEXT, &out);
}

void run_display_rest(struct run_display *display)
{
    struct buf out = BUF_LIMITED(PIECE_BYTES_MAX);
    if (display->at == RUN_IN_TEXT)
        markdown_rest(&display->markdown, &out);
    emit(display, RUN_TEXT, &out);
}

static void think(struct run_display *display, struct slice text)
{
    struct buf out = BUF_LIMITED(PIECE_BYTES_MAX);
    if (text.size == 0 || display->quiet)
        return;
    if (display->at != RUN_IN_THOUGHT)
        run_display_finish(display);
    display->at = RUN_IN_THOUGHT;
    (void)buf_append_text(&out, pretty_if(display->color_notes, pretty_dim));
    columns_append_raw(&out, text);
    (void)buf_append_text(&out, pretty_if(display->color_notes, pretty_off));
    display->thought_ended = text.data[text.size - 1] == '\n';
    emit(display, RUN_NOTES, &out);
}

/* Prints one line, cut at the width of the terminal; `tail` follows the cut text. */
static void note(struct run_display *display, const char *head, const char *color, struct slice text, const char *tail)
{
    struct buf out = BUF_LIMITED(PIECE_BYTES_MAX);
    size_t used = strlen(head) + strlen(tail) + (*tail ? 2 : 1), room = COLUMNS_ANY;
    if (display->notes_width != COLUMNS_ANY)
        room = display->notes_width > used ? display->notes_width - used : 1;
    run_display_finish(display);
    (void)buf_append_text(&out, pretty_if(display->color_notes, color));
    (void)buf_append_text(&out, head);
    (void)buf_append_char(&out, ' ');
    (void)columns_append(&out, text, room);
    if (*tail)
        (void)buf_printf(&out, " %s", tail);
    (void)buf_append_text(&out, pretty_if(display->color_notes, pretty_off));
    (void)buf_append_char(&out, '\n');
    emit(display, RUN_NOTES, &out);
}

void run_display_note(struct run_display *display, const char *color, const char *format, ...)
{
    struct buf text = BUF_LIMITED(PIECE_BYTES_MAX), line = BUF_LIMITED(PIECE_BYTES_MAX),
               out = BUF_LIMITED(PIECE_BYTES_MAX);
    va_list arguments;
    va_start(arguments, format);
    (void)buf_vprintf(&text, format, arguments);
    va_end(arguments);
    (void)columns_append(&line, buf_slice(&text), COLUMNS_ANY); /* text of this program is not cut */
    run_display_finish(display);
    (void)buf_printf(&out, "%s-- ", pretty_if(display->color_notes, color));
    prose_paragraph(&out, buf_slice(&line), display->notes_width, NOTE_HANG, NOTE_HANG);
    (void)buf_printf(&out, "%s\n", pretty_if(display->color_notes, pretty_off));
    emit(display, RUN_NOTES, &out);
    buf_clear(&line);
    buf_clear(&text);
}

static void block(struct run_display *display, const char *color, struct slice text)
{
    struct buf out = BUF_LIMITED(PIECE_BYTES_MAX);
    run_display_finish(display);
    (void)buf_append_text(&out, pretty_if(display->color_notes, color));
    columns_wrap(&out, text, "    ", display->notes_width);
    (void)buf_append_text(&out, pretty_if(display->color_notes, pretty_off));
    emit(display, RUN_NOTES, &out);
}

/* --- tools --- */

static bool changes_files(struct slice tool)
{
    return slice_is(tool, "Edit") || slice_is(tool, "Write");
}

/* Appends one line of a change, in its color. */
static void append_change(struct run_display *display, struct buf *out, struct slice line)
{
    const char *color = line.data[0] == '+' ? pretty_green : line.data[0] == '-' ? pretty_red : pretty_dim;
    size_t room = display->notes_width == COLUMNS_ANY ? COLUMNS_ANY
                  : display->notes_width > 5          ? display->notes_width - 5
                                                      : 1;
    (void)buf_append_text(out, pretty_if(display->color_notes, color));
    (void)buf_append_text(out, "    ");
    (void)columns_append_row(out, line, room);
    (void)buf_append_text(out, pretty_if(display->color_notes, pretty_off));
    (void)buf_append_char(out, '\n');
}

/* Shows what an edit does to its file, unless the user has just been asked about it. */
static void show_change(struct run_display *display, yyjson_val *data)
{
    yyjson_val *input = yyjson_obj_get(data, "input");
    struct slice before = event_text(input, "old_string"), after = event_text(input, "new_string");
    struct buf diff = BUF_LIMITED(DIFF_BYTES_MAX), out = BUF_LIMITED(PIECE_BYTES_MAX);
    size_t rows = 0;
    if (!changes_files(event_tool(data)))
        return;
    struct slice path = event_text(input, "file_path");
    bool is_seen = path.size > 0 && slice_is(path, display->seen_change);
    display->seen_change[0] = '\0';
    if (is_seen)
        return;
    if (before.size == 0 && after.size == 0)
        after = event_text(input, "content");
    diff_write(&diff, before, after, false);
    struct slice rest = buf_slice(&diff);
    while (rest.size > 0) {
        const char *end = memchr(rest.data, '\n', rest.size);
        struct slice line = {rest.data, end ? (size_t)(end - rest.data) : rest.size};
        rest = (struct slice){line.data + line.size + 1, end ? rest.size - line.size - 1 : 0};
        if (line.size == 0 || line.data[0] == '@')
            continue; /* the hunk header: its line numbers are those of the excerpt */
        if (rows++ < CHANGE_ROWS || display->verbose)
            append_change(display, &out, line);
    }
    if (rows > CHANGE_ROWS && !display->verbose)
        (void)buf_printf(&out, "%s    %s %zu more lines%s\n", pretty_if(display->color_notes, pretty_dim),
                         ascii_or("…", "..."), rows - CHANGE_ROWS, pretty_if(display->color_notes, pretty_off));
    emit(display, RUN_NOTES, &out);
    buf_clear(&diff);
}

static void show_tool_call(struct run_display *display, yyjson_val *data)
{
    struct buf line = BUF_LIMITED(PIECE_BYTES_MAX);
    event_tool_call(&line, data, display->cwd);
    open_calls_add(&display->calls, event_text(data, "tool_call_id"), buf_slice(&line));
    note(display, "*", pretty_blue, buf_slice(&line), "");
    show_change(display, data);
    buf_clear(&line);
}

static void show_tool_result(struct run_display *display, yyjson_val *data)
{
    struct buf text = BUF_LIMITED(PIECE_BYTES_MAX), out = BUF_LIMITED(PIECE_BYTES_MAX);
    struct fold_result result = {.tool = event_tool(data), .failed = event_tool_failed(data)};
    struct slice id = event_text(data, "tool_call_id");
    (void)open_calls_end(&display->calls, id, &result.label);
    if (id.size > 0 && slice_is(id, display->denied) && !display->verbose)
        return; /* the denial has been shown already */
    event_tool_result(&text, data);
    result.text = buf_slice(&text);
    run_display_finish(display);
    fold_write(&out, &result,
               &(struct fold_style){
                   .paint = pretty_if(display->color_notes, result.failed ? pretty_red : pretty_dim),
                   .width = display->notes_width,
                   .whole = display->verbose,
               });
    emit(display, RUN_NOTES, &out);
    buf_clear(&text);
}

/* --- other events --- */

static size_t without_brackets(struct slice text)
{
    const char *open = text.size > 0 ? memmem(text.data, text.size, " (", 2) : NULL;
    return open ? (size_t)(open - text.data) : text.size;
}

/* Shown once, and again after a change. */
static void show_who(struct run_display *display, yyjson_val *data)
{
    char who[sizeof display->who];
    struct slice agent = event_text(data, "agent"), model = event_text(data, "model");
    struct slice service = event_text(data, "service"), why = event_text(data, "why");
    struct slice adapter = event_text(data, "adapter");
    /* The brackets say why other agents are not usable. Who uses an installed program need not read that in each run.
     */
    if (!display->verbose && adapter.size > 0 && !slice_is(adapter, "builtin") && !slice_is(adapter, "offline"))
        why.size = without_brackets(why);
    if (agent.size == 0 && model.size == 0)
        return;
    (void)snprintf(who, sizeof who, "agent %.*s%s%.60s%s%.40s", (int)(agent.size < 60 ? agent.size : 60),
                   agent.data ? agent.data : "", model.size > 0 ? ", model " : "", model.size > 0 ? model.data : "",
                   service.size == 0 ? ""
                   : model.size > 0  ? " of "
                                     : ", service ",
                   service.size > 0 ? service.data : "");
    if (strcmp(who, display->who) == 0 || (model.size == 0 && strncmp(display->who, who, strlen(who)) == 0))
        return;
    (void)snprintf(display->who, sizeof display->who, "%s", who);
    if (!display->quiet)
        run_display_note(display, pretty_dim, "%s%s%.*s", who, why.size > 0 ? ": " : "", SLICE_ARG(why));
}

/* Shown once, and again after a change. */
static void show_quota(struct run_display *display, yyjson_val *quota)
{
    struct buf line = BUF_LIMITED(sizeof display->quota);
    int64_t percent = 0;
    bool exceeded = yyjson_get_bool(yyjson_obj_get(quota, "exceeded"));
    if (!quota || (!exceeded && (!event_count(quota, "used_percent", &percent) || percent < QUOTA_TOLD_PERCENT)))
        return;
    event_quota(&line, quota);
    if (buf_terminate(&line) == 0 && strcmp(line.data, display->quota) != 0) {
        (void)snprintf(display->quota, sizeof display->quota, "%s", line.data);
        run_display_note(display, exceeded ? pretty_red : pretty_yellow, "%s", display->quota);
    }
    buf_clear(&line);
}

static void take_usage(struct run_display *display, yyjson_val *data)
{
    (void)event_count(data, "input_tokens", &display->input);
    (void)event_count(data, "output_tokens", &display->output);
    (void)event_count(data, "context_tokens", &display->context);
    (void)event_count(data, "context_limit", &display->context_limit);
    if (!display->quiet)
        show_quota(display, yyjson_obj_get(data, "quota"));
}

static void show_error(struct run_display *display, yyjson_val *data)
{
    int64_t wait_ms = 0;
    yyjson_val *wait = yyjson_obj_get(data, "retry_in_ms");
    char again[64] = "";
    if (wait && json_integer(wait, &wait_ms) == 0 && wait_ms >= 0 && wait_ms < INT64_C(86400000))
        (void)snprintf(again, sizeof again, "; %s in %.1f s",
                       display->is_saying && !display->holds ? "the answer restarts" : "retrying",
                       (double)wait_ms / 1000);
    if (wait)
        take_back(display);
    display->is_saying = false;
    struct slice code = event_text(data, "code"), message = event_text(data, "message");
    char trouble[sizeof display->trouble];
    (void)snprintf(trouble, sizeof trouble, "%.60s: %.*s", code.size > 0 ? code.data : "",
                   (int)(message.size < 180 ? message.size : 180), message.data ? message.data : "");
    bool is_told = wait && strcmp(trouble, display->trouble) == 0;
    (void)snprintf(display->trouble, sizeof display->trouble, "%s", wait ? trouble : "");
    if (is_told && !display->verbose)
        return;
    run_display_note(display, *again ? pretty_yellow : pretty_red, "%.*s%s%.*s%s", SLICE_ARG(code),
                     code.size > 0 && message.size > 0 ? ": " : "", SLICE_ARG(message), again);
}

static void show_denied(struct run_display *display, yyjson_val *data)
{
    struct buf call = BUF_LIMITED(PIECE_BYTES_MAX), shown = BUF_LIMITED(PIECE_BYTES_MAX);
    if (yyjson_obj_get(data, "input"))
        event_tool_call(&call, data, display->cwd);
    else
        (void)buf_append_slice(&call, event_text(data, "tool"));
    (void)columns_append(&shown, buf_slice(&call), DENIED_COLUMNS);
    run_display_note(display, pretty_yellow, "%.*s was denied: %.*s", SLICE_ARG(buf_slice(&shown)),
                     SLICE_ARG(event_text(data, "reason")));
    buf_clear(&call);
    buf_clear(&shown);
    struct slice id = event_text(data, "tool_call_id");
    if (id.size < sizeof display->denied)
        (void)snprintf(display->denied, sizeof display->denied, "%.*s", SLICE_ARG(id));
}

/* After "/compact", or if the context was nearly full. */
static void show_summary(struct run_display *display, yyjson_val *data)
{
    int64_t before = 0, after = 0;
    if (event_count(data, "before_tokens", &before) && event_count(data, "after_tokens", &after))
        run_display_note(display, pretty_dim,
                         "the conversation was summarized: %" PRId64 " tokens before, %" PRId64 " now", before, after);
    else
        run_display_note(display, pretty_dim, "the conversation was summarized");
}

static void show_other(struct run_display *display, struct slice type, struct slice method, yyjson_val *params)
{
    struct buf line = BUF_LIMITED(PIECE_BYTES_MAX), words = BUF_LIMITED(PIECE_BYTES_MAX);
    event_line_describe(&words, method, params);
    (void)buf_append_slice(&line, type);
    (void)buf_append_text(&line, words.size > 0 ? ": " : "");
    (void)buf_append_slice(&line, buf_slice(&words));
    note(display, "--", pretty_dim, buf_slice(&line), "");
    buf_clear(&line);
    buf_clear(&words);
}

/* --- messages --- */

/* Pieces of several blocks may alternate. */
static uint64_t bit_of(yyjson_val *data)
{
    int64_t index = 0;
    yyjson_val *value = yyjson_obj_get(data, "index");
    return UINT64_C(1) << (value && json_integer(value, &index) == 0 ? (uint64_t)index % 64 : 0);
}

static void take_delta(struct run_display *display, yyjson_val *data)
{
    yyjson_val *delta = yyjson_obj_get(data, "delta"), *from = yyjson_is_obj(delta) ? delta : data;
    display->streamed |= bit_of(data);
    think(display, event_text(from, "thinking"));
    run_display_text(display, event_text(from, "text"));
}

/* Shows the whole block if its pieces were not sent. */
static void take_block(struct run_display *display, yyjson_val *data)
{
    yyjson_val *whole = yyjson_obj_get(data, "content_block");
    struct slice type = event_text(whole, "type");
    bool streamed = display->streamed & bit_of(data);
    if (!streamed && slice_is(type, "text"))
        run_display_text(display, event_text(whole, "text"));
    else if (!streamed && slice_is(type, "thinking"))
        think(display, event_text(whole, "thinking"));
    display->streamed &= ~bit_of(data);
    run_display_finish(display);
}

static bool is_silent(struct slice type)
{
    static const char *const types[] = {"prompt", "message_stop", "agent_chosen", "message_start",
                                        "content_block_start"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (slice_is(type, types[i]))
            return true;
    return false;
}

static void show_tool(struct run_display *display, struct slice type, yyjson_val *data)
{
    if (display->quiet)
        return;
    if (slice_is(type, "tool_call"))
        show_tool_call(display, data);
    else
        show_tool_result(display, data);
}

/* Returns whether the event belongs to the current message. Any other event makes that message final. */
static bool is_part(struct slice type, yyjson_val *data)
{
    static const char *const types[] = {"content_block_start", "content_block_delta", "thinking_chunk",
                                        "content_block_stop", "usage"};
    if (slice_is(type, "error"))
        return yyjson_obj_get(data, "retry_in_ms");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (slice_is(type, types[i]))
            return true;
    return false;
}

static void settle(struct run_display *display)
{
    if (!display->holds)
        return;
    run_display_finish(display);
    run_display_release(display);
}

static void take_message(struct run_display *display, struct slice method, yyjson_val *params)
{
    struct slice type = event_text(params, "type");
    yyjson_val *data = yyjson_obj_get(params, "data");
    bool is_whole = slice_is(type, "content_block") || slice_is(type, "text") || slice_is(type, "message");
    if (!is_part(type, data) && !is_whole) {
        settle(display);
        display->is_saying = false;
    }
    if (slice_is(type, "content_block_delta")) {
        take_delta(display, data);
    } else if (slice_is(type, "thinking_chunk")) {
        display->streamed |= bit_of(data);
        think(display, event_text(data, "chunk"));
    } else if (slice_is(type, "content_block_stop")) {
        take_block(display, data);
    } else if (is_whole) {
        run_display_text(display, event_text(data, "text"));
        run_display_finish(display);
        run_display_release(display);
    } else if (slice_is(type, "tool_call") || slice_is(type, "tool_result")) {
        show_tool(display, type, data);
    } else if (slice_is(type, "usage")) {
        take_usage(display, data);
    } else if (slice_is(type, "error")) {
        show_error(display, data);
    } else if (slice_is(type, "permission_denied")) {
        show_denied(display, data);
    } else if (slice_is(type, "report_error") && event_text(data, "message").size > 0) {
        if (!display->quiet)
            run_display_note(display, pretty_yellow, "%.*s", SLICE_ARG(event_text(data, "message")));
    } else if (is_silent(type)) {
        run_display_finish(display);
        if (slice_is(type, "message_start"))
            display->streamed = 0;
        if (slice_is(type, "message_start") || slice_is(type, "agent_chosen"))
            show_who(display, data);
    } else if (slice_is(type, "context_summarised") && !display->quiet && !display->verbose) {
        show_summary(display, data);
    } else if (!display->quiet) {
        show_other(display, type, method, params);
    }
}

static void show_failure(struct run_display *display, struct slice method, yyjson_val *params)
{
    struct buf words = BUF_LIMITED(PIECE_BYTES_MAX);
    struct slice last_words = event_text(yyjson_obj_get(params, "error"), "stderr");
    event_line_describe(&words, method, params);
    run_display_note(display, pretty_red, "failed: %.*s", SLICE_ARG(buf_slice(&words)));
    if (last_words.size > 0)
        block(display, pretty_dim, last_words);
    buf_clear(&words);
}

void run_display_saw_change(struct run_display *display, yyjson_val *input)
{
    struct slice path = event_text(input, "file_path");
    display->seen_change[0] = '\0';
    if (path.size < sizeof display->seen_change)
        (void)snprintf(display->seen_change, sizeof display->seen_change, "%.*s", SLICE_ARG(path));
}

void run_display_event(struct run_display *display, struct slice method, yyjson_val *params)
{
    if (event_is_final(method) || slice_is(method, "event.permissionRequested"))
        settle(display);
    if (slice_is(method, "event.messageCreated"))
        take_message(display, method, params);
    else if (slice_is(method, "event.taskCompleted"))
        take_usage(display, yyjson_obj_get(params, "token_usage"));
    else if (slice_is(method, "event.taskFailed"))
        show_failure(display, method, params);
    else if (slice_is(method, "event.taskCancelled"))
        run_display_note(display, pretty_yellow, "the task was stopped (%.*s)",
                         SLICE_ARG(event_text(params, "reason")));
}
