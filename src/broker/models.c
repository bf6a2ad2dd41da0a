/* The method broker.models: the models of a provider. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/secret.h"
#include "broker/broker.h"
#include "broker/http.h"
#include "broker/names.h"
#include "rpc/call.h"

enum { TIME_MS = 5000, FIELD_MAX = 20 << 10, PROBLEM_SIZE = 512 };

struct inquiry {
    struct broker *broker;
    struct list link; /* in broker->inquiries */
    struct call *call;
    CURL *easy;
    struct curl_slist *fields; /* including the key */
    struct buf body;
    char error[CURL_ERROR_SIZE];
};

/* --- the request --- */

static int add_field(struct inquiry *inquiry, struct slice name, struct slice prefix, struct slice value)
{
    struct buf text = BUF_LIMITED(FIELD_MAX);
    /* prevents reallocation, because it may hold a key */
    (void)buf_reserve(&text, name.size + 2 + prefix.size + value.size + 1);
    buf_append_slice(&text, name);
    buf_append_text(&text, prefix.size + value.size > 0 ? ": " : ";");
    buf_append_slice(&text, prefix);
    buf_append_slice(&text, value);
    int r = buf_terminate(&text);
    for (size_t i = 0; r == 0 && i < text.size; i++)
        if ((unsigned char)text.data[i] < ' ' || text.data[i] == 127)
            r = -EINVAL; /* a line break would begin another field */
    struct curl_slist *more = r == 0 ? curl_slist_append(inquiry->fields, text.data) : NULL;
    if (more)
        inquiry->fields = more;
    else if (r == 0)
        r = -ENOMEM;
    if (text.data)
        explicit_bzero(text.data, text.capacity);
    buf_clear(&text);
    secret_clear_registers();
    return r;
}

static bool is_given(const struct broker_models_params *params, struct slice name)
{
    for (size_t i = 0; params->headers_is == FIELD_SET && i < params->headers.count; i++)
        if (head_name_is(params->headers.items[i].key, name))
            return true;
    return false;
}

/* Fields from the configuration have precedence over our own. */
static int add_fields(struct inquiry *inquiry, const struct broker_models_params *params)
{
    static const struct slice none = SLICE_INIT("");
    int r = 0;
    for (size_t i = 0; r == 0 && params->headers_is == FIELD_SET && i < params->headers.count; i++)
        r = add_field(inquiry, params->headers.items[i].key, none, params->headers.items[i].value);
    if (r == 0 && !is_given(params, SLICE("accept")))
        r = add_field(inquiry, SLICE("Accept"), none, SLICE("application/json"));
    if (r == 0 && !is_given(params, SLICE("user-agent")))
        r = add_field(inquiry, SLICE("User-Agent"), none, SLICE("weir/" WEIR_VERSION));
    if (r == 0 && params->provider.format == BROKER_PROVIDER_FORMAT_ANTHROPIC &&
        !is_given(params, SLICE("anthropic-version")))
        r = add_field(inquiry, SLICE("anthropic-version"), none, SLICE("2023-06-01"));
    if (r == 0 && params->api_key_is == FIELD_SET && params->provider.header.size > 0)
        r = add_field(inquiry, params->provider.header, params->provider.prefix, params->api_key);
    return r;
}

static size_t on_body(char *data, size_t one, size_t size, void *user)
{
    struct inquiry *inquiry = user;
    (void)one;
    return buf_append(&inquiry->body, data, size) < 0 ? 0 : size;
}

static void set_options(struct inquiry *inquiry, const char *url)
{
    CURL *easy = inquiry->easy;
    (void)curl_easy_setopt(easy, CURLOPT_URL, url);
    (void)curl_easy_setopt(easy, CURLOPT_PRIVATE, inquiry);
    (void)curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, inquiry->error);
    (void)curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    (void)curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    (void)curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    (void)curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    (void)curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    (void)curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
    (void)curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)TIME_MS);
    (void)curl_easy_setopt(easy, CURLOPT_HTTPHEADER, inquiry->fields);
    (void)curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    (void)curl_easy_setopt(easy, CURLOPT_WRITEDATA, inquiry);
}

static int write_url(struct buf *url, const struct broker_provider *provider)
{
    struct slice base = provider->url;
    /* Many configurations have the version in the address. */
    bool has_version = base.size > 3 && memcmp(base.data + base.size - 3, "/v1", 3) == 0;
    buf_append_slice(url, base);
    buf_append_text(url, has_version ? "/models" : "/v1/models");
    if (provider->format == BROKER_PROVIDER_FORMAT_ANTHROPIC)
        buf_append_text(url, "?limit=1000"); /* the default limit is 20 */
    return buf_terminate(url);
}

/* --- end --- */

