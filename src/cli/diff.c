#include "cli/diff.h"

#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/columns.h"
#include "cli/pretty.h"

/* Limits the search for the shortest edit script, whose time and memory grow with the square of the differences. */
enum { DIFFERENCES_MAX = 2000 };

struct lines {
    struct slice *items;
    size_t count;
};

enum { SAME = ' ', REMOVED = '-', ADDED = '+' };

struct change {
    char kind;
    size_t before, after; /* line numbers of the item, or of the line that follows it */
};

struct script {
    struct change *items;
    size_t count;
};

/* --- lines --- */

static size_t line_size(struct slice text, size_t from)
{
    const char *newline = memchr(text.data + from, '\n', text.size - from);
    return newline ? (size_t)(newline + 1 - (text.data + from)) : text.size - from;
}

static int split(struct slice text, struct lines *ret_lines)
{
    size_t count = 0;
    for (size_t at = 0; at < text.size; count++)
        at += line_size(text, at);
    struct slice *items = calloc(count + 1, sizeof *items);
    if (!items)
        return -1;
    count = 0;
    for (size_t at = 0; at < text.size; at += items[count++].size)
        items[count] = (struct slice){text.data + at, line_size(text, at)};
    *ret_lines = (struct lines){items, count};
    return 0;
}

/* --- shortest edit script (Myers) --- */

struct search {
    const struct lines *before, *after;
    size_t skip; /* number of equal lines at the beginning of both */
    ptrdiff_t old_count, new_count;
    int *furthest; /* for each diagonal, the furthest line of the old text */
    int **history; /* copies of `furthest`, one for each number of differences */
    int differences;
};

static bool equal(const struct search *search, ptrdiff_t x, ptrdiff_t y)
{
    return slice_equal(search->before->items[search->skip + (size_t)x], search->after->items[search->skip + (size_t)y]);
}

/* Returns whether the path to diagonal k with d differences comes from the diagonal above, which adds a line. */
static bool comes_from_above(const int *furthest, int k, int d)
{
    return k == -d || (k != d && furthest[k - 1] < furthest[k + 1]);
}

static bool find_way(struct search *search)
{
    int *furthest = search->furthest + DIFFERENCES_MAX + 1;
    for (int d = 0; d <= DIFFERENCES_MAX; d++) {
        search->history[d] = malloc((size_t)(2 * d + 3) * sizeof **search->history);
        if (!search->history[d])
            return false;
        memcpy(search->history[d], furthest - d - 1, (size_t)(2 * d + 3) * sizeof **search->history);
        search->differences = d;
        for (int k = -d; k <= d; k += 2) {
            int x = comes_from_above(furthest, k, d) ? furthest[k + 1] : furthest[k - 1] + 1;
            while (x < search->old_count && x - k < search->new_count && x - k >= 0 && equal(search, x, x - k))
                x++;
            furthest[k] = x;
            if (x >= search->old_count && x - k >= search->new_count)
                return true;
        }
    }
    return false;
}

static void prepend(struct script *script, size_t *room, char kind, size_t before, size_t after)
{
    if (*room > 0)
        script->items[--*room] = (struct change){kind, before, after};
}

/* Walks back from the end, one difference at a time. */
static void trace(const struct search *search, struct script *script, size_t *room)
{
    ptrdiff_t x = search->old_count, y = search->new_count;
    for (int d = search->differences; d >= 0; d--) {
        const int *furthest = search->history[d] + d + 1;
        int k = (int)(x - y);
        int from = comes_from_above(furthest, k, d) ? k + 1 : k - 1;
        ptrdiff_t to_x = d > 0 ? furthest[from] : 0, to_y = d > 0 ? to_x - from : 0;
        while (x > to_x && y > to_y && x > 0 && y > 0) {
            x--, y--;
            prepend(script, room, SAME, search->skip + (size_t)x, search->skip + (size_t)y);
        }
        if (d == 0)
            break;
        if (from == k + 1)
            prepend(script, room, ADDED, search->skip + (size_t)x, search->skip + (size_t)--y);
        else
            prepend(script, room, REMOVED, search->skip + (size_t)--x, search->skip + (size_t)y);
    }
}

static void replace_all(const struct search *search, struct script *script, size_t *room)
{
    for (ptrdiff_t y = search->new_count; y > 0; y--)
        prepend(script, room, ADDED, search->skip + (size_t)search->old_count, search->skip + (size_t)y - 1);
    for (ptrdiff_t x = search->old_count; x > 0; x--)
        prepend(script, room, REMOVED, search->skip + (size_t)x - 1, search->skip);
}

