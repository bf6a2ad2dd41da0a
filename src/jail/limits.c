#include "jail/limits.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"

static ssize_t read_small(int directory_fd, const char *path, char *text, size_t size)
{
    autoclose int fd = openat(directory_fd, path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, size - 1);
    text[n > 0 ? n : 0] = '\0';
    return n;
}

/* Returns the number after a word at the beginning of a line, or 0. */
static int64_t number_of(const char *text, const char *word)
{
    size_t size = strlen(word);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, word, size) == 0 && (line[size] == ' ' || line[size] == ':'))
            return strtoll(line + size + 1, NULL, 10);
    }
    return 0;
}

struct limits limits_read(int directory_fd)
{
    char text[256];
    if (read_small(directory_fd, "limits", text, sizeof text) <= 0)
        return (struct limits){0};
    return (struct limits){.memory = number_of(text, "memory"), .processes = number_of(text, "processes")};
}

static int64_t resident(pid_t pid)
{
    char path[64], text[128];
    (void)snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    if (read_small(AT_FDCWD, path, text, sizeof text) <= 0)
        return 0;
    const char *second = strchr(text, ' ');
    return second ? strtoll(second, NULL, 10) * sysconf(_SC_PAGESIZE) : 0;
}

/* Returns the proportional set size. The kernel walks all pages of the process for it, so it is read rarely. */
static int64_t proportional(pid_t pid)
{
    char path[64], text[1024];
    (void)snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)pid);
    if (read_small(AT_FDCWD, path, text, sizeof text) <= 0)
        return resident(pid);
    return number_of(text, "Pss") * 1024;
}

static bool is_over(const struct tree *tree, int64_t limit, int64_t (*measure)(pid_t pid))
{
    int64_t sum = 0;
    for (size_t i = 0; i < tree->count && sum <= limit; i++)
        sum += measure(tree->items[i].pid);
    return sum > limit;
}

const char *limits_passed(const struct limits *limits, const struct tree *tree)
{
    if (limits->processes > 0 && (int64_t)tree_living(tree) > limits->processes + 1) /* plus one for the program */
        return "processes";
    if (limits->memory > 0 && is_over(tree, limits->memory, resident) && is_over(tree, limits->memory, proportional))
        return "memory";
    return NULL;
}
