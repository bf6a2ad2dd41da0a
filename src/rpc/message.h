/* Classifies a JSON value as a JSON-RPC 2.0 message. No I/O, no state. */
#pragma once

#include <yyjson.h>

#include "base/slice.h"

enum message_kind {
    MESSAGE_REQUEST,
    MESSAGE_NOTIFICATION,
    MESSAGE_RESULT,
    MESSAGE_ERROR,
    MESSAGE_INVALID,
};

struct message {
    enum message_kind kind;
    struct slice method;
    const yyjson_val *id;     /* a string, a number or null; NULL: absent */
    const yyjson_val *params; /* an object or an array; NULL: absent */
    const yyjson_val *result; /* for MESSAGE_RESULT */
    const yyjson_val *error;  /* for MESSAGE_ERROR: an object, if the other side is correct */
    const char *problem;      /* for MESSAGE_INVALID: the problem, for people */
    bool nameless;            /* for MESSAGE_INVALID: it has no method and may be a response */
};

/* Classifies one message. An array (a batch) is invalid here; call this for each of its items. */
void message_classify(const yyjson_val *value, struct message *ret_message);
