/* One HTTP request, and its response: a message, or a stream of messages. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/log.h"
#include "connector/web_internal.h"

enum { CONNECT_SECONDS = 30, NOTICE_SECONDS = 300, INPUT_MAX = MCP_LINE_MAX + (64 << 10), PIECE = 64 << 10 };

/* --- callbacks of libcurl: nothing is told from inside of them --- */

static size_t on_head(char *data, size_t one, size_t size, void *user)
{
    struct web_exchange *exchange = user;
    (void)one;
    if (exchange->is_understood) /* a trailer */
        return size;
    if (!mcp_http_head_add(&exchange->head, (struct slice){data, size}))
        return size;
    (void)curl_easy_getinfo(exchange->easy, CURLINFO_RESPONSE_CODE, &exchange->status);
    if (exchange->status < 200)
        return size;
    exchange->is_understood = true;
    exchange->meaning =
        mcp_http_meaning(exchange->method, (int)exchange->status, slice_of(exchange->head.type), exchange->had_session);
    return size;
}

static size_t on_body(char *data, size_t one, size_t size, void *user)
{
    struct web_exchange *exchange = user;
    bool is_message = exchange->meaning == MCP_HTTP_JSON || exchange->meaning == MCP_HTTP_STREAM;
    (void)one;
    if (exchange->web->paused && is_message)
        return CURL_WRITEFUNC_PAUSE;
    if (!is_message)
        return size; /* a page of an error, which nobody reads */
    if (buf_append(&exchange->input, data, size) < 0) {
        exchange->is_too_long = exchange->input.error == -ENOBUFS;
        return 0;
    }
    return size;
}

/* --- the transfer --- */

static int add_headers(struct web_exchange *exchange, const struct mcp_http_request *about)
{
    struct web *web = exchange->web;
    struct mcp_headers headers;
    struct curl_slist *more = NULL;
    struct mcp_http_request whole = *about;
    whole.kind = exchange->method;
    arena_reset(&web->arena);
    int r = mcp_http_headers(&web->arena, &whole, &headers);
    for (size_t i = 0; r == 0 && i < headers.count; i++) {
        more = curl_slist_append(exchange->fields, headers.lines[i].data);
        r = more ? 0 : -ENOMEM;
        exchange->fields = more ? more : exchange->fields;
    }
    for (const struct curl_slist *field = web->fields; r == 0 && field; field = field->next) {
        more = curl_slist_append(exchange->fields, field->data);
        r = more ? 0 : -ENOMEM;
        exchange->fields = more ? more : exchange->fields;
    }
    more = r == 0 ? curl_slist_append(exchange->fields, "Expect:") : NULL;
    exchange->fields = more ? more : exchange->fields;
    return r < 0 ? r : more ? 0 : -ENOMEM;
}

static void set_options(struct web_exchange *exchange)
{
    CURL *easy = exchange->easy;
    (void)curl_easy_setopt(easy, CURLOPT_URL, exchange->url);
    (void)curl_easy_setopt(easy, CURLOPT_PRIVATE, exchange);
    (void)curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, exchange->error);
    (void)curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    (void)curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    (void)curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L); /* see redirect() */
    (void)curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    (void)curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    (void)curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, (long)PIECE);
    (void)curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    (void)curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    (void)curl_easy_setopt(easy, CURLOPT_USERAGENT, "weir/" WEIR_VERSION);
    (void)curl_easy_setopt(easy, CURLOPT_HTTPHEADER, exchange->fields);
    (void)curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_head);
    (void)curl_easy_setopt(easy, CURLOPT_HEADERDATA, exchange);
    (void)curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    (void)curl_easy_setopt(easy, CURLOPT_WRITEDATA, exchange);
    if (exchange->method == MCP_HTTP_POST) {
        (void)curl_easy_setopt(easy, CURLOPT_POST, 1L);
        (void)curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)exchange->body.size);
        (void)curl_easy_setopt(easy, CURLOPT_POSTFIELDS, exchange->body.data ? exchange->body.data : "");
    } else if (exchange->method == MCP_HTTP_DELETE) {
        (void)curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, "DELETE");
    }
    if (exchange->of == 0 && exchange->method != MCP_HTTP_GET)
        (void)curl_easy_setopt(easy, CURLOPT_TIMEOUT, (long)NOTICE_SECONDS);
}

