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
#include "cli/text.h"
#include "cli/tty.h"
#include "json/read.h"
#include "json/shape.h"
#include "json/write.h"

enum { HELD_BYTES = 32 << 20 };

struct listing {
    struct cli *cli;
    const struct pages *pages;
    struct arena arena; /* the current page */
    struct table table;
    char *after;
    int64_t count; /* of records printed */
    int64_t now_ms;
};

/* --- requests --- */

static const struct shape *record_of(const struct pages *pages)
{
    return pages->method->result->of.array.items;
}

static const struct shape_field *param(const struct pages *pages, const char *name)
{
    const struct shape *params = pages->method->params;
    for (uint32_t i = 0; i < params->of.object.count; i++)
        if (slice_is(params->of.object.fields[i].name, name))
            return &params->of.object.fields[i];
    return NULL;
}

static bool has_pages(const struct pages *pages)
{
    return param(pages, "limit") != NULL;
}

static void set_param(void *params, const struct shape_field *field, const void *value)
{
    enum field_is is = FIELD_SET;
    memcpy((char *)params + field->offset, value, field->shape->size);
    if (field->presence != FIELD_NO_PRESENCE)
        memcpy((char *)params + field->presence, &is, sizeof is);
}

/* Sets the size of the next page, and the record after which it begins. */
static void turn(const struct listing *listing, int64_t limit)
{
    const struct pages *pages = listing->pages;
    const struct shape_field *after = param(pages, "after"), *before = param(pages, "before");
    struct slice id = slice_of(listing->after);
    int64_t number = 0;
    set_param(pages->params, param(pages, "limit"), &limit);
    if (listing->after && after)
        set_param(pages->params, after, &id);
    else if (listing->after && before && text_parse_count(listing->after, INT64_MAX, &number) == 0)
        set_param(pages->params, before, &number);
}

/* Returns the id or number after which the next page begins. Returns NULL if memory is exhausted. */
static char *mark_of(const struct pages *pages, const void *record)
{
    const struct shape_field *first = record_of(pages)->of.object.fields;
    const struct slice *id = (const void *)((const char *)record + first->offset);
    char *text = NULL;
    if (first->shape->kind == SHAPE_STRING)
        return strndup(id->data, id->size);
    return asprintf(&text, "%" PRId64, *(const int64_t *)(const void *)id) < 0 ? NULL : text;
}

/* --- printing --- */

static enum cli_exit print_json(struct listing *listing, const char *result)
{
    struct json_error error;
    yyjson_val *root = NULL;
    if (json_read(&listing->arena, slice_of(result), &root, &error) < 0 || !yyjson_is_arr(root))
        return cli_fail(listing->cli, CLI_FAILED, "the daemon's response is not a list");
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

static void print_table(struct listing *listing)
{
    struct buf out = BUF_LIMITED(ASK_BYTES_MAX);
    table_write(&listing->table, &out);
    (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
}

/* The rows decide the widths of the columns, so keep as many rows as possible before printing. */
static void add_rows(struct listing *listing, const struct json_sequence *page)
{
    const struct table_style style = {.color = listing->cli->color, .now_ms = listing->now_ms};
    for (size_t i = 0; i < page->count; i++)
        listing->pages->row(&listing->table, (char *)page->items + i * record_of(listing->pages)->size, &style);
    if (listing->table.text.size > HELD_BYTES)
        print_table(listing);
}

/* Requests a page, and remembers where the next one begins. */
static enum cli_exit take_page(struct listing *listing, int64_t limit, bool shown, size_t *ret_count)
{
    const struct pages *pages = listing->pages;
    struct json_sequence page = {0};
    autofree char *result = NULL;
    arena_reset(&listing->arena);
    if (has_pages(pages))
        turn(listing, limit);
    enum cli_exit exit = ask(listing->cli, pages->method, pages->params, &result);
    if (exit == CLI_OK)
        exit = ask_read(listing->cli, &listing->arena, pages->method->result, result, &page);
    if (exit == CLI_OK && shown && page.count > 0 && listing->cli->json)
        exit = print_json(listing, result);
    else if (exit == CLI_OK && shown && page.count > 0)
        add_rows(listing, &page);
    if (exit != CLI_OK)
        return exit;
    *ret_count = page.count;
    if (page.count == 0)
        return CLI_OK;
    free(listing->after);
    listing->after = mark_of(pages, (char *)page.items + (page.count - 1) * record_of(pages)->size);
    listing->count += (int64_t)page.count;
    if (!listing->after)
        return cli_fail(listing->cli, CLI_FAILED, "out of memory");
    return cli_flush(listing->cli) ? CLI_OK : CLI_FAILED;
}

static enum cli_exit print_all(struct listing *listing, int64_t limit)
{
    size_t count = 1;
    enum cli_exit exit = CLI_OK;
    while (exit == CLI_OK && count > 0 && listing->count < limit) {
        int64_t left = limit - listing->count;
        exit = take_page(listing, left < PAGES_PAGE_MAX ? left : PAGES_PAGE_MAX, true, &count);
        if (!has_pages(listing->pages))
            break;
    }
    if (listing->table.cells.size > 0) {
        print_table(listing);
        exit = cli_flush(listing->cli) ? exit : CLI_FAILED;
    }
    if (exit != CLI_OK || listing->cli->json || !isatty(STDOUT_FILENO))
        return exit;
    if (listing->count == 0) {
        cli_note(listing->cli, pretty_dim, "%s", listing->pages->none);
        return CLI_OK;
    }
    if (count == 0 || !has_pages(listing->pages)) /* that was the last page */
        return CLI_OK;
    int64_t printed = listing->count;
    exit = take_page(listing, 1, false, &count);
    if (exit == CLI_OK && count > 0)
        cli_hint(listing->cli, "only the newest %lld are shown; to show all: --all", (long long)printed);
    return exit;
}

enum cli_exit pages_print(struct cli *cli, const struct pages *pages)
{
    const char *text = cli_option(cli, "limit");
    int64_t limit = PAGES_LIMIT_DEFAULT;
    if (text && (text_parse_count(text, INT64_MAX, &limit) < 0 || limit == 0))
        return cli_fail(cli, CLI_USAGE, "--limit must be a whole number of at least 1, not '%s'", text);
    if (text && cli_option(cli, "all"))
        return cli_fail(cli, CLI_USAGE, "--limit and --all exclude each other; use one of them");
    if (cli_option(cli, "all"))
        limit = INT64_MAX;
    struct listing listing = {
        .cli = cli, .pages = pages, .arena = ARENA_LIMITED(ASK_BYTES_MAX), .now_ms = clock_epoch_ms()};
    table_init(&listing.table, pages->columns, pages->column_count, tty_columns(STDOUT_FILENO),
               pretty_if(cli->color, pretty_bold));
    enum cli_exit exit = print_all(&listing, limit);
    table_clear(&listing.table);
    arena_clear(&listing.arena);
    free(listing.after);
    return exit;
}
