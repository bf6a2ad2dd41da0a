#include "contract/all.h"
#include "contract/daemon_dispatch.h"
#include "contract/errors.h"
#include "rpc/method.h"
#include "unit/check.h"

static void finds_every_method_by_its_name(void **state)
{
    size_t found = 0;
    (void)state;
    for (size_t i = 0; i < contract_method_count; i++) {
        const struct dispatch_entry *entry = dispatch_find(&daemon_dispatch, contract_methods[i]->name);
        if (slice_is(contract_methods[i]->name, "$/cancel_request"))
            continue;
        assert_non_null(entry);
        assert_ptr_equal(entry->method, contract_methods[i]);
        assert_non_null(entry->handle);
        found++;
    }
    assert_int_equal(found, daemon_dispatch.count);
}

static void one_separator_is_as_good_as_the_other(void **state)
{
    (void)state;
    const struct dispatch_entry *entry = dispatch_find(&daemon_dispatch, SLICE("sample:setMode"));
    assert_non_null(entry);
    assert_ptr_equal(dispatch_find(&daemon_dispatch, SLICE("sample.setMode")), entry);
    assert_non_null(dispatch_find(&daemon_dispatch, SLICE("probe:echo")));
    assert_ptr_equal(dispatch_find(&daemon_dispatch, SLICE("probe:echo")),
                     dispatch_find(&daemon_dispatch, SLICE("probe.echo")));
}

static void finds_nothing_else(void **state)
{
    static const char *const names[] = {"",
                                        "pin",
                                        "pingx",
                                        "Ping",
                                        "ping ",
                                        "sample",
                                        "sample.",
                                        "sample.setmode",
                                        "sample/setMode",
                                        "rpc.",
                                        "rpc.other",
                                        "$/cancel_request"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_null(dispatch_find(&daemon_dispatch, slice_of(names[i])));
    assert_null(dispatch_find(&daemon_dispatch, SLICE("ping\0")));
    assert_null(dispatch_find(NULL, SLICE("ping")));
    assert_null(dispatch_find(&(struct dispatch){0}, SLICE("ping")));
}

static void every_error_has_its_word(void **state)
{
    (void)state;
    assert_int_equal(contract_errors[ERROR_PARSE_ERROR].code, -32700);
    assert_int_equal(contract_errors[ERROR_REQUEST_CANCELLED].code, -32800);
    assert_slice(contract_errors[ERROR_METHOD_NOT_FOUND].word, "method_not_found");
    for (size_t i = 0; i < ERROR_COUNT; i++) {
        assert_true(contract_errors[i].word.size > 0);
        assert_true(contract_errors[i].message.size > 0);
        assert_true(contract_errors[i].code < 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_every_method_by_its_name),
        cmocka_unit_test(one_separator_is_as_good_as_the_other),
        cmocka_unit_test(finds_nothing_else),
        cmocka_unit_test(every_error_has_its_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
