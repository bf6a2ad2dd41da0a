/* Processes that a script starts: well-behaved children, and trees that resist being killed. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "script/script.h"

extern char **environ;

static void remember(struct script *script, pid_t pid)
{
    if (script->child_count < SCRIPT_CHILDREN_MAX)
        script->children[script->child_count++] = pid;
}

void script_start_child(struct script *script, struct slice command)
{
    autofree char *text = strndup(command.data, command.size);
    char *const arguments[] = {(char *)"sh", (char *)"-c", text, NULL};
    posix_spawnattr_t attributes;
    pid_t pid = -1;
    if (!text || posix_spawnattr_init(&attributes) != 0)
        return;
    (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    (void)posix_spawnattr_setpgroup(&attributes, 0);
    if (posix_spawn(&pid, "/bin/sh", NULL, &attributes, arguments, environ) == 0)
        remember(script, pid);
    (void)posix_spawnattr_destroy(&attributes);
}

bool script_children_are_gone(struct script *script)
{
    size_t left = 0;
    for (size_t i = 0; i < script->child_count; i++)
        if (waitpid(script->children[i], NULL, WNOHANG) == 0)
            script->children[left++] = script->children[i];
    script->child_count = left;
    return left == 0;
}

/* As after an exec(): the child must not keep the connection open. */
static void keep_only(int fd)
{
    if (dup2(fd, 3) == 3)
        (void)syscall(SYS_close_range, 4, ~0U, 0);
}

/* No signal that asks ends some of these processes. If nobody kills them, they end by themselves. */
__attribute__((noreturn)) static void sleep_long(void)
{
    enum { STAYS_SECONDS = 120 };
    (void)alarm(STAYS_SECONDS);
    for (;;)
        (void)pause();
}

/* Runs in an orphaned grandchild with its own session. Every second one starts the next level itself, so the tree is
 * both deep and wide. */
__attribute__((noreturn)) static void be_stubborn(int64_t below)
{
    (void)setsid();
    (void)signal(SIGTERM, SIG_IGN);
    (void)signal(SIGHUP, SIG_IGN);
    (void)signal(SIGINT, SIG_IGN);
    if (below > 0) {
        pid_t child = fork();
        if (child == 0 && fork() == 0)
            be_stubborn(below - 1);
        if (child == 0)
            _exit(0);
        (void)waitpid(child, NULL, 0);
    }
    (void)!write(3, "x", 1);
    (void)close(3);
    sleep_long();
}

/* Waits until all processes are running. */
void script_start_tree(struct script *script, int64_t count)
{
    enum { DEPTH = 5 };
    int ready[2];
    (void)script;
    if (pipe2(ready, O_CLOEXEC) < 0)
        return;
    for (int64_t left = count; left > 0; left -= DEPTH) {
        pid_t child = fork();
        if (child == 0) {
            keep_only(ready[1]);
            if (fork() == 0)
                be_stubborn((left < DEPTH ? left : DEPTH) - 1);
            _exit(0);
        }
        (void)waitpid(child, NULL, 0);
    }
    close(ready[1]);
    char byte;
    while (count > 0 && read(ready[0], &byte, 1) == 1)
        count--;
    close(ready[0]);
}

void script_take_memory(int64_t bytes)
{
    char *memory = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED)
        memset(memory, 1, (size_t)bytes);
}

void script_start_hogs(struct script *script, int64_t count, int64_t bytes)
{
    for (int64_t i = 0; i < count; i++) {
        pid_t child = fork();
        if (child == 0) {
            (void)syscall(SYS_close_range, 3, ~0U, 0);
            (void)signal(SIGTERM, SIG_DFL);
            script_take_memory(bytes);
            sleep_long();
        }
        if (child > 0)
            remember(script, child);
    }
}
