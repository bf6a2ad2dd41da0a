/* Lists that come in pages: tasks, sessions. */
#pragma once

#include "cli/cli.h"
#include "cli/table.h"
#include "rpc/method.h"

enum { PAGES_LIMIT_DEFAULT = 50, PAGES_PAGE_MAX = 1000 };

struct pages {
    const struct method *method;
    size_t record_size; /* of the C type of an item; its first field is its id */
    bool numbered;      /* its first field is its number, an int64_t, instead */
    const struct table_column *columns;
    size_t column_count;
    void (*row)(struct table *table, const void *record, const struct table_style *style);
    /* Fills in the size of a page, and what it comes after; `after` without data: it is the first. NULL: the method
     * knows no pages, and its answer is all of it. */
    void (*turn)(void *params, int64_t limit, struct slice after);
    void *params; /* of the method */
};

/* Understands --limit and --all. Prints a table, or with --json a line of JSON for each. */
enum cli_exit pages_print(struct cli *cli, const struct pages *pages);
