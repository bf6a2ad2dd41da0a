/* executors/ID/record: what the next daemon needs. */
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
#include "base/places.h"
#include "base/process.h"
#include "daemon/executor/place.h"
#include "daemon/executor/process.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"

enum { RECORD_MAX = 16 * 1024, MEMORY_MAX = 256 * 1024, FOUND_MAX = 4096, ID_LENGTH = 16 };

int executor_process_note(struct executor_process *process, const struct executor_record *record)
{
    char boot_id[PROCESS_BOOT_ID_SIZE];
    int r = process_boot_id(boot_id);
    if (r < 0)
        return r;
    struct executor_record filled = *record;
    filled.pid = process->pid;
    filled.start_time = process->start_time;
    filled.boot_id = slice_of(boot_id);
    struct buf text = BUF_LIMITED(RECORD_MAX);
    r = json_encode(&text, &executor_record_shape, &filled);
    if (r == 0)
        r = fault_point("executor.before_note");
    if (r == 0)
        r = executor_place_write(process->directory, "record", buf_slice(&text));
    buf_clear(&text);
    return r;
}

static int read_record(const char *directory, struct arena *arena, struct executor_record *ret)
{
    char text[RECORD_MAX];
    autofree char *path = NULL;
    int r = places_join(directory, "record", &path);
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

/* Its name may be a file's or a directory's that somebody else has put there. */
static bool is_id(const char *name)
{
    return strlen(name) == ID_LENGTH && strspn(name, "abcdefghijklmnopqrstuvwxyz234567") == ID_LENGTH;
}

/* All at once: `each` may make directories and remove some. */
static int list(const char *all, char (**ret_ids)[ID_LENGTH + 1], size_t *ret_count)
{
    DIR *entries = opendir(all);
    if (!entries)
        return -errno;
    size_t count = 0;
    char(*ids)[ID_LENGTH + 1] = calloc(FOUND_MAX, sizeof *ids);
    for (const struct dirent *entry; ids && count < FOUND_MAX && (entry = readdir(entries));)
        if (is_id(entry->d_name))
            memcpy(ids[count++], entry->d_name, ID_LENGTH + 1);
    (void)closedir(entries);
    *ret_ids = ids;
    *ret_count = count;
    return ids ? 0 : -ENOMEM;
}

int executor_process_find(struct daemon *daemon,
                          void (*each)(void *user, const char *id, const struct executor_record *record), void *user)
{
    autofree char *all = NULL;
    autofree char(*ids)[ID_LENGTH + 1] = NULL;
    size_t count = 0;
    int r = executor_place(daemon, &all);
    if (r == 0)
        r = list(all, &ids, &count);
    if (r < 0)
        return r == -ENOENT ? 0 : r;
    for (size_t i = 0; i < count; i++) {
        autofree char *directory = NULL;
        struct arena arena = ARENA_LIMITED(MEMORY_MAX);
        struct executor_record record = {0};
        r = places_join(all, ids[i], &directory);
        if (r == 0 && places_check_private(directory) == 0) {
            r = read_record(directory, &arena, &record);
            if (r == 0)
                each(user, ids[i], &record);
            else if (r != -ENOMEM)
                executor_place_remove(daemon, directory);
        }
        arena_clear(&arena);
    }
    return 0;
}
