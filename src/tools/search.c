#include "tools/search.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "tools/expression.h"
#include "tools/files.h"
#include "tools/text.h"
#include "tools/walk.h"

enum { LINE_SHOWN = 500, OUT_MAX = 60 << 10, OUT_ROOM = 4 * OUT_MAX };

/* Names of types in ripgrep, with their file names. */
static const struct {
    const char *name, *glob;
} types[] = {
    {"c", "*.{c,h,H}"},
    {"cpp", "*.{C,cc,cpp,cxx,c++,h,H,hh,hpp,hxx,h++,inl}"},
    {"cs", "*.cs"},
    {"css", "*.{css,scss}"},
    {"go", "*.go"},
    {"html", "*.{htm,html,ejs}"},
    {"java", "*.{java,jsp,jspx,properties}"},
    {"js", "*.{js,jsx,vue,cjs,mjs}"},
    {"json", "*.{json,sarif}"},
    {"kotlin", "*.{kt,kts}"},
    {"lua", "*.lua"},
    {"make", "{Makefile,makefile,GNUmakefile,*.mk,*.mak}"},
    {"markdown", "*.{markdown,md,mdown,mkdn,mkd,mdwn,mdx}"},
    {"md", "*.{markdown,md,mdown,mkdn,mkd,mdwn,mdx}"},
    {"meson", "{meson.build,meson_options.txt}"},
    {"perl", "*.{perl,pl,PL,plh,plx,pm,t}"},
    {"php", "*.{php,php3,php4,php5,phtml}"},
    {"py", "*.{py,pyi}"},
    {"ruby", "{*.rb,*.gemspec,Gemfile,Rakefile,config.ru}"},
    {"rust", "*.rs"},
    {"sh", "*.{sh,bash,zsh,ksh,csh,tcsh}"},
    {"sql", "*.{sql,psql}"},
    {"swift", "*.swift"},
    {"toml", "{*.toml,Cargo.lock}"},
    {"ts", "*.{ts,tsx,cts,mts}"},
    {"txt", "*.txt"},
    {"xml", "*.{xml,xml.dist,dtd,xsl,xslt,xsd,xjb,rng,sch,xhtml}"},
    {"yaml", "*.{yaml,yml}"},
};

const char *search_type(struct slice name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (slice_is(name, types[i].name))
            return types[i].glob;
    return NULL;
}

bool search_wants(const struct search *search, struct slice path)
{
    if (search->has_type && !globs_match(&search->type, path))
        return false;
    return !search->has_glob || globs_match(&search->glob, path) != search->glob_negated;
}

/* Writes complete results early: they are in the pipe if the time limit ends the search. */
static void flush(struct search *search, size_t above)
{
    if (search->out.size <= above)
        return;
    for (size_t at = 0; at < search->out.size;) {
        ssize_t n = write(STDOUT_FILENO, search->out.data + at, search->out.size - at);
        if (n <= 0)
            break;
        at += (size_t)n;
    }
    search->out.size = 0;
}

int search_fail(struct search *search, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)buf_vprintf(&search->out, format, arguments);
    va_end(arguments);
    return SEARCH_FAILED;
}

void search_separate(struct search *search)
{
    search->separator = true;
}

static void append_path(struct search *search, struct slice path)
{
    (void)text_append(&search->out, slice_of(search->prefix));
    (void)text_append(&search->out, path);
}

int search_show(struct search *search, const struct finding *finding)
{
    enum { FLUSH_ABOVE = 8 << 10 };
    static const int64_t bytes_max = OUT_MAX;
    if (search->shown >= search->limit || search->full) {
        search->full = true;
        return 1;
    }
    if (search->separator && search->any)
        (void)buf_append_text(&search->out, "--\n");
    search->separator = false;
    search->any = true;
    search->shown++;
    size_t before = search->out.size;
    append_path(search, finding->path);
    char sign = finding->is_match ? ':' : '-';
    if (search->mode == SEARCH_COUNT) {
        (void)buf_printf(&search->out, ":%" PRId64, finding->number);
    } else if (search->mode == SEARCH_CONTENT) {
        struct slice text = finding->text;
        if (text.size > 0 && text.data[text.size - 1] == '\r')
            text.size--;
        if (search->numbers)
            (void)buf_printf(&search->out, "%c%" PRId64, sign, finding->number);
        (void)buf_append_char(&search->out, sign);
        (void)text_append(&search->out, text_cut(text, LINE_SHOWN));
        if (text.size > LINE_SHOWN)
            (void)buf_append_text(&search->out, " […]");
    }
    (void)buf_append_char(&search->out, '\n');
    search->written += (int64_t)(search->out.size - before);
    search->full = search->written > bytes_max;
    flush(search, FLUSH_ABOVE);
    return 0;
}

