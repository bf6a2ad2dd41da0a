/* The daemon's side of the sandbox: describes what an executor may see (view.c), asks weir-jail what is in force, and
 * records that. weir-jail applies the sandbox. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <uv.h>

#include "base/buf.h"
#include "base/slice.h"
#include "contract/config.h"
#include "contract/config_types.h"
#include "contract/daemon.h"
#include "contract/session_types.h"
#include "daemon/options.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct audit;
struct process;
struct process_table;
struct resolver;
struct sandbox_control;
struct sandbox_facts;
struct sandbox_resolved;

/* --- programs --- */

/* Finds programs that are not weir's, and tells whether every sandbox shows them. */

/* Finds a program as a shell does, in the absolute directories of the daemon's PATH. A name with a / is returned as it
 * is. The caller frees the result. -ENOENT: not found, or not executable. */
int sandbox_find_program(const char *name, char **ret_path);

/* Whether the path is below a system directory that every sandbox shows. */
bool sandbox_is_system(const char *path);

/* Whether `path` is `above`, or lies below it. */
bool sandbox_is_below(const char *path, struct slice above);

/* --- resolved paths --- */

/* The paths of a session, resolved before an executor is started for it.
 *
 * The user chose these paths, so they may lie on a mount that hangs. They are looked up in the kernel's caches, or by a
 * resolver thread in the lane of the working directory. The view is then written on the loop thread from these results
 * alone. */

/* The paths to look up. Of `paths`, only absolute ones and those that begin with "~/" are used. */
struct sandbox_paths_wanted {
    struct slice cwd;
    bool is_resolved; /* as in struct sandbox_spec */
    const struct slice *paths;
    size_t count;
};

/* 1: the paths are resolved. 0: `found` is called later, once, with 0 or -ETIMEDOUT, unless *ret_resolved is freed
 * before. Negative: an error, such as -ETIMEDOUT for a directory that is known to hang. */
int sandbox_resolve(struct sandbox_facts *facts, const struct sandbox_paths_wanted *wanted,
                    void (*found)(void *user, int status), void *user, struct sandbox_resolved **ret_resolved);

/* Returns NULL. `found` is not called any more. */
struct sandbox_resolved *sandbox_resolved_free(struct sandbox_resolved *resolved);

/* --- results --- */

/* The working directory. Returns 0, or why there is none: -ENOENT, -ENOTDIR, or -ELOOP if its path contains a symbolic
 * link now. */
int sandbox_resolved_cwd(const struct sandbox_resolved *resolved, const char **ret_cwd);

/* The .weir directory in it; NULL: none. */
const char *sandbox_resolved_project(const struct sandbox_resolved *resolved);

/* False: `path` was not looked up. Otherwise *ret_real is the path that it resolves to (NULL: it does not exist), and
 * *ret_unfollowed is the same path with only its parent directory resolved. */
bool sandbox_resolved_path(const struct sandbox_resolved *resolved, const char *path, const char **ret_real,
                           const char **ret_unfollowed);

/* --- view --- */

/* Writes the view of an executor: the lines that tell weir-jail what to show (src/jail/PROTOCOL.md). */

enum { SANDBOX_VIEW_MAX = 64 << 10 };

/* Absolute paths, or "~/…" for the home directory. */
struct sandbox_paths {
    const struct slice *read;
    size_t read_count;
    const struct slice *write;
    size_t write_count;
};

/* The sandbox that a session, a task or a terminal asks for. */
struct sandbox_spec {
    struct slice cwd; /* empty: a warm executor that no session uses yet */
    bool read_only;   /* applies to cwd */
    enum session_network network;
    /* `cwd` was resolved when the session was created; a symbolic link in it was put there since, maybe by another
     * agent. */
    bool is_resolved;
    const struct sandbox_paths *more;        /* paths of the agent that the executor is for; or NULL */
    const struct sandbox_resolved *resolved; /* the resolved paths; NULL: none of the paths was chosen by a user */
};

