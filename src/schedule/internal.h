/* The parts of a zone, shared by its readers and zone.c. */
#pragma once

#include "schedule/zone.h"

enum { ZONE_TYPES_MAX = 256, ZONE_TRANSITIONS_MAX = 8192 };

struct zone_type {
    int32_t offset;
    bool is_dst;
    char abbreviation[ZONE_ABBREVIATION_SIZE];
};

struct zone_transition {
    int64_t at;
    uint8_t type;
};

enum zone_day_form { ZONE_DAY_JULIAN, ZONE_DAY_ZERO, ZONE_DAY_MONTH };

/* When clocks are changed each year. */
struct zone_change {
    enum zone_day_form form;
    int day;         /* 1-365 without 29 February, 0-365, or the weekday */
    int month, week; /* week 5: the last one */
    int32_t second;  /* of the day, in the local time before the change; may be negative or after the day */
};

/* The rule for all times after the last transition. */
struct zone_rule {
    struct zone_type standard, dst;
    bool has_dst;
    struct zone_change begin, end; /* of daylight saving time */
};

struct zone {
    struct zone_transition *transitions;
    size_t transition_count;
    struct zone_type types[ZONE_TYPES_MAX];
    size_t type_count;
    struct zone_rule rule;
    bool has_rule;
};

/* `is_extended`: times from -167 to 167 hours are allowed, otherwise from 0 to 24. Returns -EBADMSG. */
int zone_rule_read(struct slice text, bool is_extended, struct zone_rule *ret_rule);

/* The span at a time, as if the rule had always been valid. */
void zone_rule_span(const struct zone_rule *rule, int64_t at, struct zone_span *ret_span);
