/* Describes how a value of the contract is stored in a C struct.
 *
 * The generator writes these tables; decode.c, encode.c and copy.c interpret them. One decoder for all methods means
 * one decoder to test and to fuzz. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

struct yyjson_val;

/* Whether an optional or nullable field is present. The field itself is valid only with FIELD_SET. */
enum field_is {
    FIELD_ABSENT = 0,
    FIELD_NULL = 1,
    FIELD_SET = 2,
};

/* A value of any type: parsed, or as JSON text. The text takes precedence. Neither: null. */
struct json_any {
    const struct yyjson_val *value;
    struct slice text;
};

/* The common head of all arrays and maps. */
struct json_sequence {
    void *items;
    size_t count;
};

enum shape_kind {
    SHAPE_BOOL,    /* bool */
    SHAPE_INTEGER, /* int64_t */
    SHAPE_NUMBER,  /* double */
    SHAPE_STRING,  /* struct slice; a decoded one is terminated by NUL */
    SHAPE_ENUM,    /* a C enum, an index into the words */
    SHAPE_CONST,   /* not stored: a string with one valid value, checked and written */
    SHAPE_OBJECT,  /* a struct */
    SHAPE_ARRAY,   /* struct { item *items; size_t count; } */
    SHAPE_MAP,     /* struct { pair *items; size_t count; } with struct pair { struct slice key; value value; } */
    SHAPE_UNION,   /* struct { enum kind; union { … } as; } */
    SHAPE_ANY,     /* struct json_any */
    SHAPE_NULL,    /* nothing: null */
};

enum shape_flag {
    SHAPE_CLOSED = 1,        /* an object that rejects unknown fields */
    SHAPE_NUL = 2,           /* a string that can contain U+0000 */
    SHAPE_MIN_EXCLUSIVE = 4, /* for numbers */
    SHAPE_MAX_EXCLUSIVE = 8,
};

enum shape_format {
    FORMAT_NONE,
    FORMAT_DATE_TIME, /* RFC 3339 */
    FORMAT_URI,       /* absolute, RFC 3986 */
};

enum field_flag {
    FIELD_REQUIRED = 1,
    FIELD_NULLABLE = 2,
};

enum { FIELD_NO_PRESENCE = 0xffffffff };

struct shape;

struct shape_field {
    struct slice name;
    struct slice quoted; /* the name as written: in quotes, with its colon */
    const struct shape *shape;
    const void *fallback; /* the value of an absent field, of the field's C type; or NULL */
    uint32_t offset;      /* of the value in the struct */
    uint32_t presence;    /* offset of its enum field_is, or FIELD_NO_PRESENCE */
    uint32_t flags;
};

struct shape_variant {
    struct slice word; /* the value of the tag */
    const struct shape *shape;
};

struct shape {
    enum shape_kind kind;
    uint32_t flags;
    uint32_t size; /* sizeof the C type; 0: not stored */
    union {
        struct {
            int64_t min, max;
        } integer;
        struct {
            double min, max;
        } number;
        struct {
            uint32_t min, max; /* code points; UINT32_MAX: no limit */
            enum shape_format format;
        } string;
        struct {
            const struct slice *items;
            uint32_t count;
        } words;            /* SHAPE_ENUM */
        struct slice fixed; /* SHAPE_CONST */
        struct {
            const struct shape_field *fields;
            uint32_t count;
        } object;
        struct {
            const struct shape *items;
            uint32_t min, max;
        } array;
        struct {
            const struct shape *values;
            uint32_t value_offset; /* in a pair, behind its key */
            uint32_t pair_size;
            uint32_t min, max;
        } map;
        struct {
            struct slice tag; /* the name of the field that selects the variant */
            const struct shape_variant *variants;
            uint32_t count;
            uint32_t as_offset;
        } tagged;
    } of;
};
