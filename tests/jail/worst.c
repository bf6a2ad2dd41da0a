/* A tree of fifty processes that resist being killed, for the tests of weir-jail: worst stay|leave LOCK [SECONDS]
 *
 * All of them hold a lock on the file LOCK, which is free only when the last one is gone. When all are running, the
 * program writes "ready"; then it stays, or exits and leaves them behind. If nobody kills them, the kernel does so
 * after SECONDS, by default two minutes. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { COUNT = 50, STAYS_SECONDS = 120 };

static int ready_fd;
static struct timespec end; /* of all of them */

/* Timers are not inherited: each process that stays sets its own. SIGKILL also ends a stopped process. */
static void limit_life(void)
{
    struct sigevent kill = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
    timer_t timer;
    if (timer_create(CLOCK_MONOTONIC, &kill, &timer) < 0 ||
        timer_settime(timer, TIMER_ABSTIME, &(struct itimerspec){.it_value = end}, NULL) < 0)
        _exit(1);
}

static int is_over(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec >= end.tv_sec;
}

static void say_ready(void)
{
    limit_life();
    if (write(ready_fd, "", 1) != 1)
        _exit(1);
}

_Noreturn static void stay(void)
{
    for (;;)
        (void)pause();
}

static void ignore_all(void)
{
    for (int number = 1; number < NSIG; number++)
        (void)signal(number, SIG_IGN);
}

_Noreturn static void deaf_in_own_session(void)
{
    (void)setsid();
    ignore_all();
    say_ready();
    stay();
}

_Noreturn static void daemonized(void)
{
    if (fork() > 0)
        _exit(0);
    (void)setsid();
    if (fork() > 0)
        _exit(0);
    ignore_all();
    say_ready();
    stay();
}

/* Starts another child whenever one is killed. */
_Noreturn static void supervisor(void)
{
    ignore_all();
    (void)signal(SIGCHLD, SIG_DFL);
    say_ready();
    for (;;) {
        pid_t child = fork();
        if (child == 0) {
            limit_life();
            (void)setsid();
            stay();
        }
        while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
            ;
    }
}

/* Each process starts the next one and exits, so none lives long. Without the pause, several chains produce zombies
 * faster than a busy machine reaps them, until no other program there can fork. */
_Noreturn static void chain(void)
{
    say_ready();
    while (!is_over()) {
        (void)setsid();
        (void)usleep(1000);
        pid_t next = fork();
        if (next > 0)
            _exit(0);
        if (next < 0)
            (void)sched_yield();
    }
    _exit(0);
}

_Noreturn static void stopped(void)
{
    say_ready();
    for (;;)
        (void)raise(SIGSTOP);
}

static void *fork_in_thread(void *unused)
{
    if (fork() == 0)
        deaf_in_own_session();
    return unused;
}

/* A child of a thread, which is missing from the main thread's list of children. */
_Noreturn static void threaded(void)
{
    pthread_t thread;
    limit_life();
    if (pthread_create(&thread, NULL, fork_in_thread, NULL) != 0)
        _exit(1);
    stay();
}

/* Waits in the kernel for its child, in a state that SIGSTOP does not reach. */
_Noreturn static void vforked(void)
{
    ignore_all();
    limit_life();
    if (vfork() == 0) { /* NOLINT: vfork() is what this tests */
        limit_life();
        (void)!write(ready_fd, "", 1);
        for (;;)
            (void)pause();
    }
    stay();
}

static void (*const kinds[])(void) = {deaf_in_own_session, daemonized, supervisor, chain, stopped, threaded, vforked};

int main(int argc, char **argv)
{
    int pipe_fds[2], lock = argc >= 3 ? open(argv[2], O_RDWR | O_CREAT, 0600) : -1;
    if (lock < 0 || flock(lock, LOCK_SH) < 0 || pipe(pipe_fds) < 0)
        return 2;
    ready_fd = pipe_fds[1];
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += argc > 3 ? strtol(argv[3], NULL, 10) : STAYS_SECONDS;
    limit_life();
    for (int i = 0; i < COUNT; i++) {
        pid_t child = fork();
        if (child < 0)
            return 3;
        if (child == 0)
            kinds[(size_t)i % (sizeof kinds / sizeof *kinds)]();
    }
    for (int i = 0; i < COUNT; i++) {
        char byte;
        if (read(pipe_fds[0], &byte, 1) != 1)
            return 4;
    }
    (void)fprintf(stderr, "ready\n");
    if (strcmp(argv[1], "leave") == 0)
        return 7;
    (void)signal(SIGTERM, SIG_IGN);
    stay();
}
