#include "unit/power_disk.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A test with more unsynced data is wrong. */
enum { ENTRIES_MAX = 64, UNSYNCED_MAX = 256 << 20 };

/* A write, or a truncation, which is a write of zeros that also changes the size. */
struct change {
    int64_t offset, size;
    int64_t file_size; /* after the change */
    char *data;        /* NULL: zeros */
};

struct power_file {
    char *synced; /* its synced bytes */
    int64_t synced_size, size;
    struct change *changes; /* later changes, in order */
    size_t count, capacity;
    uint64_t first; /* the number of the first of them; changes of a file are numbered from 0 */
    int64_t unsynced;
    struct power_file *next; /* of all files */
};

/* An entry of the directory. `later` has the changes since the directory was synced. */
struct power_name {
    char *path;
    struct power_file *certain; /* NULL: the file does not exist */
    struct {
        struct power_file *file;
        uint64_t number;
    } later[ENTRIES_MAX];
    size_t count;
    struct power_name *next;
};

void power_demand(bool holds, const char *what)
{
    if (holds)
        return;
    (void)fprintf(stderr, "power: %s\n", what);
    abort();
}

/* --- directory --- */

static struct power_name *find_name(struct power_disk *disk, const char *path)
{
    struct power_name *name = disk->names;
    while (name && strcmp(name->path, path) != 0)
        name = name->next;
    return name;
}

static struct power_name *need_name(struct power_disk *disk, const char *path)
{
    struct power_name *name = find_name(disk, path);
    if (name)
        return name;
    name = calloc(1, sizeof *name);
    power_demand(name && (name->path = strdup(path)), "no memory");
    name->next = disk->names;
    disk->names = name;
    return name;
}

static struct power_file *new_file(struct power_disk *disk)
{
    struct power_file *file = calloc(1, sizeof *file);
    power_demand(file != NULL, "no memory");
    file->next = disk->files;
    disk->files = file;
    return file;
}

static void change_entry(struct power_disk *disk, struct power_name *name, struct power_file *file)
{
    power_demand(name->count < ENTRIES_MAX, "a name was made and deleted too often without a sync");
    name->later[name->count].file = file;
    name->later[name->count++].number = disk->entry_number++;
}

struct power_file *power_disk_find(struct power_disk *disk, const char *path)
{
    const struct power_name *name = find_name(disk, path);
    return !name ? NULL : name->count > 0 ? name->later[name->count - 1].file : name->certain;
}

void power_disk_delete(struct power_disk *disk, const char *path)
{
    if (power_disk_find(disk, path))
        change_entry(disk, need_name(disk, path), NULL);
}

struct power_file *power_disk_open(struct power_disk *disk, const char *path)
{
    struct stat info;
    struct power_file *file = new_file(disk);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    power_demand(fd >= 0 && fstat(fd, &info) == 0, "a file cannot be read");
    file->synced_size = file->size = info.st_size;
    file->synced = malloc((size_t)info.st_size + 1);
    power_demand(file->synced && pread(fd, file->synced, (size_t)info.st_size, 0) == info.st_size,
                 "a file cannot be read");
    (void)close(fd);
    if (info.st_size == 0)
        change_entry(disk, need_name(disk, path), file);
    else
        need_name(disk, path)->certain = file;
    return file;
}

void power_disk_settle(struct power_disk *disk, uint64_t entry_number)
{
    for (struct power_name *name = disk->names; name; name = name->next) {
        size_t settled = 0;
        while (settled < name->count && name->later[settled].number < entry_number)
            name->certain = name->later[settled++].file;
        name->count -= settled;
        memmove(name->later, name->later + settled, name->count * sizeof *name->later);
    }
}

void power_disk_clear(struct power_disk *disk)
{
    for (struct power_name *name = disk->names, *next; name; name = next) {
        next = name->next;
        free(name->path);
        free(name);
    }
    for (struct power_file *file = disk->files, *next; file; file = next) {
        next = file->next;
        for (size_t i = 0; i < file->count; i++)
            free(file->changes[i].data);
        free(file->changes);
        free(file->synced);
        free(file);
    }
    *disk = (struct power_disk){0};
}

/* --- changes of a file --- */

static void apply(char *bytes, int64_t from, int64_t size, const struct change *change)
{
    if (change->data)
        memcpy(bytes + from, change->data + (from - change->offset), (size_t)size);
    else
        memset(bytes + from, 0, (size_t)size);
}

static void add_change(struct power_file *file, const struct change *change)
{
    if (file->count == file->capacity) {
        file->capacity = file->capacity ? 2 * file->capacity : 64;
        file->changes = reallocarray(file->changes, file->capacity, sizeof *file->changes);
        power_demand(file->changes != NULL, "no memory");
    }
    file->changes[file->count++] = *change;
    file->size = change->file_size;
    file->unsynced += change->data ? change->size : 0;
    power_demand(file->unsynced <= UNSYNCED_MAX, "too much was never synced");
}

void power_file_write(struct power_file *file, const void *data, int64_t offset, int64_t size)
{
    char *copy = size > 0 ? malloc((size_t)size) : NULL;
    if (size == 0)
        return;
    power_demand(copy != NULL, "no memory");
    memcpy(copy, data, (size_t)size);
    add_change(file, &(struct change){offset, size, offset + size > file->size ? offset + size : file->size, copy});
}

void power_file_truncate(struct power_file *file, int64_t size)
{
    bool shorter = size < file->size;
    if (size != file->size)
        add_change(file, &(struct change){shorter ? size : file->size, shorter ? file->size - size : 0, size, NULL});
}

uint64_t power_file_number(const struct power_file *file)
{
    return file->first + file->count;
}

