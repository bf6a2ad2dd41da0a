#include "unit/power.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "unit/power_disk.h"

enum { SYNC_NS = 200000 };

static struct {
    sqlite3_vfs vfs;
    sqlite3_vfs *below;
    char *directory;
    void (*before)(void *user);
    void *user;
    sqlite3_syscall_ptr open_directory;
    pthread_mutex_t lock;
    struct power_disk disk; /* protected by the lock */
} power = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The VFS below syncs the directory within a sync or a deletion, and opens it for that. */
static _Thread_local bool synced_directory;

static int note_directory(const char *path, int *ret_fd)
{
    synced_directory = true;
    return ((int (*)(const char *, int *))power.open_directory)(path, ret_fd);
}

static void lock(void)
{
    (void)pthread_mutex_lock(&power.lock);
}

static void unlock(void)
{
    (void)pthread_mutex_unlock(&power.lock);
}

static void about_to_change(void)
{
    if (power.before)
        power.before(power.user);
}

/* --- open files --- */

struct handle {
    sqlite3_file base;
    struct power_file *file;
    sqlite3_file *below; /* follows this struct in memory */
};

static struct handle *handle_of(sqlite3_file *base)
{
    return (struct handle *)base;
}

#define BELOW(base, call, ...) (handle_of(base)->below->pMethods->call(handle_of(base)->below, ##__VA_ARGS__))

static int on_write(sqlite3_file *base, const void *data, int size, sqlite3_int64 offset)
{
    about_to_change();
    lock();
    int code = BELOW(base, xWrite, data, size, offset);
    if (code == SQLITE_OK)
        power_file_write(handle_of(base)->file, data, offset, size);
    unlock();
    return code;
}

static int on_truncate(sqlite3_file *base, sqlite3_int64 size)
{
    about_to_change();
    lock();
    int code = BELOW(base, xTruncate, size);
    if (code == SQLITE_OK)
        power_file_truncate(handle_of(base)->file, size);
    unlock();
    return code;
}

/* Sleeps, as a disk takes time, so that a thread that does not wait for the sync is noticed. Writes of other threads
 * meanwhile are not covered by this sync. */
static int on_sync(sqlite3_file *base, int flags)
{
    struct power_file *file = handle_of(base)->file;
    about_to_change();
    lock();
    uint64_t number = power_file_number(file), entry_number = power.disk.entry_number;
    unlock();
    (void)nanosleep(&(struct timespec){.tv_nsec = SYNC_NS}, NULL);
    synced_directory = false;
    int code = BELOW(base, xSync, flags);
    lock();
    if (code == SQLITE_OK)
        power_file_settle(file, number);
    if (code == SQLITE_OK && synced_directory)
        power_disk_settle(&power.disk, entry_number);
    unlock();
    return code;
}

static int on_close(sqlite3_file *base)
{
    return BELOW(base, xClose);
}

static int on_read(sqlite3_file *base, void *data, int size, sqlite3_int64 offset)
{
    return BELOW(base, xRead, data, size, offset);
}

static int on_size(sqlite3_file *base, sqlite3_int64 *ret_size)
{
    return BELOW(base, xFileSize, ret_size);
}

static int on_lock(sqlite3_file *base, int level)
{
    return BELOW(base, xLock, level);
}

static int on_unlock(sqlite3_file *base, int level)
{
    return BELOW(base, xUnlock, level);
}

static int on_check_lock(sqlite3_file *base, int *ret_reserved)
{
    return BELOW(base, xCheckReservedLock, ret_reserved);
}

static int on_control(sqlite3_file *base, int what, void *argument)
{
    return BELOW(base, xFileControl, what, argument);
}

static int on_sector_size(sqlite3_file *base)
{
    return BELOW(base, xSectorSize);
}

static int on_characteristics(sqlite3_file *base)
{
    return BELOW(base, xDeviceCharacteristics);
}

static int on_map(sqlite3_file *base, int page, int size, int extend, void volatile **ret_memory)
{
    return BELOW(base, xShmMap, page, size, extend, ret_memory);
}

static int on_shared_lock(sqlite3_file *base, int offset, int count, int flags)
{
    return BELOW(base, xShmLock, offset, count, flags);
}

