/* Generated from contract/sample.json by contract/generate; do not edit. */
/* Every keyword of the contract once, for the tests of the generator, the decoder, the encoder and the copier. */
#pragma once

#include "rpc/method.h"
#include "contract/sample_types.h"
#include "contract/shared_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method sample.everything: Takes one of each and gives it back.
 *
 * The second paragraph of the documentation.
 *
 * And a third, which is long enough that it has to be folded somewhere, as a line of a source file has at most a
 * hundred and twenty columns. */

enum sample_everything_params_level {
    SAMPLE_EVERYTHING_PARAMS_LEVEL_LOW = 0,
    SAMPLE_EVERYTHING_PARAMS_LEVEL_HIGH = 1,
};

/* Refuses what it does not know. */
struct sample_everything_params_closed {
    int64_t a;
    struct slice b;
};

enum sample_everything_params_open_object_inner_deep_item {
    SAMPLE_EVERYTHING_PARAMS_OPEN_OBJECT_INNER_DEEP_ITEM_X = 0,
    SAMPLE_EVERYTHING_PARAMS_OPEN_OBJECT_INNER_DEEP_ITEM_Y = 1,
};

struct sample_everything_params_open_object_inner_deep {
    enum sample_everything_params_open_object_inner_deep_item *items;
    size_t count;
};

struct sample_everything_params_open_object_inner {
    struct sample_everything_params_open_object_inner_deep deep;
};

struct sample_everything_params_open_object {
    struct sample_everything_params_open_object_inner inner;
    enum field_is inner_is;
};

struct sample_everything_params_empty {
    char unused;
};

struct sample_everything_params_list {
    int64_t *items;
    size_t count;
};

struct sample_everything_params_list_by_default {
    struct slice *items;
    size_t count;
};

struct sample_everything_params_empty_by_default {
    struct slice *items;
    size_t count;
};

struct sample_everything_params_matrix_item {
    double *items;
    size_t count;
};

struct sample_everything_params_matrix {
    struct sample_everything_params_matrix_item *items;
    size_t count;
};

struct sample_everything_params_records_item {
    struct slice key;
    struct json_any value;
    enum field_is value_is;
};

struct sample_everything_params_records {
    struct sample_everything_params_records_item *items;
    size_t count;
};

struct sample_everything_params_colors {
    enum sample_color *items;
    size_t count;
};

struct sample_everything_params_map {
    struct sample_everything_params_map_pair *items;
    size_t count;
};

struct sample_everything_params_map_pair {
    struct slice key;
    int64_t value;
};

struct sample_everything_params_map_of_any {
    struct sample_everything_params_map_of_any_pair *items;
    size_t count;
};

struct sample_everything_params_map_of_any_pair {
    struct slice key;
    struct json_any value;
};

struct sample_everything_params_map_by_default {
    struct sample_everything_params_map_by_default_pair *items;
    size_t count;
};

struct sample_everything_params_map_by_default_pair {
    struct slice key;
    struct sample_names value;
};

struct sample_everything_params_changes {
    struct sample_change *items;
    size_t count;
};

struct sample_everything_params_shape_circle {
    /* kind: always present, not stored. */
    double radius;
};

struct sample_everything_params_shape_square {
    /* kind: always present, not stored. */
    double side;
};

enum sample_everything_params_shape_kind {
    SAMPLE_EVERYTHING_PARAMS_SHAPE_KIND_CIRCLE = 0,
    SAMPLE_EVERYTHING_PARAMS_SHAPE_KIND_SQUARE = 1,
};

struct sample_everything_params_shape {
    enum sample_everything_params_shape_kind kind;
    union {
        struct sample_everything_params_shape_circle circle;
        struct sample_everything_params_shape_square square;
    } as;
};

struct sample_everything_params_maybe_list {
    struct slice *items;
    size_t count;
};

struct sample_everything_params_maybe_change_add {
    /* op: always present, not stored. */
    int64_t n;
};

struct sample_everything_params_maybe_change_clear {
    /* op: always present, not stored. */
    char unused;
};

enum sample_everything_params_maybe_change_kind {
    SAMPLE_EVERYTHING_PARAMS_MAYBE_CHANGE_KIND_ADD = 0,
    SAMPLE_EVERYTHING_PARAMS_MAYBE_CHANGE_KIND_CLEAR = 1,
};

struct sample_everything_params_maybe_change {
    enum sample_everything_params_maybe_change_kind kind;
    union {
        struct sample_everything_params_maybe_change_add add;
        struct sample_everything_params_maybe_change_clear clear;
    } as;
};

