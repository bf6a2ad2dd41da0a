/* Generated from the files of contract/ by contract/generate; do not edit. */
#include "contract/all.h"
#include "contract/errors.h"
#include "contract/wire.h"
#include "contract/sample.h"
#include "contract/shared.h"

static const struct slice sample_color_words[] = {
    SLICE_INIT("red"),
    SLICE_INIT("dark-green"),
    SLICE_INIT("lightBlue"),
};
const struct shape sample_color_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum sample_color),
    .of.words = {sample_color_words, 3}};

static const struct shape boolean_scalar = {.kind = SHAPE_BOOL, .size = sizeof(bool)};

static const bool sample_record_unix__fallback = true;
static const struct shape_field sample_record_fields[] = {
    {.name = SLICE_INIT("id"), .quoted = SLICE_INIT("\"id\":"), .shape = &sample_id_shape,
        .offset = offsetof(struct sample_record, id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("color"), .quoted = SLICE_INIT("\"color\":"), .shape = &sample_color_shape,
        .offset = offsetof(struct sample_record, color), .presence = offsetof(struct sample_record, color_is)},
    {.name = SLICE_INIT("unix"), .quoted = SLICE_INIT("\"unix\":"), .shape = &boolean_scalar,
        .fallback = &sample_record_unix__fallback, .offset = offsetof(struct sample_record, unix_),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape sample_record_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct sample_record),
    .of.object = {sample_record_fields, 3}};

const struct shape sample_id_shape = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 8, FORMAT_NONE}};

static const struct shape string_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, UINT32_MAX, FORMAT_NONE}};

const struct shape sample_names_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct sample_names),
    .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape integer_from_0_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_MAX}};

const struct shape sample_counts_shape = {.kind = SHAPE_MAP, .size = sizeof(struct sample_counts),
    .of.map = {.values = &integer_from_0_scalar, .value_offset = offsetof(struct sample_counts_pair, value),
    .pair_size = sizeof(struct sample_counts_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape sample_tree_node_children_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct sample_tree_node_children), .of.array = {&sample_tree_node_shape, 0, UINT32_MAX}};

static const struct shape sample_tree_node_named_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct sample_tree_node_named), .of.map = {.values = &sample_tree_node_shape,
    .value_offset = offsetof(struct sample_tree_node_named_pair, value),
    .pair_size = sizeof(struct sample_tree_node_named_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape_field sample_tree_node_fields[] = {
    {.name = SLICE_INIT("label"), .quoted = SLICE_INIT("\"label\":"), .shape = &string_scalar,
        .offset = offsetof(struct sample_tree_node, label), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("children"), .quoted = SLICE_INIT("\"children\":"), .shape = &sample_tree_node_children_shape,
        .offset = offsetof(struct sample_tree_node, children), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("named"), .quoted = SLICE_INIT("\"named\":"), .shape = &sample_tree_node_named_shape,
        .offset = offsetof(struct sample_tree_node, named), .presence = offsetof(struct sample_tree_node, named_is)},
};
const struct shape sample_tree_node_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct sample_tree_node),
    .of.object = {sample_tree_node_fields, 3}};

static const struct shape sample_created_type_scalar = {.kind = SHAPE_CONST, .of.fixed = SLICE_INIT("created")};

static const struct shape_field sample_created_fields[] = {
    {.name = SLICE_INIT("type"), .quoted = SLICE_INIT("\"type\":"), .shape = &sample_created_type_scalar,
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("sample"), .quoted = SLICE_INIT("\"sample\":"), .shape = &sample_record_shape,
        .offset = offsetof(struct sample_created, sample), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape sample_created_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct sample_created), .of.object = {sample_created_fields, 2}};

static const struct shape sample_change_recolored_type_scalar = {.kind = SHAPE_CONST,
    .of.fixed = SLICE_INIT("recolored")};

static const struct shape_field sample_change_recolored_fields[] = {
    {.name = SLICE_INIT("type"), .quoted = SLICE_INIT("\"type\":"), .shape = &sample_change_recolored_type_scalar,
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("from"), .quoted = SLICE_INIT("\"from\":"), .shape = &sample_color_shape,
        .offset = offsetof(struct sample_change_recolored, from),
        .presence = offsetof(struct sample_change_recolored, from_is)},
    {.name = SLICE_INIT("to"), .quoted = SLICE_INIT("\"to\":"), .shape = &sample_color_shape,
        .offset = offsetof(struct sample_change_recolored, to), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
static const struct shape sample_change_recolored_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct sample_change_recolored), .of.object = {sample_change_recolored_fields, 3}};

static const struct shape sample_change_default_type_scalar = {.kind = SHAPE_CONST, .of.fixed = SLICE_INIT("default")};

static const struct shape_field sample_change_default_fields[] = {
    {.name = SLICE_INIT("type"), .quoted = SLICE_INIT("\"type\":"), .shape = &sample_change_default_type_scalar,
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
static const struct shape sample_change_default_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct sample_change_default), .of.object = {sample_change_default_fields, 1}};

static const struct shape_variant sample_change_variants[] = {
    {SLICE_INIT("created"), &sample_created_shape},
    {SLICE_INIT("recolored"), &sample_change_recolored_shape},
    {SLICE_INIT("default"), &sample_change_default_shape},
};
const struct shape sample_change_shape = {.kind = SHAPE_UNION, .size = sizeof(struct sample_change),
    .of.tagged = {.tag = SLICE_INIT("type"), .variants = sample_change_variants, .count = 3,
    .as_offset = offsetof(struct sample_change, as)}};

static const struct shape_field shared_span_fields[] = {
    {.name = SLICE_INIT("from"), .quoted = SLICE_INIT("\"from\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct shared_span, from), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("to"), .quoted = SLICE_INIT("\"to\":"), .shape = &integer_from_0_scalar,
        .offset = offsetof(struct shared_span, to), .presence = offsetof(struct shared_span, to_is),
        .flags = FIELD_NULLABLE},
};
const struct shape shared_span_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct shared_span),
    .of.object = {shared_span_fields, 2}};

const struct shape ping_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct ping_params),
    .of.object = {NULL, 0}};

const struct shape ping_result_shape = {.kind = SHAPE_BOOL, .size = sizeof(bool)};

static const int64_t wire_shutdown_params_timeout_ms_fallback = INT64_C(30000);
static const struct shape_field wire_shutdown_params_fields[] = {
    {.name = SLICE_INIT("timeout_ms"), .quoted = SLICE_INIT("\"timeout_ms\":"), .shape = &integer_from_0_scalar,
        .fallback = &wire_shutdown_params_timeout_ms_fallback,
        .offset = offsetof(struct wire_shutdown_params, timeout_ms), .presence = FIELD_NO_PRESENCE},
};
const struct shape wire_shutdown_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct wire_shutdown_params),
    .of.object = {wire_shutdown_params_fields, 1}};

static const struct shape_field wire_shutdown_result_fields[] = {
    {.name = SLICE_INIT("ok"), .quoted = SLICE_INIT("\"ok\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct wire_shutdown_result, ok), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape wire_shutdown_result_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct wire_shutdown_result),
    .of.object = {wire_shutdown_result_fields, 1}};

const struct shape get_url_list_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct get_url_list_params),
    .of.object = {NULL, 0}};

static const struct shape string_uri_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, UINT32_MAX, FORMAT_URI}};

const struct shape get_url_list_result_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct get_url_list_result),
    .of.array = {&string_uri_scalar, 0, UINT32_MAX}};

static const struct shape any_scalar = {.kind = SHAPE_ANY, .size = sizeof(struct json_any)};

static const struct shape_field poke_params_fields[] = {
    {.name = SLICE_INIT("id"), .quoted = SLICE_INIT("\"id\":"), .shape = &any_scalar,
        .offset = offsetof(struct poke_params, id), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape poke_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct poke_params),
    .of.object = {poke_params_fields, 1}};

static const bool sample_everything_params_flag_by_default_fallback = true;
static const struct shape integer_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_MIN, INT64_MAX}};

static const struct shape integer_from_0_to_100_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(0), INT64_C(100)}};

static const int64_t sample_everything_params_percent_fallback = INT64_C(50);
static const struct shape integer_from_minus_9_to_9_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(-9), INT64_C(9)}};

static const int64_t sample_everything_params_lowest_fallback = INT64_MIN;
static const struct shape number_from_0_to_1_scalar = {.kind = SHAPE_NUMBER, .size = sizeof(double),
    .of.number = {0.0, 1.0}};

static const double sample_everything_params_ratio_fallback = 0.25;
static const struct shape number_over_minus_1_point_5_under_1_point_5_scalar = {.kind = SHAPE_NUMBER,
    .flags = SHAPE_MIN_EXCLUSIVE | SHAPE_MAX_EXCLUSIVE, .size = sizeof(double), .of.number = {-1.5, 1.5}};

static const struct shape number_scalar = {.kind = SHAPE_NUMBER, .size = sizeof(double),
    .of.number = {-__builtin_inf(), __builtin_inf()}};

static const struct shape string_from_1_to_16_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {1, 16, FORMAT_NONE}};

static const struct slice sample_everything_params_greeting_fallback = SLICE_INIT("hello, \"you\"\n\\ ?\? ü");
static const struct shape string_nul_scalar = {.kind = SHAPE_STRING, .flags = SHAPE_NUL, .size = sizeof(struct slice),
    .of.string = {0, UINT32_MAX, FORMAT_NONE}};

static const struct shape string_date_time_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, UINT32_MAX, FORMAT_DATE_TIME}};