static void on_barrier(sqlite3_file *base)
{
    BELOW(base, xShmBarrier);
}

static int on_unmap(sqlite3_file *base, int remove)
{
    return BELOW(base, xShmUnmap, remove);
}

static int on_fetch(sqlite3_file *base, sqlite3_int64 offset, int size, void **ret_memory)
{
    return BELOW(base, xFetch, offset, size, ret_memory);
}

static int on_unfetch(sqlite3_file *base, sqlite3_int64 offset, void *memory)
{
    return BELOW(base, xUnfetch, offset, memory);
}

static const sqlite3_io_methods methods = {
    .iVersion = 3,
    .xClose = on_close,
    .xRead = on_read,
    .xWrite = on_write,
    .xTruncate = on_truncate,
    .xSync = on_sync,
    .xFileSize = on_size,
    .xLock = on_lock,
    .xUnlock = on_unlock,
    .xCheckReservedLock = on_check_lock,
    .xFileControl = on_control,
    .xSectorSize = on_sector_size,
    .xDeviceCharacteristics = on_characteristics,
    .xShmMap = on_map,
    .xShmLock = on_shared_lock,
    .xShmBarrier = on_barrier,
    .xShmUnmap = on_unmap,
    .xFetch = on_fetch,
    .xUnfetch = on_unfetch,
};

/* --- directory --- */

static bool is_watched(const char *path)
{
    size_t length = strlen(power.directory);
    return path && strncmp(path, power.directory, length) == 0 && path[length] == '/';
}

static int on_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *ret_flags)
{
    const int kept = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL;
    struct handle *handle = handle_of(base);
    (void)vfs;
    if (!(flags & kept) || !is_watched(path))
        return power.below->xOpen(power.below, path, base, flags, ret_flags);
    *handle = (struct handle){.below = (sqlite3_file *)(handle + 1)};
    lock();
    bool was_there = access(path, F_OK) == 0;
    int code = power.below->xOpen(power.below, path, handle->below, flags, ret_flags);
    if (code == SQLITE_OK) {
        struct power_file *known = was_there ? power_disk_find(&power.disk, path) : NULL;
        handle->file = known ? known : power_disk_open(&power.disk, path);
        handle->base.pMethods = &methods;
    }
    unlock();
    return code;
}

static int on_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    (void)vfs;
    if (!is_watched(path))
        return power.below->xDelete(power.below, path, sync);
    about_to_change();
    lock();
    synced_directory = false;
    int code = power.below->xDelete(power.below, path, sync);
    if (code == SQLITE_OK)
        power_disk_delete(&power.disk, path);
    if (code == SQLITE_OK && synced_directory)
        power_disk_settle(&power.disk, power.disk.entry_number);
    unlock();
    return code;
}

/* --- switching on and off --- */

void power_on(const char *directory, void (*before)(void *user), void *user)
{
    power.below = sqlite3_vfs_find("unix");
    power_demand(power.below != NULL, "SQLite has no usual VFS");
    power.directory = strdup(directory);
    power.before = before;
    power.user = user;
    power.open_directory = power.below->xGetSystemCall(power.below, "openDirectory");
    power_demand(power.directory && power.open_directory, "SQLite's usual VFS is not as it was");
    (void)power.below->xSetSystemCall(power.below, "openDirectory", (sqlite3_syscall_ptr)note_directory);
    power.vfs = *power.below;
    power.vfs.zName = "power";
    power.vfs.pNext = NULL;
    power.vfs.szOsFile = (int)sizeof(struct handle) + power.below->szOsFile;
    power.vfs.xOpen = on_open;
    power.vfs.xDelete = on_delete;
    power_demand(sqlite3_vfs_register(&power.vfs, 1) == SQLITE_OK, "SQLite refuses the VFS");
}

void power_cut(uint64_t seed, const char *directory)
{
    lock();
    power_disk_write(&power.disk, seed, directory);
    unlock();
}

void power_off(void)
{
    (void)sqlite3_vfs_register(power.below, 1);
    (void)sqlite3_vfs_unregister(&power.vfs);
    (void)power.below->xSetSystemCall(power.below, "openDirectory", power.open_directory);
    power_disk_clear(&power.disk);
    free(power.directory);
    power.directory = NULL;
}
