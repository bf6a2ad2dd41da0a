/* session.files: finds paths in a working directory, for completion. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/ignore.h"
#include "base/utf8.h"
#include "contract/session.h"
#include "daemon/session/session.h"
#include "rpc/call.h"

enum {
    ENTRIES_MAX = 200000,
    DIRECTORIES_MAX = 20000, /* queued directories, or directories with rules */
    RULES_BYTES_MAX = 8 << 20,
    WALK_MS = 2000,           /* less than the resolver's time limit */
    TIME_CHECK_ENTRIES = 256, /* entries between two checks of the time */
    ARENA_BYTES = 64 << 20,
};

/* A directory, queued or visited. */
struct folder {
    struct slice path; /* "": the root */
    const struct ignore *rules;
    unsigned depth;
};

struct match {
    struct session_found_file file;
    unsigned rank, depth;
};

struct files {
    struct session_scan scan;
    struct slice query;
    size_t limit;
    struct match *best; /* sorted; at most `limit` */
    size_t count;
    bool complete;
    /* While walking: */
    struct folder *folders;
    size_t folder_count, next;
    struct ignore **rules;
    size_t rule_count, rule_bytes, entries;
    uint64_t until_ns;
};

/* --- matching --- */

static bool has_prefix(struct slice text, struct slice with)
{
    return text.size >= with.size && strncasecmp(text.data, with.data, with.size) == 0;
}

static bool contains(struct slice text, struct slice what)
{
    for (size_t i = 0; i + what.size <= text.size; i++)
        if (strncasecmp(text.data + i, what.data, what.size) == 0)
            return true;
    return false;
}

/* 0 is the best rank. -1: no match. */
static int rank_of(struct slice path, struct slice query)
{
    const char *slash = memrchr(path.data, '/', path.size);
    struct slice name = slash ? (struct slice){slash + 1, path.size - (size_t)(slash + 1 - path.data)} : path;
    return slice_starts_with(path, query) ? 0
           : has_prefix(path, query)      ? 1
           : has_prefix(name, query)      ? 2
           : contains(path, query)        ? 3
                                          : -1;
}

static int compare(const struct match *a, const struct match *b)
{
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    return strcmp(a->file.path.data, b->file.path.data);
}

static void add_match(struct files *files, struct slice path, bool is_directory, unsigned depth)
{
    int rank = rank_of(path, files->query);
    if (rank < 0)
        return;
    struct match match = {{.path = path, .directory = is_directory}, (unsigned)rank, depth};
    size_t at = files->count;
    while (at > 0 && compare(&match, &files->best[at - 1]) < 0)
        at--;
    files->complete = files->complete && files->count < files->limit;
    if (at == files->limit)
        return;
    size_t kept = files->count < files->limit ? files->count : files->limit - 1;
    memmove(files->best + at + 1, files->best + at, (kept - at) * sizeof *files->best);
    files->best[at] = match;
    files->count = kept + 1;
}

/* --- walking --- */

static int read_rules(struct files *files, int directory, struct folder *folder)
{
    struct stat facts;
    autoclose int fd = openat(directory, ".gitignore", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &facts) < 0 || !S_ISREG(facts.st_mode) || facts.st_size == 0)
        return 0;
    size_t size = facts.st_size < IGNORE_BYTES_MAX ? (size_t)facts.st_size : IGNORE_BYTES_MAX;
    autofree char *text = malloc(size);
    ssize_t got = text ? pread(fd, text, size, 0) : -1;
    if (got <= 0)
        return text ? 0 : -ENOMEM;
    files->rule_bytes += (size_t)got;
    if (files->rule_bytes > RULES_BYTES_MAX || files->rule_count == DIRECTORIES_MAX)
        return -E2BIG;
    struct ignore *rules = ignore_new(folder->rules, folder->path, (struct slice){text, (size_t)got});
    if (!rules)
        return -ENOMEM;
    files->rules[files->rule_count++] = rules;
    folder->rules = rules;
    return 0;
}

/* Called while rules are matched, because matching one name against a hostile .gitignore can take seconds. */
static bool in_time(void *user)
{
    return clock_monotonic_ns() <= ((const struct files *)user)->until_ns;
}

static bool is_late(struct files *files)
{
    return files->entries % TIME_CHECK_ENTRIES == 0 && !in_time(files);
}

