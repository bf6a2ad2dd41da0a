#include "daemon/apps/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/cleanup.h"

enum { HASH_BYTES = 32, PIECE = 256 << 10, NAME_ROOM = 1100 };

static bool is_hurried(const atomic_bool *hurry)
{
    return hurry && atomic_load(hurry);
}

/* --- names and sizes --- */

struct walk {
    struct apps_tree *tree;
    const atomic_bool *hurry;
    char path[NAME_ROOM]; /* of the directory that is read, with a slash at the end; "" for the first */
};

static int refuse(struct apps_tree *tree, const char *path, const char *name, const char *why)
{
    (void)snprintf(tree->problem, sizeof tree->problem, "%.150s%.150s %s", path, name, why);
    return -EINVAL;
}

static int add_file(struct walk *walk, const char *name, const struct stat *about)
{
    struct apps_tree *tree = walk->tree;
    if (tree->count == TREE_FILES_MAX || about->st_size > TREE_BYTES_MAX - tree->bytes)
        return refuse(tree, walk->path, name, "is one file too many, or too large");
    if (about->st_nlink != 1)
        return refuse(tree, walk->path, name, "has more than one name");
    if (tree->count == tree->capacity) {
        size_t capacity = tree->capacity > 0 ? 2 * tree->capacity : 64;
        struct apps_tree_file *files = realloc(tree->files, capacity * sizeof *files);
        if (!files)
            return -ENOMEM;
        tree->files = files;
        tree->capacity = capacity;
    }
    struct apps_tree_file *file = &tree->files[tree->count];
    *file = (struct apps_tree_file){.size = about->st_size,
                                    .inode = about->st_ino,
                                    .changed_s = about->st_ctim.tv_sec,
                                    .changed_ns = about->st_ctim.tv_nsec,
                                    .modified_s = about->st_mtim.tv_sec,
                                    .modified_ns = about->st_mtim.tv_nsec};
    if (asprintf(&file->path, "%s%s", walk->path, name) < 0)
        return -ENOMEM;
    tree->count++;
    tree->bytes += about->st_size;
    return 0;
}

static int read_directory(struct walk *walk, int parent, const char *name, unsigned depth);

static int add_one(struct walk *walk, int directory, const char *name, unsigned depth)
{
    struct stat about;
    size_t size = strlen(walk->path);
    if (++walk->tree->nodes > TREE_NODES_MAX)
        return refuse(walk->tree, walk->path, name, "is one file or directory too many");
    if (fstatat(directory, name, &about, AT_SYMLINK_NOFOLLOW) < 0)
        return -errno;
    if (S_ISREG(about.st_mode))
        return add_file(walk, name, &about);
    if (!S_ISDIR(about.st_mode))
        return refuse(walk->tree, walk->path, name, "is neither a file nor a directory");
    if (depth == TREE_DEPTH_MAX || size + strlen(name) + 2 > sizeof walk->path)
        return refuse(walk->tree, walk->path, name, "is too deep");
    (void)snprintf(walk->path + size, sizeof walk->path - size, "%s/", name);
    int r = read_directory(walk, directory, name, depth + 1);
    walk->path[size] = '\0';
    return r;
}

static int read_directory(struct walk *walk, int parent, const char *name, unsigned depth)
{
    int fd = beneath_open(parent, name, O_RDONLY | O_DIRECTORY);
    DIR *names = fd < 0 ? NULL : fdopendir(fd);
    int r = fd < 0 ? fd : names ? 0 : -errno;
    if (!names) {
        if (fd >= 0)
            close(fd);
        return r;
    }
    errno = 0;
    for (const struct dirent *found; r == 0 && (found = readdir(names)); errno = 0)
        if (strcmp(found->d_name, ".") != 0 && strcmp(found->d_name, "..") != 0)
            r = is_hurried(walk->hurry) ? -ECANCELED : add_one(walk, fd, found->d_name, depth);
    if (r == 0 && errno != 0)
        r = -errno;
    (void)closedir(names);
    return r;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct apps_tree_file *)a)->path, ((const struct apps_tree_file *)b)->path);
}

static void end_hash(crypto_generichash_state *state, char text[static TREE_HASH_SIZE])
{
    unsigned char hash[HASH_BYTES];
    (void)crypto_generichash_final(state, hash, sizeof hash);
    (void)sodium_bin2hex(text, TREE_HASH_SIZE, hash, sizeof hash);
}

