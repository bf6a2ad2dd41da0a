#include "daemon/snapshot/internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/ignore.h"
#include "base/paths.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/snapshot/snapshot.h"

/* --- hidden paths --- */

struct hiding {
    struct snapshot_hidden *hidden;
    const char *cwd;
};

static int on_hidden(void *user, const char *path, const char *named, bool always)
{
    const struct hiding *hiding = user;
    struct snapshot_hidden *hidden = hiding->hidden;
    size_t head = strlen(hiding->cwd);
    (void)named;
    (void)always;
    if (strncmp(path, hiding->cwd, head) != 0 || (head > 1 && path[head] != '/'))
        return 0;
    char **items = realloc(hidden->items, (hidden->count + 1) * sizeof *items);
    if (!items)
        return -ENOMEM;
    hidden->items = items;
    items[hidden->count] = strdup(path + head + (head > 1 ? 1 : 0));
    return items[hidden->count] ? (void)hidden->count++, 0 : -ENOMEM;
}

/* Accepts absolute paths and "~/…". */
static int hide_named(struct hiding *hiding, const char *home, const char *named)
{
    autofree char *path = NULL, *real = NULL;
    bool at_home = home && named[0] == '~' && (named[1] == '\0' || named[1] == '/');
    if (!at_home && named[0] != '/')
        return 0;
    if (asprintf(&path, "%s%s", at_home ? home : "", at_home ? named + 1 : named) < 0)
        return path = NULL, -ENOMEM;
    real = realpath(path, NULL);
    return real ? on_hidden(hiding, real, real, true) : errno == ENOMEM ? -ENOMEM : 0;
}

int snapshot_hidden_init(struct snapshot_hidden *hidden, const struct snapshots *snapshots, const char *cwd,
                         struct slice more)
{
    autofree char *home = NULL, *real = NULL;
    struct hiding hiding = {hidden, cwd};
    *hidden = (struct snapshot_hidden){0};
    if (paths_home(&home) == 0)
        real = realpath(home, NULL);
    int r = sandbox_hidden(snapshots->sandbox, real, on_hidden, &hiding);
    for (size_t at = 0; r == 0 && at < more.size; at += strlen(more.data + at) + 1)
        r = hide_named(&hiding, real, more.data + at);
    return r;
}

void snapshot_hidden_clear(struct snapshot_hidden *hidden)
{
    for (size_t i = 0; i < hidden->count; i++)
        free(hidden->items[i]);
    free(hidden->items);
    *hidden = (struct snapshot_hidden){0};
}

bool snapshot_is_hidden(const struct snapshot_hidden *hidden, struct slice path)
{
    for (size_t i = 0; i < hidden->count; i++) {
        struct slice one = slice_of(hidden->items[i]);
        if (slice_starts_with(path, one) && (path.size == one.size || path.data[one.size] == '/'))
            return true;
    }
    return slice_is(path, ".weir") || slice_starts_with(path, SLICE(".weir/"));
}

/* --- names of a directory --- */

struct names {
    char **items;
    size_t count, capacity;
};

static void names_clear(struct snapshot_walk *walk, struct names *names)
{
    walk->names -= names->count;
    for (size_t i = 0; i < names->count; i++)
        free(names->items[i]);
    free(names->items);
}

static int names_add(struct names *names, const char *name)
{
    if (names->count == names->capacity) {
        size_t capacity = names->capacity > 0 ? 2 * names->capacity : 64;
        char **items = realloc(names->items, capacity * sizeof *items);
        if (!items)
            return -ENOMEM;
        names->items = items;
        names->capacity = capacity;
    }
    names->items[names->count] = strdup(name);
    return names->items[names->count] ? (void)names->count++, 0 : -ENOMEM;
}

/* The names of all directories on the current path are in memory, so the limit is for their sum. */
static int names_take(struct snapshot_walk *walk, struct names *names, const char *name)
{
    enum { LOOK_NAMES = 256 }; /* names between two checks of the time */
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return 0;
    if (walk->names >= SNAPSHOT_NAMES)
        return -E2BIG;
    int r = walk->names % LOOK_NAMES == 0 ? snapshot_context_check(walk->context) : 0;
    if (r == 0)
        r = names_add(names, name);
    walk->names += r == 0;
    return r;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Takes fd. -E2BIG: too many names. */
static int names_read(struct snapshot_walk *walk, int fd, struct names *names)
{
    DIR *directory = fdopendir(fd);
    if (!directory) {
        close(fd);
        return -ENOMEM;
    }
    int r = 0;
    const struct dirent *found;
    while (r == 0 && (errno = 0, found = readdir(directory)))
        r = names_take(walk, names, found->d_name);
    if (r == 0 && errno != 0)
        r = -errno;
    (void)closedir(directory);
    if (names->count > 0)
        qsort(names->items, names->count, sizeof *names->items, compare);
    return r;
}

/* Returns NULL if there is no valid .gitignore; the rules of the parents then apply alone. */
static struct ignore *read_ignore(int directory, struct slice path, const struct ignore *above)
{
    struct stat about;
    autofree char *text = NULL;
    autoclose int fd = snapshot_open_below(directory, ".gitignore", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, &about) < 0 || !S_ISREG(about.st_mode) || !(text = malloc(IGNORE_BYTES_MAX)))
        return NULL;
    ssize_t size = read(fd, text, IGNORE_BYTES_MAX);
    return size > 0 ? ignore_new(above, path, (struct slice){text, (size_t)size}) : NULL;
}

