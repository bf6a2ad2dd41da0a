/* weir apps: installs, lists and removes apps, and grants what they ask for. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/layout.h"
#include "cli/pretty.h"
#include "cli/table.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "contract/apps.h"
#include "json/encode.h"

enum { TEXT_MAX = 16 << 20, TOOLS_MAX = 256, QUESTION_SIZE = 160 };

/* --- the installed apps --- */

/* The list, decoded in the arena. */
static enum cli_exit ask_list(struct cli *cli, struct arena *arena, struct apps_list_result *ret_list)
{
    autofree char *text = NULL;
    const struct apps_list_params params = {0};
    enum cli_exit exit = ask(cli, &apps_list_method, &params, &text);
    return exit == CLI_OK ? ask_read(cli, arena, &apps_list_result_shape, text, ret_list) : exit;
}

static enum cli_exit find_app(struct cli *cli, struct arena *arena, const char *id,
                              const struct apps_installed_app **ret_app)
{
    struct apps_list_result list = {0};
    enum cli_exit exit = ask_list(cli, arena, &list);
    const struct apps_installed_app *items = list.apps.items; /* in the arena */
    for (size_t i = 0; exit == CLI_OK && i < list.apps.count; i++)
        if (slice_is(items[i].app_id, id)) {
            *ret_app = items + i;
            return CLI_OK;
        }
    if (exit != CLI_OK)
        return exit;
    exit = cli_fail(cli, CLI_FAILED, "no app %s is installed", id);
    cli_hint(cli, "to see those that are: weir apps list");
    return exit;
}

/* --- permissions --- */

static bool is_nothing(const struct apps_permissions *permissions)
{
    return permissions->tools.count == 0 && !permissions->capture_read;
}

static bool has_tool(const struct apps_permissions *permissions, struct slice tool)
{
    for (size_t i = 0; i < permissions->tools.count; i++)
        if (slice_equal(permissions->tools.items[i], tool))
            return true;
    return false;
}

/* Whether `granted` has everything that is asked for. */
static bool is_all(const struct apps_permissions *granted, const struct apps_permissions *asked)
{
    for (size_t i = 0; i < asked->tools.count; i++)
        if (!has_tool(granted, asked->tools.items[i]))
            return false;
    return granted->capture_read || !asked->capture_read;
}

static void print_permissions(FILE *out, const struct apps_permissions *permissions)
{
    for (size_t i = 0; i < permissions->tools.count; i++) {
        (void)fputs("  use the tool ", out);
        text_write(out, permissions->tools.items[i]);
        (void)fputs("\n", out);
    }
    if (permissions->capture_read)
        (void)fputs("  read what you type and copy, where capture records it\n", out);
}

static void write_permissions(struct buf *out, const struct apps_permissions *permissions)
{
    if (permissions->tools.count > 0)
        buf_printf(out, "%zu tool%s", permissions->tools.count, permissions->tools.count > 1 ? "s" : "");
    if (permissions->capture_read)
        buf_append_text(out, permissions->tools.count > 0 ? ", keys and clipboard" : "keys and clipboard");
    if (is_nothing(permissions))
        buf_append_text(out, "none");
}

/* --- apps list --- */

static enum cli_exit run_list(struct cli *cli, int count, char **arguments);

const struct cli_command command_apps_list = {
    .name = "apps list",
    .arguments = "",
    .summary = "List the installed apps",
    .details = "An app in the state error has files that are missing or were changed: install it again.",
    .leads = true,
    .starts = true,
    .run = run_list,
};

static void add_row(struct table *table, const struct apps_installed_app *app)
{
    char time[TEXT_TIME_SIZE] = "", files[TEXT_BYTES_SIZE];
    int64_t at_ms = 0;
    struct buf granted = BUF_LIMITED(256);
    if (clock_parse_iso(app->updated_at, &at_ms) == 0)
        text_time(at_ms, time);
    text_bytes(app->bytes, files);
    write_permissions(&granted, &app->permissions);
    if (!is_all(&app->permissions, &app->requested))
        buf_append_text(&granted, " (asks for more)");
    table_cell(table, app->app_id, NULL);
    table_cell(table, app->name, NULL);
    table_cell(table, app->version, NULL);
    table_cell(table, apps_status_shape.of.words.items[app->status], NULL);
    table_cell(table, buf_slice(&granted), NULL);
    table_cell(table, slice_of(files), NULL);
    table_cell(table, slice_of(time), NULL);
    buf_clear(&granted);
}

static void print_table(const struct cli *cli, const struct apps_list_result *list)
{
    static const struct table_column columns[] = {{.title = "APP"},
                                                  {.title = "NAME", .yields = true},
                                                  {.title = "VERSION"},
                                                  {.title = "STATUS"},
                                                  {.title = "GRANTED"},
                                                  {.title = "SIZE", .right = true, .spare = 2},
                                                  {.title = "INSTALLED", .spare = 1}};
    struct table table;
    struct buf out = BUF_LIMITED(TEXT_MAX);
    table_init(&table, columns, sizeof columns / sizeof *columns, tty_columns(STDOUT_FILENO),
               pretty_if(cli->color, pretty_bold));
    for (size_t i = 0; i < list->apps.count; i++)
        add_row(&table, &list->apps.items[i]);
    table_write(&table, &out);
    (void)fwrite(out.data, 1, out.size, stdout);
    for (size_t i = 0; i < list->apps.count; i++)
        if (list->apps.items[i].error_is == FIELD_SET) {
            text_write(stdout, list->apps.items[i].app_id);
            (void)fputs(": ", stdout);
            text_write(stdout, list->apps.items[i].error);
            (void)puts("");
        }
    buf_clear(&out);
    table_clear(&table);
}

