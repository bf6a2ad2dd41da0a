/* The service in the name of a model: in "SERVICE/NAME" what stands before the first slash, always. The name behind it
 * may have slashes of its own. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "contract/executor_types.h"

enum { SERVICE_PROBLEM_SIZE = 256 };

/* False: the model is a bare name. */
bool service_split(struct slice model, struct slice *ret_service, struct slice *ret_name);

const struct executor_provider *service_find(const struct executor_provider *providers, size_t count,
                                             struct slice service);

/* Whether the model names a service that is not among these, or is nothing but the name of a service; a sentence says
 * so, with the nearest one. */
bool service_is_unknown(const struct executor_provider *providers, size_t count, struct slice model,
                        char problem[static SERVICE_PROBLEM_SIZE]);