static bool is_directory_at(int directory, const struct dirent *entry)
{
    struct stat facts;
    if (entry->d_type != DT_UNKNOWN)
        return entry->d_type == DT_DIR;
    return fstatat(directory, entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(facts.st_mode);
}

static int visit_entry(struct files *files, const struct folder *folder, int directory, const struct dirent *entry)
{
    struct slice name = slice_of(entry->d_name);
    if (slice_is(name, ".") || slice_is(name, "..") || slice_is(name, ".git") || !utf8_is_valid(name))
        return 0;
    if (++files->entries > ENTRIES_MAX || is_late(files))
        return -E2BIG;
    bool is_directory = is_directory_at(directory, entry);
    size_t head = folder->path.size > 0 ? folder->path.size + 1 : 0, size = head + name.size;
    char *path = size < PATH_MAX ? arena_zeroed(&files->scan.arena, size + 1) : NULL;
    if (!path)
        return size < PATH_MAX ? -E2BIG : 0;
    if (head > 0) {
        slice_copy(path, folder->path);
        path[head - 1] = '/';
    }
    slice_copy(path + head, name);
    enum ignore_verdict verdict =
        folder->rules ? ignore_ask_while(folder->rules, (struct slice){path, size}, is_directory, in_time, files)
                      : IGNORE_SILENT;
    if (verdict == IGNORE_YES || verdict == IGNORE_STOPPED)
        return verdict == IGNORE_YES ? 0 : -E2BIG;
    add_match(files, (struct slice){path, size}, is_directory, folder->depth);
    if (!is_directory)
        return 0;
    if (files->folder_count == DIRECTORIES_MAX)
        return -E2BIG;
    files->folders[files->folder_count++] =
        (struct folder){.path = {path, size}, .rules = folder->rules, .depth = folder->depth + 1};
    return 0;
}

/* -E2BIG: a limit was reached. Unreadable directories are skipped, and so are paths in which a link was created
 * meanwhile. */
static int visit_folder(struct files *files, int root, struct folder folder)
{
    (void)fault_point("session.files.directory");
    int fd = beneath_open(root, folder.path.size > 0 ? folder.path.data : ".", O_RDONLY | O_DIRECTORY | O_NONBLOCK);
    DIR *directory = fd < 0 ? NULL : fdopendir(fd);
    if (!directory) {
        if (fd >= 0)
            close(fd);
        return 0;
    }
    int r = read_rules(files, fd, &folder);
    const struct dirent *entry;
    while (r == 0 && (entry = readdir(directory))) /* NOLINT(concurrency-mt-unsafe): the stream is ours */
        r = visit_entry(files, &folder, fd, entry);
    closedir(directory);
    return r;
}

/* Walks level by level, so that nearby files are found even in a huge tree. */
static int walk(struct files *files)
{
    (void)fault_point("session.files");
    autoclose int root = open(files->scan.cwd, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
    if (root < 0)
        return -errno;
    files->until_ns = clock_monotonic_ns() + (uint64_t)WALK_MS * 1000000;
    files->folders[files->folder_count++] = (struct folder){.path = {"", 0}};
    int r = 0;
    while (r == 0 && files->next < files->folder_count)
        r = visit_folder(files, root, files->folders[files->next++]);
    return r;
}

static void work(struct session_scan *scan)
{
    struct files *files = (struct files *)scan;
    files->folders = malloc(DIRECTORIES_MAX * sizeof *files->folders);
    files->rules = calloc(DIRECTORIES_MAX, sizeof *files->rules);
    files->complete = true;
    int r = files->folders && files->rules ? walk(files) : -ENOMEM;
    files->complete = files->complete && r == 0;
    scan->status = r == -E2BIG ? 0 : r;
    while (files->rules && files->rule_count > 0) /* the last first, because they refer to earlier ones */
        ignore_free(files->rules[--files->rule_count]);
    free(files->rules);
    free(files->folders);
}

/* --- on the loop thread --- */

static void where(const void *params, struct slice *ret_session_id, struct slice *ret_cwd)
{
    const struct session_files_params *files = params;
    *ret_session_id = files->session_id_is == FIELD_SET ? files->session_id : (struct slice){0};
    *ret_cwd = files->cwd_is == FIELD_SET ? files->cwd : (struct slice){0};
}

static int fill(struct session_scan *scan)
{
    struct files *files = (struct files *)scan;
    const struct session_files_params *params = scan->call->params;
    files->limit = (size_t)params->limit;
    files->query = arena_copy(&scan->arena, params->query);
    files->best = arena_zeroed(&scan->arena, files->limit * sizeof *files->best);
    return files->best && files->query.data ? 0 : -ENOMEM;
}

static void answer(struct session_scan *scan)
{
    struct files *files = (struct files *)scan;
    struct session_found_file *items = arena_zeroed(&scan->arena, (files->count + 1) * sizeof *items);
    for (size_t i = 0; items && i < files->count; i++)
        items[i] = files->best[i].file;
    if (!items)
        (void)call_fail(scan->call, ERROR_INTERNAL_ERROR, "%s", strerror(ENOMEM));
    else
        (void)session_files_reply(scan->call, &(struct session_files_result){.cwd = slice_of(scan->cwd),
                                                                             .files = {items, files->count},
                                                                             .complete = files->complete});
}

int session_files(struct call *call, const struct session_files_params *params)
{
    static const struct session_scan_kind kind = {.lane = "files",
                                                  .size = sizeof(struct files),
                                                  .arena_bytes = ARENA_BYTES,
                                                  .where = where,
                                                  .fill = fill,
                                                  .work = work,
                                                  .answer = answer};
    (void)params; /* read from the call's copy later */
    return session_scan(call, &kind);
}
