#include "connector/web.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "connector/web_internal.h"
#include "mcp/catalog.h"

enum { CONNECTIONS_KEPT = 8, FIELD_MAX = 68 << 10, HEADERS_MAX = 256 << 10 };

/* --- the transfers --- */

static void on_ended(void *transfer, CURLcode code)
{
    struct web_exchange *exchange = transfer;
    exchange->is_done = true;
    exchange->code = code;
}

static void on_broke(void *user)
{
    struct web *web = user;
    for (struct list *link = web->exchanges.next; link != &web->exchanges; link = link->next) {
        struct web_exchange *exchange = list_member(link, struct web_exchange, link);
        if (exchange->easy && !exchange->is_done)
            on_ended(exchange, CURLE_OUT_OF_MEMORY);
    }
}

static struct web_exchange *find_news(const struct web *web)
{
    for (struct list *link = web->exchanges.next; link != &web->exchanges; link = link->next) {
        struct web_exchange *exchange = list_member(link, struct web_exchange, link);
        if (web_exchange_has_news(exchange))
            return exchange;
    }
    return NULL;
}

/* What is told may end exchanges and begin others. */
void web_tell(struct web *web)
{
    struct web_exchange *exchange;
    if (web->telling)
        return;
    web->telling = true;
    while ((exchange = find_news(web)))
        web_exchange_tell(exchange);
    web->telling = false;
}

static void on_acted(void *user)
{
    web_tell(user);
}

static const struct multi_handlers handlers = {.ended = on_ended, .broke = on_broke, .acted = on_acted};

static const struct curl_api linked = {
    .easy_getinfo = curl_easy_getinfo,
    .multi_init = curl_multi_init,
    .multi_cleanup = curl_multi_cleanup,
    .multi_setopt = curl_multi_setopt,
    .multi_add_handle = curl_multi_add_handle,
    .multi_remove_handle = curl_multi_remove_handle,
    .multi_socket_action = curl_multi_socket_action,
    .multi_assign = curl_multi_assign,
    .multi_info_read = curl_multi_info_read,
};

/* --- messages --- */

static struct slice member_text(const yyjson_val *params, const char *key)
{
    return params ? mcp_get_text(params, key) : SLICE("");
}

/* What the headers repeat is read from the message itself. */
int web_post(struct web *web, const struct mcp_sender *sender, struct slice message, int64_t of)
{
    struct arena arena = ARENA_LIMITED(MCP_ARENA_MAX);
    struct mcp_message read;
    struct web_exchange *exchange;
    struct mcp_http_request about = {.sender = sender, .session = slice_of(web->session)};
    if (web->ending)
        return -EPIPE;
    int r = mcp_message_read(&arena, message, &read);
    if (r == 0 && (read.kind == MCP_REQUEST || read.kind == MCP_NOTIFICATION)) {
        about.method = read.method;
        if (slice_is(read.method, "tools/call") || slice_is(read.method, "prompts/get"))
            about.target = member_text(read.params, "name");
        else if (slice_is(read.method, "resources/read"))
            about.target = member_text(read.params, "uri");
        if (slice_is(read.method, "tools/call")) {
            const struct mcp_item *tool = web->events->find_tool(web->user, about.target);
            about.params = tool ? tool->params : NULL;
            about.param_count = tool ? tool->param_count : 0;
            about.arguments = mcp_get_object(read.params, "arguments");
        }
    }
    if (slice_is(about.method, "initialize"))
        web->session[0] = '\0', about.session = SLICE("");
    if (r == 0)
        r = web_exchange_new(web, MCP_HTTP_POST, &about, message, of, &exchange);
    arena_clear(&arena);
    return r == -EMSGSIZE || r == -E2BIG ? -ENOBUFS : r;
}

void web_forget(struct web *web, int64_t of)
{
    for (struct list *link = web->exchanges.next, *next; of > 0 && link != &web->exchanges; link = next) {
        struct web_exchange *exchange = list_member(link, struct web_exchange, link);
        next = link->next;
        if (exchange->of != of)
            continue;
        exchange->is_unwanted = true;
        if (!web->telling)
            web_exchange_free(exchange);
    }
}

