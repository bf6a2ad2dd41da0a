/* Shared by web.c, which has the life of the connection, and web_exchange.c, which has one request and its response. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "base/list.h"
#include "base/sse.h"
#include "connector/web.h"
#include "transfer/multi.h"

enum {
    WEB_URL_MAX = 8192,
    WEB_RETRY_MS = 1000,    /* before a stream is opened again; doubles with each failure */
    WEB_RETRY_MIN_MS = 100, /* whatever the server says */
    WEB_RETRY_MAX_MS = 60000,
    WEB_RESUMES_MAX = 20, /* of one response */
    WEB_REDIRECTS_MAX = 3,
    WEB_EXCHANGES_MAX = 1024, /* at a time: calls, and answers to what the server asks */
};

struct web {
    uv_loop_t *loop;
    struct timers *timers;
    const struct web_events *events;
    void *user;
    struct multi multi;
    bool opened;
    char *url; /* the origin of which is never left */
    struct curl_slist *fields;
    struct list exchanges;
    size_t exchange_count;
    struct arena arena; /* for headers */
    char session[MCP_SESSION_ID_MAX + 1];
    char version[MCP_TEXT_MAX + 1]; /* of the stream of its own */
    struct mcp_client client;
    enum mcp_era era;
    bool paused, ending, telling;
    struct deadline listen; /* opens the stream again */
    struct deadline last;   /* ends it */
    uint64_t wait_ms;
    bool listens; /* the stream is wanted */
    struct slice last_event;
    char last_event_text[SSE_ID_MAX];
};

struct web_exchange {
    struct list link; /* in web->exchanges */
    struct web *web;
    enum mcp_http_method method;
    int64_t of;
    bool is_stream; /* the stream of its own */
    CURL *easy;
    struct curl_slist *fields;
    char *url;
    struct buf body, input;
    struct sse sse;
    long status;
    struct mcp_http_head head;
    bool had_session, is_initialize;
    char sent_session[MCP_SESSION_ID_MAX + 1];
    enum mcp_http_meaning meaning;
    bool is_understood; /* the head has arrived, and `meaning` is set */
    bool is_done, is_unwanted, is_broken, is_too_long, is_empty;
    CURLcode code;
    unsigned redirects, resumes;
    struct deadline resume;
    char error[CURL_ERROR_SIZE];
};

/* --- web_exchange.c --- */

/* Makes an exchange and begins its transfer. Takes the body. `last_event` is for GET. */
int web_exchange_new(struct web *web, enum mcp_http_method method, const struct mcp_http_request *about,
                     struct slice body, int64_t of, struct web_exchange **ret_exchange);
struct web_exchange *web_exchange_free(struct web_exchange *exchange);
/* Delivers what has arrived. May free the exchange, and others that are not wanted. */
void web_exchange_tell(struct web_exchange *exchange);
/* Whether web_exchange_tell() has something to do. */
bool web_exchange_has_news(const struct web_exchange *exchange);

/* --- web.c --- */

void web_tell(struct web *web);
/* How long to wait before a stream that has ended is opened again: what the server said, within limits. */
uint64_t web_wait_ms(const struct sse *sse);
/* The stream of its own has ended. */
void web_stream_ended(struct web *web, const struct web_exchange *exchange, bool is_failure);