static void print_json(const struct shape *shape, const void *value)
{
    struct buf line = BUF_LIMITED(TEXT_MAX);
    if (json_encode(&line, shape, value) == 0 && buf_terminate(&line) == 0)
        ask_print_json(line.data);
    buf_clear(&line);
}

static enum cli_exit run_list(struct cli *cli, int count, char **arguments)
{
    (void)count, (void)arguments;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct apps_list_result list = {0};
    enum cli_exit exit = ask_list(cli, &arena, &list);
    for (size_t i = 0; exit == CLI_OK && cli->json && i < list.apps.count; i++)
        print_json(&apps_installed_app_shape, &list.apps.items[i]);
    if (exit == CLI_OK && !cli->json && list.apps.count > 0)
        print_table(cli, &list);
    else if (exit == CLI_OK && !cli->json)
        paragraphs_print(stdout, "no apps are installed; to install one: weir apps install FILE");
    arena_clear(&arena);
    return exit;
}

/* --- apps grant --- */

static enum cli_exit run_grant(struct cli *cli, int count, char **arguments);

static const struct cli_option grant_options[] = {
    {"tool", 't', "NAME", NULL, "grant this tool or pattern; can be repeated"},
    {"capture", 'c', NULL, NULL, "let it read what you type and copy, where capture records it"},
    {"none", 'n', NULL, NULL, "take everything back"},
    {"yes", 'y', NULL, NULL, "do not ask on a terminal"},
    {0},
};

const struct cli_command command_apps_grant = {
    .name = "apps grant",
    .arguments = "APP",
    .summary = "Grant an app what it asks for, or a part of it, or nothing",
    .details =
        "Without options: everything that it asks for. The grant replaces what the app was granted before. An app\n"
        "cannot be granted what its manifest does not ask for.\n"
        "\n"
        "  weir apps grant notes --tool 'mcp__github__*'",
    .options = grant_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .starts = true,
    .run = run_grant,
};

/* Sends the grant; prints nothing. */
static enum cli_exit send_grant(struct cli *cli, struct slice id, const struct apps_permissions *permissions,
                                char **ret_text)
{
    const struct apps_grant_params params = {.app_id = id, .permissions = *permissions, .permissions_is = FIELD_SET};
    return ask(cli, &apps_grant_method, &params, ret_text);
}

static enum cli_exit choose_permissions(const struct cli *cli, const struct apps_installed_app *app,
                                        struct slice tools[static TOOLS_MAX], struct apps_permissions *ret_chosen)
{
    struct apps_permissions chosen = {.tools = {tools, 0}, .capture_read = cli_option(cli, "capture") != NULL};
    int at = 0;
    for (const char *tool; (tool = cli_option_next(cli, "tool", &at));) {
        if (!text_is_utf8(slice_of(tool)) || chosen.tools.count == TOOLS_MAX)
            return cli_fail(cli, CLI_USAGE, "--tool: not UTF-8 text, or more than %d", TOOLS_MAX);
        tools[chosen.tools.count++] = slice_of(tool);
    }
    if (cli_option(cli, "none") && !is_nothing(&chosen))
        return cli_fail(cli, CLI_USAGE, "--none cannot be combined with --tool or --capture");
    *ret_chosen = is_nothing(&chosen) && !cli_option(cli, "none") ? app->requested : chosen;
    return CLI_OK;
}

static bool confirm_grant(const struct cli *cli, const struct apps_installed_app *app,
                          const struct apps_permissions *permissions)
{
    char question[QUESTION_SIZE];
    if (is_nothing(permissions) || cli_option(cli, "yes") || !isatty(STDIN_FILENO))
        return true;
    (void)fputs("it would be able to\n", stderr);
    print_permissions(stderr, permissions);
    (void)snprintf(question, sizeof question, "Grant this to %.64s?", app->app_id.data);
    return confirm(cli, question);
}

static enum cli_exit run_grant(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    const struct apps_installed_app *app = NULL;
    struct apps_permissions chosen = {0};
    struct slice tools[TOOLS_MAX];
    enum cli_exit exit = find_app(cli, &arena, arguments[0], &app);
    if (exit == CLI_OK)
        exit = choose_permissions(cli, app, tools, &chosen);
    if (exit == CLI_OK && !confirm_grant(cli, app, &chosen))
        exit = cli_fail(cli, CLI_FAILED, "nothing was changed");
    if (exit == CLI_OK)
        exit = send_grant(cli, app->app_id, &chosen, &text);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK && is_nothing(&chosen))
        (void)printf("%s has no permissions\n", arguments[0]);
    else if (exit == CLI_OK) {
        (void)printf("%s may\n", arguments[0]);
        print_permissions(stdout, &chosen);
    }
    arena_clear(&arena);
    return exit;
}

