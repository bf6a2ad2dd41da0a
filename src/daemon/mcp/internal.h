/* Declarations that are private to src/daemon/mcp. */
#pragma once

#include <yyjson.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/id.h"
#include "contract/connector.h"
#include "contract/errors.h"
#include "contract/mcp.h"
#include "daemon/mcp/mcp.h"
#include "daemon/process/service.h"
#include "daemon/store/mcp.h"

struct call;
struct reply;
struct request;
struct store_request;

#define MCP_PROGRAM "weir-mcp"
#define MCP_TOOL_PREFIX "mcp__"

enum {
    MCP_ID_MAX = 32,
    MCP_PROBLEM_MAX = 512,
    MCP_CONFIG_BYTES = 8 << 20, /* memory for the configuration of a server */
    MCP_LIST_BYTES = 64 << 20,  /* memory to read a list of tools */
    MCP_CALL_KEY_MAX = 128,
    MCP_AGENT_NAME_SIZE = 65,
    MCP_WAIT_MS = 35000, /* how long mcp:connect waits for the tools: longer than mcp.startMs usually is */
};

/* A configured server. Small, because most are not in use: the configuration is in the store. */
struct mcp_entry {
    struct list link; /* in hub->entries */
    struct mcp_hub *hub;
    char id[MCP_ID_MAX + 1];
    char digest[STORE_MCP_DIGEST_SIZE];
    char *name;
    char *project; /* the directory whose sessions it belongs to; NULL: all */
    char *error;   /* why it did not work the last time; or NULL */
    enum mcp_scope scope;
    bool tools_known;
    bool removing;       /* it is not in the store any more; freed with its last run */
    bool held;           /* it is not freed yet */
    enum mcp_state told; /* the last state that was written */
    int64_t tool_count, prompt_count, resource_count;
    int64_t listed_at, ttl_ms;
    int64_t answered_at;       /* epoch milliseconds; 0: not known */
    struct list runs;          /* struct mcp_run */
    struct mcp_toolbox *tools; /* while it is in use; or NULL */
    unsigned lists;            /* how many lists of tools were stored */
    uint64_t changed_at;       /* when a call was first decided about again, since its tool had changed */
    unsigned changes;          /* how often since then */
};

/* A process of a server, from its start until it is not needed any more. */
struct mcp_run {
    struct list link; /* in entry->runs */
    struct mcp_entry *entry;
    char *session_id; /* NULL: for all sessions */
    struct service_kind kind;
    struct service service;
    char label[MCP_ID_MAX + 8];
    bool wanted;   /* it shall run */
    bool again;    /* it shall start again when its process is gone */
    bool relists;  /* after a start by a person: the waiters wait for new lists */
    bool adopted;  /* an earlier daemon has opened it */
    bool opened;   /* the server works */
    bool degraded; /* the server did not answer the last check */
    bool ended;    /* the server has ended, and its process is about to */
    bool refused;  /* it could not be started; problem says why */
    uint64_t refused_at;
    enum mcp_phase { MCP_PHASE_IDLE, MCP_PHASE_READS, MCP_PHASE_RESOLVES, MCP_PHASE_SERVES } phase;
    struct arena arena; /* of `config` */
    struct mcp_server config;
    struct sandbox_resolved *resolved;
    char *directory;  /* mcp/ID in the state directory */
    char *program;    /* the resolved command; or NULL */
    unsigned listing; /* lists that were asked for */
    struct list jobs; /* struct mcp_job */
    size_t job_count;
    struct list waiters; /* struct mcp_waiter */
    struct deadline limit, idle;
    char problem[MCP_PROBLEM_MAX];
};

/* --- hub.c --- */

struct mcp_entry *mcp_entry_find(const struct mcp_hub *hub, struct slice id);
/* Adds the server or takes over the new configuration. NULL: out of memory. */
struct mcp_entry *mcp_entry_put(struct mcp_hub *hub, const struct store_mcp_server *server);
/* It has no runs any more. */
struct mcp_entry *mcp_entry_free(struct mcp_entry *entry);
/* For handlers: finds the server, or fails the call. NULL: it was answered. */
struct mcp_entry *mcp_entry_of(struct call *call, struct slice id);

enum mcp_state mcp_entry_state(const struct mcp_entry *entry);
enum mcp_status mcp_status_of(enum mcp_state state);
/* Why it does not work; NULL: it does, or nothing is known. */
const char *mcp_entry_error(const struct mcp_entry *entry);
/* Whether a session with this working directory may use it. */
bool mcp_entry_is_for(const struct mcp_entry *entry, struct slice cwd);

