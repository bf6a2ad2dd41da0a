/* A process that supervises a command. Everything that the command starts stays below the warden, including processes
 * with their own session or without a parent, and all of it is ended before the warden exits. The warden ends with the
 * command, on request, or when its caller is gone. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

enum { WARDEN_GRACE_MS = 300 }; /* between SIGTERM and SIGKILL */

struct warden {
    pid_t pid;
    pid_t command;
    int pidfd;   /* readable when the warden and everything below it have ended */
    int control; /* a socket; warden_reap() reads the warden's messages */
};

#define WARDEN_NONE                                                                                                    \
    {                                                                                                                  \
        .pid = -1, .command = -1, .pidfd = -1, .control = -1                                                           \
    }

struct warden_order {
    const char *cwd;          /* NULL: of the caller */
    char *const *arguments;   /* the first one is a path, or a name to find in PATH */
    char *const *environment; /* NULL: of the caller */
    int (*run)(void *user);   /* run in a forked copy of this process instead of a program; returns the exit code */
    void *user;
    int input, output, errors; /* -1: /dev/null. Owned by the caller */
    int grace_ms;              /* 0: WARDEN_GRACE_MS */
};

/* Starts the command as leader of a new session. Returns when it was started, which takes a short time; warden_reap()
 * reports a missing program. */
int warden_start(const struct warden_order *order, struct warden *ret_warden);

/* Sends SIGTERM to all processes, and SIGKILL after the grace time, or at once with `now`. Can be called repeatedly. */
void warden_end(struct warden *warden, bool now);

/* For a warden that does not end after warden_end(), for example because the command has stopped it: kills everything
 * below it, then the warden. */
void warden_force(struct warden *warden);

struct warden_report {
    int error;  /* not 0: the command could not be started; a negative errno */
    int status; /* of the command, as from waitpid(); -1: not known, the warden was killed */
};

/* Call this when pidfd is readable; closes everything. */
void warden_reap(struct warden *warden, struct warden_report *ret_report);
