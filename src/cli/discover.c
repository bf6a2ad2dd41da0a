#include "cli/discover.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/suggest.h"
#include "json/read.h"

enum { LIMIT = 256 << 20, METHOD_NOT_FOUND = -32601 };

void discover_clear(struct discovery *discovery)
{
    json_large_free(discovery->parsed);
    *discovery = (struct discovery){0};
}

static int read_document(const char *text, struct discovery *ret_discovery)
{
    struct json_error error;
    struct discovery discovery = {0};
    int r = json_read_large(LIMIT, slice_of(text), &discovery.parsed, &error);
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

enum cli_exit discover_ask(struct cli *cli, struct discovery *ret_discovery)
{
    autofree char *text = NULL;
    enum cli_exit exit = cli_call(cli, "rpc.discover", NULL, &text);
    if (exit == CLI_OK && read_document(text, ret_discovery) < 0)
        return cli_fail(cli, CLI_FAILED, "the daemon's answer to rpc.discover cannot be read");
    return exit;
}

struct slice discover_text(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? json_text(value) : (struct slice){"", 0};
}

yyjson_val *discover_find(yyjson_val *list, const char *name)
{
    yyjson_arr_iter iter = yyjson_arr_iter_with(list);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));) {
        struct slice candidate = discover_text(item, "name");
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
        suggest_consider(suggestion, discover_text(item, "name").data);
}

const char *discover_nearest(const struct discovery *discovery, const char *name)
{
    struct suggestion suggestion = {.word = name};
    consider_all(&suggestion, discovery->methods);
    if (suggestion.best && discover_find(discovery->methods, name))
        return NULL; /* it is there: not for this caller */
    return suggestion.best;
}

enum cli_exit discover_fail_call(struct cli *cli, const char *method)
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
        const char *nearest = discover_nearest(&discovery, method);
        if (nearest)
            cli_hint(cli, "did you mean %s?", nearest);
        else
            cli_hint(cli, "'weir methods' lists what can be called");
        discover_clear(&discovery);
    }
    return exit;
}
