#include "mcp/http.h"

#include <errno.h>
#include <stdio.h>
#include <strings.h>

#include "base/base64.h"
#include "json/read.h"

enum { LINE_LIMIT = 2 * MCP_HEADER_VALUE_MAX }; /* a name, and a value in base64 */

/* --- values --- */

static bool is_visible_or_blank(unsigned char c)
{
    return c == '\t' || (c >= ' ' && c <= '~');
}

static bool is_plain(struct slice value)
{
    if (value.size == 0 || slice_trim(value, SLICE(" \t")).size != value.size)
        return false;
    if (slice_starts_with(value, SLICE("=?base64?")) && value.size >= 11 &&
        memcmp(value.data + value.size - 2, "?=", 2) == 0)
        return false;
    for (size_t i = 0; i < value.size; i++)
        if (!is_visible_or_blank((unsigned char)value.data[i]))
            return false;
    return true;
}

int mcp_http_value(struct buf *out, struct slice value)
{
    if (is_plain(value))
        return buf_append_slice(out, value);
    buf_append_text(out, "=?base64?");
    char *room = buf_room(out, base64_size(value.size));
    if (!room)
        return out->error;
    base64_encode(value.data, value.size, room);
    out->size += base64_size(value.size);
    return buf_append_text(out, "?=");
}

bool mcp_http_session_is_valid(struct slice id)
{
    if (id.size == 0 || id.size > MCP_SESSION_ID_MAX)
        return false;
    for (size_t i = 0; i < id.size; i++)
        if ((unsigned char)id.data[i] <= ' ' || (unsigned char)id.data[i] > '~')
            return false;
    return true;
}

/* --- headers --- */

static int add(struct arena *arena, struct mcp_headers *headers, const char *prefix, struct slice name,
               struct slice value, bool encoded)
{
    struct buf line = BUF_LIMITED(LINE_LIMIT);
    if (headers->count == MCP_HEADERS_MAX || value.size > MCP_HEADER_VALUE_MAX)
        return -E2BIG;
    buf_append_text(&line, prefix);
    buf_append_slice(&line, name);
    buf_append_text(&line, ": ");
    int r = encoded ? mcp_http_value(&line, value) : buf_append_slice(&line, value);
    struct slice copy = r == 0 ? arena_copy(arena, buf_slice(&line)) : (struct slice){NULL, 0};
    buf_clear(&line);
    if (!copy.data)
        return -ENOMEM;
    headers->lines[headers->count++] = copy;
    return 0;
}

/* Numbers as they are written; null and what has another type than the schema says are left out. */
static struct slice param_value(const yyjson_val *arguments, const struct mcp_param *param)
{
    const yyjson_val *value = arguments;
    for (size_t i = 0; i < param->path_length && value; i++)
        value = yyjson_is_obj((yyjson_val *)value)
                    ? yyjson_obj_getn((yyjson_val *)value, param->path[i].data, param->path[i].size)
                    : NULL;
    int64_t integer;
    if (yyjson_is_bool((yyjson_val *)value))
        return yyjson_is_true((yyjson_val *)value) ? SLICE("true") : SLICE("false");
    if (yyjson_is_str((yyjson_val *)value) ||
        (yyjson_is_raw((yyjson_val *)value) && json_integer(value, &integer) == 0))
        return json_text(value);
    return (struct slice){NULL, 0};
}

static int add_params(struct arena *arena, const struct mcp_http_request *request, struct mcp_headers *headers)
{
    int r = 0;
    for (size_t i = 0; i < request->param_count && r == 0; i++) {
        struct slice value = param_value(request->arguments, &request->params[i]);
        if (value.data)
            r = add(arena, headers, "Mcp-Param-", request->params[i].header, value, true);
    }
    return r;
}

static int add_2026(struct arena *arena, const struct mcp_http_request *request, struct mcp_headers *headers)
{
    int r = 0;
    if (request->method.size > 0)
        r = add(arena, headers, "", SLICE("Mcp-Method"), request->method, true);
    if (r == 0 && request->target.size > 0)
        r = add(arena, headers, "", SLICE("Mcp-Name"), request->target, true);
    return r < 0 ? r : add_params(arena, request, headers);
}

