/* Generated from contract/agent.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* weir: built in. config: named in the configuration. path: a known agent that was found in PATH or in its usual
 * directories. */
enum agent_record_source {
    AGENT_RECORD_SOURCE_WEIR = 0,
    AGENT_RECORD_SOURCE_CONFIG = 1,
    AGENT_RECORD_SOURCE_PATH = 2,
};

struct agent_record {
    /* The name by which a task or a session selects the agent. */
    struct slice name;
    /* The protocol that weir speaks with the agent; executor: a complete executor from the configuration. */
    struct slice adapter;
    enum agent_record_source source;
    bool usable;
    /* Why the agent is not usable, and what the user can do about it. */
    struct slice reason;
    enum field_is reason_is;
    /* Whether weir uses this agent when a task names none. */
    bool chosen;
    /* The path of the program. */
    struct slice program;
    enum field_is program_is;
    /* The provider of the model that the agent would use. */
    struct slice service;
    enum field_is service_is;
    struct slice model;
    enum field_is model_is;
    struct slice version;
    enum field_is version_is;
};

enum agent_command_kind {
    AGENT_COMMAND_KIND_COMMAND = 0,
    AGENT_COMMAND_KIND_SKILL = 1,
};

/* weir: built into the built-in agent. project, user: a file below the working directory or the home directory.
 * agent: reported by another agent. */
enum agent_command_source {
    AGENT_COMMAND_SOURCE_WEIR = 0,
    AGENT_COMMAND_SOURCE_PROJECT = 1,
    AGENT_COMMAND_SOURCE_USER = 2,
    AGENT_COMMAND_SOURCE_AGENT = 3,
};

/* A command that runs when a prompt begins with / and its name. */
struct agent_command {
    /* The name without the slash; for a file in a subdirectory, DIRECTORY:FILE. */
    struct slice name;
    struct slice description;
    enum field_is description_is;
    /* The arguments that the command expects. */
    struct slice hint;
    enum field_is hint_is;
    enum agent_command_kind kind;
    enum agent_command_source source;
    /* The path of the file. */
    struct slice path;
    enum field_is path_is;
};

struct agent_model {
    /* The name that the provider uses; a task or a session selects the model as SERVICE/MODEL. */
    struct slice name;
    /* A name for people. */
    struct slice title;
    enum field_is title_is;
    /* The size of the model's context window, if known. */
    int64_t context_tokens;
    enum field_is context_tokens_is;
    /* Whether this is the model of the configuration, which is used when the provider is selected without a model. */
    bool is_default;
};

/* The configured model first, then the others in the order of the provider's list. */
struct agent_service_models {
    struct agent_model *items;
    size_t count;
};

/* A provider: a service that offers models. */
struct agent_service {
    struct slice name;
    /* Whether the provider needs no key, or the session may use a stored one. */
    bool usable;
    /* Whether weir uses this provider when no model is named. */
    bool chosen;
    struct agent_service_models models;
    /* False: the provider was not asked, did not respond correctly, or has more than 500 models. */
    bool complete;
    /* Why the provider did not list its models, and what the user can do about it. */
    struct slice error;
    enum field_is error_is;
};

extern const struct shape agent_record_shape;
extern const struct shape agent_command_kind_shape;
extern const struct shape agent_command_shape;
extern const struct shape agent_model_shape;
extern const struct shape agent_service_shape;
