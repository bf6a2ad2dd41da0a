/* DIR/status: how the program ended. The file appears atomically when no process of the tree is left. Lines:
 *
 *     exited CODE | signal N | failed ERRNO SENTENCE    of the program; failed: it could not be started
 *     ended N                                           processes that did not end by themselves
 *     stopped                                           the jail got the request to stop while the program ran
 *     limit memory | limit processes                    the limit that was exceeded
 *     level namespace | level walk
 *     cgroup yes | cgroup no
 *     sandbox namespace | sandbox landlock | sandbox off    if a level is in force */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "jail/options.h"

struct status {
    int wait_status; /* from waitpid() */
    int failed;      /* an errno if the program could not be started */
    char sentence[504];
    unsigned ended;
    bool stopped;
    const char *limit; /* or NULL */
    enum jail_level level;
    bool cgroup;
    const char *sandbox; /* the level; NULL: none is in force */
};

/* Creates the file under a temporary name and reserves its space, in case the disk is full later. */
void status_reserve(int directory_fd);
int status_write(const struct status *status, int directory_fd);

/* --- output --- */

/* The stdout and stderr of the tree: a pipe that is copied to DIR/stderr. At 64 KiB the file is renamed to stderr.old
 * and a new one begins. The pipe is read even if writing fails: the tree never waits for a disk. */

enum { OUTPUT_FILE_MAX = 64 * 1024 };

struct output {
    int directory_fd; /* not owned */
    int pipe_fd;      /* -1: all writers have closed it */
    int file_fd;
    size_t file_size;
};

#define OUTPUT_INIT                                                                                                    \
    {                                                                                                                  \
        .directory_fd = -1, .pipe_fd = -1, .file_fd = -1                                                               \
    }

/* The caller closes the write end of the pipe. */
int output_open(struct output *output, int directory_fd, int *ret_write_fd);

/* Reads up to `limit` bytes, so that a tree that writes continuously cannot block the jail. */
void output_take(struct output *output, size_t limit);
void output_close(struct output *output);