int search_run(void *user)
{
    struct search *search = user;
    search->out = (struct buf)BUF_LIMITED(OUT_ROOM);
    (void)setlocale(LC_CTYPE, "C.UTF-8");
    int r = search->ripgrep ? search_ripgrep(search) : search_own(search);
    if (r != SEARCH_FAILED && search->full)
        (void)buf_printf(&search->out, "[more results; use a narrower search, or set head_limit]\n");
    flush(search, 0);
    return r != SEARCH_FAILED && search->any ? SEARCH_FOUND : r;
}

void search_clear(struct search *search)
{
    free(search->root);
    free(search->file);
    free(search->prefix);
    free(search->pattern);
    free(search->ripgrep);
    free(search->name_glob);
    globs_clear(&search->glob);
    globs_clear(&search->type);
    buf_clear(&search->out);
    *search = (struct search){0};
}

/* --- without ripgrep --- */

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

/* --- the process --- */

struct searching {
    struct tool_call *call;
    struct child *child;
    struct buf text;
};

static void on_output(void *user, struct slice bytes)
{
    struct searching *searching = user;
    size_t room = searching->text.limit - searching->text.size;
    (void)buf_append(&searching->text, bytes.data, bytes.size < room ? bytes.size : room);
}

static void on_gone(void *user, const struct child_end *end)
{
    struct searching *searching = user;
    struct tool_call *call = searching->call;
    bool exited = !end->error && end->status >= 0 && WIFEXITED(end->status);
    int code = exited ? WEXITSTATUS(end->status) : -1;
    bool is_error = end->cancelled || code == SEARCH_FAILED || code < 0;
    if (end->cancelled)
        (void)buf_append_text(&searching->text, "[cancelled]\n");
    else if (end->timed_out)
        (void)buf_printf(&searching->text,
                         "[the search was stopped after %d s and is incomplete; search a smaller directory]\n",
                         SEARCH_TIMEOUT_MS / 1000);
    else if (code == SEARCH_NOTHING && searching->text.size == 0)
        (void)buf_append_text(&searching->text, TOOL_NO_MATCHES);
    else if (code < 0)
        (void)buf_append_text(&searching->text, "[the search failed: its process was killed]\n");
    tool_call_finish(call, &(struct tool_result){.is_error = is_error, .text = buf_slice(&searching->text)});
    buf_clear(&searching->text);
    free(searching);
}

int search_start(struct tool_call *call, int (*run)(void *data), void *data)
{
    static const struct child_handlers handlers = {.output = on_output, .gone = on_gone};
    struct searching *searching = calloc(1, sizeof *searching);
    if (!searching)
        return -ENOMEM;
    *searching = (struct searching){.call = call, .text = BUF_LIMITED(4 * (size_t)TOOL_OUTPUT_MAX)};
    struct warden_order order = {.run = run, .user = data};
    int r = child_start(call->box->loop, &order, SEARCH_TIMEOUT_MS, &handlers, searching, &searching->child);
    if (r < 0)
        free(searching);
    else
        call->state = searching;
    return r;
}

void search_cancel(struct tool_call *call)
{
    struct searching *searching = call->state;
    child_end(searching->child, true);
}

/* --- search directory --- */

static char *prefix_of(const struct tool_box *box, const char *root)
{
    size_t size = strcmp(box->cwd, "/") == 0 ? 0 : strlen(box->cwd);
    char *prefix = NULL;
    if (strcmp(root, box->cwd) == 0)
        return strdup("");
    bool below = strncmp(root, box->cwd, size) == 0 && root[size] == '/';
    bool is_top = strcmp(root, "/") == 0;
    return asprintf(&prefix, "%s%s", below && !is_top ? root + size + 1 : root, is_top ? "" : "/") < 0 ? NULL : prefix;
}

int search_find_root(const struct tool_box *box, struct slice path, struct search_root *ret_root,
                     char problem[static TOOL_PROBLEM_SIZE])
{
    autofree char *root = NULL, *file = NULL;
    struct stat facts;
    int r = paths_resolve(box, path.size > 0 ? path : SLICE("."), &root);
    if (r < 0) {
        paths_refuse("path", r, problem);
        return r;
    }
    r = stat(root, &facts) < 0 ? -errno : S_ISDIR(facts.st_mode) || S_ISREG(facts.st_mode) ? 0 : -EINVAL;
    if (r < 0) {
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "cannot search %.180s: %s", root, paths_problem(r));
        return r;
    }
    if (S_ISREG(facts.st_mode)) {
        char *slash = strrchr(root, '/');
        file = strdup(slash + 1);
        slash[slash == root] = '\0';
    }
    char *prefix = prefix_of(box, root);
    if (!prefix || (S_ISREG(facts.st_mode) && !file)) {
        free(prefix);
        return -ENOMEM;
    }
    *ret_root = (struct search_root){.root = take_pointer(root), .file = take_pointer(file), .prefix = prefix};
    return 0;
}
