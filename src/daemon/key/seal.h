/* Seals keys under a master key. Does not depend on files, the store or the daemon. */
#pragma once

#include "base/slice.h"
#include "daemon/key/key.h"

enum {
    KEY_MASTER_BYTES = 32,
    KEY_ID_SIZE = 32 + 1,     /* hexadecimal digits and a NUL */
    KEY_SEAL_BYTES = 24 + 16, /* the overhead of sealing: a nonce before the value, and a tag after it */
};

struct key_master {
    /* Between guard pages, locked in memory, and excluded from core dumps. NULL: there is none. */
    unsigned char *bytes;
    char id[KEY_ID_SIZE]; /* identifies the master key without revealing anything about it */
};

/* Call once, before any other function. Returns 0 or -EIO. */
int key_seal_init(void);

int key_master_init(struct key_master *master, const unsigned char bytes[static KEY_MASTER_BYTES]);
int key_master_make(struct key_master *master); /* from random bytes */
void key_master_clear(struct key_master *master);

/* Writes KEY_SEAL_BYTES + value.size bytes. */
int key_seal(const struct key_master *master, struct slice service, struct slice value, unsigned char *sealed);

/* -EBADMSG: sealed under another master key or for another service, or modified. */
int key_open(const struct key_master *master, struct slice service, struct slice sealed, struct key_value *ret_value);
