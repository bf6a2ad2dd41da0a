#include "json/copy.h"

#include <stdlib.h>

#include "contract/sample.h"
#include "contract/shared.h"
#include "unit/check.h"
#include "unit/everything.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"

/* Frees the arena and fills its block again, so that whoever still looks into it sees something else. */
static void overwrite(struct arena *arena)
{
    arena_reset(arena);
    void *place = arena_alloc(arena, 15 << 10);
    assert_non_null(place);
    memset(place, 0xa5, 15 << 10);
    arena_clear(arena);
}

/* Decodes the text, copies, and gives the original's memory away; so the copy has to stand alone. */
static void check_copy(const struct shape *shape, const char *text)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct buf out = BUF_LIMITED(64 << 10), original = BUF_LIMITED(64 << 10);
    struct json_error problem;
    struct decode_error error;
    yyjson_val *root = NULL;
    void *value = calloc(1, shape->size + 1), *copy = malloc(shape->size + 1);
    assert_int_equal(json_read(&arena, slice_of(text), &root, &problem), 0);
    assert_int_equal(json_decode(&arena, shape, root, "value", value, &error), 0);
    assert_int_equal(json_encode(&original, shape, value), 0);

    size_t size = json_copy_size(shape, value);
    char *block = size ? malloc(size) : NULL;
    memset(copy, 0xa5, shape->size);
    json_copy(shape, value, copy, block);
    memset(value, 0xa5, shape->size);
    overwrite(&arena);

    assert_int_equal(json_encode(&out, shape, copy), 0);
    assert_int_equal(buf_terminate(&original), 0);
    assert_buf(&out, original.data);
    free(block);
    free(value);
    free(copy);
    buf_clear(&out);
    buf_clear(&original);
}

static void a_copy_of_everything_stands_alone(void **state)
{
    (void)state;
    check_copy(&sample_everything_params_shape, EVERYTHING);
}

static void a_copy_of_little_stands_alone(void **state)
{
    (void)state;
    check_copy(&sample_everything_params_shape,
               "{\"flag\":true,\"count\":1,\"text\":\"x\",\"version\":\"v1\",\"requiredMaybe\":null,\"nothing\":null}");
    check_copy(&sample_wait_params_shape, "{}");
    check_copy(sample_names_method.result, "[]");
    check_copy(sample_names_method.result, "[{\"id\":\"1\"}]");
    check_copy(sample_counts_method.result, "{\"a\":1,\"b\":2}");
    check_copy(sample_level_method.result, "\"high\"");
    check_copy(sample_set_mode_method.result, "null");
}

static void any_value_is_copied_deeply(void **state)
{
    static const char *const texts[] = {"1",  "\"s\"", "null",
                                        "[]", "{}",    "[[[\"deep\"]],{\"k\":[1,2,{\"l\":\"m\"}]},3]"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_copy(shared_sample_method.result, texts[i]);
}

static void text_that_is_json_is_copied(void **state)
{
    char text[] = "[1,2]";
    struct json_any any = {.text = {text, 5}}, copy;
    (void)state;
    const struct shape *shape = &(struct shape){.kind = SHAPE_ANY, .size = sizeof any};
    char *block = malloc(json_copy_size(shape, &any));
    json_copy(shape, &any, &copy, block);
    text[1] = 'x';
    assert_slice(copy.text, "[1,2]");
    assert_null(copy.value);
    free(block);
}

static void nothing_to_point_to_needs_no_block(void **state)
{
    struct sample_wait_params params = {0}, copy;
    (void)state;
    assert_int_equal(json_copy_size(&sample_wait_params_shape, &params), 0);
    json_copy(&sample_wait_params_shape, &params, &copy, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_of_everything_stands_alone),  cmocka_unit_test(a_copy_of_little_stands_alone),
        cmocka_unit_test(any_value_is_copied_deeply),         cmocka_unit_test(text_that_is_json_is_copied),
        cmocka_unit_test(nothing_to_point_to_needs_no_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
