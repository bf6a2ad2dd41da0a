/* Prints JSON Schema for people. */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <yyjson.h>

#include "base/buf.h"

enum { SCHEMA_TYPES_MAX = 64 };

/* The output, and the declared types that it has named so far. */
struct schema_view {
    FILE *out;
    bool color;
    yyjson_val *schemas;                 /* the document's components.schemas */
    yyjson_val *named[SCHEMA_TYPES_MAX]; /* keys of `schemas` */
    size_t named_count;
};

/* Appends a type in a few words: "integer from 1", "array of string", "\"ok\" | \"failed\"". */
void schema_type(struct schema_view *view, yyjson_val *schema, struct buf *out);

/* Prints an object with one field per line, and any other value as its type. */
void schema_print(struct schema_view *view, yyjson_val *schema, int indent);

/* Prints the parameters of an OpenRPC method: an array of content descriptors. */
void schema_print_params(struct schema_view *view, yyjson_val *params, int indent);

/* Prints each type that was named so far, and the types that those name. */
void schema_print_named(struct schema_view *view, int indent);
