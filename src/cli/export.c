#include "cli/export.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/ascii.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/diff.h"
#include "cli/event_line.h"
#include "cli/text.h"
#include "contract/event.h"
#include "json/decode.h"
#include "json/read.h"
#include "json/write.h"

enum {
    PAGE = 500,
    PIECES = 64,
    HELD_BYTES_MAX = 16 << 20,
    OUT_BYTES_MAX = 256 << 20,
    ANSWER_BYTES_MAX = 128 << 20,
    DIFF_OUT_BYTES = 4 * DIFF_BYTES_MAX
};

/* A message is held until it is complete, so that one that fails and is retried does not appear. */
struct held_message {
    bool thought;
    size_t end; /* offset in `held` */
};

struct export
{
    struct cli *cli;
    const struct export_format *format;
    FILE *file;
    struct buf out; /* of the current page */
    struct buf held;
    struct held_message pieces[PIECES];
    size_t piece_count;
    uint64_t streamed; /* one bit for each block of the message whose text came in pieces */
    struct arena arena;
    struct event_list_params params;
    char *epoch;
    bool more;
};

/* --- text in pieces --- */

static void forget(struct export *export)
{
    buf_clear(&export->held);
    export->piece_count = 0;
}

static void release(struct export *export)
{
    for (size_t i = 0, begin = 0; i < export->piece_count; begin = export->pieces[i++].end) {
        struct slice text = {export->held.data + begin, export->pieces[i].end - begin};
        if (export->pieces[i].thought)
            export->format->thought(&export->out, text);
        else
            export->format->text(&export->out, text);
    }
    forget(export);
}

static void hold(struct export *export, struct slice text, bool thought)
{
    if (text.size == 0)
        return;
    bool same = export->piece_count > 0 && export->pieces[export->piece_count - 1].thought == thought;
    if ((!same && export->piece_count == PIECES) || export->held.size > HELD_BYTES_MAX) {
        release(export);
        same = false;
    }
    export->held.limit = OUT_BYTES_MAX;
    (void)buf_append_slice(&export->held, text);
    if (!same)
        export->pieces[export->piece_count++].thought = thought;
    export->pieces[export->piece_count - 1].end = export->held.size;
}

static uint64_t bit_of(yyjson_val *data)
{
    int64_t index = 0;
    yyjson_val *value = yyjson_obj_get(data, "index");
    return UINT64_C(1) << (value && json_integer(value, &index) == 0 ? (uint64_t)index % 64 : 0);
}

/* Takes the whole block if its pieces were not sent. */
static void take_whole(struct export *export, yyjson_val *data)
{
    yyjson_val *block = yyjson_obj_get(data, "content_block");
    if (!(export->streamed & bit_of(data))) {
        hold(export, event_text(block, "text"), false);
        hold(export, event_text(block, "thinking"), true);
    }
    export->streamed &= ~bit_of(data);
}

/* Returns true if the message may still continue or be interrupted. */
static bool take_piece(struct export *export, struct slice type, yyjson_val *data)
{
    yyjson_val *delta = yyjson_obj_get(data, "delta"), *from = yyjson_is_obj(delta) ? delta : data;
    if (slice_is(type, "content_block_delta")) {
        export->streamed |= bit_of(data);
        hold(export, event_text(from, "thinking"), true);
        hold(export, event_text(from, "text"), false);
        return true;
    }
    if (slice_is(type, "thinking_chunk")) {
        export->streamed |= bit_of(data);
        hold(export, event_text(data, "chunk"), true);
        return true;
    }
    if (slice_is(type, "content_block_stop"))
        take_whole(export, data);
    return slice_is(type, "content_block_stop") || slice_is(type, "content_block_start") || slice_is(type, "usage");
}

/* --- messages --- */

