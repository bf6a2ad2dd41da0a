#include "agent/endpoint.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "agent/stream.h"
#include "agent/text.h"
#include "base/clock.h"
#include "base/secret.h"
#include "json/read.h"

enum {
    URL_MAX = 4096,
    OWN_FIELDS = 4,
    CONNECT_MS = 10000,
    SILENCE_MS = 120000,
};

static const char user_agent[] = "weir/" WEIR_VERSION;

static char *copy(struct slice text)
{
    return strndup(text.data ? text.data : "", text.size);
}

/* --- creating --- */

/* Shortens "https://user:secret@host:1/path" to "https://host:1" for messages. */
static char *place_of(struct slice url)
{
    const char *mark = url.size > 0 ? memmem(url.data, url.size, "://", 3) : NULL;
    size_t head = mark ? (size_t)(mark - url.data) + 3 : 0, end = head, start = head;
    while (end < url.size && url.data[end] != '/' && url.data[end] != '?' && url.data[end] != '#')
        end++;
    for (size_t i = head; i < end; i++)
        if (url.data[i] == '@')
            start = i + 1;
    char *place = NULL;
    int r = asprintf(&place, "%.*s%.*s", (int)head, url.data, (int)(end - start), url.data + start);
    return r < 0 ? NULL : place;
}

static bool is_given(const struct executor_provider *provider, const char *name)
{
    for (size_t i = 0; provider->headers_is == FIELD_SET && i < provider->headers.count; i++) {
        struct slice key = provider->headers.items[i].key;
        if (key.size == strlen(name) && strncasecmp(key.data, name, key.size) == 0)
            return true;
    }
    return false;
}

static void add_field(struct endpoint *endpoint, const struct executor_provider *provider, const char *name,
                      const char *value)
{
    if (!is_given(provider, name))
        endpoint->fields[endpoint->field_count++] = (struct http_field){slice_of(name), slice_of(value)};
}

/* Fields from the configuration have precedence over our own. */
static int make_fields(struct endpoint *endpoint, const struct executor_provider *provider)
{
    size_t count = provider->headers_is == FIELD_SET ? provider->headers.count : 0, size = 0;
    for (size_t i = 0; i < count; i++)
        size += provider->headers.items[i].key.size + provider->headers.items[i].value.size;
    endpoint->fields = calloc(count + OWN_FIELDS, sizeof *endpoint->fields);
    endpoint->field_text = malloc(size + 1);
    if (!endpoint->fields || !endpoint->field_text)
        return -ENOMEM;
    char *at = endpoint->field_text;
    for (size_t i = 0; i < count; i++) {
        struct slice name = provider->headers.items[i].key, value = provider->headers.items[i].value;
        struct http_field *field = &endpoint->fields[endpoint->field_count++];
        slice_copy(at, name);
        field->name = (struct slice){at, name.size};
        at += name.size;
        slice_copy(at, value);
        field->value = (struct slice){at, value.size};
        at += value.size;
    }
    add_field(endpoint, provider, "content-type", "application/json");
    add_field(endpoint, provider, "accept", "text/event-stream, application/json");
    add_field(endpoint, provider, "user-agent", user_agent);
    if (provider->format == EXECUTOR_PROVIDER_FORMAT_ANTHROPIC)
        add_field(endpoint, provider, "anthropic-version", "2023-06-01");
    return 0;
}

static char *url_of(const struct executor_provider *provider, struct slice socket)
{
    char *url = NULL;
    struct slice address = provider->url;
    if (socket.size > 0) /* the broker adds the address and the key */
        return asprintf(&url, "http://broker/%.*s", SLICE_ARG(provider->service)) < 0 ? NULL : url;
    while (address.size > 0 && address.data[address.size - 1] == '/')
        address.size--;
    return copy(address);
}

static int add_key(struct endpoint *endpoint, const struct executor_provider *provider, struct slice key)
{
    endpoint->key = malloc(key.size + 1);
    endpoint->key_name = copy(provider->header);
    endpoint->key_prefix = copy(provider->prefix);
    if (!endpoint->key || !endpoint->key_name || !endpoint->key_prefix)
        return -ENOMEM;
    memcpy(endpoint->key, key.data, key.size);
    endpoint->key[key.size] = '\0';
    int r = strlen(endpoint->key) == key.size ? 0 : -EINVAL;
    secret_clear_registers();
    return r;
}

