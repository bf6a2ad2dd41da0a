/* A program under a weir-jail, with a directory of its own in the daemon's state:
 *
 *     executors/ID/record        what the next daemon needs to find it again (contract: executor#Record)
 *     executors/ID/view          what it sees of the machine, for the jail (src/jail/PROTOCOL.md)
 *     executors/ID/control       the jail's own socket: what is in force, and a session's part
 *     executors/ID/tmp/          its /tmp where that cannot be had otherwise
 *     executors/ID/limits        of memory and processes, for the jail
 *     executors/ID/stderr        the last of what it wrote there, kept by the jail
 *     executors/ID/status        how it ended, written by the jail when nothing of it is left (src/jail/status.h)
 *     executors/ID/jail          a link to "PID START-TIME BOOT-ID": who stands over it, from the jail's first step on
 *     executors/ID/cgroup        the tree's cgroup while it has one
 *     executors/ID/link/         of weir's own programs: sock (EXECUTOR_SOCKET), spool; both are made by the jail, and
 *                                nothing that runs under it sees them
 *     executors/ID/own/          the program's own, and its agent's: others' executors have sock and spool there
 *
 * The jail is a child of the daemon that has started it, and of nobody once that one is gone; it is watched through a
 * pidfd in either case. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <uv.h>

#include "base/slice.h"
#include "contract/executor_types.h"

struct arena;
struct daemon;
struct executor_process;

/* How it ended. Lies in the caller's memory; the text is freed after `gone` returns. */
struct executor_exit {
    enum executor_exit_how {
        EXECUTOR_EXIT_UNKNOWN, /* the jail itself was killed, or its word is missing */
        EXECUTOR_EXIT_CODE,
        EXECUTOR_EXIT_SIGNAL,
        EXECUTOR_EXIT_NOT_STARTED, /* the program could not be started: `message` says why */
    } how;
    int number;              /* the exit code, the signal, the errno */
    unsigned ended;          /* processes that did not end by themselves */
    bool stopped;            /* because we wanted it so */
    bool sandboxed;          /* the jail has reached a level that was allowed */
    struct slice over_limit; /* "memory", "processes", or empty */
    char message[480];
    char *stderr_tail; /* its last lines, at most 4 KiB, UTF-8; "" where there are none */
};

struct executor_command {
    char *const *arguments; /* program first, NULL last; a name without a slash is looked up in PATH */
    const char *cwd;
    /* Puts into the directory what the jail wants to find there. May be NULL. */
    int (*prepare)(void *user, const struct executor_process *process, char problem[static 256]);
    void *user;
};

struct executor_process {
    struct daemon *daemon;
    char id[17];
    char label[27];    /* "executor ID" */
    char *directory;   /* executors/ID */
    char *own;         /* executors/ID/own */
    bool is_given;     /* the jail listens for it: a program of weir's own. Set before it is started or adopted. */
    char *link;        /* executors/ID/link where it is given, else own */
    char *socket_path; /* link/sock; at most 107 bytes */
    pid_t pid;         /* of the jail */
    int64_t start_time;
    struct {
        pid_t pid; /* 0: not known yet */
        int64_t start_time;
    } listener; /* of others' executors: the process that listened first, which is the executor from then on */
    int pidfd;
    bool is_child, is_gone;
    uv_poll_t *poll;
    /* The jail is gone, and so is everything under it. Comes once, never from inside of a function of this header. */
    void (*gone)(struct executor_process *process, const struct executor_exit *exit);
};

/* Makes the directory and starts the jail. `process` must stay where it is until executor_process_clear(). Negative,
 * with a sentence in `problem`: nothing is left of it. */
int executor_process_start(struct executor_process *process, struct daemon *daemon,
                           const struct executor_command *command, char problem[static 256]);

/* Asks every process of it to end (SIGTERM), and ends what is left after the jail's grace (500 ms); or ends all now. */
void executor_process_ask(struct executor_process *process);
void executor_process_end(struct executor_process *process);

/* Its end is told only when it is watched again. */
void executor_process_rest(struct executor_process *process, bool rests);

/* Of the whole tree; 0: none. */
int executor_process_limit(struct executor_process *process, int64_t memory_bytes, int64_t processes);

/* Writes executors/ID/record; pid, start_time and boot_id are filled in here. */
int executor_process_note(struct executor_process *process, const struct executor_record *record);

/* 1 where this process (a peer of a connection, say) is one of its tree, 0 where it is not, -ESRCH where it or one
 * above it has gone and nothing tells any more. */
int executor_process_has(const struct executor_process *process, pid_t pid);

/* To the socket on which it listens. -ENOENT, -ECONNREFUSED: it does not yet; -EPERM, -EREMOTE: somebody else does.
 * The first one of others' executors becomes the listener: note that before it is told anything. */
int executor_process_connect(struct executor_process *process, int *ret_fd);

/* Forgets it, with its directory and all that is in there. It must be gone, or never have been started. */
void executor_process_clear(struct executor_process *process);

/* Forgets it and leaves everything as it is, for the next daemon. */
void executor_process_leave(struct executor_process *process);

/* --- what a daemon before this one left ------------------------------------------------------ */

struct executor_process_ids {
    char (*items)[17]; /* the caller frees it */
    size_t count;
};

/* The directories of executors/. Before this daemon starts its first process, they are all of daemons before it. */
int executor_process_list(const struct daemon *daemon, struct executor_process_ids *ret);

/* Calls `each` for every one of these directories with a record that can be read; the others are removed. Those that
 * run are taken over with executor_process_adopt(), with the same directory name. */
int executor_process_find(struct daemon *daemon, const struct executor_process_ids *ids,
                          void (*each)(void *user, const char *id, const struct executor_record *record), void *user);

/* Takes it over: `gone` will be called, soon where it ended meanwhile. */
int executor_process_adopt(struct executor_process *process, struct daemon *daemon, const char *id,
                           const struct executor_record *record);