static void add_text(crypto_generichash_state *state, const char *text)
{
    (void)crypto_generichash_update(state, (const unsigned char *)text, strlen(text) + 1);
}

static void set_stamp(struct apps_tree *tree)
{
    crypto_generichash_state state;
    (void)crypto_generichash_init(&state, NULL, 0, HASH_BYTES);
    for (size_t i = 0; i < tree->count; i++) {
        const struct apps_tree_file *file = &tree->files[i];
        char about[160];
        (void)snprintf(about, sizeof about, "%" PRId64 " %" PRIu64 " %" PRId64 ".%" PRId64 " %" PRId64 ".%" PRId64,
                       file->size, file->inode, file->changed_s, file->changed_ns, file->modified_s, file->modified_ns);
        add_text(&state, file->path);
        add_text(&state, about);
    }
    end_hash(&state, tree->stamp);
}

int apps_tree_list(int directory, struct apps_tree *ret_tree, const atomic_bool *hurry)
{
    struct walk walk = {.tree = ret_tree, .hurry = hurry};
    *ret_tree = (struct apps_tree){0};
    int r = read_directory(&walk, directory, ".", 0);
    if (r < 0)
        return r;
    if (ret_tree->count > 0)
        qsort(ret_tree->files, ret_tree->count, sizeof *ret_tree->files, by_path);
    set_stamp(ret_tree);
    return 0;
}

/* --- contents --- */

static int hash_file(int directory, struct apps_tree_file *file, unsigned char *piece, const atomic_bool *hurry)
{
    crypto_generichash_state state;
    int64_t size = 0;
    autoclose int fd = beneath_open(directory, file->path, O_RDONLY | O_NONBLOCK);
    if (fd < 0)
        return fd;
    (void)crypto_generichash_init(&state, NULL, 0, HASH_BYTES);
    for (;;) {
        ssize_t n = read(fd, piece, PIECE);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        if (n == 0)
            break;
        if (is_hurried(hurry))
            return -ECANCELED;
        size += n;
        if (size > file->size)
            return -EINVAL; /* it grows */
        (void)crypto_generichash_update(&state, piece, (unsigned long long)n);
    }
    (void)crypto_generichash_final(&state, file->hash, sizeof file->hash);
    return size == file->size ? 0 : -EINVAL;
}

int apps_tree_hash(int directory, struct apps_tree *tree, const atomic_bool *hurry)
{
    crypto_generichash_state state;
    autofree unsigned char *piece = malloc(PIECE);
    if (!piece)
        return -ENOMEM;
    (void)crypto_generichash_init(&state, NULL, 0, HASH_BYTES);
    for (size_t i = 0; i < tree->count; i++) {
        struct apps_tree_file *file = &tree->files[i];
        int r = hash_file(directory, file, piece, hurry);
        if (r == -EINVAL)
            return refuse(tree, "", file->path, "has changed while it was read");
        if (r < 0)
            return r;
        add_text(&state, file->path);
        (void)crypto_generichash_update(&state, file->hash, sizeof file->hash);
    }
    end_hash(&state, tree->digest);
    return 0;
}

void apps_tree_clear(struct apps_tree *tree)
{
    for (size_t i = 0; i < tree->count; i++)
        free(tree->files[i].path);
    free(tree->files);
    *tree = (struct apps_tree){0};
}

bool apps_tree_has_file(const struct apps_tree *tree, struct slice path)
{
    size_t low = 0, high = tree->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *here = tree->files[middle].path;
        size_t size = strlen(here);
        int order = memcmp(path.data, here, path.size < size ? path.size : size);
        order = order != 0 ? order : (path.size > size) - (path.size < size);
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

/* --- durability --- */

/* A few files are synced one by one. Of many, each would cost the disk a round, so the whole file system is. */
int apps_tree_sync(int directory, const struct apps_tree *tree)
{
    enum { FEW = 16 };
    for (size_t i = 0; tree->count <= FEW && i < tree->count; i++) {
        autoclose int fd = beneath_open(directory, tree->files[i].path, O_RDONLY | O_NONBLOCK);
        if (fd < 0)
            return fd;
        if (fdatasync(fd) < 0)
            return -errno;
    }
    if (tree->nodes == tree->count && tree->count <= FEW)
        return fsync(directory) < 0 ? -errno : 0;
    return syncfs(directory) < 0 ? -errno : 0;
}
