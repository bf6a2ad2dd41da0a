#include "jail/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/seccomp.h>
#include <linux/tiocl.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"

#ifndef CLONE_NEWTIME
#define CLONE_NEWTIME 0x00000080
#endif

/* Refused with any arguments. Most of these calls fail without a capability anyway; refusing them here keeps bugs in
 * their implementation out of reach. */
static const int refused[] = {
    /* mounts */
    SCMP_SYS(mount),
    SCMP_SYS(umount2),
    SCMP_SYS(pivot_root),
    SCMP_SYS(chroot),
    SCMP_SYS(setns),
    SCMP_SYS(open_tree),
    SCMP_SYS(move_mount),
    SCMP_SYS(fsopen),
    SCMP_SYS(fsconfig),
    SCMP_SYS(fsmount),
    SCMP_SYS(fspick),
    SCMP_SYS(mount_setattr),
    467, /* open_tree_attr: the same number on all architectures, newer than the library */
    SCMP_SYS(open_by_handle_at),
    SCMP_SYS(fanotify_init),
    SCMP_SYS(fanotify_mark),
    SCMP_SYS(quotactl),
    SCMP_SYS(quotactl_fd),
    SCMP_SYS(swapon),
    SCMP_SYS(swapoff),
    /* kernel and machine */
    SCMP_SYS(init_module),
    SCMP_SYS(finit_module),
    SCMP_SYS(delete_module),
    SCMP_SYS(kexec_load),
    SCMP_SYS(kexec_file_load),
    SCMP_SYS(reboot),
    SCMP_SYS(syslog),
    SCMP_SYS(acct),
    SCMP_SYS(iopl),
    SCMP_SYS(ioperm),
    SCMP_SYS(sethostname),
    SCMP_SYS(setdomainname),
    SCMP_SYS(vhangup),
    SCMP_SYS(settimeofday),
    SCMP_SYS(adjtimex),
    SCMP_SYS(clock_settime),
    SCMP_SYS(clock_adjtime),
    /* interfaces with a history of vulnerabilities, or that expose other processes */
    SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(userfaultfd),
    SCMP_SYS(io_uring_setup),
    SCMP_SYS(io_uring_enter),
    SCMP_SYS(io_uring_register),
    SCMP_SYS(add_key),
    SCMP_SYS(request_key),
    SCMP_SYS(keyctl),
    SCMP_SYS(lookup_dcookie),
    /* obsolete */
    SCMP_SYS(_sysctl),
    SCMP_SYS(uselib),
    SCMP_SYS(ustat),
    SCMP_SYS(sysfs),
    SCMP_SYS(nfsservctl),
    SCMP_SYS(create_module),
    SCMP_SYS(get_kernel_syms),
    SCMP_SYS(query_module),
    SCMP_SYS(afs_syscall),
    SCMP_SYS(getpmsg),
    SCMP_SYS(putpmsg),
    SCMP_SYS(tuxcall),
    SCMP_SYS(vserver),
    SCMP_SYS(security),
    SCMP_SYS(modify_ldt),
};

static const uint64_t namespaces[] = {CLONE_NEWNS,  CLONE_NEWUSER, CLONE_NEWPID,   CLONE_NEWNET,
                                      CLONE_NEWIPC, CLONE_NEWUTS,  CLONE_NEWCGROUP};

static const uint32_t eperm = SCMP_ACT_ERRNO(EPERM);

/* The call does not exist on this architecture. */
static bool is_elsewhere(int r)
{
    return r == -EDOM || r == -EFAULT;
}

static int refuse_all(scmp_filter_ctx filter)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        int r = refused[i] < 0 ? 0 : seccomp_rule_add(filter, eperm, refused[i], 0);
        if (r < 0 && !is_elsewhere(r))
            return r;
    }
    return 0;
}

/* The flags of clone3() are in memory, which a filter cannot read: ENOSYS makes programs fall back to clone(). */
static int refuse_namespaces(scmp_filter_ctx filter)
{
    int r = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    for (size_t i = 0; r == 0 && i < sizeof namespaces / sizeof *namespaces; i++) {
        uint64_t flag = namespaces[i];
        r = seccomp_rule_add(filter, eperm, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag));
        if (r == 0)
            r = seccomp_rule_add(filter, eperm, SCMP_SYS(unshare), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag));
    }
    /* In clone() these bits belong to the exit signal. */
    return r < 0 ? r
                 : seccomp_rule_add(filter, eperm, SCMP_SYS(unshare), 1,
                                    SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_NEWTIME, CLONE_NEWTIME));
}

