#include "watch/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "watch/rule.h"
#include "watch/watch.h"

enum {
    NOTICES_SIZE = 64 << 10,
    READS_MAX = 16, /* in a row */
    INTERESTS_MAX = 1 << 16,
    WANTED =
        IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR | IN_EXCL_UNLINK,
};

/* --- nodes --- */

static uint64_t hash_text(const char *text)
{
    uint64_t hash = 14695981039346656037u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

static size_t hash_of(const char *path)
{
    uint64_t hash = hash_text(path);
    return (size_t)(hash ^ hash >> 32) % WATCH_BUCKETS;
}

static struct watch_node *find_path(const struct watch_tree *tree, const char *path)
{
    struct watch_node *node = tree->by_path[hash_of(path)];
    while (node && strcmp(node->path, path) != 0)
        node = node->next_of_path;
    return node;
}

static struct watch_node *find_wd(const struct watch_tree *tree, int wd)
{
    struct watch_node *node = tree->by_wd[(size_t)wd % WATCH_BUCKETS];
    while (node && node->wd != wd)
        node = node->next_of_wd;
    return node;
}

static void link_wd(struct watch_tree *tree, struct watch_node *node)
{
    struct watch_node **bucket = &tree->by_wd[(size_t)node->wd % WATCH_BUCKETS];
    node->next_of_wd = *bucket;
    *bucket = node;
}

static void unlink_wd(struct watch_tree *tree, const struct watch_node *node)
{
    struct watch_node **place = &tree->by_wd[(size_t)node->wd % WATCH_BUCKETS];
    while (*place != node)
        place = &(*place)->next_of_wd;
    *place = node->next_of_wd;
}

/* --- mounts --- */

/* Sets `now` of all mounts, a hash of the directory that each shows, such as "/ann/x" of the file system at /home: the
 * kernel changes that text when the directory, or one above it, is renamed or removed. False: not known. */
static bool read_origins(struct watch_tree *tree)
{
    autofree char *line = NULL;
    size_t room = 0;
    FILE *mounts = fopen("/proc/self/mountinfo", "re");
    if (!mounts)
        return false;
    for (struct watch_node *node = tree->mounts; node; node = node->next_mount)
        node->now = 0;
    while (getline(&line, &room, mounts) > 0) {
        char *rest = line;
        uint64_t mount = strtoull(strsep(&rest, " "), NULL, 10);
        (void)strsep(&rest, " "); /* that of the mount above it */
        (void)strsep(&rest, " "); /* the device */
        const char *origin = strsep(&rest, " ");
        for (struct watch_node *node = tree->mounts; node && origin; node = node->next_mount)
            if (node->mount == mount)
                node->now = hash_text(origin);
    }
    (void)fclose(mounts);
    return true;
}

static void note_mount(struct watch_tree *tree, struct watch_node *node)
{
    struct statx status;
    if (statx(AT_FDCWD, node->path, AT_NO_AUTOMOUNT, STATX_BASIC_STATS | STATX_MNT_ID, &status) < 0 ||
        !(status.stx_attributes & status.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT))
        return;
    node->mount = status.stx_mnt_id;
    node->next_mount = tree->mounts;
    tree->mounts = node;
    (void)read_origins(tree);
    node->origin = node->now;
}

static void forget_mount(struct watch_tree *tree, const struct watch_node *node)
{
    struct watch_node **place = &tree->mounts;
    while (*place && *place != node)
        place = &(*place)->next_mount;
    if (*place)
        *place = node->next_mount;
}

/* --- interests --- */

/* Each rule counts a directory once. */
static bool is_first_of_rule(const struct watch_node *node, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (node->interests[i].rule == node->interests[index].rule)
            return false;
    return true;
}

static void drop_node(struct watch_tree *tree, struct watch_node *node, bool is_watched)
{
    struct watch_node **place = &tree->by_path[hash_of(node->path)];
    while (*place != node)
        place = &(*place)->next_of_path;
    *place = node->next_of_path;
    unlink_wd(tree, node);
    forget_mount(tree, node);
    for (size_t i = 0; i < node->count; i++)
        if (is_first_of_rule(node, i))
            node->interests[i].rule->directories--;
    if (is_watched)
        (void)inotify_rm_watch(tree->fd, node->wd);
    free(node->interests);
    free(node);
    tree->count--;
}

static int new_node(struct watch_tree *tree, const char *path, int wd, struct watch_node **ret_node)
{
    size_t size = strlen(path) + 1;
    struct watch_node *node = calloc(1, sizeof *node + size);
    if (!node)
        return -ENOMEM;
    memcpy(node->path, path, size);
    node->wd = wd;
    note_mount(tree, node);
    link_wd(tree, node);
    struct watch_node **bucket = &tree->by_path[hash_of(path)];
    node->next_of_path = *bucket;
    *bucket = node;
    tree->count++;
    *ret_node = node;
    return 0;
}

static int add_interest(struct watch_node *node, const struct watch_interest *interest)
{
    for (size_t i = 0; i < node->count; i++)
        if (node->interests[i].rule == interest->rule && node->interests[i].pattern == interest->pattern) {
            node->interests[i].state |= interest->state;
            return 0;
        }
    if (node->count == INTERESTS_MAX)
        return -ENOBUFS;
    if (node->count == node->capacity) {
        size_t capacity = node->capacity ? node->capacity * 2 : 1;
        struct watch_interest *interests = realloc(node->interests, capacity * sizeof *interests);
        if (!interests)
            return -ENOMEM;
        node->interests = interests;
        node->capacity = capacity;
    }
    node->interests[node->count++] = *interest;
    if (is_first_of_rule(node, node->count - 1))
        interest->rule->directories++;
    return 0;
}

int watch_node_add(struct watch_tree *tree, const char *path, const struct watch_interest *interest)
{
    if (tree->fd < 0)
        return tree->error;
    struct watch_node *node = find_path(tree, path);
    if (!node && tree->count == WATCH_NODES_MAX)
        return -ENOBUFS;
    int wd = inotify_add_watch(tree->fd, path, WANTED);
    if (wd < 0)
        return -errno;
    struct watch_node *other = find_wd(tree, wd);
    /* The same directory under another name, which it had before it was moved, or has by a link or a mount. */
    if (other && other != node)
        drop_node(tree, other, false);
    int r = 0;
    if (!node) {
        r = new_node(tree, path, wd, &node);
        if (r < 0)
            (void)inotify_rm_watch(tree->fd, wd);
    } else if (node->wd != wd) { /* another directory has this name now */
        unlink_wd(tree, node);
        (void)inotify_rm_watch(tree->fd, node->wd);
        node->wd = wd;
        link_wd(tree, node);
    }
    return r < 0 ? r : add_interest(node, interest);
}

/* The directory was empty when it was removed. */
static void drop_path(struct watch_tree *tree, const char *path)
{
    struct watch_node *node = find_path(tree, path);
    if (node)
        drop_node(tree, node, true);
}

/* What is below a directory has other names now. */
static void drop_below(struct watch_tree *tree, const char *path)
{
    size_t size = strlen(path);
    for (size_t i = 0; i < WATCH_BUCKETS; i++)
        for (struct watch_node *node = tree->by_path[i], *next; node; node = next) {
            next = node->next_of_path;
            if (strncmp(node->path, path, size) == 0 && (node->path[size] == '/' || node->path[size] == '\0'))
                drop_node(tree, node, true);
        }
}

/* --- notices --- */

static void on_name(struct watch_tree *tree, const struct watch_node *node, const struct inotify_event *event)
{
    char path[PATH_MAX + NAME_MAX + 2];
    bool is_directory = event->mask & IN_ISDIR, appears = event->mask & (IN_CREATE | IN_MOVED_TO);
    bool is_root = node->path[1] == '\0';
    if (snprintf(path, sizeof path, "%s/%s", is_root ? "" : node->path, event->name) >= PATH_MAX)
        return;
    for (size_t i = 0; i < node->count; i++) {
        struct watch_interest interest = node->interests[i];
        interest.state = watch_pattern_step(interest.pattern, interest.state, slice_of(event->name));
        bool continues = is_directory && watch_pattern_continues(interest.pattern, interest.state);
        if (watch_pattern_fits(interest.pattern, interest.state) || (continues && event->mask & IN_MOVED_FROM))
            watch_rule_changed(interest.rule, path);
        if (continues && appears)
            watch_scan_add(tree, &interest, path, true);
    }
    if (is_directory && event->mask & IN_MOVED_FROM)
        drop_below(tree, path);
    else if (is_directory && event->mask & IN_DELETE)
        drop_path(tree, path);
}

/* The kernel has dropped notices: reads all directories again, and lets each rule know. */
static void on_overflow(struct watch_tree *tree)
{
    struct watch *watch = list_member(tree, struct watch, tree);
    for (struct list *link = watch->rules.next; link != &watch->rules; link = link->next) {
        struct watch_rule *rule = list_member(link, struct watch_rule, link);
        watch_rule_rescanned(rule);
        if (rule->is_ready)
            watch_tree_add(tree, rule);
    }
}

static void on_notice(struct watch_tree *tree, const struct inotify_event *event)
{
    if (event->mask & IN_Q_OVERFLOW) {
        on_overflow(tree);
        return;
    }
    struct watch_node *node = find_wd(tree, event->wd);
    if (!node)
        return;
    if (event->mask & IN_IGNORED)
        drop_node(tree, node, false);
    else if (event->len > 0)
        on_name(tree, node, event);
}

void watch_tree_read(struct watch_tree *tree)
{
    _Alignas(struct inotify_event) static char notices[NOTICES_SIZE];
    for (int i = 0; i < READS_MAX && tree->fd >= 0; i++) {
        ssize_t size = read(tree->fd, notices, sizeof notices);
        if (size <= 0)
            return;
        for (const char *at = notices; at < notices + size;) {
            const struct inotify_event *event = (const void *)at;
            on_notice(tree, event);
            at += sizeof *event + event->len;
        }
    }
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    (void)events;
    if (status == 0)
        watch_tree_read(poll->data);
}

/* inotify says nothing if a directory that is mounted somewhere, or one above it, is renamed or removed: it lives on.
 */
static void on_timer(uv_timer_t *timer)
{
    struct watch_tree *tree = timer->data;
    if (!tree->mounts || !read_origins(tree))
        return;
    for (const struct watch_node *node = tree->mounts; node; node = node->next_mount)
        for (size_t i = 0; node->origin != node->now && i < node->count; i++)
            if (is_first_of_rule(node, i))
                watch_rule_gone(node->interests[i].rule);
}

static void on_idle(uv_idle_t *idle)
{
    if (!watch_scan_some(idle->data))
        (void)uv_idle_stop(idle);
}

/* --- the tree --- */

int watch_tree_init(struct watch_tree *tree, uv_loop_t *loop, uint64_t gone_ms)
{
    *tree = (struct watch_tree){.fd = -1, .error = -EIO};
    list_init(&tree->scans);
    tree->by_wd = calloc(WATCH_BUCKETS, sizeof *tree->by_wd);
    tree->by_path = calloc(WATCH_BUCKETS, sizeof *tree->by_path);
    if (!tree->by_wd || !tree->by_path)
        return -ENOMEM;
    (void)uv_idle_init(loop, &tree->idle);
    tree->idle.data = tree;
    (void)uv_timer_init(loop, &tree->timer);
    tree->timer.data = tree;
    (void)uv_timer_start(&tree->timer, on_timer, gone_ms, gone_ms);
    tree->is_open = true;
    tree->fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (tree->fd < 0) {
        tree->error = -errno;
        return 0;
    }
    int r = uv_poll_init(loop, &tree->poll, tree->fd);
    tree->poll.data = tree;
    return r < 0 ? r : uv_poll_start(&tree->poll, UV_READABLE, on_readable);
}

void watch_tree_close(struct watch_tree *tree)
{
    if (!tree->is_open)
        return;
    uv_close((uv_handle_t *)&tree->idle, NULL);
    uv_close((uv_handle_t *)&tree->timer, NULL);
    if (tree->fd >= 0)
        uv_close((uv_handle_t *)&tree->poll, NULL);
    tree->is_open = false;
}

void watch_tree_clear(struct watch_tree *tree)
{
    for (size_t i = 0; tree->by_path && i < WATCH_BUCKETS; i++)
        while (tree->by_path[i])
            drop_node(tree, tree->by_path[i], false);
    free(tree->by_wd);
    free(tree->by_path);
    tree->by_wd = tree->by_path = NULL;
    if (tree->fd >= 0)
        (void)close(tree->fd);
    tree->fd = -1;
}

void watch_tree_add(struct watch_tree *tree, struct watch_rule *rule)
{
    rule->entries = 0;
    for (size_t i = 0; i < rule->pattern_count; i++) {
        const struct watch_pattern *pattern = &rule->patterns[i];
        watch_scan_add(tree, &(struct watch_interest){rule, pattern, watch_pattern_begin(pattern)}, "/", false);
    }
    (void)uv_idle_start(&tree->idle, on_idle);
}

void watch_tree_remove(struct watch_tree *tree, struct watch_rule *rule)
{
    watch_scan_remove(tree, rule);
    for (size_t bucket = 0; bucket < WATCH_BUCKETS; bucket++)
        for (struct watch_node *node = tree->by_path[bucket], *next; node; node = next) {
            size_t kept = 0;
            next = node->next_of_path;
            for (size_t i = 0; i < node->count; i++)
                if (node->interests[i].rule != rule)
                    node->interests[kept++] = node->interests[i];
            node->count = kept;
            if (kept == 0)
                drop_node(tree, node, true);
        }
    rule->directories = 0;
}
