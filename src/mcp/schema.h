/* Checks a value against a JSON Schema, as far as that takes bounded work.
 *
 * Checked: type, required, properties, patternProperties, additionalProperties, propertyNames, items, prefixItems,
 * enum, const, the bounds of numbers, strings, arrays and objects, multipleOf, uniqueItems, pattern (those that need
 * linear time), allOf, anyOf, oneOf, not, if/then/else, dependentRequired, local $ref. Other keywords pass. */
#pragma once

#include <yyjson.h>

#include "base/arena.h"
#include "base/slice.h"

enum {
    MCP_SCHEMA_REFS_MAX = 32,     /* $ref that follow each other for one value */
    MCP_SCHEMA_DEPTH_MAX = 256,   /* nested checks */
    MCP_SCHEMA_WORK_MAX = 1 << 17 /* steps of one check */
};

/* Returns 0 if the value fits, -EINVAL if it does not: `ret_problem` names the place, which begins with `root`
 * ("arguments.path must be a string, not a number"). Returns -E2BIG if that takes too much work: let the value pass,
 * the server decides. */
int mcp_schema_check(const yyjson_val *schema, const yyjson_val *value, const char *root, char *ret_problem,
                     size_t problem_size);

/* The same for the arguments of a tool, with its schema as text. A schema that is no JSON passes everything. A null for
 * a property that the tool does not require counts as omitted, as models send it: the server decides. The arena is for
 * scratch. */
int mcp_schema_check_arguments(struct arena *arena, struct slice schema, const yyjson_val *arguments, char *ret_problem,
                               size_t problem_size);