static const struct slice sample_everything_params_level_words[] = {
    SLICE_INIT("low"),
    SLICE_INIT("high"),
};
static const struct shape sample_everything_params_level_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum sample_everything_params_level), .of.words = {sample_everything_params_level_words, 2}};

static const enum sample_everything_params_level sample_everything_params_level_fallback = SAMPLE_EVERYTHING_PARAMS_LEVEL_HIGH;
static const enum sample_color sample_everything_params_color_fallback = SAMPLE_COLOR_DARK_GREEN;
static const struct shape sample_everything_params_version_scalar = {.kind = SHAPE_CONST, .of.fixed = SLICE_INIT("v1")};

static const struct shape sample_everything_params_version_maybe_scalar = {.kind = SHAPE_CONST,
    .of.fixed = SLICE_INIT("v2")};

static const struct shape null_scalar = {.kind = SHAPE_NULL};

static const struct json_any sample_everything_params_any_by_default_fallback = {.text = SLICE_INIT("{\"a\":[1,\"two\",null]}")};
static const struct slice sample_everything_params_closed_b_fallback = SLICE_INIT("b");
static const struct shape_field sample_everything_params_closed_fields[] = {
    {.name = SLICE_INIT("a"), .quoted = SLICE_INIT("\"a\":"), .shape = &integer_scalar,
        .offset = offsetof(struct sample_everything_params_closed, a), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("b"), .quoted = SLICE_INIT("\"b\":"), .shape = &string_scalar,
        .fallback = &sample_everything_params_closed_b_fallback,
        .offset = offsetof(struct sample_everything_params_closed, b), .presence = FIELD_NO_PRESENCE},
};
static const struct shape sample_everything_params_closed_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct sample_everything_params_closed), .of.object = {sample_everything_params_closed_fields, 2}};

static const struct slice sample_everything_params_open_object_inner_deep_item_words[] = {
    SLICE_INIT("x"),
    SLICE_INIT("y"),
};
static const struct shape sample_everything_params_open_object_inner_deep_item_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum sample_everything_params_open_object_inner_deep_item),
    .of.words = {sample_everything_params_open_object_inner_deep_item_words, 2}};

static const struct shape sample_everything_params_open_object_inner_deep_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct sample_everything_params_open_object_inner_deep),
    .of.array = {&sample_everything_params_open_object_inner_deep_item_shape, 0, UINT32_MAX}};

static const struct shape_field sample_everything_params_open_object_inner_fields[] = {
    {.name = SLICE_INIT("deep"), .quoted = SLICE_INIT("\"deep\":"),
        .shape = &sample_everything_params_open_object_inner_deep_shape,
        .offset = offsetof(struct sample_everything_params_open_object_inner, deep), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
static const struct shape sample_everything_params_open_object_inner_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct sample_everything_params_open_object_inner),
    .of.object = {sample_everything_params_open_object_inner_fields, 1}};

static const struct shape_field sample_everything_params_open_object_fields[] = {
    {.name = SLICE_INIT("inner"), .quoted = SLICE_INIT("\"inner\":"),
        .shape = &sample_everything_params_open_object_inner_shape,
        .offset = offsetof(struct sample_everything_params_open_object, inner),
        .presence = offsetof(struct sample_everything_params_open_object, inner_is)},
};
static const struct shape sample_everything_params_open_object_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct sample_everything_params_open_object),
    .of.object = {sample_everything_params_open_object_fields, 1}};

static const struct shape sample_everything_params_empty_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct sample_everything_params_empty), .of.object = {NULL, 0}};

static const struct shape sample_everything_params_list_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct sample_everything_params_list), .of.array = {&integer_scalar, 1, 4}};

static const struct shape sample_everything_params_list_by_default_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct sample_everything_params_list_by_default), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct slice sample_everything_params_list_by_default_fallback_0[] = {SLICE_INIT("Read"), SLICE_INIT("Write")};
static const struct sample_everything_params_list_by_default sample_everything_params_list_by_default_fallback = {(struct slice *)sample_everything_params_list_by_default_fallback_0, 2};
static const struct shape sample_everything_params_empty_by_default_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct sample_everything_params_empty_by_default), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct sample_everything_params_empty_by_default sample_everything_params_empty_by_default_fallback = {NULL, 0};
static const struct shape sample_everything_params_matrix_item_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct sample_everything_params_matrix_item), .of.array = {&number_scalar, 0, UINT32_MAX}};

static const struct shape sample_everything_params_matrix_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct sample_everything_params_matrix),
    .of.array = {&sample_everything_params_matrix_item_shape, 0, UINT32_MAX}};

static const struct shape_field sample_everything_params_records_item_fields[] = {
    {.name = SLICE_INIT("key"), .quoted = SLICE_INIT("\"key\":"), .shape = &string_scalar,
        .offset = offsetof(struct sample_everything_params_records_item, key), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("value"), .quoted = SLICE_INIT("\"value\":"), .shape = &any_scalar,
        .offset = offsetof(struct sample_everything_params_records_item, value),
        .presence = offsetof(struct sample_everything_params_records_item, value_is)},
};
static const struct shape sample_everything_params_records_item_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct sample_everything_params_records_item),
    .of.object = {sample_everything_params_records_item_fields, 2}};

static const struct shape sample_everything_params_records_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct sample_everything_params_records),
    .of.array = {&sample_everything_params_records_item_shape, 0, UINT32_MAX}};

static const struct shape sample_everything_params_colors_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct sample_everything_params_colors), .of.array = {&sample_color_shape, 0, UINT32_MAX}};

static const struct shape sample_everything_params_map_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct sample_everything_params_map), .of.map = {.values = &integer_scalar,
    .value_offset = offsetof(struct sample_everything_params_map_pair, value),
    .pair_size = sizeof(struct sample_everything_params_map_pair), .min = 1, .max = 3}};

static const struct shape sample_everything_params_map_of_any_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct sample_everything_params_map_of_any), .of.map = {.values = &any_scalar,
    .value_offset = offsetof(struct sample_everything_params_map_of_any_pair, value),
    .pair_size = sizeof(struct sample_everything_params_map_of_any_pair), .min = 0, .max = UINT32_MAX}};

static const struct shape sample_everything_params_map_by_default_shape = {.kind = SHAPE_MAP,
    .size = sizeof(struct sample_everything_params_map_by_default), .of.map = {.values = &sample_names_shape,
    .value_offset = offsetof(struct sample_everything_params_map_by_default_pair, value),
    .pair_size = sizeof(struct sample_everything_params_map_by_default_pair), .min = 0, .max = UINT32_MAX}};

static const struct slice sample_everything_params_map_by_default_fallback_0[] = {SLICE_INIT("v")};
static const struct sample_everything_params_map_by_default_pair sample_everything_params_map_by_default_fallback_1[] = {{SLICE_INIT("k"), {(struct slice *)sample_everything_params_map_by_default_fallback_0, 1}}};
static const struct sample_everything_params_map_by_default sample_everything_params_map_by_default_fallback = {(struct sample_everything_params_map_by_default_pair *)sample_everything_params_map_by_default_fallback_1, 1};
static const struct shape sample_everything_params_changes_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct sample_everything_params_changes), .of.array = {&sample_change_shape, 0, 8}};

static const struct shape sample_everything_params_shape_circle_kind_scalar = {.kind = SHAPE_CONST,
    .of.fixed = SLICE_INIT("circle")};

static const struct shape number_over_0_scalar = {.kind = SHAPE_NUMBER, .flags = SHAPE_MIN_EXCLUSIVE,
    .size = sizeof(double), .of.number = {0.0, __builtin_inf()}};

static const struct shape_field sample_everything_params_shape_circle_fields[] = {
    {.name = SLICE_INIT("kind"), .quoted = SLICE_INIT("\"kind\":"),
        .shape = &sample_everything_params_shape_circle_kind_scalar, .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("radius"), .quoted = SLICE_INIT("\"radius\":"), .shape = &number_over_0_scalar,
        .offset = offsetof(struct sample_everything_params_shape_circle, radius), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
static const struct shape sample_everything_params_shape_circle_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct sample_everything_params_shape_circle),
    .of.object = {sample_everything_params_shape_circle_fields, 2}};

static const struct shape sample_everything_params_shape_square_kind_scalar = {.kind = SHAPE_CONST,
    .of.fixed = SLICE_INIT("square")};

static const struct shape_field sample_everything_params_shape_square_fields[] = {
    {.name = SLICE_INIT("kind"), .quoted = SLICE_INIT("\"kind\":"),
        .shape = &sample_everything_params_shape_square_kind_scalar, .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("side"), .quoted = SLICE_INIT("\"side\":"), .shape = &number_scalar,
        .offset = offsetof(struct sample_everything_params_shape_square, side), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
static const struct shape sample_everything_params_shape_square_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct sample_everything_params_shape_square),
    .of.object = {sample_everything_params_shape_square_fields, 2}};

static const struct shape_variant sample_everything_params_shape_variants[] = {
    {SLICE_INIT("circle"), &sample_everything_params_shape_circle_shape},
    {SLICE_INIT("square"), &sample_everything_params_shape_square_shape},
};
static const struct shape sample_everything_params_shape_shape = {.kind = SHAPE_UNION,
    .size = sizeof(struct sample_everything_params_shape), .of.tagged = {.tag = SLICE_INIT("kind"),
    .variants = sample_everything_params_shape_variants, .count = 2,
    .as_offset = offsetof(struct sample_everything_params_shape, as)}};

static const struct sample_everything_params_shape sample_everything_params_shape_fallback = {.kind = SAMPLE_EVERYTHING_PARAMS_SHAPE_KIND_SQUARE,
    .as.square = {.side = 2.0}};
