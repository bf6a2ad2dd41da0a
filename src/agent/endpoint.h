/* Where a service is, and how a request gets there: its address, its fields, its key. */
#pragma once

#include "agent/http.h"
#include "agent/model.h"

struct endpoint {
    enum executor_provider_format format;
    char *url;      /* of the service, or of the broker's part for it; without the path of a method */
    char *socket;   /* or NULL */
    char *service;  /* for sentences */
    char *place;    /* likewise: the url without what may be secret in it */
    char *model;    /* likewise */
    char *key_name; /* with key_prefix; NULL: no key */
    char *key_prefix;
    char *key; /* wiped when it goes */
    struct http_field *fields;
    size_t field_count;
    char *field_text; /* where they point to */
    int64_t connect_ms, silence_ms;
};

/* Copies everything. -EINVAL, -ENOMEM. */
int endpoint_init(struct endpoint *endpoint, const struct executor_provider *provider, struct slice key,
                  struct slice socket, struct slice model);
void endpoint_clear(struct endpoint *endpoint);

/* A POST of `body`, which is taken, to where answers are made; NULL: a GET of the list of models. */
int endpoint_start(const struct endpoint *endpoint, uv_loop_t *loop, struct buf *body, int64_t total_ms,
                   const struct http_handlers *handlers, void *user, struct http_call **ret_call);

/* What a transfer that did not come to its end means. */
void endpoint_broken(const struct endpoint *endpoint, enum http_end how, const char *why, bool answered,
                     struct model_end *ended);
/* Makes of what was said a sentence that says who says it and what to do, without the key in it. */
void endpoint_explain(const struct endpoint *endpoint, struct model_end *ended);