/* Refuses to inject input into a terminal. The kernel compares only the low 32 bits of the request. */
static int refuse_typing(scmp_filter_ctx filter)
{
    static const uint64_t numbers[] = {TIOCSTI, TIOCLINUX};
    int r = 0;
    for (size_t i = 0; r == 0 && i < sizeof numbers / sizeof *numbers; i++)
        r = seccomp_rule_add(filter, eperm, SCMP_SYS(ioctl), 1,
                             SCMP_A1(SCMP_CMP_MASKED_EQ, UINT64_C(0xffffffff), numbers[i]));
    return r;
}

/* Refuses personalities that weaken the memory protection of a process or emulate another system. The argument
 * 0xffffffff only reads the current personality. A filter cannot match "some of these bits, but not all", so arguments
 * with the highest bit set, which only the query has, are allowed. */
static int refuse_personalities(scmp_filter_ctx filter)
{
    static const uint64_t bits[] = {MMAP_PAGE_ZERO, ADDR_COMPAT_LAYOUT, READ_IMPLIES_EXEC, 1, 2, 4, 0x10, 0x20, 0x40};
    int r = 0;
    for (size_t i = 0; r == 0 && i < sizeof bits / sizeof *bits; i++)
        r = seccomp_rule_add(filter, eperm, SCMP_SYS(personality), 1,
                             SCMP_A0(SCMP_CMP_MASKED_EQ, UINT64_C(0x80000000) | bits[i], bits[i]));
    return r;
}

/* Refuses to set the set-user-ID and set-group-ID bits: outside the sandbox, other users could run the file as this
 * user. The kernel uses only the low bits of a mode. */
static int refuse_set_ids(scmp_filter_ctx filter)
{
    static const uint64_t bits[] = {S_ISUID, S_ISGID};
    enum { FCHMODAT2 = 452, TEMPORARY = O_TMPFILE & ~O_DIRECTORY };
    int r = 0;
    for (size_t i = 0; r == 0 && i < sizeof bits / sizeof *bits; i++) {
        const struct scmp_arg_cmp second = SCMP_A1(SCMP_CMP_MASKED_EQ, bits[i], bits[i]);
        const struct scmp_arg_cmp third = SCMP_A2(SCMP_CMP_MASKED_EQ, bits[i], bits[i]);
        const struct scmp_arg_cmp fourth = SCMP_A3(SCMP_CMP_MASKED_EQ, bits[i], bits[i]);
        const struct {
            int call;
            unsigned count;
            struct scmp_arg_cmp arguments[2];
        } rules[] = {
            {SCMP_SYS(chmod), 1, {second}},
            {SCMP_SYS(fchmod), 1, {second}},
            {SCMP_SYS(fchmodat), 1, {third}},
            {FCHMODAT2, 1, {third}},
            {SCMP_SYS(creat), 1, {second}},
            {SCMP_SYS(mknod), 1, {second}},
            {SCMP_SYS(mknodat), 1, {third}},
            {SCMP_SYS(open), 2, {SCMP_A1(SCMP_CMP_MASKED_EQ, O_CREAT, O_CREAT), third}},
            {SCMP_SYS(open), 2, {SCMP_A1(SCMP_CMP_MASKED_EQ, TEMPORARY, TEMPORARY), third}},
            {SCMP_SYS(openat), 2, {SCMP_A2(SCMP_CMP_MASKED_EQ, O_CREAT, O_CREAT), fourth}},
            {SCMP_SYS(openat), 2, {SCMP_A2(SCMP_CMP_MASKED_EQ, TEMPORARY, TEMPORARY), fourth}},
        };
        for (size_t j = 0; r == 0 && j < sizeof rules / sizeof *rules; j++) {
            r = rules[j].call < 0
                    ? 0
                    : seccomp_rule_add_array(filter, eperm, rules[j].call, rules[j].count, rules[j].arguments);
            if (is_elsewhere(r))
                r = 0;
        }
    }
    /* The mode is in memory; programs fall back to openat(). */
    return r < 0 ? r : seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(openat2), 0);
}

/* System V IPC and message queues are not files: without an IPC namespace a process could access objects of other
 * processes of the same user. */
