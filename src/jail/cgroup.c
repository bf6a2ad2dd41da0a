#include "jail/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

enum { TASKS_PER_PROCESS = 16, TASKS_SPARE = 64, REMOVE_ATTEMPTS = 20, REMOVE_WAIT_MS = 5 };

static int write_in(int directory_fd, const char *name, const char *text)
{
    autoclose int fd = openat(directory_fd, name, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    return write(fd, text, strlen(text)) < 0 ? -errno : 0;
}

/* Reads the cgroup of this process from the line "0::/user.slice/…" (version 2). */
static int own_path(char **ret_path)
{
    FILE *file = fopen("/proc/self/cgroup", "re");
    if (!file)
        return -errno;
    autofree char *line = NULL;
    size_t capacity = 0;
    int r = -ENOENT;
    for (ssize_t n; r == -ENOENT && (n = getline(&line, &capacity, file)) > 0;) {
        if (strncmp(line, "0::/", 4) != 0)
            continue;
        line[n - (line[n - 1] == '\n')] = '\0';
        *ret_path = strdup(line + 3);
        r = *ret_path ? 0 : -ENOMEM;
    }
    (void)fclose(file);
    return r;
}

/* Parses a line of mountinfo: "41 31 0:38 ROOT POINT options… - cgroup2 …". The mount shows the hierarchy below ROOT.
 */
static bool parse_mount(char *line, const char **ret_root, const char **ret_point)
{
    char *type = strstr(line, " - cgroup2 ");
    if (!type)
        return false;
    char *fields[5], *rest = line;
    for (int i = 0; i < 5; i++) {
        fields[i] = strsep(&rest, " ");
        if (!fields[i])
            return false;
    }
    *ret_root = fields[3];
    *ret_point = fields[4];
    return !strchr(fields[3], '\\') && !strchr(fields[4], '\\'); /* names with escaped spaces are not supported */
}

int cgroup_find(FILE *mounts, const char *own, char **ret_directory)
{
    autofree char *line = NULL;
    size_t capacity = 0;
    int r = -ENOENT;
    while (r == -ENOENT && getline(&line, &capacity, mounts) > 0) {
        const char *root = NULL, *point = NULL;
        if (!parse_mount(line, &root, &point))
            continue;
        size_t size = strcmp(root, "/") == 0 ? 0 : strlen(root);
        if (strncmp(own, root, size) == 0 && (own[size] == '/' || own[size] == '\0'))
            r = asprintf(ret_directory, "%s%s", point, own + size) < 0 ? -ENOMEM : 0;
    }
    return r;
}

static int find_directory(const char *own, char **ret_directory)
{
    FILE *file = fopen("/proc/self/mountinfo", "re");
    if (!file)
        return -errno;
    int r = cgroup_find(file, own, ret_directory);
    (void)fclose(file);
    return r;
}

/* Cached by cgroup_keep(), in this process or in the template process that it was forked from. */
static struct {
    char *own, *directory;
} known;

static int own_directory(char **ret_directory)
{
    autofree char *own = NULL;
    int r = own_path(&own);
    if (!own)
        return r;
    if (known.own && strcmp(known.own, own) == 0) {
        *ret_directory = strdup(known.directory);
        return *ret_directory ? 0 : -ENOMEM;
    }
    return find_directory(own, ret_directory);
}

void cgroup_keep(void)
{
    autofree char *own = NULL, *directory = NULL;
    if (own_path(&own) < 0 || find_directory(own, &directory) < 0)
        return;
    known.own = take_pointer(own);
    known.directory = take_pointer(directory);
}

void cgroup_note(const struct cgroup *cgroup, int directory_fd)
{
    autoclose int fd = openat(directory_fd, "cgroup", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd >= 0)
        (void)!write(fd, cgroup->path, strlen(cgroup->path));
}

static int find_path(const char *id, char **ret_path)
{
    autofree char *directory = NULL;
    int r = own_directory(&directory);
    if (!directory)
        return r;
    return asprintf(ret_path, "%s/weir-%s", directory, id) < 0 ? -ENOMEM : 0;
}

int cgroup_new_id(char ret_id[static CGROUP_ID_SIZE])
{
    uint64_t number;
    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        return -EIO;
    (void)snprintf(ret_id, CGROUP_ID_SIZE, "%016" PRIx64, number);
    return 0;
}

int cgroup_make(struct cgroup *cgroup, const char *id)
{
    autofree char *path = NULL;
    int r = find_path(id, &path);
    if (!path)
        return r;
    if (mkdir(path, 0755) < 0 && errno != EEXIST)
        return -errno;
    cgroup->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    cgroup->path = take_pointer(path);
    return cgroup->fd < 0 ? -errno : 0;
}

static void write_limit(const struct cgroup *cgroup, const char *name, int64_t limit)
{
    char text[32] = "max";
    if (limit > 0)
        (void)snprintf(text, sizeof text, "%" PRId64, limit);
    (void)write_in(cgroup->fd, name, text);
}

void cgroup_limit(const struct cgroup *cgroup, const struct limits *limits)
{
    if (cgroup->fd < 0)
        return;
    if (limits_any(limits)) /* fails if the parent contains processes; the controllers are not available then */
        (void)write_in(cgroup->fd, "../cgroup.subtree_control", "+memory +pids");
    write_limit(cgroup, "memory.max", limits->memory);
    write_limit(cgroup, "pids.max", limits->processes > 0 ? TASKS_PER_PROCESS * limits->processes + TASKS_SPARE : 0);
}

bool cgroup_was_out_of_memory(const struct cgroup *cgroup)
{
    autoclose int fd = cgroup->fd < 0 ? -1 : openat(cgroup->fd, "memory.events.local", O_RDONLY | O_CLOEXEC);
    char text[512];
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (n <= 0)
        return false;
    text[n] = '\0';
    const char *kills = strstr(text, "\noom_kill ");
    return kills && strtoll(kills + sizeof "\noom_kill", NULL, 10) > 0;
}

void cgroup_kill(const struct cgroup *cgroup)
{
    if (cgroup->fd >= 0)
        (void)write_in(cgroup->fd, "cgroup.kill", "1");
}

/* A process that was reaped a moment ago may still be counted: waits for cgroup.events. */
static bool remove_directory(const struct cgroup *cgroup)
{
    autoclose int events = cgroup->fd < 0 ? -1 : openat(cgroup->fd, "cgroup.events", O_RDONLY | O_CLOEXEC);
    for (int i = 0; rmdir(cgroup->path) < 0; i++) {
        char text[64];
        if (errno != EBUSY || i == REMOVE_ATTEMPTS)
            return false;
        (void)!pread(events, text, sizeof text, 0); /* arms poll(): a file that was never read counts as changed */
        (void)poll(&(struct pollfd){.fd = events, .events = POLLPRI}, 1, REMOVE_WAIT_MS);
    }
    return true;
}

void cgroup_remove(struct cgroup *cgroup, int directory_fd)
{
    bool is_removed = cgroup->path && remove_directory(cgroup);
    cleanup_close(&cgroup->fd);
    if (is_removed)
        (void)unlinkat(directory_fd, "cgroup", 0);
    free(cgroup->path);
    *cgroup = (struct cgroup)CGROUP_INIT;
}

void cgroup_forget(const char *id)
{
    struct cgroup cgroup = CGROUP_INIT;
    (void)find_path(id, &cgroup.path);
    if (!cgroup.path)
        return;
    cgroup.fd = open(cgroup.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    cgroup_remove(&cgroup, -1);
}

/* --- limits --- */

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