static void take_call(struct export *export, yyjson_val *data)
{
    static const char *const names[] = {"input", "arguments", "params"};
    struct buf line = BUF_LIMITED(OUT_BYTES_MAX), input = BUF_LIMITED(OUT_BYTES_MAX);
    yyjson_val *value = NULL;
    event_tool_call(&line, data, NULL);
    for (size_t i = 0; i < sizeof names / sizeof *names && !value; i++)
        value = yyjson_obj_get(data, names[i]);
    if (value)
        (void)json_write_value(&input, value);
    export->format->call(&export->out, buf_slice(&line), buf_slice(&input));
    buf_clear(&line);
    buf_clear(&input);
}

static void take_result(struct export *export, yyjson_val *data)
{
    struct buf text = BUF_LIMITED(OUT_BYTES_MAX);
    event_tool_result(&text, data);
    export->format->result(&export->out, buf_slice(&text), event_tool_failed(data));
    buf_clear(&text);
}

static void note(struct export *export, const char *head, struct slice method, yyjson_val *params, bool bad)
{
    struct buf line = BUF_LIMITED(OUT_BYTES_MAX), words = BUF_LIMITED(OUT_BYTES_MAX);
    event_line_describe(&words, method, params);
    (void)buf_printf(&line, "%s%s", head, words.size > 0 ? ": " : "");
    (void)buf_append_slice(&line, buf_slice(&words));
    export->format->note(&export->out, buf_slice(&line), bad);
    buf_clear(&words);
    buf_clear(&line);
}

static void take_message(struct export *export, struct slice method, yyjson_val *params)
{
    struct slice type = event_text(params, "type");
    yyjson_val *data = yyjson_obj_get(params, "data");
    if (slice_is(type, "error") && yyjson_obj_get(data, "retry_in_ms"))
        forget(export);
    if (take_piece(export, type, data))
        return;
    release(export);
    if (slice_is(type, "message_start"))
        export->streamed = 0;
    else if (slice_is(type, "tool_call"))
        take_call(export, data);
    else if (slice_is(type, "tool_result"))
        take_result(export, data);
    else if (slice_is(type, "content_block") || slice_is(type, "text") || slice_is(type, "message"))
        export->format->text(&export->out, event_text(data, "text"));
    else if (slice_is(type, "error"))
        note(export, "error", method, params, true);
    else if (slice_is(type, "permission_denied"))
        note(export, "denied", method, params, true);
    else if (slice_is(type, "agent_chosen"))
        note(export, "agent", method, params, false);
}

static void take_prompt(struct export *export, yyjson_val *params)
{
    struct buf words = BUF_LIMITED(OUT_BYTES_MAX);
    int64_t at_ms = 0;
    yyjson_val *time = yyjson_obj_get(params, "timestamp");
    if (time)
        (void)json_integer(time, &at_ms);
    release(export);
    event_line_describe(&words, SLICE("event.messageCreated"), params);
    export->format->prompt(&export->out, buf_slice(&words), at_ms);
    buf_clear(&words);
}

/* --- changes of a task --- */

/* Calls a method whose result may be missing: returns false on failure, without reporting it. */
static bool wonder(struct export *export, const struct task_diff_params *params, struct arena *arena,
                   struct task_diff_result *ret)
{
    autofree char *result = NULL;
    struct buf text = BUF_LIMITED(ASK_BYTES_MAX);
    struct json_error json_error;
    struct decode_error decode_error;
    yyjson_val *root = NULL;
    const struct method *method = &task_diff_method;
    bool known =
        ask_write(&text, method, params) == 0 &&
        weir_call(export->cli->weir, method->name.data, text.data, text.size, WEIR_TIMEOUT_DEFAULT, &result, NULL) == 0;
    struct slice copy = known ? arena_copy(arena, slice_of(result)) : (struct slice){0};
    buf_clear(&text);
    return copy.data && json_read(arena, copy, &root, &json_error) == 0 &&
           json_decode(arena, method->result, root, "result", ret, &decode_error) == 0;
}