void web_pause(struct web *web, bool paused)
{
    web->paused = paused;
    for (struct list *link = web->exchanges.next; !paused && link != &web->exchanges; link = link->next) {
        struct web_exchange *exchange = list_member(link, struct web_exchange, link);
        if (exchange->easy && !exchange->is_done)
            (void)curl_easy_pause(exchange->easy, CURLPAUSE_CONT);
    }
}

/* --- the stream of its own --- */

static void open_stream(struct web *web)
{
    struct mcp_sender sender = {web->era, slice_of(web->version), &web->client};
    struct mcp_http_request about = {
        .sender = &sender, .session = slice_of(web->session), .last_event = web->last_event};
    struct web_exchange *exchange;
    if (web_exchange_new(web, MCP_HTTP_GET, &about, SLICE(""), 0, &exchange) == 0)
        exchange->is_stream = true;
}

static void on_listen(struct deadline *deadline)
{
    struct web *web = list_member(deadline, struct web, listen);
    if (web->listens && !web->ending)
        open_stream(web);
}

void web_listen(struct web *web, const struct mcp_sender *sender)
{
    (void)snprintf(web->version, sizeof web->version, "%.*s", SLICE_ARG(sender->version));
    web->client = *sender->client;
    web->era = sender->era;
    web->last_event = SLICE("");
    for (struct list *link = web->exchanges.next; link != &web->exchanges; link = link->next) {
        struct web_exchange *exchange = list_member(link, struct web_exchange, link);
        exchange->is_unwanted |= exchange->is_stream; /* of the session before */
    }
    web->listens = true;
    web->wait_ms = 0;
    (void)timers_set(web->timers, &web->listen, 0);
    (void)timers_set(web->timers, &web->last, 0); /* frees those that are unwanted */
}

uint64_t web_wait_ms(const struct sse *sse)
{
    if (sse->retry_ms < 0)
        return WEB_RETRY_MS;
    if (sse->retry_ms < WEB_RETRY_MIN_MS)
        return WEB_RETRY_MIN_MS;
    return sse->retry_ms < WEB_RETRY_MAX_MS ? (uint64_t)sse->retry_ms : WEB_RETRY_MAX_MS;
}

void web_stream_ended(struct web *web, const struct web_exchange *exchange, bool is_failure)
{
    struct slice id = sse_last_id(&exchange->sse);
    if (exchange->meaning == MCP_HTTP_NOT_OFFERED || exchange->meaning == MCP_HTTP_FORGOTTEN ||
        exchange->meaning == MCP_HTTP_LOGIN || exchange->meaning == MCP_HTTP_FORBIDDEN ||
        exchange->meaning == MCP_HTTP_REFUSED)
        web->listens = !exchange->is_understood;
    if (!web->listens || web->ending)
        return;
    if (id.size > 0) {
        memcpy(web->last_event_text, id.data, id.size);
        web->last_event = (struct slice){web->last_event_text, id.size};
    }
    web->wait_ms = !is_failure || web->wait_ms == 0 ? WEB_RETRY_MS : 2 * web->wait_ms;
    if (web->wait_ms > WEB_RETRY_MAX_MS)
        web->wait_ms = WEB_RETRY_MAX_MS;
    (void)timers_set(web->timers, &web->listen, is_failure ? web->wait_ms : web_wait_ms(&exchange->sse));
}

/* --- lifetime --- */

