#include "json/encode.h"

#include <errno.h>
#include <math.h>

#include "contract/sample.h"
#include "unit/check.h"
#include "unit/everything.h"
#include "json/decode.h"
#include "json/read.h"

static void decoded_comes_back_as_it_was(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct buf out = BUF_LIMITED(64 << 10);
    struct json_error problem;
    struct decode_error error;
    struct sample_everything_params params;
    yyjson_val *root = NULL;
    (void)state;
    assert_int_equal(json_read(&arena, SLICE(EVERYTHING), &root, &problem), 0);
    assert_int_equal(json_decode(&arena, &sample_everything_params_shape, root, "params", &params, &error), 0);
    assert_int_equal(json_encode(&out, &sample_everything_params_shape, &params), 0);
    assert_buf(&out, EVERYTHING);
    buf_clear(&out);
    arena_clear(&arena);
}

static void leaves_out_what_is_absent(void **state)
{
    struct buf out = BUF_LIMITED(4096);
    (void)state;
    struct sample_record record = {.id = SLICE("1"), .color = SAMPLE_COLOR_LIGHT_BLUE, .unix_ = true};
    assert_int_equal(json_encode(&out, &sample_record_shape, &record), 0);
    assert_buf(&out, "{\"id\":\"1\",\"unix\":true}");
    buf_reset(&out, 4096);
    record.color_is = FIELD_SET;
    assert_int_equal(json_encode(&out, &sample_record_shape, &record), 0);
    assert_buf(&out, "{\"id\":\"1\",\"color\":\"lightBlue\",\"unix\":true}");
    buf_clear(&out);
}

static void writes_null_where_null_is_meant_or_required(void **state)
{
    struct buf out = BUF_LIMITED(4096);
    (void)state;
    struct sample_everything_result result = {.maybe_is = FIELD_ABSENT};
    assert_int_equal(json_encode(&out, &sample_everything_result_shape, &result), 0);
    assert_buf(&out, "{\"anything\":null,\"maybe\":null}");
    buf_reset(&out, 4096);
    result.maybe_is = FIELD_SET;
    result.maybe = SLICE("m");
    result.anything.text = SLICE("[1]");
    assert_int_equal(json_encode(&out, &sample_everything_result_shape, &result), 0);
    assert_buf(&out, "{\"anything\":[1],\"maybe\":\"m\"}");
    buf_clear(&out);
}

static void results_of_every_shape(void **state)
{
    struct buf out = BUF_LIMITED(4096);
    struct sample_record records[] = {{.id = SLICE("1")}, {.id = SLICE("2")}};
    struct sample_counts_pair pairs[] = {{SLICE("a"), 1}, {SLICE("b\""), 2}};
    (void)state;
    json_encode(&out, sample_names_method.result, &(struct sample_names_result){records, 2});
    json_encode(&out, sample_names_method.result, &(struct sample_names_result){NULL, 0});
    json_encode(&out, sample_counts_method.result, &(struct sample_counts){pairs, 2});
    json_encode(&out, sample_level_method.result, &(enum sample_level_result){SAMPLE_LEVEL_RESULT_LOW});
    json_encode(&out, sample_set_mode_method.result, NULL);
    json_encode(&out, sample_wait_method.result, &(struct sample_change){.kind = SAMPLE_CHANGE_KIND_DEFAULT});
    json_encode(&out, &sample_wait_params_shape, &(struct sample_wait_params){0});
    assert_buf(&out, "[{\"id\":\"1\",\"unix\":false},{\"id\":\"2\",\"unix\":false}][]{\"a\":1,\"b\\\"\":2}\"low\"null"
                     "{\"type\":\"default\"}{}");
    buf_clear(&out);
}

static void refuses_a_word_or_variant_that_is_none(void **state)
{
    struct buf out = BUF_LIMITED(4096);
    int wrong = 99;
    struct sample_change change = {0};
    (void)state;
    assert_int_equal(json_encode(&out, sample_level_method.result, &wrong), -EINVAL);
    buf_reset(&out, 4096);
    wrong = -1;
    assert_int_equal(json_encode(&out, sample_level_method.result, &wrong), -EINVAL);
    buf_reset(&out, 4096);
    memcpy(&change.kind, &(int){77}, sizeof change.kind);
    assert_int_equal(json_encode(&out, sample_wait_method.result, &change), -EINVAL);
    buf_clear(&out);
}

static void tells_when_the_buffer_is_full(void **state)
{
    struct sample_record records[100];
    struct buf out = BUF_LIMITED(500);
    (void)state;
    for (size_t i = 0; i < 100; i++)
        records[i] = (struct sample_record){.id = SLICE("12345678")};
    assert_int_equal(json_encode(&out, sample_names_method.result, &(struct sample_names_result){records, 100}),
                     -ENOBUFS);
    assert_true(out.size <= 500);
    buf_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decoded_comes_back_as_it_was),
        cmocka_unit_test(leaves_out_what_is_absent),
        cmocka_unit_test(writes_null_where_null_is_meant_or_required),
        cmocka_unit_test(results_of_every_shape),
        cmocka_unit_test(refuses_a_word_or_variant_that_is_none),
        cmocka_unit_test(tells_when_the_buffer_is_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