int endpoint_init(struct endpoint *endpoint, const struct executor_provider *provider, struct slice key,
                  struct slice socket, struct slice model)
{
    *endpoint = (struct endpoint){
        .format = provider->format,
        .url = url_of(provider, socket),
        .socket = socket.size > 0 ? copy(socket) : NULL,
        .service = copy(provider->service),
        .place = place_of(provider->url),
        .model = copy(model),
        .connect_ms = provider->connect_ms > 0 ? provider->connect_ms : CONNECT_MS,
        .silence_ms = provider->silence_ms > 0 ? provider->silence_ms : SILENCE_MS,
    };
    if (!endpoint->url || !endpoint->service || !endpoint->place || !endpoint->model ||
        (socket.size > 0 && !endpoint->socket))
        return -ENOMEM;
    if (strlen(endpoint->url) > URL_MAX)
        return -EINVAL;
    int r = make_fields(endpoint, provider);
    if (r == 0 && key.size > 0 && provider->header.size > 0 && socket.size == 0)
        r = add_key(endpoint, provider, key);
    return r;
}

void endpoint_clear(struct endpoint *endpoint)
{
    if (endpoint->key)
        explicit_bzero(endpoint->key, strlen(endpoint->key));
    secret_clear_registers();
    char *const texts[] = {endpoint->url,        endpoint->socket, endpoint->service,
                           endpoint->place,      endpoint->model,  endpoint->key_name,
                           endpoint->key_prefix, endpoint->key,    endpoint->field_text};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    free(endpoint->fields);
    *endpoint = (struct endpoint){0};
}

int endpoint_start(const struct endpoint *endpoint, uv_loop_t *loop, struct buf *body, int64_t total_ms,
                   const struct http_handlers *handlers, void *user, struct http_call **ret_call)
{
    struct slice base = slice_of(endpoint->url);
    char url[URL_MAX + 64];
    const char *method = !body                                                    ? "/models"
                         : endpoint->format == EXECUTOR_PROVIDER_FORMAT_ANTHROPIC ? "/messages"
                                                                                  : "/chat/completions";
    /* Many configurations have the version in the address. */
    bool has_version = base.size > 3 && memcmp(base.data + base.size - 3, "/v1", 3) == 0;
    (void)snprintf(url, sizeof url, "%s%s%s", endpoint->url, has_version ? "" : "/v1", method);
    struct http_request request = {
        .url = slice_of(url),
        .socket = slice_of(endpoint->socket),
        .fields = endpoint->fields,
        .field_count = endpoint->field_count,
        .key_name = slice_of(endpoint->key_name),
        .key_prefix = slice_of(endpoint->key_prefix),
        .key = slice_of(endpoint->key),
        .body = body,
        .connect_ms = endpoint->connect_ms,
        .silence_ms = endpoint->silence_ms,
        .total_ms = total_ms,
    };
    return http_start(loop, &request, handlers, user, ret_call);
}

/* --- messages --- */

void endpoint_broken(const struct endpoint *endpoint, enum http_end how, const char *why, bool answered,
                     struct model_end *ended)
{
    char *text = ended->message;
    size_t size = sizeof ended->message;
    ended->failure = answered ? MODEL_CUT : MODEL_UNREACHABLE;
    switch (how) {
    case HTTP_SILENT:
        (void)snprintf(text, size, "no data for %lld s (limit: providers.%s.silenceMs)",
                       (long long)(endpoint->silence_ms + 999) / 1000, endpoint->service);
        break;
    case HTTP_IMPOSSIBLE:
        ended->failure = MODEL_REFUSED;
        (void)snprintf(text, size, "cannot call %s: %s", endpoint->place, why);
        break;
    case HTTP_NO_LIBRARY:
        ended->failure = MODEL_NO_CURL;
        (void)snprintf(text, size, "%s", *why ? why : "cannot initialize libcurl");
        break;
    default:
        if (answered)
            (void)snprintf(text, size, "the response was cut off: %s", why);
        else
            (void)snprintf(text, size, "cannot reach %s: %s", endpoint->place, why);
    }
}