int mcp_http_headers(struct arena *arena, const struct mcp_http_request *request, struct mcp_headers *ret_headers)
{
    struct mcp_headers headers = {.count = 0};
    bool post = request->kind == MCP_HTTP_POST, new_era = request->sender->era == MCP_ERA_2026;
    int r = 0;
    if (request->session.size > 0 && !mcp_http_session_is_valid(request->session))
        return -EINVAL;
    if (post)
        r = add(arena, &headers, "", SLICE("Content-Type"), SLICE("application/json"), false);
    if (r == 0 && request->kind != MCP_HTTP_DELETE)
        r = add(arena, &headers, "", SLICE("Accept"),
                post ? SLICE("application/json, text/event-stream") : SLICE("text/event-stream"), false);
    /* `initialize` has to negotiate the version first. */
    if (r == 0 && !slice_is(request->method, "initialize"))
        r = add(arena, &headers, "", SLICE("MCP-Protocol-Version"), request->sender->version, true);
    if (r == 0 && request->session.size > 0 && !new_era)
        r = add(arena, &headers, "", SLICE("Mcp-Session-Id"), request->session, false);
    if (r == 0 && request->last_event.size > 0)
        r = mcp_http_session_is_valid(request->last_event)
                ? add(arena, &headers, "", SLICE("Last-Event-ID"), request->last_event, false)
                : 0;
    if (r == 0 && new_era && post)
        r = add_2026(arena, request, &headers);
    if (r == 0)
        *ret_headers = headers;
    return r;
}

/* --- the head of a response --- */

static bool is_name(struct slice name, struct slice wanted)
{
    return name.size == wanted.size && strncasecmp(name.data, wanted.data, wanted.size) == 0;
}

bool mcp_http_head_add(struct mcp_http_head *head, struct slice line)
{
    line = slice_trim(line, SLICE_BLANKS);
    if (line.size == 0)
        return true;
    if (slice_starts_with(line, SLICE("HTTP/"))) {
        *head = (struct mcp_http_head){.type = ""};
        return false;
    }
    const char *colon = memchr(line.data, ':', line.size);
    if (!colon)
        return false;
    struct slice name = {line.data, (size_t)(colon - line.data)};
    struct slice value = slice_trim((struct slice){colon + 1, line.size - name.size - 1}, SLICE_BLANKS);
    if (is_name(name, SLICE("content-type"))) {
        value.size = value.size < MCP_HTTP_TYPE_SIZE ? value.size : MCP_HTTP_TYPE_SIZE - 1;
        slice_copy(head->type, value);
    } else if (is_name(name, SLICE("mcp-session-id")) && mcp_http_session_is_valid(value)) {
        slice_copy(head->session, value);
    }
    return false;
}

/* --- statuses --- */

/* "application/json; charset=utf-8" */
static bool is_type(struct slice type, const char *name)
{
    size_t size = strlen(name);
    type = slice_trim(type, SLICE_BLANKS);
    return type.size >= size && strncasecmp(type.data, name, size) == 0 &&
           (type.size == size || type.data[size] == ';' || type.data[size] == ' ');
}

enum mcp_http_meaning mcp_http_meaning(enum mcp_http_method method, int status, struct slice type, bool session)
{
    bool post = method == MCP_HTTP_POST;
    if (status == 401)
        return MCP_HTTP_LOGIN;
    if (status == 403)
        return MCP_HTTP_FORBIDDEN;
    if (status == 404 && session)
        return MCP_HTTP_FORGOTTEN;
    if (!post && (status == 405 || status == 404 || status == 501))
        return MCP_HTTP_NOT_OFFERED;
    if (status == 202 || status == 204 || (method == MCP_HTTP_DELETE && status == 200))
        return MCP_HTTP_ACCEPTED;
    if (status == 429 || status == 503)
        return MCP_HTTP_LATER;
    if (status == 200 && is_type(type, "text/event-stream"))
        return MCP_HTTP_STREAM;
    if (post && (status == 200 || (status >= 400 && status < 600)) && is_type(type, "application/json"))
        return MCP_HTTP_JSON;
    return status >= 400 && status < 500 ? MCP_HTTP_REFUSED : MCP_HTTP_FAILED;
}

const char *mcp_http_explain(enum mcp_http_meaning meaning, int status, char *text, size_t size)
{
    switch (meaning) {
    case MCP_HTTP_LOGIN:
        (void)snprintf(text, size, "the server requires a login (HTTP status %d)", status);
        break;
    case MCP_HTTP_FORBIDDEN:
        (void)snprintf(text, size, "the server forbids this to the account in use (HTTP status %d)", status);
        break;
    case MCP_HTTP_FORGOTTEN:
        (void)snprintf(text, size, "the server has ended the session (HTTP status %d)", status);
        break;
    case MCP_HTTP_NOT_OFFERED:
        (void)snprintf(text, size, "the server offers no such stream (HTTP status %d)", status);
        break;
    case MCP_HTTP_LATER:
        (void)snprintf(text, size, "the server is busy, try again later (HTTP status %d)", status);
        break;
    case MCP_HTTP_REFUSED:
        (void)snprintf(text, size, "the server refused the request (HTTP status %d); is its URL right?", status);
        break;
    case MCP_HTTP_FAILED:
        (void)snprintf(text, size, "the server failed, or it is not an MCP server (HTTP status %d)", status);
        break;
    default:
        (void)snprintf(text, size, "the server answered (HTTP status %d)", status);
        break;
    }
    return text;
}
