/* Generated from contract/agent.json by contract/generate; do not edit. */
/* The agents that can work on tasks: weir's own, and other programs. */
#pragma once

#include "rpc/method.h"
#include "contract/agent_types.h"
#include "contract/session_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method agent.list: List all agents in the order of preference, with their state as an executor sees it in its
 * sandbox. */

struct agent_list_params {
    char unused;
};

struct agent_list_result_agents {
    struct agent_record *items;
    size_t count;
};

struct agent_list_result {
    struct agent_list_result_agents agents;
};

extern const struct shape agent_list_params_shape;
extern const struct shape agent_list_result_shape;
extern const struct method agent_list_method;
int agent_list(struct call *call, const struct agent_list_params *params);

static inline int agent_list_reply(struct call *call, const struct agent_list_result *result)
{
    return call_reply(call, result);
}

/* Method agent.commands: List the slash commands of an agent.
 *
 * For the built-in agent: its own commands, and the files .weir/commands/ ** / *.md, .claude/commands/ ** / *.md,
 * .weir/skills/ * /SKILL.md and .claude/skills/ * /SKILL.md below the working directory, then below the home
 * directory. If two have the same name, the first one counts. For another agent: the commands that it reported in
 * this session. */

struct agent_commands_params {
    struct slice session_id;
    enum field_is session_id_is;
    /* Absent: the session's agent, else that of the configuration (tasks.agent), else the last agent that worked in
     * the session, else builtin. */
    struct slice agent;
    enum field_is agent_is;
    /* An absolute path, instead of sessionId. */
    struct slice cwd;
    enum field_is cwd_is;
};

struct agent_commands_result_commands {
    struct agent_command *items;
    size_t count;
};

struct agent_commands_result {
    struct slice agent;
    struct agent_commands_result_commands commands;
    /* False: there are more than 256 files. */
    bool complete;
};

extern const struct shape agent_commands_params_shape;
extern const struct shape agent_commands_result_shape;
extern const struct method agent_commands_method;
int agent_commands(struct call *call, const struct agent_commands_params *params);

static inline int agent_commands_reply(struct call *call, const struct agent_commands_result *result)
{
    return call_reply(call, result);
}

/* Method agent.models: List the models that can be selected.
 *
 * For the built-in agent: for each provider that the session may use, in the order of preference, the configured
 * model and the models that the provider lists. weir-broker asks the providers, with a time limit of five seconds
 * each, and keeps the result for ten minutes. A provider that needs a key and has none is not asked. For another
 * agent: the models that it last reported in this session, else in one of the 200 newest sessions. An agent reports
 * its models when it starts a task. */

struct agent_models_params {
    struct slice session_id;
    enum field_is session_id_is;
    /* Absent: the session's agent, else that of the configuration (tasks.agent), else the last agent that worked in
     * the session, else builtin. */
    struct slice agent;
    enum field_is agent_is;
};

/* Of the built-in agent; empty for another one. */
struct agent_models_result_services {
    struct agent_service *items;
    size_t count;
};

struct agent_models_result {
    struct slice agent;
    /* The session's model. */
    struct slice model;
    enum field_is model_is;
    struct agent_models_result_services services;
    /* Of another agent. Absent: it has reported none. */
    struct session_models models;
    enum field_is models_is;
};

extern const struct shape agent_models_params_shape;
extern const struct shape agent_models_result_shape;
extern const struct method agent_models_method;
int agent_models(struct call *call, const struct agent_models_params *params);

static inline int agent_models_reply(struct call *call, const struct agent_models_result *result)
{
    return call_reply(call, result);
}