/* The program that the sandbox is for, and its paths. */
struct sandbox_program {
    const struct config_executor *config; /* NULL: weir's own program */
    const char *own, *tmp, *socket;
    const char *spool; /* NULL: it has no spool */
    bool is_given;     /* the jail creates the socket, at every level */
};

/* Whether the configuration switches the sandbox off: agents run with all rights of the user. */
bool sandbox_is_off(const struct sandbox_facts *facts);

/* Resolves cwd. The caller frees the result. -ELOOP: its path contains a symbolic link now. */
int sandbox_find_cwd(const struct sandbox_spec *spec, char **ret_path);

/* Describes the sandbox in one line. Executors with the same rules are interchangeable. Fails with a reason if the
 * working directory is missing or not a directory. The caller frees the result. */
int sandbox_rules(const struct sandbox_facts *facts, const struct sandbox_spec *spec, char **ret_rules,
                  char problem[static 256]);

/* The resolved working directory that the rules name; NULL if the sandbox is off. */
const char *sandbox_rules_cwd(const char *rules);

/* Writes the complete view; without a cwd, only the general part. */
int sandbox_view_write(const struct sandbox_facts *facts, const struct sandbox_spec *spec,
                       const struct sandbox_program *program, struct buf *view);

/* Writes the view of one of weir's helper processes that run no agent: the network, and no files of the user. */
int sandbox_view_write_helper(const struct sandbox_facts *facts, const struct sandbox_program *program,
                              struct buf *view);

/* The same for the program of this name, without a network, and with these paths to read, which are resolved. */
int sandbox_view_write_closed(const struct sandbox_facts *facts, const char *name, const char *const *paths,
                              size_t count, const struct sandbox_program *program, struct buf *view);

/* An MCP server and what it may see. */
struct sandbox_server {
    const char *home, *log, *results; /* directories of its own in weir's state */
    struct sandbox_paths paths;
    struct slice cwd; /* empty: none */
    bool network;
    const struct sandbox_resolved *resolved; /* of `cwd` and `paths` */
};

/* Writes the view of the process that runs an MCP server: the system's programs, and what its configuration names. */
int sandbox_view_write_server(const struct sandbox_facts *facts, const struct sandbox_server *server,
                              const struct sandbox_program *program, struct buf *view);

/* Writes the view of weir-unpack: the directory that it fills, and no network. */
int sandbox_view_write_unpacker(const struct sandbox_facts *facts, const char *directory,
                                const struct sandbox_program *program, struct buf *view);

/* Prepares the directory of a helper process: its /tmp, and its view, which `describe` writes with one of the functions
 * above. On failure, `problem` is a sentence. */
typedef int (*sandbox_describe_fn)(void *user, const struct sandbox_program *program, struct buf *view);
int sandbox_prepare_helper(const struct process *process, sandbox_describe_fn describe, void *user,
                           char problem[static 256]);

/* Writes the lines that a session adds to a general part: its directory, the paths of its agent, and what to hide below
 * them. -EBUSY: the general part already hides one of these paths, and that cannot be undone. */
int sandbox_view_extend(const struct sandbox_facts *facts, const struct sandbox_spec *spec, const struct buf *general,
                        struct buf *part);

/* Reads the next line: a word such as "read", and a path. False: there is none. */
bool sandbox_view_next(struct slice *left, struct slice *ret_word, struct slice *ret_path);

/* --- hidden paths --- */

/* The paths that no agent may see: secrets of the user and of weir. */

/* Calls `each` for every hidden path that exists, with the resolved path and the known name. `always` is set for weir's
 * own paths; the configuration may show the others. Stops if `each` returns a negative value, and returns that. */
typedef int (*sandbox_hidden_fn)(void *user, const char *path, const char *named, bool always);
int sandbox_hidden(const struct sandbox_facts *facts, const char *home, sandbox_hidden_fn each, void *user);

/* The same for weir's own paths and the user's runtime directories only. Creates nothing. */
int sandbox_hidden_own(const struct sandbox_facts *facts, sandbox_hidden_fn each, void *user);

/* --- control --- */

