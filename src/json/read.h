/* Strict reading of JSON text.
 *
 * yyjson refuses invalid UTF-8, lone surrogates, trailing text and everything that RFC 8259 does not know. What it
 * allows and weir does not: duplicate keys, and nesting without end. Numbers stay as they were written, so that an id
 * or an agent's value comes back digit for digit. */
#pragma once

#include <stdbool.h>
#include <yyjson.h>

#include "base/arena.h"
#include "base/slice.h"

/* A text may nest so deep; the params of a call, so deep: what they say is told to others in messages of which it is a
 * lower level than in the one that it came in. */
enum { JSON_DEPTH_MAX = 128, JSON_PARAMS_DEPTH_MAX = 112 };

struct json_error {
    const char *message; /* a constant */
    size_t offset;       /* of the byte where reading stopped */
};

/* Reads `text` into the arena; all strings are copies with a NUL behind them. The root lives until the arena's reset.
 * -EINVAL with *ret_error filled, -ENOMEM. */
int json_read(struct arena *arena, struct slice text, yyjson_val **ret_root, struct json_error *ret_error);

/* The same for long texts, in memory of its own of at most `limit` bytes. May run on any thread. */
struct json_large;
int json_read_large(size_t limit, struct slice text, struct json_large **ret_large, struct json_error *ret_error);
/* For files that people write: comments and commas behind the last item are allowed. */
int json_read_commented(size_t limit, struct slice text, struct json_large **ret_large, struct json_error *ret_error);

/* Where in the text that was read `position`, a string of the document, begins. */
size_t json_large_offset(const struct json_large *large, const char *position);

yyjson_val *json_large_root(const struct json_large *large);
struct json_large *json_large_free(struct json_large *large);

/* The same, and what it lay in is overwritten first. */
struct json_large *json_large_wipe(struct json_large *large);

/* Whether more than `levels` arrays and objects lie in each other, JSON_DEPTH_MAX at most. */
bool json_is_deeper(const yyjson_val *value, size_t levels);

/* A string's or a number's text. */
struct slice json_text(const yyjson_val *value);

/* 0; -ERANGE when it is a whole number that int64_t cannot hold; -EINVAL when it is no whole number. 1.0 and 1e3 are
 * whole; such a form is taken below 2^53 only. */
int json_integer(const yyjson_val *value, int64_t *ret_integer);
int json_number(const yyjson_val *value, double *ret_number);

/* What a person calls the type of this value: "a string", "an object", … */
const char *json_type_name(const yyjson_val *value);
