/* The sandbox of executors, as the daemon sees it: what is asked for (view.c), what was reached, who is told. Making it
 * is weir-jail's work. */
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
#include "daemon/concern.h"
#include "daemon/options.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct audit;
struct process_table;
struct resolver;
struct sandbox_control;
struct sandbox_facts;
struct sandbox_places;

/* --- program ----------------------------------------------------------------------- */

/* Programs that others wrote: where they are, and whether a sandbox shows them without being asked. */

/* As the shell would find it by the daemon's PATH, of which only absolute directories count; a name with a / in it is
 * its own path. The caller frees it. -ENOENT: it is in none of them, or may not be run. */
int sandbox_find_program(const char *name, char **ret_path);

/* It lies in what every sandbox shows of the system. */
bool sandbox_is_system(const char *path);

/* Whether `path` is `above`, or lies below it. */
bool sandbox_is_below(const char *path, struct slice above);

/* --- places ------------------------------------------------------------------------ */

/* Where the paths of a session lead, looked up before an executor is started for it.
 *
 * They are the user's and may lie on a mount that hangs. So they are looked up in the kernel's caches, or else by a
 * thread of the resolver in the lane of the working directory; what is drawn of them on the loop uses the results
 * alone. */

/* What is looked up. Of `paths` those that are absolute or begin with "~/"; the others are nothing. */
struct sandbox_paths_wanted {
    struct slice cwd;
    bool is_resolved; /* as in struct sandbox_wish */
    const struct slice *paths;
    size_t count;
};

/* 1: they are found. 0: `found` is called later, once, unless they are freed before, with 0 or -ETIMEDOUT. Negative:
 * -ETIMEDOUT where the directory is known to hang, and the like. */
int sandbox_places_find(struct sandbox_facts *facts, const struct sandbox_paths_wanted *wanted,
                        void (*found)(void *user, int status), void *user, struct sandbox_places **ret_places);

/* NULL. Whoever waits is not told any more. */
struct sandbox_places *sandbox_places_free(struct sandbox_places *places);

/* --- once they are found ----------------------------------------------------------------- */

/* The working directory. 0, or why it is none: -ENOENT, -ENOTDIR, -ELOOP (there is a link in it by now). */
int sandbox_places_cwd(const struct sandbox_places *places, const char **ret_cwd);

/* The .weir in it; NULL: there is none. */
const char *sandbox_places_project(const struct sandbox_places *places);

/* False: `path` was not looked up. Else where it leads (NULL: it is not there), and where its last name lies. */
bool sandbox_places_path(const struct sandbox_places *places, const char *path, const char **ret_real,
                         const char **ret_place);

/* --- view -------------------------------------------------------------------------- */

/* What an executor sees of the machine, as weir-jail is told: lines of src/jail/PROTOCOL.md. */

enum { SANDBOX_VIEW_MAX = 64 << 10 };

/* Paths that are absolute, or "~/…" for the home. */
struct sandbox_paths {
    const struct slice *read;
    size_t read_count;
    const struct slice *write;
    size_t write_count;
};

/* What a session, a task or a terminal asks for. */
struct sandbox_wish {
    struct slice cwd; /* empty: nobody has asked yet, and it is kept warm */
    bool read_only;   /* of cwd */
    enum session_network network;
    bool is_resolved; /* cwd was, when it was named: a link in it was put there since, maybe by another agent */
    const struct sandbox_paths *more;    /* of the one agent that it is for; or NULL */
    const struct sandbox_places *places; /* where they lead; NULL: none of them is the user's */
};

/* Whose executor it is, and where it lives. */
struct sandbox_program {
    const struct config_executor *config; /* NULL: weir's own */
    const char *own, *tmp, *socket;
    const char *spool; /* NULL: none is made for it */
    bool is_given;     /* the jail makes the socket, on every level */
};

/* Whether agents run with all rights of the user. */
bool sandbox_is_off(const struct sandbox_facts *facts);

/* Where cwd is. The caller frees it. -ELOOP: there is a link in it by now. */
int sandbox_find_cwd(const struct sandbox_wish *wish, char **ret_path);

/* In one line: two executors with the same rules may stand for each other. -ENOENT, -ENOTDIR and the like, with a
 * sentence: the working directory is not one. The caller frees it. */
int sandbox_rules(const struct sandbox_facts *facts, const struct sandbox_wish *wish, char **ret_rules,
                  char problem[static 256]);

/* The working directory that they name, resolved. NULL: none, since the sandbox is off. */
const char *sandbox_rules_cwd(const char *rules);

/* The whole view; without a cwd its general part. */
int sandbox_view_write(const struct sandbox_facts *facts, const struct sandbox_wish *wish,
                       const struct sandbox_program *program, struct buf *view);

/* Of a helper of weir's own that runs no agent: the network, and nothing of the user's. */
int sandbox_view_write_helper(const struct sandbox_facts *facts, const struct sandbox_program *program,
                              struct buf *view);

/* What a session adds to a general part: its directory, what its agent needs, and what is hidden below that. -EBUSY:
 * the general part hides something of it for good. */
