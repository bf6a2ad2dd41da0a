/* Generated from contract/unpacker.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* Why an archive is not unpacked. not_a_zip: it has no zip directory. damaged: it cannot be read, or its checksums
 * are wrong. unsupported: another compression than deflate, several disks, or another feature that apps do not need.
 * encrypted. too_large, too_many_files, too_compressed: it exceeds a limit. bad_path: a path that leads outside, or
 * that not every system can store. duplicate: two entries of the same name, also if only case or the Unicode form
 * differ. bad_type: a link, device, pipe or socket. overlap: entries that share bytes, or bytes that belong to no
 * entry. disagree: the directory at the end says something else than the entries. nested_archive: a file that is an
 * archive itself. no_space: the disk is full. failed: another error of the disk or the machine. */
enum unpacker_refusal {
    UNPACKER_REFUSAL_NOT_A_ZIP = 0,
    UNPACKER_REFUSAL_DAMAGED = 1,
    UNPACKER_REFUSAL_UNSUPPORTED = 2,
    UNPACKER_REFUSAL_ENCRYPTED = 3,
    UNPACKER_REFUSAL_TOO_LARGE = 4,
    UNPACKER_REFUSAL_TOO_MANY_FILES = 5,
    UNPACKER_REFUSAL_TOO_COMPRESSED = 6,
    UNPACKER_REFUSAL_BAD_PATH = 7,
    UNPACKER_REFUSAL_DUPLICATE = 8,
    UNPACKER_REFUSAL_BAD_TYPE = 9,
    UNPACKER_REFUSAL_OVERLAP = 10,
    UNPACKER_REFUSAL_DISAGREE = 11,
    UNPACKER_REFUSAL_NESTED_ARCHIVE = 12,
    UNPACKER_REFUSAL_NO_SPACE = 13,
    UNPACKER_REFUSAL_FAILED = 14,
};

extern const struct shape unpacker_refusal_shape;
