#include "base/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

enum { PROJECTS_MAX_BYTES = 1 << 20 };

static int formatted(char **ret_path, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int formatted(char **ret_path, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(ret_path, format, arguments);
    va_end(arguments);
    return length < 0 ? -ENOMEM : 0;
}

int paths_join(const char *directory, const char *name, char **ret_path)
{
    size_t size = strlen(directory);
    return formatted(ret_path, "%s%s%s", directory, size > 0 && directory[size - 1] == '/' ? "" : "/", name);
}

/* The XDG specification requires relative paths to be ignored. */
static const char *environment_path(const char *name)
{
    const char *value = getenv(name);
    return value && value[0] == '/' ? value : NULL;
}

static const char *home(void)
{
    const char *value = environment_path("HOME");
    if (value)
        return value;
    const struct passwd *user = getpwuid(getuid());
    return user ? user->pw_dir : NULL;
}

int paths_home(char **ret_path)
{
    const char *directory = home();
    return directory ? formatted(ret_path, "%s", directory) : -ENOENT;
}

static int in_home(const char *variable, const char *below_home, const char *name, char **ret_path)
{
    const char *directory = environment_path(variable);
    if (directory)
        return formatted(ret_path, "%s/%s", directory, name);
    const char *user_home = home();
    if (!user_home)
        return -ENOENT;
    return formatted(ret_path, "%s/%s/%s", user_home, below_home, name);
}

int paths_state_dir(char **ret_path)
{
    return in_home("XDG_STATE_HOME", ".local/state", "weir", ret_path);
}

int paths_config_file(char **ret_path)
{
    return in_home("XDG_CONFIG_HOME", ".config", "weir/config.jsonc", ret_path);
}

int paths_check_private(const char *path)
{
    struct stat info;
    if (lstat(path, &info) < 0)
        return -errno;
    if (!S_ISDIR(info.st_mode))
        return -ENOTDIR;
    if ((info.st_uid != geteuid() && info.st_uid != 0) || (info.st_mode & 022))
        return -EPERM;
    return 0;
}

int paths_runtime_dir(char **ret_path)
{
    const char *directory = environment_path("XDG_RUNTIME_DIR");
    if (directory)
        return formatted(ret_path, "%s/weir", directory);
    char usual[64];
    (void)snprintf(usual, sizeof usual, "/run/user/%u", (unsigned)geteuid());
    if (paths_check_private(usual) == 0)
        return formatted(ret_path, "%s/weir", usual);
    return formatted(ret_path, "/tmp/weir-%u", (unsigned)geteuid());
}

int paths_user_socket(char **ret_path)
{
    autofree char *directory = NULL;
    int r = paths_runtime_dir(&directory);
    return r < 0 ? r : paths_join(directory, "daemon.sock", ret_path);
}

static int make_parents(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        int r = mkdir(path, 0700) < 0 && errno != EEXIST ? -errno : 0;
        *slash = '/';
        if (r < 0)
            return r;
    }
    return 0;
}

int paths_make_private(const char *path)
{
    autofree char *copy = strdup(path);
    if (!copy)
        return -ENOMEM;
    int r = make_parents(copy);
    if (r < 0)
        return r;
    if (mkdir(path, 0700) == 0)
        return 0;
    return errno == EEXIST ? paths_check_private(path) : -errno;
}

/* --- projects --- */

static int projects_file(char **ret_path)
{
    autofree char *state = NULL;
    int r = paths_state_dir(&state);
    return r < 0 ? r : paths_join(state, "projects", ret_path);
}

static bool list_holds(FILE *list, const char *directory)
{
    autofree char *line = NULL;
    size_t capacity = 0;
    for (ssize_t n; (n = getline(&line, &capacity, list)) > 0;) {
        if (line[n - 1] == '\n')
            line[n - 1] = '\0';
        if (strcmp(line, directory) == 0)
            return true;
    }
    return false;
}

int paths_project_is_registered(const char *directory, bool *ret_registered)
{
    autofree char *path = NULL, *real = realpath(directory, NULL);
    if (!real)
        return -errno;
    int r = projects_file(&path);
    if (r < 0)
        return r;
    FILE *list = fopen(path, "re");
    *ret_registered = list && list_holds(list, real);
    if (list)
        (void)fclose(list);
    return 0;
}

int paths_each_project(int (*each)(void *user, const char *directory), void *user)
{
    autofree char *path = NULL, *line = NULL;
    size_t capacity = 0;
    int r = projects_file(&path);
    FILE *list = r == 0 ? fopen(path, "re") : NULL;
    for (ssize_t n; list && r == 0 && (n = getline(&line, &capacity, list)) > 0;) {
        if (line[n - 1] == '\n')
            line[n - 1] = '\0';
        r = each(user, line);
    }
    if (list)
        (void)fclose(list);
    return r == -ENOENT ? 0 : r;
}

int paths_register_project(const char *directory)
{
    autofree char *path = NULL, *state = NULL, *real = realpath(directory, NULL);
    if (!real)
        return -errno;
    if (strchr(real, '\n'))
        return -EINVAL;
    int r = paths_state_dir(&state);
    if (r == 0)
        r = paths_make_private(state);
    if (r == 0)
        r = projects_file(&path);
    if (r < 0)
        return r;
    autoclose int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0 || flock(fd, LOCK_EX) < 0)
        return -errno;
    struct stat info;
    if (fstat(fd, &info) < 0 || info.st_size > PROJECTS_MAX_BYTES)
        return -EFBIG;
    bool registered = false;
    r = paths_project_is_registered(real, &registered);
    if (r < 0 || registered)
        return r;
    autofree char *line = NULL;
    r = formatted(&line, "%s\n", real);
    if (r < 0)
        return r;
    return write(fd, line, strlen(line)) == (ssize_t)strlen(line) ? 0 : -EIO;
}

int paths_find_project(const char *directory, char **ret_project, char **ret_socket)
{
    autofree char *at = realpath(directory, NULL);
    *ret_project = *ret_socket = NULL;
    if (!at)
        return -errno;
    for (;;) {
        autofree char *socket = NULL;
        struct stat info;
        int r = paths_join(at, ".weir/daemon.sock", &socket);
        if (r < 0)
            return r;
        if (lstat(socket, &info) == 0) {
            *ret_project = take_pointer(at);
            *ret_socket = take_pointer(socket);
            return 0;
        }
        char *slash = strrchr(at, '/');
        if (slash == at && at[1] == '\0')
            return 0;
        slash[slash == at] = '\0';
    }
}
