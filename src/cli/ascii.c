#include "cli/ascii.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool only;

void ascii_use(bool ascii)
{
    only = ascii;
}

bool ascii_only(void)
{
    return only;
}

static bool is_utf8_name(const char *codeset)
{
    return strcasecmp(codeset, "UTF-8") == 0 || strcasecmp(codeset, "UTF8") == 0;
}

/* Uses the name of the locale, which need not be installed. */
bool ascii_is_locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *name = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !(name && *name); i++)
        name = getenv(names[i]);
    if (!name || !*name)
        return false;
    const char *dot = strchr(name, '.');
    if (dot && is_utf8_name(dot + 1))
        return false;
    locale_t locale = newlocale(LC_CTYPE_MASK, name, (locale_t)0);
    if (!locale)
        return dot != NULL;
    bool ascii = !is_utf8_name(nl_langinfo_l(CODESET, locale));
    freelocale(locale);
    return ascii;
}

size_t ascii_like(uint32_t point, char text[static ASCII_LIKE_SIZE])
{
    static const struct {
        uint32_t first, last;
        const char *like;
    } likes[] = {
        {0xa0, 0xa0, " "},      {0xab, 0xab, "<<"},     {0xad, 0xad, "-"},       {0xb7, 0xb7, "*"},
        {0xbb, 0xbb, ">>"},     {0xd7, 0xd7, "x"},      {0x2010, 0x2015, "-"},   {0x2018, 0x201b, "'"},
        {0x201c, 0x201f, "\""}, {0x2022, 0x2023, "*"},  {0x2026, 0x2026, "..."}, {0x2039, 0x2039, "<"},
        {0x203a, 0x203a, ">"},  {0x2190, 0x2190, "<-"}, {0x2192, 0x2192, "->"},  {0x21d2, 0x21d2, "=>"},
        {0x2212, 0x2212, "-"},  {0x2248, 0x2248, "~"},  {0x2260, 0x2260, "!="},  {0x2264, 0x2264, "<="},
        {0x2265, 0x2265, ">="}, {0x2500, 0x2501, "-"},  {0x2502, 0x2503, "|"},   {0x2504, 0x2505, "-"},
        {0x2506, 0x2507, "|"},  {0x250c, 0x254b, "+"},  {0x2550, 0x2550, "="},   {0x2551, 0x2551, "|"},
        {0x2552, 0x2570, "+"},  {0x25a0, 0x25cf, "*"},  {0x2713, 0x2714, "v"},   {0x2717, 0x2718, "x"},
        {0xfe0f, 0xfe0f, ""},   {0xfffd, 0xfffd, "?"},
    };
    for (size_t i = 0; i < sizeof likes / sizeof *likes; i++)
        if (point >= likes[i].first && point <= likes[i].last)
            return (size_t)snprintf(text, ASCII_LIKE_SIZE, "%s", likes[i].like);
    if (point < 0x10000)
        return (size_t)snprintf(text, ASCII_LIKE_SIZE, "\\u%04x", (unsigned)point);
    point -= 0x10000; /* JSON uses surrogate pairs above U+FFFF */
    return (size_t)snprintf(text, ASCII_LIKE_SIZE, "\\u%04x\\u%04x", 0xd800u | point >> 10, 0xdc00u | (point & 0x3ffu));
}
