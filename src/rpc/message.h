/* What a JSON value is, as JSON-RPC 2.0 sees it. No I/O, no state. */
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
    const yyjson_val *id;     /* a string, a number or null; NULL where there is none */
    const yyjson_val *params; /* an object or an array; NULL where there are none */
    const yyjson_val *result; /* of MESSAGE_RESULT */
    const yyjson_val *error;  /* of MESSAGE_ERROR: an object, if the other side is right */
    const char *problem;      /* of MESSAGE_INVALID: what is wrong, for a person */
    bool nameless;            /* of MESSAGE_INVALID: it names no method, and may have been meant as an answer */
};

/* One message; an array (a batch) is invalid here, its items are what this function is for. */
void message_classify(const yyjson_val *value, struct message *ret_message);
