#include "unpack/zip.h"

#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    HEADER = 0x04034b50,
    RECORD = 0x02014b50,
    DESCRIPTOR = 0x08074b50,
    END = 0x06054b50,
    END64 = 0x06064b50,
    LOCATOR64 = 0x07064b50,
};
enum { HEADER_SIZE = 30, RECORD_SIZE = 46, END_SIZE = 22, END64_SIZE = 56, LOCATOR64_SIZE = 20, COMMENT_MAX = 0xffff };
enum { STORED = 0, DEFLATED = 8 };
enum { ENCRYPTED = 1, OPTIONS = 6, HAS_DESCRIPTOR = 8, STRONG = 0x40, UTF8 = 0x800, MASKED = 0x2000 };
enum { EXTRA_ZIP64 = 0x0001, EXTRA_NAME = 0x7075, EXTRA_AES = 0x9901 };
static const uint32_t full32 = 0xffffffff;

static uint16_t get16(const char *at)
{
    uint16_t number;
    memcpy(&number, at, sizeof number);
    return le16toh(number);
}

static uint32_t get32(const char *at)
{
    uint32_t number;
    memcpy(&number, at, sizeof number);
    return le32toh(number);
}

static uint64_t get64(const char *at)
{
    uint64_t number;
    memcpy(&number, at, sizeof number);
    return le64toh(number);
}

static bool has(struct slice archive, uint64_t at, uint64_t size)
{
    return at <= archive.size && size <= archive.size - at;
}

static bool has_signature(struct slice archive, uint64_t at, uint32_t signature)
{
    return has(archive, at, 4) && get32(archive.data + at) == signature;
}

/* --- the end --- */

/* Where the directory is. */
struct end {
    uint64_t at, size, count;
    uint64_t limit; /* the directory ends here */
};

/* The one at the very end of the file. A comment that could be taken for another one is refused with it. */
static int find_end(struct slice archive, uint64_t *ret_at, struct refusal *refusal)
{
    static const struct slice none = {0};
    uint64_t lowest = archive.size > END_SIZE + COMMENT_MAX ? archive.size - END_SIZE - COMMENT_MAX : 0;
    if (archive.size < END_SIZE)
        return refuse(refusal, UNPACKER_REFUSAL_NOT_A_ZIP, none, "the file is not a zip archive");
    for (uint64_t at = archive.size - END_SIZE + 1; at-- > lowest;) {
        if (!has_signature(archive, at, END))
            continue;
        if (get16(archive.data + at + 20) != archive.size - at - END_SIZE)
            return refuse(refusal, UNPACKER_REFUSAL_DISAGREE, none,
                          "the archive has more than one end, or bytes behind its end");
        *ret_at = at;
        return 0;
    }
    return refuse(refusal, UNPACKER_REFUSAL_NOT_A_ZIP, none, "the file is not a zip archive: it has no directory");
}

/* A field of the old end is full if the new one has the number. */
static bool is_same(uint64_t old, uint64_t full, uint64_t number)
{
    return old == full || old == number;
}

static int read_end64(struct slice archive, uint64_t end_at, struct end *end, struct refusal *refusal)
{
    static const struct slice none = {0};
    const char *locator = archive.data + end_at - LOCATOR64_SIZE;
    uint64_t at = get64(locator + 8), old_count = end->count, old_size = end->size, old_at = end->at;
    if (get32(locator + 4) != 0 || get32(locator + 16) != 1)
        return refuse(refusal, UNPACKER_REFUSAL_UNSUPPORTED, none, "the archive is split into several files");
    if (!has(archive, at, END64_SIZE) || at + END64_SIZE != end_at - LOCATOR64_SIZE ||
        !has_signature(archive, at, END64) || get64(archive.data + at + 4) != END64_SIZE - 12)
        return refuse(refusal, UNPACKER_REFUSAL_DISAGREE, none, "the two ends of the archive do not agree");
    if (get32(archive.data + at + 16) != 0 || get32(archive.data + at + 20) != 0)
        return refuse(refusal, UNPACKER_REFUSAL_UNSUPPORTED, none, "the archive is split into several files");
    end->count = get64(archive.data + at + 32);
    end->size = get64(archive.data + at + 40);
    end->at = get64(archive.data + at + 48);
    end->limit = at;
    if (get64(archive.data + at + 24) != end->count || !is_same(old_count, 0xffff, end->count) ||
        !is_same(old_size, full32, end->size) || !is_same(old_at, full32, end->at))
        return refuse(refusal, UNPACKER_REFUSAL_DISAGREE, none, "the two ends of the archive do not agree");
    return 0;
}

