#include "cli/methods.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/suggest.h"
#include "cli/commands.h"
#include "cli/layout.h"
#include "cli/pretty.h"
#include "cli/schema.h"
#include "cli/schema_resolve.h"
#include "cli/text.h"
#include "json/read.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"events", 'e', NULL, NULL, "list events instead of methods"},
    {0},
};

const struct cli_command command_methods = {
    .name = "methods",
    .arguments = "[NAME]",
    .summary = "List the methods of the daemon, or show the parameters and the result of one",
    .details = "'?' after a name marks what may be absent; '= VALUE' is its default. With --json, JSON Schema\n"
               "describes each method, with all types that it uses included.",
    .options = options,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_METHODS,
    .run = run,
};

/* --- the document of rpc.discover --- */

enum { DOCUMENT_BYTES_MAX = 256 << 20, METHOD_NOT_FOUND = -32601 };

void methods_clear(struct discovery *discovery)
{
    json_large_free(discovery->parsed);
    *discovery = (struct discovery){0};
}

static int read_document(const char *text, struct discovery *ret_discovery)
{
    struct json_error error;
    struct discovery discovery = {0};
    int r = json_read_large(DOCUMENT_BYTES_MAX, slice_of(text), &discovery.parsed, &error);
    if (r < 0)
        return r;
    yyjson_val *root = json_large_root(discovery.parsed);
    yyjson_val *components = yyjson_obj_get(root, "components");
    discovery.methods = yyjson_obj_get(root, "methods");
    discovery.events = yyjson_obj_get(root, "x-events");
    discovery.schemas = yyjson_obj_get(components, "schemas");
    discovery.errors = yyjson_obj_get(components, "errors");
    *ret_discovery = discovery;
    return 0;
}

enum cli_exit methods_ask(struct cli *cli, struct discovery *ret_discovery)
{
    autofree char *text = NULL;
    enum cli_exit exit = cli_call(cli, "rpc.discover", NULL, &text);
    if (exit == CLI_OK && read_document(text, ret_discovery) < 0)
        return cli_fail(cli, CLI_FAILED, "cannot read the daemon's response to rpc.discover");
    return exit;
}

struct slice methods_text(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? json_text(value) : (struct slice){"", 0};
}

yyjson_val *methods_find(yyjson_val *list, const char *name)
{
    yyjson_arr_iter iter = yyjson_arr_iter_with(list);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));) {
        struct slice candidate = methods_text(item, "name");
        size_t i = 0;
        while (i < candidate.size && name[i] &&
               (name[i] == ':' ? '.' : name[i]) == (candidate.data[i] == ':' ? '.' : candidate.data[i]))
            i++;
        if (i == candidate.size && name[i] == '\0')
            return item;
    }
    return NULL;
}

static void consider_all(struct suggestion *suggestion, yyjson_val *list)
{
    yyjson_arr_iter iter = yyjson_arr_iter_with(list);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));)
        suggest_consider(suggestion, methods_text(item, "name").data);
}

const char *methods_nearest(const struct discovery *discovery, const char *name)
{
    struct suggestion suggestion = {.word = name};
    consider_all(&suggestion, discovery->methods);
    if (suggestion.best && methods_find(discovery->methods, name))
        return NULL; /* the method exists, but this client may not call it */
    return suggestion.best;
}

enum cli_exit methods_fail_call(struct cli *cli, const char *method)
{
    const struct weir_error *error = weir_last_error(cli->weir);
    bool unknown = error->status == -EREMOTEIO && error->code == METHOD_NOT_FOUND;
    enum cli_exit exit = cli_fail_call(cli);
    if (!unknown || cli->json)
        return exit;
    autofree char *text = NULL;
    struct discovery discovery = {0};
    if (weir_call(cli->weir, "rpc.discover", NULL, 0, WEIR_TIMEOUT_DEFAULT, &text, NULL) == 0 &&
        read_document(text, &discovery) == 0) {
        const char *nearest = methods_nearest(&discovery, method);
        if (nearest)
            cli_hint(cli, "did you mean %s?", nearest);
        else
            cli_hint(cli, "to list the methods: weir methods");
        methods_clear(&discovery);
    }
    return exit;
}

