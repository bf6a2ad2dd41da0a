/* Resolves paths now. Before their use, another process may replace a directory by a link; the sandbox protects against
 * that. The sandbox also has its own /tmp, whose links are not visible here. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/cached.h"
#include "base/cleanup.h"
#include "judge/internal.h"

enum { LINKS_MAX = 40 };

struct walk {
    struct buf done; /* the resolved part; empty: the root */
    struct buf todo; /* names that are not resolved yet */
    size_t at;       /* position in todo */
    size_t links;
    bool gone; /* a name did not exist, so the names below it do not exist either */
};

static void drop_last(struct walk *walk)
{
    while (walk->done.size > 0 && walk->done.data[--walk->done.size] != '/')
        ;
    walk->gone = false; /* the parent directory may exist */
}

static struct slice next_name(struct walk *walk)
{
    const char *todo = walk->todo.data;
    while (walk->at < walk->todo.size && todo[walk->at] == '/')
        walk->at++;
    size_t start = walk->at;
    while (walk->at < walk->todo.size && todo[walk->at] != '/')
        walk->at++;
    return (struct slice){todo + start, walk->at - start};
}

/* Inserts the target of the link before the remaining names. */
static int follow(struct walk *walk, struct slice target, size_t name_size)
{
    struct buf todo = BUF_LIMITED((size_t)2 * PATH_MAX);
    if (++walk->links > LINKS_MAX)
        return -ELOOP;
    int r = buf_append_slice(&todo, target);
    if (r == 0)
        r = buf_append_char(&todo, '/');
    if (r == 0)
        r = buf_append(&todo, walk->todo.data + walk->at, walk->todo.size - walk->at);
    if (r < 0) {
        buf_clear(&todo);
        return r == -ENOBUFS ? -ENAMETOOLONG : r;
    }
    buf_clear(&walk->todo);
    walk->todo = todo;
    walk->at = 0;
    walk->done.size = target.size > 0 && target.data[0] == '/' ? 0 : walk->done.size - name_size - 1;
    return 0;
}

/* The content of /proc differs between processes. */
static bool is_own_view(struct slice done)
{
    return done.data && slice_starts_with(done, SLICE("/proc/"));
}

static int add_name(struct walk *walk, struct slice name)
{
    if (name.size > NAME_MAX)
        return -ENAMETOOLONG;
    int r = buf_append_char(&walk->done, '/');
    if (r == 0)
        r = buf_append_slice(&walk->done, name);
    if (r == 0)
        r = buf_terminate(&walk->done);
    return r == -ENOBUFS ? -ENAMETOOLONG : r;
}

static int enter(struct walk *walk, struct slice name)
{
    char target[PATH_MAX];
    size_t name_size = name.size;
    int r = add_name(walk, name);
    if (r < 0)
        return r;
    if (is_own_view(buf_slice(&walk->done)))
        return -EINVAL;
    if (walk->gone)
        return 0;
    ssize_t size = readlink(walk->done.data, target, sizeof target);
    if (size >= (ssize_t)sizeof target)
        return -ENAMETOOLONG;
    if (size >= 0)
        return size == 0 ? -EINVAL : follow(walk, (struct slice){target, (size_t)size}, name_size);
    if (errno == ENOENT || errno == ENOTDIR)
        walk->gone = true;
    return errno == EINVAL || walk->gone ? 0 : -errno; /* EINVAL: not a link */
}

static int start(struct walk *walk, struct slice path, struct slice cwd, struct slice home)
{
    struct slice base = {0};
    if (path.size == 0 || memchr(path.data, '\0', path.size))
        return -EINVAL;
    if (path.data[0] == '~') {
        if (path.size > 1 && path.data[1] != '/')
            return -EINVAL;
        base = home;
        path = (struct slice){path.data + 1, path.size - 1};
        if (base.size == 0)
            return -EINVAL;
    } else if (path.data[0] != '/') {
        base = cwd;
    }
    int r = buf_append_slice(&walk->todo, base);
    if (r == 0)
        r = buf_append_char(&walk->todo, '/');
    if (r == 0)
        r = buf_append_slice(&walk->todo, path);
    return r == -ENOBUFS ? -ENAMETOOLONG : r;
}

static int walk_all(struct walk *walk)
{
    for (;;) {
        struct slice name = next_name(walk);
        if (name.size == 0)
            return 0;
        if (slice_is(name, "."))
            continue;
        if (slice_is(name, "..")) {
            drop_last(walk);
            continue;
        }
        int r = enter(walk, name);
        if (r < 0)
            return r;
    }
}

/* --- without blocking --- */

/* Checks that no existing name in the path is a link. Uncertain cases are left to walk_all(). */
static int check_plain(struct walk *walk)
{
    int r = walk->done.size == 0 ? 0 : cached_is_plain(walk->done.data);
    if (r == -ELOOP)
        return -EAGAIN; /* reading a link may block */
    return r == -ENOENT || r == -ENOTDIR ? 0 : r;
}

static int walk_cached(struct walk *walk)
{
    for (;;) {
        struct slice name = next_name(walk);
        int r = 0;
        if (name.size == 0)
            return check_plain(walk);
        if (slice_is(name, ".")) {
            continue;
        } else if (slice_is(name, "..")) {
            r = check_plain(walk);
            drop_last(walk);
            if (r == 0)
                r = buf_terminate(&walk->done);
        } else {
            r = add_name(walk, name);
            if (r == 0 && is_own_view(buf_slice(&walk->done)))
                r = -EINVAL;
        }
        if (r < 0)
            return r;
    }
}

static int give(struct arena *arena, struct slice done, struct slice *ret_path)
{
    char *copy = arena_alloc(arena, done.size + 3);
    if (!copy)
        return -ENOMEM;
    size_t size = done.size;
    if (size == 0 || !done.data) {
        copy[0] = '/';
        size = 1;
    } else {
        memcpy(copy, done.data, size);
    }
    copy[size] = '/';
    copy[size + 1] = '\0';
    *ret_path = (struct slice){copy, size};
    return 0;
}

int judge_path_resolve(struct arena *arena, struct slice path, struct slice cwd, struct slice home, bool may_wait,
                       struct slice *ret_path)
{
    struct walk walk = {.done = BUF_LIMITED(PATH_MAX), .todo = BUF_LIMITED((size_t)2 * PATH_MAX)};
    int r = start(&walk, path, cwd, home);
    if (r == 0)
        r = may_wait ? walk_all(&walk) : walk_cached(&walk);
    if (r == 0)
        r = give(arena, buf_slice(&walk.done), ret_path);
    buf_clear(&walk.done);
    buf_clear(&walk.todo);
    return r;
}

bool judge_path_is_inside(struct slice path, struct slice directory)
{
    if (slice_is(directory, "/"))
        return true;
    return slice_starts_with(path, directory) && (path.size == directory.size || path.data[directory.size] == '/');
}
