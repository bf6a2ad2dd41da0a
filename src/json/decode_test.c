#include "json/decode.h"

#include <errno.h>

#include "contract/sample.h"
#include "unit/check.h"
#include "json/read.h"

/* What sample.everything cannot do without. */
#define REQUIRED "\"flag\":true,\"count\":1,\"text\":\"x\",\"version\":\"v1\",\"requiredMaybe\":null,\"nothing\":null"

static struct arena arena = ARENA_LIMITED(1 << 20);
static struct decode_error error;

static int forget(void **state)
{
    (void)state;
    arena_clear(&arena);
    return 0;
}

static yyjson_val *parse(const char *text)
{
    yyjson_val *root = NULL;
    struct json_error problem = {0};
    if (json_read(&arena, slice_of(text), &root, &problem) != 0)
        fail_msg("not JSON: %s", text);
    return root;
}

static int decode_everything(const char *text, struct sample_everything_params *ret)
{
    error = (struct decode_error){0};
    memset(ret, 0xa5, sizeof *ret);
    return json_decode(&arena, &sample_everything_params_shape, parse(text), "params", ret, &error);
}

/* The required fields and these. */
static int decode_more(const char *fields, struct sample_everything_params *ret)
{
    char text[4096];
    (void)snprintf(text, sizeof text, "{%s%s%s}", REQUIRED, *fields ? "," : "", fields);
    return decode_everything(text, ret);
}

static void fills_required_fields(void **state)
{
    struct sample_everything_params params;
    (void)state;
    assert_int_equal(decode_more("", &params), 0);
    assert_true(params.flag);
    assert_int_equal(params.count, 1);
    assert_slice(params.text, "x");
    assert_int_equal(params.required_maybe_is, FIELD_NULL);
    assert_int_equal(params.between_is, FIELD_ABSENT);
    assert_int_equal(params.anything_is, FIELD_ABSENT);
    assert_int_equal(params.maybe_text_is, FIELD_ABSENT);
    assert_int_equal(params.change_is, FIELD_ABSENT);
}

static void fills_defaults(void **state)
{
    struct sample_everything_params params;
    (void)state;
    assert_int_equal(decode_more("", &params), 0);
    assert_true(params.flag_by_default);
    assert_int_equal(params.percent, 50);
    assert_true(params.lowest == INT64_MIN);
    assert_true(params.ratio == 0.25);
    assert_slice(params.greeting, "hello, \"you\"\n\\ ?? ü");
    assert_int_equal(params.level, SAMPLE_EVERYTHING_PARAMS_LEVEL_HIGH);
    assert_int_equal(params.color, SAMPLE_COLOR_DARK_GREEN);
    assert_slice(params.any_by_default.text, "{\"a\":[1,\"two\",null]}");
    assert_int_equal(params.list_by_default.count, 2);
    assert_slice(params.list_by_default.items[1], "Write");
    assert_int_equal(params.empty_by_default.count, 0);
    assert_int_equal(params.map_by_default.count, 1);
    assert_slice(params.map_by_default.items[0].key, "k");
    assert_slice(params.map_by_default.items[0].value.items[0], "v");
    assert_int_equal(params.shape.kind, SAMPLE_EVERYTHING_PARAMS_SHAPE_KIND_SQUARE);
    assert_true(params.shape.as.square.side == 2);
    assert_int_equal(params.maybe_count_is, FIELD_SET);
    assert_int_equal(params.maybe_count, 7);
    assert_int_not_equal(params.maybe_null_is, FIELD_SET); /* a default of null is as good as none */
    assert_slice(params.sample.id, "s1");
    assert_int_equal(params.sample.color, SAMPLE_COLOR_RED);
    assert_true(params.sample.unix_);
}

static void what_is_sent_goes_before_defaults(void **state)
{
    struct sample_everything_params params;
    (void)state;
    assert_int_equal(decode_more("\"flagByDefault\":false,\"percent\":0,\"greeting\":\"\",\"listByDefault\":[],"
                                 "\"maybeCount\":null,\"maybeNull\":3,\"sample\":{\"id\":\"z\",\"unix\":false}",
                                 &params),
                     0);
    assert_false(params.flag_by_default);
    assert_int_equal(params.percent, 0);
    assert_int_equal(params.greeting.size, 0);
    assert_int_equal(params.list_by_default.count, 0);
    assert_int_equal(params.maybe_count_is, FIELD_NULL);
    assert_int_equal(params.maybe_null_is, FIELD_SET);
    assert_int_equal(params.maybe_null, 3);
    assert_slice(params.sample.id, "z");
    assert_int_equal(params.sample.color_is, FIELD_ABSENT);
    assert_false(params.sample.unix_);
}

