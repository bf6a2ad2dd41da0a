#include "jail/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <linux/securebits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/filter.h"
#include "jail/mask.h"
#include "jail/mount.h"
#include "jail/system.h"

/* --- Landlock rules --- */

/* Paths that do not exist need no rule. Takes fd, or a negative errno. */
static int allow_found(const struct sandbox *sandbox, int rules_fd, int fd, enum landlock_access access)
{
    autoclose int found = fd;
    if (found < 0)
        return found == -ENOENT || found == -EACCES || found == -ENOTDIR ? 0 : found;
    return landlock_allow(rules_fd, sandbox->landlock, found, access);
}

static int allow(const struct sandbox *sandbox, int rules_fd, const char *path, enum landlock_access access)
{
    int fd = open(path, O_PATH | O_CLOEXEC);
    return allow_found(sandbox, rules_fd, fd < 0 ? -errno : fd, access);
}

static enum landlock_access access_of(enum system_kind kind)
{
    switch (kind) {
    case SYSTEM_DEVICE:
        return LANDLOCK_DEVICE;
    case SYSTEM_TERMINAL:
    case SYSTEM_OUTER_TERMINALS:
        return LANDLOCK_TERMINAL;
    default:
        return LANDLOCK_READ;
    }
}

static int allow_system(const struct sandbox *sandbox, int rules_fd)
{
    int r = 0;
    for (size_t i = 0; r == 0 && i < system_count; i++)
        if (system_table[i].kind != SYSTEM_LINK)
            r = allow(sandbox, rules_fd, system_table[i].path, access_of(system_table[i].kind));
    return r;
}

/* The path is canonical: a symbolic link in it was created afterwards, possibly by the agent. */
static int allow_path(const struct sandbox *sandbox, int rules_fd, const char *path, enum landlock_access access)
{
    return allow_found(sandbox, rules_fd, mount_find(AT_FDCWD, path), access);
}

static int allow_line(const struct sandbox *sandbox, int rules_fd, const struct view_line *line)
{
    switch (line->word) {
    case VIEW_READ:
    case VIEW_CWD_READ:
        return allow_path(sandbox, rules_fd, line->path, LANDLOCK_READ);
    case VIEW_WRITE:
    case VIEW_CWD:
        return allow_path(sandbox, rules_fd, line->path,
                          view_below(line->path, "/dev") ? LANDLOCK_TERMINAL : LANDLOCK_WRITE);
    case VIEW_OWN:
    case VIEW_TMP:
        return allow_path(sandbox, rules_fd, line->path, LANDLOCK_WRITE);
    default:
        return 0;
    }
}

/* The rules for level landlock, where paths are those of the machine. */
static int allow_outside(const struct sandbox *sandbox, int rules_fd)
{
    const struct mask_views views = {.general = sandbox->view};
    int r = allow_system(sandbox, rules_fd);
    for (size_t i = 0; r == 0 && i < sandbox->view->count; i++) {
        const struct view_line *line = &sandbox->view->lines[i];
        if ((line->word != VIEW_READ && line->word != VIEW_WRITE) || !mask_covers(&views, line->path))
            r = allow_line(sandbox, rules_fd, line);
    }
    return r;
}

/* The rules for level namespace: the mounts are the boundary, and the rules refuse what an inherited descriptor could
 * reach outside. If a session can be added later, it may show any path: allows everything in the root that the mounts
 * allow. */
static int allow_inside(const struct sandbox *sandbox, int rules_fd)
{
    if (!view_cwd(sandbox->view))
        return allow(sandbox, rules_fd, "/", LANDLOCK_ALL);
    static const char *const writable[] = {"/tmp", "/var/tmp", "/dev/shm"};
    int r = allow(sandbox, rules_fd, "/", LANDLOCK_READ);
    if (r == 0)
        r = allow(sandbox, rules_fd, "/dev", LANDLOCK_TERMINAL);
    for (size_t i = 0; r == 0 && i < sizeof writable / sizeof *writable; i++)
        r = allow(sandbox, rules_fd, writable[i], LANDLOCK_WRITE);
    for (size_t i = 0; r == 0 && i < sandbox->view->count; i++) {
        const struct view_line *line = &sandbox->view->lines[i];
        if (line->word == VIEW_HOME)
            r = allow(sandbox, rules_fd, line->path, LANDLOCK_WRITE);
        else if (line->word == VIEW_WRITE || line->word == VIEW_OWN || line->word == VIEW_CWD)
            r = allow_line(sandbox, rules_fd, line);
    }
    return r;
}