static void inquiry_free(struct inquiry *inquiry)
{
    if (inquiry->easy) {
        multi_remove(&inquiry->broker->asking, inquiry->easy);
        curl_easy_cleanup(inquiry->easy);
    }
    for (struct curl_slist *field = inquiry->fields; field; field = field->next)
        explicit_bzero(field->data, strlen(field->data));
    secret_clear_registers();
    curl_slist_free_all(inquiry->fields);
    buf_clear(&inquiry->body);
    list_remove(&inquiry->link);
    free(inquiry);
}

/* Writes an empty string if there is no problem. */
static void explain(const struct inquiry *inquiry, CURLcode code, long status, char text[static PROBLEM_SIZE])
{
    if (inquiry->body.error == -ENOBUFS)
        (void)snprintf(text, PROBLEM_SIZE, "its list of models is longer than 1 MiB");
    else if (inquiry->body.error < 0)
        (void)snprintf(text, PROBLEM_SIZE, "out of memory for its list of models");
    else if (code == CURLE_OPERATION_TIMEDOUT)
        (void)snprintf(text, PROBLEM_SIZE, "it did not return its models within %d s", TIME_MS / 1000);
    else if (code != CURLE_OK)
        (void)snprintf(text, PROBLEM_SIZE, "cannot reach it: %s",
                       inquiry->error[0] ? inquiry->error : curl_easy_strerror(code));
    else if (status == 401 || status == 403)
        (void)snprintf(text, PROBLEM_SIZE, "it rejected the key (HTTP %ld)", status);
    else if (status != 200)
        (void)snprintf(text, PROBLEM_SIZE, "it did not return its models (HTTP %ld)", status);
}

static void on_ended(void *transfer, CURLcode code)
{
    struct inquiry *inquiry = transfer;
    struct arena arena = ARENA_LIMITED(NAMES_ARENA_MAX);
    struct names names = {0};
    char problem[PROBLEM_SIZE] = "";
    long status = 0;
    (void)curl_easy_getinfo(inquiry->easy, CURLINFO_RESPONSE_CODE, &status);
    explain(inquiry, code, status, problem);
    if (!*problem && names_read(&arena, buf_slice(&inquiry->body), &names) < 0)
        (void)snprintf(problem, sizeof problem, "its response is not a list of models");
    (void)broker_models_reply(inquiry->call, &(struct broker_models_result){
                                                 .models = {names.items, names.count},
                                                 .complete = names.complete,
                                                 .error = slice_of(problem),
                                                 .error_is = *problem ? FIELD_SET : FIELD_ABSENT,
                                             });
    arena_clear(&arena);
    inquiry_free(inquiry);
}

static void on_broke(void *user)
{
    struct broker *broker = user;
    while (!list_is_empty(&broker->inquiries))
        on_ended(list_member(broker->inquiries.next, struct inquiry, link), CURLE_OUT_OF_MEMORY);
}

static void on_abandoned(struct call *call)
{
    inquiry_free(call->user);
}

const struct multi_handlers models_handlers = {.ended = on_ended, .broke = on_broke};

/* --- start --- */

static int begin(struct inquiry *inquiry, const struct broker_models_params *params)
{
    struct buf url = BUF_LIMITED(8192);
    int r = write_url(&url, &params->provider);
    if (r == 0)
        r = add_fields(inquiry, params);
    CURL *easy = r == 0 ? curl_easy_init() : NULL;
    if (r == 0 && !easy)
        r = -ENOMEM;
    if (r == 0) {
        inquiry->easy = easy;
        set_options(inquiry, url.data);
        r = multi_add(&inquiry->broker->asking, easy);
    }
    if (r < 0) {
        inquiry->easy = NULL;
        curl_easy_cleanup(easy);
    }
    buf_clear(&url);
    return r;
}

/* The key, a header of the configuration or the address cannot be sent. */
static int refuse(struct call *call, int r)
{
    struct slice problem = r == -EINVAL ? SLICE("its key or a header has a control character")
                                        : SLICE("its key, a header or its address is too long for a request");
    return broker_models_reply(call, &(struct broker_models_result){.error = problem, .error_is = FIELD_SET});
}

int broker_models(struct call *call, const struct broker_models_params *params)
{
    struct inquiry *inquiry = calloc(1, sizeof *inquiry);
    if (!inquiry)
        return -ENOMEM;
    inquiry->broker = broker_of(call);
    inquiry->body.limit = NAMES_BODY_MAX;
    list_append(&inquiry->broker->inquiries, &inquiry->link);
    int r = begin(inquiry, params);
    if (r == 0)
        r = call_defer(call, on_abandoned, inquiry, &inquiry->call);
    if (r < 0)
        inquiry_free(inquiry);
    return r == -ENOBUFS || r == -EINVAL ? refuse(call, r) : r;
}
