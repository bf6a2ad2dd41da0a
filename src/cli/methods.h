/* What the daemon says that it can do: the OpenRPC document of rpc.discover. */
#pragma once

#include <yyjson.h>

#include "cli/cli.h"

struct json_large;

struct discovery {
    struct json_large *parsed;
    yyjson_val *methods, *events, *schemas, *errors; /* each NULL where the document has none */
};

void methods_clear(struct discovery *discovery);

/* Asks; a failure has been reported. */
enum cli_exit methods_ask(struct cli *cli, struct discovery *ret_discovery);

/* The method or event of that name; NULL. ':' and '.' are alike. */
yyjson_val *methods_find(yyjson_val *list, const char *name);

/* Another one of that name that the user may have meant; NULL. */
const char *methods_nearest(const struct discovery *discovery, const char *name);

/* A string member, or an empty slice. */
struct slice methods_text(yyjson_val *object, const char *name);

/* Reports the last error of the connection, and for a method that there is not, the one that may have been meant. */
enum cli_exit methods_fail_call(struct cli *cli, const char *method);