static int read_end(struct slice archive, struct end *ret_end, struct refusal *refusal)
{
    static const struct slice none = {0};
    uint64_t at = 0;
    int r = find_end(archive, &at, refusal);
    if (r < 0)
        return r;
    const char *data = archive.data + at;
    struct end end = {.at = get32(data + 16), .size = get32(data + 12), .count = get16(data + 10), .limit = at};
    if (get16(data + 4) != 0 || get16(data + 6) != 0 || get16(data + 8) != end.count)
        return refuse(refusal, UNPACKER_REFUSAL_UNSUPPORTED, none, "the archive is split into several files");
    if (at >= LOCATOR64_SIZE && has_signature(archive, at - LOCATOR64_SIZE, LOCATOR64))
        r = read_end64(archive, at, &end, refusal);
    if (r < 0)
        return r;
    if (!has(archive, end.at, end.size) || end.at + end.size != end.limit)
        return refuse(refusal, UNPACKER_REFUSAL_DISAGREE, none,
                      "the directory of the archive is not where the end of the archive says");
    if (end.count > UNPACK_FILES_MAX)
        return refuse(refusal, UNPACKER_REFUSAL_TOO_MANY_FILES, none, "the archive has %" PRIu64 " entries (limit: %d)",
                      end.count, UNPACK_FILES_MAX);
    *ret_end = end;
    return 0;
}

/* --- extra fields --- */

/* Finds the field. 0: there is none; 1: *ret_field; negative: the fields are not well-formed, or one comes twice. */
static int find_extra(struct slice extra, uint16_t id, struct slice *ret_field)
{
    int found = 0;
    while (extra.size > 0) {
        size_t size = extra.size >= 4 ? get16(extra.data + 2) : 0;
        if (extra.size < 4 || size > extra.size - 4)
            return -EBADMSG;
        if (get16(extra.data) == id && found++)
            return -EBADMSG;
        if (get16(extra.data) == id)
            *ret_field = (struct slice){extra.data + 4, size};
        extra = (struct slice){extra.data + 4 + size, extra.size - 4 - size};
    }
    return found;
}

/* Takes the next number of the field for zip64, if the old one is full. */
static bool widen(struct slice *field, uint64_t *number)
{
    if (*number != full32)
        return true;
    if (field->size < 8)
        return false;
    *number = get64(field->data);
    *field = (struct slice){field->data + 8, field->size - 8};
    return true;
}

/* Some readers take the name from here. */
static int check_extra_name(const struct zip_entry *entry, struct slice extra, struct refusal *refusal)
{
    enum { BEFORE = 5 }; /* a version and a checksum */
    struct slice field = {0};
    int r = find_extra(extra, EXTRA_NAME, &field);
    if (r < 0)
        return refuse(refusal, UNPACKER_REFUSAL_DAMAGED, entry->name, "has extra fields that cannot be read");
    if (r > 0 &&
        (field.size < BEFORE || !slice_equal((struct slice){field.data + BEFORE, field.size - BEFORE}, entry->name)))
        return refuse(refusal, UNPACKER_REFUSAL_DISAGREE, entry->name, "has a second name, which is another one");
    if (find_extra(extra, EXTRA_AES, &field) != 0)
        return refuse(refusal, UNPACKER_REFUSAL_ENCRYPTED, entry->name, "is encrypted");
    return 0;
}

/* --- records of the directory --- */

