/* Generated from contract/agent.json by contract/generate; do not edit. */
/* Who can work: weir's own agents, and programs of others. */
#pragma once

#include "rpc/method.h"
#include "contract/agent_types.h"
#include "contract/session_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method agent.list: All agents, in the order in which one is taken where none is named, with their state as an
 * executor finds it in its sandbox. */

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

/* Method agent.commands: The slash commands that an agent knows.
 *
 * Of the built-in agent: its own, and the files .weir/commands/ ** / *.md, .claude/commands/ ** / *.md,
 * .weir/skills/ * /SKILL.md and .claude/skills/ * /SKILL.md of the directory, then of the home; of two with one name
 * the first counts. Of another agent: those that it has reported in this session. */

struct agent_commands_params {
    struct slice session_id;
    enum field_is session_id_is;
    /* Absent: the session's, else the last that worked in it, else builtin. */
    struct slice agent;
    enum field_is agent_is;
    /* An absolute path, in place of sessionId. */
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

/* Method agent.models: The models that can be chosen.
 *
 * Of the built-in agent: of each service that the session may use, in the order in which they are tried, the model
 * of the configuration and those that the service lists. weir-broker asks the services, each for five seconds at
 * most; what one has told is good for ten minutes. One that needs a key and has none is not asked. Of another agent:
 * those that it reported last, in this session or else in one of the newest 200; an agent reports its models when it
 * begins to work. */

struct agent_models_params {
    struct slice session_id;
    enum field_is session_id_is;
    /* Absent: the session's, else the last that worked in it, else builtin. */
    struct slice agent;
    enum field_is agent_is;
};

/* Of the built-in agent; of another one empty. */
struct agent_models_result_services {
    struct agent_service *items;
    size_t count;
};

struct agent_models_result {
    struct slice agent;
    /* The session's. */
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
