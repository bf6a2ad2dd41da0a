/* The call to a provider. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/secret.h"
#include "broker/exchange.h"

enum {
    CONNECT_SECONDS = 30,
    SILENCE_SECONDS = 900, /* a model may think for a long time before its first output */
    CALL_SECONDS = 3600,
    BUFFER = 16 << 10,
    FIELD_MAX = HEAD_BYTES_MAX + 4,
    KEY_MAX = 16 << 10,
    CONNECTIONS_KEPT = 16,
};

/* --- request fields --- */

static int add(struct exchange *exchange, const char *text)
{
    struct curl_slist *more = curl_slist_append(exchange->fields, text);
    if (!more)
        return -ENOMEM;
    exchange->fields = more;
    return 0;
}

static int add_field(struct exchange *exchange, struct slice name, struct slice value)
{
    struct buf text = BUF_LIMITED(FIELD_MAX);
    buf_append_slice(&text, name);
    buf_append_text(&text, value.size > 0 ? ": " : ";"); /* libcurl's syntax for an empty field */
    buf_append_slice(&text, value);
    int r = buf_terminate(&text);
    if (r == 0)
        r = add(exchange, text.data);
    buf_clear(&text);
    return r;
}

/* The key's field is added last, so that wipe_key() finds it. */
static int add_key(struct exchange *exchange, struct slice key)
{
    const struct broker_provider *provider = exchange->provider;
    struct buf text = BUF_LIMITED(KEY_MAX);
    /* prevents reallocation */
    (void)buf_reserve(&text, provider->header.size + 2 + provider->prefix.size + key.size + 1);
    buf_append_slice(&text, provider->header);
    buf_append_text(&text, ": ");
    buf_append_slice(&text, provider->prefix);
    buf_append_slice(&text, key);
    int r = buf_terminate(&text);
    for (size_t i = 0; r == 0 && i < text.size; i++)
        if ((unsigned char)text.data[i] < ' ' || text.data[i] == 127)
            r = -EINVAL; /* a line break would begin another field */
    if (r == 0)
        r = add(exchange, text.data);
    if (text.data)
        explicit_bzero(text.data, text.capacity);
    buf_clear(&text);
    exchange->key_field = exchange->fields;
    while (r == 0 && exchange->key_field->next)
        exchange->key_field = exchange->key_field->next;
    secret_clear_registers();
    return r;
}

static void wipe_key(struct exchange *exchange)
{
    if (exchange->key_field)
        explicit_bzero(exchange->key_field->data, strlen(exchange->key_field->data));
    exchange->key_field = NULL;
    secret_clear_registers(); /* strlen() loads the key into vector registers */
}

/* Passes the executor's fields on, except those that the broker sets. They are still in the memory of its connection.
 */
static int add_fields(struct exchange *exchange, struct slice key)
{
    const struct head *head = &exchange->head;
    bool has_type = false, has_accept = false;
    int r = 0;
    for (size_t i = 0; r == 0 && i < head->count; i++) {
        const struct head_field *field = &head->fields[i];
        has_type |= head_name_is(field->name, SLICE("content-type"));
        has_accept |= head_name_is(field->name, SLICE("accept"));
        if (head_goes_up(head, field->name, exchange->provider->header))
            r = add_field(exchange, field->name, field->value);
    }
    /* Replaces libcurl's default fields, unless the executor has set them. A compressed response could not be counted.
     */
    if (r == 0 && !has_type)
        r = add(exchange, "Content-Type:");
    if (r == 0 && !has_accept)
        r = add(exchange, "Accept:");
    if (r == 0)
        r = add(exchange, "Expect:");
    if (r == 0)
        r = add(exchange, "Accept-Encoding: identity");
    return r < 0 ? r : add_key(exchange, key);
}

/* --- callbacks of libcurl --- */

static bool is_stream(const struct head *head)
{
    static const struct slice stream = SLICE_INIT("text/event-stream");
    for (size_t i = 0; i < head->count; i++) {
        struct slice value = head->fields[i].value;
        if (!head_name_is(head->fields[i].name, SLICE("content-type")) || value.size < stream.size)
            continue;
        value.size = stream.size;
        return head_name_is(value, stream);
    }
    return false;
}

