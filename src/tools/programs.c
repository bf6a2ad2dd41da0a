#include "tools/programs.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/slice.h"

extern char **environ;

static bool is_below(const char *path, const char *directory)
{
    char real[PATH_MAX], above[PATH_MAX];
    size_t size = directory && realpath(directory, above) ? strlen(above) : 0;
    if (size == 0 || !realpath(path, real))
        return size > 0;
    return size == 1 || (strncmp(real, above, size) == 0 && real[size] == '/');
}

int programs_find(const char *name, char **ret_path)
{
    return programs_find_outside(name, NULL, ret_path);
}

int programs_find_outside(const char *name, const char *directory, char **ret_path)
{
    const char *at = getenv("PATH");
    char path[PATH_MAX];
    for (at = at && at[0] ? at : "/usr/local/bin:/usr/bin:/bin"; *at;) {
        size_t size = strcspn(at, ":");
        struct stat facts;
        int n = snprintf(path, sizeof path, "%.*s/%s", (int)size, at, name);
        /* Relative entries would be looked up in the current directory. */
        if (at[0] == '/' && n > 0 && n < (int)sizeof path && access(path, X_OK) == 0 && stat(path, &facts) == 0 &&
            S_ISREG(facts.st_mode) && !is_below(path, directory)) {
            *ret_path = strdup(path);
            return *ret_path ? 0 : -ENOMEM;
        }
        at += size + (at[size] == ':');
    }
    return -ENOENT;
}

static bool is_hidden(const char *variable)
{
    static const struct slice hidden[] = {SLICE_INIT("EXECUTOR_SOCKET="), SLICE_INIT("WEIR_MODEL_SOCKET=")};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (slice_starts_with(slice_of(variable), hidden[i]))
            return true;
    return false;
}

char **programs_environment(void)
{
    size_t count = 0, taken = 0;
    while (environ && environ[count])
        count++;
    char **copy = calloc(count + 1, sizeof *copy);
    for (size_t i = 0; copy && i < count; i++)
        if (!is_hidden(environ[i]))
            copy[taken++] = environ[i];
    return copy;
}
