#include "base/git.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"

bool git_read_link(const char *directory, char ret_git[static GIT_PATH_SIZE])
{
    char file[GIT_PATH_SIZE], text[GIT_PATH_SIZE];
    static const char begin[] = "gitdir: ";
    if (snprintf(file, sizeof file, "%s/.git", directory) >= (int)sizeof file)
        return false;
    autoclose int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (size < 0)
        return false;
    text[size] = '\0';
    text[strcspn(text, "\n")] = '\0';
    if (strncmp(text, begin, strlen(begin)) != 0)
        return false;
    const char *path = text + strlen(begin);
    int used = *path == '/' ? snprintf(ret_git, GIT_PATH_SIZE, "%s", path)
                            : snprintf(ret_git, GIT_PATH_SIZE, "%s/%s", directory, path);
    return used < GIT_PATH_SIZE;
}
