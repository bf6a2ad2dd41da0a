/* Rows of the settings that a person changes while the daemon runs: a JSON value by name. The rules of rows.h apply. */
#pragma once

#include "daemon/store/rows.h"
#include "json/shape.h"

/* Decodes the value into *ret, which stays untouched if there is none. Returns 1 if there is one. A value that cannot
 * be read is logged, and counts as missing. */
int store_setting_get(struct store_tx *tx, struct slice name, const struct shape *shape, struct arena *arena,
                      void *ret);
int store_setting_put(struct store_tx *tx, struct slice name, const struct shape *shape, const void *value);
