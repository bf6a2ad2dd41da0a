/* Reads the directory of a zip archive, and compares it with the entries. Does no I/O.
 *
 * A zip archive says everything twice: in the directory at its end, and in a header before each entry. Readers that
 * believe one or the other can be shown different files. So this one accepts only archives in which both agree, and in
 * which the entries follow one another without gaps, from the first byte to the directory. */
#pragma once

#include <stddef.h>

#include "unpack/unpack.h"

struct zip_entry {
    struct slice name; /* as stored; a directory ends in a slash */
    uint64_t header_at, data_at, packed, size;
    uint32_t crc;
    uint16_t flags, method;
    bool is_directory;
};

struct zip {
    struct zip_entry *entries; /* in the order of their bytes */
    size_t count;
    uint64_t bytes; /* of all entries, unpacked */
};

/* Names refer to the archive. -EBADMSG: refused. -ENOMEM. */
int zip_read(struct slice archive, struct zip *ret_zip, struct refusal *refusal);
void zip_clear(struct zip *zip);
