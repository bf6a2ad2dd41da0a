/* The context card: what the person works on now, and what to do next. */
#pragma once

#include "base/arena.h"
#include "base/slice.h"
#include "contract/context_types.h"

struct store_tx;

/* In a query. `cwd` empty: suggestions are about any directory. The texts lie in the arena. */
int context_card_make(struct store_tx *tx, struct slice cwd, int64_t now_ms, struct arena *arena,
                      struct context_card *ret_card);
