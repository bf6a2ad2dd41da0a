#include "unpack/extract.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "unpack/names.h"
#include "unpack/nested.h"
#include "unpack/zip.h"

enum { WHY_MAX = 160 };

struct extraction {
    struct zip zip;
    struct names names;
    struct archive *reader;
    int directory;
    struct unpacked done;
    struct refusal *refusal;
};

/* The file that is being written. */
struct output {
    const struct zip_entry *entry;
    int fd;
    uint64_t size;
    char head[NESTED_HEAD];
    size_t head_size;
};

static int fail_write(struct extraction *extraction, struct slice path, int error)
{
    bool is_full = error == ENOSPC || error == EDQUOT;
    return refuse(extraction->refusal, is_full ? UNPACKER_REFUSAL_NO_SPACE : UNPACKER_REFUSAL_FAILED, path,
                  "cannot be written: %s", strerror(error));
}

static int fail_read(struct extraction *extraction, const struct zip_entry *entry)
{
    const char *why = archive_error_string(extraction->reader);
    int size = why ? (int)strcspn(why, "\n") : 0;
    return refuse(extraction->refusal, UNPACKER_REFUSAL_DAMAGED, entry->name, "is damaged: %.*s",
                  size < WHY_MAX ? size : WHY_MAX, why ? why : "");
}

/* --- directories --- */

/* The path of a node, with a NUL. names_check() has limited its size. */
static const char *path_of(const struct name_node *node, char text[static UNPACK_PATH_MAX + 1])
{
    memcpy(text, node->path.data, node->path.size);
    text[node->path.size] = '\0';
    return text;
}

static int make_directory(struct extraction *extraction, struct name_node *node)
{
    char path[UNPACK_PATH_MAX + 1];
    if (mkdirat(extraction->directory, path_of(node, path), 0700) < 0)
        return fail_write(extraction, node->path, errno);
    node->is_made = true;
    return 0;
}

/* Makes the directories above a node, from the top. */
static int make_parents(struct extraction *extraction, const struct name_node *node)
{
    size_t missing[UNPACK_DEPTH_MAX], count = 0;
    for (size_t at = node->parent; at > 0 && !extraction->names.nodes[at].is_made;
         at = extraction->names.nodes[at].parent)
        missing[count++] = at;
    int r = 0;
    while (r == 0 && count > 0)
        r = make_directory(extraction, &extraction->names.nodes[missing[--count]]);
    return r;
}

/* --- files --- */

