/* Generated from contract/agent.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* weir: one of its own. config: the configuration names it. path: it is known, and was found in PATH or looked for
 * there. */
enum agent_record_source {
    AGENT_RECORD_SOURCE_WEIR = 0,
    AGENT_RECORD_SOURCE_CONFIG = 1,
    AGENT_RECORD_SOURCE_PATH = 2,
};

struct agent_record {
    /* With which a task or a session chooses it. */
    struct slice name;
    /* How it is spoken with; executor: it is a whole executor of the configuration. */
    struct slice adapter;
    enum agent_record_source source;
    bool usable;
    /* Why it is not usable, and what would help. */
    struct slice reason;
    enum field_is reason_is;
    /* It is the one that is taken where none is named. */
    bool chosen;
    /* Its path. */
    struct slice program;
    enum field_is program_is;
    /* Of the model that it would take. */
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

/* weir: the built-in agent's own. project, user: a file below the directory, or below the home. agent: what another
 * agent has reported. */
enum agent_command_source {
    AGENT_COMMAND_SOURCE_WEIR = 0,
    AGENT_COMMAND_SOURCE_PROJECT = 1,
    AGENT_COMMAND_SOURCE_USER = 2,
    AGENT_COMMAND_SOURCE_AGENT = 3,
};

/* A prompt that begins with / and this name runs it. */
struct agent_command {
    /* Without the slash. Of a file in a folder: folder:file. */
    struct slice name;
    struct slice description;
    enum field_is description_is;
    /* What may stand behind it. */
    struct slice hint;
    enum field_is hint_is;
    enum agent_command_kind kind;
    enum agent_command_source source;
    /* Of the file. */
    struct slice path;
    enum field_is path_is;
};

struct agent_model {
    /* As the service has it; a task or a session chooses it as SERVICE/NAME. */
    struct slice name;
    /* For people. */
    struct slice title;
    enum field_is title_is;
    /* That it can take, where that is known. */
    int64_t context_tokens;
    enum field_is context_tokens_is;
    /* The one of the configuration, which is taken where the service is, and no model is named. */
    bool is_default;
};

/* The one of the configuration first; then as the service lists them. */
struct agent_service_models {
    struct agent_model *items;
    size_t count;
};

/* A service with models. */
struct agent_service {
    struct slice name;
    /* It needs no key, or the session may use one that is stored. */
    bool usable;
    /* It is the one that is taken where no model is named. */
    bool chosen;
    struct agent_service_models models;
    /* False: the service was not asked, has not answered as it should, or has more than 500. */
    bool complete;
    /* Why it has not told its models, and what would help. */
    struct slice error;
    enum field_is error_is;
};

extern const struct shape agent_record_shape;
extern const struct shape agent_command_kind_shape;
extern const struct shape agent_command_shape;
extern const struct shape agent_model_shape;
extern const struct shape agent_service_shape;
