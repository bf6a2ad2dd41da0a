/* The models that an agent offers, in the formats of agents' protocols:
 *
 *     configOptions: [{id, category: "model", currentValue, options: [{value, name} or {group, options: […]}]}]
 *     models: {availableModels: [{modelId, name}], currentModelId}       of the Agent Client Protocol, older form
 *     models: [{value, displayName}]                                     of Claude Code */
#pragma once

#include <yyjson.h>

#include "base/slice.h"
#include "contract/session_types.h"

enum { OFFER_MAX = 512, OFFER_NAME_MAX = 256, OFFER_TITLE_MAX = 256 };

struct offer {
    struct slice option;          /* the id of the option that sets the model; empty: it has a separate method */
    struct session_model *models; /* array of the caller with OFFER_MAX items */
    size_t count;
};

/* `settings` is the object with these members; the strings stay in it. */
void offer_read(yyjson_val *settings, struct offer *offer);

bool offer_has(const struct offer *offer, struct slice name);
