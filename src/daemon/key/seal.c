#include "daemon/key/seal.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>

enum {
    NONCE_BYTES = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
    TAG_BYTES = crypto_aead_xchacha20poly1305_ietf_ABYTES,
    ID_BYTES = (KEY_ID_SIZE - 1) / 2,
    BOUND_MAX = 256,
};

_Static_assert(KEY_MASTER_BYTES == crypto_aead_xchacha20poly1305_ietf_KEYBYTES, "it is the cipher's key");
_Static_assert(KEY_SEAL_BYTES == NONCE_BYTES + TAG_BYTES, "what sealing adds");

int key_seal_init(void)
{
    return sodium_init() < 0 ? -EIO : 0;
}

/* --- master key --- */

int key_master_init(struct key_master *master, const unsigned char bytes[static KEY_MASTER_BYTES])
{
    static const char what[] = "weir: the name of this master key, 1";
    unsigned char id[ID_BYTES];
    *master = (struct key_master){.bytes = sodium_malloc(KEY_MASTER_BYTES)};
    if (!master->bytes)
        return -ENOMEM;
    memcpy(master->bytes, bytes, KEY_MASTER_BYTES);
    (void)sodium_mprotect_readonly(master->bytes);
    (void)crypto_generichash(id, sizeof id, (const unsigned char *)what, sizeof what - 1, master->bytes,
                             KEY_MASTER_BYTES);
    (void)sodium_bin2hex(master->id, sizeof master->id, id, sizeof id);
    return 0;
}

int key_master_make(struct key_master *master)
{
    unsigned char bytes[KEY_MASTER_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    int r = key_master_init(master, bytes);
    sodium_memzero(bytes, sizeof bytes);
    return r;
}

void key_master_clear(struct key_master *master)
{
    sodium_free(master->bytes);
    *master = (struct key_master){0};
}

/* --- sealing --- */

/* Binds the value to its service, as associated data. Moved to the row of another service, it cannot be opened. */
static size_t bind_to(struct slice service, unsigned char bound[static BOUND_MAX])
{
    static const char what[] = "weir key 1 ";
    size_t size = sizeof what - 1;
    memcpy(bound, what, size);
    if (service.size > BOUND_MAX - size)
        return 0;
    slice_copy((char *)bound + size, service);
    return size + service.size;
}

int key_seal(const struct key_master *master, struct slice service, struct slice value, unsigned char *sealed)
{
    unsigned char bound[BOUND_MAX];
    size_t bound_size = bind_to(service, bound);
    if (bound_size == 0)
        return -EINVAL;
    randombytes_buf(sealed, NONCE_BYTES);
    (void)crypto_aead_xchacha20poly1305_ietf_encrypt(sealed + NONCE_BYTES, NULL, (const unsigned char *)value.data,
                                                     value.size, bound, bound_size, NULL, sealed, master->bytes);
    return 0;
}

int key_open(const struct key_master *master, struct slice service, struct slice sealed, struct key_value *ret_value)
{
    const unsigned char *bytes = (const unsigned char *)sealed.data;
    unsigned char bound[BOUND_MAX];
    size_t bound_size = bind_to(service, bound);
    if (bound_size == 0 || sealed.size < KEY_SEAL_BYTES)
        return -EBADMSG;
    struct key_value value = {.size = sealed.size - KEY_SEAL_BYTES};
    value.data = sodium_malloc(value.size + 1);
    if (!value.data)
        return -ENOMEM;
    if (crypto_aead_xchacha20poly1305_ietf_decrypt((unsigned char *)value.data, NULL, NULL, bytes + NONCE_BYTES,
                                                   sealed.size - NONCE_BYTES, bound, bound_size, bytes,
                                                   master->bytes) < 0) {
        key_clear(&value);
        return -EBADMSG;
    }
    value.data[value.size] = '\0';
    *ret_value = value;
    return 0;
}

void key_clear(struct key_value *value)
{
    sodium_free(value->data); /* also wipes it */
    *value = (struct key_value){0};
}
