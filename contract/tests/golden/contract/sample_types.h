/* Generated from contract/sample.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"

/* A colour; * / ends no comment. */
enum sample_color {
    SAMPLE_COLOR_RED = 0,
    SAMPLE_COLOR_DARK_GREEN = 1,
    SAMPLE_COLOR_LIGHT_BLUE = 2,
};

/* Has its namespace's name, so it is a record. */
struct sample_record {
    struct slice id;
    enum sample_color color;
    enum field_is color_is;
    /* A name that is a macro for some compilers. */
    bool unix_;
};

/* A declared array. */
struct sample_names {
    struct slice *items;
    size_t count;
};

/* A declared map. */
struct sample_counts {
    struct sample_counts_pair *items;
    size_t count;
};

struct sample_counts_pair {
    struct slice key;
    int64_t value;
};

struct sample_tree_node_children {
    struct sample_tree_node *items;
    size_t count;
};

struct sample_tree_node_named {
    struct sample_tree_node_named_pair *items;
    size_t count;
};

/* Holds itself through an array and through a map. */
struct sample_tree_node {
    struct slice label;
    struct sample_tree_node_children children;
    struct sample_tree_node_named named;
    enum field_is named_is;
};

struct sample_tree_node_named_pair {
    struct slice key;
    struct sample_tree_node value;
};

struct sample_created {
    /* type: always present, not stored. */
    struct sample_record sample;
};

struct sample_change_recolored {
    /* type: always present, not stored. */
    enum sample_color from;
    enum field_is from_is;
    enum sample_color to;
};

struct sample_change_default {
    /* type: always present, not stored. */
    char unused;
};

enum sample_change_kind {
    SAMPLE_CHANGE_KIND_CREATED = 0,
    SAMPLE_CHANGE_KIND_RECOLORED = 1,
    SAMPLE_CHANGE_KIND_DEFAULT = 2,
};

/* What happened; type tells. */
struct sample_change {
    enum sample_change_kind kind;
    union {
        struct sample_created created;
        struct sample_change_recolored recolored;
        struct sample_change_default default_;
    } as;
};

extern const struct shape sample_color_shape;
extern const struct shape sample_record_shape;
extern const struct shape sample_id_shape;
extern const struct shape sample_names_shape;
extern const struct shape sample_counts_shape;
extern const struct shape sample_tree_node_shape;
extern const struct shape sample_created_shape;
extern const struct shape sample_change_shape;
