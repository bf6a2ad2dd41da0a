/* SHA-256 (FIPS 180-4), for fingerprints of definitions. */
#pragma once

#include <stdint.h>

#include "base/slice.h"

enum { SHA256_SIZE = 32, SHA256_TEXT_SIZE = 2 * SHA256_SIZE + 1 };

struct sha256 {
    uint32_t state[8];
    uint64_t size; /* bytes so far */
    unsigned char block[64];
};

void sha256_init(struct sha256 *sha);
void sha256_add(struct sha256 *sha, struct slice bytes);
void sha256_end(struct sha256 *sha, unsigned char ret_hash[static SHA256_SIZE]);

/* Of one text, in hexadecimal. */
void sha256_text(struct slice bytes, char ret_text[static SHA256_TEXT_SIZE]);
