#include "broker/target.h"

#include <errno.h>

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.' || c == '~' || c == ':' || c == '@';
}

/* A segment of dots alone leads elsewhere. */
static bool is_segment(struct slice text)
{
    bool other = false;
    for (size_t i = 0; i < text.size; i++) {
        if (!is_plain(text.data[i]))
            return false;
        other |= text.data[i] != '.';
    }
    return other;
}

static bool is_query(struct slice text)
{
    for (size_t i = 0; i < text.size; i++)
        if (!is_plain(text.data[i]) && (text.data[i] == '\0' || !strchr("?&=%+,/!$'()*;[]", text.data[i])))
            return false;
    return true;
}

/* The text up to the next slash, which stays. */
static struct slice next_segment(struct slice *rest)
{
    const char *slash = memchr(rest->data, '/', rest->size);
    struct slice segment = {rest->data, slash ? (size_t)(slash - rest->data) : rest->size};
    rest->data += segment.size;
    rest->size -= segment.size;
    return segment;
}

int target_read(struct slice uri, struct target *ret_target)
{
    struct target target = {0};
    if (uri.size < 2 || uri.size > TARGET_BYTES_MAX || uri.data[0] != '/')
        return -EINVAL;
    const char *mark = memchr(uri.data, '?', uri.size);
    struct slice path = {uri.data, mark ? (size_t)(mark - uri.data) : uri.size};
    if (mark)
        target.query = (struct slice){mark, uri.size - path.size};
    if (!is_query(target.query))
        return -EINVAL;

    struct slice rest = {path.data + 1, path.size - 1};
    target.service = next_segment(&rest);
    target.path = rest;
    if (!is_segment(target.service) || rest.size == 0)
        return -EINVAL;
    while (rest.size > 0) {
        rest = (struct slice){rest.data + 1, rest.size - 1};
        if (!is_segment(next_segment(&rest)))
            return -EINVAL;
    }
    *ret_target = target;
    return 0;
}

/* --- what is served ------------------------------------------------------------------ */

static const struct endpoint anthropic[] = {
    {"POST", "/messages", ENDPOINT_OUTPUT},
    {"POST", "/messages/count_tokens", ENDPOINT_FREE},
    {"GET", "/models", ENDPOINT_FREE},
    {"GET", "/models/", ENDPOINT_FREE},
    {0},
};

static const struct endpoint openai[] = {
    {"POST", "/chat/completions", ENDPOINT_OUTPUT},
    {"POST", "/responses", ENDPOINT_OUTPUT},
    {"POST", "/completions", ENDPOINT_OUTPUT},
    {"POST", "/embeddings", ENDPOINT_INPUT},
    {"GET", "/models", ENDPOINT_FREE},
    {"GET", "/models/", ENDPOINT_FREE},
    {0},
};

static bool path_fits(const char *pattern, struct slice path)
{
    size_t size = strlen(pattern);
    if (pattern[size - 1] != '/')
        return slice_is(path, pattern);
    return path.size > size && memcmp(path.data, pattern, size) == 0 &&
           !memchr(path.data + size, '/', path.size - size);
}

const struct endpoint *endpoint_find(enum broker_provider_format format, struct slice method, struct slice path)
{
    /* Some have the version in their url already. */
    static const struct slice version = SLICE_INIT("/v1");
    if (slice_starts_with(path, version) && path.size > version.size && path.data[version.size] == '/') {
        path.data += version.size;
        path.size -= version.size;
    }
    const struct endpoint *table = format == BROKER_PROVIDER_FORMAT_ANTHROPIC ? anthropic : openai;
    for (; table->method; table++)
        if (slice_is(method, table->method) && path_fits(table->path, path))
            return table;
    return NULL;
}