static const int64_t sample_everything_params_maybe_count_fallback = INT64_C(7);
static const struct shape sample_everything_params_maybe_list_shape = {.kind = SHAPE_ARRAY,
    .size = sizeof(struct sample_everything_params_maybe_list), .of.array = {&string_scalar, 0, UINT32_MAX}};

static const struct shape sample_everything_params_maybe_change_add_op_scalar = {.kind = SHAPE_CONST,
    .of.fixed = SLICE_INIT("add")};

static const struct shape_field sample_everything_params_maybe_change_add_fields[] = {
    {.name = SLICE_INIT("op"), .quoted = SLICE_INIT("\"op\":"),
        .shape = &sample_everything_params_maybe_change_add_op_scalar, .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("n"), .quoted = SLICE_INIT("\"n\":"), .shape = &integer_scalar,
        .offset = offsetof(struct sample_everything_params_maybe_change_add, n), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
static const struct shape sample_everything_params_maybe_change_add_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct sample_everything_params_maybe_change_add),
    .of.object = {sample_everything_params_maybe_change_add_fields, 2}};

static const struct shape sample_everything_params_maybe_change_clear_op_scalar = {.kind = SHAPE_CONST,
    .of.fixed = SLICE_INIT("clear")};

static const struct shape_field sample_everything_params_maybe_change_clear_fields[] = {
    {.name = SLICE_INIT("op"), .quoted = SLICE_INIT("\"op\":"),
        .shape = &sample_everything_params_maybe_change_clear_op_scalar, .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
static const struct shape sample_everything_params_maybe_change_clear_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct sample_everything_params_maybe_change_clear),
    .of.object = {sample_everything_params_maybe_change_clear_fields, 1}};

static const struct shape_variant sample_everything_params_maybe_change_variants[] = {
    {SLICE_INIT("add"), &sample_everything_params_maybe_change_add_shape},
    {SLICE_INIT("clear"), &sample_everything_params_maybe_change_clear_shape},
};
static const struct shape sample_everything_params_maybe_change_shape = {.kind = SHAPE_UNION,
    .size = sizeof(struct sample_everything_params_maybe_change), .of.tagged = {.tag = SLICE_INIT("op"),
    .variants = sample_everything_params_maybe_change_variants, .count = 2,
    .as_offset = offsetof(struct sample_everything_params_maybe_change, as)}};

static const struct sample_record sample_everything_params_sample_fallback = {.id = SLICE_INIT("s1"),
    .color = SAMPLE_COLOR_RED, .color_is = FIELD_SET, .unix_ = true};
static const struct shape_field sample_everything_params_fields[] = {
    {.name = SLICE_INIT("flag"), .quoted = SLICE_INIT("\"flag\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct sample_everything_params, flag), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("flagByDefault"), .quoted = SLICE_INIT("\"flagByDefault\":"), .shape = &boolean_scalar,
        .fallback = &sample_everything_params_flag_by_default_fallback,
        .offset = offsetof(struct sample_everything_params, flag_by_default), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("count"), .quoted = SLICE_INIT("\"count\":"), .shape = &integer_scalar,
        .offset = offsetof(struct sample_everything_params, count), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("percent"), .quoted = SLICE_INIT("\"percent\":"), .shape = &integer_from_0_to_100_scalar,
        .fallback = &sample_everything_params_percent_fallback,
        .offset = offsetof(struct sample_everything_params, percent), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("between"), .quoted = SLICE_INIT("\"between\":"), .shape = &integer_from_minus_9_to_9_scalar,
        .offset = offsetof(struct sample_everything_params, between),
        .presence = offsetof(struct sample_everything_params, between_is)},
    {.name = SLICE_INIT("lowest"), .quoted = SLICE_INIT("\"lowest\":"), .shape = &integer_scalar,
        .fallback = &sample_everything_params_lowest_fallback,
        .offset = offsetof(struct sample_everything_params, lowest), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("ratio"), .quoted = SLICE_INIT("\"ratio\":"), .shape = &number_from_0_to_1_scalar,
        .fallback = &sample_everything_params_ratio_fallback,
        .offset = offsetof(struct sample_everything_params, ratio), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("open"), .quoted = SLICE_INIT("\"open\":"),
        .shape = &number_over_minus_1_point_5_under_1_point_5_scalar,
        .offset = offsetof(struct sample_everything_params, open),
        .presence = offsetof(struct sample_everything_params, open_is)},
    {.name = SLICE_INIT("number"), .quoted = SLICE_INIT("\"number\":"), .shape = &number_scalar,
        .offset = offsetof(struct sample_everything_params, number),
        .presence = offsetof(struct sample_everything_params, number_is)},
    {.name = SLICE_INIT("text"), .quoted = SLICE_INIT("\"text\":"), .shape = &string_from_1_to_16_scalar,
        .offset = offsetof(struct sample_everything_params, text), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("greeting"), .quoted = SLICE_INIT("\"greeting\":"), .shape = &string_scalar,
        .fallback = &sample_everything_params_greeting_fallback,
        .offset = offsetof(struct sample_everything_params, greeting), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("binary"), .quoted = SLICE_INIT("\"binary\":"), .shape = &string_nul_scalar,
        .offset = offsetof(struct sample_everything_params, binary),
        .presence = offsetof(struct sample_everything_params, binary_is)},
    {.name = SLICE_INIT("when"), .quoted = SLICE_INIT("\"when\":"), .shape = &string_date_time_scalar,
        .offset = offsetof(struct sample_everything_params, when),
        .presence = offsetof(struct sample_everything_params, when_is)},
    {.name = SLICE_INIT("link"), .quoted = SLICE_INIT("\"link\":"), .shape = &string_uri_scalar,
        .offset = offsetof(struct sample_everything_params, link),
        .presence = offsetof(struct sample_everything_params, link_is)},
    {.name = SLICE_INIT("level"), .quoted = SLICE_INIT("\"level\":"), .shape = &sample_everything_params_level_shape,
        .fallback = &sample_everything_params_level_fallback,
        .offset = offsetof(struct sample_everything_params, level), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("color"), .quoted = SLICE_INIT("\"color\":"), .shape = &sample_color_shape,
        .fallback = &sample_everything_params_color_fallback,
        .offset = offsetof(struct sample_everything_params, color), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("version"), .quoted = SLICE_INIT("\"version\":"),
        .shape = &sample_everything_params_version_scalar, .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("versionMaybe"), .quoted = SLICE_INIT("\"versionMaybe\":"),
        .shape = &sample_everything_params_version_maybe_scalar,
        .presence = offsetof(struct sample_everything_params, version_maybe_is)},
    {.name = SLICE_INIT("nothing"), .quoted = SLICE_INIT("\"nothing\":"), .shape = &null_scalar,
        .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("anything"), .quoted = SLICE_INIT("\"anything\":"), .shape = &any_scalar,
        .offset = offsetof(struct sample_everything_params, anything),
        .presence = offsetof(struct sample_everything_params, anything_is)},
    {.name = SLICE_INIT("annotated"), .quoted = SLICE_INIT("\"annotated\":"), .shape = &any_scalar,
        .offset = offsetof(struct sample_everything_params, annotated),
        .presence = offsetof(struct sample_everything_params, annotated_is)},
    {.name = SLICE_INIT("anyByDefault"), .quoted = SLICE_INIT("\"anyByDefault\":"), .shape = &any_scalar,
        .fallback = &sample_everything_params_any_by_default_fallback,
        .offset = offsetof(struct sample_everything_params, any_by_default), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("closed"), .quoted = SLICE_INIT("\"closed\":"), .shape = &sample_everything_params_closed_shape,
        .offset = offsetof(struct sample_everything_params, closed),
        .presence = offsetof(struct sample_everything_params, closed_is)},
    {.name = SLICE_INIT("openObject"), .quoted = SLICE_INIT("\"openObject\":"),
        .shape = &sample_everything_params_open_object_shape,
        .offset = offsetof(struct sample_everything_params, open_object),
        .presence = offsetof(struct sample_everything_params, open_object_is)},
    {.name = SLICE_INIT("empty"), .quoted = SLICE_INIT("\"empty\":"), .shape = &sample_everything_params_empty_shape,
        .offset = offsetof(struct sample_everything_params, empty),
        .presence = offsetof(struct sample_everything_params, empty_is)},
    {.name = SLICE_INIT("list"), .quoted = SLICE_INIT("\"list\":"), .shape = &sample_everything_params_list_shape,
        .offset = offsetof(struct sample_everything_params, list),
        .presence = offsetof(struct sample_everything_params, list_is)},
    {.name = SLICE_INIT("listByDefault"), .quoted = SLICE_INIT("\"listByDefault\":"),
        .shape = &sample_everything_params_list_by_default_shape,
        .fallback = &sample_everything_params_list_by_default_fallback,
        .offset = offsetof(struct sample_everything_params, list_by_default), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("emptyByDefault"), .quoted = SLICE_INIT("\"emptyByDefault\":"),
        .shape = &sample_everything_params_empty_by_default_shape,
        .fallback = &sample_everything_params_empty_by_default_fallback,
        .offset = offsetof(struct sample_everything_params, empty_by_default), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("matrix"), .quoted = SLICE_INIT("\"matrix\":"), .shape = &sample_everything_params_matrix_shape,
        .offset = offsetof(struct sample_everything_params, matrix),
        .presence = offsetof(struct sample_everything_params, matrix_is)},
    {.name = SLICE_INIT("records"), .quoted = SLICE_INIT("\"records\":"),
        .shape = &sample_everything_params_records_shape, .offset = offsetof(struct sample_everything_params, records),
        .presence = offsetof(struct sample_everything_params, records_is)},
    {.name = SLICE_INIT("colors"), .quoted = SLICE_INIT("\"colors\":"), .shape = &sample_everything_params_colors_shape,
        .offset = offsetof(struct sample_everything_params, colors),
        .presence = offsetof(struct sample_everything_params, colors_is)},
    {.name = SLICE_INIT("map"), .quoted = SLICE_INIT("\"map\":"), .shape = &sample_everything_params_map_shape,
        .offset = offsetof(struct sample_everything_params, map),
        .presence = offsetof(struct sample_everything_params, map_is)},
    {.name = SLICE_INIT("mapOfAny"), .quoted = SLICE_INIT("\"mapOfAny\":"),
        .shape = &sample_everything_params_map_of_any_shape,
        .offset = offsetof(struct sample_everything_params, map_of_any),
        .presence = offsetof(struct sample_everything_params, map_of_any_is)},
    {.name = SLICE_INIT("mapByDefault"), .quoted = SLICE_INIT("\"mapByDefault\":"),
        .shape = &sample_everything_params_map_by_default_shape,
        .fallback = &sample_everything_params_map_by_default_fallback,
        .offset = offsetof(struct sample_everything_params, map_by_default), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("change"), .quoted = SLICE_INIT("\"change\":"), .shape = &sample_change_shape,
        .offset = offsetof(struct sample_everything_params, change),
        .presence = offsetof(struct sample_everything_params, change_is)},
    {.name = SLICE_INIT("changes"), .quoted = SLICE_INIT("\"changes\":"),
        .shape = &sample_everything_params_changes_shape, .offset = offsetof(struct sample_everything_params, changes),
        .presence = offsetof(struct sample_everything_params, changes_is)},
    {.name = SLICE_INIT("shape"), .quoted = SLICE_INIT("\"shape\":"), .shape = &sample_everything_params_shape_shape,
        .fallback = &sample_everything_params_shape_fallback,
        .offset = offsetof(struct sample_everything_params, shape), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("maybeText"), .quoted = SLICE_INIT("\"maybeText\":"), .shape = &string_scalar,
        .offset = offsetof(struct sample_everything_params, maybe_text),
        .presence = offsetof(struct sample_everything_params, maybe_text_is), .flags = FIELD_NULLABLE},
    {.name = SLICE_INIT("maybeCount"), .quoted = SLICE_INIT("\"maybeCount\":"), .shape = &integer_scalar,
        .fallback = &sample_everything_params_maybe_count_fallback,
        .offset = offsetof(struct sample_everything_params, maybe_count),
        .presence = offsetof(struct sample_everything_params, maybe_count_is), .flags = FIELD_NULLABLE},
    {.name = SLICE_INIT("maybeNull"), .quoted = SLICE_INIT("\"maybeNull\":"), .shape = &integer_scalar,
        .offset = offsetof(struct sample_everything_params, maybe_null),
        .presence = offsetof(struct sample_everything_params, maybe_null_is), .flags = FIELD_NULLABLE},
    {.name = SLICE_INIT("requiredMaybe"), .quoted = SLICE_INIT("\"requiredMaybe\":"), .shape = &boolean_scalar,
        .offset = offsetof(struct sample_everything_params, required_maybe),
        .presence = offsetof(struct sample_everything_params, required_maybe_is),
        .flags = FIELD_REQUIRED | FIELD_NULLABLE},
    {.name = SLICE_INIT("maybeSample"), .quoted = SLICE_INIT("\"maybeSample\":"), .shape = &sample_record_shape,
        .offset = offsetof(struct sample_everything_params, maybe_sample),
        .presence = offsetof(struct sample_everything_params, maybe_sample_is), .flags = FIELD_NULLABLE},
    {.name = SLICE_INIT("maybeList"), .quoted = SLICE_INIT("\"maybeList\":"),
        .shape = &sample_everything_params_maybe_list_shape,
        .offset = offsetof(struct sample_everything_params, maybe_list),
        .presence = offsetof(struct sample_everything_params, maybe_list_is), .flags = FIELD_NULLABLE},
    {.name = SLICE_INIT("maybeChange"), .quoted = SLICE_INIT("\"maybeChange\":"),
        .shape = &sample_everything_params_maybe_change_shape,
        .offset = offsetof(struct sample_everything_params, maybe_change),
        .presence = offsetof(struct sample_everything_params, maybe_change_is), .flags = FIELD_NULLABLE},
    {.name = SLICE_INIT("sample"), .quoted = SLICE_INIT("\"sample\":"), .shape = &sample_record_shape,
        .fallback = &sample_everything_params_sample_fallback,
        .offset = offsetof(struct sample_everything_params, sample), .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("tree"), .quoted = SLICE_INIT("\"tree\":"), .shape = &sample_tree_node_shape,
        .offset = offsetof(struct sample_everything_params, tree),
        .presence = offsetof(struct sample_everything_params, tree_is)},
    {.name = SLICE_INIT("span"), .quoted = SLICE_INIT("\"span\":"), .shape = &shared_span_shape,
        .offset = offsetof(struct sample_everything_params, span),
        .presence = offsetof(struct sample_everything_params, span_is)},
    {.name = SLICE_INIT("int"), .quoted = SLICE_INIT("\"int\":"), .shape = &integer_scalar,
        .offset = offsetof(struct sample_everything_params, int_),
        .presence = offsetof(struct sample_everything_params, int__is)},
    {.name = SLICE_INIT("content-type"), .quoted = SLICE_INIT("\"content-type\":"), .shape = &string_scalar,
        .offset = offsetof(struct sample_everything_params, content_type),
        .presence = offsetof(struct sample_everything_params, content_type_is)},
    {.name = SLICE_INIT("password"), .quoted = SLICE_INIT("\"password\":"), .shape = &string_scalar,
        .offset = offsetof(struct sample_everything_params, password),
        .presence = offsetof(struct sample_everything_params, password_is)},
};
const struct shape sample_everything_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct sample_everything_params), .of.object = {sample_everything_params_fields, 50}};

