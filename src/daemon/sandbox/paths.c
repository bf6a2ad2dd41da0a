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
    if (spec->places) {
        int r = sandbox_places_cwd(spec->places, &known);
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

struct place {
    char *path;  /* absolute */
    char *real;  /* NULL: it does not exist */
    char *place; /* the path with its parent directory resolved; or NULL */
};

struct sandbox_places {
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
    struct place items[];
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

static int resolve_cwd(struct sandbox_places *places, bool may_wait)
{
    autofree char *inside = NULL;
    const struct sandbox_spec spec = {.cwd = slice_of(places->cwd), .is_resolved = places->is_resolved};
    free(take_pointer(places->cwd_real));
    if (may_wait) {
        struct stat about;
        int r = sandbox_find_cwd(&spec, &places->cwd_real);
        if (r == 0 && places->cwd_real)
            r = stat(places->cwd_real, &about) < 0 ? -errno : S_ISDIR(about.st_mode) ? 0 : -ENOTDIR;
        if (r < 0)
            free(take_pointer(places->cwd_real));
        places->cwd_status = r;
        return 0;
    }
    /* The final "." makes the lookup fail for anything but a directory. */
    if (paths_join(places->cwd, ".", &inside) < 0)
        return -ENOMEM;
    int r = places->is_resolved ? cached_is_plain(inside) : 0;
    if (r == 0)
        r = cached_resolve(inside, &places->cwd_real);
    places->cwd_status = r;
    return r == -EAGAIN || r == -ENOMEM ? r : 0;
}

static int resolve_place(struct place *item, bool may_wait)
{
    autofree char *parent = NULL, *real = NULL;
    const char *slash = strrchr(item->path, '/');
    free(take_pointer(item->place));
    parent = slash == item->path ? strdup("/") : strndup(item->path, (size_t)(slash - item->path));
    int r = parent ? resolve(parent, may_wait, &real) : -ENOMEM;
    if (r == 0 && real && paths_join(real, slash + 1, &item->place) < 0)
        r = -ENOMEM;
    return r;
}

/* Replaces ~ by the resolved home directory. */
static int expand(struct place *item, const char *home)
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

static int resolve_all(struct sandbox_places *places, bool may_wait)
{
    autofree char *project = NULL, *home = NULL;
    int r = resolve_cwd(places, may_wait);
    if (r == 0 && places->cwd_real)
        r = paths_join(places->cwd_real, ".weir", &project) < 0 ? -ENOMEM
                                                                : resolve(project, may_wait, &places->project);
    if (r == 0 && places->count > 0 && paths_home(&home) == 0)
        r = resolve(home, may_wait, &places->home);
    for (size_t i = 0; r == 0 && i < places->count; i++) {
        struct place *item = &places->items[i];
        r = expand(item, places->home);
        if (r == 0 && item->path[0] == '/')
            r = resolve(item->path, may_wait, &item->real);
        if (r == 0 && item->real)
            r = resolve_place(item, may_wait);
    }
    return r;
}

/* --- resolver job --- */

static void places_free(struct sandbox_places *places)
{
    for (size_t i = 0; i < places->count; i++) {
        free(places->items[i].path);
        free(places->items[i].real);
        free(places->items[i].place);
    }
    free(places->cwd);
    free(places->home);
    free(places->cwd_real);
    free(places->project);
    free(places);
}

static void work(struct resolve_job *job)
{
    struct sandbox_places *places = list_member(job, struct sandbox_places, job);
    if (resolve_all(places, true) < 0)
        places->cwd_status = -ENOMEM;
}

static void on_done(struct resolve_job *job, int status)
{
    struct sandbox_places *places = list_member(job, struct sandbox_places, job);
    places->found(places->user, status);
}

/* Its owner has freed it meanwhile, or still uses it. */
static void release(struct resolve_job *job)
{
    struct sandbox_places *places = list_member(job, struct sandbox_places, job);
    if (!places->found)
        places_free(places);
    else
        places->is_with_resolver = false;
}

struct sandbox_places *sandbox_places_free(struct sandbox_places *places)
{
    if (!places)
        return NULL;
    places->found = NULL;
    if (!places->is_with_resolver)
        places_free(places);
    else
        resolver_forget(&places->job);
    return NULL;
}

/* --- public functions --- */

static struct sandbox_places *places_new(const struct sandbox_paths_wanted *wanted)
{
    struct sandbox_places *places = calloc(1, sizeof *places + wanted->count * sizeof *places->items);
    if (!places)
        return NULL;
    places->cwd = strndup(wanted->cwd.data, wanted->cwd.size);
    places->is_resolved = wanted->is_resolved;
    bool is_whole = places->cwd;
    for (size_t i = 0; i < wanted->count; i++) {
        struct slice path = wanted->paths[i];
        while (path.size > 1 && path.data[path.size - 1] == '/')
            path.size--;
        places->items[i].path = strndup(path.data, path.size);
        is_whole = is_whole && places->items[i].path;
        places->count++;
    }
    if (is_whole)
        return places;
    places_free(places);
    return NULL;
}

int sandbox_places_find(struct sandbox_facts *facts, const struct sandbox_paths_wanted *wanted,
                        void (*found)(void *user, int status), void *user, struct sandbox_places **ret_places)
{
    struct sandbox_places *places = places_new(wanted);
    if (!places)
        return -ENOMEM;
    places->found = found;
    places->user = user;
    int r = resolve_all(places, false);
    if (r == -EAGAIN) {
        places->job = (struct resolve_job){.work = work, .done = on_done, .release = release};
        r = resolver_start(facts->resolver, places->cwd, &places->job);
        places->is_with_resolver = r == 0;
    } else if (r == 0) {
        r = 1;
    }
    if (r < 0)
        places_free(places);
    else
        *ret_places = places;
    return r;
}

int sandbox_places_cwd(const struct sandbox_places *places, const char **ret_cwd)
{
    *ret_cwd = places->cwd_real;
    return places->cwd_real ? 0 : places->cwd_status < 0 ? places->cwd_status : -ENOENT;
}

const char *sandbox_places_project(const struct sandbox_places *places)
{
    return places->project;
}

bool sandbox_places_path(const struct sandbox_places *places, const char *path, const char **ret_real,
                         const char **ret_place)
{
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/')
        size--;
    for (size_t i = 0; i < places->count; i++) {
        const struct place *item = &places->items[i];
        if (strlen(item->path) == size && memcmp(item->path, path, size) == 0) {
            *ret_real = item->real;
            *ret_place = item->place;
            return true;
        }
    }
    return false;
}
