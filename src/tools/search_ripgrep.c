/* The search with ripgrep: converts its output to the same findings as search.c. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "tools/ripgrep.h"
#include "tools/search.h"
#include "tools/walk.h"

enum { ARGUMENTS_MAX = 48, LINE_KEPT = 8 << 10, CHUNK = 64 << 10, COMPLAINT_MAX = 1024 };

/* --- process --- */

int ripgrep_start(struct ripgrep *ripgrep, const char *root, char *const *arguments)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -errno;
    *ripgrep = (struct ripgrep){.output = ends[0], .complaints = memfd_create("complaints", MFD_CLOEXEC)};
    ripgrep->pid = fork();
    if (ripgrep->pid == 0) {
        if (chdir(root) < 0 || dup2(ends[1], STDOUT_FILENO) < 0 ||
            (ripgrep->complaints >= 0 && dup2(ripgrep->complaints, STDERR_FILENO) < 0))
            _exit(2);
        (void)execv(arguments[0], arguments);
        _exit(2);
    }
    (void)close(ends[1]);
    if (ripgrep->pid > 0)
        return 0;
    int r = -errno;
    cleanup_close(&ripgrep->output);
    cleanup_close(&ripgrep->complaints);
    return r;
}

int ripgrep_end(struct ripgrep *ripgrep, char complaint[static RIPGREP_COMPLAINT_SIZE])
{
    int status = 0;
    complaint[0] = '\0';
    cleanup_close(&ripgrep->output); /* stops a process whose output was not read to the end */
    while (waitpid(ripgrep->pid, &status, 0) < 0 && errno == EINTR)
        ;
    ssize_t n = ripgrep->complaints < 0 ? 0 : pread(ripgrep->complaints, complaint, RIPGREP_COMPLAINT_SIZE - 1, 0);
    complaint[n > 0 ? n : 0] = '\0';
    cleanup_close(&ripgrep->complaints);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

/* --- output --- */

/* "PATH NUL NUMBER SIGN TEXT"; "--" between parts; other lines are notes about binary files. Not 0: the limit is
 * reached. */
static int take_line(struct search *search, struct slice line)
{
    if (!line.data || line.size == 0)
        return 0;
    const char *nul = memchr(line.data, '\0', line.size);
    if (!nul) {
        if (slice_is(line, "--") || slice_is(line, "--\r"))
            search_separate(search);
        return 0;
    }
    struct finding finding = {.path = {line.data, (size_t)(nul - line.data)}, .is_match = true};
    if (slice_starts_with(finding.path, SLICE("./"))) {
        finding.path.data += 2;
        finding.path.size -= 2;
    }
    if (!search_wants(search, finding.path) || (search->listed && !walk_list_has(search->listed, finding.path)))
        return 0;
    const char *at = nul + 1, *end = line.data + line.size;
    for (; at < end && *at >= '0' && *at <= '9'; at++)
        finding.number = finding.number > INT64_MAX / 20 ? finding.number : finding.number * 10 + (*at - '0');
    if (search->mode == SEARCH_CONTENT && at < end) {
        finding.is_match = *at == ':';
        finding.text = (struct slice){at + 1, (size_t)(end - at - 1)};
    }
    return search_show(search, &finding);
}

/* Shortens overlong lines. */
static void read_lines(struct search *search, int fd, char delimiter)
{
    struct buf line = BUF_LIMITED(LINE_KEPT);
    char *chunk = malloc(CHUNK);
    int r = chunk ? 0 : -ENOMEM;
    while (r == 0) {
        ssize_t n = read(fd, chunk, CHUNK);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        for (ssize_t at = 0; r == 0 && at < n;) {
            const char *end = memchr(chunk + at, delimiter, (size_t)(n - at));
            size_t size = end ? (size_t)(end - chunk - at) : (size_t)(n - at);
            size_t room = LINE_KEPT - 1 - line.size;
            (void)buf_append(&line, chunk + at, size < room ? size : room);
            at += (ssize_t)size + (end != NULL);
            if (!end)
                continue;
            if (delimiter == '\0') /* only a name */
                (void)buf_append_char(&line, '\0');
            r = take_line(search, buf_slice(&line));
            buf_reset(&line, LINE_KEPT);
        }
    }
    free(chunk);
    buf_clear(&line);
}

/* --- arguments --- */

struct arguments {
    char *items[ARGUMENTS_MAX];
    size_t count;
    char before[32], after[32], target[PATH_MAX], type[1100];
};

static void add(struct arguments *arguments, const char *text)
{
    if (arguments->count + 1 < ARGUMENTS_MAX)
        arguments->items[arguments->count++] = (char *)text;
}

static void add_filters(struct arguments *arguments, const struct search *search)
{
    if (search->hidden) {
        add(arguments, "--hidden");
        add(arguments, "--glob=!.git");
    }
    if (search->rg_type) {
        add(arguments, "--type");
        add(arguments, search->rg_type);
    } else if (search->name_glob && snprintf(arguments->type, sizeof arguments->type, "--type-add=weir:%s",
                                             search->name_glob) < (int)sizeof arguments->type) {
        /* a type filter respects .gitignore, which --glob would override */
        add(arguments, arguments->type);
        add(arguments, "--type=weir");
    }
}

static void fill(struct arguments *arguments, const struct search *search)
{
    static const char *const always[] = {
        "--no-config",         "--color=never", "--no-heading",     "--with-filename", "--null",
        "--line-number",       "--no-messages", "--no-require-git", "--no-ignore-dot", "--no-ignore-global",
        "--no-ignore-exclude", "--sort=path",   "--no-column",      "--max-columns=0", "--crlf"};
    add(arguments, search->ripgrep);
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        add(arguments, always[i]);
    add(arguments, search->ignore_case ? "--ignore-case" : "--case-sensitive");
    if (search->multiline) {
        add(arguments, "--multiline");
        add(arguments, "--multiline-dotall");
    }
    if (search->mode != SEARCH_CONTENT)
        add(arguments, search->mode == SEARCH_FILES ? "--files-with-matches" : "--count");
    (void)snprintf(arguments->before, sizeof arguments->before, "--before-context=%" PRId64, search->before);
    (void)snprintf(arguments->after, sizeof arguments->after, "--after-context=%" PRId64, search->after);
    if (search->mode == SEARCH_CONTENT && search->before + search->after > 0) {
        add(arguments, arguments->before);
        add(arguments, arguments->after);
    }
    add_filters(arguments, search);
    add(arguments, "-e");
    add(arguments, search->pattern);
    add(arguments, "--");
    (void)snprintf(arguments->target, sizeof arguments->target, "./%s", search->file ? search->file : "");
    add(arguments, arguments->target);
}

/* Returns an exit code. */
static int run(struct search *search)
{
    struct arguments arguments = {0};
    struct ripgrep ripgrep = {.output = -1, .complaints = -1};
    char complaint[RIPGREP_COMPLAINT_SIZE];
    fill(&arguments, search);
    int r = ripgrep_start(&ripgrep, search->root, arguments.items);
    if (r < 0)
        return search_fail(search, "cannot start ripgrep: %s", strerror(-r));
    read_lines(search, ripgrep.output, search->mode == SEARCH_FILES ? '\0' : '\n');
    int code = ripgrep_end(&ripgrep, complaint);
    if (code > 1 && !search->any && (strstr(complaint, "wasn't expected") || strstr(complaint, "unrecognized flag")))
        return search_own(search); /* this version is too old */
    return code > 1 && !search->any && complaint[0] ? search_fail(search, "%s", complaint) : SEARCH_NOTHING;
}

int search_ripgrep(struct search *search)
{
    struct walk_list listed;
    if (search->file || !walk_has_rules_above(search->root) ||
        walk_list_fill(&listed, search->root, search->hidden) < 0)
        return run(search);
    search->listed = &listed;
    int r = run(search);
    search->listed = NULL;
    walk_list_clear(&listed);
    return r;
}
