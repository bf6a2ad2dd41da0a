#include "cli/pages.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/pretty.h"
#include "cli/terminal.h"
#include "cli/text.h"
#include "json/read.h"
#include "json/shape.h"
#include "json/write.h"

/* A list that is being printed. */
struct listing {
    struct cli *cli;
    const struct pages *pages;
    struct arena arena; /* the page at hand */
    struct table table;
    char *after;
    int64_t count; /* so far */
};

static enum cli_exit print_json(struct listing *listing, const char *result)
{
    struct json_error error;
    yyjson_val *root = NULL;
    if (json_read(&listing->arena, slice_of(result), &root, &error) < 0 || !yyjson_is_arr(root))
        return cli_fail(listing->cli, CLI_FAILED, "the daemon did not answer with a list");
    yyjson_arr_iter iter = yyjson_arr_iter_with(root);
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));) {
        struct buf line = BUF_LIMITED(ASK_BYTES_MAX);
        (void)json_write_value(&line, item);
        text_write(stdout, buf_slice(&line));
        (void)putchar('\n');
        buf_clear(&line);
    }
    return CLI_OK;
}

static void print_table(struct listing *listing, const struct json_sequence *page)
{
    struct buf out = BUF_LIMITED(ASK_BYTES_MAX);
    const struct table_style style = {.color = listing->cli->color, .now_ms = clock_epoch_ms()};
    for (size_t i = 0; i < page->count; i++)
        listing->pages->row(&listing->table, (char *)page->items + i * listing->pages->record_size, &style);
    table_write(&listing->table, &out);
    (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
}

/* What the next page comes after; NULL: no memory. */
static char *mark_of(const struct pages *pages, const void *record)
{
    const struct slice *id = record;
    char *text = NULL;
    if (!pages->numbered)
        return strndup(id->data, id->size);
    return asprintf(&text, "%" PRId64, *(const int64_t *)record) < 0 ? NULL : text;
}

/* Asks for a page and remembers where the next one begins. */
static enum cli_exit take_page(struct listing *listing, int64_t limit, bool shown, size_t *ret_count)
{
    const struct pages *pages = listing->pages;
    struct json_sequence page = {0};
    autofree char *result = NULL;
    arena_reset(&listing->arena);
    if (pages->turn)
        pages->turn(pages->params, limit, slice_of(listing->after));
    enum cli_exit exit = ask(listing->cli, pages->method, pages->params, &result);
    if (exit == CLI_OK)
        exit = ask_read(listing->cli, &listing->arena, pages->method->result, result, &page);
    if (exit == CLI_OK && shown && page.count > 0 && listing->cli->json)
        exit = print_json(listing, result);
    else if (exit == CLI_OK && shown && page.count > 0)
        print_table(listing, &page);
    if (exit != CLI_OK)
        return exit;
    *ret_count = page.count;
    if (page.count == 0)
        return CLI_OK;
    free(listing->after);
    listing->after = mark_of(pages, (char *)page.items + (page.count - 1) * pages->record_size);
    listing->count += (int64_t)page.count;
    if (!listing->after)
        return cli_fail(listing->cli, CLI_FAILED, "no memory");
    return cli_flush(listing->cli) ? CLI_OK : CLI_FAILED;
}

static enum cli_exit print_all(struct listing *listing, int64_t limit)
{
    size_t count = 1;
    enum cli_exit exit = CLI_OK;
    while (exit == CLI_OK && count > 0 && listing->count < limit) {
        int64_t left = limit - listing->count;
        exit = take_page(listing, left < PAGES_PAGE_MAX ? left : PAGES_PAGE_MAX, true, &count);
        if (!listing->pages->turn)
            break;
    }
    if (exit != CLI_OK || listing->cli->json || !isatty(STDOUT_FILENO))
        return exit;
    if (listing->count == 0) {
        cli_hint(listing->cli, "there are none");
        return CLI_OK;
    }
    if (count == 0 || !listing->pages->turn) /* the end was reached */
        return CLI_OK;
    int64_t printed = listing->count;
    exit = take_page(listing, 1, false, &count);
    if (exit == CLI_OK && count > 0)
        cli_hint(listing->cli, "these are the newest %lld: --all shows all of them", (long long)printed);
    return exit;
}

enum cli_exit pages_print(struct cli *cli, const struct pages *pages)
{
    const char *text = cli_option(cli, "limit");
    int64_t limit = PAGES_LIMIT_DEFAULT;
    if (text && (text_parse_count(text, INT64_MAX, &limit) < 0 || limit == 0))
        return cli_fail(cli, CLI_USAGE, "--limit takes a whole number from 1 on; not '%s'", text);
    if (text && cli_option(cli, "all"))
        return cli_fail(cli, CLI_USAGE, "--limit and --all contradict each other: leave one of them out");
    if (cli_option(cli, "all"))
        limit = INT64_MAX;
    struct listing listing = {.cli = cli, .pages = pages, .arena = ARENA_LIMITED(ASK_BYTES_MAX)};
    table_init(&listing.table, pages->columns, pages->column_count, terminal_columns(STDOUT_FILENO),
               pretty_if(cli->color, pretty_bold));
    enum cli_exit exit = print_all(&listing, limit);
    table_clear(&listing.table);
    arena_clear(&listing.arena);
    free(listing.after);
    return exit;
}
