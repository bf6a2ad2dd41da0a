/* A provider as the target of requests: its address, header fields and key. */
#pragma once

#include "agent/http.h"
#include "agent/model.h"

struct endpoint {
    enum executor_provider_format format;
    char *url;      /* of the provider, or of the broker's path for it; without the path of a method */
    char *socket;   /* or NULL */
    char *service;  /* for messages */
    char *place;    /* for messages: the url without secrets */
    char *model;    /* for messages */
    char *key_name; /* with key_prefix; NULL: no key */
    char *key_prefix;
    char *key; /* wiped when it is freed */
    struct http_field *fields;
    size_t field_count;
    char *field_text; /* the memory of the fields */
    int64_t connect_ms, silence_ms;
};

/* Copies everything. Returns -EINVAL or -ENOMEM. */
int endpoint_init(struct endpoint *endpoint, const struct executor_provider *provider, struct slice key,
                  struct slice socket, struct slice model);
void endpoint_clear(struct endpoint *endpoint);

/* Sends a POST with `body`, which is taken, to the method for responses; NULL: a GET of the list of models. */
int endpoint_start(const struct endpoint *endpoint, uv_loop_t *loop, struct buf *body, int64_t total_ms,
                   const struct http_handlers *handlers, void *user, struct http_call **ret_call);

/* Translates the end of an incomplete transfer. */
void endpoint_broken(const struct endpoint *endpoint, enum http_end how, const char *why, bool answered,
                     struct model_end *ended);
/* Completes the message: names the provider and what helps, and removes the key. */
void endpoint_explain(const struct endpoint *endpoint, struct model_end *ended);
