/* Runs a program under weir-jail, with a directory of its own in the daemon's state:
 *
 *     executors/ID/record        what the next daemon needs to adopt the process (contract: executor#Record)
 *     executors/ID/view          the files that the sandbox exposes, for the jail (src/jail/PROTOCOL.md)
 *     executors/ID/control       the jail's control socket: reports the sandbox level, adds the session's view
 *     executors/ID/tmp/          /tmp of the program if the sandbox cannot provide another
 *     executors/ID/limits        limits of memory and processes, for the jail
 *     executors/ID/stderr        the end of the program's stderr, written by the jail
 *     executors/ID/status        how the program ended, written by the jail at the very end (src/jail/status.h)
 *     executors/ID/jail          a link to "PID START-TIME BOOT-ID" of the jail, created as its first action
 *     executors/ID/cgroup        the path of the tree's cgroup while it has one
 *     executors/ID/link/         for weir's own programs: sock (EXECUTOR_SOCKET) and spool, which the jail
 *                                creates and the sandbox hides
 *     executors/ID/own/          for the program and its agent; other executors have sock and spool here
 *
 * The jail is a child of the daemon that started it, and continues as an orphan when that daemon exits. The
 * daemon watches it through a pidfd in both cases. */
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

/* --- jailer --- */

/* Starts the processes of jails. The first is started by loading weir-jail. After that, a weir-jail that runs
 * as a template process (src/jail/PROTOCOL.md) forks the next ones, which is faster. These are children of the
 * daemon too. */

struct jailer {
    uv_loop_t *loop;
    pid_t pid; /* 0: none runs */
    int fd;
    int answer_ms;           /* after this time an answer is late */
    unsigned late;           /* late answers in a row */
    uint64_t rests_until_ns; /* after too many late answers: no template is started before this time */
    bool is_useless;         /* a template does not work on this machine */

    bool has_served;     /* it has executed a request, so more are likely */
    bool fork_pending;   /* a jail made ahead was requested, and the answer is pending */
    pid_t ahead;         /* the jail made ahead of its request; 0: none */
    struct list leaving; /* unused jails that were asked to end */
};

void jailer_init(struct jailer *jailer, uv_loop_t *loop);

/* Starts a template process. Starting jails also works without one. */
void jailer_prepare(struct jailer *jailer, char *path, char *const *environment);

/* Asks the template to fork the next jail now and prepare it as far as that is possible without knowing its
 * program. Does nothing before the first request. */
void jailer_fork_ahead(struct jailer *jailer);

/* The arguments begin with the path of the program. */
int jailer_spawn(struct jailer *jailer, char *const *arguments, char *const *environment, pid_t *ret_pid);

/* Does not affect jails that were started. */
void jailer_clear(struct jailer *jailer);

struct process_table {
    uv_loop_t *loop;
    const char *state_dir;
    struct work_pool *work; /* removes directories */
    struct list all;        /* struct process: from its start or adoption until it is released */
    struct jailer jailer;
};

void process_table_init(struct process_table *table, uv_loop_t *loop, struct work_pool *work, const char *state_dir);
void process_table_clear(struct process_table *table);

/* How a process ended. The struct belongs to the caller; its text is freed after `gone` returns. */
struct process_exit {
    enum process_exit_how {
        PROCESS_EXIT_UNKNOWN, /* the jail was killed, or its status file is missing */
        PROCESS_EXIT_CODE,
        PROCESS_EXIT_SIGNAL,
        PROCESS_EXIT_NOT_STARTED, /* the program could not be executed; `message` says why */
    } how;
    int number;              /* an exit code, signal or errno */
    unsigned ended;          /* processes that the jail had to kill */
    bool stopped;            /* the daemon requested the end */
    bool sandboxed;          /* the jail reached a permitted sandbox level */
    struct slice over_limit; /* "memory", "processes" or empty */
    char message[480];
    char *stderr_tail; /* the last lines of stderr, at most 4 KiB of UTF-8; or "" */
};

struct process_command {
    char *const *arguments; /* program first, NULL last; a name without a slash is searched in PATH */
    const char *cwd;
    /* Writes the files that the jail reads from the directory. May be NULL. */
    int (*prepare)(void *user, const struct process *process, char problem[static 256]);
    void *user;
};