int sandbox_view_extend(const struct sandbox_facts *facts, const struct sandbox_wish *wish, const struct buf *general,
                        struct buf *part);

/* One line after the other: "read" and "/usr". False: no more. */
bool sandbox_view_next(struct slice *left, struct slice *ret_word, struct slice *ret_path);

/* --- hidden ------------------------------------------------------------------------ */

/* What no agent sees, wherever it works: the secrets of the user and of weir itself. */

/* Calls `each` with the path of everything that is there, resolved, and with the one that we know it by. Weir's own has
 * `always`; the rest is the user's, and may be named in the configuration all the same. A negative result of `each`
 * ends it and is returned. */
typedef int (*sandbox_hidden_fn)(void *user, const char *path, const char *named, bool always);
int sandbox_hidden(const struct sandbox_facts *facts, const char *home, sandbox_hidden_fn each, void *user);

/* The same, of weir's own and of the user's session, and nothing is made in order to be hidden. */
int sandbox_hidden_own(const struct sandbox_facts *facts, sandbox_hidden_fn each, void *user);

/* --- control ----------------------------------------------------------------------- */

/* One question to a weir-jail at a time, and its answer (DIR/control of src/jail/PROTOCOL.md). Nothing here waits. */

/* Comes once for each question, never from inside of sandbox_control_ask(). Negative: there is no answer; -ETIMEDOUT
 * where none came in time. */
typedef void (*sandbox_answered_fn)(struct sandbox_control *control, int status, struct slice answer);

/* All zero: nothing was asked. */
struct sandbox_control {
    struct sandbox_facts *facts;
    char *directory; /* DIR */
    char *question;
    size_t size;
    int fd;          /* where `poll` is there */
    uv_poll_t *poll; /* it was asked; or NULL */
    struct deadline again, limit;
    unsigned again_ms;
    sandbox_answered_fn answered;
};

/* The question is copied. The jail need not listen yet. Negative: nothing was asked. */
int sandbox_control_ask(struct sandbox_control *control, struct sandbox_facts *facts, const char *directory,
                        struct slice question, uint64_t ms, sandbox_answered_fn answered);
bool sandbox_control_is_busy(const struct sandbox_control *control);

/* Forgets the question; nothing is answered any more. */
void sandbox_control_clear(struct sandbox_control *control);

/* --- answers -------------------------------------------------------------------------- */

struct sandbox_hello {
    int level; /* enum session_sandbox_level */
    unsigned landlock;
    bool closed; /* the network */
};

/* -EPROTO: this is no answer to hello. */
int sandbox_hello_read(struct slice answer, struct sandbox_hello *ret_hello);

/* Of an answer to session: 0, or a negative errno with the jail's own sentence. */
int sandbox_session_read(struct slice answer, char problem[static 256]);

/* Of one executor. */
struct sandbox {
    enum sandbox_state {
        SANDBOX_UNKNOWN,  /* its jail was not asked yet, or has not answered */
        SANDBOX_GENERAL,  /* what holds for every session is in force */
        SANDBOX_ENTERING, /* a session's part was sent */
        SANDBOX_WHOLE,    /* all that `rules` say is in force, or the sandbox is off */
    } state;
    enum session_sandbox_level level; /* known unless SANDBOX_UNKNOWN */
    unsigned landlock;
    bool closed;  /* the network */
    bool refused; /* it reached less than was asked for */
    /* What was asked for: */
    enum session_network network;
    bool read_only;
    char *rules;     /* of the session that it has or shall have (sandbox_rules()); NULL: it is warm */
    struct buf view; /* what its jail was told; empty once that is in the session's record */
    struct sandbox_control control;
    bool audited; /* its start is in the audit log */
};

/* Of the daemon. */
struct sandbox_facts {
    char *scratch_dir; /* of sessions without a working directory; NULL: none. Filled by daemon/session */
    struct store *store;
    struct audit *audit;
    struct process_table *processes;
    struct resolver *resolver;
    struct rpc *rpc;
    const struct options *options;
    const struct config_settings *settings;
    bool reached; /* an executor was started, and `level` is how */
    enum session_sandbox_level level;
    char problem[512]; /* why none could be; empty: all is well */
};

/* From a call: daemon/concern.h. */
struct sandbox_facts *sandbox_facts_of(struct daemon *daemon);

void sandbox_clear(struct sandbox *sandbox);

/* --- record.c ---------------------------------------------------------------------------- */

/* What is in force for this session, once it is: into its record and the log where that is something new. Empties
 * sandbox->view. */
void sandbox_record(struct sandbox_facts *facts, struct sandbox *sandbox, struct slice session_id);

const char *sandbox_level_word(const struct sandbox *sandbox);
const char *sandbox_network_word(const struct sandbox *sandbox);

/* For daemon.status. */
enum daemon_health sandbox_check(const struct sandbox_facts *facts, char *message, size_t size);

/* --- peer.c ------------------------------------------------------------------------------ */

/* Whether the process at the other end of a client's connection may speak for the user: it is not one of an executor's
 * tree. Where it may not, it is told so, and the descriptor is closed. */
bool sandbox_admits_client(struct sandbox_facts *facts, int fd);
