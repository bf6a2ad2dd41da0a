/* The master key, and what is sealed under it. Nothing here knows of files, the store or the daemon. */
#pragma once

#include "base/slice.h"
#include "daemon/key/key.h"

enum {
    KEY_MASTER_BYTES = 32,
    KEY_ID_SIZE = 32 + 1,     /* hexadecimal digits and a NUL */
    KEY_SEAL_BYTES = 24 + 16, /* how much longer than the value it is: a nonce before it, a tag behind it */
};

struct key_master {
    /* Between pages that nobody may touch, never paged out and in no core dump. NULL: there is none. */
    unsigned char *bytes;
    char id[KEY_ID_SIZE]; /* tells master keys apart and nothing of them */
};

/* Once, before anything else here. -EIO */
int key_seal_init(void);

int key_master_init(struct key_master *master, const unsigned char bytes[static KEY_MASTER_BYTES]);
int key_master_make(struct key_master *master); /* of random bytes */
void key_master_clear(struct key_master *master);

/* Writes KEY_SEAL_BYTES + value.size bytes. */
int key_seal(const struct key_master *master, struct slice service, struct slice value, unsigned char *sealed);

/* -EBADMSG: it was sealed under another master key, for another service, or was changed since. */
int key_open(const struct key_master *master, struct slice service, struct slice sealed, struct key_value *ret_value);
