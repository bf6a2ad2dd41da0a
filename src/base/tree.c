#include "base/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/pidfd.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/process.h"

enum { ROUNDS = 16, FIRST_CAPACITY = 64 };

/* --- one process --- */

static bool is_living(char state)
{
    return state != 'Z' && state != 'X';
}

static bool holds(const struct tree *tree, pid_t pid)
{
    for (size_t i = 0; i < tree->count; i++)
        if (tree->items[i].pid == pid)
            return true;
    return false;
}

static int add(struct tree *tree, const struct tree_process *process)
{
    if (tree->count == tree->capacity) {
        size_t capacity = tree->capacity ? 2 * tree->capacity : FIRST_CAPACITY;
        struct tree_process *items = capacity <= TREE_MAX ? realloc(tree->items, capacity * sizeof *tree->items) : NULL;
        if (!items)
            return -ENOMEM;
        tree->items = items;
        tree->capacity = capacity;
    }
    tree->items[tree->count++] = *process;
    return 0;
}

/* The pid may have been reused. The pidfd refers to one process; if its parent is in the tree, it is the right one.
 * Orphans become children of the root. */
static int meet(struct tree *tree, pid_t pid, pid_t parent, pid_t root, int signal_number)
{
    struct process_facts facts;
    autoclose int pidfd = signal_number ? pidfd_open(pid, 0) : -1;
    if ((signal_number && pidfd < 0) || process_look(pid, &facts) < 0)
        return 0;
    if (facts.parent != parent && facts.parent != root)
        return 0;
    if (signal_number && is_living(facts.state))
        (void)pidfd_send_signal(pidfd, signal_number, NULL, 0);
    return add(tree, &(struct tree_process){.pid = pid, .parent = parent, .state = facts.state});
}

/* --- the kernel's lists of children --- */

/* Parses numbers that are separated by spaces; the list may exceed any buffer. */
static int read_children(struct tree *tree, int fd, pid_t parent, pid_t root, int signal_number)
{
    char text[4096];
    long number = 0;
    for (ssize_t n; (n = read(fd, text, sizeof text)) > 0;) {
        for (ssize_t i = 0; i < n; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                number = 10 * number + (text[i] - '0');
                continue;
            }
            int r = number > 0 ? meet(tree, (pid_t)number, parent, root, signal_number) : 0;
            if (r < 0)
                return r;
            number = 0;
        }
    }
    return 0;
}

/* Each thread has its own list. Returns -ENOENT if the kernel has no such lists. */
static int walk_children(struct tree *tree, pid_t parent, pid_t root, int signal_number)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/task", (int)parent);
    DIR *threads = opendir(path);
    if (!threads)
        return 0; /* it has ended, and its children belong to the root */
    int r = 0;
    for (const struct dirent *entry; r == 0 && (entry = readdir(threads));) {
        if (entry->d_name[0] == '.')
            continue;
        char name[sizeof entry->d_name + sizeof "/children"];
        (void)snprintf(name, sizeof name, "%s/children", entry->d_name);
        autoclose int fd = openat(dirfd(threads), name, O_RDONLY | O_CLOEXEC);
        if (fd >= 0)
            r = read_children(tree, fd, parent, root, signal_number);
        else if (errno == ENOENT && parent == root)
            r = -ENOENT;
    }
    (void)closedir(threads);
    return r;
}

/* --- all processes of the machine --- */

static int pass_over_all(struct tree *tree, pid_t root, int signal_number)
{
    DIR *all = opendir("/proc");
    if (!all)
        return -errno;
    int r = 0;
    for (const struct dirent *entry; r == 0 && (entry = readdir(all));) {
        struct process_facts facts;
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        if (pid <= 0 || pid == root || holds(tree, pid) || process_look(pid, &facts) < 0)
            continue;
        if (facts.parent == root || holds(tree, facts.parent))
            r = meet(tree, pid, facts.parent, root, signal_number);
    }
    (void)closedir(all);
    return r;
}

int tree_find(struct tree *tree, pid_t root, int signal_number)
{
    tree->count = 0;
    int r = tree->by_stat ? -ENOENT : walk_children(tree, root, root, signal_number);
    for (size_t i = 0; r == 0 && i < tree->count; i++)
        r = walk_children(tree, tree->items[i].pid, root, signal_number);
    if (r != -ENOENT)
        return r;
    tree->by_stat = true;
    for (size_t before = SIZE_MAX; tree->count != before;) {
        before = tree->count;
        r = pass_over_all(tree, root, signal_number);
        if (r < 0)
            return r;
    }
    return 0;
}

size_t tree_living(const struct tree *tree)
{
    size_t living = 0;
    for (size_t i = 0; i < tree->count; i++)
        living += is_living(tree->items[i].state);
    return living;
}

/* --- SIGTERM in order --- */

static int compare(const void *a, const void *b)
{
    const struct tree_process *left = a, *right = b;
    return (left->pid > right->pid) - (left->pid < right->pid);
}

/* Like meet(); a process whose parent has ended is a child of the root. */
static bool send_to(const struct tree_process *process, pid_t root, int signal_number)
{
    struct process_facts facts;
    autoclose int pidfd = pidfd_open(process->pid, 0);
    return pidfd >= 0 && process_look(process->pid, &facts) == 0 &&
           (facts.parent == process->parent || facts.parent == root) &&
           pidfd_send_signal(pidfd, signal_number, NULL, 0) == 0;
}

/* A process that ends leaves its children to the root, which the walk has passed already: find all processes first.
 * Repeat it, because a process that was not found yet may have started another one. */
void tree_ask(struct tree *tree, pid_t root, int signal_number)
{
    struct tree asked = {0};
    for (int round = 0; round < ROUNDS; round++) {
        size_t before = asked.count;
        (void)tree_find(tree, root, 0);
        for (size_t i = 0; i < tree->count; i++) {
            const struct tree_process *process = &tree->items[i];
            bool was_asked = before > 0 && bsearch(process, asked.items, before, sizeof *process, compare);
            if (is_living(process->state) && !was_asked && send_to(process, root, signal_number))
                (void)add(&asked, process); /* if memory is exhausted, a process may get the signal twice */
        }
        if (asked.count == before)
            break;
        qsort(asked.items, asked.count, sizeof *asked.items, compare);
    }
    tree_clear(&asked);
}

/* --- killing --- */

/* A process in uninterruptible sleep or in vfork() cannot stop, and does not start other processes either. */
static bool has_movement(const struct tree *tree)
{
    for (size_t i = 0; i < tree->count; i++)
        if (tree->items[i].state == 'R' || tree->items[i].state == 'S')
            return true;
    return false;
}

void tree_end(struct tree *tree, pid_t root)
{
    for (int round = 0; round < ROUNDS; round++) {
        if (tree_find(tree, root, SIGSTOP) < 0 || !has_movement(tree))
            break;
        (void)sched_yield();
    }
    (void)tree_find(tree, root, SIGKILL);
}

void tree_clear(struct tree *tree)
{
    free(tree->items);
    *tree = (struct tree){0};
}
