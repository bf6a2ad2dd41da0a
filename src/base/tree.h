/* The processes below one: found by their parents, reached through pidfds. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* More are not looked at in one go; whoever repeats until nothing is left gets them all. */
enum { TREE_MAX = 64 * 1024 };

struct tree_process {
    pid_t pid, parent;
    char state; /* as /proc/PID/stat has it: R, S, D, T, Z, … */
};

struct tree {
    struct tree_process *items;
    size_t count, capacity;
    bool by_stat; /* the kernel lists no children: all processes of the machine are looked at instead */
};

/* All that lie below `root`, without it. With a signal, each gets it the moment it is met: a chain of processes that
 * each start the next and leave is faster than two walks. 0, or -ENOMEM with what was found so far. */
int tree_find(struct tree *tree, pid_t root, int signal_number);

/* A signal that asks: each gets it once, and whoever lies above gets it first. A script whose command ended before
 * would go on with the next. */
void tree_ask(struct tree *tree, pid_t root, int signal_number);

/* How many of those that were found were alive. */
size_t tree_living(const struct tree *tree);

/* Ends all that lie below `root`: stops them, again until no other appears, so that none can start a new one when it
 * sees another end; then kills them. To be repeated until `root`, their subreaper, has no child left. */
void tree_end(struct tree *tree, pid_t root);
void tree_clear(struct tree *tree);
