/* The provider in the name of a model: in "SERVICE/MODEL" the part before the first slash. MODEL may contain slashes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "contract/executor_types.h"

enum { SERVICE_PROBLEM_SIZE = 256 };

/* Returns false if the model has no provider in its name. */
bool service_split(struct slice model, struct slice *ret_service, struct slice *ret_name);

const struct executor_provider *service_find(const struct executor_provider *providers, size_t count,
                                             struct slice service);

/* Whether the model names an unknown provider, or is only the name of a provider; `problem` suggests the most similar
 * one. */
bool service_is_unknown(const struct executor_provider *providers, size_t count, struct slice model,
                        char problem[static SERVICE_PROBLEM_SIZE]);
