/* Resolves the paths of rules, on a thread of the resolver: they may lie on a mount that hangs. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>

#include "base/cleanup.h"
#include "base/git.h"
#include "daemon/watch/internal.h"

/* The size of the part before the first name with a wildcard. */
static size_t literal_size(const char *path)
{
    size_t wild = strcspn(path, "*?"), size = strlen(path);
    if (path[wild])
        for (size = wild; size > 0 && path[size - 1] != '/';)
            size--;
    while (size > 1 && path[size - 1] == '/')
        size--;
    return size;
}

/* What shows the lock of the repository that the directory is in. */
static void find_repository(const char *directory, char **ret_git, char **ret_linked)
{
    char above[PATH_MAX], git[GIT_PATH_SIZE], linked[GIT_PATH_SIZE];
    struct stat status;
    (void)snprintf(above, sizeof above, "%s", directory);
    for (char *end = above + strlen(above); end; end = strrchr(above, '/')) {
        *end = '\0';
        if (snprintf(git, sizeof git, "%s/.git", above) >= (int)sizeof git || lstat(git, &status) < 0)
            continue;
        bool is_link = S_ISREG(status.st_mode) && git_read_link(above, linked);
        *ret_git = is_link || S_ISDIR(status.st_mode) ? strdup(git) : NULL;
        *ret_linked = is_link ? realpath(linked, NULL) : NULL;
        return;
    }
}

/* Resolves the longest existing part of the directory, and keeps the rest. */
static int resolve(const char *path, char **ret_pattern, char **ret_roots)
{
    char place[PATH_MAX], parent[PATH_MAX];
    size_t size = literal_size(path), literal = size;
    if (size >= sizeof place)
        return -ENAMETOOLONG;
    memcpy(place, path, size);
    place[size] = '\0';
    autofree char *real = realpath(place, NULL);
    while (!real && size > 1) {
        while (size > 1 && place[size - 1] != '/')
            size--;
        while (size > 1 && place[size - 1] == '/')
            size--;
        place[size] = '\0';
        real = realpath(place, NULL);
    }
    if (!real)
        return -errno;
    const char *rest = path + size;
    while (*rest == '/')
        rest++;
    if (asprintf(ret_pattern, "%s%s%s", strcmp(real, "/") == 0 ? "" : real, *rest ? "/" : "", rest) < 0) {
        *ret_pattern = NULL;
        return -ENOMEM;
    }
    /* If the directory does not exist, what exists above it is its parent or higher. */
    (void)snprintf(parent, sizeof parent, "%s", real);
    char *slash = strrchr(parent, '/');
    bool is_whole = size == literal;
    if (is_whole && slash && slash > parent)
        *slash = '\0';
    ret_roots[0] = strdup(parent);
    find_repository(real, &ret_roots[1], &ret_roots[2]);
    return ret_roots[0] ? 0 : -ENOMEM;
}

static void look_up(struct resolve_job *job)
{
    struct watch_places *places = list_member(job, struct watch_places, job);
    for (size_t i = 0; i < places->count; i++)
        (void)resolve(places->wanted[i], &places->patterns[i], &places->roots[i * WATCH_ROOTS_EACH]);
}

void watch_texts_free(char **texts, size_t count)
{
    for (size_t i = 0; texts && i < count; i++)
        free(texts[i]);
    free(texts);
}

static void free_all(struct watch_places *places)
{
    watch_texts_free(places->patterns, places->count);
    watch_texts_free(places->roots, places->count * WATCH_ROOTS_EACH);
    watch_texts_free(places->wanted, places->count);
    free(places);
}

struct watch_places *watch_places_forget(struct watch_places *places)
{
    if (places)
        resolver_forget(&places->job);
    return NULL;
}

static void release(struct resolve_job *job)
{
    free_all(list_member(job, struct watch_places, job));
}

static void on_done(struct resolve_job *job, int status)
{
    struct watch_places *places = list_member(job, struct watch_places, job);
    places->found(places, status);
}

int watch_places_find(struct resolver *resolver, const char *const *paths, size_t count,
                      void (*found)(struct watch_places *places, int status), void *user,
                      struct watch_places **ret_places)
{
    struct watch_places *places = calloc(1, sizeof *places);
    if (!places)
        return -ENOMEM;
    *places = (struct watch_places){.found = found, .user = user, .count = count};
    places->patterns = calloc(count, sizeof *places->patterns);
    places->roots = calloc(count * WATCH_ROOTS_EACH, sizeof *places->roots);
    places->wanted = calloc(count, sizeof *places->wanted);
    bool is_short = !places->patterns || !places->roots || !places->wanted;
    for (size_t i = 0; !is_short && i < count; i++) {
        places->wanted[i] = strdup(paths[i]);
        is_short = !places->wanted[i];
    }
    places->job = (struct resolve_job){.work = look_up, .done = on_done, .release = release};
    int r = is_short ? -ENOMEM : resolver_start(resolver, paths[0], &places->job);
    if (r < 0) {
        free_all(places);
        return r;
    }
    *ret_places = places;
    return 0;
}