static void drop_transfer(struct web_exchange *exchange)
{
    if (exchange->easy) {
        multi_remove(&exchange->web->multi, exchange->easy);
        curl_easy_cleanup(exchange->easy);
    }
    exchange->easy = NULL;
}

static int begin_transfer(struct web_exchange *exchange)
{
    CURL *easy = curl_easy_init();
    if (!easy)
        return -ENOMEM;
    exchange->easy = easy;
    exchange->is_done = exchange->is_understood = exchange->is_too_long = false;
    exchange->status = 0;
    exchange->error[0] = '\0';
    exchange->head = (struct mcp_http_head){.type = ""};
    exchange->meaning = MCP_HTTP_FAILED;
    buf_reset(&exchange->input, 0);
    set_options(exchange);
    int r = multi_add(&exchange->web->multi, easy);
    if (r < 0) {
        curl_easy_cleanup(easy);
        exchange->easy = NULL;
    }
    return r;
}

/* --- a stream that is opened again --- */

static void on_resume(struct deadline *deadline)
{
    struct web_exchange *exchange = list_member(deadline, struct web_exchange, resume);
    struct web *web = exchange->web;
    if (begin_transfer(exchange) == 0)
        return;
    exchange->is_done = true;
    exchange->code = CURLE_OUT_OF_MEMORY;
    web_tell(web);
}

/* The response to a request has ended before its answer: a GET with the last event's id gets the rest (2025). Returns
 * false if there is none. */
static bool resume(struct web_exchange *exchange)
{
    struct web *web = exchange->web;
    struct slice id = sse_last_id(&exchange->sse);
    struct mcp_sender sender = {web->era, slice_of(web->version), &web->client};
    struct mcp_http_request about = {.sender = &sender, .session = slice_of(web->session), .last_event = id};
    if (exchange->of == 0 || exchange->meaning != MCP_HTTP_STREAM || id.size == 0 || web->era != MCP_ERA_2025 ||
        web->ending || exchange->resumes++ == WEB_RESUMES_MAX)
        return false;
    drop_transfer(exchange);
    curl_slist_free_all(exchange->fields);
    exchange->fields = NULL;
    sse_resume(&exchange->sse);
    exchange->method = MCP_HTTP_GET;
    exchange->is_done = false;
    exchange->had_session = about.session.size > 0;
    return add_headers(exchange, &about) == 0 &&
           timers_set(web->timers, &exchange->resume, web_wait_ms(&exchange->sse)) == 0;
}

/* --- redirects --- */

/* Scheme, host and port. */
static size_t origin_size(const char *url)
{
    const char *host = strstr(url, "://");
    host = host ? host + 3 : url;
    return (size_t)(host - url) + strcspn(host, "/?#");
}

/* Follows a redirect that keeps method and origin: a header with a secret never reaches another host. */
static bool redirect(struct web_exchange *exchange)
{
    char *target = NULL;
    bool keeps = exchange->status == 307 || exchange->status == 308 ||
                 (exchange->method == MCP_HTTP_GET && exchange->status >= 301 && exchange->status <= 303);
    if (!keeps || exchange->redirects++ == WEB_REDIRECTS_MAX ||
        curl_easy_getinfo(exchange->easy, CURLINFO_REDIRECT_URL, &target) != CURLE_OK || !target)
        return false;
    size_t size = origin_size(exchange->web->url);
    if (origin_size(target) != size || strncasecmp(target, exchange->web->url, size) != 0 ||
        strlen(target) > WEB_URL_MAX)
        return false;
    char *copy = strdup(target);
    if (!copy)
        return false;
    drop_transfer(exchange);
    free(exchange->url);
    exchange->url = copy;
    return begin_transfer(exchange) == 0;
}

