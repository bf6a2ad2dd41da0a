#include "jail/capabilities.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Root gets no capabilities, neither by exec nor by changing the user ID. */
enum {
    SECURE_BITS = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP | SECBIT_NO_SETUID_FIXUP_LOCKED |
                  SECBIT_KEEP_CAPS_LOCKED | SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED,
};

/* Both calls need a capability. An unprivileged user has nothing to lock, and gets EPERM. */
static int lock_sets(void)
{
    enum { CAPABILITIES_MAX = 64 }; /* the number of bits in a capability set */
    int capability = 0;
    while (capability < CAPABILITIES_MAX && prctl(PR_CAPBSET_DROP, capability) == 0)
        capability++;
    /* EINVAL: the kernel has no more capabilities. */
    if (capability < CAPABILITIES_MAX && errno != EINVAL && errno != EPERM)
        return -errno;
    if (prctl(PR_SET_SECUREBITS, SECURE_BITS) < 0 && errno != EPERM)
        return -errno;
    return 0;
}

int capabilities_drop(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0}};
    int r = lock_sets();
    if (r < 0)
        return r;
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0 || syscall(SYS_capset, &header, none) < 0)
        return -errno;
    if (setrlimit(RLIMIT_CORE, &(struct rlimit){0}) < 0)
        return -errno;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -errno : 0;
}