/* The fields are stored as name NUL value NUL. Pointers are set only after the last one, because the buffer moves. */
static int find_fields(struct exchange *exchange)
{
    struct slice rest = buf_slice(&exchange->head_text);
    bool chunked = false;
    exchange->head = (struct head){0};
    while (rest.size > 0) {
        struct slice name = slice_of(rest.data);
        struct slice value = slice_of(rest.data + name.size + 1);
        size_t used = name.size + value.size + 2;
        bool encodes = head_name_is(name, SLICE("transfer-encoding"));
        chunked |= encodes;
        if (!encodes && head_add(&exchange->head, name, value) == -E2BIG)
            return -E2BIG;
        rest = (struct slice){rest.data + used, rest.size - used};
    }
    if (chunked) /* a content-length does not apply then */
        exchange->head.has_length = false;
    return 0;
}

static int end_head(struct exchange *exchange)
{
    long status = 0;
    (void)curl_easy_getinfo(exchange->easy, CURLINFO_RESPONSE_CODE, &status);
    if (status < 200) { /* an interim response */
        buf_reset(&exchange->head_text, 0);
        return 0;
    }
    if (status > 599 || find_fields(exchange) < 0)
        return -EBADMSG;
    exchange->status = (unsigned)status;
    exchange->answered = true;
    wipe_key(exchange); /* the request was sent, and redirects or retries cannot need the key again */
    usage_init(&exchange->usage, exchange->provider->format, is_stream(&exchange->head));
    exchange_resume(exchange);
    return 0;
}

/* libcurl delivers complete lines. */
static size_t on_head(char *data, size_t one, size_t size, void *user)
{
    struct exchange *exchange = user;
    struct slice line = slice_trim((struct slice){data, size}, SLICE_BLANKS);
    const char *colon = line.size > 0 ? memchr(line.data, ':', line.size) : NULL;
    (void)one;
    exchange->sent = true;
    if (exchange->answered)
        return size; /* a trailer after the body */
    if (line.size == 0)
        return end_head(exchange) < 0 ? 0 : size;
    if (slice_starts_with(line, SLICE("HTTP/"))) {
        buf_reset(&exchange->head_text, 0);
        return size;
    }
    if (!colon || memchr(line.data, '\0', line.size))
        return 0;
    struct slice name = {line.data, (size_t)(colon - line.data)};
    buf_append_slice(&exchange->head_text, name);
    buf_append_char(&exchange->head_text, '\0');
    buf_append_slice(&exchange->head_text,
                     slice_trim((struct slice){colon + 1, line.size - name.size - 1}, SLICE_BLANKS));
    return buf_append_char(&exchange->head_text, '\0') < 0 ? 0 : size;
}

static size_t on_body(char *data, size_t one, size_t size, void *user)
{
    struct exchange *exchange = user;
    (void)one;
    if (!exchange->answered)
        return 0;
    if (exchange->output.size - exchange->output_at + size > EXCHANGE_OUTPUT_MAX) {
        exchange->paused = true;
        return CURL_WRITEFUNC_PAUSE; /* libcurl delivers the data again later */
    }
    if (exchange->output_at > 0) {
        buf_consume(&exchange->output, exchange->output_at);
        exchange->output_at = 0;
    }
    if (buf_append(&exchange->output, data, size) < 0)
        return 0;
    exchange->received += (int64_t)size;
    usage_feed(&exchange->usage, (struct slice){data, size});
    exchange->broker->finished |= exchange->usage.finished;
    exchange_resume(exchange);
    return size;
}

void upstream_go_on(struct exchange *exchange)
{
    exchange->paused = false;
    if (exchange->easy)
        (void)curl_easy_pause(exchange->easy, CURLPAUSE_CONT);
}

/* --- transfers --- */

static void set_options(struct exchange *exchange, const char *url)
{
    CURL *easy = exchange->easy;
    (void)curl_easy_setopt(easy, CURLOPT_URL, url);
    (void)curl_easy_setopt(easy, CURLOPT_PRIVATE, exchange);
    (void)curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, exchange->error);
    (void)curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    (void)curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    (void)curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    (void)curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    (void)curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    /* One transfer per connection: a slow executor then slows down the provider through TCP, instead of filling our
     * memory. */
    (void)curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    (void)curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, (long)BUFFER);
    (void)curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    (void)curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
    (void)curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, (long)SILENCE_SECONDS);
    (void)curl_easy_setopt(easy, CURLOPT_TIMEOUT, (long)CALL_SECONDS);
    (void)curl_easy_setopt(easy, CURLOPT_HTTPHEADER, exchange->fields);
    (void)curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_head);
    (void)curl_easy_setopt(easy, CURLOPT_HEADERDATA, exchange);
    (void)curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    (void)curl_easy_setopt(easy, CURLOPT_WRITEDATA, exchange);
    if (strcmp(exchange->endpoint->method, "POST") == 0) {
        (void)curl_easy_setopt(easy, CURLOPT_POST, 1L);
        (void)curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)exchange->body.size);
        (void)curl_easy_setopt(easy, CURLOPT_POSTFIELDS, exchange->body.data ? exchange->body.data : "");
    }
}