static int check_kind(const struct zip_entry *entry, struct refusal *refusal)
{
    if (entry->flags & (ENCRYPTED | STRONG | MASKED))
        return refuse(refusal, UNPACKER_REFUSAL_ENCRYPTED, entry->name, "is encrypted");
    if (entry->flags & ~(unsigned)(OPTIONS | HAS_DESCRIPTOR | UTF8))
        return refuse(refusal, UNPACKER_REFUSAL_UNSUPPORTED, entry->name,
                      "uses a feature of zip that apps do not need");
    if (entry->method != STORED && entry->method != DEFLATED)
        return refuse(refusal, UNPACKER_REFUSAL_UNSUPPORTED, entry->name,
                      "is compressed with method %u; use deflate, or none", entry->method);
    if (entry->method == STORED && entry->packed != entry->size)
        return refuse(refusal, UNPACKER_REFUSAL_DISAGREE, entry->name, "is not compressed, but has two sizes");
    if (entry->is_directory && (entry->size > 0 || entry->packed > (entry->method == DEFLATED ? 2 : 0)))
        return refuse(refusal, UNPACKER_REFUSAL_BAD_TYPE, entry->name, "is a directory with contents");
    return 0;
}

static const char *type_name(unsigned mode)
{
    return S_ISLNK(mode)                    ? "a symbolic link"
           : S_ISCHR(mode) || S_ISBLK(mode) ? "a device"
           : S_ISFIFO(mode)                 ? "a pipe"
           : S_ISSOCK(mode)                 ? "a socket"
                                            : "neither a file nor a directory";
}

/* The upper half of the attributes is a mode of Unix, if the archive was made there; other systems leave it empty. */
static int check_type(const struct zip_entry *entry, uint32_t attributes, struct refusal *refusal)
{
    enum { DOS_LABEL = 8, DOS_DIRECTORY = 16, REPARSE_POINT = 0x400 };
    unsigned mode = attributes >> 16, type = mode & S_IFMT;
    if (type != 0 && type != S_IFREG && type != S_IFDIR)
        return refuse(refusal, UNPACKER_REFUSAL_BAD_TYPE, entry->name, "is %s; only files and directories are allowed",
                      type_name(mode));
    if (type == 0 && (attributes & (DOS_LABEL | REPARSE_POINT)))
        return refuse(refusal, UNPACKER_REFUSAL_BAD_TYPE, entry->name, "is a link or a label of a disk");
    if ((type == S_IFDIR || (type == 0 && (attributes & DOS_DIRECTORY))) != entry->is_directory &&
        (type != 0 || !entry->is_directory))
        return refuse(refusal, UNPACKER_REFUSAL_BAD_TYPE, entry->name,
                      "is a directory in one place, and a file in another");
    return 0;
}

/* Reads the record at *at, and moves behind it. */
static int read_record(struct slice archive, const struct end *end, uint64_t *at, struct zip_entry *ret_entry,
                       struct refusal *refusal)
{
    static const struct slice none = {0};
    const char *data = archive.data + *at;
    if (end->limit - *at < RECORD_SIZE || !has_signature(archive, *at, RECORD))
        return refuse(refusal, UNPACKER_REFUSAL_DISAGREE, none, "the directory of the archive is not complete");
    size_t name = get16(data + 28), extra = get16(data + 30), comment = get16(data + 32);
    if (end->limit - *at - RECORD_SIZE < name + extra + comment)
        return refuse(refusal, UNPACKER_REFUSAL_DISAGREE, none, "the directory of the archive is not complete");
    struct zip_entry entry = {.name = {data + RECORD_SIZE, name},
                              .header_at = get32(data + 42),
                              .packed = get32(data + 20),
                              .size = get32(data + 24),
                              .crc = get32(data + 16),
                              .flags = get16(data + 8),
                              .method = get16(data + 10)};
    struct slice fields = {data + RECORD_SIZE + name, extra}, wide = {0};
    entry.is_directory = name > 0 && entry.name.data[name - 1] == '/';
    if (name == 0)
        return refuse(refusal, UNPACKER_REFUSAL_BAD_PATH, none, "an entry of the archive has no name");
    if (find_extra(fields, EXTRA_ZIP64, &wide) < 0 || !widen(&wide, &entry.size) || !widen(&wide, &entry.packed) ||
        !widen(&wide, &entry.header_at))
        return refuse(refusal, UNPACKER_REFUSAL_DAMAGED, entry.name, "has extra fields that cannot be read");
    if (get16(data + 34) != 0)
        return refuse(refusal, UNPACKER_REFUSAL_UNSUPPORTED, none, "the archive is split into several files");
    int r = check_extra_name(&entry, fields, refusal);
    if (r == 0)
        r = check_type(&entry, get32(data + 38), refusal);
    if (r == 0)
        r = check_kind(&entry, refusal);
    *at += RECORD_SIZE + name + extra + comment;
    *ret_entry = entry;
    return r;
}

