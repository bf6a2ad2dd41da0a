/* Generated from the files of contract/ by contract/generate; do not edit. */
#pragma once

#include "rpc/method.h"

/* Every method, whoever answers it. */
extern const struct method *const contract_methods[];
extern const size_t contract_method_count;

/* Everything that the daemon pushes. */
extern const struct event_type *const contract_events[];
extern const size_t contract_event_count;

/* Names of fields whose value is never shown. */
extern const struct slice contract_secret_names[];
extern const size_t contract_secret_name_count;

/* The whole contract as an OpenRPC document, on one line. */
extern const char contract_openrpc[];
extern const size_t contract_openrpc_size;
