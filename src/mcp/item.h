/* One entry of a list: read from JSON, with its canonical definition and fingerprint. For catalog.c. */
#pragma once

#include "mcp/catalog.h"

/* Reads an entry. Copies all that it keeps into `arena`; `scratch` is for the time of the call. Returns -EINVAL with
 * the reason, a constant, if the entry is not valid; -ENOMEM. */
int mcp_item_read(struct arena *arena, struct arena *scratch, enum mcp_list list, bool params, const yyjson_val *value,
                  struct mcp_item *ret_item, const char **ret_problem);