/* One question at a time to a weir-jail (DIR/control in src/jail/PROTOCOL.md). Nothing here blocks. */

/* Called once for each question, never from inside of sandbox_control_ask(). Negative: no answer; -ETIMEDOUT: not in
 * time. */
typedef void (*sandbox_answered_fn)(struct sandbox_control *control, int status, struct slice answer);

/* Zero: no question is open. */
struct sandbox_control {
    struct sandbox_facts *facts;
    char *directory; /* the directory of the process */
    char *question;
    size_t size;
    int fd;          /* valid while `poll` is set */
    uv_poll_t *poll; /* set while an answer is expected; or NULL */
    struct deadline retry, limit;
    unsigned retry_ms;
    sandbox_answered_fn answered;
};

/* Copies the question. The jail need not listen yet. Negative: nothing was sent. */
int sandbox_control_ask(struct sandbox_control *control, struct sandbox_facts *facts, const char *directory,
                        struct slice question, uint64_t ms, sandbox_answered_fn answered);
bool sandbox_control_is_busy(const struct sandbox_control *control);

/* Drops the question. `answered` is not called. */
void sandbox_control_clear(struct sandbox_control *control);

/* --- answers --- */

struct sandbox_hello {
    int level; /* enum session_sandbox_level */
    unsigned landlock;
    bool closed; /* the network is closed */
};

/* -EPROTO: not a response to `hello`. */
int sandbox_hello_read(struct slice answer, struct sandbox_hello *ret_hello);

/* Parses the response to `session`: 0, or a negative errno with the jail's reason. */
int sandbox_session_read(struct slice answer, char problem[static 256]);

/* The sandbox of one executor. */
struct sandbox {
    enum sandbox_state {
        SANDBOX_UNKNOWN,  /* the jail has not answered yet */
        SANDBOX_GENERAL,  /* the part that is common to all sessions is in force */
        SANDBOX_ENTERING, /* the part of a session was sent */
        SANDBOX_WHOLE,    /* everything that `rules` describes is in force, or the sandbox is off */
    } state;
    enum session_sandbox_level level; /* known unless SANDBOX_UNKNOWN */
    unsigned landlock;
    bool closed;  /* the network is closed */
    bool refused; /* the jail reached less than was asked for */
    /* The sandbox that was asked for: */
    enum session_network network;
    bool read_only;
    char *rules;     /* the rules of its session (sandbox_rules()); NULL: the executor is warm */
    struct buf view; /* the view that its jail got; empty once it is in the session's record */
    struct sandbox_control control;
    bool audited; /* its start is in the audit log */
};

/* The daemon's settings and findings about sandboxes. */
struct sandbox_facts {
    /* The parent of the directories that sessions without a working directory get; NULL: none. Set by
     * daemon/session. */
    char *scratch_dir;
    struct store *store;
    struct audit *audit;
    struct process_table *processes;
    struct resolver *resolver;
    struct rpc *rpc;
    const struct options *options;
    const struct config_settings *settings;
    bool reached; /* an executor was started; `level` is valid */
    enum session_sandbox_level level;
    char problem[512]; /* why no executor could be started; empty: none failed */
};

/* The facts that serve a call; see daemon/concern.c. */
struct sandbox_facts *sandbox_facts_of(const struct call *call);

void sandbox_clear(struct sandbox *sandbox);

/* --- record.c --- */

/* Stores the sandbox that is in force in the record of the session, with an event if it changed. Empties
 * sandbox->view. */
void sandbox_record(struct sandbox_facts *facts, struct sandbox *sandbox, struct slice session_id);

const char *sandbox_level_word(const struct sandbox *sandbox);
const char *sandbox_network_word(const struct sandbox *sandbox);

/* The health of the sandbox, for daemon.status. */
enum daemon_health sandbox_check(const struct sandbox_facts *facts, char *message, size_t size);

/* --- peer.c --- */

/* Whether a client's connection may speak for the user: not if the process belongs to an executor's tree. In that case
 * sends an error and closes the descriptor. */
bool sandbox_admits_client(struct sandbox_facts *facts, int fd);
