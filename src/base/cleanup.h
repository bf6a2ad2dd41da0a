/* Variables that release their resource at the end of their scope, and functions that transfer the ownership. */
#pragma once

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define AUTO(function) __attribute__((cleanup(function)))

static inline void cleanup_close(const int *fd)
{
    if (*fd >= 0) {
        int saved = errno;
        (void)close(*fd);
        errno = saved;
    }
}

static inline void cleanup_free(void *pointer)
{
    free(*(void **)pointer);
}

#define autoclose AUTO(cleanup_close)
#define autofree AUTO(cleanup_free)

static inline int take_fd(int *fd)
{
    int taken = *fd;
    *fd = -1;
    return taken;
}

#define take_pointer(pointer)                                                                                          \
    ({                                                                                                                 \
        __typeof__(pointer) *place_ = &(pointer);                                                                      \
        __typeof__(pointer) taken_ = *place_;                                                                          \
        *place_ = NULL;                                                                                                \
        taken_;                                                                                                        \
    })
