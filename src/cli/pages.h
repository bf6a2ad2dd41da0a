/* Lists of tasks, sessions, permissions, keys. A method that returns pages has the parameters `limit`, and `after` or
 * `before`. */
#pragma once

#include "cli/cli.h"
#include "cli/table.h"
#include "rpc/method.h"

enum { PAGES_LIMIT_DEFAULT = 50, PAGES_PAGE_MAX = 1000 };

#define PAGES_OPTIONS                                                                                                  \
    {"limit", 'n', "COUNT", NULL, "show only the newest COUNT (default 50)"},                                          \
    {                                                                                                                  \
        "all", 0, NULL, NULL, "show all"                                                                               \
    }

struct pages {
    const struct method *method; /* its result is an array of records, whose first field is the id or number */
    const struct table_column *columns;
    size_t column_count;
    table_row_fn row;
    const char *none; /* what to print if the list is empty */
    void *params;     /* of the method; may be NULL if it has no pages */
};

/* Applies --limit and --all. Prints a table, or with --json a line of JSON per record. */
enum cli_exit pages_print(struct cli *cli, const struct pages *pages);