/* --- the command --- */

enum { LIMIT = 64 << 20 };

/* Prints self-contained JSON: replaces references by the types that the document declares elsewhere. */
static enum cli_exit print_json(const struct cli *cli, const struct discovery *discovery, yyjson_val *value)
{
    struct buf text = BUF_LIMITED(LIMIT);
    int r = schema_resolve(&text, json_large_root(discovery->parsed), value);
    if (r == 0)
        r = buf_terminate(&text);
    if (r == 0)
        pretty_print_text(stdout, text.data, false, false);
    buf_clear(&text);
    return r < 0 ? cli_fail(cli, CLI_FAILED, "the description is too long; see: weir call rpc.discover") : CLI_OK;
}

static enum cli_exit print_list(const struct cli *cli, const struct discovery *discovery, yyjson_val *list)
{
    struct definitions definitions = definitions_to(stdout, 0, pretty_if(cli->color, pretty_cyan));
    enum cli_exit exit = CLI_OK;
    yyjson_arr_iter iter = yyjson_arr_iter_with(list);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));)
        definitions_measure(&definitions, methods_text(item, "name"));
    iter = yyjson_arr_iter_with(list);
    for (yyjson_val *item; exit == CLI_OK && (item = yyjson_arr_iter_next(&iter));)
        if (cli->json)
            exit = print_json(cli, discovery, item);
        else
            definitions_print(&definitions, stdout, methods_text(item, "name"), methods_text(item, "summary"));
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
        const char *slash = strrchr(methods_text(item, "$ref").data, '/');
        yyjson_val *error = slash ? yyjson_obj_get(discovery->errors, slash + 1) : item;
        yyjson_val *code = yyjson_obj_get(error, "code");
        (void)printf("  %s %s: ", yyjson_is_raw(code) ? json_text(code).data : "?", slash ? slash + 1 : "");
        text_write(stdout, methods_text(error, "message"));
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
    struct slice description = methods_text(item, "description");
    (void)fputs(pretty_if(cli->color, pretty_bold), stdout);
    text_write(stdout, methods_text(item, "name"));
    (void)printf("%s\n  ", pretty_if(cli->color, pretty_off));
    text_write(stdout, methods_text(item, "summary"));
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
    print_words("Callers: ", yyjson_obj_get(item, "x-callers"), ". ");
    (void)fputs("Since ", stdout);
    text_write(stdout, methods_text(item, "x-since"));
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
        (void)puts("\n"
                   "A notification: it has no response.");
    }
    print_errors(cli, discovery, method);
    print_tail(cli, &view, method);
}

static void print_event(const struct cli *cli, const struct discovery *discovery, yyjson_val *event)
{
    struct schema_view view = {.out = stdout, .color = cli->color, .schemas = discovery->schemas};
    print_head(cli, event);
    print_heading(cli, "Parameters");
    schema_print(&view, yyjson_obj_get(event, "params"), 2);
    print_tail(cli, &view, event);
}

static enum cli_exit print_one(const struct cli *cli, const struct discovery *discovery, const char *name)
{
    yyjson_val *method = methods_find(discovery->methods, name);
    yyjson_val *event = method ? NULL : methods_find(discovery->events, name);
    if (!method && !event) {
        const char *nearest = methods_nearest(discovery, name);
        if (nearest)
            return cli_fail(cli, CLI_FAILED, "no such method: '%s'; did you mean '%s'?", name, nearest);
        return cli_fail(cli, CLI_FAILED, "no such method: '%s'; to list the methods: weir methods", name);
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
    enum cli_exit exit = methods_ask(cli, &discovery);
    if (exit == CLI_OK && count > 0)
        exit = print_one(cli, &discovery, arguments[0]);
    else if (exit == CLI_OK)
        exit = print_list(cli, &discovery, cli_option(cli, "events") ? discovery.events : discovery.methods);
    methods_clear(&discovery);
    return exit;
}
