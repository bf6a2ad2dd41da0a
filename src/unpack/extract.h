/* Writes the files of an archive. */
#pragma once

#include "unpack/unpack.h"

struct unpacked {
    uint64_t files, bytes;
};

/* Unpacks into an empty directory. -EBADMSG: the archive was refused, or could not be written; see the refusal. The
 * directory may then have some of the files. */
int extract(struct slice archive, int directory, struct unpacked *ret_unpacked, struct refusal *refusal);