static void takes_every_kind(void **state)
{
    struct sample_everything_params params;
    (void)state;
    assert_int_equal(
        decode_more(
            "\"between\":-9,\"open\":1.4999,\"number\":1e3,\"binary\":\"a\\u0000b\",\"when\":\"2026-01-31T12:00:00Z\","
            "\"link\":\"https://example.org\",\"level\":\"low\",\"versionMaybe\":\"v2\",\"anything\":[1,{\"x\":null}],"
            "\"closed\":{\"a\":5},\"openObject\":{\"inner\":{\"deep\":[\"y\",\"x\"]},\"other\":1},\"empty\":{\"z\":1},"
            "\"list\":[1,2,3,4],\"matrix\":[[],[0.5,-1]],\"records\":[{\"key\":\"k\",\"value\":null},{\"key\":\"l\"}],"
            "\"colors\":[\"lightBlue\"],\"map\":{\"a\":1,\"b\":-2},\"mapOfAny\":{\"\":[]},"
            "\"changes\":[{\"type\":\"default\"},{\"sample\":{\"id\":\"1\"},\"type\":\"created\"}],"
            "\"maybeSample\":null,\"maybeList\":[\"m\"],\"maybeChange\":{\"op\":\"add\",\"n\":4},"
            "\"span\":{\"from\":1,\"to\":null},\"int\":9,\"content-type\":\"t\"",
            &params),
        0);
    assert_int_equal(params.between, -9);
    assert_true(params.number == 1000);
    assert_int_equal(params.binary.size, 3);
    assert_int_equal(params.level, SAMPLE_EVERYTHING_PARAMS_LEVEL_LOW);
    assert_int_equal(params.version_maybe_is, FIELD_SET);
    assert_int_equal(params.anything_is, FIELD_SET);
    assert_int_equal(yyjson_arr_size((yyjson_val *)params.anything.value), 2);
    assert_slice(params.closed.b, "b");
    assert_int_equal(params.open_object.inner.deep.count, 2);
    assert_int_equal(params.open_object.inner.deep.items[0], SAMPLE_EVERYTHING_PARAMS_OPEN_OBJECT_INNER_DEEP_ITEM_Y);
    assert_int_equal(params.list.items[3], 4);
    assert_int_equal(params.matrix.items[0].count, 0);
    assert_true(params.matrix.items[1].items[1] == -1);
    assert_int_equal(params.records.items[0].value_is, FIELD_SET);
    assert_int_equal(params.records.items[1].value_is, FIELD_ABSENT);
    assert_int_equal(params.colors.items[0], SAMPLE_COLOR_LIGHT_BLUE);
    assert_slice(params.map.items[1].key, "b");
    assert_int_equal(params.map.items[1].value, -2);
    assert_int_equal(params.changes.items[0].kind, SAMPLE_CHANGE_KIND_DEFAULT);
    assert_slice(params.changes.items[1].as.created.sample.id, "1");
    assert_int_equal(params.maybe_sample_is, FIELD_NULL);
    assert_slice(params.maybe_list.items[0], "m");
    assert_int_equal(params.maybe_change.as.add.n, 4);
    assert_int_equal(params.span.to_is, FIELD_NULL);
    assert_int_equal(params.int_, 9);
    assert_slice(params.content_type, "t");
}

static void strings_have_a_nul_behind_them(void **state)
{
    struct sample_everything_params params;
    (void)state;
    assert_int_equal(decode_more("\"greeting\":\"\\u00fc!\",\"map\":{\"key\":1}", &params), 0);
    assert_string_equal(params.greeting.data, "ü!");
    assert_string_equal(params.map.items[0].key.data, "key");
}