static int add_field(struct web *web, const struct web_field *field, char problem[static WEB_PROBLEM_SIZE])
{
    struct buf text = BUF_LIMITED(FIELD_MAX);
    bool is_sound = field->name.size > 0;
    buf_append_slice(&text, field->name);
    buf_append_text(&text, field->value.size > 0 ? ": " : ";"); /* libcurl's syntax for an empty field */
    buf_append_slice(&text, field->value);
    int r = buf_terminate(&text);
    for (size_t i = 0; i < field->name.size; i++)
        is_sound &= field->name.data[i] > ' ' && field->name.data[i] < 127 &&
                    !strchr("\"(),/:;<=>?@[\\]{}", field->name.data[i]);
    for (size_t i = 0; i < field->value.size; i++)
        is_sound &=
            ((unsigned char)field->value.data[i] >= ' ' && field->value.data[i] != 127) || field->value.data[i] == '\t';
    if (r < 0 || !is_sound) {
        (void)snprintf(problem, WEB_PROBLEM_SIZE, "the header %.200s cannot be sent: %s",
                       field->name.data ? field->name.data : "",
                       r < 0 ? "it is too long" : "its name or its value has a character that headers do not allow");
        r = -EINVAL;
    }
    struct curl_slist *more = r == 0 ? curl_slist_append(web->fields, text.data) : NULL;
    if (more)
        web->fields = more;
    if (text.data)
        explicit_bzero(text.data, text.capacity);
    buf_clear(&text);
    return r < 0 ? r : more ? 0 : -ENOMEM;
}

static void on_closed(uv_handle_t *handle)
{
    struct web *web = list_member((uv_timer_t *)handle, struct web, multi.timer);
    if (web->opened)
        web->events->gone(web->user);
    for (struct curl_slist *field = web->fields; field; field = field->next)
        explicit_bzero(field->data, strlen(field->data));
    curl_slist_free_all(web->fields);
    arena_clear(&web->arena);
    free(web->url);
    free(web);
}

static void end_now(struct web *web)
{
    while (!list_is_empty(&web->exchanges))
        web_exchange_free(list_member(web->exchanges.next, struct web_exchange, link));
    timers_unset(web->timers, &web->listen);
    timers_unset(web->timers, &web->last);
    multi_close(&web->multi, on_closed);
}

/* Frees what was unwanted while it could not be freed; or ends. */
static void on_last(struct deadline *deadline)
{
    struct web *web = list_member(deadline, struct web, last);
    if (web->ending)
        end_now(web);
    else
        web_tell(web);
}

void web_end(struct web *web)
{
    struct mcp_sender sender = {web->era, slice_of(web->version), &web->client};
    struct mcp_http_request about = {.sender = &sender, .session = slice_of(web->session)};
    struct web_exchange *farewell = NULL;
    if (web->ending)
        return;
    web->ending = true;
    for (struct list *link = web->exchanges.next; link != &web->exchanges; link = link->next)
        list_member(link, struct web_exchange, link)->is_unwanted = true;
    if (web->session[0] && web->version[0])
        (void)web_exchange_new(web, MCP_HTTP_DELETE, &about, SLICE(""), 0, &farewell);
    /* The answer to DELETE is not needed, but the request has to be sent. */
    (void)timers_set(web->timers, &web->last, farewell ? WEB_END_MS : 0);
}

static bool is_http(struct slice url)
{
    return slice_starts_with(url, SLICE("http://")) || slice_starts_with(url, SLICE("https://"));
}

int web_new(uv_loop_t *loop, struct timers *timers, struct slice url, const struct web_field *fields,
            size_t field_count, const struct web_events *events, void *user, char problem[static WEB_PROBLEM_SIZE],
            struct web **ret_web)
{
    struct web *web = calloc(1, sizeof *web);
    if (!web)
        return -ENOMEM;
    *web = (struct web){
        .loop = loop, .timers = timers, .events = events, .user = user, .arena = ARENA_LIMITED(HEADERS_MAX)};
    list_init(&web->exchanges);
    web->listen.expired = on_listen;
    web->last.expired = on_last;
    multi_init(&web->multi, loop);
    web->url = strndup(url.data, url.size);
    int r = web->url ? multi_open(&web->multi, &linked, CONNECTIONS_KEPT, &handlers, web) : -ENOMEM;
    if (r == 0 && (!is_http(url) || url.size > WEB_URL_MAX)) {
        (void)snprintf(problem, WEB_PROBLEM_SIZE, "the address %.200s does not begin with https:// or http://",
                       web->url);
        r = -EINVAL;
    }
    for (size_t i = 0; r == 0 && i < field_count; i++)
        r = add_field(web, &fields[i], problem);
    if (r < 0) {
        end_now(web);
        return r;
    }
    web->opened = true;
    *ret_web = web;
    return 0;
}
