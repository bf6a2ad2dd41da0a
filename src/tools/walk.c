#include "tools/walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/ignore.h"

enum { DEPTH_MAX = 100, ENTRIES_MAX = 1 << 20, ABOVE_MAX = 64 };

/* The rules see paths from the topmost directory with a .gitignore that applies; `shown` is the offset of the root's
 * paths in them. */
struct walking {
    const struct walk *walk;
    struct buf path;
    size_t shown;
};

struct entry {
    char *name;
    bool is_folder;
};

struct entries {
    struct entry *items;
    size_t count, capacity;
};

static void clear_entries(struct entries *entries)
{
    for (size_t i = 0; i < entries->count; i++)
        free(entries->items[i].name);
    free(entries->items);
}

static int add_entry(struct entries *entries, const char *name, bool is_folder)
{
    if (entries->count == entries->capacity) {
        size_t capacity = entries->capacity ? 2 * entries->capacity : 64;
        struct entry *items = capacity <= ENTRIES_MAX ? realloc(entries->items, capacity * sizeof *items) : NULL;
        if (!items)
            return -ENOMEM;
        entries->items = items;
        entries->capacity = capacity;
    }
    char *copy = strdup(name);
    if (!copy)
        return -ENOMEM;
    entries->items[entries->count++] = (struct entry){.name = copy, .is_folder = is_folder};
    return 0;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

/* Needed for file systems that do not report the type. Returns 0 for other types than files and directories. */
static char kind_of(int directory, const struct dirent *entry)
{
    struct stat facts;
    if (entry->d_type == DT_REG || entry->d_type == DT_DIR)
        return entry->d_type == DT_DIR ? 'd' : 'f';
    if (entry->d_type != DT_UNKNOWN || fstatat(directory, entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) < 0)
        return 0;
    return S_ISDIR(facts.st_mode) ? 'd' : S_ISREG(facts.st_mode) ? 'f' : 0;
}

static bool is_wanted(struct walking *walking, const struct ignore *ignore, const char *name, bool is_folder)
{
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(name, ".git") == 0)
        return false;
    size_t before = walking->path.size;
    (void)buf_append_text(&walking->path, name);
    enum ignore_verdict verdict =
        walking->path.error ? IGNORE_YES : ignore_ask(ignore, buf_slice(&walking->path), is_folder);
    walking->path.size = before;
    return verdict == IGNORE_NO || (verdict == IGNORE_SILENT && (name[0] != '.' || walking->walk->hidden));
}

static int list(struct walking *walking, DIR *folder, const struct ignore *ignore, struct entries *ret_entries)
{
    int r = 0;
    for (const struct dirent *entry; r == 0 && (entry = readdir(folder));) {
        char kind = kind_of(dirfd(folder), entry);
        if (kind && is_wanted(walking, ignore, entry->d_name, kind == 'd'))
            r = add_entry(ret_entries, entry->d_name, kind == 'd');
    }
    if (ret_entries->count > 0)
        qsort(ret_entries->items, ret_entries->count, sizeof *ret_entries->items, compare);
    return r;
}

/* Reads the rules of the current directory. Returns NULL if memory is exhausted. */
static struct ignore *read_rules(const struct walking *walking, int directory, const struct ignore *above)
{
    enum { CHUNK = 16 << 10 };
    AUTO(buf_clear) struct buf text = BUF_LIMITED(IGNORE_BYTES_MAX);
    struct slice path = buf_slice(&walking->path);
    struct stat facts;
    autoclose int fd = openat(directory, ".gitignore", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    bool is_there = fd >= 0 && fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode);
    for (char *room; is_there && (room = buf_room(&text, CHUNK));) {
        ssize_t n = read(fd, room, CHUNK);
        if (n <= 0)
            break;
        text.size += (size_t)n;
    }
    if (path.size > 0)
        path.size--; /* its slash */
    return text.error == -ENOMEM ? NULL : ignore_new(above, path, buf_slice(&text));
}

static int descend(struct walking *walking, int directory, const struct ignore *above, int depth);

