/* Arguments of a tool that Streamable HTTP repeats in headers: x-mcp-header in the tool's schema (2026). */
#pragma once

#include <yyjson.h>

#include "base/arena.h"
#include "mcp/mcp.h"

enum { MCP_PARAMS_MAX = 48, MCP_PARAM_NAME_MAX = 128 };

struct mcp_param {
    struct slice header; /* NAME in "Mcp-Param-NAME" */
    const struct slice *path;
    size_t path_length; /* keys from the arguments down to the value */
};

/* Finds them. Allocates in the arena, copying names. Returns -EINVAL with the reason, a constant, if one is not valid:
 * empty, no token, the same twice in any case, on something else than a string, an integer or a boolean, or at a place
 * that is not reached through `properties` alone. Then the tool must not be called. Returns -ENOMEM. */
int mcp_params_read(struct arena *arena, const yyjson_val *schema, const struct mcp_param **ret_params,
                    size_t *ret_count, const char **ret_problem);
