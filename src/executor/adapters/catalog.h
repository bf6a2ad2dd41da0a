/* Parses what an agent offers: its slash commands and its models. */
#pragma once

#include <stdbool.h>
#include <yyjson.h>

#include "base/slice.h"
#include "contract/session_types.h"

enum { SLASH_MAX = 256, SLASH_NAME_MAX = 128, SLASH_DESCRIPTION_MAX = 1024, SLASH_HINT_MAX = 256 };

/* `list` has names alone, or objects with a description and a hint for the arguments. Returns the number of commands;
 * the strings stay in the list. */
size_t slash_read(yyjson_val *list, struct session_command ret_commands[static SLASH_MAX]);

/* Whether a prompt looks like a command: "/name", with or without arguments. "/tmp is full" does not, if a directory of
 * that name exists. */
bool slash_is_command(struct slice prompt);

/* --- models --- */

/* The formats of agents' protocols:
 *
 *     configOptions: [{id, category: "model", currentValue, options: [{value, name} or {group, options: […]}]}]
 *     models: {availableModels: [{modelId, name}], currentModelId}       of the Agent Client Protocol, older form
 *     models: [{value, displayName}]                                     of Claude Code */

enum { OFFER_MAX = 512, OFFER_NAME_MAX = 256, OFFER_TITLE_MAX = 256 };

struct offer {
    struct slice option;          /* the id of the option that sets the model; empty: it has a separate method */
    struct session_model *models; /* array of the caller with OFFER_MAX items */
    size_t count;
};

/* `settings` is the object with these members; the strings stay in it. */
void offer_read(yyjson_val *settings, struct offer *offer);

bool offer_has(const struct offer *offer, struct slice name);