static int enter_landlock(const struct sandbox *sandbox)
{
    if (sandbox->landlock == 0) /* cannot happen on level landlock */
        return 0;
    bool is_inside = sandbox->level == SANDBOX_NAMESPACE;
    /* In a network namespace the processes may use the loopback interface. */
    autoclose int rules = -1;
    int r = landlock_open(sandbox->landlock, sandbox->view->is_closed && !is_inside, &rules);
    if (r == 0)
        r = is_inside ? allow_inside(sandbox, rules) : allow_outside(sandbox, rules);
    return r < 0 ? r : landlock_enter(rules);
}

/* --- views that rules cannot express --- */

static int check_hidden(const struct view *view, const char *hidden, struct problem *problem)
{
    static const char sentence[] = "cannot hide %.160s in %.160s without a mount namespace";
    for (size_t i = 0; i < view->count; i++) {
        const struct view_line *line = &view->lines[i];
        if (line->word != VIEW_HIDE && line->word != VIEW_LISTEN && line->word != VIEW_SOCKET &&
            line->word != VIEW_SPOOL && line->word != VIEW_HOME && line->word != VIEW_OWN &&
            view_below(hidden, line->path))
            return problem_refuse(problem, EACCES, sentence, hidden, line->path);
    }
    for (size_t i = 0; i < system_count; i++)
        if (system_table[i].kind != SYSTEM_LINK && view_below(hidden, system_table[i].path))
            return problem_refuse(problem, EACCES, sentence, hidden, system_table[i].path);
    return 0;
}

/* Landlock rules only add rights. */
static int check_writable(const struct view *view, const char *cwd, struct problem *problem)
{
    for (size_t i = 0; i < view->count; i++) {
        const struct view_line *line = &view->lines[i];
        if (line->word == VIEW_WRITE && (view_below(cwd, line->path) || view_below(line->path, cwd)))
            return problem_refuse(problem, EACCES,
                                  "cannot make the working directory %.160s read-only without a mount namespace, "
                                  "because %.160s is writable",
                                  cwd, line->path);
    }
    return 0;
}

int sandbox_check(const struct view *view, struct problem *problem)
{
    for (size_t i = 0; i < view->count; i++) {
        const struct view_line *line = &view->lines[i];
        int r = 0;
        if (line->word == VIEW_HIDE && access(line->path, F_OK) == 0)
            r = check_hidden(view, line->path, problem);
        else if ((line->word == VIEW_CWD || line->word == VIEW_CWD_READ || line->word == VIEW_OWN) &&
                 access(line->path, F_OK) < 0)
            r = problem_refuse(problem, errno, "cannot add %s %.200s to the sandbox: %s",
                               line->word == VIEW_OWN ? "the executor's own directory" : "the working directory",
                               line->path, strerror(errno));
        if (r == 0 && line->word == VIEW_CWD_READ)
            r = check_writable(view, line->path, problem);
        if (r < 0)
            return r;
    }
    return 0;
}

/* --- entering --- */

int sandbox_enter_root(const struct sandbox *sandbox, struct problem *problem)
{
    int r = sandbox->level == SANDBOX_NAMESPACE ? root_enter(sandbox->root) : 0;
    return r < 0 ? problem_say(problem, -r, "cannot enter the mount namespace: %s", strerror(-r)) : 0;
}

int sandbox_restrict(const struct sandbox *sandbox, struct problem *problem)
{
    if (sandbox->level == SANDBOX_OFF)
        return 0;
    const char *tmp = sandbox->level == SANDBOX_LANDLOCK ? view_find(sandbox->view, VIEW_TMP) : NULL;
    if (tmp)
        (void)setenv("TMPDIR", tmp, 1);
    int r = capabilities_drop();
    if (r < 0)
        return problem_say(problem, -r, "cannot drop the capabilities: %s", strerror(-r));
    r = enter_landlock(sandbox);
    if (r < 0)
        return problem_say(problem, -r, "cannot apply the Landlock rules: %s", strerror(-r));
    r = filter_enter(sandbox->filter_fd);
    return r < 0 ? problem_say(problem, -r, "cannot apply the seccomp filter: %s", strerror(-r)) : 0;
}

/* --- landlock --- */

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

/* --- capabilities --- */

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
