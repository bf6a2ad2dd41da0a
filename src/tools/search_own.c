/* The search without ripgrep. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "tools/expression.h"
#include "tools/search.h"
#include "tools/text.h"
#include "tools/walk.h"

enum { FILE_MAX = 64 << 20, WHOLE_MAX = 4 << 20 /* in one piece */, BINARY_HEAD = 64 << 10, CHUNK = 256 << 10 };

struct own {
    struct search *search;
    struct expression expression;
    struct buf content;
};

/* The lines of a file, processed one after another. */
struct scan {
    struct own *own;
    struct slice path;
    struct slice text;
    int64_t matched;
    int64_t shown_to; /* number of the last displayed line; 0: none */
    int64_t after_to; /* last line of the context after a match */
    bool enough;
};

/* --- lines --- */

static struct slice line_from(struct slice text, size_t at)
{
    const char *end = at < text.size ? memchr(text.data + at, '\n', text.size - at) : NULL;
    return (struct slice){text.data + at, (end ? (size_t)(end - text.data) : text.size) - at};
}

static void show(struct scan *scan, int64_t number, struct slice line, bool is_match)
{
    if (scan->own->search->before + scan->own->search->after > 0 && number != scan->shown_to + 1)
        search_separate(scan->own->search);
    scan->shown_to = number;
    scan->enough =
        search_show(scan->own->search,
                    &(struct finding){.path = scan->path, .number = number, .is_match = is_match, .text = line}) != 0;
}

/* Shows the context before the line at `at`, if not displayed yet. */
static void show_before(struct scan *scan, size_t at, int64_t number)
{
    int64_t first = number;
    size_t from = at;
    while (number - first < scan->own->search->before && from > 0 && first - 1 > scan->shown_to) {
        const char *end = from > 1 ? memrchr(scan->text.data, '\n', from - 1) : NULL;
        from = end ? (size_t)(end + 1 - scan->text.data) : 0;
        first--;
    }
    for (; first < number && !scan->enough; first++) {
        struct slice line = line_from(scan->text, from);
        show(scan, first, line, false);
        from += line.size + 1;
    }
}

static void take_match(struct scan *scan, size_t at, int64_t number, struct slice line)
{
    scan->matched++;
    if (scan->own->search->mode != SEARCH_CONTENT) {
        scan->enough = scan->own->search->mode == SEARCH_FILES;
        return;
    }
    show_before(scan, at, number);
    if (!scan->enough)
        show(scan, number, line, true);
    scan->after_to = number + scan->own->search->after;
}

static void scan_lines(struct scan *scan)
{
    int64_t number = 1;
    for (size_t at = 0, from, end; at < scan->text.size && !scan->enough; number++) {
        struct slice line = line_from(scan->text, at);
        struct slice seen = line; /* $ also matches before \r */
        seen.size -= seen.size > 0 && seen.data[seen.size - 1] == '\r';
        if (expression_find(&scan->own->expression, seen, &from, &end))
            take_match(scan, at, number, line);
        else if (number <= scan->after_to)
            show(scan, number, line, false);
        at += line.size + 1;
    }
}

/* Finds the next match in the whole text from `pos`. */
static bool find_from(const struct scan *scan, size_t pos, size_t *ret_from, size_t *ret_end)
{
    if (pos >= scan->text.size ||
        !expression_find(&scan->own->expression, (struct slice){scan->text.data + pos, scan->text.size - pos}, ret_from,
                         ret_end))
        return false;
    *ret_from += pos;
    *ret_end += pos;
    return true;
}

/* All lines that a match touches are matching lines. */
static void scan_whole(struct scan *scan)
{
    int64_t number = 1;
    size_t from = 0, end = 0;
    bool found = find_from(scan, 0, &from, &end);
    for (size_t at = 0; at < scan->text.size && !scan->enough; number++) {
        struct slice line = line_from(scan->text, at);
        size_t next = at + line.size + 1;
        while (found && (end > from ? end - 1 : from) < at)
            found = find_from(scan, end > from ? end : end + 1, &from, &end);
        if (found && from < next)
            take_match(scan, at, number, line);
        else if (number <= scan->after_to)
            show(scan, number, line, false);
        at = next;
    }
}

/* --- files --- */

/* Returns 0 if the file cannot be searched. */
static int read_content(struct own *own, int folder, const char *name)
{
    struct stat facts;
    buf_reset(&own->content, CHUNK);
    autoclose int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
    if (fd < 0 || fstat(fd, &facts) < 0 || !S_ISREG(facts.st_mode) || facts.st_size > FILE_MAX)
        return 0;
    for (char *room; (room = buf_room(&own->content, CHUNK));) {
        ssize_t n = read(fd, room, CHUNK);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0 && buf_terminate(&own->content) == 0 && own->content.size > 0;
        bool first = own->content.size == 0;
        own->content.size += (size_t)n;
        if (first && text_is_binary((struct slice){own->content.data, (size_t)(n < BINARY_HEAD ? n : BINARY_HEAD)}))
            return 0;
    }
    return 0;
}

static int search_file(void *user, int folder, const char *name, struct slice path)
{
    struct own *own = user;
    struct search *search = own->search;
    if (!search_wants(search, path) || read_content(own, folder, name) == 0)
        return 0;
    struct scan scan = {.own = own, .path = path, .text = buf_slice(&own->content)};
    if (search->mode == SEARCH_CONTENT && search->before + search->after > 0)
        scan.shown_to = -1; /* a separator precedes the next file */
    if (search->multiline && scan.text.size <= WHOLE_MAX)
        scan_whole(&scan);
    else
        scan_lines(&scan);
    if (search->mode != SEARCH_CONTENT && scan.matched > 0)
        return search_show(search, &(struct finding){.path = path, .number = scan.matched, .is_match = true});
    return search->full ? 1 : 0;
}

int search_own(struct search *search)
{
    struct own own = {.search = search, .content = BUF_LIMITED(FILE_MAX + 2 * CHUNK)};
    char problem[EXPRESSION_PROBLEM_SIZE] = "";
    int r = 0;
    if (search->rg_type)
        return search_fail(search, "unknown type %s; use glob", search->rg_type);
    if (expression_init(&own.expression, slice_of(search->pattern), search->ignore_case, search->multiline, problem) <
        0)
        return search_fail(search, "%s", problem);
    if (search->file) {
        autoclose int folder = open(search->root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        r = folder < 0 ? -errno : search_file(&own, folder, search->file, slice_of(search->file));
    } else {
        struct walk walk = {.root = search->root, .hidden = search->hidden, .visit = search_file, .user = &own};
        r = walk_files(&walk);
    }
    expression_clear(&own.expression);
    buf_clear(&own.content);
    return r < 0 ? search_fail(search, "cannot search %s: %s", search->root, strerror(-r)) : SEARCH_NOTHING;
}
