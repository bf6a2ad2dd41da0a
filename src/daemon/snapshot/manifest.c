/* Manifests: the table of entries by path, the file format, and reading and writing the files. */
#include "daemon/snapshot/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "daemon/snapshot/manifest.h"

#define HEAD "weir-kept "

/* Version 2 added the owner and group of each entry. */
enum { VERSION = 2, VERSION_WITHOUT_OWNERS = 1 };

enum {
    ARENA_BYTES = 256 << 20,
    FIRST_SLOTS = 128,
    RECORD_BYTES = 160,
    ENTRIES_MAX = 2 * SNAPSHOT_FILES, /* includes absent directories */
    CONTENTS_MAX = 4 * SNAPSHOT_FILES,
};

static const char letters[] = {[SNAPSHOT_ABSENT] = 'n',
                               [SNAPSHOT_FILE] = 'f',
                               [SNAPSHOT_LINK] = 'l',
                               [SNAPSHOT_DIRECTORY] = 'd',
                               [SNAPSHOT_OTHER] = 'o'};

void snapshot_manifest_init(struct snapshot_manifest *manifest)
{
    *manifest = (struct snapshot_manifest){.arena = ARENA_LIMITED(ARENA_BYTES), .version = VERSION, .complete = true};
}

void snapshot_manifest_clear(struct snapshot_manifest *manifest)
{
    arena_clear(&manifest->arena);
    free(manifest->items);
    free(manifest->slots);
    *manifest = (struct snapshot_manifest){0};
}

bool snapshot_path_is_valid(struct slice path)
{
    const char *at = path.data, *end = path.data + path.size;
    if (path.size == 0 || path.size >= PATH_MAX || memchr(path.data, '\0', path.size))
        return false;
    for (;;) {
        const char *slash = memchr(at, '/', (size_t)(end - at));
        struct slice piece = {at, (size_t)((slash ? slash : end) - at)};
        if (piece.size == 0 || piece.size > NAME_MAX || slice_is(piece, ".") || slice_is(piece, ".."))
            return false;
        if (!slash)
            return true;
        at = slash + 1;
    }
}

/* --- table --- */

static size_t hash(struct slice path)
{
    uint64_t sum = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < path.size; i++)
        sum = (sum ^ (unsigned char)path.data[i]) * UINT64_C(1099511628211);
    return (size_t)(sum ^ (sum >> 32));
}

static size_t slot_of(const struct snapshot_manifest *manifest, struct slice path)
{
    size_t at = hash(path) & (manifest->slot_count - 1);
    while (manifest->slots[at] != 0 && !slice_equal(manifest->items[manifest->slots[at] - 1].path, path))
        at = (at + 1) & (manifest->slot_count - 1);
    return at;
}

struct snapshot_entry *snapshot_manifest_find(const struct snapshot_manifest *manifest, struct slice path)
{
    if (manifest->slot_count == 0)
        return NULL;
    uint32_t slot = manifest->slots[slot_of(manifest, path)];
    return slot > 0 ? &manifest->items[slot - 1] : NULL;
}

static void fill_slots(struct snapshot_manifest *manifest)
{
    memset(manifest->slots, 0, manifest->slot_count * sizeof *manifest->slots);
    for (size_t i = 0; i < manifest->count; i++)
        manifest->slots[slot_of(manifest, manifest->items[i].path)] = (uint32_t)(i + 1);
}

/* Makes room for one more entry, with at most half of the slots used. */
static int grow(struct snapshot_manifest *manifest)
{
    if (manifest->count == manifest->capacity) {
        size_t capacity = manifest->capacity > 0 ? 2 * manifest->capacity : FIRST_SLOTS;
        struct snapshot_entry *items = realloc(manifest->items, capacity * sizeof *items);
        if (!items)
            return -ENOMEM;
        manifest->items = items;
        manifest->capacity = capacity;
    }
    if (2 * (manifest->count + 1) <= manifest->slot_count)
        return 0;
    size_t slot_count = manifest->slot_count > 0 ? 2 * manifest->slot_count : FIRST_SLOTS;
    uint32_t *slots = realloc(manifest->slots, slot_count * sizeof *slots);
    if (!slots)
        return -ENOMEM;
    manifest->slots = slots;
    manifest->slot_count = slot_count;
    fill_slots(manifest);
    return 0;
}

