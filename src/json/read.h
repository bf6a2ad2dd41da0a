/* Strict reading of JSON text.
 *
 * yyjson rejects invalid UTF-8, lone surrogates, trailing text and everything else that RFC 8259 does not allow. This
 * adds checks for duplicate keys and for nesting depth. Numbers keep their text, so that an id or an agent's value can
 * be written back digit for digit. */
#pragma once

#include <stdbool.h>
#include <yyjson.h>

#include "base/arena.h"
#include "base/slice.h"

/* The nesting limits of a text, and of a value that is stored. A stored value is sent again deeper inside another
 * message, so its limit is lower. */
enum { JSON_DEPTH_MAX = 128, JSON_STORED_DEPTH_MAX = 112 };

struct json_error {
    const char *message; /* a string constant */
    size_t offset;       /* the byte at which reading stopped */
};

/* Reads `text` into the arena. All strings are copies, terminated by NUL. The root is valid until the arena
 * is reset. Returns -EINVAL with *ret_error set, or -ENOMEM. */
int json_read(struct arena *arena, struct slice text, yyjson_val **ret_root, struct json_error *ret_error);

/* The same for long texts, in a separate allocation of at most `limit` bytes. Can run on any thread. */
struct json_large;
int json_read_large(size_t limit, struct slice text, struct json_large **ret_large, struct json_error *ret_error);
/* For files that people write: allows comments and trailing commas. */
int json_read_commented(size_t limit, struct slice text, struct json_large **ret_large, struct json_error *ret_error);

/* The offset in the text at which `position`, a string of the document, begins. */
size_t json_large_offset(const struct json_large *large, const char *position);

yyjson_val *json_large_root(const struct json_large *large);
struct json_large *json_large_free(struct json_large *large);

/* Like json_large_free(), and wipes the memory first. */
struct json_large *json_large_wipe(struct json_large *large);

/* Whether arrays and objects are nested deeper than `levels` (at most JSON_DEPTH_MAX). */
bool json_is_deeper(const yyjson_val *value, size_t levels);
/* The same for the text of a valid value. */
bool json_text_is_deeper(struct slice text, size_t levels);

/* The text of a string or a number. */
struct slice json_text(const yyjson_val *value);

/* Returns 0, -ERANGE for an integer outside of int64_t, or -EINVAL if the value is not an integer. 1.0 and
 * 1e3 are integers; such forms are accepted only below 2^53. */
int json_integer(const yyjson_val *value, int64_t *ret_integer);
int json_number(const yyjson_val *value, double *ret_number);

/* The type of a value for error messages: "a string", "an object", … */
const char *json_type_name(const yyjson_val *value);
