#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cli/commands.h"
#include "cli/discover.h"
#include "cli/entry.h"
#include "cli/pretty.h"
#include "cli/resolve.h"
#include "cli/schema.h"
#include "cli/text.h"
#include "json/read.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"events", 'e', NULL, NULL, "list what the daemon pushes, instead of what can be called"},
    {0},
};

const struct cli_command command_methods = {
    .name = "methods",
    .arguments = "[NAME]",
    .summary = "List what the daemon can do, or show the parameters and result of one method",
    .details =
        "A '?' behind a name says that it may be left out; '= VALUE' tells what it is then. With --json each is\n"
        "described by JSON Schema, with the types that it uses put in.",
    .options = options,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_METHODS,
    .run = run,
};

enum { LIMIT = 64 << 20 };

/* Self-contained: what the daemon declares elsewhere in its document is put in. */
static enum cli_exit print_json(const struct cli *cli, const struct discovery *discovery, yyjson_val *value)
{
    struct buf text = BUF_LIMITED(LIMIT);
    int r = resolve_write(&text, json_large_root(discovery->parsed), value);
    if (r == 0)
        r = buf_terminate(&text);
    if (r == 0)
        pretty_print_text(stdout, text.data, false, false);
    buf_clear(&text);
    return r < 0 ? cli_fail(cli, CLI_FAILED, "what the daemon says about it is too long: see 'weir call rpc.discover'")
                 : CLI_OK;
}

static enum cli_exit print_list(const struct cli *cli, const struct discovery *discovery, yyjson_val *list)
{
    struct entries entries = entries_to(stdout, 0, pretty_if(cli->color, pretty_cyan));
    enum cli_exit exit = CLI_OK;
    yyjson_arr_iter iter = yyjson_arr_iter_with(list);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));)
        entries_measure(&entries, discover_text(item, "name"));
    iter = yyjson_arr_iter_with(list);
    for (yyjson_val *item; exit == CLI_OK && (item = yyjson_arr_iter_next(&iter));)
        if (cli->json)
            exit = print_json(cli, discovery, item);
        else
            entries_print(&entries, stdout, discover_text(item, "name"), discover_text(item, "summary"));
    return exit;
}

static void print_heading(const struct cli *cli, const char *heading)
{
    (void)printf("\n%s%s%s\n", pretty_if(cli->color, pretty_bold), heading, pretty_if(cli->color, pretty_off));
}

static void print_errors(const struct cli *cli, const struct discovery *discovery, yyjson_val *method)
{
    yyjson_val *errors = yyjson_obj_get(method, "errors");
    yyjson_arr_iter iter = yyjson_arr_iter_with(errors);
    if (yyjson_arr_size(errors) > 0)
        print_heading(cli, "Errors");
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));) {
        const char *slash = strrchr(discover_text(item, "$ref").data, '/');
        yyjson_val *error = slash ? yyjson_obj_get(discovery->errors, slash + 1) : item;
        yyjson_val *code = yyjson_obj_get(error, "code");
        (void)printf("  %s %s: ", yyjson_is_raw(code) ? json_text(code).data : "?", slash ? slash + 1 : "");
        text_write(stdout, discover_text(error, "message"));
        (void)putchar('\n');
    }
}

static void print_words(const char *heading, yyjson_val *list, const char *end)
{
    yyjson_arr_iter iter = yyjson_arr_iter_with(list);
    const char *separator = heading;
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)); separator = ", ") {
        (void)fputs(separator, stdout);
        if (yyjson_is_str(item))
            text_write(stdout, json_text(item));
    }
    if (yyjson_arr_size(list) > 0)
        (void)fputs(end, stdout);
}

static void print_head(const struct cli *cli, yyjson_val *item)
{
    struct slice description = discover_text(item, "description");
    (void)fputs(pretty_if(cli->color, pretty_bold), stdout);
    text_write(stdout, discover_text(item, "name"));
    (void)printf("%s\n  ", pretty_if(cli->color, pretty_off));
    text_write(stdout, discover_text(item, "summary"));
    if (description.size > 0) {
        (void)fputs("\n  ", stdout);
        text_write(stdout, description);
    }
    (void)putchar('\n');
}

static void print_tail(const struct cli *cli, struct schema_view *view, yyjson_val *item)
{
    if (view->named_count > 0) {
        print_heading(cli, "Types");
        schema_print_named(view, 2);
    }
    (void)putchar('\n');
    print_words("For: ", yyjson_obj_get(item, "x-callers"), ". ");
    (void)fputs("Since ", stdout);
    text_write(stdout, discover_text(item, "x-since"));
    (void)fputs(".\n", stdout);
}

static void print_method(const struct cli *cli, const struct discovery *discovery, yyjson_val *method)
{
    struct schema_view view = {.out = stdout, .color = cli->color, .schemas = discovery->schemas};
    yyjson_val *result = yyjson_obj_get(method, "result");
    print_head(cli, method);
    print_heading(cli, "Parameters");
    schema_print_params(&view, yyjson_obj_get(method, "params"), 2);
    print_words("  also by position: ", yyjson_obj_get(method, "x-positional"), "\n");
    if (result) {
        print_heading(cli, "Result");
        schema_print(&view, yyjson_obj_get(result, "schema"), 2);
    } else {
        (void)puts("\nA notification: it is not answered.");
    }
    print_errors(cli, discovery, method);
    print_tail(cli, &view, method);
}

static void print_event(const struct cli *cli, const struct discovery *discovery, yyjson_val *event)
{
    struct schema_view view = {.out = stdout, .color = cli->color, .schemas = discovery->schemas};
    print_head(cli, event);
    print_heading(cli, "Pushed with");
    schema_print(&view, yyjson_obj_get(event, "params"), 2);
    print_tail(cli, &view, event);
}

static enum cli_exit print_one(const struct cli *cli, const struct discovery *discovery, const char *name)
{
    yyjson_val *method = discover_find(discovery->methods, name);
    yyjson_val *event = method ? NULL : discover_find(discovery->events, name);
    if (!method && !event) {
        const char *nearest = discover_nearest(discovery, name);
        if (nearest)
            return cli_fail(cli, CLI_FAILED, "no method '%s': did you mean '%s'?", name, nearest);
        return cli_fail(cli, CLI_FAILED, "no method '%s': 'weir methods' lists them", name);
    }
    if (cli->json)
        return print_json(cli, discovery, method ? method : event);
    if (method)
        print_method(cli, discovery, method);
    else
        print_event(cli, discovery, event);
    return CLI_OK;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    struct discovery discovery = {0};
    enum cli_exit exit = discover_ask(cli, &discovery);
    if (exit == CLI_OK && count > 0)
        exit = print_one(cli, &discovery, arguments[0]);
    else if (exit == CLI_OK)
        exit = print_list(cli, &discovery, cli_option(cli, "events") ? discovery.events : discovery.methods);
    discover_clear(&discovery);
    return exit;
}
