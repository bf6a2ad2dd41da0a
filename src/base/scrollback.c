#include "base/scrollback.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "base/cleanup.h"

enum { HEAD_BYTES = 4096, SEALS = F_SEAL_SHRINK | F_SEAL_GROW };

struct scrollback_memory {
    _Atomic uint64_t total; /* updated after the bytes are written */
    char rest[HEAD_BYTES - sizeof(uint64_t)];
    char bytes[SCROLLBACK_BYTES];
};

/* The largest integer that JSON numbers hold without loss. As the range is a multiple of the ring's size, wrapping
 * keeps the position in the ring. */
static const uint64_t TOTAL_MASK = (UINT64_C(1) << 53) - 1;

int scrollback_make(int *ret_fd)
{
    autoclose int fd = memfd_create("weir-scrollback", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0 || ftruncate(fd, sizeof(struct scrollback_memory)) < 0 ||
        fcntl(fd, F_ADD_SEALS, SEALS | F_SEAL_SEAL) < 0)
        return -errno;
    *ret_fd = take_fd(&fd);
    return 0;
}

/* A page of huge-page memory may not be available when it is touched (SIGBUS): reject such memory. */
static int check(int fd)
{
    struct stat about;
    struct statfs system;
    int seals = fcntl(fd, F_GET_SEALS);
    if (seals < 0 || (seals & SEALS) != SEALS)
        return -EINVAL;
    if (fstat(fd, &about) < 0 || fstatfs(fd, &system) < 0)
        return -errno;
    return about.st_size == sizeof(struct scrollback_memory) && system.f_type == TMPFS_MAGIC ? 0 : -EINVAL;
}

int scrollback_map(struct scrollback *scrollback, int fd)
{
    int r = check(fd);
    if (r < 0)
        return r;
    void *memory = mmap(NULL, sizeof(struct scrollback_memory), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory == MAP_FAILED)
        return -errno;
    scrollback->memory = memory;
    scrollback->total = atomic_load(&scrollback->memory->total) & TOTAL_MASK;
    return 0;
}

void scrollback_unmap(struct scrollback *scrollback)
{
    if (scrollback->memory)
        (void)munmap(scrollback->memory, sizeof *scrollback->memory);
    *scrollback = (struct scrollback){0};
}

void scrollback_write(struct scrollback *scrollback, const void *data, size_t size)
{
    const char *from = data;
    if (size > SCROLLBACK_BYTES) {
        from += size - SCROLLBACK_BYTES;
        scrollback->total += size - SCROLLBACK_BYTES;
        size = SCROLLBACK_BYTES;
    }
    size_t at = scrollback->total % SCROLLBACK_BYTES;
    size_t head = size < SCROLLBACK_BYTES - at ? size : SCROLLBACK_BYTES - at;
    if (size > 0) {
        memcpy(scrollback->memory->bytes + at, from, head);
        memcpy(scrollback->memory->bytes, from + head, size - head);
    }
    scrollback->total += size;
    atomic_store(&scrollback->memory->total, scrollback->total);
}

size_t scrollback_read(const struct scrollback *scrollback, uint64_t *offset, void *data, size_t size)
{
    uint64_t first = scrollback_first(scrollback);
    char *to = data;
    if (*offset < first)
        *offset = first;
    if (*offset > scrollback->total)
        *offset = scrollback->total;
    if (size > scrollback->total - *offset)
        size = scrollback->total - *offset;
    if (size == 0)
        return 0;
    size_t at = *offset % SCROLLBACK_BYTES;
    size_t head = size < SCROLLBACK_BYTES - at ? size : SCROLLBACK_BYTES - at;
    memcpy(to, scrollback->memory->bytes + at, head);
    memcpy(to + head, scrollback->memory->bytes, size - head);
    return size;
}
