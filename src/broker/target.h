/* What an executor asks for: the first line of its request, judged. Parses, and does no I/O. */
#pragma once

#include "base/slice.h"
#include "contract/broker_types.h"

enum { TARGET_BYTES_MAX = 2048 };

/* Slices of the line. */
struct target {
    struct slice service; /* the first segment of the path */
    struct slice path;    /* what is behind it, with its slash, without the query */
    struct slice query;   /* with its question mark; or empty */
};

/* Nothing but /SERVICE/PATH[?QUERY] of plain characters: no other host, no empty segment, none that leads up or is
 * written in another way than it is meant (%2e). -EINVAL. */
int target_read(struct slice uri, struct target *ret_target);

/* What a provider is asked for by a method and a path. Only what can be counted is served: whoever could start a batch,
 * say, would have used more than the budget long before anybody is told. */
struct endpoint {
    const char *method, *path; /* a path that ends in / is for one more segment */
    enum endpoint_cost {
        ENDPOINT_FREE,
        ENDPOINT_INPUT,  /* what is sent */
        ENDPOINT_OUTPUT, /* and what is answered */
    } cost;
};

/* NULL: it is not served. */
const struct endpoint *endpoint_find(enum broker_provider_format format, struct slice method, struct slice path);