static const struct shape_field sample_everything_result_closed_fields[] = {
    {.name = SLICE_INIT("a"), .quoted = SLICE_INIT("\"a\":"), .shape = &integer_scalar,
        .offset = offsetof(struct sample_everything_result_closed, a), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
static const struct shape sample_everything_result_closed_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct sample_everything_result_closed), .of.object = {sample_everything_result_closed_fields, 1}};

static const struct shape_field sample_everything_result_fields[] = {
    {.name = SLICE_INIT("closed"), .quoted = SLICE_INIT("\"closed\":"), .shape = &sample_everything_result_closed_shape,
        .offset = offsetof(struct sample_everything_result, closed),
        .presence = offsetof(struct sample_everything_result, closed_is)},
    {.name = SLICE_INIT("tree"), .quoted = SLICE_INIT("\"tree\":"), .shape = &sample_tree_node_shape,
        .offset = offsetof(struct sample_everything_result, tree),
        .presence = offsetof(struct sample_everything_result, tree_is)},
    {.name = SLICE_INIT("change"), .quoted = SLICE_INIT("\"change\":"), .shape = &sample_change_shape,
        .offset = offsetof(struct sample_everything_result, change),
        .presence = offsetof(struct sample_everything_result, change_is)},
    {.name = SLICE_INIT("anything"), .quoted = SLICE_INIT("\"anything\":"), .shape = &any_scalar,
        .offset = offsetof(struct sample_everything_result, anything), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("maybe"), .quoted = SLICE_INIT("\"maybe\":"), .shape = &string_scalar,
        .offset = offsetof(struct sample_everything_result, maybe),
        .presence = offsetof(struct sample_everything_result, maybe_is), .flags = FIELD_REQUIRED | FIELD_NULLABLE},
};
const struct shape sample_everything_result_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct sample_everything_result), .of.object = {sample_everything_result_fields, 5}};

static const bool sample_echo_params_upper_fallback = false;
static const struct shape string_to_64_scalar = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, 64, FORMAT_NONE}};

static const struct shape integer_from_1_to_100_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_C(100)}};

static const int64_t sample_echo_params_times_fallback = INT64_C(1);
static const struct shape_field sample_echo_params_fields[] = {
    {.name = SLICE_INIT("upper"), .quoted = SLICE_INIT("\"upper\":"), .shape = &boolean_scalar,
        .fallback = &sample_echo_params_upper_fallback, .offset = offsetof(struct sample_echo_params, upper),
        .presence = FIELD_NO_PRESENCE},
    {.name = SLICE_INIT("text"), .quoted = SLICE_INIT("\"text\":"), .shape = &string_to_64_scalar,
        .offset = offsetof(struct sample_echo_params, text), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("times"), .quoted = SLICE_INIT("\"times\":"), .shape = &integer_from_1_to_100_scalar,
        .fallback = &sample_echo_params_times_fallback, .offset = offsetof(struct sample_echo_params, times),
        .presence = FIELD_NO_PRESENCE},
};
const struct shape sample_echo_params_shape = {.kind = SHAPE_OBJECT, .flags = SHAPE_CLOSED,
    .size = sizeof(struct sample_echo_params), .of.object = {sample_echo_params_fields, 3}};

const struct shape sample_echo_result_shape = {.kind = SHAPE_STRING, .size = sizeof(struct slice),
    .of.string = {0, UINT32_MAX, FORMAT_NONE}};

const struct shape sample_wait_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct sample_wait_params),
    .of.object = {NULL, 0}};

static const struct shape_field sample_note_params_fields[] = {
    {.name = SLICE_INIT("line"), .quoted = SLICE_INIT("\"line\":"), .shape = &string_scalar,
        .offset = offsetof(struct sample_note_params, line), .presence = FIELD_NO_PRESENCE, .flags = FIELD_REQUIRED},
};
const struct shape sample_note_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct sample_note_params),
    .of.object = {sample_note_params_fields, 1}};

