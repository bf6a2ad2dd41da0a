#include "cli/ids.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/id.h"
#include "cli/ask.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/pretty.h"
#include "cli/sessions.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "contract/daemon.h"
#include "contract/task.h"
#include "contract/terminal.h"
#include "json/decode.h"
#include "json/read.h"

enum {
    TEXT_MAX = 128,
    END_LEAST = 6,
    WORD_LEAST = 4,
    CANDIDATES_MAX = 16,
    CANDIDATES_SHOWN = 5,
    ANSWER_BYTES_MAX = 16 << 20
};

struct kind {
    const char *prefix, *plural;
    int find; /* enum daemon_id_kind; -1: the client searches the list, which is short */
};

static const struct kind task = {"task_", "tasks", DAEMON_ID_KIND_TASK},
                         session = {"sess_", "sessions", DAEMON_ID_KIND_SESSION},
                         request = {"perm_", "permission requests", DAEMON_ID_KIND_PERMISSION},
                         rule = {"rule_", "rules", DAEMON_ID_KIND_RULE}, terminal = {"term_", "terminals", -1};

struct candidates {
    struct slice items[CANDIDATES_MAX];
    size_t count;
    bool more;
};

/* --- calls --- */

static bool is_there(struct cli *cli)
{
    bool starts = cli->command->starts && cli_need_daemon(cli) == CLI_OK;
    return (starts || cli_find_socket(cli) == CLI_OK) && cli_connect_quietly(cli) == 0;
}

/* Calls without reporting errors: an id that cannot be resolved here is rejected by the daemon later. */
static bool wonder(struct cli *cli, const struct method *method, const void *params, struct arena *arena, void *ret)
{
    autofree char *result = NULL;
    struct buf text = BUF_LIMITED(ANSWER_BYTES_MAX);
    struct json_error json_error;
    struct decode_error decode_error;
    yyjson_val *root = NULL;
    bool known =
        ask_write(&text, method, params) == 0 && is_there(cli) &&
        weir_call(cli->weir, method->name.data, text.data, text.size, WEIR_TIMEOUT_DEFAULT, &result, NULL) == 0;
    struct slice copy = known ? arena_copy(arena, slice_of(result)) : (struct slice){0};
    buf_clear(&text);
    return copy.data && json_read(arena, copy, &root, &json_error) == 0 &&
           json_decode(arena, method->result, root, "result", ret, &decode_error) == 0;
}

static bool fits(struct slice id, const char *prefix, const char *text)
{
    size_t size = strlen(text), skipped = strlen(prefix);
    if (strncasecmp(id.data, text, size) == 0)
        return true;
    if (id.size >= skipped + size && strncasecmp(id.data + skipped, text, size) == 0)
        return true;
    return size >= END_LEAST && id.size >= size && strncasecmp(id.data + id.size - size, text, size) == 0;
}

static void find_terminals(struct cli *cli, const char *text, struct arena *arena, struct candidates *found)
{
    struct terminal_list_result list = {0};
    const struct terminal_list_params params = {0};
    if (!wonder(cli, &terminal_list_method, &params, arena, &list))
        return;
    for (size_t i = 0; i < list.count; i++)
        if (fits(list.items[i].id, terminal.prefix, text)) {
            found->more = found->count == CANDIDATES_MAX;
            if (!found->more)
                found->items[found->count++] = list.items[i].id;
        }
}

static void find(struct cli *cli, const struct kind *kind, const char *text, struct arena *arena,
                 struct candidates *found)
{
    struct daemon_find_result result = {0};
    const struct daemon_find_params params = {.kind = (enum daemon_id_kind)kind->find, .text = slice_of(text)};
    if (kind->find < 0) {
        find_terminals(cli, text, arena, found);
        return;
    }
    if (!wonder(cli, &daemon_find_method, &params, arena, &result))
        return;
    for (size_t i = 0; i < result.ids.count && i < CANDIDATES_MAX; i++)
        found->items[found->count++] = result.ids.items[i];
    found->more = result.more;
}

/* --- one id --- */

static bool is_whole(const char *text, const struct kind *kind)
{
    size_t prefix = strlen(kind->prefix);
    return strlen(text) == prefix + ID_DIGITS && strncmp(text, kind->prefix, prefix) == 0;
}

