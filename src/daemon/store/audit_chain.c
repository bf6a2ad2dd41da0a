#include "daemon/store/audit_chain.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"

/* --- hashes --- */

_Static_assert(AUDIT_HASH_BYTES == crypto_generichash_BYTES && AUDIT_KEY_BYTES == crypto_generichash_KEYBYTES,
               "BLAKE2b-256");

static void add_number(crypto_generichash_state *state, int64_t number)
{
    unsigned char bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)((uint64_t)number >> (8 * i));
    (void)crypto_generichash_update(state, bytes, sizeof bytes);
}

/* Hashes the length first, so that text cannot move between adjacent fields. An absent text hashes like an
 * empty one. */
static void add_text(crypto_generichash_state *state, struct slice text)
{
    add_number(state, (int64_t)text.size);
    if (text.size > 0)
        (void)crypto_generichash_update(state, (const unsigned char *)text.data, text.size);
}

static void begin(crypto_generichash_state *state, const unsigned char key[static AUDIT_KEY_BYTES], const char *what)
{
    (void)crypto_generichash_init(state, key, AUDIT_KEY_BYTES, AUDIT_HASH_BYTES);
    add_text(state, slice_of(what));
}

static void end(crypto_generichash_state *state, unsigned char ret_hash[static AUDIT_HASH_BYTES])
{
    (void)crypto_generichash_final(state, ret_hash, AUDIT_HASH_BYTES);
    sodium_memzero(state, sizeof *state);
}

void audit_chain_hash(const unsigned char key[static AUDIT_KEY_BYTES], const struct audit_row *row,
                      const unsigned char before[static AUDIT_HASH_BYTES],
                      unsigned char ret_hash[static AUDIT_HASH_BYTES])
{
    crypto_generichash_state state;
    begin(&state, key, "weir audit entry 1");
    (void)crypto_generichash_update(&state, before, AUDIT_HASH_BYTES);
    add_number(&state, row->no);
    add_number(&state, row->at);
    add_number(&state, row->note.uid);
    add_number(&state, row->note.pid);
    add_text(&state, row->note.what);
    add_text(&state, row->note.client);
    add_text(&state, row->note.session_id);
    add_text(&state, row->note.task_id);
    add_text(&state, row->note.data);
    end(&state, ret_hash);
}

bool audit_hash_equal(const unsigned char a[static AUDIT_HASH_BYTES], const unsigned char b[static AUDIT_HASH_BYTES])
{
    return sodium_memcmp(a, b, AUDIT_HASH_BYTES) == 0;
}

void audit_key_mark(const unsigned char key[static AUDIT_KEY_BYTES], unsigned char ret_mark[static AUDIT_HASH_BYTES])
{
    crypto_generichash_state state;
    begin(&state, key, "weir audit key 1");
    end(&state, ret_mark);
}

/* --- files --- */

enum { SECTOR = 4096 }; /* the largest sector size of common disks */

/* A slot of the head. */
struct slot {
    unsigned char no[8], hash[AUDIT_HASH_BYTES], mac[AUDIT_HASH_BYTES];
};

static int open_beside(const char *directory, const char *name, int flags)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", directory, name) >= (int)sizeof path)
        return -ENAMETOOLONG;
    int fd = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0600);
    return fd < 0 ? -errno : fd;
}

static int move_beside(const char *directory, const char *from, const char *to)
{
    char old_path[PATH_MAX], new_path[PATH_MAX];
    if (snprintf(old_path, sizeof old_path, "%s/%s", directory, from) >= (int)sizeof old_path ||
        snprintf(new_path, sizeof new_path, "%s/%s", directory, to) >= (int)sizeof new_path)
        return -ENAMETOOLONG;
    return rename(old_path, new_path) < 0 ? -errno : 0;
}

static int sync_directory(const char *directory)
{
    autoclose int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd < 0 || fsync(fd) < 0 ? -errno : 0;
}

/* Writes the file atomically. It is durable once the directory was synced. */
static int write_whole(const char *directory, const char *name, const void *bytes, size_t size)
{
    char draft[64];
    (void)snprintf(draft, sizeof draft, "%s.new", name);
    autoclose int fd = open_beside(directory, draft, O_WRONLY | O_CREAT | O_TRUNC);
    if (fd < 0)
        return fd;
    ssize_t n = write(fd, bytes, size);
    if (n < 0 || fsync(fd) < 0)
        return -errno;
    return (size_t)n == size ? move_beside(directory, draft, name) : -ENOSPC;
}

int audit_key_read(const char *directory, unsigned char ret_key[static AUDIT_KEY_BYTES])
{
    unsigned char bytes[AUDIT_KEY_BYTES + 1];
    autoclose int fd = open_beside(directory, "audit.key", O_RDONLY | O_NONBLOCK);
    if (fd < 0)
        return fd;
    ssize_t n = read(fd, bytes, sizeof bytes);
    int r = n < 0 ? -errno : n == AUDIT_KEY_BYTES ? 0 : -EINVAL;
    if (r == 0)
        memcpy(ret_key, bytes, AUDIT_KEY_BYTES);
    sodium_memzero(bytes, sizeof bytes);
    return r;
}

