/* Generated from contract/unpacker.json by contract/generate; do not edit. */
/* The protocol between the daemon and weir-unpack, the program that unpacks one archive of an app. weir-unpack
 * listens, and the daemon connects to it. */
#pragma once

#include "rpc/method.h"
#include "contract/unpacker_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method unpacker.unpack: Unpack the archive whose descriptor comes with the request. Sent once; the program serves
 * no other archive. */

struct unpacker_unpack_params {
    /* An empty directory, which gets the files. */
    struct slice directory;
};

struct unpacker_unpack_result {
    /* Absent: everything was unpacked. */
    enum unpacker_refusal refusal;
    enum field_is refusal_is;
    /* With refusal: a sentence. */
    struct slice message;
    enum field_is message_is;
    /* With refusal: the entry that is wrong, in printable form. */
    struct slice entry;
    enum field_is entry_is;
    int64_t files;
    int64_t bytes;
};

extern const struct shape unpacker_unpack_params_shape;
extern const struct shape unpacker_unpack_result_shape;
extern const struct method unpacker_unpack_method;
int unpacker_unpack(struct call *call, const struct unpacker_unpack_params *params);

static inline int unpacker_unpack_reply(struct call *call, const struct unpacker_unpack_result *result)
{
    return call_reply(call, result);
}
