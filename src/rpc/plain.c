#include "rpc/plain.h"

enum { HAS_JSONRPC = 1, HAS_METHOD = 2, HAS_ID = 4, HAS_PARAMS = 8 };

enum { PLAIN = 1, DIGIT = 2 };

/* What a character may be part of: PLAIN stands for itself in a string (printable ASCII without '"' and '\'). */
static const unsigned char classes[256] = {
    [' '] = PLAIN,         ['!'] = PLAIN,         ['#' ... '/'] = PLAIN, ['0' ... '9'] = PLAIN | DIGIT,
    [':' ... '['] = PLAIN, [']' ... '~'] = PLAIN,
};

static inline const char *skip_class(const char *at, const char *end, unsigned char class)
{
    while (at < end && (classes[(unsigned char)*at] & class))
        at++;
    return at;
}

/* Most clients write no space, some write one behind a colon and a comma. */
static inline const char *skip_space(const char *at, const char *end)
{
    return at + (at < end && *at == ' ');
}

/* The string at `at`, without its quotes, and what follows it; NULL if it is not plain. */
static inline const char *read_string(const char *at, const char *end, struct slice *ret)
{
    if (at == end || *at != '"')
        return NULL;
    const char *start = ++at;
    at = skip_class(at, end, PLAIN);
    if (at == end || *at != '"')
        return NULL;
    *ret = (struct slice){start, (size_t)(at - start)};
    return at + 1;
}

static inline const char *read_id(const char *at, const char *end, struct slice *ret)
{
    const char *start = at;
    struct slice text;
    if (at < end && *at == '"')
        at = read_string(at, end, &text);
    else if (at < end && *at >= '1' && *at <= '9')
        at = skip_class(at, end, DIGIT);
    else
        return NULL;
    if (at)
        *ret = (struct slice){start, (size_t)(at - start)};
    return at;
}

static inline const char *read_version(const char *at, const char *end)
{
    return end - at >= 5 && memcmp(at, "\"2.0\"", 5) == 0 ? at + 5 : NULL;
}

static inline const char *read_empty_params(const char *at, const char *end)
{
    if (end - at < 2 || !((at[0] == '{' && at[1] == '}') || (at[0] == '[' && at[1] == ']')))
        return NULL;
    return at + 2;
}

/* Behind a name and its colon, where the value begins; NULL if another name stands there. The names are compared whole,
 * as constants, which the compiler turns into one or two loads. */
#define AFTER_NAME(at, end, name)                                                                                      \
    ((size_t)((end) - (at)) > sizeof(name) + 2 && memcmp((at), "\"" name "\":", sizeof(name) + 2) == 0                 \
         ? skip_space((at) + sizeof(name) + 2, (end))                                                                  \
         : NULL)

static inline const char *read_member(const char *at, const char *end, struct plain *plain, unsigned *seen)
{
    const char *value;
    unsigned bit;
    if ((value = AFTER_NAME(at, end, "jsonrpc"))) {
        bit = HAS_JSONRPC;
        at = read_version(value, end);
    } else if ((value = AFTER_NAME(at, end, "method"))) {
        bit = HAS_METHOD;
        at = read_string(value, end, &plain->method);
    } else if ((value = AFTER_NAME(at, end, "id"))) {
        bit = HAS_ID;
        at = read_id(value, end, &plain->id);
    } else if ((value = AFTER_NAME(at, end, "params"))) {
        bit = HAS_PARAMS;
        at = read_empty_params(value, end);
    } else {
        return NULL;
    }
    if (*seen & bit)
        return NULL;
    *seen |= bit;
    return at;
}

static bool read_whole(struct slice line, struct plain *plain)
{
    unsigned seen = 0;
    const char *at = line.data, *end = line.data + line.size;
    char expected = '{';
    do {
        if (at == end || *at != expected)
            return false;
        at = read_member(skip_space(at + 1, end), end, plain, &seen);
        if (!at)
            return false;
        at = skip_space(at, end);
        expected = ',';
    } while (at < end && *at != '}');
    return end - at == 1 && (seen & HAS_METHOD);
}

bool plain_read(struct slice line, struct plain *ret_plain)
{
    struct plain plain = {.id = {"", 0}};
    if (!read_whole(line, &plain))
        return false;
    *ret_plain = plain;
    return true;
}

void plain_remember(struct plain_memory *memory, struct slice line, const struct plain *plain)
{
    memory->head = 0;
    if (plain->id.size == 0 || plain->id.data[0] == '"' || line.size - plain->id.size >= sizeof memory->text)
        return;
    size_t head = (size_t)(plain->id.data - line.data), rest = line.size - head - plain->id.size;
    memcpy(memory->text, line.data, head);
    memcpy(memory->text + head, line.data + head + plain->id.size, rest);
    memory->text[head + rest] = '\n';
    memory->head = (unsigned char)head;
    memory->tail = (unsigned char)(rest + 1);
}
