/* JSON for people. */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <yyjson.h>

#include "base/slice.h"

/* With indentation and, if asked for, colour; and a newline at the end. */
void pretty_print(FILE *out, const yyjson_val *value, bool color);

/* Text that is JSON: pretty where `pretty` says so, else as it is, on one line. */
void pretty_print_text(FILE *out, const char *json, bool pretty, bool color);

extern const char pretty_bold[], pretty_dim[], pretty_red[], pretty_green[], pretty_yellow[], pretty_cyan[],
    pretty_off[];

/* The sequence, or "" without colour. */
static inline const char *pretty_if(bool color, const char *sequence)
{
    return color ? sequence : "";
}
