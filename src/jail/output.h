/* The stdout and stderr of the tree: a pipe that is copied to DIR/stderr. At 64 KiB the file is renamed to stderr.old
 * and a new one begins. The pipe is read even if writing fails: the tree never waits for a disk. */
#pragma once

#include <stddef.h>

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