static size_t common_start(const struct lines *before, const struct lines *after)
{
    size_t n = 0;
    while (n < before->count && n < after->count && slice_equal(before->items[n], after->items[n]))
        n++;
    return n;
}

static size_t common_end(const struct lines *before, const struct lines *after, size_t start)
{
    size_t n = 0;
    while (n < before->count - start && n < after->count - start &&
           slice_equal(before->items[before->count - 1 - n], after->items[after->count - 1 - n]))
        n++;
    return n;
}

static int compare(const struct lines *before, const struct lines *after, struct script *ret_script)
{
    size_t start = common_start(before, after), end = common_end(before, after, start);
    struct search search = {.before = before, .after = after, .skip = start};
    search.old_count = (ptrdiff_t)(before->count - start - end);
    search.new_count = (ptrdiff_t)(after->count - start - end);
    size_t most = before->count + after->count, room = most;
    struct script script = {.items = calloc(most + 1, sizeof *script.items)};
    search.furthest = calloc(2 * DIFFERENCES_MAX + 3, sizeof *search.furthest);
    search.history = calloc(DIFFERENCES_MAX + 1, sizeof *search.history);
    int r = script.items && search.furthest && search.history ? 0 : -1;
    if (r == 0) {
        for (size_t i = 0; i < end; i++)
            prepend(&script, &room, SAME, before->count - 1 - i, after->count - 1 - i);
        if (find_way(&search))
            trace(&search, &script, &room);
        else
            replace_all(&search, &script, &room);
        for (size_t i = start; i > 0; i--)
            prepend(&script, &room, SAME, i - 1, i - 1);
        script.count = most - room;
        memmove(script.items, script.items + room, script.count * sizeof *script.items);
        *ret_script = script;
    } else {
        free(script.items);
    }
    for (int d = 0; search.history && d <= DIFFERENCES_MAX; d++)
        free(search.history[d]);
    free(search.history);
    free(search.furthest);
    return r;
}

/* --- output --- */

static void write_line(struct buf *out, char kind, struct slice line, bool color)
{
    const char *paint = kind == ADDED ? pretty_green : kind == REMOVED ? pretty_red : "";
    if (line.size > 0 && line.data[line.size - 1] == '\n')
        line.size--;
    (void)buf_append_text(out, pretty_if(color, paint));
    (void)buf_append_char(out, kind);
    columns_append_raw(out, line);
    (void)buf_append_text(out, pretty_if(color && *paint, pretty_off));
    (void)buf_append_char(out, '\n');
}

/* Finds the end of the hunk that begins at item `from`; the returned item is not part of it. */
static size_t end_of_hunk(const struct script *script, size_t from)
{
    size_t last = from;
    for (size_t i = from; i < script->count && i <= last + (size_t)2 * DIFF_CONTEXT + 1; i++)
        if (script->items[i].kind != SAME)
            last = i;
    return last + 1 + DIFF_CONTEXT < script->count ? last + 1 + DIFF_CONTEXT : script->count;
}

static void write_hunk(struct buf *out, const struct script *script, size_t from, size_t to, const struct lines *before,
                       const struct lines *after, bool color)
{
    size_t removed = 0, added = 0;
    for (size_t i = from; i < to; i++) {
        removed += script->items[i].kind != ADDED;
        added += script->items[i].kind != REMOVED;
    }
    (void)buf_printf(out, "%s@@ -%zu,%zu +%zu,%zu @@%s\n", pretty_if(color, pretty_cyan),
                     script->items[from].before + (removed > 0), removed, script->items[from].after + (added > 0),
                     added, pretty_if(color, pretty_off));
    for (size_t i = from; i < to; i++) {
        const struct change *change = &script->items[i];
        write_line(out, change->kind,
                   change->kind == ADDED ? after->items[change->after] : before->items[change->before], color);
    }
}

void diff_write(struct buf *out, struct slice before, struct slice after, bool color)
{
    struct lines old = {0}, new = {0};
    struct script script = {0};
    if (slice_equal(before, after))
        return;
    if (split(before, &old) == 0 && split(after, &new) == 0 && compare(&old, &new, &script) == 0) {
        for (size_t i = 0; i < script.count;) {
            if (script.items[i].kind == SAME) {
                i++;
                continue;
            }
            size_t to = end_of_hunk(&script, i);
            write_hunk(out, &script, i > DIFF_CONTEXT ? i - DIFF_CONTEXT : 0, to, &old, &new, color);
            i = to;
        }
    }
    free(script.items);
    free(old.items);
    free(new.items);
}