/* --- apps install --- */

static enum cli_exit run_install(struct cli *cli, int count, char **arguments);

static const struct cli_option install_options[] = {
    {"grant", 'g', NULL, NULL, "grant everything that it asks for, without asking"},
    {"yes", 'y', NULL, NULL, "do not ask on a terminal; without --grant, a new app gets no permissions"},
    {0},
};

const struct cli_command command_apps_install = {
    .name = "apps install",
    .arguments = "FILE",
    .summary = "Install an app from a zip archive, or update it",
    .details = "Shows what the app asks for, and asks whether to grant it. Without a terminal and without --grant, a "
               "new app\n"
               "gets no permissions, and an updated one keeps what it was granted. An update needs a newer version.\n"
               "\n"
               "  weir apps install notes.zip",
    .options = install_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_FILES,
    .starts = true,
    .run = run_install,
};

/* Asks for what is not granted yet. */
static enum cli_exit offer(struct cli *cli, struct apps_install_result *app)
{
    autofree char *text = NULL;
    char question[QUESTION_SIZE];
    if (is_all(&app->permissions, &app->requested))
        return CLI_OK;
    (void)fflush(stdout);
    if (!cli_option(cli, "yes") && isatty(STDIN_FILENO)) {
        (void)fputs("it asks to\n", stderr);
        print_permissions(stderr, &app->requested);
        (void)snprintf(question, sizeof question, "Grant this to %.64s?", app->app_id.data);
        if (confirm(cli, question)) {
            enum cli_exit exit = send_grant(cli, app->app_id, &app->requested, &text);
            if (exit == CLI_OK)
                app->permissions = app->requested;
            return exit;
        }
    }
    return CLI_OK;
}

static void print_installed(const struct cli *cli, const struct apps_install_result *app)
{
    if (is_nothing(&app->requested))
        return;
    if (is_nothing(&app->permissions)) {
        (void)puts("it has no permissions");
    } else {
        (void)puts("it may");
        print_permissions(stdout, &app->permissions);
    }
    if (!is_all(&app->permissions, &app->requested))
        cli_note(cli, "", "it asks for more than it was granted; to grant it: weir apps grant %.64s", app->app_id.data);
}

static enum cli_exit run_install(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *path = realpath(arguments[0], NULL), *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct apps_install_result app = {0};
    static const struct ask_progress progress = {"installing the app",
                                                 "the installation goes on; to see how it ends: weir apps list"};
    if (!path)
        return cli_fail(cli, CLI_FAILED, "cannot open %s: %s", arguments[0], strerror(errno));
    if (!text_is_utf8(slice_of(path)))
        return cli_fail(cli, CLI_USAGE, "the path of the file is not UTF-8 text");
    const struct apps_install_params params = {.zip_path = slice_of(path), .grant = cli_option(cli, "grant") != NULL};
    enum cli_exit exit = ask_long(cli, &apps_install_method, &params, &progress, &text);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &apps_install_result_shape, text, &app);
    if (exit == CLI_OK && !cli->json) {
        (void)fputs("installed ", stdout);
        text_write(stdout, app.name);
        (void)printf(" %.*s as %.*s\n", SLICE_ARG(app.version), SLICE_ARG(app.app_id));
    }
    if (exit == CLI_OK)
        exit = offer(cli, &app);
    if (exit == CLI_OK && cli->json)
        print_json(&apps_install_result_shape, &app);
    else if (exit == CLI_OK)
        print_installed(cli, &app);
    arena_clear(&arena);
    return exit;
}

/* --- apps remove --- */

static enum cli_exit run_remove(struct cli *cli, int count, char **arguments);

static const struct cli_option remove_options[] = {
    {"yes", 'y', NULL, NULL, "do not ask on a terminal"},
    {0},
};

const struct cli_command command_apps_remove = {
    .name = "apps remove",
    .arguments = "APP",
    .summary = "Remove an app with its files, its permissions and its sessions",
    .details = "A program that has a connection of the app loses it.",
    .options = remove_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .starts = true,
    .run = run_remove,
};

static enum cli_exit run_remove(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    const struct apps_installed_app *app = NULL;
    char question[QUESTION_SIZE];
    enum cli_exit exit = find_app(cli, &arena, arguments[0], &app);
    (void)snprintf(question, sizeof question, "Remove %.64s, with its files and its sessions?", arguments[0]);
    if (exit == CLI_OK && !cli_option(cli, "yes") && !confirm(cli, question))
        exit = cli_fail(cli, CLI_FAILED, "nothing was changed");
    if (exit == CLI_OK && app) {
        const struct apps_remove_params params = {.app_id = app->app_id};
        exit = ask(cli, &apps_remove_method, &params, &text);
    }
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        (void)printf("removed %s\n", arguments[0]);
    arena_clear(&arena);
    return exit;
}
