/* Resolves paths for sandboxes: the working directory of a session, its other paths, and programs. Lookups that may
 * hang run on a resolver thread. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cached.h"
#include "base/cleanup.h"
#include "base/paths.h"
#include "daemon/resolve/resolve.h"
#include "daemon/sandbox/sandbox.h"

/* --- working directory --- */

/* For a path that may contain symbolic links. */
static int follow(const char *path, char **ret_path)
{
    *ret_path = realpath(path, NULL);
    return *ret_path ? 0 : -errno;
}

/* Checks for links and opens in one step, so that no link can be created in between. */
static int open_directory(const char *path)
{
    struct open_how how = {.flags = O_PATH | O_DIRECTORY | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS};
    int fd = (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
    return fd < 0 ? -errno : fd;
}

int sandbox_find_cwd(const struct sandbox_spec *spec, char **ret_path)
{
    char link[64], path[PATH_MAX];
    const char *known = NULL;
    if (spec->resolved) {
        int r = sandbox_resolved_cwd(spec->resolved, &known);
        *ret_path = r == 0 ? strdup(known) : NULL;
        return r < 0 || *ret_path ? r : -ENOMEM;
    }
    if (!spec->is_resolved)
        return follow(spec->cwd.data, ret_path);
    autoclose int fd = open_directory(spec->cwd.data);
    if (fd == -ENOSYS) /* a kernel without openat2 has no sandbox that could show the directory */
        return follow(spec->cwd.data, ret_path);
    if (fd < 0)
        return fd;
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path);
    if (n < 0 || n == (ssize_t)sizeof path)
        return n < 0 ? -errno : -ENAMETOOLONG;
    *ret_path = strndup(path, (size_t)n);
    return *ret_path ? 0 : -ENOMEM;
}

/* --- programs --- */

/* The directories that the jail shows in every sandbox (src/jail/system.c), as far as files of the user or of weir
 * could be below them. */
static const char *const system_roots[] = {"/usr", "/opt", "/etc", "/bin", "/sbin", "/lib"};

bool sandbox_is_below(const char *path, struct slice above)
{
    if (slice_is(above, "/"))
        return true;
    return strncmp(path, above.data, above.size) == 0 && (path[above.size] == '/' || path[above.size] == '\0');
}

bool sandbox_is_system(const char *path)
{
    for (size_t i = 0; i < sizeof system_roots / sizeof *system_roots; i++)
        if (sandbox_is_below(path, slice_of(system_roots[i])))
            return true;
    return false;
}

