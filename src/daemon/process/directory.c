#include "daemon/process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/paths.h"

/* The longest name of a socket below an executor's directory. */
enum { SOCKET_NAME_SIZE = sizeof "/0123456789abcdef/own/" PROCESS_MODEL_SOCKET };

/* --- directories --- */

/* FNV-1a; collisions matter only among the daemons of one user. */
static uint32_t hash(const char *text)
{
    uint32_t value = 2166136261u;
    for (; *text; text++)
        value = (value ^ (unsigned char)*text) * 16777619u;
    return value;
}

int process_directory_parent(const struct process_table *table, char **ret_directory)
{
    autofree char *directory = NULL, *real = realpath(table->state_dir, NULL);
    const char *state = real ? real : table->state_dir;
    int r = paths_join(state, "executors", &directory);
    if (r < 0)
        return r;
    if (strlen(directory) + SOCKET_NAME_SIZE - 1 > PATHS_SOCKET_MAX) {
        free(take_pointer(directory));
        if (asprintf(&directory, "/tmp/weir-%u-%08x", (unsigned)geteuid(), hash(state)) < 0) {
            directory = NULL;
            return -ENOMEM;
        }
    }
    *ret_directory = take_pointer(directory);
    return 0;
}

int process_directory_set(struct process *process, const struct process_table *table, const char *id)
{
    autofree char *all = NULL;
    int r = process_directory_parent(table, &all);
    if (r == 0)
        r = paths_join(all, id, &process->directory);
    if (r == 0)
        r = paths_join(process->directory, "own", &process->own);
    if (r == 0)
        r = paths_join(process->directory, process->is_given ? "link" : "own", &process->link);
    if (r == 0)
        r = paths_join(process->link, "sock", &process->socket_path);
    if (r < 0)
        process_directory_clear(process);
    else
        (void)snprintf(process->id, sizeof process->id, "%s", id);
    (void)snprintf(process->label, sizeof process->label, "executor %s", process->id);
    return r;
}

void process_directory_clear(struct process *process)
{
    free(take_pointer(process->directory));
    free(take_pointer(process->own));
    free(take_pointer(process->link));
    free(take_pointer(process->socket_path));
}

static int make_id(char ret_id[static 17])
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
    uint8_t random[16];
    if (getrandom(random, sizeof random, 0) != sizeof random)
        return -EIO;
    for (size_t i = 0; i < sizeof random; i++)
        ret_id[i] = digits[random[i] % 32];
    ret_id[16] = '\0';
    return 0;
}

int process_directory_make(struct process *process, struct process_table *table)
{
    char id[17];
    autofree char *all = NULL;
    int r = process_directory_parent(table, &all);
    if (r == 0)
        r = paths_make_private(all);
    if (r == 0)
        r = make_id(id);
    if (r == 0)
        r = process_directory_set(process, table, id);
    if (r < 0)
        return r;
    if (mkdir(process->directory, 0700) < 0 || mkdir(process->own, 0700) < 0 ||
        (process->is_given && mkdir(process->link, 0700) < 0)) {
        r = -errno;
        (void)rmdir(process->own);
        (void)rmdir(process->directory);
        process_directory_clear(process);
    }
    return r;
}

/* --- programs --- */

/* Returns the directory of the daemon's program. After an update, the kernel appends " (deleted)" to the last
 * component, which dirname() removes. */
static int own_folder(char **ret_folder)
{
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0)
        return n < 0 ? -errno : -ENOENT;
    path[n] = '\0';
    *ret_folder = strdup(dirname(path));
    return *ret_folder ? 0 : -ENOMEM;
}

int process_find_program(const char *name, char **ret_path)
{
    static const char *const places[] = {".", "../libexec/weir", "../bin"};
    autofree char *folder = NULL;
    int r = own_folder(&folder);
    if (r < 0)
        return r;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        autofree char *path = NULL;
        if (asprintf(&path, "%s/%s/%s", folder, places[i], name) < 0)
            return path = NULL, -ENOMEM;
        if (access(path, X_OK) < 0)
            continue;
        *ret_path = take_pointer(path);
        return 0;
    }
    return -ENOENT;
}

/* --- files --- */

int process_write_file(const char *directory, const char *name, struct slice text)
{
    autofree char *path = NULL, *draft = NULL;
    if (paths_join(directory, name, &path) < 0 || asprintf(&draft, "%s.new", path) < 0)
        return -ENOMEM;
    autoclose int fd = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return -errno;
    int r = 0;
    errno = 0;
    if (write(fd, text.data, text.size) != (ssize_t)text.size)
        r = errno ? -errno : -ENOSPC;
    else if (rename(draft, path) < 0)
        r = -errno;
    if (r < 0)
        (void)unlink(draft);
    return r;
}
