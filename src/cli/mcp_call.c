/* weir mcp call and read: uses a server as a person, without permissions. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/approve.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/event_line.h"
#include "cli/mcp.h"
#include "cli/pretty.h"
#include "cli/status_line.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "contract/event.h"
#include "json/read.h"
#include "json/write.h"

static enum cli_exit run_call(struct cli *cli, int count, char **arguments);
static enum cli_exit run_read(struct cli *cli, int count, char **arguments);

const struct cli_command command_mcp_call = {
    .name = "mcp call",
    .arguments = "NAME TOOL [JSON|-]",
    .summary = "Call a tool of an MCP server yourself",
    .details =
        "The arguments are a JSON object; '-' reads them from standard input. No permission is asked, since you make\n"
        "the call. Starts the server if necessary. Prints text; stores pictures and the like in new files of the\n"
        "directory for temporary files. If the tool asks a question, answer it here or with 'weir approve'. Ctrl-C\n"
        "cancels the call. The exit status is 1 if the tool reports an error.\n"
        "\n"
        "  weir mcp call files read_text_file '{\"path\": \"/home/ada/notes.txt\"}'",
    .arguments_min = 2,
    .arguments_max = 3,
    .completes = CLI_COMPLETES_SERVERS,
    .starts = true,
    .run = run_call,
};

enum { INPUT_BYTES_MAX = 16 << 20, RESULT_BYTES_MAX = 256 << 20, LONGEST_MS = 86400000 };

/* --- arguments --- */

static enum cli_exit read_input(const struct cli *cli, struct buf *text)
{
    for (;;) {
        char *room = buf_room(text, 64 << 10);
        if (!room)
            return cli_fail(cli, CLI_USAGE, "the arguments on standard input are too long (limit: %d MiB)",
                            INPUT_BYTES_MAX >> 20);
        ssize_t n = read(STDIN_FILENO, room, 64 << 10);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return cli_fail(cli, CLI_USAGE, "cannot read standard input: %s", strerror(errno));
        if (n == 0)
            return CLI_OK;
        text->size += (size_t)n;
    }
}

/* The pairs and all strings are in the arena. */
static enum cli_exit read_arguments(const struct cli *cli, const char *given, struct arena *arena,
                                    struct mcp_call_params *params)
{
    struct buf input = BUF_LIMITED(INPUT_BYTES_MAX);
    struct json_error error;
    yyjson_val *root = NULL, *key;
    enum cli_exit exit = strcmp(given, "-") == 0 ? read_input(cli, &input) : CLI_OK;
    struct slice text = strcmp(given, "-") == 0 ? buf_slice(&input) : slice_of(given);
    int r = exit == CLI_OK ? json_read(arena, text, &root, &error) : -ECANCELED;
    if (r == -EINVAL) {
        size_t line, column;
        text_position(text, error.offset, &line, &column);
        exit = cli_fail(cli, CLI_USAGE, "the arguments are not JSON: %s at line %zu, column %zu", error.message, line,
                        column);
    } else if (r == 0 && !yyjson_is_obj(root)) {
        exit = cli_fail(cli, CLI_USAGE, "the arguments are %s; they must be an object, such as {\"path\": \"/tmp\"}",
                        json_type_name(root));
    } else if (r == -ENOMEM) {
        exit = cli_fail(cli, CLI_FAILED, "out of memory");
    }
    buf_clear(&input);
    size_t count = exit == CLI_OK ? yyjson_obj_size(root) : 0;
    struct mcp_call_params_arguments_pair *pairs = arena_zeroed(arena, (count + 1) * sizeof *pairs);
    if (exit != CLI_OK || !pairs)
        return exit != CLI_OK ? exit : cli_fail(cli, CLI_FAILED, "out of memory");
    yyjson_obj_iter iter = yyjson_obj_iter_with(root);
    for (size_t i = 0; (key = yyjson_obj_iter_next(&iter)); i++) {
        pairs[i].key = json_text(key);
        pairs[i].value.value = yyjson_obj_iter_get_val(key);
    }
    params->arguments = (struct mcp_call_params_arguments){pairs, count};
    params->arguments_is = FIELD_SET;
    return CLI_OK;
}

/* --- the call --- */

struct own_call {
    struct cli *cli;
    struct live live;
    struct status_line line;
    struct approve approve;
    bool asks; /* a person is there to answer questions */
    bool known;
    int status;
    char *result;
};

static void on_reply(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct own_call *call = user;
    (void)weir;
    call->known = true;
    call->approve.quit = true; /* a question of this call is void */
    live_wake(&call->live);
    if (reply->error)
        call->status = live_keep_error(&call->live, reply->error);
    else if (!(call->result = strndup(reply->result, reply->size)))
        call->status = -ENOMEM;
}