static void update_totals(struct snapshot_manifest *manifest, const struct snapshot_entry *entry, int sign)
{
    size_t text = entry->path.size + entry->target.size + RECORD_BYTES;
    manifest->bytes += entry->stored ? sign * entry->stamp.size : 0;
    manifest->text_bytes += sign > 0 ? text : -text;
}

int snapshot_manifest_add(struct snapshot_manifest *manifest, const struct snapshot_entry *entry,
                          struct snapshot_entry **ret_entry)
{
    struct snapshot_entry *item = snapshot_manifest_find(manifest, entry->path), copy = *entry;
    if (!item && (manifest->count >= ENTRIES_MAX ||
                  manifest->text_bytes + entry->path.size + entry->target.size > SNAPSHOT_MANIFEST_BYTES))
        return -ENOBUFS;
    int r = item ? 0 : grow(manifest);
    copy.path = item ? item->path : arena_copy(&manifest->arena, entry->path);
    copy.target = entry->kind == SNAPSHOT_LINK ? arena_copy(&manifest->arena, entry->target) : (struct slice){0};
    if (r < 0 || !copy.path.data || (entry->kind == SNAPSHOT_LINK && !copy.target.data))
        return -ENOMEM;
    if (item) {
        update_totals(manifest, item, -1);
    } else {
        manifest->slots[slot_of(manifest, copy.path)] = (uint32_t)manifest->count + 1;
        item = &manifest->items[manifest->count++];
    }
    *item = copy;
    update_totals(manifest, item, 1);
    if (copy.stored && copy.content >= manifest->contents)
        manifest->contents = copy.content + 1;
    if (ret_entry)
        *ret_entry = item;
    return 0;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct snapshot_entry *)a)->path.data, ((const struct snapshot_entry *)b)->path.data);
}

void snapshot_manifest_sort(struct snapshot_manifest *manifest)
{
    if (manifest->count == 0)
        return;
    qsort(manifest->items, manifest->count, sizeof *manifest->items, compare);
    fill_slots(manifest);
}

/* --- parsing --- */

/* Returns the record without its NUL. False: it is incomplete. */
static bool next_record(struct slice *bytes, struct slice *ret_record)
{
    const char *end = memchr(bytes->data, '\0', bytes->size);
    if (!end)
        return false;
    *ret_record = (struct slice){bytes->data, (size_t)(end - bytes->data)};
    bytes->data = end + 1;
    bytes->size -= ret_record->size + 1;
    return true;
}

/* Parses numbers that are separated by spaces; `good` becomes false at the first error. */
struct numbers {
    const char *at;
    bool good;
};

static bool step(struct numbers *numbers, const char *end)
{
    numbers->good = numbers->good && errno == 0 && end != numbers->at && *end == ' ';
    numbers->at = numbers->good ? end + 1 : numbers->at;
    return numbers->good;
}

static uint64_t next_unsigned(struct numbers *numbers, int base)
{
    char *end = NULL;
    errno = 0;
    bool plain = *numbers->at >= '0' && *numbers->at <= '9'; /* strtoull() would accept signs and spaces */
    uint64_t value = strtoull(numbers->at, &end, base);
    return step(numbers, plain ? end : numbers->at) ? value : 0;
}

static int64_t next_signed(struct numbers *numbers)
{
    char *end = NULL;
    errno = 0;
    bool plain = *numbers->at == '-' || (*numbers->at >= '0' && *numbers->at <= '9');
    int64_t value = strtoll(numbers->at, &end, 10);
    return step(numbers, plain ? end : numbers->at) ? value : 0;
}

static int parse_head(struct snapshot_manifest *manifest, struct slice record)
{
    if (!slice_starts_with(record, SLICE(HEAD)))
        return -EBADMSG;
    struct numbers numbers = {record.data + strlen(HEAD), true};
    uint64_t version = next_unsigned(&numbers, 10);
    if (!numbers.good || version < VERSION_WITHOUT_OWNERS || version > VERSION)
        return -EBADMSG;
    manifest->version = (unsigned)version;
    manifest->cwd_ino = next_unsigned(&numbers, 10);
    if (!numbers.good || numbers.at[0] != '/' || strlen(numbers.at) >= PATH_MAX)
        return -EBADMSG;
    manifest->cwd = arena_copy(&manifest->arena, slice_of(numbers.at));
    return manifest->cwd.data ? 0 : -ENOMEM;
}

