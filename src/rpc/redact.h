/* Messages for people's eyes: without the secrets in them. */
#pragma once

#include <yyjson.h>

#include "base/buf.h"

/* The value as JSON; members whose names are those of secrets show "[redacted]". */
void redact_write(struct buf *out, yyjson_val *value);