static int write_all(int fd, const char *data, size_t size)
{
    while (size > 0) {
        ssize_t n = write(fd, data, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        data += n;
        size -= (size_t)n;
    }
    return 0;
}

/* libarchive ends an entry at the size of its header, which is the one that was checked; this relies on nothing. */
static int take_block(struct extraction *extraction, struct output *output, const char *data, size_t size)
{
    const struct zip_entry *entry = output->entry;
    if (size == 0)
        return 0; /* `data` may be NULL */
    if (size > entry->size - output->size)
        return refuse(extraction->refusal, UNPACKER_REFUSAL_DISAGREE, entry->name,
                      "is larger than the directory of the archive says");
    if (output->head_size < sizeof output->head) {
        size_t more = sizeof output->head - output->head_size;
        more = more < size ? more : size;
        memcpy(output->head + output->head_size, data, more);
        output->head_size += more;
    }
    output->size += size;
    extraction->done.bytes += size;
    int r = write_all(output->fd, data, size);
    return r < 0 ? fail_write(extraction, entry->name, -r) : 0;
}

static int copy_data(struct extraction *extraction, struct output *output)
{
    const void *data;
    size_t size;
    la_int64_t offset;
    for (;;) {
        int r = archive_read_data_block(extraction->reader, &data, &size, &offset);
        if (r == ARCHIVE_EOF)
            return 0;
        if (r != ARCHIVE_OK || offset < 0 || (size > 0 && (uint64_t)offset != output->size))
            return fail_read(extraction, output->entry);
        r = take_block(extraction, output, data, size);
        if (r < 0)
            return r;
    }
}

static int check_contents(struct extraction *extraction, const struct output *output)
{
    const struct zip_entry *entry = output->entry;
    const char *kind = nested_kind((struct slice){output->head, output->head_size}, entry->name);
    if (output->size != entry->size)
        return refuse(extraction->refusal, UNPACKER_REFUSAL_DISAGREE, entry->name,
                      "is smaller than the directory of the archive says");
    if (kind)
        return refuse(extraction->refusal, UNPACKER_REFUSAL_NESTED_ARCHIVE, entry->name,
                      "is an archive itself (%s); apps may have no archives", kind);
    return 0;
}

static int write_file(struct extraction *extraction, const struct zip_entry *entry, const struct name_node *node)
{
    char path[UNPACK_PATH_MAX + 1];
    autoclose int fd =
        openat(extraction->directory, path_of(node, path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return fail_write(extraction, entry->name, errno);
    struct output output = {.entry = entry, .fd = fd};
    int r = copy_data(extraction, &output);
    if (r == 0)
        r = check_contents(extraction, &output);
    if (r == 0 && close(take_fd(&fd)) < 0)
        r = fail_write(extraction, entry->name, errno);
    extraction->done.files += r == 0;
    return r;
}

/* --- entries --- */

/* Whether libarchive sees the same entry. */
static bool is_same(const struct zip_entry *entry, struct archive_entry *seen)
{
    const char *name = archive_entry_pathname_utf8(seen);
    mode_t type = archive_entry_filetype(seen);
    return name && slice_is(entry->name, name) && type == (entry->is_directory ? AE_IFDIR : AE_IFREG) &&
           (entry->is_directory || (archive_entry_size_is_set(seen) && archive_entry_size(seen) >= 0 &&
                                    (uint64_t)archive_entry_size(seen) == entry->size)) &&
           !archive_entry_symlink(seen) && !archive_entry_hardlink(seen);
}

static int unpack_entry(struct extraction *extraction, const struct zip_entry *entry)
{
    struct slice path = {entry->name.data, entry->name.size - entry->is_directory};
    struct archive_entry *seen = NULL;
    if (archive_read_next_header(extraction->reader, &seen) != ARCHIVE_OK)
        return fail_read(extraction, entry);
    if (!is_same(entry, seen))
        return refuse(extraction->refusal, UNPACKER_REFUSAL_DISAGREE, entry->name,
                      "is something else to libarchive than in the directory of the archive");
    struct name_node *node = names_find(&extraction->names, path);
    if (!node)
        return -ENOMEM;
    int r = make_parents(extraction, node);
    if (r < 0)
        return r;
    if (!entry->is_directory)
        return write_file(extraction, entry, node);
    return node->is_made ? 0 : make_directory(extraction, node);
}

static int unpack_all(struct extraction *extraction, struct slice archive)
{
    static const struct slice none = {0};
    struct archive_entry *seen;
    extraction->reader = archive_read_new();
    if (!extraction->reader || archive_read_support_format_zip_seekable(extraction->reader) != ARCHIVE_OK)
        return -ENOMEM;
    if (archive_read_open_memory(extraction->reader, archive.data, archive.size) != ARCHIVE_OK)
        return refuse(extraction->refusal, UNPACKER_REFUSAL_DAMAGED, none, "the archive is damaged: %.200s",
                      archive_error_string(extraction->reader));
    int r = 0;
    for (size_t i = 0; r == 0 && i < extraction->zip.count; i++)
        r = unpack_entry(extraction, &extraction->zip.entries[i]);
    if (r == 0 && archive_read_next_header(extraction->reader, &seen) != ARCHIVE_EOF)
        r = refuse(extraction->refusal, UNPACKER_REFUSAL_DISAGREE, none,
                   "libarchive sees more entries than the directory of the archive has");
    return r;
}

int extract(struct slice archive, int directory, struct unpacked *ret_unpacked, struct refusal *refusal)
{
    struct extraction extraction = {.directory = directory, .refusal = refusal};
    int r = zip_read(archive, &extraction.zip, refusal);
    if (r == 0)
        r = names_read(&extraction.zip, &extraction.names, refusal);
    if (r == 0 && extraction.zip.count > 0)
        r = unpack_all(&extraction, archive);
    if (extraction.reader)
        (void)archive_read_free(extraction.reader);
    names_clear(&extraction.names);
    zip_clear(&extraction.zip);
    if (r == 0)
        *ret_unpacked = extraction.done;
    if (r == -ENOMEM)
        r = refuse(refusal, UNPACKER_REFUSAL_FAILED, (struct slice){0}, "not enough memory");
    return r;
}