/* --- walk --- */

struct step {
    char path[PATH_MAX]; /* of the current entry; grows and shrinks during the walk */
    size_t size;
    unsigned depth;
};

static int enter(struct snapshot_walk *walk, struct step *step, const struct ignore *above);

static bool is_never_kept(const struct snapshot_walk *walk, const char *name, struct slice path)
{
    return strcmp(name, ".git") == 0 || strcmp(name, ".weir") == 0 || snapshot_is_hidden(walk->hidden, path);
}

static bool may_continue(void *user)
{
    return snapshot_context_check(((const struct snapshot_walk *)user)->context) == 0;
}

static int visit(struct snapshot_walk *walk, struct step *step, const char *name, const struct ignore *ignore)
{
    struct snapshot_entry entry;
    autofree char *target = NULL;
    int r = snapshot_context_check(walk->context);
    if (r < 0)
        return r;
    r = snapshot_stat(walk->directory, step->path, &entry, &target);
    if (r < 0 || entry.kind == SNAPSHOT_ABSENT)
        return 0; /* removed since, or a parent was replaced by a link */
    bool skipped = is_never_kept(walk, name, entry.path);
    if (!skipped) {
        enum ignore_verdict verdict =
            ignore_ask_while(ignore, entry.path, entry.kind == SNAPSHOT_DIRECTORY, may_continue, walk);
        if (verdict == IGNORE_STOPPED)
            return snapshot_context_check(walk->context);
        skipped = verdict == IGNORE_YES;
    }
    if (entry.kind == SNAPSHOT_DIRECTORY && entry.stamp.dev != walk->dev) {
        walk->cut = skipped ? walk->cut : true;
        skipped = true;
    }
    r = walk->each(walk, &entry, skipped);
    return r <= 0 ? r : enter(walk, step, ignore);
}

static void mark_unreadable(struct snapshot_walk *walk, const struct step *step)
{
    walk->cut = true;
    walk->unreadable(walk, (struct slice){step->path, step->size});
}

/* Visits the entries of the current directory. No descriptor is open meanwhile. */
static int enter(struct snapshot_walk *walk, struct step *step, const struct ignore *above)
{
    struct names names = {0};
    size_t size = step->size;
    int fd = step->depth >= SNAPSHOT_DEPTH
                 ? -ELOOP
                 : snapshot_open_below(walk->directory, size > 0 ? step->path : ".", O_RDONLY | O_DIRECTORY);
    if (fd < 0) {
        mark_unreadable(walk, step);
        return 0;
    }
    struct ignore *own = read_ignore(fd, (struct slice){step->path, size}, above);
    int r = names_read(walk, fd, &names);
    if (r == -ENOMEM || r == -E2BIG || r == -ETIME || r == -ECANCELED)
        goto out;
    if (r < 0)
        mark_unreadable(walk, step);
    step->depth++;
    r = 0;
    for (size_t i = 0; i < names.count && r == 0; i++) {
        int n = snprintf(step->path + size, sizeof step->path - size, "%s%s", size > 0 ? "/" : "", names.items[i]);
        if ((size_t)n >= sizeof step->path - size) {
            walk->cut = true;
            continue;
        }
        step->size = size + (size_t)n;
        r = visit(walk, step, names.items[i], own ? own : above);
    }
    step->depth--;
    step->size = size;
    step->path[size] = '\0';
out:
    ignore_free(own);
    names_clear(walk, &names);
    return r;
}

int snapshot_walk(struct snapshot_walk *walk)
{
    struct stat about;
    struct step step = {.size = 0};
    if (fstat(walk->directory, &about) < 0)
        return -errno;
    walk->dev = about.st_dev;
    walk->names = 0;
    int r = fault_point("kept.walk");
    return r < 0 ? r : enter(walk, &step, NULL);
}