/* --- telling --- */

static int on_event(void *user, struct slice name, struct slice data)
{
    struct web_exchange *exchange = user;
    struct web *web = exchange->web;
    (void)name;
    if (data.size > 0)
        (void)web->events->received(web->user, data, exchange->of);
    return exchange->is_unwanted;
}

static void tell_stream(struct web_exchange *exchange)
{
    struct buf input = exchange->input;
    exchange->input = (struct buf)BUF_LIMITED(INPUT_MAX);
    int r = sse_feed(&exchange->sse, buf_slice(&input), on_event, exchange);
    buf_clear(&input);
    if (r < 0) {
        exchange->is_too_long = r == -EMSGSIZE;
        exchange->is_broken = exchange->is_done = true;
    }
}

/* Writes "" if nothing is wrong. */
static void explain(const struct web_exchange *exchange, char text[static WEB_PROBLEM_SIZE])
{
    *text = '\0';
    if (exchange->is_too_long)
        (void)snprintf(text, WEB_PROBLEM_SIZE, "the server's response is too long (limit: 16 MiB)");
    else if (!exchange->is_understood && exchange->code == CURLE_OPERATION_TIMEDOUT)
        (void)snprintf(text, WEB_PROBLEM_SIZE, "the server at %.300s did not respond in time", exchange->web->url);
    else if (!exchange->is_understood)
        (void)snprintf(text, WEB_PROBLEM_SIZE, "cannot reach the server at %.300s: %s", exchange->web->url,
                       exchange->error[0] ? exchange->error : curl_easy_strerror(exchange->code));
    else if (exchange->meaning == MCP_HTTP_LOGIN || exchange->meaning == MCP_HTTP_FORBIDDEN)
        (void)snprintf(
            text, WEB_PROBLEM_SIZE,
            "the server wants a login or an API key: it answered with HTTP status %ld. Configure an API key or a "
            "header for it, then connect again",
            exchange->status);
    else if (exchange->status >= 300 && exchange->status < 400)
        (void)snprintf(
            text, WEB_PROBLEM_SIZE,
            "the server at %.300s redirects to another address (HTTP status %ld), which weir does not follow; "
            "configure that address",
            exchange->web->url, exchange->status);
    else if (exchange->is_empty)
        (void)snprintf(text, WEB_PROBLEM_SIZE, "the server answered with HTTP status %ld and without a message",
                       exchange->status);
    else if (exchange->meaning == MCP_HTTP_JSON || exchange->meaning == MCP_HTTP_STREAM ||
             exchange->meaning == MCP_HTTP_ACCEPTED)
        (void)snprintf(text, WEB_PROBLEM_SIZE, "%s",
                       exchange->is_broken || exchange->code != CURLE_OK ? "the server's response broke off" : "");
    else
        (void)mcp_http_explain(exchange->meaning, (int)exchange->status, text, WEB_PROBLEM_SIZE);
}

static void tell_end(struct web_exchange *exchange)
{
    struct web *web = exchange->web;
    char problem[WEB_PROBLEM_SIZE];
    if (exchange->code == CURLE_OK && exchange->is_understood && redirect(exchange))
        return;
    if (exchange->meaning == MCP_HTTP_JSON && exchange->code == CURLE_OK) {
        struct buf input = exchange->input;
        exchange->input = (struct buf)BUF_LIMITED(INPUT_MAX);
        exchange->is_empty = !web->events->received(web->user, buf_slice(&input), exchange->of);
        buf_clear(&input);
        if (exchange->is_unwanted) /* its answer has come */
            return;
    }
    if (!exchange->is_broken && resume(exchange))
        return;
    explain(exchange, problem);
    bool is_stale = exchange->meaning == MCP_HTTP_FORGOTTEN && exchange->is_understood &&
                    strcmp(exchange->sent_session, web->session) == 0;
    exchange->is_unwanted = true;
    if (is_stale && !web->ending) /* first, so that the request waits for the new session */
        web->events->forgotten(web->user);
    if (exchange->is_stream)
        web_stream_ended(web, exchange, exchange->meaning != MCP_HTTP_STREAM || !exchange->is_understood);
    else if (exchange->method != MCP_HTTP_DELETE && (exchange->of > 0 || *problem))
        web->events->ended(web->user, exchange->of, exchange->is_understood ? exchange->meaning : MCP_HTTP_FAILED,
                           (int)exchange->status, *problem ? problem : NULL);
}

