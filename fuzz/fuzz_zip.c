/* Fuzzes the directory of a zip archive, and its names. What is accepted has the properties that the rest relies on. */
#include <errno.h>
#include <string.h>

#include "unpack/names.h"
#include "unpack/zip.h"

#include "fuzz.h"

static void check_entries(struct slice archive, const struct zip *zip)
{
    uint64_t at = 0, bytes = 0;
    for (size_t i = 0; i < zip->count; i++) {
        const struct zip_entry *entry = &zip->entries[i];
        must(entry->header_at >= at && entry->data_at >= entry->header_at + 30);
        must(entry->data_at <= archive.size && entry->packed <= archive.size - entry->data_at);
        must(entry->name.data > archive.data && entry->name.size > 0);
        must(entry->name.data + entry->name.size <= archive.data + archive.size);
        must(entry->is_directory == (entry->name.data[entry->name.size - 1] == '/'));
        must(!entry->is_directory || entry->size == 0);
        at = entry->data_at + entry->packed;
        bytes += entry->size;
    }
    must(bytes == zip->bytes && bytes <= UNPACK_BYTES_MAX && bytes <= UNPACK_RATIO_MAX * (uint64_t)archive.size);
}

/* No path of an accepted archive leads outside, and each has a node of its own. */
static void check_names(const struct zip *zip, struct names *names)
{
    for (size_t i = 0; i < zip->count; i++) {
        const struct zip_entry *entry = &zip->entries[i];
        struct slice path = {entry->name.data, entry->name.size - entry->is_directory};
        must(path.size > 0 && path.data[0] != '/' && !memchr(path.data, '\0', path.size));
        for (size_t begin = 0, j = 0; j <= path.size; j++)
            if (j == path.size || path.data[j] == '/') {
                struct slice part = {path.data + begin, j - begin};
                must(part.size > 0 && !slice_is(part, ".") && !slice_is(part, ".."));
                begin = j + 1;
            }
        const struct name_node *node = names_find(names, path);
        must(node && slice_equal(node->path, path) && node->is_directory == entry->is_directory);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice archive = {(const char *)data, size};
    struct refusal refusal = {0};
    struct zip zip;
    struct names names;
    int r = zip_read(archive, &zip, &refusal);
    must(r == 0 || r == -EBADMSG);
    must(r == 0 || *refusal.sentence);
    if (r < 0)
        return 0;
    check_entries(archive, &zip);
    r = names_read(&zip, &names, &refusal);
    must(r == 0 || (r == -EBADMSG && *refusal.sentence));
    if (r == 0) {
        check_names(&zip, &names);
        names_clear(&names);
    }
    zip_clear(&zip);
    return 0;
}
