/* JSON for people. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* Text that is JSON on one line, and a newline: as it is, or indented, or with colour, or both. */
void pretty_print_text(FILE *out, const char *json, bool indented, bool color);

extern const char pretty_bold[], pretty_dim[], pretty_red[], pretty_green[], pretty_yellow[], pretty_blue[],
    pretty_magenta[], pretty_cyan[], pretty_off[];

/* The sequence, or "" without colour. */
static inline const char *pretty_if(bool color, const char *sequence)
{
    return color ? sequence : "";
}
