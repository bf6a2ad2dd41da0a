/* Lists: tasks, sessions, permissions, keys. Those that come in pages have `limit` among the params of their method,
 * and `after` or `before`, what a page comes behind. */
#pragma once

#include "cli/cli.h"
#include "cli/table.h"
#include "rpc/method.h"

enum { PAGES_LIMIT_DEFAULT = 50, PAGES_PAGE_MAX = 1000 };

/* Options of every command that lists what comes in pages. */
#define PAGES_OPTIONS                                                                                                  \
    {"limit", 'n', "COUNT", NULL, "the newest so many (default 50)"},                                                  \
    {                                                                                                                  \
        "all", 0, NULL, NULL, "all of them"                                                                            \
    }

struct pages {
    const struct method *method; /* its result is an array of records, whose first field is their id or number */
    const struct table_column *columns;
    size_t column_count;
    table_row_fn row;
    const char *none; /* a sentence for people, where there are none */
    void *params;     /* of the method; may be NULL where it knows no pages */
};

/* Understands --limit and --all. Prints a table, or with --json a line of JSON for each. */
enum cli_exit pages_print(struct cli *cli, const struct pages *pages);
