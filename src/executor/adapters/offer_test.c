#include "executor/adapters/offer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "json/read.h"

/* `expected`: the names, '*' after the default one, the titles in brackets, and the option. */
static void assert_offers(const char *text, const char *expected)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct session_model models[OFFER_MAX];
    struct offer offer = {.models = models};
    struct buf told = BUF_LIMITED(64 << 10);
    yyjson_val *settings;
    struct json_error error;
    assert_int_equal(json_read(&arena, slice_of(text), &settings, &error), 0);
    offer_read(settings, &offer);
    for (size_t i = 0; i < offer.count; i++)
        (void)buf_printf(&told, "%.*s%s(%.*s) ", SLICE_ARG(models[i].name), models[i].is_default ? "*" : "",
                         SLICE_ARG(models[i].title));
    (void)buf_printf(&told, "%.*s", SLICE_ARG(offer.option));
    assert_int_equal(buf_terminate(&told), 0);
    assert_string_equal(told.data, expected);
    buf_clear(&told);
    arena_clear(&arena);
}

static void options_of_a_session(void **state)
{
    (void)state;
    assert_offers(
        "{\"configOptions\":[{\"id\":\"mode\",\"category\":\"mode\",\"options\":[{\"value\":\"x\"}]},"
        "{\"id\":\"m\",\"category\":\"model\",\"currentValue\":\"b\",\"options\":[{\"value\":\"a\",\"name\":\"A\"},"
        "{\"value\":\"b\",\"name\":\"b\"},{\"value\":\"a\"},7,{\"value\":\"\"},{\"value\":\"a\\nb\"}]}],"
        "\"models\":{\"availableModels\":[{\"modelId\":\"other\"}]}}",
        "a(A) b*() m");
    assert_offers(
        "{\"configOptions\":[{\"id\":\"m\",\"category\":\"model\",\"currentValue\":\"z\",\"options\":["
        "{\"group\":\"g\",\"name\":\"G\",\"options\":[{\"value\":\"z\",\"name\":\"Z\"}]},{\"value\":\"y\"}]}]}",
        "z*(Z) y() m");
}

static void models_of_a_session(void **state)
{
    (void)state;
    assert_offers(
        "{\"configOptions\":[{\"id\":\"m\",\"category\":\"model\",\"options\":[]}],\"models\":{\"currentModelId\":"
        "\"p/b\",\"availableModels\":[{\"modelId\":\"p/a\",\"name\":\"A\"},{\"modelId\":\"p/b\",\"name\":\"B\"}]}}",
        "p/a(A) p/b*(B) ");
    assert_offers("{\"models\":[{\"value\":\"default\",\"displayName\":\"Default\"},{\"value\":\"large\"}]}",
                  "default*(Default) large() ");
}

static void no_models(void **state)
{
    (void)state;
    assert_offers("{}", "");
    assert_offers("7", "");
    assert_offers("{\"configOptions\":{},\"models\":7}", "");
    assert_offers("{\"configOptions\":[7,{\"category\":\"model\"}],\"models\":{\"availableModels\":7}}", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_of_a_session),
        cmocka_unit_test(models_of_a_session),
        cmocka_unit_test(no_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