/* Writes the state with its event if it has changed. */
void mcp_entry_changed(struct mcp_entry *entry);
/* Writes what the server said when it was opened. */
void mcp_entry_opened(struct mcp_entry *entry, const struct connector_open_result *opened);
/* Stores a list of the server. `done` is called afterwards. */
int mcp_entry_listed(struct mcp_entry *entry, enum connector_list_kind kind, const struct connector_list_result *list);
/* On the writer: the event of a change. */
int mcp_event_add(struct store_tx *tx, struct slice id, enum event_mcp_changed_params_change change,
                  const struct mcp_connection *now, enum mcp_state state);

/* The directory of a server in the state directory. The caller frees it. */
int mcp_directory(const struct mcp_hub *hub, const char *id, char **ret_directory);
/* Removes it on another thread. */
void mcp_directory_remove(struct mcp_hub *hub, const char *id);
/* Removes directories without a server, and old results. */
void mcp_directories_sweep(struct mcp_hub *hub);

/* --- run.c --- */

/* The run that serves a session (empty: none). NULL: out of memory. */
struct mcp_run *mcp_run_get(struct mcp_entry *entry, struct slice session_id);
/* Makes sure that it runs or is about to. False: it cannot, for the reason in run->problem. */
bool mcp_run_need(struct mcp_run *run);
/* Starts it anew, even after failures, with the stored configuration. */
void mcp_run_restart(struct mcp_run *run);
void mcp_run_stop(struct mcp_run *run, bool now);
enum mcp_state mcp_run_state(const struct mcp_run *run);
/* Frees it unless something still needs it. */
void mcp_run_settle(struct mcp_run *run);
/* Something is waited for, or not any more. */
void mcp_run_watch(struct mcp_run *run);
/* It could not be started, and a restart would not help. */
void mcp_run_refuse(struct mcp_run *run, const char *problem);
/* Continues with a process of an earlier daemon. */
void mcp_run_take(struct mcp_run *run, const char *id, const struct executor_record *record);
struct mcp_run *mcp_run_of(const struct call *call);

/* A call that waits until the tools are known. */
struct mcp_waiter {
    struct list link; /* in run->waiters */
    struct mcp_run *run;
    struct call *call; /* deferred */
    struct deadline limit;
    bool wants_list; /* a new list of tools has to be stored first; `lists` were before */
    unsigned lists;
};
/* `call` is deferred and not held. It is answered once the tools are known, or the server does not work. */
int mcp_run_wait(struct mcp_run *run, struct call *call);
/* Reads the list of tools again. The call fails if that is not possible. */
int mcp_run_wait_list(struct mcp_run *run, struct call *call);
void mcp_waiters_tell(struct mcp_run *run);
/* Without waiting any longer. */
void mcp_waiters_tell_all(struct mcp_run *run);
/* configure.c */
void mcp_waiter_answer(struct mcp_entry *entry, struct call *call);

/* --- open.c --- */

/* The process is connected: opens the server. */
void mcp_open(struct mcp_run *run);
/* Asks for the lists that the server has. */
void mcp_open_list(struct mcp_run *run, enum connector_list_kind kind);
/* Encodes the variables and headers that are sealed together. */
int mcp_values_write(struct buf *out, const struct mcp_connect_params *params);
/* The services of the two keys of a server. */
enum { MCP_SERVICE_SIZE = MCP_ID_MAX + 16 };
struct slice mcp_key_service(const char *id, char text[static MCP_SERVICE_SIZE]);
struct slice mcp_values_service(const char *id, char text[static MCP_SERVICE_SIZE]);

/* --- jobs.c --- */

enum mcp_job_kind { MCP_JOB_CALL, MCP_JOB_PROMPT, MCP_JOB_READ };

/* A call of a server, from the request of a client or an executor until its answer. */
struct mcp_job {
    struct list link; /* in run->jobs */
    struct mcp_run *run;
    enum mcp_job_kind kind;
    char key[MCP_CALL_KEY_MAX + 1]; /* the call_id for the connector */
    struct call *call;              /* deferred; NULL: its connection is lost, and the executor may repeat it */
    struct request *request;        /* NULL: not sent, or answered */
    char *tool;                     /* the server's name of the tool; or NULL */
    char *definition;               /* the hash of the definition that was decided about; NULL: any */
    char *session_id, *task_id;     /* NULL: a person's own call */
    struct json_sequence arguments; /* in the params of the call, until it is sent */
    bool has_arguments;
    struct slice target; /* likewise: the tool, prompt or resource */
    int64_t timeout_ms;
    bool join, is_agent, is_over;
    mcp_reply_fn reply; /* answers the call; NULL: with the result as it is */
    char reason[64];    /* why it was allowed */
    char *note;         /* of the person who answered; or NULL */
    struct buf kept;    /* the answer, while there is no call */
    int kept_code;      /* 0: `kept` is a result, else the data of this error */
    char *kept_message;
    struct deadline orphan;
};