bool web_exchange_has_news(const struct web_exchange *exchange)
{
    return exchange->is_unwanted
               ? exchange->method != MCP_HTTP_DELETE || exchange->is_done
               : exchange->is_done || (exchange->meaning == MCP_HTTP_STREAM && exchange->input.size > 0) ||
                     (exchange->is_understood && exchange->head.session[0]);
}

void web_exchange_tell(struct web_exchange *exchange)
{
    struct web *web = exchange->web;
    if (exchange->is_unwanted) {
        web_exchange_free(exchange);
        return;
    }
    if (exchange->head.session[0]) { /* of the answer to `initialize` */
        if (exchange->is_initialize)
            memcpy(web->session, exchange->head.session, sizeof web->session);
        exchange->head.session[0] = '\0';
        return;
    }
    if (exchange->meaning == MCP_HTTP_STREAM && exchange->input.size > 0)
        tell_stream(exchange);
    else if (exchange->method == MCP_HTTP_DELETE)
        exchange->is_unwanted = true;
    else
        tell_end(exchange);
    if (exchange->method == MCP_HTTP_DELETE && exchange->is_done)
        (void)timers_set(web->timers, &web->last, 0);
}

/* --- lifetime --- */

struct web_exchange *web_exchange_free(struct web_exchange *exchange)
{
    if (!exchange)
        return NULL;
    drop_transfer(exchange);
    timers_unset(exchange->web->timers, &exchange->resume);
    for (struct curl_slist *field = exchange->fields; field; field = field->next)
        explicit_bzero(field->data, strlen(field->data));
    curl_slist_free_all(exchange->fields);
    list_remove(&exchange->link);
    exchange->web->exchange_count--;
    buf_clear(&exchange->body);
    buf_clear(&exchange->input);
    sse_clear(&exchange->sse);
    free(exchange->url);
    free(exchange);
    return NULL;
}

int web_exchange_new(struct web *web, enum mcp_http_method method, const struct mcp_http_request *about,
                     struct slice body, int64_t of, struct web_exchange **ret_exchange)
{
    struct web_exchange *exchange = web->exchange_count < WEB_EXCHANGES_MAX ? calloc(1, sizeof *exchange) : NULL;
    if (!exchange)
        return web->exchange_count < WEB_EXCHANGES_MAX ? -ENOMEM : -ENOBUFS;
    *exchange = (struct web_exchange){.web = web,
                                      .method = method,
                                      .of = of,
                                      .body = BUF_LIMITED(MCP_LINE_MAX),
                                      .input = BUF_LIMITED(INPUT_MAX),
                                      .had_session = about->session.size > 0,
                                      .is_initialize = slice_is(about->method, "initialize")};
    sse_init(&exchange->sse, MCP_LINE_MAX);
    exchange->resume.expired = on_resume;
    list_append(&web->exchanges, &exchange->link);
    web->exchange_count++;
    (void)snprintf(exchange->sent_session, sizeof exchange->sent_session, "%.*s", SLICE_ARG(about->session));
    exchange->url = strdup(web->url);
    int r = exchange->url ? buf_append_slice(&exchange->body, body) : -ENOMEM;
    if (r == 0)
        r = add_headers(exchange, about);
    if (r == 0)
        r = begin_transfer(exchange);
    if (r < 0)
        web_exchange_free(exchange);
    else
        *ret_exchange = exchange;
    return r;
}