/* --- headers before the entries --- */

static int disagree(const struct zip_entry *entry, const char *what, struct refusal *refusal)
{
    return refuse(refusal, UNPACKER_REFUSAL_DISAGREE, entry->name,
                  "has another %s in the directory of the archive than in its own header", what);
}

/* With a descriptor, the header may leave the numbers out. */
static bool may_be(const struct zip_entry *entry, uint64_t in_header, uint64_t in_record)
{
    return in_header == in_record || ((entry->flags & HAS_DESCRIPTOR) && in_header == 0);
}

static int check_header_sizes(const struct zip_entry *entry, const char *data, struct slice extra,
                              struct refusal *refusal)
{
    uint64_t size = get32(data + 22), packed = get32(data + 18);
    struct slice wide = {0};
    if (find_extra(extra, EXTRA_ZIP64, &wide) < 0 || !widen(&wide, &size) || !widen(&wide, &packed))
        return refuse(refusal, UNPACKER_REFUSAL_DAMAGED, entry->name, "has extra fields that cannot be read");
    if (!may_be(entry, size, entry->size) || !may_be(entry, packed, entry->packed))
        return disagree(entry, "size", refusal);
    if (!may_be(entry, get32(data + 14), entry->crc))
        return disagree(entry, "checksum", refusal);
    return check_extra_name(entry, extra, refusal);
}

static int check_header(struct slice archive, struct zip_entry *entry, struct refusal *refusal)
{
    const char *data = archive.data + entry->header_at;
    if (!has(archive, entry->header_at, HEADER_SIZE) || !has_signature(archive, entry->header_at, HEADER))
        return refuse(refusal, UNPACKER_REFUSAL_DISAGREE, entry->name,
                      "is not where the directory of the archive says");
    size_t name = get16(data + 26), extra = get16(data + 28);
    if (!has(archive, entry->header_at + HEADER_SIZE, name + extra))
        return refuse(refusal, UNPACKER_REFUSAL_DAMAGED, entry->name, "is cut off");
    entry->data_at = entry->header_at + HEADER_SIZE + name + extra;
    if (!has(archive, entry->data_at, entry->packed))
        return refuse(refusal, UNPACKER_REFUSAL_DISAGREE, entry->name, "is larger than the archive");
    if (!slice_equal((struct slice){data + HEADER_SIZE, name}, entry->name))
        return disagree(entry, "name", refusal);
    if ((get16(data + 6) | OPTIONS) != (entry->flags | OPTIONS))
        return disagree(entry, "set of features", refusal);
    if (get16(data + 8) != entry->method)
        return disagree(entry, "compression", refusal);
    return check_header_sizes(entry, data, (struct slice){data + HEADER_SIZE + name, extra}, refusal);
}

/* --- what lies between the entries --- */

/* A descriptor repeats checksum and sizes; its signature and the width of the sizes vary. */
static bool is_descriptor(const struct zip_entry *entry, struct slice bytes)
{
    bool is_wide = bytes.size == 20 || bytes.size == 24;
    bool is_marked = bytes.size == 16 || bytes.size == 24;
    const char *at = bytes.data;
    if (bytes.size != 12 && !is_wide && !is_marked)
        return false;
    if (is_marked && get32(at) != DESCRIPTOR)
        return false;
    at += is_marked ? 4 : 0;
    uint64_t packed = is_wide ? get64(at + 4) : get32(at + 4);
    uint64_t size = is_wide ? get64(at + 12) : get32(at + 8);
    return get32(at) == entry->crc && packed == entry->packed && size == entry->size;
}

static int by_place(const void *a, const void *b)
{
    const struct zip_entry *one = a, *other = b;
    return (one->header_at > other->header_at) - (one->header_at < other->header_at);
}

