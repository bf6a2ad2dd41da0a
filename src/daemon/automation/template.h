/* Texts with fields: "Look at {{event.taskId}}". A value is inserted as it is and never read as a template again. {{{{
 * stands for two braces. Pure functions. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <yyjson.h>

#include "base/buf.h"
#include "base/slice.h"
#include "contract/automation_types.h"
#include "json/shape.h"

enum { TEMPLATE_PROBLEM_SIZE = 384 };

/* Which fields there are, for a check before there is a cause. */
struct template_fields {
    enum automation_trigger_kind kind;
    const struct shape *event; /* the params of the event, for such a trigger */
};

/* -EINVAL: a field is unknown, or braces are not closed; with a reason. */
int template_check(struct slice text, const struct template_fields *fields, char problem[static TEMPLATE_PROBLEM_SIZE]);

struct template_values {
    struct slice rule_id, rule_name, run_id, time;
    yyjson_val *data; /* of the cause; NULL: none */
    bool outside;     /* it came from outside: a prompt gets it in a fence */
};

/* Appends the text with its values. `prompt`: an agent reads it. -EINVAL: a field is unknown, with a reason. */
int template_expand(struct buf *out, struct slice text, const struct template_values *values, bool prompt,
                    char problem[static TEMPLATE_PROBLEM_SIZE]);
