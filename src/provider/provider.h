/* The providers of models: built-in ones, and those of the configuration. Used by the daemon, which passes them to
 * executors, and by programs without a daemon. */
#pragma once

#include <stddef.h>

#include "contract/config_types.h"
#include "contract/executor_types.h"

enum { PROVIDERS_MAX = 64 };

/* Lists the providers in order of preference, at most PROVIDERS_MAX, and returns their number. has_key is false,
 * because keys are not known here. The strings belong to the configuration, or are constants. */
size_t provider_list(const struct config_settings *settings,
                     struct executor_provider ret_providers[static PROVIDERS_MAX]);
