/* The built-in agent: calls a model, runs the tools that it asks for, returns the results to it, until it is done. Its
 * host (weir-executor's adapter `builtin`, or weir-agent) reports to people, keeps keys and decides about permissions.
 * The offline agent (src/offline) uses the same host interface. */
#pragma once

#include "agent/conversation.h"
#include "agent/model.h"
#include "contract/executor_types.h"
#include "tools/tool.h"

struct agent;

typedef void (*agent_key_fn)(struct agent *agent, int status, struct slice key, struct slice problem);
/* `agent` is the argument of the callbacks: a struct agent, or a struct offline. */
typedef void (*agent_permission_fn)(void *agent, bool approved, struct slice reason, struct slice note);
typedef void (*agent_kept_fn)(void *agent, int status);

enum agent_end { AGENT_COMPLETED, AGENT_FAILED, AGENT_CANCELLED };

struct agent_host {
    /* Reports an event: message_start, content_block_*, thinking_chunk, tool_call, tool_result, usage, message_stop,
     * error. `data` is JSON. */
    int (*report)(void *host, struct slice type, struct slice data);
    /* Reports the usage of all calls so far; the last call used `context_tokens` of `context_limit` (0: unknown). */
    int (*usage)(void *host, const struct model_usage *total, int64_t context_tokens, int64_t context_limit);
    /* Requests to the host. Each is answered once, later or from inside, unless the agent ends first. */
    int (*get_key)(void *host, struct slice service, agent_key_fn answered);
    int (*ask_permission)(void *host, struct slice tool, struct slice input, agent_permission_fn answered);
    /* Called before files are changed; an empty `path` means any file below the working directory. */
    int (*keep)(void *host, struct slice path, agent_kept_fn answered);
    /* The last call. `code` is a word, `message` a sentence, `text` the final answer. */
    void (*ended)(void *host, enum agent_end end, struct slice code, struct slice message, struct slice text);
};

struct agent_attachment {
    struct slice path, mime; /* the type is detected from the content */
};

/* A skill, whose file the model reads when it needs it. */
struct agent_skill {
    struct slice name, description, path;
};

/* An MCP server that the agent may use. */
struct agent_server {
    struct slice name;
    struct slice instructions; /* what the server says about its use; may be empty */
};

struct agent_prompt {
    struct slice text; /* "/compact" only summarizes the conversation */
    const struct agent_attachment *attachments;
    size_t attachment_count;
    struct slice cwd, home;
    const struct executor_provider *providers; /* in order of preference */
    size_t provider_count;
    struct slice model;        /* "MODEL", or "SERVICE/MODEL"; empty: the provider's */
    struct slice model_socket; /* of weir-broker; empty: calls the provider directly, with a key */
    int64_t thinking_tokens;
    const struct slice *context_files; /* absolute, or below cwd */
    size_t context_file_count;
    const struct agent_skill *skills;
    size_t skill_count;
    const struct agent_server *servers;
    size_t server_count;
    const struct tool *const *tools; /* tools that the agent may use, terminated by NULL */
    const struct context_activity_record *activity;
    size_t activity_count;
    bool read_only; /* plan mode, which the system prompt mentions */
};

/* Adds to the conversation, which belongs to the host and must outlive the agent. Copies everything else. Returns 0;
 * then host->ended is called later, never from inside. -EBADF: cannot read an attachment. */
int agent_start(uv_loop_t *loop, const struct agent_host *host, void *host_data, struct conversation *conversation,
                const struct agent_prompt *prompt, struct agent **ret_agent, char problem[static 256]);
void *agent_host_data(const struct agent *agent);
/* Ends the agent soon: cancels the model call, and ends tools. */
void agent_stop(struct agent *agent);
void agent_pause(struct agent *agent, bool paused);
/* Replaces the tools, from the next call of the model on. The tools themselves must outlive the agent. Returns -ENOMEM,
 * and changes nothing then. */
int agent_set_tools(struct agent *agent, const struct tool *const *tools);

/* Chooses the provider and the model for a prompt without any I/O. Returns -ENOENT with a message if there is none;
 * -ESRCH if the model names an unknown provider. */
int agent_choose(const struct executor_provider *providers, size_t count, struct slice model, bool has_socket,
                 const struct executor_provider **ret_provider, struct slice *ret_model, char problem[static 256]);

/* choose.c: chooses a provider if no model is named, by asking: the first one with a key, otherwise the first one
 * without need of a key that lists a model. `found` is called once, from inside or later; `model` is empty if only the
 * provider knows it. The provider is NULL if none is usable, and `problem` has the reason. */
struct agent_find;
typedef void (*agent_found_fn)(void *user, const struct executor_provider *provider, struct slice model,
                               struct slice problem);
/* The providers must stay valid until `found` was called. *ret_find is NULL if that has happened already. Returns
 * -ENOMEM on failure. */
int agent_find(uv_loop_t *loop, const struct executor_provider *providers, size_t count, agent_found_fn found,
               void *user, struct agent_find **ret_find);
void agent_find_cancel(struct agent_find *find);

/* history.c: appends the session's messages from get_execution_context, which may be from any agent. */
int history_read(struct conversation *conversation, const struct executor_said *items, size_t count);