static bool is_program(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

int sandbox_find_program(const char *name, char **ret_path)
{
    const char *left = getenv("PATH");
    if (strchr(name, '/')) {
        *ret_path = strdup(name);
        return *ret_path ? 0 : -ENOMEM;
    }
    for (left = left ? left : "/usr/local/bin:/usr/bin:/bin"; *left;) {
        size_t size = strcspn(left, ":");
        autofree char *path = NULL;
        if (asprintf(&path, "%.*s/%s", (int)size, left, name) < 0)
            return path = NULL, -ENOMEM;
        if (path[0] == '/' && is_program(path)) {
            *ret_path = take_pointer(path);
            return 0;
        }
        left += size + (left[size] == ':');
    }
    return -ENOENT;
}

/* --- paths of a session --- */

struct resolved_path {
    char *path;       /* absolute */
    char *real;       /* NULL: it does not exist */
    char *unfollowed; /* the path with its parent directory resolved; or NULL */
};

struct sandbox_resolved {
    struct resolve_job job;
    bool is_with_resolver; /* the resolver owns the job */
    void (*found)(void *user, int status);
    void *user;
    char *cwd;
    bool is_resolved;
    /* Results: */
    char *home;
    int cwd_status;
    char *cwd_real;
    char *project;
    size_t count;
    struct resolved_path items[];
};

/* --- lookup --- */

/* -EAGAIN: not in the kernel's caches. -ENOMEM. Otherwise 0, with NULL for a path that does not exist. */
static int resolve(const char *path, bool may_wait, char **ret_real)
{
    free(*ret_real);
    *ret_real = NULL;
    if (may_wait) {
        *ret_real = realpath(path, NULL);
        return *ret_real || errno != ENOMEM ? 0 : -ENOMEM;
    }
    int r = cached_resolve(path, ret_real);
    return r == -EAGAIN || r == -ENOMEM ? r : 0;
}

static int resolve_cwd(struct sandbox_resolved *resolved, bool may_wait)
{
    autofree char *inside = NULL;
    const struct sandbox_spec spec = {.cwd = slice_of(resolved->cwd), .is_resolved = resolved->is_resolved};
    free(take_pointer(resolved->cwd_real));
    if (may_wait) {
        struct stat about;
        int r = sandbox_find_cwd(&spec, &resolved->cwd_real);
        if (r == 0 && resolved->cwd_real)
            r = stat(resolved->cwd_real, &about) < 0 ? -errno : S_ISDIR(about.st_mode) ? 0 : -ENOTDIR;
        if (r < 0)
            free(take_pointer(resolved->cwd_real));
        resolved->cwd_status = r;
        return 0;
    }
    /* The final "." makes the lookup fail for anything but a directory. */
    if (paths_join(resolved->cwd, ".", &inside) < 0)
        return -ENOMEM;
    int r = resolved->is_resolved ? cached_is_plain(inside) : 0;
    if (r == 0)
        r = cached_resolve(inside, &resolved->cwd_real);
    resolved->cwd_status = r;
    return r == -EAGAIN || r == -ENOMEM ? r : 0;
}

static int resolve_path(struct resolved_path *item, bool may_wait)
{
    autofree char *parent = NULL, *real = NULL;
    const char *slash = strrchr(item->path, '/');
    free(take_pointer(item->unfollowed));
    parent = slash == item->path ? strdup("/") : strndup(item->path, (size_t)(slash - item->path));
    int r = parent ? resolve(parent, may_wait, &real) : -ENOMEM;
    if (r == 0 && real && paths_join(real, slash + 1, &item->unfollowed) < 0)
        r = -ENOMEM;
    return r;
}

/* Replaces ~ by the resolved home directory. */
static int expand(struct resolved_path *item, const char *home)
{
    char *path = NULL;
    if (item->path[0] != '~' || !home)
        return 0;
    if (asprintf(&path, "%s%s", home, item->path + 1) < 0)
        return -ENOMEM;
    free(item->path);
    item->path = path;
    return 0;
}

static int resolve_all(struct sandbox_resolved *resolved, bool may_wait)
{
    autofree char *project = NULL, *home = NULL;
    int r = resolve_cwd(resolved, may_wait);
    if (r == 0 && resolved->cwd_real)
        r = paths_join(resolved->cwd_real, ".weir", &project) < 0 ? -ENOMEM
                                                                  : resolve(project, may_wait, &resolved->project);
    if (r == 0 && resolved->count > 0 && paths_home(&home) == 0)
        r = resolve(home, may_wait, &resolved->home);
    for (size_t i = 0; r == 0 && i < resolved->count; i++) {
        struct resolved_path *item = &resolved->items[i];
        r = expand(item, resolved->home);
        if (r == 0 && item->path[0] == '/')
            r = resolve(item->path, may_wait, &item->real);
        if (r == 0 && item->real)
            r = resolve_path(item, may_wait);
    }
    return r;
}

/* --- resolver job --- */

static void resolved_free(struct sandbox_resolved *resolved)
{
    for (size_t i = 0; i < resolved->count; i++) {
        free(resolved->items[i].path);
        free(resolved->items[i].real);
        free(resolved->items[i].unfollowed);
    }
    free(resolved->cwd);
    free(resolved->home);
    free(resolved->cwd_real);
    free(resolved->project);
    free(resolved);
}

static void work(struct resolve_job *job)
{
    struct sandbox_resolved *resolved = list_member(job, struct sandbox_resolved, job);
    if (resolve_all(resolved, true) < 0)
        resolved->cwd_status = -ENOMEM;
}

static void on_done(struct resolve_job *job, int status)
{
    struct sandbox_resolved *resolved = list_member(job, struct sandbox_resolved, job);
    resolved->found(resolved->user, status);
}

/* Its owner has freed it meanwhile, or still uses it. */
static void release(struct resolve_job *job)
{
    struct sandbox_resolved *resolved = list_member(job, struct sandbox_resolved, job);
    if (!resolved->found)
        resolved_free(resolved);
    else
        resolved->is_with_resolver = false;
}

struct sandbox_resolved *sandbox_resolved_free(struct sandbox_resolved *resolved)
{
    if (!resolved)
        return NULL;
    resolved->found = NULL;
    if (!resolved->is_with_resolver)
        resolved_free(resolved);
    else
        resolver_forget(&resolved->job);
    return NULL;
}

/* --- public functions --- */

static struct sandbox_resolved *resolved_new(const struct sandbox_paths_wanted *wanted)
{
    struct sandbox_resolved *resolved = calloc(1, sizeof *resolved + wanted->count * sizeof *resolved->items);
    if (!resolved)
        return NULL;
    resolved->cwd = strndup(wanted->cwd.data, wanted->cwd.size);
    resolved->is_resolved = wanted->is_resolved;
    bool is_whole = resolved->cwd;
    for (size_t i = 0; i < wanted->count; i++) {
        struct slice path = wanted->paths[i];
        while (path.size > 1 && path.data[path.size - 1] == '/')
            path.size--;
        resolved->items[i].path = strndup(path.data, path.size);
        is_whole = is_whole && resolved->items[i].path;
        resolved->count++;
    }
    if (is_whole)
        return resolved;
    resolved_free(resolved);
    return NULL;
}

int sandbox_resolve(struct sandbox_facts *facts, const struct sandbox_paths_wanted *wanted,
                    void (*found)(void *user, int status), void *user, struct sandbox_resolved **ret_resolved)
{
    struct sandbox_resolved *resolved = resolved_new(wanted);
    if (!resolved)
        return -ENOMEM;
    resolved->found = found;
    resolved->user = user;
    int r = resolve_all(resolved, false);
    if (r == -EAGAIN) {
        resolved->job = (struct resolve_job){.work = work, .done = on_done, .release = release};
        r = resolver_start(facts->resolver, resolved->cwd, &resolved->job);
        resolved->is_with_resolver = r == 0;
    } else if (r == 0) {
        r = 1;
    }
    if (r < 0)
        resolved_free(resolved);
    else
        *ret_resolved = resolved;
    return r;
}

int sandbox_resolved_cwd(const struct sandbox_resolved *resolved, const char **ret_cwd)
{
    *ret_cwd = resolved->cwd_real;
    return resolved->cwd_real ? 0 : resolved->cwd_status < 0 ? resolved->cwd_status : -ENOENT;
}

const char *sandbox_resolved_project(const struct sandbox_resolved *resolved)
{
    return resolved->project;
}

bool sandbox_resolved_path(const struct sandbox_resolved *resolved, const char *path, const char **ret_real,
                           const char **ret_unfollowed)
{
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/')
        size--;
    for (size_t i = 0; i < resolved->count; i++) {
        const struct resolved_path *item = &resolved->items[i];
        if (strlen(item->path) == size && memcmp(item->path, path, size) == 0) {
            *ret_real = item->real;
            *ret_unfollowed = item->unfollowed;
            return true;
        }
    }
    return false;
}
