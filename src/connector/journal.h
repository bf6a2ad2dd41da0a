/* What the server writes goes to the log file of the server, limited in rate: a flood costs neither disk nor time. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

enum { JOURNAL_BURST = 500, JOURNAL_PER_SECOND = 50 }; /* lines */

struct journal {
    uint64_t filled_ms; /* when `room` was last increased */
    unsigned room;      /* lines that may be written now */
    size_t dropped;
};

/* Adds a line from the server; `source` says where it comes from ("stderr"). `now_ms` is a monotonic clock. */
void journal_add(struct journal *journal, uint64_t now_ms, const char *source, struct slice text);

/* Reports lines that were dropped. */
void journal_end(struct journal *journal);
