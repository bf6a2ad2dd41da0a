/* JSON Schema for people. */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <yyjson.h>

#include "base/buf.h"

enum { SCHEMA_TYPES_MAX = 64 };

/* What is being shown, and which declared types it has named on the way. */
struct schema_view {
    FILE *out;
    bool color;
    yyjson_val *schemas;                 /* the document's components.schemas */
    yyjson_val *named[SCHEMA_TYPES_MAX]; /* keys of `schemas` */
    size_t named_count;
};

/* A type in a few words: "integer from 1", "array of string", "\"ok\" | \"failed\"". */
void schema_type(struct schema_view *view, yyjson_val *schema, struct buf *out);

/* A value: the fields of an object one a line, anything else by its type. */
void schema_print(struct schema_view *view, yyjson_val *schema, int indent);

/* The params of an OpenRPC method: an array of content descriptors. */
void schema_print_params(struct schema_view *view, yyjson_val *params, int indent);

/* Every type that was named so far, and what those name. */
void schema_print_named(struct schema_view *view, int indent);
