/* Parses lines of the Agent Client Protocol, version 1. No I/O here: the adapter, the tests and the fuzzer share it. */
#pragma once

#include <stdint.h>
#include <yyjson.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/slice.h"

enum acp_message_kind { ACP_REQUEST, ACP_NOTIFICATION, ACP_RESULT, ACP_ERROR };

/* Everything is in the arena. Fields that are missing or have another type are empty or NULL. */
struct acp_message {
    enum acp_message_kind kind;
    yyjson_val *id;   /* of a request: a number, a string or null */
    int64_t answered; /* of a response: the id of our request; -1: not one of ours */
    struct slice method;
    yyjson_val *params; /* or the result of a response */
    int64_t code;       /* of an error */
    struct slice problem;
    yyjson_val *data;
};

enum { ACP_PROBLEM_SIZE = 128 };

/* Returns -EINVAL with a message in `problem` if the line is not a message, or -ENOMEM. */
int acp_read(struct arena *arena, struct slice line, struct acp_message *ret_message,
             char problem[static ACP_PROBLEM_SIZE]);

yyjson_val *acp_member(yyjson_val *object, const char *name);
struct slice acp_text(yyjson_val *object, const char *name);
/* Returns `fallback` if the member is missing, not an integer, or negative. */
int64_t acp_count(yyjson_val *object, const char *name, int64_t fallback);

/* --- session/update --- */

enum acp_update_kind {
    ACP_UPDATE_OTHER, /* not used by weir, or of a later version */
    ACP_UPDATE_TEXT,
    ACP_UPDATE_THOUGHT,
    ACP_UPDATE_TOOL, /* a new call, or an update of one */
    ACP_UPDATE_PLAN,
    ACP_UPDATE_NOTICE,
    ACP_UPDATE_COMMANDS,
    ACP_UPDATE_OPTIONS,
    ACP_UPDATE_USAGE,
};

struct acp_update {
    enum acp_update_kind kind;
    struct slice text;       /* of a chunk or a notice; of a plan, the current step */
    yyjson_val *tool;        /* see below */
    yyjson_val *commands;    /* catalog.h */
    yyjson_val *options;     /* catalog.h: the object with configOptions */
    yyjson_val *usage;       /* usage.h */
    int64_t steps, finished; /* of a plan */
};

void acp_update_read(yyjson_val *update, struct acp_update *ret_update);

/* Writes the text of a content block, or a placeholder for other content. */
int acp_content_write(struct buf *out, yyjson_val *block);

/* --- tool calls --- */

/* Translates tool calls of the Agent Client Protocol to weir's tools. The agent describes its calls itself; the sandbox
 * limits what it can do. */

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