static void make_mac(const unsigned char key[static AUDIT_KEY_BYTES], struct slot *slot)
{
    crypto_generichash_state state;
    begin(&state, key, "weir audit head 1");
    (void)crypto_generichash_update(&state, slot->no, sizeof slot->no);
    (void)crypto_generichash_update(&state, slot->hash, sizeof slot->hash);
    end(&state, slot->mac);
}

static void fill_slot(const unsigned char key[static AUDIT_KEY_BYTES], const struct audit_link *head, struct slot *slot)
{
    for (unsigned i = 0; i < sizeof slot->no; i++)
        slot->no[i] = (unsigned char)((uint64_t)head->no >> (8 * i));
    memcpy(slot->hash, head->hash, sizeof slot->hash);
    make_mac(key, slot);
}

static bool read_slot(const unsigned char key[static AUDIT_KEY_BYTES], const struct slot *slot,
                      struct audit_link *ret_head)
{
    struct slot right = *slot;
    uint64_t no = 0;
    make_mac(key, &right);
    if (!audit_hash_equal(right.mac, slot->mac))
        return false;
    for (unsigned i = 0; i < sizeof slot->no; i++)
        no |= (uint64_t)slot->no[i] << (8 * i);
    ret_head->no = (int64_t)no;
    memcpy(ret_head->hash, slot->hash, sizeof ret_head->hash);
    return true;
}

/* Returns the newer valid slot and its index. */
static int read_slots(int fd, const unsigned char key[static AUDIT_KEY_BYTES], struct audit_link *ret_head,
                      unsigned *ret_index)
{
    bool found = false;
    for (unsigned i = 0; i < 2; i++) {
        struct slot slot = {0};
        struct audit_link head;
        if (pread(fd, &slot, sizeof slot, (off_t)i * SECTOR) != sizeof slot || !read_slot(key, &slot, &head) ||
            (found && head.no <= ret_head->no))
            continue;
        *ret_head = head;
        *ret_index = i;
        found = true;
    }
    return found ? 0 : -EINVAL;
}

int audit_head_read(const char *directory, const unsigned char key[static AUDIT_KEY_BYTES], struct audit_link *ret_head)
{
    unsigned index;
    autoclose int fd = open_beside(directory, "audit.head", O_RDONLY | O_NONBLOCK);
    return fd < 0 ? fd : read_slots(fd, key, ret_head, &index);
}

bool audit_head_is_first(const char *directory)
{
    static const struct slot none;
    struct slot first, second;
    autoclose int fd = open_beside(directory, "audit.head", O_RDONLY | O_NONBLOCK);
    return fd >= 0 && pread(fd, &first, sizeof first, 0) == sizeof first &&
           pread(fd, &second, sizeof second, SECTOR) == sizeof second &&
           memcmp(first.no, none.no, sizeof none.no) == 0 && memcmp(&second, &none, sizeof none) == 0;
}

int audit_head_write(const char *directory, const unsigned char key[static AUDIT_KEY_BYTES],
                     const struct audit_link *head)
{
    struct slot slot;
    struct audit_link last;
    unsigned index = 0;
    int r = fault_point("audit.before_head");
    if (r < 0)
        return r;
    autoclose int fd = open_beside(directory, "audit.head", O_RDWR | O_NONBLOCK);
    if (fd < 0)
        return fd;
    r = read_slots(fd, key, &last, &index);
    if (r < 0)
        return r;
    fill_slot(key, head, &slot);
    ssize_t n = pwrite(fd, &slot, sizeof slot, (off_t)(1 - index) * SECTOR);
    return n < 0 ? -errno : n == sizeof slot ? 0 : -ENOSPC;
}

static int make_head(const char *directory, const unsigned char key[static AUDIT_KEY_BYTES],
                     const struct audit_link *head)
{
    unsigned char bytes[SECTOR + sizeof(struct slot)] = {0};
    struct slot slot;
    fill_slot(key, head, &slot);
    memcpy(bytes, &slot, sizeof slot);
    return write_whole(directory, "audit.head", bytes, sizeof bytes);
}

int audit_head_make(const char *directory, const unsigned char key[static AUDIT_KEY_BYTES],
                    const struct audit_link *head)
{
    int r = make_head(directory, key, head);
    return r < 0 ? r : sync_directory(directory);
}

int audit_files_make(const char *directory, unsigned char ret_key[static AUDIT_KEY_BYTES])
{
    unsigned char key[AUDIT_KEY_BYTES];
    autoclose int existing_fd = open_beside(directory, "audit.key", O_RDONLY | O_NONBLOCK);
    if (existing_fd != -ENOENT)
        return existing_fd >= 0 ? -EEXIST : existing_fd;
    randombytes_buf(key, sizeof key);
    int r = make_head(directory, key, &(struct audit_link){0});
    if (r == 0)
        r = fault_point("audit.before_key");
    if (r == 0)
        r = write_whole(directory, "audit.key", key, sizeof key);
    if (r == 0)
        r = sync_directory(directory);
    if (r == 0)
        memcpy(ret_key, key, sizeof key);
    sodium_memzero(key, sizeof key);
    return r;
}
