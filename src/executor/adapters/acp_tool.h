/* Translates tool calls of the Agent Client Protocol to weir's tools. The agent describes its calls itself; the sandbox
 * limits what it can do. */
#pragma once

#include "executor/adapters/acp_read.h"

enum acp_tool_status { ACP_TOOL_PENDING, ACP_TOOL_RUNNING, ACP_TOOL_COMPLETED, ACP_TOOL_FAILED };

enum { ACP_TOOL_NAME_SIZE = 129, ACP_TOOL_MAX = 4 << 20 };

enum acp_tool_status acp_tool_status(yyjson_val *tool, enum acp_tool_status fallback);

/* Merges what is known of a call into one JSON object: fields of `newer` replace those of `older`, which may be NULL.
 */
int acp_tool_merge(struct buf *out, yyjson_val *older, yyjson_val *newer);

/* Translates a call. The kind decides the tool's name, so that modes and rules for weir's own tools apply: Read, Edit,
 * Write, Bash, Grep, WebFetch, Think, SwitchMode; otherwise the call's own name, or Other. `input` gets a JSON object:
 * the agent's input, with file and command in the fields that weir knows. `cwd` is the session's. */
int acp_tool_describe(yyjson_val *tool, struct slice cwd, char ret_name[static ACP_TOOL_NAME_SIZE], struct buf *input);

/* Returns the result: its text, and the first image, or empty slices. */
int acp_tool_result(yyjson_val *tool, struct buf *text, struct slice *ret_image, struct slice *ret_mime);

/* Finds the files in an input from acp_tool_describe(), each once, at most `most` of those in its list: the files that
 * a permission request names and its answer covers. */
void acp_input_paths(yyjson_val *input, size_t most, void (*found)(void *user, struct slice path), void *user);

/* Writes the words of a command line, quoted for a shell where necessary. */
int acp_command_write(struct buf *out, struct slice program, yyjson_val *arguments);
