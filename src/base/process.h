/* What the kernel tells of a process. A number alone names nobody for long: with the start time and the boot it does.
 */
#pragma once

#include <stdint.h>
#include <sys/types.h>

struct process_facts {
    pid_t parent;
    char state;         /* R, S, D, T, Z, … */
    int64_t start_time; /* in clock ticks since boot */
};

/* -ESRCH: there is no such process. */
int process_look(pid_t pid, struct process_facts *ret_facts);

enum { PROCESS_BOOT_ID_SIZE = 36 + 1 };

/* Of this boot of the machine. */
int process_boot_id(char ret_id[static PROCESS_BOOT_ID_SIZE]);