static int parse_kind(char letter, enum snapshot_kind *ret_kind)
{
    for (size_t i = 0; i < sizeof letters; i++)
        if (letters[i] == letter) {
            *ret_kind = (enum snapshot_kind)i;
            return 0;
        }
    return -EBADMSG;
}

/* The target of a link is in the next record. Returns 1 if that is incomplete. */
static int parse_entry(struct snapshot_manifest *manifest, struct slice record, struct slice *bytes)
{
    struct snapshot_entry entry = {.uid = (uid_t)-1, .gid = (gid_t)-1};
    if (record.size < 4 || record.data[3] != ' ' || parse_kind(record.data[0], &entry.kind) < 0)
        return -EBADMSG;
    struct numbers numbers = {record.data + 4, true};
    uint64_t mode = next_unsigned(&numbers, 8);
    entry.stamp.dev = next_unsigned(&numbers, 10);
    entry.stamp.ino = next_unsigned(&numbers, 10);
    entry.stamp.size = next_signed(&numbers);
    entry.stamp.mtime_ns = next_signed(&numbers);
    entry.stamp.ctime_ns = next_signed(&numbers);
    uint64_t content = next_unsigned(&numbers, 10);
    if (manifest->version > VERSION_WITHOUT_OWNERS) {
        uint64_t uid = next_unsigned(&numbers, 10), gid = next_unsigned(&numbers, 10);
        numbers.good = numbers.good && uid <= UINT32_MAX && gid <= UINT32_MAX;
        entry.uid = (uid_t)uid;
        entry.gid = (gid_t)gid;
    }
    if (!numbers.good || entry.stamp.size < 0 || content > CONTENTS_MAX || mode > 07777)
        return -EBADMSG;
    entry.mode = (unsigned)mode;
    entry.content = (unsigned)content;
    entry.path = slice_of(numbers.at);
    entry.stored = record.data[1] == 'h' && entry.kind == SNAPSHOT_FILE && entry.stamp.size <= SNAPSHOT_FILE_BYTES;
    entry.fresh = record.data[2] == 'r';
    if (!snapshot_path_is_valid(entry.path))
        return -EBADMSG;
    if (entry.kind == SNAPSHOT_LINK && !next_record(bytes, &entry.target))
        return 1;
    return snapshot_manifest_add(manifest, &entry, NULL);
}

int snapshot_manifest_parse(struct snapshot_manifest *manifest, struct slice bytes)
{
    struct slice record, all = bytes;
    if (bytes.size == 0 || !next_record(&bytes, &record))
        return 0;
    int r = parse_head(manifest, record);
    while (r == 0) {
        manifest->valid_bytes = all.size - bytes.size;
        if (bytes.size == 0 || !next_record(&bytes, &record))
            break;
        if (slice_is(record, "w"))
            manifest->whole = true;
        else if (slice_is(record, "c"))
            manifest->cut = true;
        else if (slice_is(record, "i"))
            manifest->complete = false;
        else
            r = parse_entry(manifest, record, &bytes);
    }
    return r < 0 ? r : 0;
}

/* --- formatting --- */

int snapshot_manifest_write_head(struct buf *out, const struct snapshot_manifest *manifest)
{
    buf_printf(out, HEAD "%u %" PRIu64 " ", manifest->version, manifest->cwd_ino);
    buf_append_slice(out, manifest->cwd);
    return buf_append_char(out, '\0');
}

int snapshot_manifest_write_entry(struct buf *out, const struct snapshot_manifest *manifest,
                                  const struct snapshot_entry *entry)
{
    const struct snapshot_stamp *stamp = &entry->stamp;
    buf_printf(out, "%c%c%c %o %" PRIu64 " %" PRIu64 " %" PRId64 " %" PRId64 " %" PRId64 " %u ", letters[entry->kind],
               entry->stored ? 'h' : '-', entry->fresh ? 'r' : '-', entry->mode, stamp->dev, stamp->ino, stamp->size,
               stamp->mtime_ns, stamp->ctime_ns, entry->content);
    if (manifest->version > VERSION_WITHOUT_OWNERS)
        buf_printf(out, "%u %u ", entry->uid, entry->gid);
    buf_append_slice(out, entry->path);
    buf_append_char(out, '\0');
    if (entry->kind == SNAPSHOT_LINK) {
        buf_append_slice(out, entry->target);
        buf_append_char(out, '\0');
    }
    return out->error;
}