/* A provider may echo the request in its error. */
static void hide_key(const struct endpoint *endpoint, char *text)
{
    static const char mark[] = "[the key]";
    size_t size = endpoint->key ? strlen(endpoint->key) : 0;
    for (char *at = text; size >= 4 && (at = strstr(at, endpoint->key));) {
        size_t shown = size < sizeof mark - 1 ? size : sizeof mark - 1;
        memcpy(at, mark, shown);
        memmove(at + shown, at + size, strlen(at + size) + 1);
        at += shown; /* the replacement may contain the key */
    }
    /* The text was truncated, possibly inside of the key. */
    size_t words = strlen(text), begun = size < words ? size : words;
    while (begun >= 4 && memcmp(text + words - begun, endpoint->key, begun) != 0)
        begun--;
    if (begun >= 4)
        text[words - begun] = '\0';
}

void endpoint_explain(const struct endpoint *endpoint, struct model_end *ended)
{
    char words[sizeof ended->message], status[32] = "", text[2048];
    const char *service = endpoint->service;
    if (ended->failure == MODEL_OK)
        return;
    error_copy(words, sizeof words, slice_of(ended->message));
    hide_key(endpoint, words);
    if (ended->status >= 300)
        (void)snprintf(status, sizeof status, " (HTTP %d)", ended->status);
    if (ended->status == 401 || ended->status == 403)
        (void)snprintf(text, sizeof text, "%.100s %s%s: %.300s; set one: weir key set %.64s", service,
                       endpoint->key ? "rejected the key" : "needs a key", status, words, service);
    else if (ended->status == 404)
        (void)snprintf(text, sizeof text, "%.64s%s: %.200s; check that the model %.100s exists at %.100s", service,
                       status, words, endpoint->model, endpoint->place);
    else
        (void)snprintf(text, sizeof text, "%.64s%s: %s", service, status, words);
    error_copy(ended->message, sizeof ended->message, slice_of(text));
}

/* --- errors --- */

/* Interprets the errors of providers. */

enum { ERROR_DOCUMENT_MAX = 4 << 20, RETRY_AFTER_MAX_MS = 3600 * 1000 };

void error_copy(char *to, size_t size, struct slice text)
{
    size_t at = 0;
    while (text.size > 0) {
        size_t length = text_sequence(text);
        bool plain = length > 1 || (length == 1 && (unsigned char)text.data[0] >= ' ' && text.data[0] != 127);
        struct slice piece = plain ? (struct slice){text.data, length} : SLICE(" ");
        if (at + piece.size >= size)
            break;
        slice_copy(to + at, piece);
        at += piece.size;
        length += length == 0;
        text = (struct slice){text.data + length, text.size - length};
    }
    to[at] = '\0';
}

static bool has(const char *text, const char *word)
{
    return strcasestr(text, word) != NULL;
}

/* Providers have no common code for it. */
static bool says_too_long(const char *kind, const char *message)
{
    static const char *const signs[] = {
        "prompt is too long",  "context_length_exceeded", "maximum context length",        "exceed context limit",
        "exceed_context_size", "exceeds the context",     "exceeds the available context", "input is too long"};
    if (has(kind, "request_too_large") || has(kind, "context_length") || has(kind, "exceed_context"))
        return true;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (has(message, signs[i]))
            return true;
    return false;
}

