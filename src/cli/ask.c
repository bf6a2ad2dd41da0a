#include "cli/ask.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/live.h"
#include "cli/pretty.h"
#include "cli/status_line.h"
#include "cli/text.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"

int ask_write(struct buf *out, const struct method *method, const void *params)
{
    if (params)
        (void)json_encode(out, method->params, params);
    else
        (void)buf_append_text(out, "{}");
    return buf_terminate(out);
}

enum cli_exit ask(struct cli *cli, const struct method *method, const void *params, char **ret_result)
{
    struct buf text = {.limit = ASK_BYTES_MAX, .traceless = method->flags & METHOD_SECRET};
    enum cli_exit exit = ask_write(&text, method, params) < 0 ? cli_fail(cli, CLI_FAILED, "out of memory") : CLI_OK;
    if (exit == CLI_OK)
        exit = cli_connect(cli);
    if (exit == CLI_OK &&
        weir_call(cli->weir, method->name.data, text.data, text.size, WEIR_TIMEOUT_DEFAULT, ret_result, NULL) < 0)
        exit = ask_fail(cli, weir_last_error(cli->weir));
    if (text.traceless)
        buf_wipe(&text);
    buf_clear(&text);
    return exit;
}

enum cli_exit ask_read(const struct cli *cli, struct arena *arena, const struct shape *shape, const char *text,
                       void *ret)
{
    struct decode_error wrong = {.path = "result", .message = "is not JSON"};
    struct json_error error;
    yyjson_val *root = NULL;
    int r = json_read(arena, slice_of(text), &root, &error);
    if (r == 0)
        r = json_decode(arena, shape, root, "result", ret, &wrong);
    if (r == -ENOMEM)
        return cli_fail(cli, CLI_FAILED, "out of memory for the response");
    if (r < 0)
        return cli_fail(
            cli, CLI_FAILED,
            "cannot read the daemon's response, %s %s; the versions of weir and the daemon may differ, try --json",
            wrong.path, wrong.message);
    return CLI_OK;
}

enum cli_exit ask_fail(const struct cli *cli, const struct weir_error *error)
{
    static const struct {
        const char *word, *hint;
    } hints[] = {
        {"task_not_found", "to list all tasks: weir task list --all"},
        {"task_at_work", "to wait for its end: weir task wait"},
        {"task_not_cancellable", "to see how it ended: weir task get"},
        {"session_not_found", "to list all sessions: weir session list --all"},
        {"session_closed", "to open it again: weir session reopen"},
        {"session_busy", "to stop its tasks: weir session close"},
        {"queue_full", "wait until tasks end, or cancel some; to list them: weir task list --state queued"},
        {"idempotency_conflict", "use another --key, or repeat the first submission unchanged"},
        {"event_not_found",
         "to list the session's events with their numbers: weir watch --numbers --from 1 --session ID"},
        {"permission_not_found", "to list pending requests: weir permissions list"},
        {"rule_not_found", "to list the rules: weir permissions rules"},
        {"terminal_not_found", "to list open terminals: weir terminal list"},
        {"terminal_taken", "it becomes available when that client detaches"},
        {"too_many_terminals", "to list terminals: weir terminal list; to end one: weir terminal close ID"},
        {"no_such_key", "to list the keys: weir key list"},
        {"keys_locked", "to list the keys: weir key list; for the places of the master key: man weird"},
        {"mcp_tool_not_found", "to list the tools: weir mcp tools"},
        {"mcp_arguments_refused", "to see which arguments the tool takes: weir mcp tools -v"},
        {"mcp_not_offered", "to list what the project offers: weir mcp offers"},
        {"question_answered", "another front end was first, or the call has ended"},
        {"too_many_mcp_servers", "to remove one: weir mcp remove NAME; the limit is the setting mcp.servers"},
        {"db_busy", "try again when the other operation has ended"},
        {"file_exists", "use another name, or remove the file"},
        {"subsystem_unavailable", "for the cause: weir daemon status"},
        {"stopping", "once it has stopped, start it again: weir daemon start"},
        {"method_not_found", "the daemon is older than this weir; to run the new version: weir daemon restart"},
    };
    enum cli_exit exit = cli_fail_error(cli, error);
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strcmp(error->word, hints[i].word) == 0)
            cli_hint(cli, "%s", hints[i].hint);
    return exit;
}

