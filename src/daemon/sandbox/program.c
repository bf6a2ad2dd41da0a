#include "daemon/sandbox/sandbox.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

/* What the jail shows of the system without being asked (src/jail/system.c), as far as something of the user's or of
 * weir's could lie below. */
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
