#include "base/arena.h"

#include <stdalign.h>

#include "unit/check.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

static void aligns_everything(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    (void)state;
    for (size_t size = 0; size < 100; size++) {
        char *place = arena_alloc(&arena, size);
        assert_non_null(place);
        assert_int_equal((uintptr_t)place % alignof(max_align_t), 0);
        memset(place, 0xff, size);
    }
    arena_clear(&arena);
}

static void allocations_do_not_overlap(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    unsigned char *places[200];
    (void)state;
    for (size_t i = 0; i < 200; i++) {
        places[i] = arena_alloc(&arena, 1 + i * 7);
        memset(places[i], (int)i, 1 + i * 7);
    }
    for (size_t i = 0; i < 200; i++)
        for (size_t j = 0; j < 1 + i * 7; j++)
            assert_int_equal(places[i][j], i);
    arena_clear(&arena);
}

static void zeroes_on_request(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    (void)state;
    memset(arena_alloc(&arena, 512), 0xff, 512);
    arena_reset(&arena);
    const char *place = arena_zeroed(&arena, 512);
    for (size_t i = 0; i < 512; i++)
        assert_int_equal(place[i], 0);
    arena_clear(&arena);
}

static void stops_at_its_limit(void **state)
{
    struct arena arena = ARENA_LIMITED(100000);
    size_t got = 0;
    (void)state;
    assert_null(arena_alloc(&arena, 100001));
    assert_null(arena_alloc(&arena, SIZE_MAX));
    assert_null(arena_alloc(&arena, SIZE_MAX - 8));
    while (arena_alloc(&arena, 1000))
        got += 1000;
    assert_true(got >= 60000);
    assert_true(got <= 120000);
    arena_reset(&arena);
    assert_non_null(arena_alloc(&arena, 1000));
    arena_clear(&arena);
}

static void grows_the_newest_in_place(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    (void)state;
    char *place = arena_alloc(&arena, 10);
    memcpy(place, "012345678", 10);
    assert_ptr_equal(arena_realloc(&arena, place, 10, 500), place);
    memset(place + 10, 'x', 490);
    assert_ptr_equal(arena_realloc(&arena, place, 500, 20), place);
    char *behind = arena_alloc(&arena, 8);
    assert_true(behind >= place + 500 || behind < place);
    arena_clear(&arena);
}

static void moves_what_is_not_the_newest(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    (void)state;
    char *first = arena_alloc(&arena, 10);
    memcpy(first, "012345678", 10);
    assert_non_null(arena_alloc(&arena, 1));
    char *moved = arena_realloc(&arena, first, 10, 40000);
    assert_ptr_not_equal(moved, first);
    assert_string_equal(moved, "012345678");
    assert_non_null(arena_realloc(&arena, NULL, 0, 5));
    assert_null(arena_realloc(&arena, moved, 40000, SIZE_MAX));
    arena_clear(&arena);
}

static void copies_text_with_a_nul(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    char text[] = "hello";
    (void)state;
    struct slice copy = arena_copy(&arena, (struct slice){text, 5});
    text[0] = 'j';
    assert_string_equal(copy.data, "hello");
    assert_int_equal(copy.size, 5);
    copy = arena_copy(&arena, (struct slice){NULL, 0});
    assert_string_equal(copy.data, "");
    assert_null(arena_copy(&arena, (struct slice){text, 2 << 20}).data);
    arena_clear(&arena);
}

static void reset_gives_memory_back(void **state)
{
    struct arena arena = ARENA_LIMITED(16 << 20);
    (void)state;
    for (int i = 0; i < 100; i++)
        assert_non_null(arena_alloc(&arena, 100000));
    assert_true(arena.used >= 10000000);
    arena_reset(&arena);
    assert_true(arena.used <= 16 << 10);
    char *first = arena_alloc(&arena, 100);
    arena_reset(&arena);
    assert_ptr_equal(arena_alloc(&arena, 100), first);
    arena_clear(&arena);
    assert_int_equal(arena.used, 0);
    arena_clear(&arena);
    arena_clear(NULL);
}

static void reset_poisons_what_was_given_out(void **state)
{
    (void)state;
#if defined(__SANITIZE_ADDRESS__)
    struct arena arena = ARENA_LIMITED(1 << 20);
    char *place = arena_alloc(&arena, 100);
    assert_false(__asan_address_is_poisoned(place));
    arena_reset(&arena);
    assert_true(__asan_address_is_poisoned(place));
    assert_true(__asan_address_is_poisoned(place + 99));
    arena_clear(&arena);
#else
    skip();
#endif
}

static void wipes_what_was_given_out(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    (void)state;
    char *first = arena_alloc(&arena, 64), *large = arena_alloc(&arena, 100000), *last = arena_alloc(&arena, 64);
    memset(first, 'x', 64);
    memset(large, 'x', 100000);
    memset(last, 'x', 64);
    arena_wipe(&arena);
    for (size_t i = 0; i < 64; i++)
        assert_true(first[i] == 0 && large[i] == 0 && large[100000 - 1 - i] == 0 && last[i] == 0);
    arena_clear(&arena);
    arena_wipe(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aligns_everything),
        cmocka_unit_test(allocations_do_not_overlap),
        cmocka_unit_test(zeroes_on_request),
        cmocka_unit_test(stops_at_its_limit),
        cmocka_unit_test(grows_the_newest_in_place),
        cmocka_unit_test(moves_what_is_not_the_newest),
        cmocka_unit_test(copies_text_with_a_nul),
        cmocka_unit_test(reset_gives_memory_back),
        cmocka_unit_test(reset_poisons_what_was_given_out),
        cmocka_unit_test(wipes_what_was_given_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
