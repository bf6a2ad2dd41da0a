/* The models that an agent offers, in the forms in which the protocols of agents list them:
 *
 *     configOptions: [{id, category: "model", currentValue, options: [{value, name} or {group, options: […]}]}]
 *     models: {availableModels: [{modelId, name}], currentModelId}       of the Agent Client Protocol, the older form
 *     models: [{value, displayName}]                                     of Claude Code */
#pragma once

#include <yyjson.h>

#include "base/slice.h"
#include "contract/session_types.h"

enum { OFFER_MAX = 512, OFFER_NAME_MAX = 256, OFFER_TITLE_MAX = 256 };

struct offer {
    struct slice option; /* the id of the option that sets the model; empty: there is a method of its own for it */
    struct session_model *models; /* in memory of the caller, OFFER_MAX of them */
    size_t count;
};

/* `settings` is the object with these members. The texts are those of the object. */
void offer_read(yyjson_val *settings, struct offer *offer);

bool offer_has(const struct offer *offer, struct slice name);
