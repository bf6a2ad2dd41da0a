#include "agent/http.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "agent/http_internal.h"
#include "base/secret.h"

enum {
    URL_MAX = 8192,
    FIELD_MAX = 32 << 10,
    HEAD_MAX = 64 << 10, /* bytes of the header of a response */
    INPUT_MAX = 1 << 20, /* bytes that were received but not delivered */
    SPARE_KEPT = 64 << 10,
    BUFFER = 16 << 10,
    LEAVE_MS = 2000, /* time limit for the rest of a response that is not needed */
};

/* --- request fields --- */

static bool is_name(struct slice name)
{
    for (size_t i = 0; i < name.size; i++)
        if (!isalnum((unsigned char)name.data[i]) && (name.data[i] == '\0' || !strchr("!#$%&'*+-.^_`|~", name.data[i])))
            return false;
    return name.size > 0;
}

/* Refuses line breaks, which would begin another field, and other non-text. */
static bool is_value(struct slice value)
{
    for (size_t i = 0; i < value.size; i++)
        if (((unsigned char)value.data[i] < ' ' && value.data[i] != '\t') || value.data[i] == 127)
            return false;
    return true;
}

static int add_field(struct http_call *call, struct slice name, struct slice prefix, struct slice value)
{
    const struct curl_api *curl = call->http->curl;
    struct buf text = {.limit = FIELD_MAX, .traceless = true};
    if (!is_name(name) || !is_value(prefix) || !is_value(value))
        return -EINVAL;
    buf_append_slice(&text, name);
    buf_append_text(&text, value.size > 0 ? ": " : ";"); /* libcurl's syntax for an empty field */
    buf_append_slice(&text, prefix);
    buf_append_slice(&text, value);
    int r = buf_terminate(&text);
    struct curl_slist *more = r == 0 ? curl->slist_append(call->fields, text.data) : NULL;
    buf_wipe(&text);
    buf_clear(&text);
    if (!more)
        return r == -ENOBUFS ? -EINVAL : -ENOMEM;
    call->fields = more;
    return 0;
}

/* The key's field is added last, so that wipe_key() finds it. */
static int add_fields(struct http_call *call, const struct http_request *request)
{
    /* Without a value: stops libcurl from sending "Expect: 100-continue" and waiting before a long body. */
    call->fields = call->http->curl->slist_append(NULL, "Expect:");
    int r = call->fields ? 0 : -ENOMEM;
    for (size_t i = 0; r == 0 && i < request->field_count; i++)
        r = add_field(call, request->fields[i].name, SLICE(""), request->fields[i].value);
    if (r < 0 || request->key.size == 0)
        return r;
    r = add_field(call, request->key_name, request->key_prefix, request->key);
    for (call->key_field = call->fields; r == 0 && call->key_field->next;)
        call->key_field = call->key_field->next;
    secret_clear_registers();
    return r;
}

static void wipe_key(struct http_call *call)
{
    if (call->key_field)
        explicit_bzero(call->key_field->data, strlen(call->key_field->data));
    call->key_field = NULL;
    secret_clear_registers(); /* strlen() loads the key into vector registers */
}

/* --- callbacks of libcurl --- */

static bool copy_field(struct slice line, const char *name, char *to, size_t size)
{
    size_t name_size = strlen(name);
    if (line.size <= name_size || line.data[name_size] != ':' || strncasecmp(line.data, name, name_size) != 0)
        return false;
    struct slice value = slice_trim((struct slice){line.data + name_size + 1, line.size - name_size - 1}, SLICE_BLANKS);
    if (value.size < size && !memchr(value.data, 0, value.size)) {
        slice_copy(to, value);
        to[value.size] = '\0';
    }
    return true;
}

