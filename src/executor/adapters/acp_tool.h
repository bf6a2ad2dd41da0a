/* A call of a tool in the Agent Client Protocol, and what it is in weir's words: which tool, with which input. An agent
 * may say of its tools what it wants; what it cannot reach is up to the sandbox. */
#pragma once

#include "executor/adapters/acp_read.h"

enum acp_tool_status { ACP_TOOL_PENDING, ACP_TOOL_RUNNING, ACP_TOOL_COMPLETED, ACP_TOOL_FAILED };

enum { ACP_TOOL_NAME_SIZE = 129, ACP_TOOL_MAX = 4 << 20 };

enum acp_tool_status acp_tool_status(yyjson_val *tool, enum acp_tool_status fallback);

/* What is known of a call, as one JSON object: the fields of the newer one where it has them, else those of the older
 * (which may be NULL). */
int acp_tool_merge(struct buf *out, yyjson_val *older, yyjson_val *newer);

/* In weir's words. A tool is named by its kind, so that the modes and rules for weir's own tools hold for it: Read,
 * Edit, Write, Bash, Grep, WebFetch, Think, SwitchMode; else by its own name, else Other. `input` gets a JSON object:
 * what the agent gives as the input, with the file and the command under the names that weir knows. `cwd` is the
 * session's. */
int acp_tool_describe(yyjson_val *tool, struct slice cwd, char ret_name[static ACP_TOOL_NAME_SIZE], struct buf *input);

/* What came of it: the text, and the first image, or empty ones. */
int acp_tool_result(yyjson_val *tool, struct buf *text, struct slice *ret_image, struct slice *ret_mime);

/* The files that an input of acp_tool_describe() names, each once, and of those in its list the first `most`: what a
 * question with this input is about, and what its answer is good for. */
void acp_input_paths(yyjson_val *input, size_t most, void (*found)(void *user, struct slice path), void *user);

/* The words of a command as a shell reads them: quoted where they must be. */
int acp_command_write(struct buf *out, struct slice program, yyjson_val *arguments);
