#include "watch/lock.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

enum { PATH_SIZE = 4352 };

static bool exists(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

/* "gitdir: PATH", which may be relative. */
static bool read_link_file(const char *directory, const char *file, char git[static PATH_SIZE])
{
    char text[PATH_SIZE - 16];
    autoclose int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    static const char begin[] = "gitdir: ";
    if (size < 0)
        return false;
    text[size] = '\0';
    text[strcspn(text, "\n")] = '\0';
    if (strncmp(text, begin, strlen(begin)) != 0)
        return false;
    const char *path = text + strlen(begin);
    int used = *path == '/' ? snprintf(git, PATH_SIZE, "%s", path) : snprintf(git, PATH_SIZE, "%s/%s", directory, path);
    return used < PATH_SIZE;
}

/* Whether the repository that this directory is the top of, if it is one, is locked. */
static bool is_locked(const char *directory, char *ret_lock, size_t size)
{
    char git[PATH_SIZE], lock[PATH_SIZE + 16];
    struct stat status;
    if (snprintf(git, sizeof git, "%s/.git", directory) >= (int)sizeof git || lstat(git, &status) < 0)
        return false;
    char file[PATH_SIZE];
    memcpy(file, git, sizeof file);
    if (S_ISREG(status.st_mode) && !read_link_file(directory, file, git))
        return false;
    (void)snprintf(lock, sizeof lock, "%s/index.lock", git);
    if (!exists(lock))
        return false;
    (void)snprintf(ret_lock, size, "%s", lock);
    return true;
}

bool watch_lock_exists(char *const *paths, size_t count, char *ret_lock, size_t size)
{
    char directory[PATH_SIZE], before[PATH_SIZE] = "";
    for (size_t i = 0; i < count; i++) {
        if (snprintf(directory, sizeof directory, "%s", paths[i]) >= (int)sizeof directory)
            continue;
        /* What is above the last path was looked at with it. */
        for (char *slash = strrchr(directory, '/'); slash; slash = strrchr(directory, '/')) {
            *slash = '\0';
            size_t length = strlen(directory);
            if (strncmp(before, directory, length) == 0 && before[length] == '/')
                break;
            if (is_locked(directory, ret_lock, size))
                return true;
        }
        (void)snprintf(before, sizeof before, "%s", paths[i]);
    }
    return false;
}
