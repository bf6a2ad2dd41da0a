/* ASCII alone, where the locale knows no more. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* By LC_ALL, LC_CTYPE and LANG, the first that is set; where none is, UTF-8 is taken for granted. */
bool ascii_is_locale(void);

/* To be set once, by main(): like the locale, it holds for the process. */
void ascii_use(bool ascii);
bool ascii_only(void);

static inline const char *ascii_or(const char *usual, const char *ascii)
{
    return ascii_only() ? ascii : usual;
}

/* What stands for a character that is not ASCII: "...", "->", or the escape of JSON. Returns its size. */
enum { ASCII_LIKE_SIZE = 16 };
size_t ascii_like(uint32_t point, char text[static ASCII_LIKE_SIZE]);
