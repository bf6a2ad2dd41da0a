#include "base/environment.h"

#include <strings.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_of_a_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool starts_with(struct slice text, const char *start)
{
    size_t size = strlen(start);
    return text.size >= size && strncasecmp(text.data, start, size) == 0;
}

static bool ends_with(struct slice text, const char *end)
{
    size_t size = strlen(end);
    return text.size >= size && strncasecmp(text.data + text.size - size, end, size) == 0;
}

static bool holds_a_secret_word(struct slice name)
{
    static const char *const words[] = {"SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL"};
    for (struct slice rest = name; rest.size > 0; rest.data++, rest.size--)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (starts_with(rest, words[i]))
                return true;
    return false;
}

static bool word_is_a_key(struct slice word)
{
    while (word.size > 0 && is_digit(word.data[word.size - 1]))
        word.size--;
    if (ends_with(word, "S"))
        word.size--;
    return ends_with(word, "KEY") || ends_with(word, "TOKEN");
}

static bool has_a_key(struct slice name)
{
    size_t start = 0;
    for (size_t i = 0; i <= name.size; i++)
        if (i == name.size || !is_of_a_word(name.data[i])) {
            if (word_is_a_key((struct slice){name.data + start, i - start}))
                return true;
            start = i + 1;
        }
    return false;
}

enum environment_verdict environment_judge(struct slice name)
{
    if (name.size == 0 || memchr(name.data, '=', name.size) || memchr(name.data, '\0', name.size))
        return ENVIRONMENT_MALFORMED;
    if (starts_with(name, "LD_") || starts_with(name, "DYLD_"))
        return ENVIRONMENT_LOADER;
    if (holds_a_secret_word(name) || has_a_key(name))
        return ENVIRONMENT_SECRET;
    return ENVIRONMENT_TAKEN;
}

const char *environment_problem(enum environment_verdict verdict)
{
    switch (verdict) {
    case ENVIRONMENT_MALFORMED:
        return "is not a valid variable name";
    case ENVIRONMENT_LOADER:
        return "controls the dynamic loader and cannot be passed to a terminal";
    case ENVIRONMENT_SECRET:
        return "looks like the name of a key, a token or a password and cannot be passed to a terminal";
    case ENVIRONMENT_TAKEN:
        break;
    }
    return "";
}
