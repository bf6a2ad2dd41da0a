/* Facts about a process from the kernel. Process ids are reused; together with the start time and the boot id they are
 * unique. */
#pragma once

#include <stdint.h>
#include <sys/types.h>

struct process_facts {
    pid_t parent;
    char state;         /* R, S, D, T, Z, … */
    int64_t start_time; /* clock ticks since boot */
};

/* Returns -ESRCH if there is no such process. */
int process_look(pid_t pid, struct process_facts *ret_facts);

enum { PROCESS_BOOT_ID_SIZE = 36 + 1 };

/* The id of this boot of the machine. */
int process_boot_id(char ret_id[static PROCESS_BOOT_ID_SIZE]);
