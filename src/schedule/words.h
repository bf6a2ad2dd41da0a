/* Says a time as a person would: "in 3 minutes", "tomorrow 09:00", "Mon 24 Nov 09:00". */
#pragma once

#include <stdint.h>

#include "schedule/zone.h"

enum { SCHEDULE_WORDS_SIZE = 48 };

/* `zone`: of the reader; NULL: UTC. Times of the past are "3 minutes ago", "yesterday 09:00". */
void schedule_words(int64_t at_ms, int64_t now_ms, const struct zone *zone, char words[static SCHEDULE_WORDS_SIZE]);

/* A date with its zone, for lists of exact times: "Mon 24 Nov 2026 09:00 CET". Seconds only if they are not 0. */
void schedule_date(int64_t at_ms, const struct zone *zone, char words[static SCHEDULE_WORDS_SIZE]);
