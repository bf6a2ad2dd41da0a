/* Generated from the files of contract/ by contract/generate; do not edit. */
#pragma once

#include "rpc/method.h"

/* Every method, of every program. */
extern const struct method *const contract_methods[];
extern const size_t contract_method_count;

/* Every event that the daemon sends. */
extern const struct event_type *const contract_events[];
extern const size_t contract_event_count;

/* Names of fields whose value is never logged or printed. */
extern const struct slice contract_secret_names[];
extern const size_t contract_secret_name_count;

/* The whole contract as an OpenRPC document, on one line. */
extern const char contract_openrpc[];
extern const size_t contract_openrpc_size;

/* The part of it that apps may use. */
extern const char contract_openrpc_app[];
extern const size_t contract_openrpc_app_size;
