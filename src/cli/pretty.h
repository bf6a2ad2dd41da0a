/* Prints JSON for people. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* Prints one line of JSON text and a newline: unchanged, indented, colored, or both. */
void pretty_print_text(FILE *out, const char *json, bool indented, bool color);

extern const char pretty_bold[], pretty_dim[], pretty_red[], pretty_green[], pretty_yellow[], pretty_blue[],
    pretty_magenta[], pretty_cyan[], pretty_off[];

/* Returns the sequence, or "" without color. */
static inline const char *pretty_if(bool color, const char *sequence)
{
    return color ? sequence : "";
}
