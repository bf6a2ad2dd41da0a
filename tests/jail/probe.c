/* For the tests of weir-jail's sandbox:
 *
 *     probe call NUMBER [ARGUMENT...]        makes a system call and prints the errno, 0 where it succeeded
 *     probe foreign 32|x32                   makes one as another architecture would
 *     probe without NUMBER[,NUMBER...] PROGRAM [ARGUMENT...]
 *                                            runs a program for which the kernel has no such calls
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CALLS_MAX = 16 };

static int call(int argc, char **argv)
{
    unsigned long arguments[6] = {0};
    for (int i = 0; i < argc - 3 && i < 6; i++)
        arguments[i] = strtoul(argv[3 + i], NULL, 0);
    long r = syscall(strtol(argv[2], NULL, 0), arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                     arguments[5]);
    if (r == 0 && strtol(argv[2], NULL, 0) == SYS_clone)
        _exit(0); /* in the child */
    (void)printf("%d\n", r < 0 ? errno : 0);
    (void)fflush(stdout);
    _exit(0); /* exit handlers of a sanitizer may need the calls that were just blocked */
}

static int foreign(const char *kind)
{
#ifdef __x86_64__
    if (strcmp(kind, "32") == 0) {
        long number = 20, r; /* getpid() of i386 */
        __asm__ volatile("int $0x80" : "=a"(r) : "a"(number) : "memory");
        (void)printf("%ld\n", r);
    } else {
        (void)printf("%ld\n", syscall(0x40000000 | SYS_getpid));
    }
#endif
    (void)kind;
    return 0;
}

static int without(char *numbers, char **program)
{
    struct sock_filter filter[2 + 2 * CALLS_MAX];
    unsigned short count = 0;
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (char *number; (number = strsep(&numbers, ",")) && count < 2 * CALLS_MAX;) {
        filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)atoi(number), 0, 1);
        filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
    }
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog whole = {.len = count, .filter = filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole) < 0)
        return 3;
    (void)execvp(program[0], program);
    return 4;
}

int main(int argc, char **argv)
{
    if (argc >= 3 && strcmp(argv[1], "call") == 0)
        return call(argc, argv);
    if (argc == 3 && strcmp(argv[1], "foreign") == 0)
        return foreign(argv[2]);
    if (argc >= 4 && strcmp(argv[1], "without") == 0)
        return without(argv[2], argv + 3);
    return 2;
}