static int refuse_sharing(scmp_filter_ctx filter)
{
    static const int calls[] = {SCMP_SYS(shmget),    SCMP_SYS(shmat),  SCMP_SYS(shmctl),     SCMP_SYS(msgget),
                                SCMP_SYS(msgsnd),    SCMP_SYS(msgrcv), SCMP_SYS(msgctl),     SCMP_SYS(semget),
                                SCMP_SYS(semop),     SCMP_SYS(semctl), SCMP_SYS(semtimedop), SCMP_SYS(mq_open),
                                SCMP_SYS(mq_unlink), SCMP_SYS(ipc)};
    int r = 0;
    for (size_t i = 0; r == 0 && i < sizeof calls / sizeof *calls; i++) {
        r = calls[i] < 0 ? 0 : seccomp_rule_add(filter, eperm, calls[i], 0);
        if (is_elsewhere(r))
            r = 0;
    }
    return r;
}

/* Refuses to change limits of other processes of the same user: with RLIMIT_CPU 0 the kernel kills a process, with
 * RLIMIT_NOFILE 0 it loses its connections. The executor is such a process on every level; so is the daemon if there
 * are no namespaces. Reading limits is allowed. A process that names itself by its own PID is refused too, because a
 * filter cannot know that PID. */
static int refuse_limiting(scmp_filter_ctx filter)
{
    return seccomp_rule_add(filter, eperm, SCMP_SYS(prlimit64), 2, SCMP_A0(SCMP_CMP_NE, 0, 0),
                            SCMP_A2(SCMP_CMP_NE, 0, 0));
}

/* Other calls that affect processes of the same user and that Landlock does not check: allowed for the caller itself,
 * as PID 0. Calls that read or write another process's memory are refused by Landlock as tracing. */
static int refuse_scheduling(scmp_filter_ctx filter)
{
    enum { IOPRIO_WHO_PROCESS = 1 };
    static const int calls[] = {SCMP_SYS(sched_setaffinity), SCMP_SYS(sched_setscheduler), SCMP_SYS(sched_setparam),
                                SCMP_SYS(sched_setattr),     SCMP_SYS(migrate_pages),      SCMP_SYS(move_pages)};
    static const struct {
        int call;
        uint64_t process; /* value of the first argument for a process; others select a process group or a user */
    } kinds[] = {{SCMP_SYS(setpriority), PRIO_PROCESS}, {SCMP_SYS(ioprio_set), IOPRIO_WHO_PROCESS}};
    int r = 0;
    for (size_t i = 0; r == 0 && i < sizeof calls / sizeof *calls; i++)
        r = seccomp_rule_add(filter, eperm, calls[i], 1, SCMP_A0(SCMP_CMP_NE, 0, 0));
    for (size_t i = 0; r == 0 && i < sizeof kinds / sizeof *kinds; i++) {
        r = seccomp_rule_add(filter, eperm, kinds[i].call, 1, SCMP_A0(SCMP_CMP_NE, kinds[i].process, 0));
        if (r == 0)
            r = seccomp_rule_add(filter, eperm, kinds[i].call, 1, SCMP_A1(SCMP_CMP_NE, 0, 0));
    }
    return r;
}

/* Landlock does not restrict inotify and fanotify: they would show the names of files in any directory of the user, and
 * when they are used. Programs that get ENOSYS fall back to polling. */
static int refuse_watching(scmp_filter_ctx filter)
{
    static const int calls[] = {SCMP_SYS(inotify_init), SCMP_SYS(inotify_init1), SCMP_SYS(inotify_add_watch)};
    int r = 0;
    for (size_t i = 0; r == 0 && i < sizeof calls / sizeof *calls; i++) {
        r = calls[i] < 0 ? 0 : seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), calls[i], 0);
        if (is_elsewhere(r))
            r = 0;
    }
    return r;
}

/* --- sockets --- */

/* Landlock restricts neither sockets with a path nor UDP: without namespaces only address families can be filtered. */
static bool is_allowed(int family, enum sandbox_level level, bool is_closed)
{
    switch (family) {
    case AF_UNIX:
        return level == SANDBOX_NAMESPACE;
    case AF_INET:
    case AF_INET6:
    case AF_NETLINK:
        return level == SANDBOX_NAMESPACE || !is_closed;
    default:
        return false;
    }
}

/* AF_NETLINK is the highest allowed family; numbers above 32 bits are greater too. */
static int refuse_sockets(scmp_filter_ctx filter, enum sandbox_level level, bool is_closed)
{
    static const uint32_t answer = SCMP_ACT_ERRNO(EAFNOSUPPORT);
    int r = seccomp_rule_add(filter, answer, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_GT, AF_NETLINK, 0));
    for (int family = 0; r == 0 && family <= AF_NETLINK; family++)
        if (!is_allowed(family, level, is_closed))
            r = seccomp_rule_add(filter, answer, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_EQ, (uint64_t)family, 0));
    if (r == 0 && is_allowed(AF_NETLINK, level, is_closed)) /* for programs that list addresses and routes */
        r = seccomp_rule_add(filter, answer, SCMP_SYS(socket), 2, SCMP_A0(SCMP_CMP_EQ, AF_NETLINK, 0),
                             SCMP_A2(SCMP_CMP_NE, NETLINK_ROUTE, 0));
    return r;
}