static void refuses_with_the_path(void **state)
{
    static const struct {
        const char *fields, *path, *message;
    } cases[] = {
        {"\"between\":-10", "params.between", "must be at least -9"},
        {"\"between\":10", "params.between", "must be at most 9"},
        {"\"percent\":101", "params.percent", "must be at most 100"},
        {"\"percent\":-1", "params.percent", "must be at least 0"},
        {"\"percent\":1.5", "params.percent", "must be a whole number"},
        {"\"percent\":\"1\"", "params.percent", "must be a whole number, not a string"},
        {"\"percent\":null", "params.percent", "must be a whole number, not null"},
        {"\"percent\":9223372036854775808", "params.percent", "is out of the range of 64 bits"},
        {"\"ratio\":1.0001", "params.ratio", "must be at most 1"},
        {"\"open\":1.5", "params.open", "must be less than 1.5"},
        {"\"open\":-1.5", "params.open", "must be more than -1.5"},
        {"\"number\":\"1\"", "params.number", "must be a number, not a string"},
        {"\"number\":1e999", "params.number", "is out of the range of a double"},
        {"\"greeting\":1", "params.greeting", "must be a string, not a number"},
        {"\"greeting\":\"a\\u0000\"", "params.greeting", "must not contain U+0000"},
        {"\"when\":\"yesterday\"", "params.when", "must be a time such as 2026-01-31T12:00:00Z"},
        {"\"link\":\"/etc\"", "params.link", "must be a URI such as https://example.org/a"},
        {"\"level\":\"LOW\"", "params.level", "must be one of: low, high"},
        {"\"level\":3", "params.level", "must be a string, not a number"},
        {"\"color\":\"\"", "params.color", "must be one of: red, dark-green, lightBlue"},
        {"\"versionMaybe\":\"v1\"", "params.versionMaybe", "must be \"v2\""},
        {"\"flagByDefault\":\"true\"", "params.flagByDefault", "must be a boolean, not a string"},
        {"\"closed\":{}", "params.closed.a", "is missing"},
        {"\"closed\":{\"a\":1,\"c\":1}", "params.closed.c", "is not a known field"},
        {"\"closed\":[]", "params.closed", "must be an object, not an array"},
        {"\"openObject\":{\"inner\":{\"deep\":[\"x\",\"z\"]}}", "params.openObject.inner.deep[1]",
         "must be one of: x, y"},
        {"\"list\":[]", "params.list", "must have at least 1 items"},
        {"\"list\":[1,2,3,4,5]", "params.list", "must have at most 4 items"},
        {"\"list\":{}", "params.list", "must be an array, not an object"},
        {"\"list\":[1,true]", "params.list[1]", "must be a whole number, not a boolean"},
        {"\"matrix\":[[1],[2,\"3\"]]", "params.matrix[1][1]", "must be a number, not a string"},
        {"\"records\":[{\"key\":\"k\"},{}]", "params.records[1].key", "is missing"},
        {"\"map\":{}", "params.map", "must have at least 1 items"},
        {"\"map\":{\"a\":1,\"b\":2,\"c\":3,\"d\":4}", "params.map", "must have at most 3 items"},
        {"\"map\":{\"a\":1,\"b\":\"2\"}", "params.map.b", "must be a whole number, not a string"},
        {"\"map\":{\"a\\u0000\":1}", "params.map", "has a key with U+0000"},
        {"\"change\":{}", "params.change.type", "is missing"},
        {"\"change\":{\"type\":\"gone\"}", "params.change.type", "names no known variant"},
        {"\"change\":{\"type\":1}", "params.change.type", "must be a string, not a number"},
        {"\"change\":\"created\"", "params.change", "must be an object, not a string"},
        {"\"change\":{\"type\":\"created\",\"sample\":{\"id\":\"1\"},\"x\":1}", "params.change.x",
         "is not a known field"},
        {"\"changes\":[{\"type\":\"default\"},{\"type\":\"recolored\",\"to\":\"pink\"}]", "params.changes[1].to",
         "must be one of: red, dark-green, lightBlue"},
        {"\"maybeText\":1", "params.maybeText", "must be a string, not a number"},
        {"\"maybeSample\":{\"id\":\"\"}", "params.maybeSample.id", "must not be empty"},
        {"\"maybeSample\":{\"id\":\"123456789\"}", "params.maybeSample.id", "must have at most 8 characters"},
        {"\"tree\":{\"label\":\"\",\"children\":[{\"label\":\"\",\"children\":[],\"named\":{\"n\":{\"label\":\"\"}}}]}",
         "params.tree.children[0].named.n.children", "is missing"},
        {"\"empty\":1", "params.empty", "must be an object, not a number"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sample_everything_params params;
        int r = decode_more(cases[i].fields, &params);
        if (r != -EINVAL)
            fail_msg("%s: %d", cases[i].fields, r);
        assert_string_equal(error.path, cases[i].path);
        assert_string_equal(error.message, cases[i].message);
    }
}

static void refuses_a_missing_required_field(void **state)
{
    static const char *const fields[][2] = {
        {"flag", "\"flag\":true"},
        {"count", "\"count\":1"},
        {"text", "\"text\":\"x\""},
        {"version", "\"version\":\"v1\""},
        {"requiredMaybe", "\"requiredMaybe\":null"},
        {"nothing", "\"nothing\":null"},
    };
    (void)state;
    for (size_t left_out = 0; left_out < 6; left_out++) {
        struct sample_everything_params params;
        struct buf text = BUF_LIMITED(1024);
        char path[64];
        for (size_t i = 0; i < 6; i++)
            if (i != left_out)
                buf_printf(&text, "%c%s", text.size ? ',' : '{', fields[i][1]);
        buf_append_text(&text, "}");
        assert_int_equal(buf_terminate(&text), 0);
        assert_int_equal(decode_everything(text.data, &params), -EINVAL);
        (void)snprintf(path, sizeof path, "params.%s", fields[left_out][0]);
        assert_string_equal(error.path, path);
        assert_string_equal(error.message, "is missing");
        buf_clear(&text);
    }
}

static void counts_code_points(void **state)
{
    struct sample_everything_params params;
    (void)state;
    assert_int_equal(decode_everything("{\"flag\":true,\"count\":1,\"text\":\"üüüüüüüüüüüüüüü😀\",\"version\":\"v1\","
                                       "\"requiredMaybe\":true,\"nothing\":null}",
                                       &params),
                     0);
    assert_int_equal(params.required_maybe_is, FIELD_SET);
    assert_int_equal(decode_everything("{\"flag\":true,\"count\":1,\"text\":\"12345678901234567\",\"version\":\"v1\","
                                       "\"requiredMaybe\":true,\"nothing\":null}",
                                       &params),
                     -EINVAL);
    assert_string_equal(error.message, "must have at most 16 characters");
}

static void a_long_path_is_cut_and_ends(void **state)
{
    struct buf text = BUF_LIMITED(64 << 10);
    struct sample_everything_params params;
    (void)state;
    buf_append_text(&text, "{\"map\":{\"");
    for (int i = 0; i < 5000; i++)
        buf_append_text(&text, "k");
    buf_append_text(&text, "\":true}}");
    assert_int_equal(buf_terminate(&text), 0);
    assert_int_equal(decode_everything(text.data, &params), -EINVAL);
    assert_true(memchr(error.path, '\0', sizeof error.path));
    assert_int_equal(strncmp(error.path, "params.map.kkk", 14), 0);
    buf_clear(&text);
}

static void absent_params_are_an_empty_object(void **state)
{
    struct sample_everything_params everything;
    struct shared_span span;
    struct sample_wait_params nothing;
    (void)state;
    assert_int_equal(json_decode(&arena, &sample_wait_params_shape, NULL, "params", &nothing, &error), 0);
    assert_int_equal(json_decode(&arena, &sample_everything_params_shape, NULL, "params", &everything, &error),
                     -EINVAL);
    assert_string_equal(error.path, "params.flag");
    assert_int_equal(json_decode(&arena, &shared_span_shape, NULL, "params", &span, &error), -EINVAL);
}

static int decode_echo(const char *array, struct sample_echo_params *ret)
{
    const struct method *method = &sample_echo_method;
    return json_decode_positional(&arena, method->params, parse(array), method->positional, method->positional_count,
                                  "params", ret, &error);
}

static void takes_fields_by_position(void **state)
{
    struct sample_echo_params params;
    (void)state;
    assert_int_equal(decode_echo("[\"a\",3]", &params), 0);
    assert_slice(params.text, "a");
    assert_int_equal(params.times, 3);
    assert_false(params.upper);
    assert_int_equal(decode_echo("[\"b\"]", &params), 0);
    assert_int_equal(params.times, 1);
    assert_int_equal(decode_echo("[]", &params), -EINVAL);
    assert_string_equal(error.path, "params.text");
    assert_string_equal(error.message, "is missing");
    assert_int_equal(decode_echo("[\"a\",101]", &params), -EINVAL);
    assert_string_equal(error.path, "params[1]");
    assert_string_equal(error.message, "must be at most 100");
    assert_int_equal(decode_echo("[\"a\",1,true]", &params), -EINVAL);
    assert_string_equal(error.path, "params");
    assert_string_equal(error.message, "has 3 items, the limit is 2");
}

static void a_method_without_positions_takes_an_empty_array_at_most(void **state)
{
    struct sample_wait_params params;
    (void)state;
    const struct method *method = &sample_wait_method;
    assert_int_equal(json_decode_positional(&arena, method->params, parse("[]"), method->positional,
                                            method->positional_count, "params", &params, &error),
                     0);
    assert_int_equal(json_decode_positional(&arena, method->params, parse("[1]"), method->positional,
                                            method->positional_count, "params", &params, &error),
                     -EINVAL);
    assert_string_equal(error.message, "must be an object, not an array");
}

static void results_of_every_shape(void **state)
{
    struct sample_names_result names;
    struct sample_counts counts;
    enum sample_level_result level;
    struct sample_change change;
    char nothing;
    (void)state;
    assert_int_equal(json_decode(&arena, sample_names_method.result, parse("[{\"id\":\"1\"},{\"id\":\"2\"}]"), "result",
                                 &names, &error),
                     0);
    assert_slice(names.items[1].id, "2");
    assert_int_equal(json_decode(&arena, sample_counts_method.result, parse("{\"a\":1}"), "result", &counts, &error),
                     0);
    assert_int_equal(counts.items[0].value, 1);
    assert_int_equal(json_decode(&arena, sample_level_method.result, parse("\"high\""), "result", &level, &error), 0);
    assert_int_equal(level, SAMPLE_LEVEL_RESULT_HIGH);
    assert_int_equal(json_decode(&arena, sample_wait_method.result, parse("{\"type\":\"recolored\",\"to\":\"red\"}"),
                                 "result", &change, &error),
                     0);
    assert_int_equal(change.as.recolored.from_is, FIELD_ABSENT);
    assert_int_equal(json_decode(&arena, sample_set_mode_method.result, parse("null"), "result", &nothing, &error), 0);
    assert_int_equal(json_decode(&arena, sample_set_mode_method.result, parse("1"), "result", &nothing, &error),
                     -EINVAL);
    assert_string_equal(error.path, "result");
    assert_string_equal(error.message, "must be null, not a number");
}

static void says_so_when_memory_ends(void **state)
{
    struct arena small = ARENA_LIMITED(16 << 10);
    struct buf text = BUF_LIMITED(64 << 10);
    struct sample_names_result names;
    (void)state;
    for (int i = 0; i < 1000; i++)
        buf_printf(&text, "%c{\"id\":\"1\"}", i ? ',' : '[');
    buf_append_text(&text, "]");
    assert_int_equal(buf_terminate(&text), 0);
    assert_int_equal(json_decode(&small, sample_names_method.result, parse(text.data), "result", &names, &error),
                     -ENOMEM);
    buf_clear(&text);
    arena_clear(&small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(fills_required_fields, forget),
        cmocka_unit_test_teardown(fills_defaults, forget),
        cmocka_unit_test_teardown(what_is_sent_goes_before_defaults, forget),
        cmocka_unit_test_teardown(takes_every_kind, forget),
        cmocka_unit_test_teardown(strings_have_a_nul_behind_them, forget),
        cmocka_unit_test_teardown(refuses_with_the_path, forget),
        cmocka_unit_test_teardown(refuses_a_missing_required_field, forget),
        cmocka_unit_test_teardown(counts_code_points, forget),
        cmocka_unit_test_teardown(a_long_path_is_cut_and_ends, forget),
        cmocka_unit_test_teardown(absent_params_are_an_empty_object, forget),
        cmocka_unit_test_teardown(takes_fields_by_position, forget),
        cmocka_unit_test_teardown(a_method_without_positions_takes_an_empty_array_at_most, forget),
        cmocka_unit_test_teardown(results_of_every_shape, forget),
        cmocka_unit_test_teardown(says_so_when_memory_ends, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