static void take_changes(struct export *export, struct slice task_id)
{
    static const char *const words[] = {[TASK_FILE_CHANGE_CHANGE_CREATED] = "created",
                                        [TASK_FILE_CHANGE_CHANGE_MODIFIED] = "modified",
                                        [TASK_FILE_CHANGE_CHANGE_DELETED] = "deleted"};
    struct arena arena = ARENA_LIMITED(ANSWER_BYTES_MAX);
    struct task_diff_result changes = {0};
    const struct task_diff_params params = {.task_id = task_id, .texts = true};
    if (task_id.size == 0 || !wonder(export, &params, &arena, &changes))
        changes.files.count = 0;
    for (size_t i = 0; i < changes.files.count; i++) {
        const struct task_file_change *file = &changes.files.items[i];
        struct buf head = BUF_LIMITED(1 << 20), diff = BUF_LIMITED(DIFF_OUT_BYTES);
        (void)buf_append_slice(&head, file->path);
        (void)buf_printf(&head, " (%s%s)", words[file->change], file->binary ? ", binary" : "");
        if (!file->binary && (file->before_is == FIELD_SET || file->after_is == FIELD_SET))
            diff_write(&diff, file->before_is == FIELD_SET ? file->before : SLICE(""),
                       file->after_is == FIELD_SET ? file->after : SLICE(""), false);
        export->format->change(&export->out, buf_slice(&head), buf_slice(&diff));
        buf_clear(&diff);
        buf_clear(&head);
    }
    arena_clear(&arena);
}

static void take_end(struct export *export, struct slice method, yyjson_val *params)
{
    struct buf line = BUF_LIMITED(OUT_BYTES_MAX), words = BUF_LIMITED(OUT_BYTES_MAX);
    yyjson_val *usage = yyjson_obj_get(params, "token_usage");
    yyjson_val *input = yyjson_obj_get(usage, "input_tokens"), *output = yyjson_obj_get(usage, "output_tokens");
    int64_t in = 0, out = 0;
    release(export);
    take_changes(export, event_text(params, "taskId"));
    event_line_describe(&words, method, params);
    bool completed = slice_is(method, "event.taskCompleted");
    (void)buf_append_text(&line, completed ? "completed" : slice_is(method, "event.taskFailed") ? "failed" : "stopped");
    if (!completed && words.size > 0) {
        (void)buf_append_text(&line, ": ");
        (void)buf_append_slice(&line, buf_slice(&words));
    }
    if (input && output && json_integer(input, &in) == 0 && json_integer(output, &out) == 0)
        (void)buf_printf(&line, ", %lld tokens in, %lld out", (long long)in, (long long)out);
    export->format->note(&export->out, buf_slice(&line), !completed);
    buf_clear(&words);
    buf_clear(&line);
}

/* --- events --- */

static void take_event(struct export *export, const struct event_entry *entry)
{
    yyjson_val *params = (yyjson_val *)entry->params.value;
    if (slice_is(entry->method, "event.messageCreated") && slice_is(event_text(params, "type"), "prompt"))
        take_prompt(export, params);
    else if (slice_is(entry->method, "event.messageCreated"))
        take_message(export, entry->method, params);
    else if (event_is_final(entry->method))
        take_end(export, entry->method, params);
}

static bool write_out(struct export *export)
{
    bool whole = export->out.error == 0 && (export->out.size == 0 || fwrite(export->out.data, 1, export->out.size,
                                                                            export->file) == export->out.size);
    buf_reset(&export->out, HELD_BYTES_MAX);
    return whole;
}

static enum cli_exit take_page(struct export *export)
{
    autofree char *result = NULL;
    struct event_list_result page;
    arena_reset(&export->arena);
    enum cli_exit exit = ask(export->cli, &event_list_method, &export->params, &result);
    if (exit == CLI_OK)
        exit = ask_read(export->cli, &export->arena, &event_list_result_shape, result, &page);
    if (exit != CLI_OK)
        return exit;
    if (page.gap_is == FIELD_SET)
        export->format->note(&export->out, SLICE("events are missing here: retention has deleted them"), true);
    for (size_t i = 0; i < page.events.count; i++)
        take_event(export, &page.events.items[i]);
    export->more = page.more;
    export->params.from_seq = page.next_seq;
    free(export->epoch);
    export->epoch = strndup(page.epoch.data, page.epoch.size);
    export->params.epoch = slice_of(export->epoch);
    export->params.epoch_is = export->epoch ? FIELD_SET : FIELD_ABSENT;
    return write_out(export)
               ? CLI_OK
               : cli_fail(export->cli, CLI_FAILED, "cannot write the transcript: %s", strerror(errno ? errno : ENOMEM));
}

