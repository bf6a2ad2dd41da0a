/* A process that stands over a command. Whatever the command starts stays below it, also what leads a session of its
 * own or has lost its parent, and all of it is gone before the warden is. It ends when the command does, when it is
 * told to, and when whoever started it is gone. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

enum { WARDEN_GRACE_MS = 300 }; /* between SIGTERM and SIGKILL */

struct warden {
    pid_t pid;
    pid_t command;
    int pidfd;   /* readable when it and all below it are gone */
    int control; /* a socket; what the warden tells is read by warden_reap() */
};

#define WARDEN_NONE                                                                                                    \
    {                                                                                                                  \
        .pid = -1, .command = -1, .pidfd = -1, .control = -1                                                           \
    }

struct warden_order {
    const char *cwd;          /* NULL: ours */
    char *const *arguments;   /* the first is a path, or looked for in PATH */
    char *const *environment; /* NULL: ours */
    int (*run)(void *user);   /* instead of a program, in a copy of this process: its exit code */
    void *user;
    int input, output, errors; /* -1: /dev/null. They stay the caller's */
    int grace_ms;              /* 0: WARDEN_GRACE_MS */
};

/* The command leads a session of its own. Waits until it has been started, which is short; that a program is not there
 * is told by warden_reap(). */
int warden_start(const struct warden_order *order, struct warden *ret_warden);

/* SIGTERM to all, and SIGKILL after the grace; or that at once. May be called more than once. */
void warden_end(struct warden *warden, bool now);

/* For one that does not end although it was told to (the command may have stopped it): ends all that is seen below it,
 * then it. */
void warden_force(struct warden *warden);

struct warden_report {
    int error;  /* not 0: the command could not be started; a negative errno */
    int status; /* of the command, as waitpid() has it; -1: not known, since the warden was killed */
};

/* To be called once pidfd is readable; closes everything. */
void warden_reap(struct warden *warden, struct warden_report *ret_report);
