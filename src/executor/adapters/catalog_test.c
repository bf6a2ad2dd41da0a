#include "executor/adapters/catalog.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "json/read.h"

static size_t read_list(struct arena *arena, const char *text, struct session_command *commands)
{
    yyjson_val *list;
    struct json_error error;
    assert_int_equal(json_read(arena, slice_of(text), &list, &error), 0);
    return slash_read(list, commands);
}

static void test_forms_of_lists(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct session_command commands[SLASH_MAX];
    (void)state;
    assert_int_equal(read_list(&arena, "[\"init\",\"/review\",\"a b\",\"\",7,\"mcp__x:y\"]", commands), 3);
    assert_true(slice_is(commands[1].name, "review") && commands[1].description_is == FIELD_ABSENT);
    assert_int_equal(
        read_list(
            &arena,
            "[{\"name\":\"web\",\"description\":\"Search\",\"input\":{\"hint\":\"words\"}},"
            "{\"name\":\"pr\",\"argumentHint\":\"[number]\",\"description\":\"a\\u0000b\"},{\"description\":\"none\"}]",
            commands),
        2);
    assert_true(slice_is(commands[0].description, "Search") && slice_is(commands[0].hint, "words"));
    assert_true(slice_is(commands[1].hint, "[number]") && commands[1].description_is == FIELD_ABSENT);
    assert_int_equal(read_list(&arena, "{\"no\":\"list\"}", commands), 0);
    arena_clear(&arena);
}

static void test_long_texts_are_cut(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct session_command commands[SLASH_MAX];
    struct buf text = BUF_LIMITED(1 << 20);
    (void)state;
    (void)buf_append_text(&text, "[{\"name\":\"x\",\"description\":\"a");
    for (int i = 0; i < SLASH_DESCRIPTION_MAX; i++)
        (void)buf_append_text(&text, "é");
    (void)buf_append_text(&text, "\"}");
    for (int i = 0; i < 2 * SLASH_MAX; i++)
        (void)buf_printf(&text, ",\"c%d\"", i);
    (void)buf_append_text(&text, "]");
    assert_int_equal(buf_terminate(&text), 0);
    assert_int_equal(read_list(&arena, text.data, commands), SLASH_MAX);
    assert_int_equal(commands[0].description.size, SLASH_DESCRIPTION_MAX - 1); /* cut at a character boundary */
    buf_clear(&text);
    arena_clear(&arena);
}

static void test_what_looks_like_a_command(void **state)
{
    (void)state;
    assert_true(slash_is_command(SLICE("/compact")));
    assert_true(slash_is_command(SLICE("/review 12\nplease")));
    assert_true(slash_is_command(SLICE("/mcp:github:list")));
    assert_false(slash_is_command(SLICE("/tmp is full")));
    assert_false(slash_is_command(SLICE("/no-such/file is missing")));
    assert_false(slash_is_command(SLICE("/")));
    assert_false(slash_is_command(SLICE("say /compact")));
}

/* --- models --- */

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
        cmocka_unit_test(test_forms_of_lists),
        cmocka_unit_test(test_long_texts_are_cut),
        cmocka_unit_test(test_what_looks_like_a_command),
        cmocka_unit_test(options_of_a_session),
        cmocka_unit_test(models_of_a_session),
        cmocka_unit_test(no_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
