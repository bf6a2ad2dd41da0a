/* Reads and writes executors/ID/record, which the next daemon needs to adopt a process. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/paths.h"
#include "base/process.h"
#include "daemon/process/process.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"

enum { RECORD_MAX = 16 * 1024, MEMORY_MAX = 256 * 1024, FOUND_MAX = 4096, ID_LENGTH = 16 };

int process_note(struct process *process, const struct executor_record *record)
{
    char boot_id[PROCESS_BOOT_ID_SIZE];
    int r = process_boot_id(boot_id);
    if (r < 0)
        return r;
    struct executor_record filled = *record;
    filled.pid = process->pid;
    filled.start_time = process->start_time;
    filled.boot_id = slice_of(boot_id);
    if (process->listener.pid > 0) {
        filled.listener_pid = process->listener.pid;
        filled.listener_start_time = process->listener.start_time;
        filled.listener_pid_is = filled.listener_start_time_is = FIELD_SET;
    }
    struct buf text = BUF_LIMITED(RECORD_MAX);
    r = json_encode(&text, &executor_record_shape, &filled);
    if (r == 0)
        r = fault_point("executor.before_note");
    if (r == 0)
        r = process_write_file(process->directory, "record", buf_slice(&text));
    buf_clear(&text);
    return r;
}

static int read_record(const char *directory, struct arena *arena, struct executor_record *ret)
{
    char text[RECORD_MAX];
    autofree char *path = NULL;
    int r = paths_join(directory, "record", &path);
    if (r < 0)
        return r;
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text);
    if (n < 0)
        return -errno;
    yyjson_val *root = NULL;
    struct json_error syntax;
    struct decode_error error;
    r = json_read(arena, (struct slice){text, (size_t)n}, &root, &syntax);
    return r < 0 ? r : json_decode(arena, &executor_record_shape, root, "record", ret, &error);
}

/* Ignores other files and directories that a user may have put there. */
static bool is_id(const char *name)
{
    return strlen(name) == ID_LENGTH && strspn(name, "abcdefghijklmnopqrstuvwxyz234567") == ID_LENGTH;
}

_Static_assert(sizeof((struct process *)0)->id == ID_LENGTH + 1, "a name is an id");

int process_list(const struct process_table *table, struct process_ids *ret)
{
    autofree char *all = NULL;
    int r = process_directory_parent(table, &all);
    if (r < 0)
        return r;
    DIR *entries = opendir(all);
    if (!entries)
        return errno == ENOENT ? 0 : -errno;
    char(*ids)[ID_LENGTH + 1] = calloc(FOUND_MAX, sizeof *ids);
    size_t count = 0;
    for (const struct dirent *entry; ids && count < FOUND_MAX && (entry = readdir(entries));)
        if (is_id(entry->d_name))
            memcpy(ids[count++], entry->d_name, ID_LENGTH + 1);
    (void)closedir(entries);
    if (!ids)
        return -ENOMEM;
    *ret = (struct process_ids){ids, count};
    return 0;
}

int process_find(struct process_table *table, const struct process_ids *ids,
                 void (*each)(void *user, const char *id, const struct executor_record *record), void *user)
{
    autofree char *all = NULL;
    int r = process_directory_parent(table, &all);
    if (r < 0)
        return r;
    for (size_t i = 0; i < ids->count; i++) {
        autofree char *directory = NULL;
        struct arena arena = ARENA_LIMITED(MEMORY_MAX);
        struct executor_record record = {0};
        r = paths_join(all, ids->items[i], &directory);
        if (r == 0 && paths_check_private(directory) == 0) {
            r = read_record(directory, &arena, &record);
            if (r == 0)
                each(user, ids->items[i], &record);
            else if (r != -ENOMEM)
                process_directory_remove(table, directory);
        }
        arena_clear(&arena);
    }
    return 0;
}
