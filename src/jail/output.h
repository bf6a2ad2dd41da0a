/* What the tree writes to its stdout and stderr: one pipe, kept in DIR/stderr. Above 64 KiB that becomes stderr.old and
 * a new one begins. Whatever goes wrong with the files, the pipe is read on: the tree never waits for a disk. */
#pragma once

#include <stddef.h>

enum { OUTPUT_FILE_MAX = 64 * 1024 };

struct output {
    int directory_fd; /* not owned */
    int pipe_fd;      /* -1: everybody has closed the other end */
    int file_fd;
    size_t file_size;
};

#define OUTPUT_INIT                                                                                                    \
    {                                                                                                                  \
        .directory_fd = -1, .pipe_fd = -1, .file_fd = -1                                                               \
    }

/* The other end of the pipe is the caller's to close. */
int output_open(struct output *output, int directory_fd, int *ret_write_fd);

/* Takes what is there, up to `limit` bytes: a tree that writes without end must not keep its jail from anything else.
 */
void output_take(struct output *output, size_t limit);
void output_close(struct output *output);
