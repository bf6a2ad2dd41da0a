/* How a value of the contract lies in a C struct.
 *
 * The generator writes these tables; decode.c, encode.c and copy.c walk them. There is one decoder for all methods, so
 * there is one thing to test and to fuzz. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

struct yyjson_val;

/* Says of an optional or nullable field what was there; the field is meaningful only when it is FIELD_SET. */
enum field_is {
    FIELD_ABSENT = 0,
    FIELD_NULL = 1,
    FIELD_SET = 2,
};

/* A value of any type: parsed, or text that is JSON already. Text goes first. Neither: null. */
struct json_any {
    const struct yyjson_val *value;
    struct slice text;
};

/* How every array and every map begins. */
struct json_sequence {
    void *items;
    size_t count;
};

enum shape_kind {
    SHAPE_BOOL,    /* bool */
    SHAPE_INTEGER, /* int64_t */
    SHAPE_NUMBER,  /* double */
    SHAPE_STRING,  /* struct slice; a decoded one has a NUL behind it */
    SHAPE_ENUM,    /* a C enum, an index into the words */
    SHAPE_CONST,   /* nothing: a string that has one value, checked and written, not stored */
    SHAPE_OBJECT,  /* a struct */
    SHAPE_ARRAY,   /* struct { item *items; size_t count; } */
    SHAPE_MAP,     /* struct { pair *items; size_t count; } with struct pair { struct slice key; value value; } */
    SHAPE_UNION,   /* struct { enum kind; union { … } as; } */
    SHAPE_ANY,     /* struct json_any */
    SHAPE_NULL,    /* nothing: null */
};

enum shape_flag {
    SHAPE_CLOSED = 1,        /* an object that refuses unknown fields */
    SHAPE_NUL = 2,           /* a string that may hold U+0000 */
    SHAPE_MIN_EXCLUSIVE = 4, /* of numbers */
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
    struct slice quoted; /* the name as it is written: in quotes, with its colon */
    const struct shape *shape;
    const void *fallback; /* a value of the field's C type, used where the field is absent; or NULL */
    uint32_t offset;      /* of the value in the struct */
    uint32_t presence;    /* offset of its enum field_is, or FIELD_NO_PRESENCE */
    uint32_t flags;
};

struct shape_variant {
    struct slice word; /* of the tag */
    const struct shape *shape;
};

struct shape {
    enum shape_kind kind;
    uint32_t flags;
    uint32_t size; /* sizeof the C type; 0 where nothing is stored */
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
            struct slice tag; /* the name of the field that tells the variants apart */
            const struct shape_variant *variants;
            uint32_t count;
            uint32_t as_offset;
        } tagged;
    } of;
};
