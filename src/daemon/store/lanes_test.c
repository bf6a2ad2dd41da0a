#include "daemon/store/internal.h"
#include "unit/check.h"

enum { OWNERS = 1000 };

/* Returns the owners in the order in which their queries are taken: 'a' is the first owner. */
static void take_all(struct store_lanes *lanes, const char *owners, char *ret_order)
{
    struct store_query *query;
    while ((query = store_lanes_take(lanes)))
        *ret_order++ = (char)('a' + ((const char *)query->owner - owners));
    *ret_order = '\0';
}

static void owners_are_served_in_turn(void **state)
{
    static const char owners[3];
    struct store_query queries[10] = {0};
    struct store_lanes lanes = {0};
    char order[16];
    (void)state;
    for (size_t i = 0; i < 10; i++) {
        queries[i].owner = &owners[i < 7 ? 0 : i < 9 ? 1 : 2];
        store_lanes_add(&lanes, &queries[i]);
    }
    take_all(&lanes, owners, order);
    assert_string_equal(order, "abcabaaaaa");
    assert_null(store_lanes_take(&lanes));
}

static void a_late_query_waits_for_one_of_each_lane(void **state)
{
    static const char owners[3];
    struct store_query queries[8] = {0};
    struct store_lanes lanes = {0};
    char order[16];
    (void)state;
    for (size_t i = 0; i < 6; i++) {
        queries[i].owner = &owners[i % 2];
        store_lanes_add(&lanes, &queries[i]);
    }
    assert_ptr_equal(store_lanes_take(&lanes), &queries[0]);
    queries[6].owner = &owners[2];
    store_lanes_add(&lanes, &queries[6]);
    take_all(&lanes, owners, order);
    assert_string_equal(order, "bacbab");
}

static void an_owners_queries_keep_their_order(void **state)
{
    static const char owners[OWNERS];
    static struct store_query queries[3 * OWNERS];
    struct store_lanes lanes = {0};
    size_t taken[OWNERS] = {0};
    struct store_query *query;
    (void)state;
    for (size_t i = 0; i < (size_t)3 * OWNERS; i++) {
        queries[i].owner = &owners[i % OWNERS];
        store_lanes_add(&lanes, &queries[i]);
    }
    for (size_t count = 0; (query = store_lanes_take(&lanes)); count++) {
        size_t owner = (size_t)((const char *)query->owner - owners);
        assert_ptr_equal(query, &queries[taken[owner]++ * OWNERS + owner]);
        assert_int_equal(owner, count % OWNERS);
    }
    assert_int_equal(taken[OWNERS - 1], 3);
    for (size_t i = 0; i < STORE_LANES_BUCKETS; i++)
        assert_null(lanes.buckets[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(owners_are_served_in_turn),
        cmocka_unit_test(a_late_query_waits_for_one_of_each_lane),
        cmocka_unit_test(an_owners_queries_keep_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