/* Removes the ellipsis of abbreviated ids, which tables show: "…3WQ7ZK". */
static const char *without_dots(const char *text)
{
    static const char ellipsis[] = "…", dots[] = "...";
    if (strncmp(text, ellipsis, sizeof ellipsis - 1) == 0)
        return text + sizeof ellipsis - 1;
    return strncmp(text, dots, sizeof dots - 1) == 0 ? text + sizeof dots - 1 : text;
}

static enum cli_exit refuse(const struct cli *cli, const struct kind *kind, const char *text,
                            const struct candidates *found)
{
    struct buf list = BUF_LIMITED(4096);
    size_t shown = found->count < CANDIDATES_SHOWN ? found->count : CANDIDATES_SHOWN;
    for (size_t i = 0; i < shown; i++)
        (void)buf_printf(&list, "%s%.*s%s",
                         cli->json && i > 0 ? ", "
                         : cli->json        ? ""
                                            : "  ",
                         SLICE_ARG(found->items[i]), cli->json ? "" : "\n");
    if (found->more || found->count > shown)
        (void)buf_append_text(&list, cli->json ? ", and others" : "  and others\n");
    enum cli_exit exit = CLI_USAGE;
    if (buf_terminate(&list) < 0)
        exit = cli_fail(cli, CLI_FAILED, "out of memory");
    else
        (void)cli_fail(cli, CLI_USAGE, "'%s' matches several %s; type more of the id:%s%s", text, kind->plural,
                       cli->json ? " " : "", cli->json ? list.data : "");
    if (!cli->json && exit == CLI_USAGE)
        (void)fputs(list.data, stderr);
    buf_clear(&list);
    return exit;
}

/* Copies the id into memory that stays valid until weir ends. */
static const char *keep(struct cli *cli, struct slice id)
{
    struct cli_allocation *kept = malloc(sizeof *kept + id.size + 1);
    if (!kept)
        return NULL;
    memcpy(kept->text, id.data, id.size);
    kept->text[id.size] = '\0';
    kept->next = cli->allocations;
    cli->allocations = kept;
    return kept->text;
}

static enum cli_exit resolve(struct cli *cli, const struct kind *kind, const char **text)
{
    struct arena arena = ARENA_LIMITED(ANSWER_BYTES_MAX);
    struct candidates found = {0};
    const char *part = without_dots(*text), *whole = *text;
    enum cli_exit exit = CLI_OK;
    if (is_whole(part, kind) || !*part || strlen(part) > TEXT_MAX || !text_is_utf8(slice_of(part)))
        return CLI_OK;
    find(cli, kind, part, &arena, &found);
    if (found.count == 1)
        whole = keep(cli, found.items[0]);
    if (found.count > 1)
        exit = refuse(cli, kind, part, &found);
    else if (!whole)
        exit = cli_fail(cli, CLI_FAILED, "out of memory");
    else
        *text = whole;
    arena_clear(&arena);
    return exit;
}

/* --- the last task of this directory --- */

static void tell_last(const struct cli *cli, const struct task_record *last)
{
    struct buf out = BUF_LIMITED(1 << 16);
    size_t columns = tty_columns(STDERR_FILENO), id = last->id.size + 5;
    if (cli->json)
        return;
    (void)buf_append_text(&out, pretty_if(cli->color_errors, pretty_dim));
    (void)buf_printf(&out, "-- %.*s: ", SLICE_ARG(last->id));
    (void)columns_append(&out, last->prompt, columns == COLUMNS_ANY ? columns : columns > id + 8 ? columns - id : 8);
    (void)buf_append_text(&out, pretty_if(cli->color_errors, pretty_off));
    (void)buf_append_char(&out, '\n');
    (void)fwrite(out.data, 1, out.size, stderr);
    buf_clear(&out);
}

