/* Reads directories a part at a time, so that the daemon gets its answers meanwhile. A directory is watched before it
 * is read: what is created in it is either read or noticed. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "watch/rule.h"
#include "watch/tree.h"
#include "watch/watch.h"

enum { ENTRIES_IN_A_ROW = 2048 };

void watch_scan_add(struct watch_tree *tree, const struct watch_interest *interest, const char *path, bool reports)
{
    size_t size = strlen(path) + 1;
    struct watch_scan *scan = calloc(1, sizeof *scan + size);
    if (!scan)
        return; /* the directory stays unwatched, and so does this process not for long */
    memcpy(scan->path, path, size);
    scan->rule = interest->rule;
    scan->pattern = interest->pattern;
    scan->state = interest->state;
    scan->reports = reports;
    scan->rule->scans++;
    list_append(&tree->scans, &scan->link);
    if (tree->idle.idle_cb)
        (void)uv_idle_start(&tree->idle, tree->idle.idle_cb);
}

static void scan_free(struct watch_scan *scan)
{
    list_remove(&scan->link);
    scan->rule->scans--;
    if (scan->directory)
        (void)closedir(scan->directory);
    free(scan);
}

void watch_scan_remove(struct watch_tree *tree, const struct watch_rule *rule)
{
    for (struct list *link = tree->scans.next, *next; link != &tree->scans; link = next) {
        struct watch_scan *scan = list_member(link, struct watch_scan, link);
        next = link->next;
        if (!rule || scan->rule == rule)
            scan_free(scan);
    }
}

static bool is_newer(const struct stat *status, int64_t since_ms)
{
    const struct timespec *times[] = {&status->st_mtim, &status->st_ctim};
    for (size_t i = 0; i < 2; i++)
        if (times[i]->tv_sec * 1000 + times[i]->tv_nsec / 1000000 >= since_ms)
            return true;
    return false;
}

/* Something in the directory. */
static void look_at(struct watch_tree *tree, const struct watch_scan *scan, const char *name, bool may_be_directory)
{
    char path[PATH_MAX + NAME_MAX + 2];
    struct stat status = {0};
    struct watch_interest interest = {scan->rule, scan->pattern,
                                      watch_pattern_step(scan->pattern, scan->state, slice_of(name))};
    bool is_root = scan->path[1] == '\0', fits = watch_pattern_fits(scan->pattern, interest.state);
    bool continues = may_be_directory && watch_pattern_continues(scan->pattern, interest.state);
    bool may_count = fits && (scan->reports || scan->rule->since_ms >= 0);
    if ((!continues && !may_count) || snprintf(path, sizeof path, "%s/%s", is_root ? "" : scan->path, name) >= PATH_MAX)
        return;
    /* Only a name that the pattern has itself may be a link to a directory. */
    bool follows = !scan->directory;
    if ((follows ? stat(path, &status) : lstat(path, &status)) < 0)
        return;
    bool is_directory = S_ISDIR(status.st_mode);
    if (may_count && (scan->reports || (!is_directory && is_newer(&status, scan->rule->since_ms))))
        watch_rule_changed(scan->rule, path);
    if (continues && is_directory)
        watch_scan_add(tree, &interest, path, scan->reports);
}

/* Watches the directory, and opens it if it has to be read. 1: nothing more is to be done. */
static int begin(struct watch_tree *tree, struct watch_scan *scan)
{
    struct watch_interest interest = {scan->rule, scan->pattern, scan->state};
    struct slice name;
    bool is_named = watch_pattern_only(scan->pattern, scan->state, &name);
    int r = watch_node_add(tree, scan->path, &interest);
    /* Directories above may be unreadable: then they cannot be seen returning, but what is in them can be watched. */
    if (r < 0 && !((r == -EACCES || r == -EPERM) && is_named))
        return r;
    if (is_named) {
        char text[NAME_MAX + 1];
        if (name.size <= NAME_MAX) {
            (void)snprintf(text, sizeof text, "%.*s", SLICE_ARG(name));
            look_at(tree, scan, text, true);
        }
        return 1;
    }
    int fd = open(scan->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return -errno;
    scan->directory = fdopendir(fd);
    if (!scan->directory) {
        (void)close(fd);
        return -ENOMEM;
    }
    return 0;
}

/* 1: the directory is read. */
static int read_part(struct watch_tree *tree, struct watch_scan *scan, size_t *left)
{
    for (; *left > 0; --*left) {
        errno = 0;
        const struct dirent *entry = readdir(scan->directory);
        if (!entry)
            return errno ? -errno : 1;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (++scan->rule->entries > scan->rule->watch->entries_max)
            return -E2BIG;
        look_at(tree, scan, entry->d_name, entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN);
    }
    return 0;
}

/* A directory that went away meanwhile is no problem, and neither is one that weir must not read, if it is not the one
 * that the pattern names. */
static bool is_problem(int error)
{
    return error != -ENOENT && error != -ENOTDIR && error != -ELOOP && error != -ENAMETOOLONG;
}

bool watch_scan_some(struct watch_tree *tree)
{
    size_t left = ENTRIES_IN_A_ROW;
    while (left > 0 && !list_is_empty(&tree->scans)) {
        struct watch_scan *scan = list_member(tree->scans.next, struct watch_scan, link);
        struct watch_rule *rule = scan->rule;
        int r = scan->directory ? 0 : begin(tree, scan);
        left--;
        if (r == 0)
            r = scan->directory ? read_part(tree, scan, &left) : 1;
        if (r < 0 && is_problem(r))
            watch_rule_fail(rule, r, scan->path); /* frees the scans of the rule */
        else if (r != 0)
            scan_free(scan);
        if (r != 0 && rule->scans == 0)
            watch_rule_ready(rule);
    }
    return !list_is_empty(&tree->scans);
}
