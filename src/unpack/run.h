/* The program: waits for the daemon's one request, and unpacks on a thread. */
#pragma once

#include <stdbool.h>
#include <uv.h>

#include "helper/helper.h"
#include "unpack/extract.h"

struct call;

struct unpacker {
    struct helper helper;
    struct call *call; /* deferred; NULL: it has not come yet */

    /* Of the thread, until `done` is sent: */
    uv_thread_t thread;
    uv_async_t done;
    int archive_fd, directory_fd;
    int status; /* of the extraction */
    struct unpacked unpacked;
    struct refusal refusal;
};

/* Returns 0; 1 if there is nothing more to do (--help); or a negated exit code. */
int unpacker_configure(struct unpacker *unpacker, int argc, char **argv);
/* Does not return: the process ends with the connection of the daemon. */
int unpacker_run(struct unpacker *unpacker);