static enum cli_exit begin(struct export *export, const char *session_id)
{
    autofree char *result = NULL;
    struct session_record session;
    const struct session_get_params params = {.session_id = slice_of(session_id)};
    enum cli_exit exit = ask(export->cli, &session_get_method, &params, &result);
    if (exit == CLI_OK)
        exit = ask_read(export->cli, &export->arena, &session_record_shape, result, &session);
    if (exit == CLI_OK)
        export->format->begin(&export->out, &session);
    return exit;
}

static enum cli_exit write_all(struct export *export, const char *session_id)
{
    export->params =
        (struct event_list_params){.session_id = slice_of(session_id), .session_id_is = FIELD_SET, .limit = PAGE};
    enum cli_exit exit = begin(export, session_id);
    do
        exit = exit == CLI_OK ? take_page(export) : exit;
    while (exit == CLI_OK && export->more);
    release(export);
    export->format->end(&export->out);
    if (exit == CLI_OK && !write_out(export))
        exit = cli_fail(export->cli, CLI_FAILED, "cannot write the transcript: %s", strerror(errno));
    return exit;
}

/* --- the file --- */

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), tail = strlen(end);
    return size >= tail && strcmp(text + size - tail, end) == 0;
}

static const struct export_format *choose(const char *format, const char *path)
{
    bool html = format ? strcmp(format, "html") == 0 : path && (ends_with(path, ".html") || ends_with(path, ".htm"));
    return html ? &export_html : &export_markdown;
}

/* Only the user may read the transcript. */
static FILE *open_file(const char *path)
{
    autoclose int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (file)
        (void)take_fd(&fd);
    return file;
}

enum cli_exit export_session(struct cli *cli, const char *session_id, const char *format, const char *path)
{
    struct export export = {.cli = cli,
                            .format = choose(format, path),
                            .file = path ? open_file(path) : stdout,
                            .out = BUF_LIMITED(OUT_BYTES_MAX),
                            .arena = ARENA_LIMITED(ASK_BYTES_MAX)};
    if (!export.file)
        return cli_fail(cli, CLI_FAILED, "cannot write %s: %s", path, strerror(errno));
    bool ascii = ascii_only();
    ascii_use(false); /* the file is always UTF-8 */
    enum cli_exit exit = write_all(&export, session_id);
    ascii_use(ascii);
    if (path && fclose(export.file) != 0 && exit == CLI_OK)
        exit = cli_fail(cli, CLI_FAILED, "cannot write %s: %s", path, strerror(errno));
    if (path && exit == CLI_OK && !cli->json)
        (void)fprintf(stderr, "wrote %s\n", path);
    buf_clear(&export.out);
    buf_clear(&export.held);
    arena_clear(&export.arena);
    free(export.epoch);
    return exit;
}

/* --- session export --- */

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"format", 0, "FORMAT", EXPORT_FORMATS, "markdown or html (default: by the name of the file, else markdown)"},
    {"output", 'o', "FILE", NULL, "write it to this file (default: standard output)"},
    {0},
};

const struct cli_command command_session_export = {
    .name = "session export",
    .arguments = "SESSION",
    .summary = "Write the transcript of a session as Markdown or HTML",
    .details =
        "Contains prompts, answers, thinking, calls of tools with their results, what each task changed, and usage.\n"
        "An HTML transcript is one file that runs nothing and loads nothing. Only you can read the file.",
    .options = options,
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SESSIONS,
    .starts = true,
    .run = run,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    return export_session(cli, arguments[0], cli_option(cli, "format"), cli_option(cli, "output"));
}
