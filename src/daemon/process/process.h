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

#include "base/list.h"
#include "base/slice.h"
#include "contract/executor_types.h"

struct arena;
struct process;
struct sandbox;
struct work_pool;

/* --- jailer ------------------------------------------------------------------------ */

/* How the process of a jail is made: by loading weir-jail, or, once one was needed, as a copy of a weir-jail that waits
 * for orders (src/jail/PROTOCOL.md). Such a copy is a child of the daemon as the others are, and is there sooner. */

struct jailer {
    uv_loop_t *loop;
    pid_t pid; /* 0: there is none */
    int fd;
    unsigned late;           /* answers in a row that did not come in time */
    uint64_t rests_until_ns; /* after too many of these there is none until then */
    bool is_useless;         /* it cannot do it here */

    bool has_served;     /* an order: there will be more */
    bool has_wished;     /* for a jail that is made ahead of its order; the answer is still to come */
    pid_t ahead;         /* that jail; 0: there is none */
    struct list leaving; /* jails made ahead that were told to end */
};

void jailer_init(struct jailer *jailer, uv_loop_t *loop);

/* From now on there shall be one that waits for orders. Without it everything works. */
void jailer_prepare(struct jailer *jailer, char *path, char *const *environment);

/* Where it has had an order there will be more: the next jail shall be made ahead, as far as that goes without knowing
 * its program. */
void jailer_wish(struct jailer *jailer);

/* The arguments begin with the program's path. */
int jailer_spawn(struct jailer *jailer, char *const *arguments, char *const *environment, pid_t *ret_pid);

/* The jails that it has made are not concerned. */
void jailer_clear(struct jailer *jailer);

/* All of them. */
struct process_table {
    uv_loop_t *loop;
    const char *state_dir;
    struct work_pool *work; /* that removes directories */
    struct list all;        /* struct process: from its start, or from when it was found, until it is forgotten */
    struct jailer jailer;
};

void process_table_init(struct process_table *table, uv_loop_t *loop, struct work_pool *work, const char *state_dir);
void process_table_clear(struct process_table *table);

/* How it ended. Lies in the caller's memory; the text is freed after `gone` returns. */
struct process_exit {
    enum process_exit_how {
        PROCESS_EXIT_UNKNOWN, /* the jail itself was killed, or its word is missing */
        PROCESS_EXIT_CODE,
        PROCESS_EXIT_SIGNAL,
        PROCESS_EXIT_NOT_STARTED, /* the program could not be started: `message` says why */
    } how;
    int number;              /* the exit code, the signal, the errno */
    unsigned ended;          /* processes that did not end by themselves */
    bool stopped;            /* because we wanted it so */
    bool sandboxed;          /* the jail has reached a level that was allowed */
    struct slice over_limit; /* "memory", "processes", or empty */
    char message[480];
    char *stderr_tail; /* its last lines, at most 4 KiB, UTF-8; "" where there are none */
};

struct process_command {
    char *const *arguments; /* program first, NULL last; a name without a slash is looked up in PATH */
    const char *cwd;
    /* Puts into the directory what the jail wants to find there. May be NULL. */
    int (*prepare)(void *user, const struct process *process, char problem[static 256]);
    void *user;
};

struct process {
    struct process_table *table;
    struct list of_table;          /* in table->all */
    char *const *session_id;       /* whose it is, for the audit log; or NULL */
    const struct sandbox *sandbox; /* that holds an agent; NULL: it runs a program of weir's own */
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
    void (*gone)(struct process *process, const struct process_exit *exit);
};

/* Makes the directory and starts the jail. `process` must stay where it is until process_clear(). Negative,
 * with a sentence in `problem`: nothing is left of it. */
int process_start(struct process *process, struct process_table *table, const struct process_command *command,
                  char problem[static 256]);

/* Asks every process of it to end (SIGTERM), and ends what is left after the jail's grace (500 ms); or ends all now. */
void process_ask(struct process *process);
void process_end(struct process *process);

/* Its end is told only when it is watched again. */
void process_rest(struct process *process, bool rests);

/* Of the whole tree; 0: none. */
int process_limit(struct process *process, int64_t memory_bytes, int64_t processes);

/* Writes executors/ID/record; pid, start_time and boot_id are filled in here. */
int process_note(struct process *process, const struct executor_record *record);

/* 1 where this process (a peer of a connection, say) is one of its tree, 0 where it is not, -ESRCH where it or one
 * above it has gone and nothing tells any more. */
int process_has(const struct process *process, pid_t pid);

/* To the socket on which it listens. -ENOENT, -ECONNREFUSED: it does not yet; -EPERM, -EREMOTE: somebody else does.
 * The first one of others' executors becomes the listener: note that before it is told anything. */
int process_connect(struct process *process, int *ret_fd);

/* Forgets it, with its directory and all that is in there. It must be gone, or never have been started. */
void process_clear(struct process *process);

/* Forgets it and leaves everything as it is, for the next daemon. */
void process_leave(struct process *process);

/* --- what a daemon before this one left ------------------------------------------------------ */

struct process_ids {
    char (*items)[17]; /* the caller frees it */
    size_t count;
};

/* The directories of executors/. Before this daemon starts its first process, they are all of daemons before it. */
int process_list(const struct process_table *table, struct process_ids *ret);

/* Calls `each` for every one of these directories with a record that can be read; the others are removed. Those that
 * run are taken over with process_adopt(), with the same directory name. */
int process_find(struct process_table *table, const struct process_ids *ids,
                 void (*each)(void *user, const char *id, const struct executor_record *record), void *user);

/* Takes it over: `gone` will be called, soon where it ended meanwhile. */
int process_adopt(struct process *process, struct process_table *table, const char *id,
                  const struct executor_record *record);

/* --- place.c ----------------------------------------------------------------------- */

/* Where the processes of executors have their directories, and where the programs are that the daemon starts. */

/* The directory of all of them: executors/ of the daemon's state; where a socket's path would be too long in there, one
 * of the same user below /tmp. The caller frees it. */
int process_place(const struct process_table *table, char **ret_directory);

/* In the own directory of an executor: where it reaches the broker, if its session's keys are the broker's. */
#define PROCESS_MODEL_SOCKET "model.sock"

/* Fills the paths of a process with this id. */
int process_place_set(struct process *process, const struct process_table *table, const char *id);
void process_place_clear(struct process *process);

/* Makes the directory and what is always in there, under a new id. */
int process_place_make(struct process *process, struct process_table *table);

/* Removes the directory of a process; what the program has put there and takes long, on another thread. A jail that
 * stands over it is told to end everything. */
void process_place_remove(struct process_table *table, const char *directory);

/* A program of ours: beside the daemon's, or where an installation puts those that people do not start themselves. The
 * caller frees it. -ENOENT: it is in none of these places. */
int process_place_program(const char *name, char **ret_path);

/* Writes a small file in one go: a reader sees the old one or the new. */
int process_place_write(const char *directory, const char *name, struct slice text);

/* --- spawn.c ----------------------------------------------------------------------- */

/* The jail of a process, started with nothing of the daemon's but a few variables. */

/* Negative, with a sentence in `problem`. */
int process_spawn(const struct process *process, const struct process_command *command, pid_t *ret_pid,
                  char problem[static 256]);

/* More of them are to be expected: what can be done before is done now. */
void process_spawn_prepare(struct process_table *table);
