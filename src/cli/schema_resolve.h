/* Makes parts of a JSON document self-contained. */
#pragma once

#include <stdbool.h>
#include <yyjson.h>

#include "base/buf.h"

/* Appends the value as JSON text, and replaces each {"$ref": "#/…"} by the object that it names in the document;
 * members beside the reference take precedence. References to an enclosing object or to nothing stay as they are. */
int schema_resolve(struct buf *out, yyjson_val *document, yyjson_val *value);