int snapshot_manifest_write_flags(struct buf *out, const struct snapshot_manifest *manifest)
{
    if (manifest->whole)
        buf_append(out, "w", 2);
    if (manifest->cut)
        buf_append(out, "c", 2);
    if (!manifest->complete)
        buf_append(out, "i", 2);
    return out->error;
}

int snapshot_manifest_write(struct buf *out, const struct snapshot_manifest *manifest)
{
    int r = snapshot_manifest_write_head(out, manifest);
    for (size_t i = 0; i < manifest->count && r == 0; i++)
        r = snapshot_manifest_write_entry(out, manifest, &manifest->items[i]);
    return r < 0 ? r : snapshot_manifest_write_flags(out, manifest);
}

/* --- files --- */

/* Somewhat more than the largest manifest. */
enum { FILE_BYTES = 2 * SNAPSHOT_MANIFEST_BYTES };

static int read_all(int fd, struct buf *out)
{
    for (;;) {
        char *room = buf_room(out, 64 << 10);
        if (!room)
            return out->error;
        ssize_t n = read(fd, room, 64 << 10);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? -errno : 0;
        out->size += (size_t)n;
    }
}

int snapshot_manifest_read(int task_fd, const char *name, struct snapshot_manifest *manifest)
{
    struct buf bytes = BUF_LIMITED(FILE_BYTES);
    autoclose int fd = openat(task_fd, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    int r = read_all(fd, &bytes);
    if (r == 0 && bytes.data)
        r = snapshot_manifest_parse(manifest, buf_slice(&bytes));
    buf_clear(&bytes);
    return r;
}

static int write_all(int fd, struct slice bytes)
{
    while (bytes.size > 0) {
        ssize_t n = write(fd, bytes.data, bytes.size);
        if (n < 0 && errno != EINTR)
            return -errno;
        bytes.data += n > 0 ? n : 0;
        bytes.size -= n > 0 ? (size_t)n : 0;
    }
    return 0;
}

int snapshot_manifest_save(int task_fd, const char *name, const struct snapshot_manifest *manifest)
{
    char temporary[64];
    struct buf bytes = BUF_LIMITED(FILE_BYTES);
    (void)snprintf(temporary, sizeof temporary, "%s.new", name);
    autoclose int fd = openat(task_fd, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return -errno;
    int r = snapshot_manifest_write(&bytes, manifest);
    if (r == 0)
        r = write_all(fd, buf_slice(&bytes));
    if (r == 0)
        r = fault_point("kept.save");
    if (r == 0 && renameat(task_fd, temporary, task_fd, name) < 0)
        r = -errno;
    if (r < 0)
        (void)unlinkat(task_fd, temporary, 0);
    buf_clear(&bytes);
    return r;
}

int snapshot_manifest_append(int task_fd, const char *name, const struct snapshot_manifest *manifest, size_t first)
{
    struct buf bytes = BUF_LIMITED(FILE_BYTES);
    autoclose int fd = openat(task_fd, name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return -errno;
    int r = manifest->valid_bytes == 0 ? snapshot_manifest_write_head(&bytes, manifest) : 0;
    for (size_t i = first; i < manifest->count && r == 0; i++)
        r = snapshot_manifest_write_entry(&bytes, manifest, &manifest->items[i]);
    if (r == 0)
        r = snapshot_manifest_write_flags(&bytes, manifest);
    /* Cuts an incomplete record, which would otherwise merge with the new ones. */
    if (r == 0 && ftruncate(fd, (off_t)manifest->valid_bytes) < 0)
        r = -errno;
    if (r == 0 && lseek(fd, (off_t)manifest->valid_bytes, SEEK_SET) < 0)
        r = -errno;
    if (r == 0)
        r = write_all(fd, buf_slice(&bytes));
    buf_clear(&bytes);
    return r;
}
