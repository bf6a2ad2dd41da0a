/* Agents that are programs: those of the configuration (`agents`), and those that are known and looked for in PATH. Who
 * speaks with them is weir-executor, which also has agents of its own; the daemon does not know those. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "base/list.h"
#include "contract/agent_types.h"
#include "contract/config.h"
#include "contract/executor_types.h"
#include "contract/session_types.h"
#include "daemon/concern.h"
#include "daemon/options.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"

struct agent_finder;

enum { AGENT_PROBLEM_SIZE = 256, AGENTS_MAX = 64 /* of list_agents.launches */ };

/* One of them, as it is on this machine now. */
struct agent_program {
    enum agent_record_source source;
    bool automatic;   /* it may be taken where no agent is named */
    bool has_more;    /* there are others behind it that may: of agent_find_automatic() */
    struct slice cwd; /* where it shall work, resolved; or empty. What lies in there is not found by PATH */
    struct executor_launch launch;
    struct sandbox_paths paths;       /* that the sandbox has to show for it */
    const char *program;              /* resolved; NULL: it is not there */
    char problem[AGENT_PROBLEM_SIZE]; /* why not; empty: it is */
    struct arena arena;               /* what all of it points to */
};

struct agent_program *agent_program_free(struct agent_program *program);

/* What finds them. */
struct agent_finder {
    struct key_ring *keys;
    struct sandbox_facts *sandbox;
    const struct config_settings *settings;
};

enum { AGENT_KNOWN_WORDS = 4, AGENT_KNOWN_PATHS = 6 };

struct agent_known {
    const char *name, *adapter;
    const char *command[AGENT_KNOWN_WORDS];
    const char *write[AGENT_KNOWN_PATHS]; /* its settings, and its login: hidden from all others */
    bool automatic;
};

extern const struct agent_known agent_known[];
extern const size_t agent_known_count;

/* The names, in the order in which one is taken where none is named: of the configuration, then the known ones. *at is
 * 0 before the first. False: no more. */
bool agent_next(const struct agent_finder *finder, size_t *at, struct slice *ret_name);

/* -ENOENT: no program has this name. Where it is known and not installed, `problem` says so. `cwd` is where it shall
 * work, resolved, or empty. */
int agent_find(const struct agent_finder *finder, struct slice name, struct slice cwd,
               struct agent_program **ret_program);

/* Whether programs may be taken in this session where none is named: a key for a model makes them needless, and what
 * they show of the home need not be seen then; a model that names its service is the built-in agent's. */
bool agent_may_be_program(const struct agent_finder *finder, const struct session_record *session);

/* The one that may be taken in this session where none is named: the first that is there, behind so many of them that
 * could not be used. *ret_program NULL: none. */
int agent_find_automatic(const struct agent_finder *finder, const struct session_record *session, struct slice cwd,
                         unsigned skip, struct agent_program **ret_program);

enum { AGENT_PROVIDERS_MAX = 64 };

/* The services with models that a session may use, in the order in which they are tried; the texts are the
 * configuration's or constants. How many. */
size_t agent_providers(const struct agent_finder *finder, const struct session_record *session,
                       struct executor_provider ret_providers[static AGENT_PROVIDERS_MAX]);

/* Whether the session lists the service, or none at all. */
bool agent_session_may(const struct session_record *session, struct slice service);

/* --- find.c --- */

/* Finds the program of program->launch.command, puts in there what it resolves to, and adds to the paths what has to be
 * seen of it. Fills `problem` where that cannot be. -ENOMEM. */
int agent_locate(struct agent_program *program);
