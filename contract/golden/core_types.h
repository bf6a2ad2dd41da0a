/* Generated from contract/core.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* The name and version of the client, for the daemon's log and status. */
struct core_client_info {
    struct slice name;
    struct slice version;
    enum field_is version_is;
};

struct core_server_info {
    struct slice name;
    struct slice version;
};

/* How front ends notify a person who is not looking when a task needs an answer or has ended. auto: the terminal's
 * bell, and a desktop notification where there is a desktop. bell: only the terminal's bell. */
enum core_notify {
    CORE_NOTIFY_AUTO = 0,
    CORE_NOTIFY_BELL = 1,
    CORE_NOTIFY_OFF = 2,
};

/* The limits of this connection. */
struct core_limits {
    int64_t max_message_bytes;
    int64_t max_batch_entries;
    int64_t max_waiting_requests;
};

extern const struct shape core_client_info_shape;
extern const struct shape core_server_info_shape;
extern const struct shape core_notify_shape;
extern const struct shape core_limits_shape;