/* The size of the file with these changes applied. */
static int64_t reach(const struct power_file *file, size_t count)
{
    int64_t size = file->synced_size;
    for (size_t i = 0; i < count; i++) {
        const struct change *change = &file->changes[i];
        int64_t end = change->offset + change->size;
        size = end > size ? end : size;
        size = change->file_size > size ? change->file_size : size;
    }
    return size;
}

void power_file_settle(struct power_file *file, uint64_t number)
{
    size_t settled = number > file->first ? (size_t)(number - file->first) : 0;
    if (settled == 0)
        return;
    int64_t size = reach(file, settled);
    file->synced = realloc(file->synced, (size_t)size + 1);
    power_demand(file->synced != NULL, "no memory");
    memset(file->synced + file->synced_size, 0, (size_t)(size - file->synced_size));
    for (size_t i = 0; i < settled; i++) {
        const struct change *change = &file->changes[i];
        apply(file->synced, change->offset, change->size, change);
        file->unsynced -= change->data ? change->size : 0;
        free(change->data);
    }
    file->synced_size = file->changes[settled - 1].file_size;
    file->first += settled;
    file->count -= settled;
    memmove(file->changes, file->changes + settled, file->count * sizeof *file->changes);
}

/* --- power cut --- */

/* Which of the unsynced changes are on the disk. */
enum luck {
    NOTHING,
    EVERYTHING,
    IN_ORDER,   /* all up to some moment, and a part of the write at that moment */
    PER_SECTOR, /* like write-back of a page cache: each sector as of a moment of its own */
    PER_WRITE,  /* like a disk's cache: any part of any write */
    LUCKS,
};

struct cut {
    uint64_t seed; /* each file has its own */
    enum luck luck;
    int64_t sector;
    bool rubbish; /* where a file grew and nothing was written, there is garbage */
};

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* A deterministic random number for each question. */
static uint64_t draw(uint64_t seed, uint64_t question, uint64_t about)
{
    return mix(mix(mix(seed + UINT64_C(0x9e3779b97f4a7c15)) ^ question) + about);
}

/* How many of `count` changes came before the random moment. */
static size_t moment(const struct cut *cut, uint64_t question, uint64_t about, size_t count)
{
    return cut->luck == NOTHING ? 0 : cut->luck == EVERYTHING ? count : draw(cut->seed, question, about) % (count + 1);
}

enum { ASK_ENTRY, ASK_SIZE, ASK_SECTOR, ASK_TORN, ASK_RUBBISH, ASK_WRITE };

static bool is_there(const struct cut *cut, size_t count, size_t change, uint64_t sector)
{
    size_t last = moment(cut, ASK_SIZE, 0, count);
    if (cut->luck == PER_WRITE)
        return draw(cut->seed, ASK_WRITE + change, sector) % 2;
    if (cut->luck == PER_SECTOR)
        return change < moment(cut, ASK_SECTOR, sector, count);
    return change < last || (cut->luck == IN_ORDER && change == last && draw(cut->seed, ASK_TORN, sector) % 2);
}

/* Returns the contents of the file after the cut; the caller frees them. */
static char *land(const struct cut *cut, const struct power_file *file, int64_t *ret_size)
{
    int64_t room = reach(file, file->count);
    char *bytes = calloc(1, (size_t)room + 1);
    power_demand(bytes != NULL, "no memory");
    if (file->synced_size > 0)
        memcpy(bytes, file->synced, (size_t)file->synced_size);
    for (int64_t at = file->synced_size; cut->rubbish && at < room; at++)
        bytes[at] = (char)draw(cut->seed, ASK_RUBBISH, (uint64_t)at);
    for (size_t i = 0; i < file->count; i++) {
        const struct change *change = &file->changes[i];
        int64_t end = change->offset + change->size, next;
        for (int64_t at = change->offset; at < end; at = next) {
            next = (at / cut->sector + 1) * cut->sector;
            next = next > end ? end : next;
            if (is_there(cut, file->count, i, (uint64_t)(at / cut->sector)))
                apply(bytes, at, next - at, change);
        }
    }
    size_t last = moment(cut, ASK_SIZE, 0, file->count);
    *ret_size = last > 0 ? file->changes[last - 1].file_size : file->synced_size;
    return bytes;
}

static void write_file(const char *directory, const char *path, const char *bytes, int64_t size)
{
    char name[4096];
    (void)snprintf(name, sizeof name, "%s/%s", directory, strrchr(path, '/') + 1);
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    power_demand(fd >= 0, "there is no place for the files of a cut");
    for (int64_t done = 0; done < size;) {
        ssize_t n = write(fd, bytes + done, (size_t)(size - done));
        power_demand(n > 0, "the file of a cut cannot be written");
        done += n;
    }
    (void)close(fd);
}

void power_disk_write(const struct power_disk *disk, uint64_t seed, const char *directory)
{
    struct cut cut = {.luck = (enum luck)(draw(seed, 0, 0) % LUCKS),
                      .sector = draw(seed, 0, 1) % 2 ? 512 : 4096,
                      .rubbish = draw(seed, 0, 2) % 2};
    bool together = draw(seed, 0, 3) % 2; /* all files lose power in the same way */
    uint64_t number = 4;
    for (const struct power_name *name = disk->names; name; name = name->next) {
        cut.seed = draw(seed, 0, number++);
        if (!together)
            cut.luck = (enum luck)(cut.seed % LUCKS);
        size_t entry = moment(&cut, ASK_ENTRY, 0, name->count);
        const struct power_file *file = entry > 0 ? name->later[entry - 1].file : name->certain;
        if (!file)
            continue;
        int64_t size = 0;
        char *bytes = land(&cut, file, &size);
        write_file(directory, name->path, bytes, size);
        free(bytes);
    }
}