/* "calling the tool: 3 of 10, reading pages" */
static void on_progress(struct weir *weir, const char *method, const char *params, size_t size, void *user)
{
    struct own_call *call = user;
    (void)weir;
    (void)method;
    yyjson_doc *document = yyjson_read(params, size, 0);
    yyjson_val *root = yyjson_doc_get_root(document), *total = yyjson_obj_get(root, "total");
    struct slice message = event_text(root, "message");
    struct buf text = BUF_LIMITED(sizeof call->line.text);
    (void)buf_printf(&text, "calling the tool: %g", yyjson_get_num(yyjson_obj_get(root, "progress")));
    if (total)
        (void)buf_printf(&text, " of %g", yyjson_get_num(total));
    if (message.size > 0) {
        (void)buf_append_text(&text, ", ");
        (void)columns_append(&text, message, 60);
    }
    if (buf_terminate(&text) == 0)
        status_line_set(&call->line, text.data);
    buf_clear(&text);
    yyjson_doc_free(document);
}

/* Without "approves" in initialize: this front end can answer the questions of its call, and nothing else. */
static enum cli_exit listen_for_questions(struct own_call *call, const char *server)
{
    struct approve *approve = &call->approve;
    autofree char *text = NULL;
    struct slice topics[] = {SLICE("event.questionAsked"), SLICE("event.questionAnswered")};
    const struct event_subscribe_params wanted = {.topics = {topics, 2}, .topics_is = FIELD_SET};
    *approve = (struct approve){.cli = call->cli,
                                .live = &call->live,
                                .session_id = "", /* matches no session */
                                .server_id = server,
                                .tty = {.keys = -1, .display = -1}};
    list_init(&approve->waiting);
    if (call->cli->json || tty_init(&approve->tty) < 0)
        return CLI_OK;
    call->asks = true;
    approve_items_begin(approve);
    int r = live_call(&call->live, &event_subscribe_method, &wanted, WEIR_TIMEOUT_DEFAULT, &text);
    return r == -EINTR ? CLI_INTERRUPTED : r < 0 ? ask_fail(call->cli, &call->live.error) : CLI_OK;
}

static void ask_questions(struct own_call *call)
{
    status_line_hold(&call->line, true);
    if (approve_keys_begin(&call->approve))
        approve_ask(&call->approve);
    approve_keys_end(&call->approve);
    if (call->approve.shown)
        (void)putchar('\n');
    approve_put_off(&call->approve);
    status_line_hold(&call->line, false);
}

/* Sends the request and waits, with questions meanwhile. */
static int wait_for(struct own_call *call, const struct method *method, const void *params)
{
    struct buf text = BUF_LIMITED(ASK_BYTES_MAX);
    struct weir *weir = call->cli->weir;
    uint64_t ticket = 0;
    int64_t limit = call->cli->timeout_ms ? call->cli->timeout_ms : WEIR_TIMEOUT_NONE;
    int r = ask_write(&text, method, params);
    if (r == 0)
        r = weir_call_async(weir, method->name.data, text.data, text.size, limit, on_reply, call, &ticket);
    if (r < 0)
        (void)live_keep_error(&call->live, weir_last_error(weir));
    buf_clear(&text);
    while (r == 0 && !call->known) {
        if (call->asks && approve_has_new(&call->approve))
            ask_questions(call);
        else if (!live_turn(&call->live) && !call->known) {
            (void)weir_cancel(weir, ticket);
            r = -EINTR;
        }
    }
    return r < 0 ? r : call->status;
}

static enum cli_exit report(const struct own_call *call, int r)
{
    const struct cli *cli = call->cli;
    const struct weir_error *error = &call->live.error;
    if (r == -EINTR) {
        if (isatty(STDERR_FILENO))
            (void)fputc('\n', stderr);
        return cli_fail(cli, CLI_INTERRUPTED, "the call was cancelled");
    }
    if (r == -ETIMEDOUT)
        return cli_fail(cli, CLI_TIMEOUT, "no result within --timeout; the call was cancelled");
    if (r == -ENOMEM)
        return cli_fail(cli, CLI_FAILED, "out of memory");
    if (r < 0) {
        bool is_late = strcmp(error->word, "timeout") == 0;
        (void)ask_fail(cli, error);
        if (is_late)
            cli_hint(cli, "to wait longer, use --timeout SECONDS");
        return is_late ? CLI_TIMEOUT : CLI_FAILED;
    }
    return CLI_OK;
}

/* *ret_result is freed by the caller; NULL: it failed, reported. */
static enum cli_exit make(struct cli *cli, const struct method *method, const void *params, const char *server,
                          const char *doing, char **ret_result)
{
    struct own_call call = {.cli = cli};
    enum cli_exit exit = live_begin(&call.live, cli);
    list_init(&call.approve.waiting);
    if (exit == CLI_OK)
        exit = live_connect(&call.live);
    if (exit == CLI_OK)
        exit = listen_for_questions(&call, server);
    if (exit == CLI_OK) {
        status_line_begin(&call.line, &call.live, doing);
        (void)weir_on_notification(cli->weir, "mcp.progress", on_progress, &call);
        int r = wait_for(&call, method, params);
        status_line_end(&call.line);
        exit = report(&call, r);
    }
    if (call.asks) {
        approve_items_clear(&call.approve);
        tty_clear(&call.approve.tty);
    }
    live_end(&call.live);
    if (exit == CLI_FAILED)
        mcp_suggest(cli, server);
    if (exit == CLI_OK)
        *ret_result = call.result;
    else
        free(call.result);
    return exit;
}