/* What a call asks for. Strings live as long as the params of the call. */
struct mcp_order {
    enum mcp_job_kind kind;
    struct slice key; /* for the connector; empty: a new one */
    struct slice target;
    struct slice definition;        /* the hash of the definition that was decided about; empty: any */
    struct json_sequence arguments; /* a map, in the type of any method: they are the same */
    bool has_arguments;
    int64_t timeout_ms;
    struct slice session_id, task_id; /* empty: a person's own */
    struct slice reason, note;        /* of the decision to allow it */
    bool join;                        /* it was made before */
    mcp_reply_fn reply;               /* or NULL */
};

/* Takes the call, which must be deferred and not held. Always answers it. */
void mcp_job_start(struct mcp_entry *entry, struct call *call, const struct mcp_order *order);
/* An executor repeats a call. */
struct mcp_job *mcp_job_find(const struct mcp_hub *hub, struct slice key);
void mcp_job_attach(struct mcp_job *job, struct call *call);
/* The run works: sends what waits. */
void mcp_jobs_send(struct mcp_run *run);
/* The run does not work: fails what waits. */
void mcp_jobs_fail(struct mcp_run *run, enum error_id error, const char *problem);
/* The run starts again: what waits goes on waiting, except what would join a call of the process that is gone. */
void mcp_jobs_keep(struct mcp_run *run, const char *problem);
struct mcp_job *mcp_job_by_key(const struct mcp_run *run, struct slice key);

/* agent_call.c: the server has changed the tool since the decision, and was not called: decides again. Takes the call.
 */
void mcp_call_changed(struct mcp_run *run, struct call *call);

/* Moves a result out of the server's directory to one that the session's sandbox shows. 0, with the new path in the
 * arena. */
int mcp_result_move(const struct mcp_job *job, struct slice path, struct arena *arena, struct slice *ret_path);

/* --- tools.c --- */

struct mcp_tool_known {
    struct connector_tool tool;
    char agent_name[MCP_AGENT_NAME_SIZE];
    size_t bytes; /* of its definition */
};
struct mcp_toolbox {
    struct arena arena;
    struct mcp_tool_known *tools;
    size_t count;
    struct connector_list_result list;
};
/* Reads a stored list. Runs on any thread. */
int mcp_toolbox_read(struct arena *arena, struct slice server_id, struct slice text, struct mcp_toolbox *ret_box);
struct mcp_toolbox *mcp_toolbox_free(struct mcp_toolbox *box);
/* By the server's name or by the name for agents. */
const struct mcp_tool_known *mcp_toolbox_find(const struct mcp_toolbox *box, struct slice name, bool is_agent_name);
/* The name that is nearest to a wrong one; empty: none is similar. */
struct slice mcp_toolbox_nearest(const struct mcp_toolbox *box, struct slice name, bool is_agent_name);
/* The definition as JSON. */
int mcp_tool_write(struct buf *out, const struct connector_tool *tool);
struct mcp_tool mcp_tool_of(const struct mcp_tool_known *known, struct slice server_id);

/* How well a tool fits the words of a query; 0: not at all. */
unsigned mcp_tool_score(struct slice query, const struct connector_tool *tool);

/* The id of the server in a name mcp__SERVER__TOOL. -EINVAL */
int mcp_agent_name_split(struct slice name, struct slice *ret_server);

/* --- granted.c --- */

/* Ends mcp_target_await(). */
void mcp_target_awaited(const struct mcp_entry *entry, struct call *call);

/* --- lists.c --- */

/* The servers to read, copied for the reader thread. */
struct mcp_ids {
    size_t count;
    size_t budget; /* agent.c: lists that are longer together are not read */
    char items[][MCP_ID_MAX + 1];
};
/* All servers, or those that sessions with this working directory (data NULL: any) may use. NULL: out of memory. */
struct mcp_ids *mcp_ids_new(const struct mcp_hub *hub, const struct mcp_entry *only, struct slice cwd,
                            size_t *ret_size);

/* For get_execution_context: how an agent of the executor reaches each server of its task. */
int mcp_servers_for(void *hub, const struct executor *executor, struct arena *arena,
                    struct get_execution_context_result_mcp_servers *ret_servers);

/* Sets what the daemon knows better than the store. */
void mcp_record_update(const struct mcp_entry *entry, struct mcp_server *record);

/* --- handover.c --- */

/* The key of a call that the previous program had sent; empty: there is none. */
struct slice mcp_handed_client(const struct mcp_hub *hub, const struct call *call);
bool mcp_handed_executor(const struct mcp_hub *hub, struct slice key);
bool mcp_handed_run(const struct mcp_hub *hub, const char *process_id);
/* Processes of an earlier daemon. */
void mcp_found(void *hub, const char *id, const struct executor_record *record);
void mcp_found_settle(struct mcp_hub *hub);
void mcp_handed_clear(struct mcp_hub *hub);