const struct shape sample_names_result_shape = {.kind = SHAPE_ARRAY, .size = sizeof(struct sample_names_result),
    .of.array = {&sample_record_shape, 0, UINT32_MAX}};

const struct shape sample_counts_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct sample_counts_params),
    .of.object = {NULL, 0}};

static const struct slice sample_set_mode_params_mode_words[] = {
    SLICE_INIT("on"),
    SLICE_INIT("off"),
};
static const struct shape sample_set_mode_params_mode_shape = {.kind = SHAPE_ENUM,
    .size = sizeof(enum sample_set_mode_params_mode), .of.words = {sample_set_mode_params_mode_words, 2}};

static const struct shape_field sample_set_mode_params_fields[] = {
    {.name = SLICE_INIT("mode"), .quoted = SLICE_INIT("\"mode\":"), .shape = &sample_set_mode_params_mode_shape,
        .offset = offsetof(struct sample_set_mode_params, mode), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape sample_set_mode_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct sample_set_mode_params),
    .of.object = {sample_set_mode_params_fields, 1}};

const struct shape sample_set_mode_result_shape = {.kind = SHAPE_NULL};

const struct shape sample_level_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct sample_level_params),
    .of.object = {NULL, 0}};

static const struct slice sample_level_result_words[] = {
    SLICE_INIT("low"),
    SLICE_INIT("high"),
};
const struct shape sample_level_result_shape = {.kind = SHAPE_ENUM, .size = sizeof(enum sample_level_result),
    .of.words = {sample_level_result_words, 2}};

static const struct shape integer_from_1_scalar = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t),
    .of.integer = {INT64_C(1), INT64_MAX}};

