/* Generated from contract/system.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* capture: weir-capture and the enabled streams. agents: the executors of tasks. ollama: the provider of this name
 * in the configuration. mcp: the MCP servers. */
enum system_service {
    SYSTEM_SERVICE_CAPTURE = 0,
    SYSTEM_SERVICE_AGENTS = 1,
    SYSTEM_SERVICE_OLLAMA = 2,
    SYSTEM_SERVICE_MCP = 3,
};

/* running: also a service that is switched off, with the message off. degraded: some of it has failed. failed: all
 * of it has. restarting: after a failure, weir tries again. */
enum system_service_state {
    SYSTEM_SERVICE_STATE_STARTING = 0,
    SYSTEM_SERVICE_STATE_RUNNING = 1,
    SYSTEM_SERVICE_STATE_DEGRADED = 2,
    SYSTEM_SERVICE_STATE_RESTARTING = 3,
    SYSTEM_SERVICE_STATE_FAILED = 4,
};

extern const struct shape system_service_shape;
extern const struct shape system_service_state_shape;