struct sample_everything_params {
    bool flag;
    bool flag_by_default;
    int64_t count;
    int64_t percent;
    int64_t between;
    enum field_is between_is;
    int64_t lowest;
    double ratio;
    double open;
    enum field_is open_is;
    double number;
    enum field_is number_is;
    /* At most sixteen, "quotes" and all. */
    struct slice text;
    struct slice greeting;
    struct slice binary;
    enum field_is binary_is;
    struct slice when;
    enum field_is when_is;
    struct slice link;
    enum field_is link_is;
    enum sample_everything_params_level level;
    /* A sibling of a reference. */
    enum sample_color color;
    /* version: always present, not stored. */
    enum field_is version_maybe_is;
    /* nothing: always present, not stored. */
    struct json_any anything;
    enum field_is anything_is;
    /* Any value too. */
    struct json_any annotated;
    enum field_is annotated_is;
    struct json_any any_by_default;
    struct sample_everything_params_closed closed;
    enum field_is closed_is;
    struct sample_everything_params_open_object open_object;
    enum field_is open_object_is;
    struct sample_everything_params_empty empty;
    enum field_is empty_is;
    struct sample_everything_params_list list;
    enum field_is list_is;
    struct sample_everything_params_list_by_default list_by_default;
    struct sample_everything_params_empty_by_default empty_by_default;
    struct sample_everything_params_matrix matrix;
    enum field_is matrix_is;
    struct sample_everything_params_records records;
    enum field_is records_is;
    struct sample_everything_params_colors colors;
    enum field_is colors_is;
    struct sample_everything_params_map map;
    enum field_is map_is;
    struct sample_everything_params_map_of_any map_of_any;
    enum field_is map_of_any_is;
    struct sample_everything_params_map_by_default map_by_default;
    struct sample_change change;
    enum field_is change_is;
    struct sample_everything_params_changes changes;
    enum field_is changes_is;
    struct sample_everything_params_shape shape;
    struct slice maybe_text;
    enum field_is maybe_text_is;
    int64_t maybe_count;
    enum field_is maybe_count_is;
    int64_t maybe_null;
    enum field_is maybe_null_is;
    bool required_maybe;
    enum field_is required_maybe_is;
    struct sample_record maybe_sample;
    enum field_is maybe_sample_is;
    struct sample_everything_params_maybe_list maybe_list;
    enum field_is maybe_list_is;
    struct sample_everything_params_maybe_change maybe_change;
    enum field_is maybe_change_is;
    struct sample_record sample;
    struct sample_tree_node tree;
    enum field_is tree_is;
    struct shared_span span;
    enum field_is span_is;
    /* Deprecated. A keyword of C. */
    int64_t int_;
    enum field_is int__is;
    /* A name that C cannot spell. */
    struct slice content_type;
    enum field_is content_type_is;
    struct slice password;
    enum field_is password_is;
};

struct sample_everything_result_closed {
    int64_t a;
};

struct sample_everything_result {
    struct sample_everything_result_closed closed;
    enum field_is closed_is;
    struct sample_tree_node tree;
    enum field_is tree_is;
    struct sample_change change;
    enum field_is change_is;
    struct json_any anything;
    struct slice maybe;
    enum field_is maybe_is;
};

extern const struct shape sample_everything_params_shape;
extern const struct shape sample_everything_result_shape;
extern const struct method sample_everything_method;
int sample_everything(struct call *call, const struct sample_everything_params *params);

static inline int sample_everything_reply(struct call *call, const struct sample_everything_result *result)
{
    return call_reply(call, result);
}

/* Method sample.echo: Say a text several times. */

struct sample_echo_params {
    bool upper;
    struct slice text;
    int64_t times;
};

extern const struct shape sample_echo_params_shape;
extern const struct shape sample_echo_result_shape;
extern const struct method sample_echo_method;
int sample_echo(struct call *call, const struct sample_echo_params *params);

static inline int sample_echo_reply(struct call *call, const struct slice *result)
{
    return call_reply(call, result);
}

/* Method sample.wait: Answers when it is told to. */

struct sample_wait_params {
    char unused;
};

extern const struct shape sample_wait_params_shape;
extern const struct method sample_wait_method;
int sample_wait(struct call *call, const struct sample_wait_params *params);

static inline int sample_wait_reply(struct call *call, const struct sample_change *result)
{
    return call_reply(call, result);
}

/* Notification sample.note: Is never answered. */

struct sample_note_params {
    struct slice line;
};

extern const struct shape sample_note_params_shape;
extern const struct method sample_note_method;
int sample_note(struct call *call, const struct sample_note_params *params);

/* Method sample.names: Answers an array. */

struct sample_names_result {
    struct sample_record *items;
    size_t count;
};

extern const struct shape sample_names_result_shape;
extern const struct method sample_names_method;
int sample_names(struct call *call, const struct sample_record *params);

static inline int sample_names_reply(struct call *call, const struct sample_names_result *result)
{
    return call_reply(call, result);
}

/* Method sample.counts: Answers a declared map. */

struct sample_counts_params {
    char unused;
};

extern const struct shape sample_counts_params_shape;
extern const struct method sample_counts_method;
int sample_counts(struct call *call, const struct sample_counts_params *params);

static inline int sample_counts_reply(struct call *call, const struct sample_counts *result)
{
    return call_reply(call, result);
}

/* Method sample:setMode: Answers null; its name has the other separator. */

enum sample_set_mode_params_mode {
    SAMPLE_SET_MODE_PARAMS_MODE_ON = 0,
    SAMPLE_SET_MODE_PARAMS_MODE_OFF = 1,
};

struct sample_set_mode_params {
    enum sample_set_mode_params_mode mode;
};

extern const struct shape sample_set_mode_params_shape;
extern const struct shape sample_set_mode_result_shape;
extern const struct method sample_set_mode_method;
int sample_set_mode(struct call *call, const struct sample_set_mode_params *params);

static inline int sample_set_mode_reply(struct call *call)
{
    return call_reply(call, NULL);
}

/* Method sample.level: Answers a word. */

struct sample_level_params {
    char unused;
};

enum sample_level_result {
    SAMPLE_LEVEL_RESULT_LOW = 0,
    SAMPLE_LEVEL_RESULT_HIGH = 1,
};

extern const struct shape sample_level_params_shape;
extern const struct shape sample_level_result_shape;
extern const struct method sample_level_method;
int sample_level(struct call *call, const struct sample_level_params *params);

static inline int sample_level_reply(struct call *call, const enum sample_level_result *result)
{
    return call_reply(call, result);
}

/* Event event.sampleChanged: Something changed.
 *
 * Goes to every client. */

struct event_sample_changed_params {
    struct sample_change change;
    int64_t seq;
};

extern const struct shape event_sample_changed_params_shape;
extern const struct event_type event_sample_changed_event;

/* Event sample:created: Its parameters are a declared type. */

extern const struct event_type sample_created_event;
