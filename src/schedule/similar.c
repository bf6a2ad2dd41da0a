#include "schedule/similar.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/suggest.h"

enum { DEPTH = 3, VISITS_MAX = 5000 };

struct search {
    const char *wanted;
    size_t visits, distance;
    char best[ZONE_NAME_MAX + 1];
};

static const char *last_part(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

/* An equal city weighs more than a similar whole name. */
static void consider(struct search *search, const char *name)
{
    size_t distance = suggest_distance(search->wanted, name) * 2;
    size_t city = suggest_distance(last_part(search->wanted), last_part(name)) * 2 + 1;
    size_t nearest = distance < city ? distance : city;
    if (nearest >= search->distance)
        return;
    search->distance = nearest;
    (void)snprintf(search->best, sizeof search->best, "%s", name);
}

/* Takes fd. */
static void visit(struct search *search, int fd, const char *prefix, unsigned depth)
{
    DIR *directory = fdopendir(fd);
    if (!directory) {
        (void)close(fd);
        return;
    }
    for (const struct dirent *entry; search->visits < VISITS_MAX && (entry = readdir(directory));) {
        char name[ZONE_NAME_MAX + 1];
        /* Names of zones begin with a capital letter; "posix" and "right" have all of them once more. */
        if (entry->d_name[0] < 'A' || entry->d_name[0] > 'Z')
            continue;
        search->visits++;
        int size = snprintf(name, sizeof name, "%s%s", prefix, entry->d_name);
        if (size > ZONE_NAME_MAX)
            continue;
        int inner =
            depth > 0 ? openat(dirfd(directory), entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW) : -1;
        if (inner < 0) {
            consider(search, name);
            continue;
        }
        if (size < ZONE_NAME_MAX) {
            name[size] = '/';
            name[size + 1] = '\0';
            visit(search, inner, name, depth - 1);
        } else {
            (void)close(inner);
        }
    }
    (void)closedir(directory);
}

bool zones_similar(const char *directory, const char *name, char ret_name[static ZONE_NAME_MAX + 1])
{
    struct search search = {.wanted = name, .distance = SIZE_MAX};
    size_t far = strlen(last_part(name)) / 4 + 1;
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return false;
    visit(&search, fd, "", DEPTH - 1);
    if (!*search.best || search.distance > 2 * far + 1)
        return false;
    (void)snprintf(ret_name, ZONE_NAME_MAX + 1, "%s", search.best);
    return true;
}
