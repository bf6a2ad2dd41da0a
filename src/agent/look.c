/* Checks whether a provider responds, and which models it has. */
#include <errno.h>
#include <stdlib.h>

#include "agent/endpoint.h"
#include "agent/stream.h"
#include "json/read.h"

enum { LIST_MAX = 2 << 20, DOCUMENT_MAX = 32 << 20 };

struct model_look {
    struct http_call *http;
    struct endpoint endpoint;
    model_found_fn found;
    void *user;
    struct buf body;
    int status;
};

static struct model_look *look_free(struct model_look *look)
{
    endpoint_clear(&look->endpoint);
    buf_clear(&look->body);
    free(look);
    return NULL;
}

static void on_answered(void *user, const struct http_head *head)
{
    struct model_look *look = user;
    look->status = head->status;
}

static void on_body(void *user, struct slice bytes)
{
    struct model_look *look = user;
    (void)buf_append_slice(&look->body, bytes); /* a body that is too long fails to parse */
}

static struct slice first_of(yyjson_val *root)
{
    yyjson_val *list = yyjson_obj_get(root, "data");
    return stream_string(yyjson_is_arr(list) ? yyjson_arr_get_first(list) : NULL, "id");
}

static void on_ended(void *user, enum http_end how, const char *why)
{
    struct model_look *look = user;
    struct json_large *large = NULL;
    struct json_error error;
    struct slice first = SLICE("");
    struct model_end ended = {.failure = MODEL_OK};
    if (how != HTTP_WHOLE)
        endpoint_broken(&look->endpoint, how, why, look->status != 0, &ended);
    else if (look->status != 200)
        model_read_error(look->status, SLICE(""), buf_slice(&look->body), &ended);
    else if (look->body.error || json_read_large(DOCUMENT_MAX, buf_slice(&look->body), &large, &error) < 0)
        ended.failure = MODEL_MALFORMED;
    else
        first = first_of(json_large_root(large));
    look->found(look->user, ended.failure, first);
    json_large_free(large);
    look_free(look);
}

static const struct http_handlers handlers = {on_answered, on_body, on_ended};

int model_look(uv_loop_t *loop, const struct executor_provider *provider, struct slice key, int64_t timeout_ms,
               model_found_fn found, void *user, struct model_look **ret_look)
{
    struct model_look *look = calloc(1, sizeof *look);
    if (!look)
        return -ENOMEM;
    look->found = found;
    look->user = user;
    look->body.limit = LIST_MAX;
    int r = endpoint_init(&look->endpoint, provider, key, SLICE(""), SLICE(""));
    if (r == 0)
        r = endpoint_start(&look->endpoint, loop, NULL, timeout_ms, &handlers, look, &look->http);
    if (r < 0)
        look_free(look);
    else
        *ret_look = look;
    return r;
}

void model_look_cancel(struct model_look *look)
{
    if (!look)
        return;
    http_cancel(look->http);
    look_free(look);
}
