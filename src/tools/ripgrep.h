/* Runs ripgrep as a child process; for use in a process that can block. */
#pragma once

#include <sys/types.h>

enum { RIPGREP_COMPLAINT_SIZE = 1024 };

struct ripgrep {
    pid_t pid;
    int output, complaints;
};

/* The first argument is the path of ripgrep; it runs in `root`. */
int ripgrep_start(struct ripgrep *ripgrep, const char *root, char *const *arguments);
/* Waits for the end. Returns its exit code (2: error), with its error message. */
int ripgrep_end(struct ripgrep *ripgrep, char complaint[static RIPGREP_COMPLAINT_SIZE]);