static int visit(struct walking *walking, int directory, const struct entry *entry, const struct ignore *ignore,
                 int depth)
{
    size_t before = walking->path.size;
    int r = buf_append_text(&walking->path, entry->name);
    if (r == 0 && entry->is_folder) {
        int inner = openat(directory, entry->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        r = buf_append_char(&walking->path, '/');
        if (r == 0 && inner >= 0)
            r = descend(walking, inner, ignore, depth + 1);
        else
            cleanup_close(&inner);
    } else if (r == 0) {
        struct slice path = {walking->path.data + walking->shown, walking->path.size - walking->shown};
        r = walking->walk->visit(walking->walk->user, directory, entry->name, path);
    }
    walking->path.size = before;
    walking->path.error = r == -ENOBUFS ? 0 : walking->path.error;
    return r == -ENOBUFS ? 0 : r; /* skips paths that are too long */
}

/* Takes the descriptor. There are no loops, because links are not followed; the depth limit is for mounts that look
 * like one. */
static int descend(struct walking *walking, int directory, const struct ignore *above, int depth)
{
    struct entries entries = {0};
    DIR *folder = depth <= DEPTH_MAX ? fdopendir(directory) : NULL;
    if (!folder) {
        cleanup_close(&directory);
        return 0;
    }
    struct ignore *ignore = read_rules(walking, dirfd(folder), above);
    int r = ignore ? list(walking, folder, ignore, &entries) : -ENOMEM;
    for (size_t i = 0; r == 0 && i < entries.count; i++)
        r = visit(walking, dirfd(folder), &entries.items[i], ignore, depth);
    clear_entries(&entries);
    ignore_free(ignore);
    (void)closedir(folder);
    return r;
}

/* --- rules above the root --- */

static bool has_repository(int directory)
{
    return faccessat(directory, ".git", F_OK, 0) == 0;
}

/* From the top of the repository, or of the file system if there is no repository. */
static int read_above(struct walking *walking, int root, struct ignore *above[static ABOVE_MAX], size_t *ret_count)
{
    char real[PATH_MAX];
    const char *starts[ABOVE_MAX];
    size_t count = 0;
    autoclose int fd = -1;
    if (!realpath(walking->walk->root, real) || strcmp(real, "/") == 0 || has_repository(root))
        return 0;
    for (char *slash; count < ABOVE_MAX && (slash = strrchr(real, '/'));) {
        *slash = '\0';
        starts[count++] = slash + 1;
        cleanup_close(&fd);
        fd = open(real[0] ? real : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (fd >= 0 && has_repository(fd))
            break;
    }
    int r = 0;
    for (; r == 0 && count > 0; count--) {
        int folder = open(real[0] ? real : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        above[*ret_count] = read_rules(walking, folder, *ret_count > 0 ? above[*ret_count - 1] : NULL);
        cleanup_close(&folder);
        r = above[*ret_count] ? 0 : -ENOMEM;
        *ret_count += r == 0;
        (void)buf_append_text(&walking->path, starts[count - 1]);
        (void)buf_append_char(&walking->path, '/');
        real[strlen(real)] = '/'; /* restores the slash for the next component */
    }
    return r < 0 ? r : walking->path.error;
}

int walk_files(const struct walk *walk)
{
    struct walking walking = {.walk = walk, .path = BUF_LIMITED(4 * (size_t)PATH_MAX)};
    struct ignore *above[ABOVE_MAX];
    size_t count = 0;
    int root = open(walk->root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (root < 0)
        return -errno;
    int r = read_above(&walking, root, above, &count);
    walking.shown = walking.path.size;
    if (r == 0)
        r = descend(&walking, root, count > 0 ? above[count - 1] : NULL, 0);
    else
        cleanup_close(&root);
    for (size_t i = 0; i < count; i++)
        ignore_free(above[i]);
    buf_clear(&walking.path);
    return r;
}

bool walk_has_rules_above(const char *root)
{
    char path[PATH_MAX];
    if (!realpath(root, path))
        return false;
    autoclose int fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (char *slash; fd >= 0 && strcmp(path, "/") != 0 && !has_repository(fd);) {
        slash = strrchr(path, '/');
        slash[slash == path] = '\0';
        cleanup_close(&fd);
        fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (fd >= 0 && faccessat(fd, ".gitignore", F_OK, 0) == 0)
            return true;
    }
    return false;
}

/* --- list --- */

enum { PATHS_MAX = 1 << 20 };

static int add(void *user, int folder, const char *name, struct slice path)
{
    struct walk_list *listed = user;
    (void)folder;
    (void)name;
    if (listed->count == listed->capacity) {
        size_t capacity = listed->capacity ? 2 * listed->capacity : 256;
        char **paths = capacity <= PATHS_MAX ? realloc(listed->paths, capacity * sizeof *paths) : NULL;
        if (!paths)
            return capacity <= PATHS_MAX ? -ENOMEM : -E2BIG;
        listed->paths = paths;
        listed->capacity = capacity;
    }
    listed->paths[listed->count] = strndup(path.data, path.size);
    return listed->paths[listed->count++] ? 0 : -ENOMEM;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int walk_list_fill(struct walk_list *listed, const char *root, bool hidden)
{
    *listed = (struct walk_list){0};
    int r = walk_files(&(struct walk){.root = root, .hidden = hidden, .visit = add, .user = listed});
    if (r < 0) {
        walk_list_clear(listed);
        return r;
    }
    if (listed->count > 0)
        qsort(listed->paths, listed->count, sizeof *listed->paths, compare_paths);
    return 0;
}

void walk_list_clear(struct walk_list *listed)
{
    for (size_t i = 0; i < listed->count; i++)
        free(listed->paths[i]);
    free(listed->paths);
    *listed = (struct walk_list){0};
}

static int compare_to(const void *wanted, const void *item)
{
    const struct slice *path = wanted;
    const char *other = *(char *const *)item;
    int order = strncmp(path->data, other, path->size);
    return order == 0 && other[path->size] != '\0' ? -1 : order;
}

bool walk_list_has(const struct walk_list *listed, struct slice path)
{
    return listed->count > 0 && bsearch(&path, listed->paths, listed->count, sizeof *listed->paths, compare_to);
}
