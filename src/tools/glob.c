/* Glob: finds files by name, newest first. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "tools/all.h"
#include "tools/globs.h"
#include "tools/programs.h"
#include "tools/ripgrep.h"
#include "tools/search.h"
#include "tools/text.h"
#include "tools/walk.h"

enum { FILES_MAX = 1 << 20, SHOWN_USUAL = 200, SHOWN_MAX = 5000, OUT_MAX = 60 << 10, CHUNK = 64 << 10 };

struct found {
    char *path;
    struct timespec changed;
};

struct listing {
    struct search_root place;
    struct globs globs;
    bool hidden;
    size_t limit;
    char *ripgrep;

    /* Used in the child process. */
    int root;
    struct found *items;
    size_t count, capacity;
};

/* --- finding --- */

static int add(struct listing *listing, struct slice path)
{
    struct stat facts;
    if (!globs_match(&listing->globs, path))
        return 0;
    if (listing->count == listing->capacity) {
        size_t capacity = listing->capacity ? 2 * listing->capacity : 256;
        struct found *items = capacity <= FILES_MAX ? realloc(listing->items, capacity * sizeof *items) : NULL;
        if (!items)
            return -ENOMEM;
        listing->items = items;
        listing->capacity = capacity;
    }
    char *copy = strndup(path.data, path.size);
    if (!copy)
        return -ENOMEM;
    if (fstatat(listing->root, copy, &facts, AT_SYMLINK_NOFOLLOW) < 0) {
        free(copy); /* deleted meanwhile */
        return 0;
    }
    listing->items[listing->count++] = (struct found){.path = copy, .changed = facts.st_mtim};
    return 0;
}

static int visit(void *user, int folder, const char *name, struct slice path)
{
    (void)folder;
    (void)name;
    return add(user, path);
}

static int read_names(struct listing *listing, int fd)
{
    struct buf name = BUF_LIMITED(CHUNK);
    char chunk[CHUNK];
    int r = 0;
    for (ssize_t n; r == 0 && (n = read(fd, chunk, sizeof chunk)) > 0;) {
        for (ssize_t i = 0; r == 0 && i < n; i++) {
            if (chunk[i] != '\0') {
                (void)buf_append_char(&name, chunk[i]);
                continue;
            }
            struct slice path = buf_slice(&name);
            size_t dot = path.data && slice_starts_with(path, SLICE("./")) ? 2 : 0;
            if (path.data && !name.error && path.size > dot)
                r = add(listing, (struct slice){path.data + dot, path.size - dot});
            buf_reset(&name, CHUNK);
        }
    }
    buf_clear(&name);
    return r;
}

static int list_by_ripgrep(struct listing *listing)
{
    static const char *const always[] = {"--no-config",
                                         "--files",
                                         "--null",
                                         "--no-messages",
                                         "--no-require-git",
                                         "--no-ignore-dot",
                                         "--no-ignore-global",
                                         "--no-ignore-exclude",
                                         "--glob=!.git"};
    enum { ALWAYS = sizeof always / sizeof *always };
    char *arguments[ALWAYS + 4] = {listing->ripgrep};
    size_t count = 1;
    for (size_t i = 0; i < ALWAYS; i++)
        arguments[count++] = (char *)always[i];
    if (listing->hidden)
        arguments[count++] = (char *)"--hidden";
    arguments[count] = (char *)"./";
    struct ripgrep ripgrep = {.output = -1, .complaints = -1};
    char complaint[RIPGREP_COMPLAINT_SIZE];
    int r = ripgrep_start(&ripgrep, listing->place.root, arguments);
    if (r < 0)
        return r;
    r = read_names(listing, ripgrep.output);
    (void)ripgrep_end(&ripgrep, complaint);
    return r;
}

/* --- showing --- */

static int compare(const void *a, const void *b)
{
    const struct found *left = a, *right = b;
    if (left->changed.tv_sec != right->changed.tv_sec)
        return left->changed.tv_sec < right->changed.tv_sec ? 1 : -1;
    if (left->changed.tv_nsec != right->changed.tv_nsec)
        return left->changed.tv_nsec < right->changed.tv_nsec ? 1 : -1;
    return strcmp(left->path, right->path);
}

static void show(const struct listing *listing)
{
    struct buf out = BUF_LIMITED(4 * (size_t)OUT_MAX);
    size_t shown = 0;
    for (; shown < listing->count && shown < listing->limit && out.size < OUT_MAX; shown++) {
        (void)text_append(&out, slice_of(listing->place.prefix));
        (void)text_append(&out, slice_of(listing->items[shown].path));
        (void)buf_append_char(&out, '\n');
    }
    if (shown < listing->count)
        (void)buf_printf(&out, "[%zu more files; use a narrower pattern]\n", listing->count - shown);
    (void)!write(STDOUT_FILENO, out.data ? out.data : "", out.size);
    buf_clear(&out);
}

