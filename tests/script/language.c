#include "script/language.h"

#include <string.h>

static bool is_blank(char c)
{
    return memchr(SLICE_BLANKS.data, c, SLICE_BLANKS.size) != NULL;
}

struct slice script_word(struct slice *rest)
{
    *rest = slice_trim(*rest, SLICE_BLANKS);
    struct slice word = {rest->data, 0};
    while (word.size < rest->size && !is_blank(rest->data[word.size]))
        word.size++;
    *rest = slice_trim((struct slice){rest->data + word.size, rest->size - word.size}, SLICE_BLANKS);
    return word;
}

struct slice script_json(struct slice *rest)
{
    *rest = slice_trim(*rest, SLICE_BLANKS);
    struct slice value = {rest->data, 0};
    bool quoted = false;
    unsigned depth = 0;
    for (; value.size < rest->size && (quoted || depth > 0 || !is_blank(rest->data[value.size])); value.size++) {
        char c = rest->data[value.size];
        quoted ^= c == '"';
        if (!quoted && (c == '{' || c == '['))
            depth++;
        else if (!quoted && depth > 0 && (c == '}' || c == ']'))
            depth--;
    }
    *rest = slice_trim((struct slice){rest->data + value.size, rest->size - value.size}, SLICE_BLANKS);
    return value;
}

int64_t script_number(struct slice *rest, int64_t absent)
{
    struct slice word = script_word(rest);
    int64_t number = 0;
    for (size_t i = 0; i < word.size && i < 18; i++)
        if (word.data[i] >= '0' && word.data[i] <= '9')
            number = 10 * number + (word.data[i] - '0');
    return word.size > 0 ? number : absent;
}

static struct slice take_line(struct slice *script)
{
    bool quoted = false;
    size_t size = 0;
    while (size < script->size && script->data[size] != '\n' && (quoted || script->data[size] != ';')) {
        quoted ^= script->data[size] == '"';
        size++;
    }
    struct slice line = {script->data, size};
    size_t taken = size < script->size ? size + 1 : size;
    *script = (struct slice){script->data + taken, script->size - taken};
    return slice_trim(line, SLICE_BLANKS);
}

struct statement script_next(struct slice *script, const char *const *verbs, size_t verb_count)
{
    struct slice line = {NULL, 0};
    while (line.size == 0 && script->size > 0)
        line = take_line(script);
    if (line.size == 0)
        return (struct statement){.verb = SCRIPT_END};
    struct slice rest = line, word = script_word(&rest);
    for (size_t i = 0; i < verb_count; i++)
        if (verbs[i] && slice_is(word, verbs[i]))
            return (struct statement){(int)i, rest};
    return (struct statement){SCRIPT_ECHO, line};
}
