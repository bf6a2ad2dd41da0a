/* The files of servers in the state directory: mcp.logs, and the removal of what is not needed any more. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/paths.h"
#include "base/remove.h"
#include "daemon/mcp/internal.h"
#include "rpc/call.h"

#define LOG_NAME "server.log"

int mcp_directory(const struct mcp_hub *hub, const char *id, char **ret_directory)
{
    return asprintf(ret_directory, "%s/mcp/%s", hub->state_dir, id) < 0 ? -ENOMEM : 0;
}

/* --- mcp.logs --- */

enum { POSITION_SIZE = 64 };

/* The log may have been renamed to server.log.1 since the position was given. The server can write these files, so only
 * plain files are read. */
struct reading {
    struct work_job job;
    struct call *call; /* deferred and held */
    char *directory;
    uint64_t inode; /* of the position; 0: there is none */
    int64_t offset;
    size_t bytes;
    struct buf text;
    char position[POSITION_SIZE];
};

static int open_log(const struct reading *reading, const char *name, struct stat *ret_info)
{
    autoclose int directory = open(reading->directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    autoclose int fd = directory < 0 ? -1 : openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 || fstat(fd, ret_info) < 0)
        return -errno;
    return S_ISREG(ret_info->st_mode) ? take_fd(&fd) : -EINVAL;
}

static int64_t read_from(struct reading *reading, int fd, int64_t offset)
{
    while (reading->text.size < reading->bytes) {
        char *room = buf_room(&reading->text, reading->bytes - reading->text.size);
        ssize_t n = room ? pread(fd, room, reading->bytes - reading->text.size, offset) : -1;
        if (n <= 0)
            break;
        reading->text.size += (size_t)n;
        offset += n;
    }
    return offset;
}

static void read_log(struct work_job *job)
{
    struct reading *reading = list_member(job, struct reading, job);
    struct stat now = {0}, old = {0};
    autoclose int fd = open_log(reading, LOG_NAME, &now);
    autoclose int before = open_log(reading, LOG_NAME ".1", &old);
    bool is_old = reading->inode > 0 && before >= 0 && (uint64_t)old.st_ino == reading->inode;
    int64_t offset = 0;
    if (is_old)
        offset = read_from(reading, before, reading->offset);
    if (is_old && (offset < old.st_size || fd < 0)) {
        (void)snprintf(reading->position, sizeof reading->position, "%llu:%lld", (unsigned long long)old.st_ino,
                       (long long)offset);
        return;
    }
    if (fd < 0) {
        (void)snprintf(reading->position, sizeof reading->position, "0:0");
        return;
    }
    offset = 0;
    if (reading->inode == (uint64_t)now.st_ino && reading->offset <= now.st_size)
        offset = reading->offset;
    else if (reading->inode == 0 && now.st_size > (off_t)reading->bytes)
        offset = now.st_size - (off_t)reading->bytes;
    else if (reading->inode == 0 && before >= 0 && now.st_size < (off_t)reading->bytes) {
        int64_t wanted = (int64_t)reading->bytes - now.st_size;
        (void)read_from(reading, before, old.st_size > wanted ? old.st_size - wanted : 0);
    }
    offset = read_from(reading, fd, offset);
    (void)snprintf(reading->position, sizeof reading->position, "%llu:%lld", (unsigned long long)now.st_ino,
                   (long long)offset);
}

static void on_read(struct work_job *job)
{
    struct reading *reading = list_member(job, struct reading, job);
    if (job->status < 0)
        (void)call_fail(reading->call, ERROR_SUBSYSTEM_UNAVAILABLE, "cannot read the log: %s", strerror(-job->status));
    else
        (void)mcp_logs_reply(reading->call, &(struct mcp_logs_result){.text = buf_slice(&reading->text),
                                                                      .position = slice_of(reading->position)});
    (void)call_drop(reading->call);
    buf_clear(&reading->text);
    free(reading->directory);
    free(reading);
}

static bool read_position(struct slice text, struct reading *reading)
{
    char *end = NULL;
    errno = 0;
    unsigned long long inode = strtoull(text.data, &end, 10);
    if (errno || end == text.data || *end != ':')
        return false;
    const char *rest = end + 1;
    long long offset = strtoll(rest, &end, 10);
    if (errno || end == rest || *end || offset < 0)
        return false;
    reading->inode = inode;
    reading->offset = offset;
    return true;
}

