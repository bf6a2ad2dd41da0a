/* weir-unpack: unpacks one archive of an app, under weir-jail.
 *
 * The archive is hostile. `zip` reads its directory strictly and compares it with every entry, so that no two readers
 * can see different archives; `names` refuses paths that lead outside or collide on other systems; `extract` lets
 * libarchive inflate the entries, compares what it sees with the directory once more, and writes the files. The daemon
 * checks the result again. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "contract/unpacker_types.h"

enum {
    UNPACK_PACKED_MAX = 64 << 20,
    UNPACK_BYTES_MAX = 256 << 20,
    UNPACK_FILES_MAX = 10000, /* entries */
    UNPACK_NODES_MAX = 20000, /* files and directories, also those that have no entry */
    UNPACK_RATIO_MAX = 100,
    UNPACK_PATH_MAX = 1024,
    UNPACK_NAME_MAX = 255,
    UNPACK_DEPTH_MAX = 32,
};

enum { UNPACK_SENTENCE_SIZE = 512, UNPACK_ENTRY_SIZE = 256 };

/* Why an archive is refused. */
struct refusal {
    enum unpacker_refusal reason;
    char sentence[UNPACK_SENTENCE_SIZE];
    char entry[UNPACK_ENTRY_SIZE]; /* printable; empty: the whole archive */
};

/* Fills it in and returns -EBADMSG. `entry` may have any bytes; empty: none. */
int refuse(struct refusal *refusal, enum unpacker_refusal reason, struct slice entry, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