static int run(void *user)
{
    struct listing *listing = user;
    struct walk walk = {.root = listing->place.root, .hidden = listing->hidden, .visit = visit, .user = listing};
    listing->root = open(listing->place.root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int r = listing->root < 0 ? -errno : 0;
    if (r == 0)
        r = listing->ripgrep && !walk_has_rules_above(listing->place.root) ? list_by_ripgrep(listing)
                                                                           : walk_files(&walk);
    if (r < 0) {
        (void)dprintf(STDOUT_FILENO, "cannot search %s: %s", listing->place.root, strerror(-r));
        return SEARCH_FAILED;
    }
    if (listing->count > 0)
        qsort(listing->items, listing->count, sizeof *listing->items, compare);
    show(listing);
    return listing->count > 0 ? SEARCH_FOUND : SEARCH_NOTHING;
}

/* --- tool --- */

/* The size of the literal directories at the start of a pattern, where the search begins: "src/" of "src/x*". */
static size_t plain_prefix(struct slice pattern)
{
    size_t end = 0;
    for (size_t i = 0; i < pattern.size && !strchr("*?[{\\", pattern.data[i]); i++)
        if (pattern.data[i] == '/')
            end = i + 1;
    return end;
}

static bool names_hidden(struct slice glob)
{
    for (size_t i = 0; i < glob.size; i++)
        if (glob.data[i] == '.' && (i == 0 || strchr("/{,", glob.data[i - 1])))
            return true;
    return false;
}

static int read_input(struct listing *listing, const struct tool_box *box, yyjson_val *input,
                      char problem[static TOOL_PROBLEM_SIZE])
{
    struct slice pattern = tool_text(input, "pattern"), path = tool_text(input, "path");
    bool is_here = slice_starts_with(pattern, SLICE("./"));
    while (slice_starts_with(pattern, SLICE("./")) || (is_here && slice_starts_with(pattern, SLICE("/")))) {
        size_t size = pattern.data[0] == '/' ? 1 : 2;
        pattern = (struct slice){pattern.data + size, pattern.size - size};
    }
    int64_t limit = tool_number(input, "head_limit", SHOWN_USUAL);
    listing->limit = limit < SHOWN_MAX ? (size_t)limit : SHOWN_MAX;
    size_t prefix = plain_prefix(pattern);
    struct buf where = BUF_LIMITED(8192), rest = BUF_LIMITED(8192);
    bool is_absolute = !is_here && prefix > 0 && (pattern.data[0] == '/' || pattern.data[0] == '~');
    /* A relative path stays relative, as the permission check assumed. */
    if (!is_absolute)
        (void)buf_printf(&where, "%.*s/", SLICE_ARG(path.size > 0 ? path : SLICE(".")));
    (void)buf_append(&where, pattern.data, prefix);
    /* After a slash, the pattern is anchored there instead of matching at any depth. */
    (void)buf_printf(&rest, "%s%.*s", prefix > 0 ? "/" : "", (int)(pattern.size - prefix), pattern.data + prefix);
    listing->hidden = names_hidden(buf_slice(&rest));
    int r = where.error || rest.error ? -ENAMETOOLONG : globs_init(&listing->globs, buf_slice(&rest), true);
    if (r < 0)
        (void)snprintf(problem, TOOL_PROBLEM_SIZE,
                       "the field pattern is not a valid path pattern, or expands to too many patterns");
    else
        r = search_find_root(box, buf_slice(&where), &listing->place, problem);
    if (r == 0 && listing->place.file) {
        (void)snprintf(problem, TOOL_PROBLEM_SIZE, "%.150s%.60s is a file, not a directory", listing->place.prefix,
                       listing->place.file);
        r = -ENOTDIR;
    }
    buf_clear(&where);
    buf_clear(&rest);
    return r;
}

static int start(struct tool_call *call, yyjson_val *input, char problem[static TOOL_PROBLEM_SIZE])
{
    struct listing listing = {0};
    int r = read_input(&listing, call->box, input, problem);
    (void)programs_find_outside("rg", call->box->cwd, &listing.ripgrep);
    if (r == 0)
        r = search_start(call, run, &listing);
    globs_clear(&listing.globs);
    free(listing.place.root);
    free(listing.place.file);
    free(listing.place.prefix);
    free(listing.ripgrep);
    return r;
}

const struct tool tool_glob = {
    .name = "Glob",
    .description =
        "Finds files by path pattern: *.c (at any depth), src/**/*.{ts,tsx}, **/test_*.py. Returns the paths, most "
        "recently changed files first. Skips files that .gitignore excludes, symbolic links, directories (use ls in "
        "Bash "
        "for those), and hidden files unless the pattern names them (.github/**).",
    .schema = "{\"type\":\"object\",\"properties\":{"
              "\"pattern\":{\"type\":\"string\",\"minLength\":1,\"description\":\"The pattern.\"},"
              "\"path\":{\"type\":\"string\","
              "\"description\":\"The directory to search; default: the working directory.\"},"
              "\"head_limit\":{\"type\":\"integer\",\"minimum\":1,"
              "\"description\":\"The maximum number of files; default 200.\"}},"
              "\"required\":[\"pattern\"],\"additionalProperties\":false}",
    .only_reads = true,
    .touches = tool_touches_nothing,
    .start = start,
    .cancel = search_cancel,
};