/* --- results --- */

static bool has_file(yyjson_val *root, struct connector_file *ret_file)
{
    yyjson_val *file = yyjson_obj_get(root, "file"), *bytes = yyjson_obj_get(file, "bytes");
    ret_file->path = event_text(file, "path");
    return ret_file->path.size > 0 && bytes && json_integer(bytes, &ret_file->bytes) == 0;
}

static enum cli_exit print_call(struct cli *cli, const char *text)
{
    struct arena arena = ARENA_LIMITED(RESULT_BYTES_MAX);
    struct json_error error;
    struct mcp_saved saved = {0};
    struct connector_file file;
    yyjson_val *root = NULL, *block;
    if (json_read(&arena, slice_of(text), &root, &error) < 0) {
        arena_clear(&arena);
        return cli_fail(cli, CLI_FAILED, "cannot read the daemon's response; try --json");
    }
    bool is_error = yyjson_get_bool(yyjson_obj_get(root, "isError"));
    yyjson_val *content = yyjson_obj_get(root, "content"), *structured = yyjson_obj_get(root, "structuredContent");
    FILE *out = is_error ? stderr : stdout;
    yyjson_arr_iter iter = yyjson_arr_iter_with(content);
    while ((block = yyjson_arr_iter_next(&iter)))
        mcp_print_content(cli, &saved, out, block);
    if (yyjson_arr_size(content) == 0 && structured) {
        struct buf line = BUF_LIMITED(RESULT_BYTES_MAX);
        (void)json_write_value(&line, structured);
        if (buf_terminate(&line) == 0)
            pretty_print_text(out, line.data, isatty(fileno(out)), false);
        buf_clear(&line);
    }
    if (has_file(root, &file))
        mcp_tell_file(cli, &file);
    if (is_error)
        (void)cli_fail(cli, CLI_FAILED, "the tool reports an error");
    mcp_saved_clear(&saved);
    arena_clear(&arena);
    return is_error ? CLI_FAILED : CLI_OK;
}

static bool is_error_result(const char *text)
{
    yyjson_doc *document = yyjson_read(text, strlen(text), 0);
    bool is = yyjson_get_bool(yyjson_obj_get(yyjson_doc_get_root(document), "isError"));
    yyjson_doc_free(document);
    return is;
}

static enum cli_exit run_call(struct cli *cli, int count, char **arguments)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(RESULT_BYTES_MAX);
    struct mcp_call_params params = {.server_id = slice_of(arguments[0]), .tool = slice_of(arguments[1])};
    enum cli_exit exit = count > 2 ? read_arguments(cli, arguments[2], &arena, &params) : CLI_OK;
    if (cli->timeout_ms) {
        bool limited = cli->timeout_ms > 0 && cli->timeout_ms < LONGEST_MS;
        params.timeout_ms = limited ? cli->timeout_ms : LONGEST_MS;
        params.timeout_ms_is = FIELD_SET;
    }
    if (exit == CLI_OK)
        exit = make(cli, &mcp_call_method, &params, arguments[0], "calling the tool", &text);
    if (exit == CLI_OK && cli->json) {
        ask_print_json(text);
        exit = is_error_result(text) ? CLI_FAILED : CLI_OK;
    } else if (exit == CLI_OK) {
        exit = print_call(cli, text);
    }
    arena_clear(&arena);
    return exit;
}

/* --- mcp read --- */

const struct cli_command command_mcp_read = {
    .name = "mcp read",
    .arguments = "NAME URI",
    .summary = "Read a resource of an MCP server",
    .details = "'weir mcp resources' lists them. Starts the server if necessary. Prints text; stores other content in "
               "new\n"
               "files of the directory for temporary files.",
    .arguments_min = 2,
    .arguments_max = 2,
    .completes = CLI_COMPLETES_SERVERS,
    .starts = true,
    .run = run_read,
};

static enum cli_exit print_read(struct cli *cli, const char *text)
{
    struct arena arena = ARENA_LIMITED(RESULT_BYTES_MAX);
    struct json_error error;
    struct mcp_saved saved = {0};
    struct connector_file file;
    yyjson_val *root = NULL, *part;
    enum cli_exit exit = CLI_OK;
    if (json_read(&arena, slice_of(text), &root, &error) < 0)
        exit = cli_fail(cli, CLI_FAILED, "cannot read the daemon's response; try --json");
    yyjson_arr_iter iter = yyjson_arr_iter_with(yyjson_obj_get(root, "contents"));
    while ((part = yyjson_arr_iter_next(&iter)))
        mcp_print_resource(cli, &saved, stdout, part);
    if (has_file(root, &file))
        mcp_tell_file(cli, &file);
    mcp_saved_clear(&saved);
    arena_clear(&arena);
    return exit;
}

static enum cli_exit run_read(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *text = NULL;
    const struct mcp_read_params params = {.server_id = slice_of(arguments[0]), .uri = slice_of(arguments[1])};
    enum cli_exit exit = make(cli, &mcp_read_method, &params, arguments[0], "reading the resource", &text);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        exit = print_read(cli, text);
    return exit;
}
