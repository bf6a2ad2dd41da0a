#include "base/executable.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int executable_look(const char *path)
{
    struct stat about;
    if (stat(path, &about) < 0)
        return -errno;
    return S_ISREG(about.st_mode) && access(path, X_OK) == 0 ? 0 : -EACCES;
}

int executable_find(struct slice name, struct slice path, char ret_found[static EXECUTABLE_PATH_SIZE])
{
    int r = -ENOENT;
    while (path.size > 0) {
        const char *colon = memchr(path.data, ':', path.size);
        size_t size = colon ? (size_t)(colon - path.data) : path.size;
        int n = snprintf(ret_found, EXECUTABLE_PATH_SIZE, "%.*s/%.*s", (int)size, path.data, (int)name.size, name.data);
        /* Relative entries would depend on the working directory, which may have untrusted files. */
        if (size > 0 && path.data[0] == '/' && n > 0 && n < EXECUTABLE_PATH_SIZE) {
            int looked = executable_look(ret_found);
            if (looked == 0)
                return 0;
            if (looked == -EACCES &&
                access(ret_found, F_OK) == 0) /* it exists, and is not in a directory of another user */
                r = looked;
        }
        size += colon ? 1 : 0;
        path = (struct slice){path.data + size, path.size - size};
    }
    return r;
}

int executable_look_at_directory(struct slice directory)
{
    struct stat about;
    char path[EXECUTABLE_PATH_SIZE];
    int n = snprintf(path, sizeof path, "%.*s", (int)directory.size, directory.data);
    if (n < 0 || n >= (int)sizeof path)
        return -ENAMETOOLONG;
    if (stat(path, &about) < 0)
        return -errno;
    if (!S_ISDIR(about.st_mode))
        return -ENOTDIR;
    return access(path, X_OK) < 0 ? -errno : 0;
}

char *executable_variable(struct arena *arena, struct slice name, struct slice value)
{
    char *text = arena_alloc(arena, name.size + value.size + 2);
    if (!text)
        return NULL;
    slice_copy(text, name);
    text[name.size] = '=';
    slice_copy(text + name.size + 1, value);
    text[name.size + 1 + value.size] = '\0';
    return text;
}
