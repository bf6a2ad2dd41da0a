/* ASCII mode, for locales without UTF-8. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Uses the first of LC_ALL, LC_CTYPE and LANG that is set; if none is set, assumes UTF-8. */
bool ascii_is_locale(void);

/* Called once by main(); like a locale, the mode is global. */
void ascii_use(bool ascii);
bool ascii_only(void);

static inline const char *ascii_or(const char *usual, const char *ascii)
{
    return ascii_only() ? ascii : usual;
}

/* Writes a replacement for a non-ASCII character: "...", "->", or a JSON escape. Returns its size. */
enum { ASCII_LIKE_SIZE = 16 };
size_t ascii_like(uint32_t point, char text[static ASCII_LIKE_SIZE]);
