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
    yyjson_val *tool;        /* acp_tool.h */
    yyjson_val *commands;    /* slash.h */
    yyjson_val *options;     /* offer.h: the object with configOptions */
    yyjson_val *usage;       /* spent.h */
    int64_t steps, finished; /* of a plan */
};

void acp_update_read(yyjson_val *update, struct acp_update *ret_update);

/* Writes the text of a content block, or a placeholder for other content. */
int acp_content_write(struct buf *out, yyjson_val *block);
