/* The services with models: those that are known, and those of the configuration. For the daemon, which hands them to
 * executors, and for programs that need no daemon. */
#pragma once

#include <stddef.h>

#include "contract/config_types.h"
#include "contract/executor_types.h"

enum { PROVIDERS_MAX = 64 };

/* In the order in which they are tried; what is beyond the maximum is left out. Nothing is known of their keys: has_key
 * is false. The texts are the configuration's or constants. How many. */
size_t provider_list(const struct config_settings *settings,
                     struct executor_provider ret_providers[static PROVIDERS_MAX]);
