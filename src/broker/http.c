/* Decides which parts of an HTTP request go to the provider and which parts of the response go back: the endpoint of
 * the request target, and the header fields. */
#include <errno.h>
#include <strings.h>

#include "broker/http.h"

/* --- header fields --- */

enum { BODY_BYTES_UNSPEAKABLE = 18 }; /* in digits */

bool head_name_is(struct slice name, struct slice other)
{
    return name.size == other.size && strncasecmp(name.data, other.data, name.size) == 0;
}

static bool is_listed(struct slice name, const struct slice *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (head_name_is(name, list[i]))
            return true;
    return false;
}
#define IS_LISTED(name, list) is_listed(name, list, sizeof(list) / sizeof *(list))

static bool is_name(struct slice name)
{
    for (size_t i = 0; i < name.size; i++) {
        unsigned char c = (unsigned char)name.data[i];
        if (c <= ' ' || c >= 127 || strchr("\"(),/:;<=>?@[\\]{}", c))
            return false;
    }
    return name.size > 0;
}

static bool is_value(struct slice value)
{
    for (size_t i = 0; i < value.size; i++) {
        unsigned char c = (unsigned char)value.data[i];
        if ((c < ' ' && c != '\t') || c == 127)
            return false;
    }
    return true;
}

static int read_length(struct slice text, int64_t *ret_length)
{
    int64_t length = 0;
    if (text.size == 0 || text.size > BODY_BYTES_UNSPEAKABLE)
        return -EBADMSG;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return -EBADMSG;
        length = length * 10 + (text.data[i] - '0');
    }
    *ret_length = length;
    return 0;
}

int head_add(struct head *head, struct slice name, struct slice value)
{
    if (!is_name(name) || !is_value(value))
        return -EBADMSG;
    head->bytes += name.size + value.size;
    if (head->count == HEAD_FIELDS_MAX || head->bytes > HEAD_BYTES_MAX)
        return -E2BIG;
    if (head_name_is(name, SLICE("content-length"))) {
        if (head->has_length || head->has_encoding || read_length(value, &head->length) < 0)
            return -EBADMSG;
        head->has_length = true;
    } else if (head_name_is(name, SLICE("transfer-encoding"))) {
        /* Other transfer codings are not supported. */
        if (head->has_length || head->has_encoding || !head_name_is(value, SLICE("chunked")))
            return -EBADMSG;
        head->has_encoding = true;
    } else if (head_name_is(name, SLICE("connection"))) {
        if (head->connection.size > 0)
            return -EBADMSG;
        head->connection = value;
    }
    head->fields[head->count++] = (struct head_field){name, value};
    return 0;
}

/* Hop-by-hop fields, which belong to one connection. */
static const struct slice hop_by_hop[] = {
    SLICE_INIT("connection"),        SLICE_INIT("keep-alive"), SLICE_INIT("proxy-authenticate"),
    SLICE_INIT("proxy-connection"),  SLICE_INIT("te"),         SLICE_INIT("trailer"),
    SLICE_INIT("transfer-encoding"), SLICE_INIT("upgrade"),    SLICE_INIT("http2-settings"),
};

static bool is_named(struct slice list, struct slice name)
{
    while (list.size > 0) {
        const char *comma = memchr(list.data, ',', list.size);
        struct slice item = {list.data, comma ? (size_t)(comma - list.data) : list.size};
        size_t used = item.size + (comma ? 1 : 0);
        if (head_name_is(slice_trim(item, SLICE(" \t")), name))
            return true;
        list = (struct slice){list.data + used, list.size - used};
    }
    return false;
}

bool head_goes_up(const struct head *head, struct slice name, struct slice key_name)
{
    /* Fields that the broker sets itself, and those that could carry a key or other credentials. */
    static const struct slice dropped[] = {
        SLICE_INIT("host"),          SLICE_INIT("content-length"),      SLICE_INIT("expect"),
        SLICE_INIT("authorization"), SLICE_INIT("proxy-authorization"), SLICE_INIT("x-api-key"),
        SLICE_INIT("api-key"),       SLICE_INIT("x-goog-api-key"),      SLICE_INIT("cookie"),
        SLICE_INIT("cookie2"),       SLICE_INIT("accept-encoding"),
    };
    /* Some servers interpret these as another method or target than the one that is counted. */
    static const struct slice turning[] = {
        SLICE_INIT("x-http-method-override"), SLICE_INIT("x-http-method"), SLICE_INIT("x-method-override"),
        SLICE_INIT("x-original-url"),         SLICE_INIT("x-rewrite-url"),
    };
    return !IS_LISTED(name, hop_by_hop) && !IS_LISTED(name, dropped) && !IS_LISTED(name, turning) &&
           !head_name_is(name, key_name) && !is_named(head->connection, name);
}

bool head_goes_down(const struct head *head, struct slice name)
{
    static const struct slice dropped[] = {
        SLICE_INIT("content-length"), /* set again if it is known */
        SLICE_INIT("set-cookie"),
        SLICE_INIT("set-cookie2"),
        SLICE_INIT("alt-svc"),
        SLICE_INIT("clear-site-data"),
        SLICE_INIT("strict-transport-security"),
    };
    return !IS_LISTED(name, hop_by_hop) && !IS_LISTED(name, dropped) && !is_named(head->connection, name);
}

/* --- request target --- */

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.' || c == '~' || c == ':' || c == '@';
}

/* A segment of only dots changes the directory. */
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

/* Returns the text up to the next slash, which stays in *rest. */
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

/* --- endpoints --- */

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
    /* Some configurations have the version in the url. */
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
