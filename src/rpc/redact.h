/* Formats messages for people, without their secrets. */
#pragma once

#include <yyjson.h>

#include "base/buf.h"

/* Writes the value as JSON; secret members have the value "[redacted]". */
void redact_write(struct buf *out, yyjson_val *value);
