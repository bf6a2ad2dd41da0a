/* Connects to an X server, on another thread: the libraries wait for the replies of the beginning. */
#pragma once

#include <pthread.h>
#include <uv.h>

#include "capture/display.h"

struct display_attempt {
    uv_work_t work;
    struct display *display;
    void (*done)(struct display *display, struct display_attempt *attempt);
    char name[DISPLAY_NAME_MAX], authority[DISPLAY_PATH_MAX];
    bool wants_keys;
    pthread_mutex_t lock; /* of fd */
    int fd;               /* the socket while the thread works; -1: none */
    bool is_aborted;
    /* The result: */
    xcb_connection_t *connection; /* NULL: see `problem` */
    struct display_parts parts;
    char problem[DISPLAY_PROBLEM_SIZE];
    bool is_hopeless; /* trying again will not help */
    bool is_stale;    /* another sandbox may show what this one lacks */
};

/* Calls `done` on the loop, which frees the attempt. */
int attempt_start(struct display *display, bool wants_keys,
                  void (*done)(struct display *display, struct display_attempt *attempt),
                  struct display_attempt **ret_attempt);
/* Ends it soon: it fails. */
void attempt_abort(struct display_attempt *attempt);
void attempt_free(struct display_attempt *attempt);
