/* The methods and events of the daemon: the OpenRPC document of rpc.discover. */
#pragma once

#include <yyjson.h>

#include "cli/cli.h"

struct json_large;

struct discovery {
    struct json_large *parsed;
    yyjson_val *methods, *events, *schemas, *errors; /* each NULL if the document has none */
};

void methods_clear(struct discovery *discovery);

/* Asks the daemon, and reports a failure. */
enum cli_exit methods_ask(struct cli *cli, struct discovery *ret_discovery);

/* Finds a method or event by name; ':' and '.' are equal. Returns NULL if there is none. */
yyjson_val *methods_find(yyjson_val *list, const char *name);

/* Finds another method with a similar name. Returns NULL if there is none. */
const char *methods_nearest(const struct discovery *discovery, const char *name);

/* Returns a string member, or an empty slice. */
struct slice methods_text(yyjson_val *object, const char *name);

/* Reports the last error of the connection and, if the method does not exist, suggests a similar one. */
enum cli_exit methods_fail_call(struct cli *cli, const char *method);