static bool says_busy(const char *kind)
{
    static const char *const kinds[] = {"overloaded",   "rate_limit",  "api_error", "timeout",
                                        "server_error", "unavailable", "internal"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (has(kind, kinds[i]))
            return true;
    return false;
}

static enum model_failure meaning(int status, const char *kind, const char *message)
{
    if (status == 402 && has(kind, "budget_exceeded"))
        return MODEL_NO_BUDGET;
    if (status == 413 || says_too_long(kind, message))
        return MODEL_TOO_LONG;
    if (has(kind, "insufficient_quota") || has(message, "insufficient_quota"))
        return MODEL_REFUSED; /* 429, but waiting does not help */
    if (status == 408 || status == 409 || status == 425 || status == 429 || status >= 500)
        return MODEL_BUSY;
    return status == 200 && says_busy(kind) ? MODEL_BUSY : MODEL_REFUSED;
}

/* {"error": {"type", "code", "message"}}, {"error": "text"}, {"object": "error", "message"}, {"detail": "text"} */
void error_read(yyjson_val *root, int status, struct model_end *ret_end)
{
    yyjson_val *inner = yyjson_obj_get(root, "error");
    yyjson_val *error = yyjson_is_obj(inner) ? inner : root;
    struct slice message = yyjson_is_str(inner) ? json_text(inner) : stream_string(error, "message");
    struct slice kind = stream_string(error, "type"), code = stream_string(error, "code");
    char kinds[160], text[400], type[64], codes[64];
    if (message.size == 0)
        message = stream_string(error, "detail");
    error_copy(text, sizeof text, message);
    error_copy(type, sizeof type, kind);
    error_copy(codes, sizeof codes, code);
    (void)snprintf(kinds, sizeof kinds, "%s %s", type, codes);
    ret_end->failure = meaning(status, kinds, text);
    ret_end->status = status;
    if (*text)
        (void)snprintf(ret_end->message, sizeof ret_end->message, "%s", text);
    else
        (void)snprintf(ret_end->message, sizeof ret_end->message, "%s", *type ? type : "an error without a message");
}

/* --- Retry-After --- */

static bool read_number(const char *text, int digits, int *ret_number)
{
    int number = 0;
    for (int i = 0; i < digits; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        number = number * 10 + text[i] - '0';
    }
    *ret_number = number;
    return true;
}

/* Parses "Sun, 06 Nov 1994 08:49:37 GMT", the only form in use. Returns epoch milliseconds, or -1. */
static int64_t read_date(struct slice text)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    struct tm date = {0};
    if (text.size != 29 || memcmp(text.data + 25, " GMT", 4) != 0)
        return -1;
    if (!read_number(text.data + 5, 2, &date.tm_mday) || !read_number(text.data + 12, 4, &date.tm_year) ||
        !read_number(text.data + 17, 2, &date.tm_hour) || !read_number(text.data + 20, 2, &date.tm_min) ||
        !read_number(text.data + 23, 2, &date.tm_sec))
        return -1;
    for (date.tm_mon = 0; date.tm_mon < 12; date.tm_mon++)
        if (strncasecmp(text.data + 8, months + (size_t)3 * (size_t)date.tm_mon, 3) == 0)
            break;
    date.tm_year -= 1900;
    return date.tm_mon == 12 ? -1 : (int64_t)timegm(&date) * 1000;
}

static int64_t read_retry_after(struct slice text)
{
    int64_t ms = 0;
    if (text.size == 0)
        return -1;
    if (text.data[0] < '0' || text.data[0] > '9') {
        int64_t date = read_date(text);
        ms = date < 0 ? -1 : date - clock_epoch_ms();
        if (date >= 0 && ms < 0)
            ms = 0; /* the time has passed */
    } else {
        for (size_t i = 0; i < text.size && text.data[i] >= '0' && text.data[i] <= '9' && ms < RETRY_AFTER_MAX_MS; i++)
            ms = ms * 10 + (text.data[i] - '0') * (int64_t)1000;
    }
    return ms > RETRY_AFTER_MAX_MS ? RETRY_AFTER_MAX_MS : ms;
}

/* --- responses that are not streams --- */

void model_read_error(int status, struct slice retry_after, struct slice body, struct model_end *ret_end)
{
    struct json_large *large = NULL;
    struct json_error error;
    *ret_end = (struct model_end){.retry_after_ms = -1, .status = status};
    if (json_read_large(ERROR_DOCUMENT_MAX, body, &large, &error) == 0 && yyjson_is_obj(json_large_root(large))) {
        error_read(json_large_root(large), status, ret_end);
    } else {
        char text[200];
        error_copy(text, sizeof text, body.size > 0 && body.data[0] != '<' ? body : SLICE(""));
        ret_end->failure = meaning(status, "", text);
        (void)snprintf(ret_end->message, sizeof ret_end->message, "HTTP %d%s%s", status, *text ? ": " : "", text);
    }
    json_large_free(large);
    ret_end->retry_after_ms = read_retry_after(retry_after);
}
