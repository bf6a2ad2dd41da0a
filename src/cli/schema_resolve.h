/* Parts of a JSON document that can stand alone. */
#pragma once

#include <stdbool.h>
#include <yyjson.h>

#include "base/buf.h"

/* Appends the value as JSON text, with every {"$ref": "#/…"} replaced by what it names in the document; members beside
 * the reference stay, and win. A reference that leads back to itself, or nowhere, stays what it is. */
int schema_resolve(struct buf *out, yyjson_val *document, yyjson_val *value);
