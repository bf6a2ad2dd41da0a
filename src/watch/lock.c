#include "watch/lock.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/git.h"

static bool exists(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

/* Whether the repository that this directory is the top of, if it is one, is locked. */
static bool is_locked(const char *directory, char *ret_lock, size_t size)
{
    char git[GIT_PATH_SIZE], lock[GIT_PATH_SIZE + 16];
    struct stat status;
    if (snprintf(git, sizeof git, "%s/.git", directory) >= (int)sizeof git || lstat(git, &status) < 0)
        return false;
    if (S_ISREG(status.st_mode) && !git_read_link(directory, git))
        return false;
    (void)snprintf(lock, sizeof lock, "%s/index.lock", git);
    if (!exists(lock))
        return false;
    (void)snprintf(ret_lock, size, "%s", lock);
    return true;
}

bool watch_lock_exists(char *const *paths, size_t count, char *ret_lock, size_t size)
{
    char directory[GIT_PATH_SIZE], before[GIT_PATH_SIZE] = "";
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
