#include "jail/landlock.h"

#include <errno.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* System headers may be older than the kernel: the names are local, the values are those of the kernel. */
enum fs_right {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    MAKE_CHAR = 1 << 6,
    MAKE_BLOCK = 1 << 11,
    REFER = 1 << 13,
    TRUNCATE = 1 << 14,
    IOCTL_DEV = 1 << 15,
    FIRST_VERSION = (1 << 13) - 1,
};
enum net_right { BIND_TCP = 1 << 0, CONNECT_TCP = 1 << 1 };
enum scope { ABSTRACT_SOCKETS = 1 << 0, SIGNALS = 1 << 1 };

struct ruleset {
    uint64_t fs, net, scoped;
};

static uint64_t known_rights(int version)
{
    uint64_t rights = FIRST_VERSION;
    if (version >= 2)
        rights |= REFER;
    if (version >= 3)
        rights |= TRUNCATE;
    if (version >= 5)
        rights |= IOCTL_DEV;
    return rights;
}

int landlock_version(void)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version < 0 ? 0 : (int)version;
}

int landlock_open(int version, bool no_tcp, int *ret_fd)
{
    struct ruleset ruleset = {.fs = known_rights(version)};
    if (version >= 4 && no_tcp)
        ruleset.net = BIND_TCP | CONNECT_TCP;
    if (version >= 6)
        ruleset.scoped = ABSTRACT_SOCKETS | SIGNALS;
    /* Older kernels accept the longer struct if the fields unknown to them are zero. */
    int fd = (int)syscall(SYS_landlock_create_ruleset, &ruleset, sizeof ruleset, 0);
    if (fd < 0)
        return -errno;
    *ret_fd = fd;
    return 0;
}

static uint64_t rights_of(enum landlock_access access)
{
    switch (access) {
    case LANDLOCK_READ:
        return EXECUTE | READ_FILE | READ_DIR;
    case LANDLOCK_WRITE:
        return ~(uint64_t)(MAKE_CHAR | MAKE_BLOCK | IOCTL_DEV);
    case LANDLOCK_DEVICE:
        return READ_FILE | WRITE_FILE | TRUNCATE | READ_DIR;
    case LANDLOCK_TERMINAL:
        return READ_FILE | WRITE_FILE | TRUNCATE | READ_DIR | IOCTL_DEV;
    case LANDLOCK_ALL:
        return ~(uint64_t)(MAKE_CHAR | MAKE_BLOCK);
    }
    return 0;
}

int landlock_allow(int fd, int version, int path_fd, enum landlock_access access)
{
    static const uint64_t of_files = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV;
    struct stat status;
    if (fstat(path_fd, &status) < 0)
        return -errno;
    struct landlock_path_beneath_attr rule = {
        .allowed_access =
            rights_of(access) & known_rights(version) & (S_ISDIR(status.st_mode) ? ~UINT64_C(0) : of_files),
        .parent_fd = path_fd,
    };
    return syscall(SYS_landlock_add_rule, fd, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) < 0 ? -errno : 0;
}

int landlock_enter(int fd)
{
    return syscall(SYS_landlock_restrict_self, fd, 0) < 0 ? -errno : 0;
}