static void end_head(struct http_call *call)
{
    long status = 0;
    (void)call->http->curl->easy_getinfo(call->easy, CURLINFO_RESPONSE_CODE, &status);
    if (status < 200) { /* an interim response */
        call->head = (struct http_head){0};
        return;
    }
    call->head.status = (int)status;
    call->head.content_type[strcspn(call->head.content_type, "; ")] = '\0';
    for (char *c = call->head.content_type; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    call->answered = true;
    wipe_key(call); /* the request was sent, and redirects or retries cannot need the key again */
}

/* libcurl delivers complete lines. */
static size_t on_head(char *data, size_t one, size_t size, void *user)
{
    struct http_call *call = user;
    struct slice line = slice_trim((struct slice){data, size}, SLICE_BLANKS);
    (void)one;
    call->heard_at = uv_now(call->http->loop);
    call->head_bytes += size;
    if (call->head_bytes > HEAD_MAX)
        return 0;
    if (call->answered)
        return size; /* a trailer after the body */
    if (line.size == 0)
        end_head(call);
    else if (!copy_field(line, "content-type", call->head.content_type, sizeof call->head.content_type) &&
             !copy_field(line, "retry-after", call->head.retry_after, sizeof call->head.retry_after))
        (void)copy_field(line, "retry-after-ms", call->head.retry_after_ms, sizeof call->head.retry_after_ms);
    return size;
}

static size_t on_body(char *data, size_t one, size_t size, void *user)
{
    struct http_call *call = user;
    (void)one;
    call->heard_at = uv_now(call->http->loop);
    if (!call->handlers) /* http_leave() was called: nobody needs the data */
        return size;
    if (call->input.size + size > INPUT_MAX) {
        call->held = true;
        return CURL_WRITEFUNC_PAUSE; /* libcurl delivers the data again later */
    }
    if (!call->input.data && call->http->spare.data) {
        call->input = call->http->spare;
        call->http->spare = (struct buf)BUF_LIMITED(INPUT_MAX);
    }
    return buf_append(&call->input, data, size) < 0 ? 0 : size;
}

/* --- callbacks to the user, outside of libcurl --- */

static enum http_end meaning(const struct http_call *call)
{
    switch (call->code) {
    case CURLE_OK:
        return call->answered ? HTTP_WHOLE : HTTP_UNREACHABLE;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_NOT_BUILT_IN:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
        return HTTP_IMPOSSIBLE;
    default:
        return call->answered ? HTTP_CUT : HTTP_UNREACHABLE;
    }
}

static void tell_end(struct http_call *call)
{
    const struct http_handlers *handlers = call->handlers;
    void *user = call->user;
    char why[CURL_ERROR_SIZE] = "";
    enum http_end end = HTTP_NO_LIBRARY;
    if (!call->easy) {
        (void)snprintf(why, sizeof why, "%s", call->http->problem);
    } else if (call->is_done) {
        end = meaning(call);
        (void)snprintf(why, sizeof why, "%s", *call->error ? call->error : call->http->curl->easy_strerror(call->code));
    } else {
        end = HTTP_SILENT;
    }
    http_call_free(call);
    if (handlers)
        handlers->ended(user, end, why);
}

/* Detaches the buffer while the user reads it, because the user may end the call. */
static void tell_body(struct http_call *call)
{
    struct http *http = call->http;
    struct buf taken = call->input;
    bool held = call->held;
    call->input = (struct buf)BUF_LIMITED(INPUT_MAX);
    call->held = false;
    if (held) /* resuming may deliver more data from inside */
        (void)http->curl->easy_pause(call->easy, CURLPAUSE_CONT);
    if (call->handlers)
        call->handlers->body(call->user, buf_slice(&taken));
    if (http->spare.data) {
        buf_clear(&taken);
        return;
    }
    buf_reset(&taken, SPARE_KEPT);
    http->spare = taken;
}

/* Returns true if the list of calls may have changed. */
static bool tell_call(struct http_call *call)
{
    bool ends = call->is_done || call->is_late || !call->easy;
    if (call->paused && !call->is_late)
        return false;
    if (call->answered && !call->told_head) {
        call->told_head = true;
        if (call->handlers)
            call->handlers->answered(call->user, &call->head);
    } else if (call->input.size > 0) {
        tell_body(call);
    } else if (ends) {
        tell_end(call);
    } else {
        return false;
    }
    return true;
}

void http_tell(struct http *http)
{
    struct list *link;
    if (http->telling)
        return;
    http->telling = true;
    do {
        for (link = http->calls.next; link != &http->calls; link = link->next)
            if (tell_call(list_member(link, struct http_call, link)))
                break;
    } while (link != &http->calls);
    http->telling = false;
}

/* --- calls --- */

uint64_t http_call_deadline(struct http_call *call)
{
    curl_off_t uploaded = 0;
    uint64_t end_by = call->end_by ? call->end_by : UINT64_MAX;
    if (call->paused || !call->easy)
        return end_by;
    /* Progress of a slow upload counts as activity. */
    if (!call->answered && call->http->curl->easy_getinfo(call->easy, CURLINFO_SIZE_UPLOAD_T, &uploaded) == CURLE_OK &&
        uploaded != call->uploaded) {
        call->uploaded = uploaded;
        call->heard_at = uv_now(call->http->loop);
    }
    uint64_t silent = call->heard_at + (uint64_t)call->silence_ms;
    return silent < end_by ? silent : end_by;
}

void http_call_free(struct http_call *call)
{
    struct http *http = call->http;
    http_remove(http, call);
    if (call->easy)
        http->curl->easy_cleanup(call->easy);
    wipe_key(call);
    if (call->fields)
        http->curl->slist_free_all(call->fields);
    buf_clear(&call->body);
    buf_clear(&call->input);
    free(call);
}

static void set_options(struct http_call *call, const struct http_request *request, const char *url,
                        const char *socket_path)
{
    CURLcode (*set)(CURL *, CURLoption, ...) = call->http->curl->easy_setopt;
    CURL *easy = call->easy;
    (void)set(easy, CURLOPT_URL, url);
    (void)set(easy, CURLOPT_PRIVATE, call);
    (void)set(easy, CURLOPT_ERRORBUFFER, call->error);
    (void)set(easy, CURLOPT_NOSIGNAL, 1L);
    (void)set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    (void)set(easy, CURLOPT_FOLLOWLOCATION, 0L);
    (void)set(easy, CURLOPT_PATH_AS_IS, 1L);
    (void)set(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    (void)set(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    (void)set(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    (void)set(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    /* One transfer per connection: pausing one then slows down only its provider. */
    (void)set(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    (void)set(easy, CURLOPT_BUFFERSIZE, (long)BUFFER);
    (void)set(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_ms);
    (void)set(easy, CURLOPT_TCP_KEEPALIVE, 1L);
#if LIBCURL_VERSION_NUM >= 0x075700
    /* A call that is cancelled during name resolution does not wait for the resolver thread. */
    (void)set(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
    (void)set(easy, CURLOPT_HTTPHEADER, call->fields);
    (void)set(easy, CURLOPT_HEADERFUNCTION, on_head);
    (void)set(easy, CURLOPT_HEADERDATA, call);
    (void)set(easy, CURLOPT_WRITEFUNCTION, on_body);
    (void)set(easy, CURLOPT_WRITEDATA, call);
    if (socket_path) {
        (void)set(easy, CURLOPT_UNIX_SOCKET_PATH, socket_path);
        (void)set(easy, CURLOPT_PROXY, "");
    }
    if (request->body) {
        (void)set(easy, CURLOPT_POST, 1L);
        (void)set(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)call->body.size);
        (void)set(easy, CURLOPT_POSTFIELDS, call->body.data ? call->body.data : "");
    }
}

static int prepare(struct http_call *call, const struct http_request *request)
{
    struct buf url = BUF_LIMITED(URL_MAX), path = BUF_LIMITED(URL_MAX);
    int r = is_value(request->url) ? 0 : -EINVAL;
    buf_append_slice(&url, request->url);
    buf_append_slice(&path, request->socket);
    if (r == 0 && (buf_terminate(&url) < 0 || buf_terminate(&path) < 0))
        r = -EINVAL;
    if (r == 0)
        r = add_fields(call, request);
    if (r == 0) {
        call->easy = call->http->curl->easy_init();
        r = call->easy ? 0 : -ENOMEM;
    }
    if (r == 0)
        set_options(call, request, url.data, request->socket.size > 0 ? path.data : NULL);
    buf_clear(&url);
    buf_clear(&path);
    return r;
}

int http_start(uv_loop_t *loop, const struct http_request *request, const struct http_handlers *handlers, void *user,
               struct http_call **ret_call)
{
    secret_clear_registers(); /* the caller has used strlen() on the key */
    struct http *http = http_of(loop);
    struct http_call *call = http ? calloc(1, sizeof *call) : NULL;
    if (request->body && call) {
        call->body = *request->body;
        *request->body = (struct buf)BUF_LIMITED(0);
    } else if (request->body) {
        buf_clear(request->body);
    }
    if (!call)
        return -ENOMEM;
    list_init(&call->link);
    call->http = http;
    call->handlers = handlers;
    call->user = user;
    call->input.limit = INPUT_MAX;
    call->silence_ms = request->silence_ms;
    uv_update_time(loop);
    call->heard_at = uv_now(loop);
    call->end_by = request->total_ms > 0 ? call->heard_at + (uint64_t)request->total_ms : 0;
    int r = http->curl ? prepare(call, request) : 0;
    if (r == 0)
        r = http_add(http, call);
    if (r < 0) {
        http_call_free(call);
        return r;
    }
    if (!call->easy)
        http_tell_soon(http);
    *ret_call = call;
    return 0;
}

void http_pause(struct http_call *call, bool paused)
{
    if (call->paused == paused)
        return;
    call->paused = paused;
    call->heard_at = uv_now(call->http->loop);
    if (call->easy && !call->is_done)
        (void)call->http->curl->easy_pause(call->easy, paused ? CURLPAUSE_RECV : CURLPAUSE_CONT);
    if (!paused)
        http_tell_soon(call->http);
    http_watch_silence(call->http);
}

void http_cancel(struct http_call *call)
{
    if (call)
        http_call_free(call);
}

void http_leave(struct http_call *call)
{
    call->handlers = NULL;
    call->user = NULL;
    buf_reset(&call->input, 0);
    call->told_head = true;
    http_pause(call, false);
    call->end_by = uv_now(call->http->loop) + LEAVE_MS;
    http_watch_silence(call->http);
    http_tell_soon(call->http);
}
