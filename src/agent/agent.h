/* The built-in agent: calls a model, does what it asks for, gives it the results, until it is done. Who hosts it
 * (weir-executor's adapter `builtin`, or weir-agent) tells people, keeps keys and decides about permissions. The
 * offline agent (src/offline) has the same hosts. */
#pragma once

#include "agent/conversation.h"
#include "agent/model.h"
#include "contract/executor_types.h"
#include "tools/tool.h"

struct agent;

typedef void (*agent_key_fn)(struct agent *agent, int status, struct slice key, struct slice problem);
/* `agent` is the one that asks: a struct agent, or a struct offline. */
typedef void (*agent_permission_fn)(void *agent, bool approved, struct slice reason, struct slice note);
typedef void (*agent_kept_fn)(void *agent, int status);

enum agent_end { AGENT_COMPLETED, AGENT_FAILED, AGENT_CANCELLED };

struct agent_host {
    /* An event of the catalogue: message_start, content_block_*, thinking_chunk, tool_call, tool_result, usage,
     * message_stop, error. `data` is JSON. */
    int (*report)(void *host, struct slice type, struct slice data);
    /* Of all calls so far; `context_tokens` of `context_limit` (0: not known) were in the model's context in the last.
     */
    int (*usage)(void *host, const struct model_usage *total, int64_t context_tokens, int64_t context_limit);
    /* Questions. Each is answered once, later or from inside, unless the agent has ended before. */
    int (*get_key)(void *host, struct slice service, agent_key_fn answered);
    int (*ask_permission)(void *host, struct slice tool, struct slice input, agent_permission_fn answered);
    /* Before files are changed; `path` empty: any below the working directory. */
    int (*keep)(void *host, struct slice path, agent_kept_fn answered);
    /* The last that is called. code is a word, message a sentence; text the final answer. */
    void (*ended)(void *host, enum agent_end end, struct slice code, struct slice message, struct slice text);
};

struct agent_attachment {
    struct slice path, mime; /* the content decides what it is */
};

/* A skill: the model reads its file when it needs it. */
struct agent_skill {
    struct slice name, description, path;
};

struct agent_prompt {
    struct slice text; /* "/compact": the conversation is summarised, and nothing else is done */
    const struct agent_attachment *attachments;
    size_t attachment_count;
    struct slice cwd, home;
    const struct executor_provider *providers; /* in the order in which they are tried */
    size_t provider_count;
    struct slice model;        /* "NAME", or "SERVICE/NAME"; empty: the provider's */
    struct slice model_socket; /* of weir-broker; or empty: with a key */
    int64_t thinking_tokens;
    const struct slice *context_files; /* absolute, or below cwd */
    size_t context_file_count;
    const struct agent_skill *skills;
    size_t skill_count;
    const struct tool *const *tools; /* those that it may use. NULL behind the last */
    bool read_only;                  /* the mode is plan: it is told so */
};

/* The conversation is the host's: what is said is added to it, and it must live as long as the agent. All else is
 * copied. 0: host->ended will be called, never from inside of here. -EBADF: an attachment cannot be read. */
int agent_start(uv_loop_t *loop, const struct agent_host *host, void *host_data, struct conversation *conversation,
                const struct agent_prompt *prompt, struct agent **ret_agent, char problem[static 256]);
void *agent_host_data(const struct agent *agent);
/* Comes to an end soon: the model is not waited for, a tool is ended. */
void agent_stop(struct agent *agent);
void agent_pause(struct agent *agent, bool paused);

/* Which provider and model a prompt would take, by what is known without asking anybody. -ENOENT, with a sentence:
 * none; -ESRCH: the model names a service that is not there. */
int agent_choose(const struct executor_provider *providers, size_t count, struct slice model, bool has_socket,
                 const struct executor_provider **ret_provider, struct slice *ret_model, char problem[static 256]);

/* find.c: the same where no model is named, by asking: the first provider with a key, else the first that needs none
 * and lists a model. `found` is called once, from inside or later; `model` is empty where only the provider knows. The
 * provider is NULL where none can be used, and `problem` says why. */
struct agent_find;
typedef void (*agent_found_fn)(void *user, const struct executor_provider *provider, struct slice model,
                               struct slice problem);
/* The providers must live until it is over. *ret_find is NULL where it is over already. -ENOMEM. */
int agent_find(uv_loop_t *loop, const struct executor_provider *providers, size_t count, agent_found_fn found,
               void *user, struct agent_find **ret_find);
void agent_find_cancel(struct agent_find *find);

/* history.c: the session's messages as get_execution_context has them, of whatever agent, behind what is there. */
int history_read(struct conversation *conversation, const struct executor_said *items, size_t count);
