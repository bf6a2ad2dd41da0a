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

extern const struct shape agent_record_shape;
