/* The program: waits for the daemon's one request, and unpacks on a thread. */
#pragma once

#include <stdbool.h>
#include <uv.h>

#include "rpc/listener.h"
#include "rpc/rpc.h"
#include "unpack/extract.h"

struct call;
struct peer;

struct unpacker {
    const char *socket; /* the daemon connects here */
    uv_loop_t loop;
    struct rpc rpc;
    struct listener listener;
    struct peer *daemon; /* NULL: not connected yet */
    uv_timer_t orphan;
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