struct process {
    struct process_table *table;
    struct list of_table;          /* in table->all */
    char *const *session_id;       /* the session, for the audit log; or NULL */
    const struct sandbox *sandbox; /* the sandbox for an agent; NULL: runs one of weir's own programs */
    char id[17];
    char label[27];  /* "executor ID" */
    char *directory; /* executors/ID */
    char *own;       /* executors/ID/own */
    /* The jail listens for one of weir's own programs. Set this before the start or the adoption. */
    bool is_given;
    char *link;        /* executors/ID/link if is_given, else own */
    char *socket_path; /* link/sock; at most 107 bytes */
    pid_t pid;         /* the pid of the jail */
    int64_t start_time;
    struct {
        pid_t pid; /* 0: not known yet */
        int64_t start_time;
    } listener; /* if it binds its socket itself: the first process that listened, which is the executor */
    int pidfd;
    bool is_child, is_gone;
    uv_poll_t *poll;
    /* The jail and all processes under it have ended. Called once, and never from within a function of this
     * header. */
    void (*gone)(struct process *process, const struct process_exit *exit);
};

/* Whether the error is a temporary shortage: of descriptors, memory, processes or disk space. */
bool process_is_shortage(int error);

/* Creates the directory and starts the jail. `process` must not move in memory before process_clear(). On
 * failure, `problem` is a sentence, and nothing is left behind. */
int process_start(struct process *process, struct process_table *table, const struct process_command *command,
                  char problem[static 256]);

/* process_ask() sends SIGTERM to all processes, and the jail kills the rest after its grace period (500 ms).
 * process_end() kills them at once. */
void process_ask(struct process *process);
void process_end(struct process *process);

/* Kills every jail that still runs, and all processes below it: for jails that do not exit after process_end(). Their
 * end is reported by `gone`. */
void process_table_kill(struct process_table *table);

/* Pauses or resumes the report of the end. */
void process_rest(struct process *process, bool paused);

/* Sets limits for the whole tree; 0: no limit. */
int process_limit(struct process *process, int64_t memory_bytes, int64_t processes);

/* Writes executors/ID/record. Fills in pid, start_time and boot_id. */
int process_note(struct process *process, const struct executor_record *record);

/* Returns 1 if the process belongs to the tree, 0 if not, -ESRCH if it or one of its ancestors has ended, so
 * that nothing is known. */
int process_has(const struct process *process, pid_t pid);

/* Connects to the socket of the process. -ENOENT, -ECONNREFUSED: it does not listen yet. -EPERM, -EREMOTE:
 * another process listens. Sets process->listener on the first connection to an executor that binds its socket
 * itself: store that in the record before sending any secret. */
int process_connect(struct process *process, int *ret_fd);

/* Releases the process, and removes its directory. The process must have ended, or never have been started. */
void process_clear(struct process *process);

/* Releases the process but leaves it running, for the next daemon. */
void process_leave(struct process *process);

/* --- processes of earlier daemons --- */

struct process_ids {
    char (*items)[17]; /* the caller frees it */
    size_t count;
};

/* Lists the directories in executors/. Call it before the first process is started, so that all of them are of
 * earlier daemons. */
int process_list(const struct process_table *table, struct process_ids *ret);

/* Calls `each` for every directory with a valid record, and removes the others. `each` may call process_adopt()
 * with the same id. */
int process_find(struct process_table *table, const struct process_ids *ids,
                 void (*each)(void *user, const char *id, const struct executor_record *record), void *user);

/* Adopts the process. If it has ended meanwhile, `gone` is called soon. */
int process_adopt(struct process *process, struct process_table *table, const char *id,
                  const struct executor_record *record);

/* --- directory.c --- */

/* Paths of the directories of processes, and of the programs that the daemon starts. */

/* Returns the parent of all process directories: executors/ in the daemon's state directory, or a directory of
 * the same user in /tmp if socket paths would be too long. The caller frees it. */
int process_directory_parent(const struct process_table *table, char **ret_directory);

/* The socket to the broker in the executor's own directory, for sessions whose keys are the broker's. */
#define PROCESS_MODEL_SOCKET "model.sock"

/* Sets the paths of a process with this id. */
int process_directory_set(struct process *process, const struct process_table *table, const char *id);
void process_directory_clear(struct process *process);

/* Creates the directory and its fixed contents, under a new id. */
int process_directory_make(struct process *process, struct process_table *table);

/* Removes the directory of a process; large contents are removed on another thread. If a jail still runs there,
 * it is asked to end all of its processes. */
void process_directory_remove(struct process_table *table, const char *directory);

/* Finds one of weir's programs beside the daemon, or in the libexec directory of an installation. The caller
 * frees the path. -ENOENT: not found. */
int process_find_program(const char *name, char **ret_path);

/* Writes a small file atomically: readers see the old or the new contents. */
int process_write_file(const char *directory, const char *name, struct slice text);

/* --- spawn.c --- */

/* Starts the jail of a process. It inherits only a few environment variables of the daemon. */

/* Negative, with a sentence in `problem`. */
int process_spawn(const struct process *process, const struct process_command *command, pid_t *ret_pid,
                  char problem[static 256]);

/* More processes are likely: starts the template process, or makes the next jail ahead. */
void process_spawn_prepare(struct process_table *table);