static int check_between(struct slice archive, const struct zip_entry *entry, uint64_t next, struct refusal *refusal)
{
    uint64_t end = entry->data_at + entry->packed;
    if (end > next)
        return refuse(refusal, UNPACKER_REFUSAL_OVERLAP, entry->name, "overlaps another entry");
    bool is_right = entry->flags & HAS_DESCRIPTOR ? is_descriptor(entry, (struct slice){archive.data + end, next - end})
                                                  : end == next;
    if (!is_right && (entry->flags & HAS_DESCRIPTOR) && next - end >= 12 && next - end <= 24)
        return refuse(refusal, UNPACKER_REFUSAL_DISAGREE, entry->name,
                      "has another size or checksum in the directory of the archive than behind its data");
    if (!is_right)
        return refuse(refusal, UNPACKER_REFUSAL_OVERLAP, entry->name,
                      "is followed by bytes that belong to no entry of the directory");
    return 0;
}

static int check_places(struct slice archive, const struct zip *zip, uint64_t end, struct refusal *refusal)
{
    static const struct slice none = {0};
    int r = 0;
    if ((zip->count > 0 ? zip->entries[0].header_at : end) != 0)
        return refuse(refusal, UNPACKER_REFUSAL_OVERLAP, none,
                      "the archive begins with bytes that belong to no entry of the directory");
    for (size_t i = 0; r == 0 && i < zip->count; i++)
        r = check_between(archive, &zip->entries[i], i + 1 < zip->count ? zip->entries[i + 1].header_at : end, refusal);
    return r;
}

/* --- the whole --- */

static int check_sizes(struct slice archive, struct zip *zip, struct refusal *refusal)
{
    static const struct slice none = {0};
    for (size_t i = 0; i < zip->count; i++) {
        const struct zip_entry *entry = &zip->entries[i];
        if (entry->size > UNPACK_BYTES_MAX || zip->bytes + entry->size > UNPACK_BYTES_MAX)
            return refuse(refusal, UNPACKER_REFUSAL_TOO_LARGE, none, "the files are larger than %d MiB together",
                          UNPACK_BYTES_MAX >> 20);
        zip->bytes += entry->size;
    }
    if (zip->bytes > UNPACK_RATIO_MAX * (uint64_t)archive.size)
        return refuse(refusal, UNPACKER_REFUSAL_TOO_COMPRESSED, none,
                      "the files are %" PRIu64 " times as large as the archive (limit: %d)", zip->bytes / archive.size,
                      UNPACK_RATIO_MAX);
    return 0;
}

static int read_all(struct slice archive, const struct end *end, struct zip *zip, struct refusal *refusal)
{
    static const struct slice none = {0};
    uint64_t at = end->at;
    int r = 0;
    while (r == 0 && zip->count < end->count) {
        r = read_record(archive, end, &at, &zip->entries[zip->count], refusal);
        if (r == 0)
            r = check_header(archive, &zip->entries[zip->count], refusal);
        zip->count++;
    }
    if (r == 0 && at != end->limit)
        r = refuse(refusal, UNPACKER_REFUSAL_DISAGREE, none,
                   "the directory of the archive has more entries than it says");
    return r;
}

int zip_read(struct slice archive, struct zip *ret_zip, struct refusal *refusal)
{
    static const struct slice none = {0};
    struct zip zip = {0};
    struct end end = {0};
    if (archive.size > UNPACK_PACKED_MAX)
        return refuse(refusal, UNPACKER_REFUSAL_TOO_LARGE, none, "the archive is larger than %d MiB",
                      UNPACK_PACKED_MAX >> 20);
    int r = read_end(archive, &end, refusal);
    if (r < 0)
        return r;
    zip.entries = calloc(end.count + 1, sizeof *zip.entries);
    if (!zip.entries)
        return -ENOMEM;
    r = read_all(archive, &end, &zip, refusal);
    if (r == 0)
        qsort(zip.entries, zip.count, sizeof *zip.entries, by_place);
    if (r == 0)
        r = check_places(archive, &zip, end.at, refusal);
    if (r == 0)
        r = check_sizes(archive, &zip, refusal);
    if (r == 0)
        *ret_zip = zip;
    else
        zip_clear(&zip);
    return r;
}

void zip_clear(struct zip *zip)
{
    free(zip->entries);
    *zip = (struct zip){0};
}
