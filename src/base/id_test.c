#include "base/id.h"

#include <errno.h>
#include <stdbool.h>

#include "base/clock.h"
#include "unit/check.h"

enum { MANY = 2000 };

static const char alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

static void has_its_prefix_and_26_digits(void **state)
{
    (void)state;
    struct id_source source = {0};
    char id[ID_SIZE];
    assert_int_equal(id_make(&source, "task_", id), 0);
    assert_int_equal(strlen(id), 5 + ID_DIGITS);
    assert_memory_equal(id, "task_", 5);
    assert_int_equal(strspn(id + 5, alphabet), ID_DIGITS);
    assert_int_equal(id_make(&source, "", id), 0);
    assert_int_equal(strspn(id, alphabet), ID_DIGITS);
    assert_int_equal(strlen(id), ID_DIGITS);
    assert_int_equal(id_make(&source, "eight___", id), 0);
    assert_memory_equal(id, "eight___", 8);
    assert_int_equal(strlen(id), ID_SIZE - 1);
}

/* Of one without a prefix. */
static uint64_t time_of(const char *id)
{
    int64_t time = 0;
    assert_int_equal(id_time("", id, &time), 0);
    return (uint64_t)time;
}

static void begins_with_the_time(void **state)
{
    (void)state;
    struct id_source source = {0};
    char id[ID_SIZE];
    int64_t before = clock_epoch_ms(), time = 0;
    assert_int_equal(id_make(&source, "task_", id), 0);
    int64_t after = clock_epoch_ms();
    assert_int_equal(id_time("task_", id, &time), 0);
    assert_true(time >= before && time <= after);
}

static void what_is_no_id_has_no_time(void **state)
{
    (void)state;
    static const char *const others[] = {"",
                                         "task_",
                                         "task_1",
                                         "sess_01K00000000000000000000000",
                                         "task_01K0000000000000000000000U",
                                         "task_01K00000000000000000000000 "};
    int64_t time = 7;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(id_time("task_", others[i], &time), -EINVAL);
    assert_int_equal(time, 7);
    assert_int_equal(id_time("task_", "task_000000000Z0000000000000000", &time), 0);
    assert_int_equal(time, 31);
}

static void each_is_behind_the_one_before(void **state)
{
    (void)state;
    struct id_source source = {0};
    char last[ID_SIZE] = "", id[ID_SIZE];
    size_t same_millisecond = 0;
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(id_make(&source, "", id), 0);
        assert_true(strcmp(last, id) < 0);
        same_millisecond += *last && memcmp(last, id, 10) == 0;
        memcpy(last, id, sizeof last);
    }
    assert_true(same_millisecond > 0);
}

static void a_clock_that_is_set_back_changes_nothing(void **state)
{
    (void)state;
    struct id_source source = {0};
    char last[ID_SIZE], id[ID_SIZE];
    source.last_ms = (uint64_t)clock_epoch_ms() + 1000000;
    uint64_t ahead = source.last_ms;
    assert_int_equal(id_make(&source, "", last), 0);
    assert_int_equal(id_make(&source, "", id), 0);
    assert_true(strcmp(last, id) < 0);
    assert_true(time_of(id) == ahead);
}

static void the_end_of_a_millisecond_is_the_next_one(void **state)
{
    (void)state;
    struct id_source source;
    char last[ID_SIZE], id[ID_SIZE];
    uint64_t ahead = (uint64_t)clock_epoch_ms() + 1000000;
    source.last_ms = ahead;
    memset(source.last_chance, 0xff, sizeof source.last_chance);
    source.last_chance[9] = 0xfe;
    memcpy(last, "0000000000ZZZZZZZZZZZZZZZZ", ID_DIGITS + 1);
    assert_int_equal(id_make(&source, "", id), 0);
    assert_true(time_of(id) == ahead + 1);
    assert_true(strcmp(last, id) < 0);
}

/* Who knows one does not know the next: between neighbours of one millisecond lie 64 bits of chance, so they are not
 * alike until near their ends, and two sources never agree. */
static void neighbours_cannot_be_guessed(void **state)
{
    (void)state;
    struct id_source source = {0}, other = {0};
    char last[ID_SIZE] = "", id[ID_SIZE], others[ID_SIZE];
    for (int i = 0; i < MANY; i++) {
        size_t alike = 0;
        assert_int_equal(id_make(&source, "", id), 0);
        while (*last && alike < ID_DIGITS && last[alike] == id[alike])
            alike++;
        /* 10 of time, 3 that 64 bits do not reach; 7 more digits alike happen once in 2^35. */
        assert_true(alike < 20);
        memcpy(last, id, sizeof last);
        assert_int_equal(id_make(&other, "", others), 0);
        assert_string_not_equal(id + 10, others + 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_its_prefix_and_26_digits),
        cmocka_unit_test(begins_with_the_time),
        cmocka_unit_test(what_is_no_id_has_no_time),
        cmocka_unit_test(each_is_behind_the_one_before),
        cmocka_unit_test(a_clock_that_is_set_back_changes_nothing),
        cmocka_unit_test(the_end_of_a_millisecond_is_the_next_one),
        cmocka_unit_test(neighbours_cannot_be_guessed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