enum cli_exit ask_option(const struct cli *cli, const char *name, struct slice *field, enum field_is *field_is)
{
    const char *value = cli_option(cli, name);
    if (!value)
        return CLI_OK;
    if (!text_is_utf8(slice_of(value)))
        return cli_fail(cli, CLI_USAGE, "the value of --%s is not UTF-8 text", name);
    *field = slice_of(value);
    *field_is = FIELD_SET;
    return CLI_OK;
}

unsigned ask_word(const struct cli *cli, const char *name, const struct shape *shape, enum field_is *ret_is)
{
    const char *word = cli_option(cli, name);
    unsigned value = 0;
    *ret_is = word ? FIELD_SET : FIELD_ABSENT;
    while (word && value + 1 < shape->of.words.count && !slice_is(shape->of.words.items[value], word))
        value++;
    return value;
}

/* The next step if a directory cannot be used; names the option only if the command has it. */
static const char *elsewhere(const struct cli *cli, const char *option)
{
    const struct cli_option *own = cli->command ? cli->command->options : NULL;
    while (own && own->name && strcmp(own->name, option) != 0)
        own++;
    if (own && own->name)
        return "change to another directory, or name one with --cwd";
    return cli->command && cli->command->completes == CLI_COMPLETES_TASKS
               ? "change to another directory, or name a task, see: weir task list"
               : "change to another directory";
}

enum cli_exit ask_directory(const struct cli *cli, const char *option, const char *path, char **ret_path)
{
    struct stat status;
    autofree char *real = realpath(path, NULL);
    if (!real && !cli_option(cli, option))
        return cli_fail(cli, CLI_USAGE, "cannot use the current directory: %s; %s", strerror(errno),
                        elsewhere(cli, option));
    if (!real)
        return cli_fail(cli, CLI_USAGE, "--%s %s: %s", option, path, strerror(errno));
    if (stat(real, &status) < 0 || !S_ISDIR(status.st_mode))
        return cli_fail(cli, CLI_USAGE, "--%s %s: not a directory", option, path);
    if (faccessat(AT_FDCWD, real, X_OK, AT_EACCESS) < 0)
        return cli_fail(cli, CLI_USAGE, "cannot enter the directory %s: %s; %s", real, strerror(errno),
                        elsewhere(cli, option));
    if (!text_is_utf8(slice_of(real)))
        return cli_fail(cli, CLI_USAGE, "--%s %s: the name is not UTF-8 text, which the daemon requires", option, path);
    *ret_path = take_pointer(real);
    return CLI_OK;
}

void ask_print_json(const char *result)
{
    pretty_print_text(stdout, result, false, false);
}

/* --- long calls --- */

static enum cli_exit call_long(struct live *live, struct status_line *line, const struct method *method,
                               const void *params, const struct ask_progress *progress, char **ret_result)
{
    struct cli *cli = live->cli;
    enum cli_exit exit = live_connect(live);
    if (exit != CLI_OK)
        return exit;
    status_line_begin(line, live, progress->doing);
    int r = live_call(live, method, params, cli->timeout_ms ? cli->timeout_ms : WEIR_TIMEOUT_NONE, ret_result);
    status_line_end(line);
    if (r == -EINTR)
        return cli_fail(cli, CLI_INTERRUPTED, "stopped waiting; %s", progress->later);
    if (r == -ETIMEDOUT)
        return cli_fail(cli, CLI_TIMEOUT, "no response within --timeout; %s", progress->later);
    if (r == -ENOMEM)
        return cli_fail(cli, CLI_FAILED, "out of memory");
    return r < 0 ? ask_fail(cli, &live->error) : CLI_OK;
}

enum cli_exit ask_long(struct cli *cli, const struct method *method, const void *params,
                       const struct ask_progress *progress, char **ret_result)
{
    struct live live;
    struct status_line line; /* its uv handle closes with the loop */
    enum cli_exit exit = live_begin(&live, cli);
    if (exit == CLI_OK)
        exit = call_long(&live, &line, method, params, progress, ret_result);
    live_end(&live);
    return exit;
}
