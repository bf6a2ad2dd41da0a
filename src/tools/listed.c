#include "tools/listed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/walk.h"

enum { PATHS_MAX = 1 << 20 };

static int add(void *user, int folder, const char *name, struct slice path)
{
    struct listed *listed = user;
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

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int listed_fill(struct listed *listed, const char *root, bool hidden)
{
    *listed = (struct listed){0};
    int r = walk_files(&(struct walk){.root = root, .hidden = hidden, .visit = add, .user = listed});
    if (r < 0) {
        listed_clear(listed);
        return r;
    }
    if (listed->count > 0)
        qsort(listed->paths, listed->count, sizeof *listed->paths, compare);
    return 0;
}

void listed_clear(struct listed *listed)
{
    for (size_t i = 0; i < listed->count; i++)
        free(listed->paths[i]);
    free(listed->paths);
    *listed = (struct listed){0};
}

static int compare_to(const void *wanted, const void *item)
{
    const struct slice *path = wanted;
    const char *other = *(char *const *)item;
    int order = strncmp(path->data, other, path->size);
    return order == 0 && other[path->size] != '\0' ? -1 : order;
}

bool listed_has(const struct listed *listed, struct slice path)
{
    return listed->count > 0 && bsearch(&path, listed->paths, listed->count, sizeof *listed->paths, compare_to);
}
