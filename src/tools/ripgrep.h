/* ripgrep as a child; to be used in a process that may wait. */
#pragma once

#include <sys/types.h>

enum { RIPGREP_COMPLAINT_SIZE = 1024 };

struct ripgrep {
    pid_t pid;
    int output, complaints;
};

/* The first argument is its path; it runs in `root`. */
int ripgrep_start(struct ripgrep *ripgrep, const char *root, char *const *arguments);
/* Waits; its exit code (2: it has failed), and what it said about it. */
int ripgrep_end(struct ripgrep *ripgrep, char complaint[static RIPGREP_COMPLAINT_SIZE]);
