#include "json/assign.h"

#include "unit/check.h"

static const struct shape number = {.kind = SHAPE_INTEGER, .size = sizeof(int64_t)};
static const struct shape text = {.kind = SHAPE_STRING, .size = sizeof(struct slice)};

struct wish {
    struct slice who, title, stranger;
    enum field_is title_is;
    int64_t count, size;
    enum field_is count_is, size_is;
};

#define FIELD(type, field, name_, shape_, presence_)                                                                   \
    {                                                                                                                  \
        .name = SLICE_INIT(name_), .shape = &(shape_), .offset = offsetof(struct type, field), .presence = (presence_) \
    }

static const struct shape_field wish_fields[] = {
    FIELD(wish, who, "who", text, FIELD_NO_PRESENCE),
    FIELD(wish, stranger, "stranger", text, FIELD_NO_PRESENCE),
    FIELD(wish, title, "title", text, offsetof(struct wish, title_is)),
    FIELD(wish, count, "count", number, offsetof(struct wish, count_is)),
    FIELD(wish, size, "size", number, offsetof(struct wish, size_is)),
};
static const struct shape wish_shape = {
    .kind = SHAPE_OBJECT, .size = sizeof(struct wish), .of.object = {wish_fields, 5}};

struct thing {
    int64_t count, other;
    struct slice title, size, who;
    enum field_is title_is, size_is;
};

static const struct shape_field thing_fields[] = {
    FIELD(thing, count, "count", number, FIELD_NO_PRESENCE),
    FIELD(thing, other, "other", number, FIELD_NO_PRESENCE),
    FIELD(thing, title, "title", text, offsetof(struct thing, title_is)),
    FIELD(thing, size, "size", text, offsetof(struct thing, size_is)),
    FIELD(thing, who, "who", text, FIELD_NO_PRESENCE),
};
static const struct shape thing_shape = {
    .kind = SHAPE_OBJECT, .size = sizeof(struct thing), .of.object = {thing_fields, 5}};

static void what_is_there_is_given(void **state)
{
    const struct wish wish = {
        .who = SLICE("me"), .title = SLICE("new"), .title_is = FIELD_SET, .count = 3, .count_is = FIELD_SET};
    struct thing thing = {.count = 1, .other = 2};
    (void)state;
    assert_true(json_assign(&wish_shape, &wish, &thing_shape, &thing));
    assert_int_equal(thing.count, 3);
    assert_int_equal(thing.other, 2);
    assert_int_equal(thing.title_is, FIELD_SET);
    assert_true(slice_is(thing.title, "new"));
    assert_true(slice_is(thing.who, "me"));
}

static void what_is_absent_stays_and_what_is_null_goes(void **state)
{
    struct wish wish = {.who = SLICE("me"), .title_is = FIELD_ABSENT};
    struct thing thing = {.count = 1, .title = SLICE("old"), .title_is = FIELD_SET};
    (void)state;
    assert_true(json_assign(&wish_shape, &wish, &thing_shape, &thing));
    assert_int_equal(thing.count, 1);
    assert_true(thing.title_is == FIELD_SET && slice_is(thing.title, "old"));
    wish.title_is = FIELD_NULL;
    assert_true(json_assign(&wish_shape, &wish, &thing_shape, &thing));
    assert_int_equal(thing.title_is, FIELD_ABSENT);
}

/* A name alone does not make it the same. */
static void another_type_is_another_field(void **state)
{
    const struct wish wish = {.who = SLICE("me"), .size = 7, .size_is = FIELD_SET};
    struct thing thing = {0};
    (void)state;
    assert_true(json_assign(&wish_shape, &wish, &thing_shape, &thing));
    assert_int_equal(thing.size_is, FIELD_ABSENT);
    assert_null(thing.size.data);
}

static void nothing_in_common_is_nothing_given(void **state)
{
    const struct shape alone = {.kind = SHAPE_OBJECT, .size = sizeof(struct wish), .of.object = {wish_fields + 1, 4}};
    const struct wish wish = {.stranger = SLICE("?")};
    struct thing thing = {.other = 5};
    (void)state;
    assert_false(json_assign(&alone, &wish, &thing_shape, &thing));
    assert_int_equal(thing.other, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_there_is_given),
        cmocka_unit_test(what_is_absent_stays_and_what_is_null_goes),
        cmocka_unit_test(another_type_is_another_field),
        cmocka_unit_test(nothing_in_common_is_nothing_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
