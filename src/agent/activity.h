/* What the person did recently, as text for an agent. */
#pragma once

#include "base/buf.h"
#include "contract/context_types.h"

/* Appends a line for each record, between two that say what they are: data, never instructions. The texts come from
 * other programs, such as titles of web pages: each line begins with a mark, and no text can end its line. Appends
 * nothing for no records. */
void activity_write(struct buf *out, const struct context_activity_record *items, size_t count);
