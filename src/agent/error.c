/* Interprets the errors of providers. */
#include <stdio.h>
#include <strings.h>
#include <time.h>

#include "agent/stream.h"
#include "agent/text.h"
#include "base/clock.h"
#include "json/read.h"

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