/* A datagram socket of a pair can be connected to a path, like one from socket(); to the kernel a raw socket is the
 * same. Higher bits of the type are flags. */
static int refuse_datagram_pairs(scmp_filter_ctx filter)
{
    static const uint64_t kinds[] = {SOCK_DGRAM, SOCK_RAW};
    int r = 0;
    for (size_t i = 0; r == 0 && i < sizeof kinds / sizeof *kinds; i++)
        r = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socketpair), 1,
                             SCMP_A1(SCMP_CMP_MASKED_EQ, UINT64_C(0xf), kinds[i]));
    return r;
}

/* --- building the filter --- */

bool filter_is_there(void)
{
    uint32_t action = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

/* Other architectures, including x32, have different call numbers. */
static int fill(scmp_filter_ctx filter, enum sandbox_level level, bool is_closed)
{
    int r = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    /* A binary tree instead of a list: the kernel evaluates the filter for every call number when it is loaded. */
    if (r == 0)
        r = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    if (r == 0)
        r = refuse_all(filter);
    if (r == 0)
        r = refuse_namespaces(filter);
    if (r == 0)
        r = refuse_typing(filter);
    if (r == 0)
        r = refuse_personalities(filter);
    if (r == 0)
        r = refuse_set_ids(filter);
    if (r == 0)
        r = refuse_limiting(filter);
    if (r == 0 && level == SANDBOX_LANDLOCK)
        r = refuse_sharing(filter);
    if (r == 0 && level == SANDBOX_LANDLOCK)
        r = refuse_scheduling(filter);
    if (r == 0 && level == SANDBOX_LANDLOCK)
        r = refuse_watching(filter);
    if (r == 0 && level == SANDBOX_LANDLOCK)
        r = refuse_datagram_pairs(filter);
    return r < 0 ? r : refuse_sockets(filter, level, is_closed);
}

static int export(enum sandbox_level level, bool is_closed, int fd)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int r = filter ? fill(filter, level, is_closed) : -ENOMEM;
    if (r == 0)
        r = seccomp_export_bpf(filter, fd);
    seccomp_release(filter);
    return r;
}

static int read_all(int fd, void *data, size_t capacity, size_t *ret_size)
{
    for (*ret_size = 0; *ret_size < capacity;) {
        ssize_t n = read(fd, (char *)data + *ret_size, capacity - *ret_size);
        if (n == 0)
            return 0;
        if (n < 0 && errno != EINTR)
            return -errno;
        *ret_size += n > 0 ? (size_t)n : 0;
    }
    return 0;
}

/* --- prebuilt filters --- */

union text {
    struct sock_filter instructions[BPF_MAXINSNS];
    int error;
};

static struct {
    size_t size; /* 0: not built */
    union text text;
} kept[2]; /* of level namespace: with full and with closed network */

static void keep(bool is_closed)
{
    autoclose int fd = memfd_create("filter", MFD_CLOEXEC);
    size_t size = 0;
    if (fd >= 0 && export(SANDBOX_NAMESPACE, is_closed, fd) == 0 && lseek(fd, 0, SEEK_SET) == 0 &&
        read_all(fd, &kept[is_closed].text, sizeof kept[is_closed].text, &size) == 0)
        kept[is_closed].size = size;
}

void filter_keep(void)
{
    keep(false);
    keep(true);
}

/* --- writing and entering --- */

/* An error is written as a number, which is shorter than an instruction. */
void filter_write(enum sandbox_level level, bool is_closed, int fd)
{
    if (level == SANDBOX_NAMESPACE && kept[is_closed].size > 0) {
        (void)!write(fd, &kept[is_closed].text, kept[is_closed].size);
        return;
    }
    int r = export(level, is_closed, fd);
    if (r < 0)
        (void)!write(fd, &r, sizeof r);
}

int filter_enter(int fd)
{
    static union text text;
    size_t size;
    int r = read_all(fd, &text, sizeof text, &size);
    if (r < 0)
        return r;
    if (size == sizeof text.error)
        return text.error;
    if (size == 0 || size % sizeof *text.instructions != 0)
        return -ENODATA; /* the writer has exited */
    const struct sock_fprog program = {.len = (unsigned short)(size / sizeof *text.instructions),
                                       .filter = text.instructions};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) < 0 ? -errno : 0;
}
