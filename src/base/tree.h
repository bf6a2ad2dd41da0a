/* The process tree below a process: found by parents, signaled through pidfds. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The limit of one call; callers repeat until no process is left. */
enum { TREE_MAX = 64 * 1024 };

struct tree_process {
    pid_t pid, parent;
    char state; /* from /proc/PID/stat: R, S, D, T, Z, … */
};

struct tree {
    struct tree_process *items;
    size_t count, capacity;
    bool by_stat; /* the kernel has no lists of children: read /proc/PID/stat of all processes instead */
};

/* Finds all processes below `root`, without root itself. Sends the signal, if any, as soon as each one is found: this
 * catches up with a chain of processes that each start the next one and exit. Returns 0, or -ENOMEM with the processes
 * found so far. */
int tree_find(struct tree *tree, pid_t root, int signal_number);

/* Sends a signal once to each process, parents first. Otherwise a script whose current command ends first would go on
 * with its next command. */
void tree_ask(struct tree *tree, pid_t root, int signal_number);

/* How many of the processes were alive when they were found. */
size_t tree_living(const struct tree *tree);

/* Kills everything below `root`. Stops processes until no new one appears, so that none can start another one when it
 * sees one end, then kills them. Repeat it until `root`, their subreaper, has no children. */
void tree_end(struct tree *tree, pid_t root);
void tree_clear(struct tree *tree);
