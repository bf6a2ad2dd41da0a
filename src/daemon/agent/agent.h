/* Finds agents that are programs: those of the configuration (`agents`), and known ones in PATH. weir-executor
 * runs them and speaks their protocols. Its own agents are not listed here. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "base/list.h"
#include "contract/agent_types.h"
#include "contract/config.h"
#include "contract/executor_types.h"
#include "contract/session_types.h"
#include "daemon/options.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"

struct agent_finder;

enum { AGENT_PROBLEM_SIZE = 256, AGENTS_MAX = 64 /* the limit of list_agents.launches */ };

/* An agent program and its state on this machine. */
struct agent_program {
    enum agent_record_source source;
    bool automatic;   /* may be chosen if no agent is named */
    bool has_more;    /* further candidates follow; set by agent_find_automatic() */
    struct slice cwd; /* the working directory, resolved; or empty. Programs in it are not found through PATH */
    struct executor_launch launch;
    struct sandbox_paths paths;       /* paths that the sandbox must expose for the program */
    const char *program;              /* the resolved path; NULL: not found */
    char problem[AGENT_PROBLEM_SIZE]; /* why it was not found; or empty */
    struct arena arena;               /* memory that the other fields point to */
};

struct agent_program *agent_program_free(struct agent_program *program);

struct agent_finder {
    struct key_ring *keys;
    struct sandbox_facts *sandbox;
    const struct config_settings *settings;
};

enum { AGENT_KNOWN_WORDS = 4, AGENT_KNOWN_PATHS = 6, AGENT_KNOWN_VARIABLES = 2 };

struct agent_known {
    const char *name, *adapter;
    const char *command[AGENT_KNOWN_WORDS];
    const char *write[AGENT_KNOWN_PATHS]; /* its settings and login files, which the sandbox hides from other agents */
    struct {
        const char *name, *value;
    } env[AGENT_KNOWN_VARIABLES]; /* makes it ask for permission if it otherwise acts without asking */
    bool automatic;
};

extern const struct agent_known agent_known[];
extern const size_t agent_known_count;

/* Iterates over the names in the order of automatic choice: those of the configuration, then the known ones.
 * Set *at to 0 before the first call. Returns false at the end. */
bool agent_next(const struct agent_finder *finder, size_t *at, struct slice *ret_name);

/* Suggests the program or the executor of the configuration whose name is nearest to the word; NULL: none is near. */
const char *agent_nearest(const struct agent_finder *finder, const char *word);

/* Finds the agent with this name. -ENOENT: no agent program has the name. If a known program is not installed,
 * `problem` says so. `cwd` is the resolved working directory, or empty. */
int agent_find(const struct agent_finder *finder, struct slice name, struct slice cwd,
               struct agent_program **ret_program);

/* Whether a session that names no agent may use agent programs. Not if the session has a key for a model: the
 * built-in agent is used then, and the sandbox need not expose files from the home directory. Not if the model
 * names its provider either, because only the built-in agent understands that. */
bool agent_may_be_program(const struct agent_finder *finder, const struct session_record *session);

/* Finds the first usable agent program for a session that names none, after skipping `skip` candidates that
 * failed before. *ret_program NULL: none is left. */
int agent_find_automatic(const struct agent_finder *finder, const struct session_record *session, struct slice cwd,
                         unsigned skip, struct agent_program **ret_program);

enum { AGENT_PROVIDERS_MAX = 64 };

/* Lists the model providers that a session may use, in the order in which they are tried. Texts point into the
 * configuration or are constants. Returns the count. */
size_t agent_providers(const struct agent_finder *finder, const struct session_record *session,
                       struct executor_provider ret_providers[static AGENT_PROVIDERS_MAX]);

/* Whether the session's list contains the provider, or the session has no list. */
bool agent_session_may(const struct session_record *session, struct slice service);

/* --- find.c --- */

/* Finds the program of program->launch.command, replaces the command with its resolved form, and adds the paths
 * that the sandbox must expose. Sets `problem` if that fails. Returns an error only for -ENOMEM. */
int agent_locate(struct agent_program *program);
