/* Attempts to use system calls. */
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

/* Uses a new mount namespace if possible, which ends with this process and its mount. In a chroot the namespace cannot
 * be distinguished from the outer one, so the mount is removed. */
void probe_mount(const struct probe_target *target, struct probe_result *result)
{
    bool apart = unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0;
    apart = apart && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
    if (mount("weir-probe", target->path, "tmpfs", MS_NOSUID | MS_NODEV, "size=64k") < 0) {
        probe_refused(result, errno, "cannot mount a file system");
        return;
    }
    if (!apart)
        (void)umount2(target->path, MNT_DETACH);
    probe_succeeded(result, "%s", apart ? "in a new mount namespace" : "in the same mount namespace");
}

/* --- namespaces --- */

/* A seccomp filter can check the flags of unshare() and clone(), but not those of clone3(), which are in memory. */
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
        probe_succeeded(result, "with clone3()");
    else if (child_was_made(clone_user()))
        probe_succeeded(result, "with clone()");
    else if (unshare(CLONE_NEWUSER) == 0)
        probe_succeeded(result, "with unshare()");
    else
        probe_refused(result, errno, "cannot create one");
}

/* --- modules --- */

void probe_module(const struct probe_target *target, struct probe_result *result)
{
    static const char rubbish[] = "this is no module";
    (void)target;
    /* The kernel checks the rights of the caller before the data. */
    if (syscall(SYS_init_module, rubbish, sizeof rubbish, "") < 0 && errno != ENOEXEC)
        probe_refused(result, errno, "cannot load one");
    else
        probe_succeeded(result, "the kernel has examined the data");
}

/* Zeros are not a program, but the kernel checks the rights first. */
void probe_bpf(const struct probe_target *target, struct probe_result *result)
{
    union bpf_attr attributes = {0};
    (void)target;
    if (syscall(SYS_bpf, BPF_PROG_LOAD, &attributes, sizeof attributes) < 0 &&
        (errno == EPERM || errno == EACCES || errno == ENOSYS))
        probe_refused(result, errno, "cannot load one");
    else
        probe_succeeded(result, "the kernel has examined the data");
}

/* --- io_uring --- */

void probe_io_uring(const struct probe_target *target, struct probe_result *result)
{
    struct io_uring_params parameters = {0};
    (void)target;
    autoclose int fd = (int)syscall(SYS_io_uring_setup, 1, &parameters);
    if (fd < 0)
        probe_refused(result, errno, "cannot create one");
    else
        probe_succeeded(result, "created a ring");
}

/* --- terminal input --- */

/* Opens a controlling terminal for this process, like the one of an interactive shell. */
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
        probe_impossible(result, -terminal, "cannot open a terminal");
        return;
    }
    (void)signal(SIGHUP, SIG_IGN);
    /* The kernel truncates the request to 32 bits; a filter that compares 64 bits would allow the second call. */
    if (ioctl(terminal, TIOCSTI, "x") == 0 ||
        syscall(SYS_ioctl, terminal, (unsigned long)TIOCSTI | 1UL << 32, "x") == 0)
        probe_succeeded(result, "injected a character");
    else
        probe_refused(result, errno, "cannot inject a character");
}