static const struct shape_field event_sample_changed_params_fields[] = {
    {.name = SLICE_INIT("change"), .quoted = SLICE_INIT("\"change\":"), .shape = &sample_change_shape,
        .offset = offsetof(struct event_sample_changed_params, change), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
    {.name = SLICE_INIT("seq"), .quoted = SLICE_INIT("\"seq\":"), .shape = &integer_from_1_scalar,
        .offset = offsetof(struct event_sample_changed_params, seq), .presence = FIELD_NO_PRESENCE,
        .flags = FIELD_REQUIRED},
};
const struct shape event_sample_changed_params_shape = {.kind = SHAPE_OBJECT,
    .size = sizeof(struct event_sample_changed_params), .of.object = {event_sample_changed_params_fields, 2}};

static const struct shape_field shared_sample_params_fields[] = {
    {.name = SLICE_INIT("sample"), .quoted = SLICE_INIT("\"sample\":"), .shape = &sample_record_shape,
        .offset = offsetof(struct shared_sample_params, sample),
        .presence = offsetof(struct shared_sample_params, sample_is)},
};
const struct shape shared_sample_params_shape = {.kind = SHAPE_OBJECT, .size = sizeof(struct shared_sample_params),
    .of.object = {shared_sample_params_fields, 1}};

const struct shape shared_sample_result_shape = {.kind = SHAPE_ANY, .size = sizeof(struct json_any)};

const struct method ping_method = {
    .name = SLICE_INIT("ping"),
    .params = &ping_params_shape,
    .result = &ping_result_shape,
    .callers = CALLER_CLIENT,
};

const struct method wire_shutdown_method = {
    .name = SLICE_INIT("shutdown"),
    .params = &wire_shutdown_params_shape,
    .result = &wire_shutdown_result_shape,
    .callers = CALLER_DAEMON,
};

const struct method get_url_list_method = {
    .name = SLICE_INIT("getURLList"),
    .params = &get_url_list_params_shape,
    .result = &get_url_list_result_shape,
    .callers = CALLER_DAEMON,
};

const struct method poke_method = {
    .name = SLICE_INIT("$/poke"),
    .params = &poke_params_shape,
    .callers = CALLER_CLIENT | CALLER_DAEMON,
    .flags = METHOD_NOTIFICATION,
};

const struct method sample_everything_method = {
    .name = SLICE_INIT("sample.everything"),
    .params = &sample_everything_params_shape,
    .result = &sample_everything_result_shape,
    .callers = CALLER_CLIENT | CALLER_EXECUTOR | CALLER_APP | CALLER_BRIDGE | CALLER_DAEMON,
};

static const uint8_t sample_echo_positional[] = {1, 2};
const struct method sample_echo_method = {
    .name = SLICE_INIT("sample.echo"),
    .params = &sample_echo_params_shape,
    .result = &sample_echo_result_shape,
    .positional = sample_echo_positional,
    .positional_count = 2,
    .callers = CALLER_CLIENT,
    .flags = METHOD_SECRET,
};

const struct method sample_wait_method = {
    .name = SLICE_INIT("sample.wait"),
    .params = &sample_wait_params_shape,
    .result = &sample_change_shape,
    .callers = CALLER_CLIENT,
    .flags = METHOD_WAITS,
};

const struct method sample_note_method = {
    .name = SLICE_INIT("sample.note"),
    .params = &sample_note_params_shape,
    .callers = CALLER_CLIENT | CALLER_BRIDGE,
    .flags = METHOD_NOTIFICATION,
};

const struct method sample_names_method = {
    .name = SLICE_INIT("sample.names"),
    .params = &sample_record_shape,
    .result = &sample_names_result_shape,
    .callers = CALLER_CLIENT,
};

const struct method sample_counts_method = {
    .name = SLICE_INIT("sample.counts"),
    .params = &sample_counts_params_shape,
    .result = &sample_counts_shape,
    .callers = CALLER_CLIENT,
};

const struct method sample_set_mode_method = {
    .name = SLICE_INIT("sample:setMode"),
    .params = &sample_set_mode_params_shape,
    .result = &sample_set_mode_result_shape,
    .callers = CALLER_APP,
};

const struct method sample_level_method = {
    .name = SLICE_INIT("sample.level"),
    .params = &sample_level_params_shape,
    .result = &sample_level_result_shape,
    .callers = CALLER_CLIENT,
};

const struct method shared_sample_method = {
    .name = SLICE_INIT("shared.sample"),
    .params = &shared_sample_params_shape,
    .result = &shared_sample_result_shape,
    .callers = CALLER_CLIENT,
};

const struct event_type event_sample_changed_event = {
    .name = SLICE_INIT("event.sampleChanged"),
    .params = &event_sample_changed_params_shape,
};

const struct event_type sample_created_event = {
    .name = SLICE_INIT("sample:created"),
    .params = &sample_record_shape,
};

const struct method *const contract_methods[] = {
    &ping_method,
    &wire_shutdown_method,
    &get_url_list_method,
    &poke_method,
    &sample_everything_method,
    &sample_echo_method,
    &sample_wait_method,
    &sample_note_method,
    &sample_names_method,
    &sample_counts_method,
    &sample_set_mode_method,
    &sample_level_method,
    &shared_sample_method,
};
const size_t contract_method_count = 13;

const struct event_type *const contract_events[] = {
    &event_sample_changed_event,
    &sample_created_event,
};
const size_t contract_event_count = 2;

const struct slice contract_secret_names[] = {
    SLICE_INIT("apiKey"),
    SLICE_INIT("password"),
};
const size_t contract_secret_name_count = 2;

const struct error_type contract_errors[] = {
    [ERROR_SAMPLE_FAILED] = {-32050, SLICE_INIT("sample_failed"), SLICE_INIT("It did not work: \"quoted\", back\\slash, why?\?!")},
    [ERROR_SAMPLE_BUSY] = {-32051, SLICE_INIT("sample_busy"), SLICE_INIT("It is busy.")},
    [ERROR_SHARED_GONE] = {-32052, SLICE_INIT("shared_gone"), SLICE_INIT("It is gone.")},
};

const char contract_openrpc[] =
    "{\"openrpc\":\"1.3.2\",\"info\":{\"title\":\"weir\",\"version\":\"1.0\",\"description\":\"A control plane for AI agents: JSON"
    "-RPC 2.0 over a Unix socket, one message per line.\"},\"methods\":[{\"name\":\"ping\",\"summary\":\"Is anyone there?\","
    "\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"boolean\"}},\"x-callers\":[\""
    "client\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"shutdown\",\"summary\":\"A function of libc has this nam"
    "e; the executor answers.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"timeout_ms\",\"schema\":{\"type\":\"intege"
    "r\",\"minimum\":0,\"default\":30000}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"ok\":{\"t"
    "ype\":\"boolean\"}},\"required\":[\"ok\"]}},\"x-callers\":[\"daemon\"],\"x-handler\":\"executor\",\"x-since\":\"1.0\"},{\"name\":"
    "\"getURLList\",\"summary\":\"A run of capitals is one word.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"na"
    "me\":\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"format\":\"uri\"}}},\"x-callers\":[\"daemon\"],\"x-h"
    "andler\":\"executor\",\"x-since\":\"1.0\"},{\"name\":\"$/poke\",\"summary\":\"Both ends take it.\",\"paramStructure\":\"by-nam"
    "e\",\"params\":[{\"name\":\"id\",\"required\":true,\"schema\":true}],\"x-callers\":[\"client\",\"daemon\"],\"x-handler\":\"peer\""
    ",\"x-since\":\"1.0\",\"x-notification\":true},{\"name\":\"sample.everything\",\"summary\":\"Takes one of each and gives i"
    "t back.\",\"description\":\"The second paragraph of the documentation.\\n\\nAnd a third, which is long enough that"
    " it has to be folded somewhere, as a line of a source file has at most a hundred and twenty columns.\",\"param"
    "Structure\":\"by-name\",\"params\":[{\"name\":\"flag\",\"required\":true,\"schema\":{\"type\":\"boolean\"}},{\"name\":\"flagByDe"
    "fault\",\"schema\":{\"type\":\"boolean\",\"default\":true}},{\"name\":\"count\",\"required\":true,\"schema\":{\"type\":\"integer"
    "\"}},{\"name\":\"percent\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":100,\"default\":50}},{\"name\":\"between\","
    "\"schema\":{\"type\":\"integer\",\"exclusiveMinimum\":-10,\"exclusiveMaximum\":10}},{\"name\":\"lowest\",\"schema\":{\"type\":"
    "\"integer\",\"default\":-9223372036854775808}},{\"name\":\"ratio\",\"schema\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1"
    ",\"default\":0.25}},{\"name\":\"open\",\"schema\":{\"type\":\"number\",\"exclusiveMinimum\":-1.5,\"exclusiveMaximum\":1.5}},"
    "{\"name\":\"number\",\"schema\":{\"type\":\"number\"}},{\"name\":\"text\",\"description\":\"At most sixteen, \\\"quotes\\\" and a"
    "ll.\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":16,\"description\":\"At most sixteen, "
    "\\\"quotes\\\" and all.\"}},{\"name\":\"greeting\",\"schema\":{\"type\":\"string\",\"default\":\"hello, \\\"you\\\"\\n\\\\ ?\? ü\"}},{\""
    "name\":\"binary\",\"schema\":{\"type\":\"string\",\"x-nul\":true}},{\"name\":\"when\",\"schema\":{\"type\":\"string\",\"format\":\"d"
    "ate-time\"}},{\"name\":\"link\",\"schema\":{\"type\":\"string\",\"format\":\"uri\"}},{\"name\":\"level\",\"schema\":{\"type\":\"stri"
    "ng\",\"enum\":[\"low\",\"high\"],\"default\":\"high\"}},{\"name\":\"color\",\"description\":\"A sibling of a reference.\",\"sche"
    "ma\":{\"$ref\":\"#/components/schemas/sample.Color\",\"description\":\"A sibling of a reference.\",\"default\":\"dark-gr"
    "een\"}},{\"name\":\"version\",\"required\":true,\"schema\":{\"const\":\"v1\"}},{\"name\":\"versionMaybe\",\"schema\":{\"const\":\""
    "v2\"}},{\"name\":\"nothing\",\"required\":true,\"schema\":{\"type\":\"null\"}},{\"name\":\"anything\",\"schema\":true},{\"name\":"
    "\"annotated\",\"description\":\"Any value too.\",\"schema\":{\"description\":\"Any value too.\",\"examples\":[{\"a\":[1,null"
    "]}]}},{\"name\":\"anyByDefault\",\"schema\":{\"default\":{\"a\":[1,\"two\",null]}}},{\"name\":\"closed\",\"description\":\"Refu"
    "ses what it does not know.\",\"schema\":{\"description\":\"Refuses what it does not know.\",\"type\":\"object\",\"proper"
    "ties\":{\"a\":{\"type\":\"integer\"},\"b\":{\"type\":\"string\",\"default\":\"b\"}},\"required\":[\"a\"],\"additionalProperties\":f"
    "alse}},{\"name\":\"openObject\",\"schema\":{\"type\":\"object\",\"properties\":{\"inner\":{\"type\":\"object\",\"properties\":{\""
    "deep\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"x\",\"y\"]}}},\"required\":[\"deep\"]}},\"additionalProperti"
    "es\":true}},{\"name\":\"empty\",\"schema\":{\"type\":\"object\"}},{\"name\":\"list\",\"schema\":{\"type\":\"array\",\"items\":{\"typ"
    "e\":\"integer\"},\"minItems\":1,\"maxItems\":4}},{\"name\":\"listByDefault\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\""
    "string\"},\"default\":[\"Read\",\"Write\"]}},{\"name\":\"emptyByDefault\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"str"
    "ing\"},\"default\":[]}},{\"name\":\"matrix\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":{\"type\":\"numb"
    "er\"}}}},{\"name\":\"records\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"key\":{\"type\":\"str"
    "ing\"},\"value\":true},\"required\":[\"key\"]}}},{\"name\":\"colors\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/compo"
    "nents/schemas/sample.Color\"}}},{\"name\":\"map\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integ"
    "er\"},\"minProperties\":1,\"maxProperties\":3}},{\"name\":\"mapOfAny\",\"schema\":{\"type\":\"object\",\"additionalPropertie"
    "s\":{}}},{\"name\":\"mapByDefault\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/components/schema"
    "s/sample.Names\"},\"default\":{\"k\":[\"v\"]}}},{\"name\":\"change\",\"schema\":{\"$ref\":\"#/components/schemas/sample.Chan"
    "ge\"}},{\"name\":\"changes\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/sample.Change\"},\"maxI"
    "tems\":8}},{\"name\":\"shape\",\"schema\":{\"oneOf\":[{\"type\":\"object\",\"properties\":{\"kind\":{\"const\":\"circle\"},\"radiu"
    "s\":{\"type\":\"number\",\"exclusiveMinimum\":0}},\"required\":[\"kind\",\"radius\"]},{\"type\":\"object\",\"properties\":{\"kin"
    "d\":{\"const\":\"square\"},\"side\":{\"type\":\"number\"}},\"required\":[\"kind\",\"side\"]}],\"default\":{\"kind\":\"square\",\"sid"
    "e\":2}}},{\"name\":\"maybeText\",\"schema\":{\"type\":[\"string\",\"null\"]}},{\"name\":\"maybeCount\",\"schema\":{\"type\":[\"int"
    "eger\",\"null\"],\"default\":7}},{\"name\":\"maybeNull\",\"schema\":{\"type\":[\"integer\",\"null\"],\"default\":null}},{\"name\""
    ":\"requiredMaybe\",\"required\":true,\"schema\":{\"type\":[\"boolean\",\"null\"]}},{\"name\":\"maybeSample\",\"schema\":{\"oneO"
    "f\":[{\"$ref\":\"#/components/schemas/sample.Sample\"},{\"type\":\"null\"}]}},{\"name\":\"maybeList\",\"schema\":{\"anyOf\":["
    "{\"type\":\"array\",\"items\":{\"type\":\"string\"}},{\"type\":\"null\"}]}},{\"name\":\"maybeChange\",\"schema\":{\"oneOf\":[{\"typ"
    "e\":\"object\",\"properties\":{\"op\":{\"const\":\"add\"},\"n\":{\"type\":\"integer\"}},\"required\":[\"op\",\"n\"]},{\"type\":\"objec"
    "t\",\"properties\":{\"op\":{\"const\":\"clear\"}},\"required\":[\"op\"]},{\"type\":\"null\"}]}},{\"name\":\"sample\",\"schema\":{\"$"
    "ref\":\"#/components/schemas/sample.Sample\",\"default\":{\"id\":\"s1\",\"color\":\"red\"}}},{\"name\":\"tree\",\"schema\":{\"$r"
    "ef\":\"#/components/schemas/sample.TreeNode\"}},{\"name\":\"span\",\"schema\":{\"$ref\":\"#/components/schemas/shared.Sp"
    "an\"}},{\"name\":\"int\",\"description\":\"A keyword of C.\",\"deprecated\":true,\"schema\":{\"type\":\"integer\",\"descriptio"
    "n\":\"A keyword of C.\",\"deprecated\":true}},{\"name\":\"content-type\",\"description\":\"A name that C cannot spell.\","
    "\"schema\":{\"type\":\"string\",\"description\":\"A name that C cannot spell.\"}},{\"name\":\"password\",\"schema\":{\"type\":"
    "\"string\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"closed\":{\"type\":\"object\",\"pro"
    "perties\":{\"a\":{\"type\":\"integer\"}},\"required\":[\"a\"],\"additionalProperties\":false},\"tree\":{\"$ref\":\"#/component"
    "s/schemas/sample.TreeNode\"},\"change\":{\"$ref\":\"#/components/schemas/sample.Change\"},\"anything\":true,\"maybe\":{"
    "\"type\":[\"string\",\"null\"]}},\"required\":[\"anything\",\"maybe\"]}},\"errors\":[{\"$ref\":\"#/components/errors/sample_f"
    "ailed\"},{\"$ref\":\"#/components/errors/shared_gone\"}],\"x-callers\":[\"client\",\"executor\",\"app\",\"bridge\",\"daemon\""
    "],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"sample.echo\",\"summary\":\"Say a text several times.\",\"paramSt"
    "ructure\":\"either\",\"params\":[{\"name\":\"text\",\"required\":true,\"schema\":{\"type\":\"string\",\"maxLength\":64}},{\"name"
    "\":\"times\",\"schema\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":100,\"default\":1}},{\"name\":\"upper\",\"schema\":{\"type"
    "\":\"boolean\",\"default\":false}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"string\"}},\"x-callers\":[\"client\"],"
    "\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-closed\":true,\"x-secret\":true,\"x-positional\":[\"text\",\"times\"]},{\"name"
    "\":\"sample.wait\",\"summary\":\"Answers when it is told to.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"na"
    "me\":\"result\",\"schema\":{\"$ref\":\"#/components/schemas/sample.Change\"}},\"errors\":[{\"$ref\":\"#/components/errors/"
    "sample_busy\"}],\"x-callers\":[\"client\"],\"x-handler\":\"daemon\",\"x-since\":\"1.1\",\"x-waits\":true},{\"name\":\"sample.n"
    "ote\",\"summary\":\"Is never answered.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"line\",\"required\":true,\"sch"
    "ema\":{\"type\":\"string\"}}],\"x-callers\":[\"client\",\"bridge\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\",\"x-notificatio"
    "n\":true},{\"name\":\"sample.names\",\"summary\":\"Answers an array.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\""
    "id\",\"required\":true,\"schema\":{\"$ref\":\"#/components/schemas/sample.SampleId\"}},{\"name\":\"color\",\"schema\":{\"$re"
    "f\":\"#/components/schemas/sample.Color\"}},{\"name\":\"unix\",\"description\":\"A name that is a macro for some compi"
    "lers.\",\"schema\":{\"type\":\"boolean\",\"default\":true,\"description\":\"A name that is a macro for some compilers.\"}"
    "}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/sample.Sample\"}}"
    "},\"x-callers\":[\"client\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"sample.counts\",\"summary\":\"Answers a "
    "declared map.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"$ref\":\"#/componen"
    "ts/schemas/sample.Counts\"}},\"x-callers\":[\"client\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"sample:set"
    "Mode\",\"summary\":\"Answers null; its name has the other separator.\",\"paramStructure\":\"by-name\",\"params\":[{\"nam"
    "e\":\"mode\",\"required\":true,\"schema\":{\"type\":\"string\",\"enum\":[\"on\",\"off\"]}}],\"result\":{\"name\":\"result\",\"schema"
    "\":{\"type\":\"null\"}},\"x-callers\":[\"app\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"sample.level\",\"summary"
    "\":\"Answers a word.\",\"paramStructure\":\"by-name\",\"params\":[],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"strin"
    "g\",\"enum\":[\"low\",\"high\"]}},\"x-callers\":[\"client\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"shared.samp"
    "le\",\"summary\":\"Needs a type of the namespace that needs this one's types.\",\"paramStructure\":\"by-name\",\"param"
    "s\":[{\"name\":\"sample\",\"schema\":{\"$ref\":\"#/components/schemas/sample.Sample\"}}],\"result\":{\"name\":\"result\",\"sch"
    "ema\":true},\"x-callers\":[\"client\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"}],\"x-events\":[{\"name\":\"event.sampleCh"
    "anged\",\"summary\":\"Something changed.\",\"description\":\"Goes to every client.\",\"params\":{\"type\":\"object\",\"prope"
    "rties\":{\"change\":{\"$ref\":\"#/components/schemas/sample.Change\"},\"seq\":{\"type\":\"integer\",\"minimum\":1}},\"requir"
    "ed\":[\"change\",\"seq\"]},\"x-since\":\"1.0\"},{\"name\":\"sample:created\",\"summary\":\"Its parameters are a declared typ"
    "e.\",\"params\":{\"$ref\":\"#/components/schemas/sample.Sample\"},\"x-since\":\"1.0\"}],\"components\":{\"schemas\":{\"sampl"
    "e.Color\":{\"description\":\"A colour; */ ends no comment.\",\"type\":\"string\",\"enum\":[\"red\",\"dark-green\",\"lightBlu"
    "e\"]},\"sample.Sample\":{\"description\":\"Has its namespace's name, so it is a record.\",\"type\":\"object\",\"properti"
    "es\":{\"id\":{\"$ref\":\"#/components/schemas/sample.SampleId\"},\"color\":{\"$ref\":\"#/components/schemas/sample.Color"
    "\"},\"unix\":{\"type\":\"boolean\",\"default\":true,\"description\":\"A name that is a macro for some compilers.\"}},\"req"
    "uired\":[\"id\"]},\"sample.SampleId\":{\"description\":\"A type that is a plain string in C.\",\"type\":\"string\",\"minLe"
    "ngth\":1,\"maxLength\":8},\"sample.Names\":{\"description\":\"A declared array.\",\"type\":\"array\",\"items\":{\"type\":\"str"
    "ing\"}},\"sample.Counts\":{\"description\":\"A declared map.\",\"type\":\"object\",\"additionalProperties\":{\"type\":\"inte"
    "ger\",\"minimum\":0}},\"sample.TreeNode\":{\"description\":\"Holds itself through an array and through a map.\",\"type"
    "\":\"object\",\"properties\":{\"label\":{\"type\":\"string\"},\"children\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/"
    "schemas/sample.TreeNode\"}},\"named\":{\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/components/schemas/sam"
    "ple.TreeNode\"}}},\"required\":[\"label\",\"children\"]},\"sample.Created\":{\"type\":\"object\",\"properties\":{\"type\":{\"c"
    "onst\":\"created\"},\"sample\":{\"$ref\":\"#/components/schemas/sample.Sample\"}},\"required\":[\"type\",\"sample\"],\"addit"
    "ionalProperties\":false},\"sample.Change\":{\"description\":\"What happened; type tells.\",\"oneOf\":[{\"$ref\":\"#/comp"
    "onents/schemas/sample.Created\"},{\"type\":\"object\",\"properties\":{\"type\":{\"type\":\"string\",\"const\":\"recolored\"},"
    "\"from\":{\"$ref\":\"#/components/schemas/sample.Color\"},\"to\":{\"$ref\":\"#/components/schemas/sample.Color\"}},\"requ"
    "ired\":[\"type\",\"to\"]},{\"type\":\"object\",\"properties\":{\"type\":{\"const\":\"default\"}},\"required\":[\"type\"]}]},\"shar"
    "ed.Span\":{\"type\":\"object\",\"properties\":{\"from\":{\"type\":\"integer\",\"minimum\":0},\"to\":{\"type\":[\"integer\",\"null\""
    "],\"minimum\":0}},\"required\":[\"from\"]}},\"errors\":{\"sample_failed\":{\"code\":-32050,\"message\":\"It did not work: \\"
    "\"quoted\\\", back\\\\slash, why?\?!\",\"data\":{\"code\":\"sample_failed\"}},\"sample_busy\":{\"code\":-32051,\"message\":\"It "
    "is busy.\",\"data\":{\"code\":\"sample_busy\"}},\"shared_gone\":{\"code\":-32052,\"message\":\"It is gone.\",\"data\":{\"code\""
    ":\"shared_gone\"}}}}}";
