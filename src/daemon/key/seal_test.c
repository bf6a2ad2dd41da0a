#include "daemon/key/seal.h"

#include <errno.h>
#include <stdlib.h>

#include "unit/check.h"

static const unsigned char one[KEY_MASTER_BYTES] = {1}, other[KEY_MASTER_BYTES] = {2};

static struct slice sealed_with(const unsigned char *bytes, struct slice service, struct slice value, char *room)
{
    struct key_master master;
    assert_int_equal(key_master_init(&master, bytes), 0);
    assert_int_equal(key_seal(&master, service, value, (unsigned char *)room), 0);
    key_master_clear(&master);
    return (struct slice){room, KEY_SEAL_BYTES + value.size};
}

static int opened_with(const unsigned char *bytes, struct slice service, struct slice sealed, const char *expected)
{
    struct key_master master;
    struct key_value value = {0};
    assert_int_equal(key_master_init(&master, bytes), 0);
    int r = key_open(&master, service, sealed, &value);
    if (r == 0) {
        assert_slice(((struct slice){value.data, value.size}), expected);
        assert_int_equal(value.data[value.size], '\0');
    }
    key_clear(&value);
    assert_null(value.data);
    key_master_clear(&master);
    return r;
}

static void opens_what_it_sealed(void **state)
{
    char room[256], again[256];
    (void)state;
    struct slice sealed = sealed_with(one, SLICE("anthropic"), SLICE("the value"), room);
    assert_int_equal(opened_with(one, SLICE("anthropic"), sealed, "the value"), 0);
    assert_null(memmem(sealed.data, sealed.size, "value", 5));
    /* Sealing the same value twice gives different results. */
    struct slice twice = sealed_with(one, SLICE("anthropic"), SLICE("the value"), again);
    assert_false(slice_equal(sealed, twice));
}

static void opens_nothing_else(void **state)
{
    char room[256];
    (void)state;
    struct slice sealed = sealed_with(one, SLICE("anthropic"), SLICE("the value"), room);
    assert_int_equal(opened_with(other, SLICE("anthropic"), sealed, ""), -EBADMSG);
    assert_int_equal(opened_with(one, SLICE("openai"), sealed, ""), -EBADMSG);
    for (size_t size = 0; size < sealed.size; size++)
        assert_int_equal(opened_with(one, SLICE("anthropic"), (struct slice){room, size}, ""), -EBADMSG);
    for (size_t at = 0; at < sealed.size; at++) {
        room[at] ^= 1;
        assert_int_equal(opened_with(one, SLICE("anthropic"), sealed, ""), -EBADMSG);
        room[at] ^= 1;
    }
}

static void ids_differ(void **state)
{
    struct key_master a, b, c;
    (void)state;
    assert_int_equal(key_master_init(&a, one), 0);
    assert_int_equal(key_master_init(&b, one), 0);
    assert_int_equal(key_master_make(&c), 0);
    assert_string_equal(a.id, b.id);
    assert_string_not_equal(a.id, c.id);
    assert_int_equal(strlen(a.id), KEY_ID_SIZE - 1);
    key_master_clear(&a);
    key_master_clear(&b);
    key_master_clear(&c);
    assert_null(c.bytes);
    key_master_clear(&c);
}

static int set_up(void **state)
{
    (void)state;
    return key_seal_init();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opens_what_it_sealed),
        cmocka_unit_test(opens_nothing_else),
        cmocka_unit_test(ids_differ),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