static enum cli_exit take_last_task(struct cli *cli)
{
    autofree char *cwd = NULL, *result = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_list_result list = {0};
    enum cli_exit exit = ask_directory(cli, "cwd", ".", &cwd);
    const struct task_list_params params = {.cwd = slice_of(cwd), .cwd_is = FIELD_SET, .limit = 1};
    if (exit == CLI_OK)
        exit = ask(cli, &task_list_method, &params, &result);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &task_list_result_shape, result, &list);
    if (exit == CLI_OK && list.count == 0)
        exit = cli_fail(cli, CLI_USAGE, "no task has run in this directory; name a task, see: weir task list");
    if (exit == CLI_OK) {
        tell_last(cli, &list.items[0]);
        cli->arguments[0] = (char *)keep(cli, list.items[0].id);
        cli->argument_count = 1;
        exit = cli->arguments[0] ? CLI_OK : cli_fail(cli, CLI_FAILED, "out of memory");
    }
    arena_clear(&arena);
    return exit;
}

/* --- all ids of a command line --- */

static const struct kind *kind_of_arguments(const struct cli_command *command)
{
    switch (command->completes) {
    case CLI_COMPLETES_TASKS:
        return &task;
    case CLI_COMPLETES_SESSIONS:
        return &session;
    case CLI_COMPLETES_TERMINALS:
        return &terminal;
    case CLI_COMPLETES_REQUESTS:
        return &request;
    case CLI_COMPLETES_RULES:
        return &rule;
    default:
        return NULL;
    }
}

static const struct kind *kind_of_option(const struct cli_option *option)
{
    if (strcmp(option->name, "task") == 0)
        return &task;
    static const char *const names[] = {"session", "thread", "resume"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(option->name, names[i]) == 0)
            return &session;
    return NULL;
}

/* --resume ID: the id is the first word of the prompt. Returns true and removes the word if it is an id. */
static bool take_first_word(struct cli *cli, const char **value)
{
    struct arena arena = ARENA_LIMITED(ANSWER_BYTES_MAX);
    struct candidates found = {0};
    const char *part = cli->argument_count > 0 ? without_dots(cli->arguments[0]) : "";
    size_t size = strlen(part);
    if (is_whole(part, &session)) {
        *value = part;
    } else if (size >= WORD_LEAST && size <= TEXT_MAX && text_is_utf8(slice_of(part))) {
        find(cli, &session, part, &arena, &found);
        if (found.count == 1)
            *value = keep(cli, found.items[0]);
    }
    bool taken = *value && **value;
    for (int i = 0; taken && i < cli->argument_count; i++)
        cli->arguments[i] = cli->arguments[i + 1]; /* includes the NULL after the last argument */
    cli->argument_count -= taken;
    arena_clear(&arena);
    return taken;
}

/* --resume without an id: the user chooses a session. */
static enum cli_exit choose_session(struct cli *cli, const char **value)
{
    autofree char *id = NULL;
    if (take_first_word(cli, value))
        return CLI_OK;
    if (!session_pick_can(cli))
        return cli_fail(cli, CLI_USAGE, "cannot choose a session without a terminal; name one with --resume=ID");
    enum cli_exit exit = session_pick(cli, &id);
    if (exit != CLI_OK)
        return exit;
    *value = keep(cli, slice_of(id));
    return *value ? CLI_OK : cli_fail(cli, CLI_FAILED, "out of memory");
}

enum cli_exit ids_resolve(struct cli *cli)
{
    const struct kind *kind = kind_of_arguments(cli->command);
    int ids = kind == &terminal ? cli->argument_count : kind && cli->argument_count > 0;
    enum cli_exit exit = CLI_OK;
    for (int i = 0; i < ids && exit == CLI_OK; i++)
        exit = resolve(cli, kind, (const char **)&cli->arguments[i]);
    for (int i = 0; i < cli->given_count && exit == CLI_OK; i++)
        if (kind_of_option(cli->given[i].option))
            exit = resolve(cli, kind_of_option(cli->given[i].option), &cli->given[i].value);
    for (int i = 0; i < cli->given_count && exit == CLI_OK; i++)
        if (strcmp(cli->given[i].option->name, "resume") == 0 && !*cli->given[i].value)
            exit = choose_session(cli, &cli->given[i].value);
    if (exit == CLI_OK && kind == &task && cli->argument_count == 0)
        exit = take_last_task(cli);
    return exit;
}