const size_t contract_openrpc_size = sizeof(contract_openrpc) - 1;

const char contract_openrpc_app[] =
    "{\"openrpc\":\"1.3.2\",\"info\":{\"title\":\"weir\",\"version\":\"1.0\",\"description\":\"A control plane for AI agents: JSON"
    "-RPC 2.0 over a Unix socket, one message per line.\"},\"methods\":[{\"name\":\"sample.everything\",\"summary\":\"Takes"
    " one of each and gives it back.\",\"description\":\"The second paragraph of the documentation.\\n\\nAnd a third, w"
    "hich is long enough that it has to be folded somewhere, as a line of a source file has at most a hundred and"
    " twenty columns.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"flag\",\"required\":true,\"schema\":{\"type\":\"bool"
    "ean\"}},{\"name\":\"flagByDefault\",\"schema\":{\"type\":\"boolean\",\"default\":true}},{\"name\":\"count\",\"required\":true,\""
    "schema\":{\"type\":\"integer\"}},{\"name\":\"percent\",\"schema\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":100,\"default\""
    ":50}},{\"name\":\"between\",\"schema\":{\"type\":\"integer\",\"exclusiveMinimum\":-10,\"exclusiveMaximum\":10}},{\"name\":\"l"
    "owest\",\"schema\":{\"type\":\"integer\",\"default\":-9223372036854775808}},{\"name\":\"ratio\",\"schema\":{\"type\":\"number\""
    ",\"minimum\":0,\"maximum\":1,\"default\":0.25}},{\"name\":\"open\",\"schema\":{\"type\":\"number\",\"exclusiveMinimum\":-1.5,\""
    "exclusiveMaximum\":1.5}},{\"name\":\"number\",\"schema\":{\"type\":\"number\"}},{\"name\":\"text\",\"description\":\"At most s"
    "ixteen, \\\"quotes\\\" and all.\",\"required\":true,\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":16,\"descrip"
    "tion\":\"At most sixteen, \\\"quotes\\\" and all.\"}},{\"name\":\"greeting\",\"schema\":{\"type\":\"string\",\"default\":\"hello"
    ", \\\"you\\\"\\n\\\\ ?\? ü\"}},{\"name\":\"binary\",\"schema\":{\"type\":\"string\",\"x-nul\":true}},{\"name\":\"when\",\"schema\":{\"ty"
    "pe\":\"string\",\"format\":\"date-time\"}},{\"name\":\"link\",\"schema\":{\"type\":\"string\",\"format\":\"uri\"}},{\"name\":\"level"
    "\",\"schema\":{\"type\":\"string\",\"enum\":[\"low\",\"high\"],\"default\":\"high\"}},{\"name\":\"color\",\"description\":\"A siblin"
    "g of a reference.\",\"schema\":{\"$ref\":\"#/components/schemas/sample.Color\",\"description\":\"A sibling of a refere"
    "nce.\",\"default\":\"dark-green\"}},{\"name\":\"version\",\"required\":true,\"schema\":{\"const\":\"v1\"}},{\"name\":\"versionMa"
    "ybe\",\"schema\":{\"const\":\"v2\"}},{\"name\":\"nothing\",\"required\":true,\"schema\":{\"type\":\"null\"}},{\"name\":\"anything\""
    ",\"schema\":true},{\"name\":\"annotated\",\"description\":\"Any value too.\",\"schema\":{\"description\":\"Any value too.\","
    "\"examples\":[{\"a\":[1,null]}]}},{\"name\":\"anyByDefault\",\"schema\":{\"default\":{\"a\":[1,\"two\",null]}}},{\"name\":\"clo"
    "sed\",\"description\":\"Refuses what it does not know.\",\"schema\":{\"description\":\"Refuses what it does not know.\""
    ",\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"},\"b\":{\"type\":\"string\",\"default\":\"b\"}},\"required\":[\"a\"],"
    "\"additionalProperties\":false}},{\"name\":\"openObject\",\"schema\":{\"type\":\"object\",\"properties\":{\"inner\":{\"type\":"
    "\"object\",\"properties\":{\"deep\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"x\",\"y\"]}}},\"required\":[\"deep"
    "\"]}},\"additionalProperties\":true}},{\"name\":\"empty\",\"schema\":{\"type\":\"object\"}},{\"name\":\"list\",\"schema\":{\"typ"
    "e\":\"array\",\"items\":{\"type\":\"integer\"},\"minItems\":1,\"maxItems\":4}},{\"name\":\"listByDefault\",\"schema\":{\"type\":\""
    "array\",\"items\":{\"type\":\"string\"},\"default\":[\"Read\",\"Write\"]}},{\"name\":\"emptyByDefault\",\"schema\":{\"type\":\"arr"
    "ay\",\"items\":{\"type\":\"string\"},\"default\":[]}},{\"name\":\"matrix\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"arra"
    "y\",\"items\":{\"type\":\"number\"}}}},{\"name\":\"records\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"propert"
    "ies\":{\"key\":{\"type\":\"string\"},\"value\":true},\"required\":[\"key\"]}}},{\"name\":\"colors\",\"schema\":{\"type\":\"array\","
    "\"items\":{\"$ref\":\"#/components/schemas/sample.Color\"}}},{\"name\":\"map\",\"schema\":{\"type\":\"object\",\"additionalPr"
    "operties\":{\"type\":\"integer\"},\"minProperties\":1,\"maxProperties\":3}},{\"name\":\"mapOfAny\",\"schema\":{\"type\":\"obje"
    "ct\",\"additionalProperties\":{}}},{\"name\":\"mapByDefault\",\"schema\":{\"type\":\"object\",\"additionalProperties\":{\"$r"
    "ef\":\"#/components/schemas/sample.Names\"},\"default\":{\"k\":[\"v\"]}}},{\"name\":\"change\",\"schema\":{\"$ref\":\"#/compon"
    "ents/schemas/sample.Change\"}},{\"name\":\"changes\",\"schema\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schem"
    "as/sample.Change\"},\"maxItems\":8}},{\"name\":\"shape\",\"schema\":{\"oneOf\":[{\"type\":\"object\",\"properties\":{\"kind\":{"
    "\"const\":\"circle\"},\"radius\":{\"type\":\"number\",\"exclusiveMinimum\":0}},\"required\":[\"kind\",\"radius\"]},{\"type\":\"ob"
    "ject\",\"properties\":{\"kind\":{\"const\":\"square\"},\"side\":{\"type\":\"number\"}},\"required\":[\"kind\",\"side\"]}],\"defaul"
    "t\":{\"kind\":\"square\",\"side\":2}}},{\"name\":\"maybeText\",\"schema\":{\"type\":[\"string\",\"null\"]}},{\"name\":\"maybeCount"
    "\",\"schema\":{\"type\":[\"integer\",\"null\"],\"default\":7}},{\"name\":\"maybeNull\",\"schema\":{\"type\":[\"integer\",\"null\"],"
    "\"default\":null}},{\"name\":\"requiredMaybe\",\"required\":true,\"schema\":{\"type\":[\"boolean\",\"null\"]}},{\"name\":\"mayb"
    "eSample\",\"schema\":{\"oneOf\":[{\"$ref\":\"#/components/schemas/sample.Sample\"},{\"type\":\"null\"}]}},{\"name\":\"maybeL"
    "ist\",\"schema\":{\"anyOf\":[{\"type\":\"array\",\"items\":{\"type\":\"string\"}},{\"type\":\"null\"}]}},{\"name\":\"maybeChange\","
    "\"schema\":{\"oneOf\":[{\"type\":\"object\",\"properties\":{\"op\":{\"const\":\"add\"},\"n\":{\"type\":\"integer\"}},\"required\":[\""
    "op\",\"n\"]},{\"type\":\"object\",\"properties\":{\"op\":{\"const\":\"clear\"}},\"required\":[\"op\"]},{\"type\":\"null\"}]}},{\"nam"
    "e\":\"sample\",\"schema\":{\"$ref\":\"#/components/schemas/sample.Sample\",\"default\":{\"id\":\"s1\",\"color\":\"red\"}}},{\"na"
    "me\":\"tree\",\"schema\":{\"$ref\":\"#/components/schemas/sample.TreeNode\"}},{\"name\":\"span\",\"schema\":{\"$ref\":\"#/comp"
    "onents/schemas/shared.Span\"}},{\"name\":\"int\",\"description\":\"A keyword of C.\",\"deprecated\":true,\"schema\":{\"typ"
    "e\":\"integer\",\"description\":\"A keyword of C.\",\"deprecated\":true}},{\"name\":\"content-type\",\"description\":\"A nam"
    "e that C cannot spell.\",\"schema\":{\"type\":\"string\",\"description\":\"A name that C cannot spell.\"}},{\"name\":\"pas"
    "sword\",\"schema\":{\"type\":\"string\"}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"object\",\"properties\":{\"close"
    "d\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},\"required\":[\"a\"],\"additionalProperties\":false},\"tr"
    "ee\":{\"$ref\":\"#/components/schemas/sample.TreeNode\"},\"change\":{\"$ref\":\"#/components/schemas/sample.Change\"},\""
    "anything\":true,\"maybe\":{\"type\":[\"string\",\"null\"]}},\"required\":[\"anything\",\"maybe\"]}},\"errors\":[{\"$ref\":\"#/co"
    "mponents/errors/sample_failed\"},{\"$ref\":\"#/components/errors/shared_gone\"}],\"x-callers\":[\"client\",\"executor\""
    ",\"app\",\"bridge\",\"daemon\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"},{\"name\":\"sample:setMode\",\"summary\":\"Answers "
    "null; its name has the other separator.\",\"paramStructure\":\"by-name\",\"params\":[{\"name\":\"mode\",\"required\":true"
    ",\"schema\":{\"type\":\"string\",\"enum\":[\"on\",\"off\"]}}],\"result\":{\"name\":\"result\",\"schema\":{\"type\":\"null\"}},\"x-cal"
    "lers\":[\"app\"],\"x-handler\":\"daemon\",\"x-since\":\"1.0\"}],\"x-events\":[],\"components\":{\"schemas\":{\"sample.Color\":{"
    "\"description\":\"A colour; */ ends no comment.\",\"type\":\"string\",\"enum\":[\"red\",\"dark-green\",\"lightBlue\"]},\"samp"
    "le.Sample\":{\"description\":\"Has its namespace's name, so it is a record.\",\"type\":\"object\",\"properties\":{\"id\":"
    "{\"$ref\":\"#/components/schemas/sample.SampleId\"},\"color\":{\"$ref\":\"#/components/schemas/sample.Color\"},\"unix\":"
    "{\"type\":\"boolean\",\"default\":true,\"description\":\"A name that is a macro for some compilers.\"}},\"required\":[\"i"
    "d\"]},\"sample.SampleId\":{\"description\":\"A type that is a plain string in C.\",\"type\":\"string\",\"minLength\":1,\"m"
    "axLength\":8},\"sample.Names\":{\"description\":\"A declared array.\",\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"sa"
    "mple.Counts\":{\"description\":\"A declared map.\",\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\",\"mini"
    "mum\":0}},\"sample.TreeNode\":{\"description\":\"Holds itself through an array and through a map.\",\"type\":\"object\""
    ",\"properties\":{\"label\":{\"type\":\"string\"},\"children\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/sa"
    "mple.TreeNode\"}},\"named\":{\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#/components/schemas/sample.TreeNo"
    "de\"}}},\"required\":[\"label\",\"children\"]},\"sample.Created\":{\"type\":\"object\",\"properties\":{\"type\":{\"const\":\"cre"
    "ated\"},\"sample\":{\"$ref\":\"#/components/schemas/sample.Sample\"}},\"required\":[\"type\",\"sample\"],\"additionalPrope"
    "rties\":false},\"sample.Change\":{\"description\":\"What happened; type tells.\",\"oneOf\":[{\"$ref\":\"#/components/sch"
    "emas/sample.Created\"},{\"type\":\"object\",\"properties\":{\"type\":{\"type\":\"string\",\"const\":\"recolored\"},\"from\":{\"$"
    "ref\":\"#/components/schemas/sample.Color\"},\"to\":{\"$ref\":\"#/components/schemas/sample.Color\"}},\"required\":[\"ty"
    "pe\",\"to\"]},{\"type\":\"object\",\"properties\":{\"type\":{\"const\":\"default\"}},\"required\":[\"type\"]}]},\"shared.Span\":{"
    "\"type\":\"object\",\"properties\":{\"from\":{\"type\":\"integer\",\"minimum\":0},\"to\":{\"type\":[\"integer\",\"null\"],\"minimum"
    "\":0}},\"required\":[\"from\"]}},\"errors\":{\"sample_failed\":{\"code\":-32050,\"message\":\"It did not work: \\\"quoted\\\","
    " back\\\\slash, why?\?!\",\"data\":{\"code\":\"sample_failed\"}},\"sample_busy\":{\"code\":-32051,\"message\":\"It is busy.\","
    "\"data\":{\"code\":\"sample_busy\"}},\"shared_gone\":{\"code\":-32052,\"message\":\"It is gone.\",\"data\":{\"code\":\"shared_g"
    "one\"}}}}}";
const size_t contract_openrpc_app_size = sizeof(contract_openrpc_app) - 1;
