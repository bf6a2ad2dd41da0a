/* What only the kernel's doors are about. */
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/io_uring.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "probe/internal.h"

/* --- mount --- */

/* In a mount namespace of its own where one can be had: it ends with this process, and the mount with it. In a chroot
 * it cannot be told apart from the others, and the mount is taken back. */
void probe_mount(const struct probe_target *target, struct probe_result *result)
{
    bool apart = unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0;
    apart = apart && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
    if (mount("weir-probe", target->path, "tmpfs", MS_NOSUID | MS_NODEV, "size=64k") < 0) {
        probe_refused(result, errno, "nothing can be mounted");
        return;
    }
    if (!apart)
        (void)umount2(target->path, MNT_DETACH);
    probe_succeeded(result, "%s", apart ? "in a mount namespace of its own" : "in the same mount namespace");
}

/* --- namespaces --- */

/* A filter of system calls sees the flags of unshare() and clone(), but not those of clone3(), which lie in memory. */
static long clone3_user(void)
{
    struct clone_args arguments = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
    return syscall(SYS_clone3, &arguments, sizeof arguments);
}

static long clone_user(void)
{
    return syscall(SYS_clone, (unsigned long)(CLONE_NEWUSER | SIGCHLD), 0UL, NULL, NULL, 0UL);
}

static bool child_was_made(long pid)
{
    if (pid == 0)
        _exit(0);
    if (pid < 0)
        return false;
    (void)waitpid((pid_t)pid, NULL, 0);
    return true;
}

void probe_user_namespace(const struct probe_target *target, struct probe_result *result)
{
    (void)target;
    if (child_was_made(clone3_user()))
        probe_succeeded(result, "by clone3()");
    else if (child_was_made(clone_user()))
        probe_succeeded(result, "by clone()");
    else if (unshare(CLONE_NEWUSER) == 0)
        probe_succeeded(result, "by unshare()");
    else
        probe_refused(result, errno, "none can be made");
}

/* --- modules --- */

void probe_module(const struct probe_target *target, struct probe_result *result)
{
    static const char rubbish[] = "this is no module";
    (void)target;
    /* Who may not load one is told so before anybody looks at what it is. */
    if (syscall(SYS_init_module, rubbish, sizeof rubbish, "") < 0 && errno != ENOEXEC)
        probe_refused(result, errno, "none can be loaded");
    else
        probe_succeeded(result, "the kernel has looked at what it was given");
}

/* Zeroes are no program, but who may not load one is told so first. */
void probe_bpf(const struct probe_target *target, struct probe_result *result)
{
    union bpf_attr attributes = {0};
    (void)target;
    if (syscall(SYS_bpf, BPF_PROG_LOAD, &attributes, sizeof attributes) < 0 &&
        (errno == EPERM || errno == EACCES || errno == ENOSYS))
        probe_refused(result, errno, "none can be loaded");
    else
        probe_succeeded(result, "the kernel has looked at what it was given");
}

/* --- io_uring --- */

void probe_io_uring(const struct probe_target *target, struct probe_result *result)
{
    struct io_uring_params parameters = {0};
    (void)target;
    autoclose int fd = (int)syscall(SYS_io_uring_setup, 1, &parameters);
    if (fd < 0)
        probe_refused(result, errno, "none can be made");
    else
        probe_succeeded(result, "a ring was made");
}

/* --- typing for somebody else --- */

/* A terminal that controls this process, as the one does from which a person starts something. */
static int open_terminal(int *ret_master)
{
    autoclose int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    char name[64];
    if (master < 0 || grantpt(master) < 0 || unlockpt(master) < 0 || ptsname_r(master, name, sizeof name) != 0)
        return -errno;
    (void)setsid();
    autoclose int slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (slave < 0 || ioctl(slave, TIOCSCTTY, 0) < 0)
        return -errno;
    *ret_master = take_fd(&master);
    return take_fd(&slave);
}

void probe_type_ahead(const struct probe_target *target, struct probe_result *result)
{
    autoclose int master = -1;
    autoclose int terminal = open_terminal(&master);
    (void)target;
    if (terminal < 0) {
        probe_impossible(result, -terminal, "no terminal can be had");
        return;
    }
    (void)signal(SIGHUP, SIG_IGN);
    /* The kernel cuts the request to 32 bits; a filter that compares 64 lets the second one through. */
    if (ioctl(terminal, TIOCSTI, "x") == 0 ||
        syscall(SYS_ioctl, terminal, (unsigned long)TIOCSTI | 1UL << 32, "x") == 0)
        probe_succeeded(result, "a letter was typed");
    else
        probe_refused(result, errno, "nothing can be typed");
}
