#include "unpack/nested.h"

#include <strings.h>

struct mark {
    const char *kind;
    size_t at;
    struct slice bytes;
};

/* A compressed single file is no archive, and web applications have some, so gzip and the like are recognized by the
 * name alone. */
static const struct mark marks[] = {
    {"zip", 0, SLICE_INIT("PK\3\4")},
    {"zip", 0, SLICE_INIT("PK\5\6")},
    {"zip", 0, SLICE_INIT("PK\7\10")},
    {"tar", 257, SLICE_INIT("ustar")},
    {"7-Zip", 0, SLICE_INIT("7z\274\257\47\34")},
    {"RAR", 0, SLICE_INIT("Rar!\32\7")},
    {"xar", 0, SLICE_INIT("xar!")},
    {"cabinet", 0, SLICE_INIT("MSCF")},
    {"ar", 0, SLICE_INIT("!<arch>\n")},
    {"cpio", 0, SLICE_INIT("070701")},
    {"cpio", 0, SLICE_INIT("070702")},
    {"cpio", 0, SLICE_INIT("070707")},
};

static const char *const endings[] = {".zip", ".tar",     ".tgz",    ".tbz2", ".txz", ".tar.gz",
                                      ".7z",  ".tar.bz2", ".tar.xz", ".rar",  ".jar", ".tar.zst"};

const char *nested_kind(struct slice head, struct slice path)
{
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const struct mark *mark = &marks[i];
        if (head.size >= mark->at + mark->bytes.size &&
            memcmp(head.data + mark->at, mark->bytes.data, mark->bytes.size) == 0)
            return mark->kind;
    }
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t size = strlen(endings[i]);
        if (path.size >= size && strncasecmp(path.data + path.size - size, endings[i], size) == 0)
            return endings[i] + 1;
    }
    return NULL;
}