int upstream_begin(struct exchange *exchange, struct slice key)
{
    struct buf url = BUF_LIMITED(8192);
    buf_append_slice(&url, exchange->provider->url);
    buf_append_slice(&url, exchange->target.path);
    buf_append_slice(&url, exchange->target.query);
    int r = buf_terminate(&url);
    if (r == 0)
        r = add_fields(exchange, key);
    if (r == 0) {
        exchange->easy = curl_easy_init();
        r = exchange->easy ? 0 : -ENOMEM;
    }
    if (r == 0) {
        set_options(exchange, url.data);
        r = multi_add(&exchange->broker->multi, exchange->easy);
        if (r < 0) {
            curl_easy_cleanup(exchange->easy);
            exchange->easy = NULL;
        }
    }
    buf_clear(&url);
    if (r < 0)
        upstream_end(exchange);
    return r;
}

void upstream_end(struct exchange *exchange)
{
    if (exchange->easy) {
        long request = 0; /* in bytes; if the provider was never reached, nothing was used */
        (void)curl_easy_getinfo(exchange->easy, CURLINFO_REQUEST_SIZE, &request);
        exchange->sent |= request > 0;
        multi_remove(&exchange->broker->multi, exchange->easy);
        curl_easy_cleanup(exchange->easy);
    }
    exchange->easy = NULL;
    wipe_key(exchange);
    curl_slist_free_all(exchange->fields);
    exchange->fields = NULL;
}

/* --- end of a transfer --- */

static void on_ended(void *transfer, CURLcode code)
{
    struct exchange *exchange = transfer;
    if (exchange->answered) {
        usage_end(&exchange->usage);
        exchange->complete = code == CURLE_OK;
        exchange->failed = code != CURLE_OK;
    } else if (exchange->connection) {
        exchange_refuse(exchange, code == CURLE_OPERATION_TIMEDOUT ? MHD_HTTP_GATEWAY_TIMEOUT : MHD_HTTP_BAD_GATEWAY,
                        "api_error", SLICE(""), "cannot reach the provider: %s",
                        exchange->error[0] ? exchange->error : curl_easy_strerror(code));
    }
    exchange_end_call(exchange);
}

/* Exchanges that wait for the daemon are not affected. */
static void on_broke(void *user)
{
    struct broker *broker = user;
    log_warn("cannot watch a connection to a provider, aborting the running calls");
    for (struct list *link = broker->exchanges.next, *next; link != &broker->exchanges; link = next) {
        struct exchange *exchange = list_member(link, struct exchange, link);
        next = link->next; /* the call may free this exchange, but no other */
        if (exchange->easy)
            on_ended(exchange, CURLE_OUT_OF_MEMORY);
    }
}

static struct exchange *find_finished(struct broker *broker)
{
    for (struct list *link = broker->exchanges.next; link != &broker->exchanges; link = link->next) {
        struct exchange *exchange = list_member(link, struct exchange, link);
        if (exchange->usage.finished && exchange->reservation_id[0] != '\0')
            return exchange;
    }
    return NULL;
}

/* An executor may be done after the last event, long before the provider ends the body. Settles first, so that the cost
 * of the task is known when the executor gets that event. */
static void on_acted(void *user)
{
    struct broker *broker = user;
    struct exchange *exchange;
    if (!broker->finished)
        return;
    broker->finished = false;
    while ((exchange = find_finished(broker)))
        exchange_settle(exchange);
    rpc_flush(&broker->rpc);
}

/* --- opening and closing --- */

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

static const struct multi_handlers handlers = {.ended = on_ended, .broke = on_broke, .acted = on_acted};

int upstream_open(struct broker *broker)
{
    multi_init(&broker->multi, &broker->loop);
    multi_init(&broker->asking, &broker->loop);
    int r = multi_open(&broker->multi, &linked, CONNECTIONS_KEPT, &handlers, broker);
    return r < 0 ? r : multi_open(&broker->asking, &linked, 1, &models_handlers, broker);
}

void upstream_close(struct broker *broker)
{
    multi_close(&broker->multi, NULL);
    multi_close(&broker->asking, NULL);
}