int mcp_logs(struct call *call, const struct mcp_logs_params *params)
{
    const struct mcp_entry *entry = mcp_entry_of(call, params->server_id);
    if (!entry)
        return 0;
    struct reading *reading = calloc(1, sizeof *reading);
    if (!reading)
        return -ENOMEM;
    reading->bytes = (size_t)params->bytes;
    reading->text = (struct buf)BUF_LIMITED(reading->bytes + 1);
    autofree char *directory = NULL;
    int r = mcp_directory(entry->hub, entry->id, &directory);
    if (r == 0)
        r = paths_join(directory, "log", &reading->directory);
    bool is_valid = params->after_is != FIELD_SET || read_position(params->after, reading);
    if (r == 0 && is_valid)
        r = call_defer(call, NULL, NULL, &reading->call);
    if (r == 0 && is_valid) {
        call_hold(reading->call);
        reading->job = (struct work_job){.work = read_log, .done = on_read};
        r = work_start(entry->hub->work, &reading->job);
        if (r == 0)
            return 0;
        (void)call_fail(reading->call, ERROR_SUBSYSTEM_UNAVAILABLE, "cannot read the log: %s", strerror(-r));
        (void)call_drop(reading->call);
        r = 0;
    }
    free(reading->directory);
    free(reading);
    return r < 0 || is_valid ? r
                             : call_refuse(call, ERROR_INVALID_PARAMS, "params.after",
                                           "params.after: not a position of an earlier result");
}

/* --- removal --- */

struct removal {
    struct work_job job;
    char *directory; /* mcp/ in the state directory */
    char (*kept)[MCP_ID_MAX + 1];
    size_t count;
    bool sweeps; /* removes everything but the kept directories, and old results in those */
    char name[64];
};

enum { RESULT_KEPT_MS = 24 * 60 * 60 * 1000 };

static void remove_old_results(int parent, const char *id)
{
    autofree char *path = NULL;
    if (asprintf(&path, "%s/results", id) < 0) {
        path = NULL;
        return;
    }
    int fd = openat(parent, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *names = fd < 0 ? NULL : fdopendir(fd);
    if (!names) {
        if (fd >= 0)
            close(fd);
        return;
    }
    for (const struct dirent *found; (found = readdir(names));) {
        struct stat info;
        if (found->d_name[0] != '.' && fstatat(fd, found->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
            (int64_t)info.st_mtime * 1000 < clock_epoch_ms() - RESULT_KEPT_MS)
            (void)remove_tree(fd, found->d_name, NULL);
    }
    (void)closedir(names);
}

static bool is_kept(const struct removal *removal, const char *name)
{
    for (size_t i = 0; i < removal->count; i++)
        if (strcmp(removal->kept[i], name) == 0)
            return true;
    return false;
}

static void remove_some(struct work_job *job)
{
    struct removal *removal = list_member(job, struct removal, job);
    int fd = open(removal->directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return;
    if (!removal->sweeps) {
        job->status = remove_tree(fd, removal->name, &job->pool->hurry);
        close(fd);
        return;
    }
    DIR *names = fdopendir(fd);
    if (!names) {
        close(fd);
        return;
    }
    for (const struct dirent *found; !atomic_load(&job->pool->hurry) && (found = readdir(names));) {
        if (strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0)
            continue;
        if (is_kept(removal, found->d_name))
            remove_old_results(fd, found->d_name);
        else
            (void)remove_tree(fd, found->d_name, &job->pool->hurry);
    }
    (void)closedir(names);
}

static void on_removed(struct work_job *job)
{
    struct removal *removal = list_member(job, struct removal, job);
    if (job->status < 0 && job->status != -ECANCELED)
        log_warn("mcp: cannot remove %s/%s: %s; the next start tries again", removal->directory, removal->name,
                 strerror(-job->status));
    free(removal->kept);
    free(removal->directory);
    free(removal);
}

static void start(struct mcp_hub *hub, struct removal *removal)
{
    removal->job = (struct work_job){.work = remove_some, .done = on_removed};
    if (paths_join(hub->state_dir, "mcp", &removal->directory) == 0 && work_start(hub->work, &removal->job) == 0)
        return;
    free(removal->kept);
    free(removal->directory);
    free(removal);
}

/* Renamed first: a new server may have the same id. */
void mcp_directory_remove(struct mcp_hub *hub, const char *id)
{
    autofree char *from = NULL, *to = NULL;
    char trash[ID_SIZE];
    struct removal *removal = calloc(1, sizeof *removal);
    if (!removal || id_make(&hub->ids, ".gone_", trash) < 0 || mcp_directory(hub, id, &from) < 0 ||
        mcp_directory(hub, trash, &to) < 0 || rename(from, to) < 0) {
        free(removal);
        return; /* it has none, or the next start removes it */
    }
    (void)snprintf(removal->name, sizeof removal->name, "%s", trash);
    start(hub, removal);
}

void mcp_directories_sweep(struct mcp_hub *hub)
{
    autofree char *directory = NULL;
    if (paths_join(hub->state_dir, "mcp", &directory) < 0 || access(directory, F_OK) < 0)
        return;
    struct removal *removal = calloc(1, sizeof *removal);
    if (!removal)
        return;
    removal->sweeps = true;
    removal->kept = calloc(hub->count + 1, sizeof *removal->kept);
    for (const struct list *link = hub->entries.next; removal->kept && link != &hub->entries; link = link->next)
        memcpy(removal->kept[removal->count++], list_member(link, struct mcp_entry, link)->id, MCP_ID_MAX + 1);
    if (!removal->kept) {
        free(removal);
        return;
    }
    start(hub, removal);
}
