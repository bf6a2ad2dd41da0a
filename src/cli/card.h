/* Facts about one thing, a line each: a name and a value. */
#pragma once

#include "cli/cli.h"

struct card {
    FILE *out;
    const struct cli *cli;
    int column; /* where the values begin */
    size_t limit;
};

void card_begin(struct card *card, const struct cli *cli, int column);

/* One line; it is made harmless and, on a terminal, broken to fit. `color` may be NULL. */
void card_text(const struct card *card, const char *name, struct slice value, const char *color);
void card_line(const struct card *card, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "2026-01-31 12:00:00 (3 min 5 s ago)" */
void card_time(const struct card *card, const char *name, int64_t epoch_ms);

/* Text of several lines under its name. */
void card_block(const struct card *card, const char *name, struct slice text);
