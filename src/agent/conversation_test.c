/* Tests of conversation.c, choose.c, model_call.c and history.c, which need no loop. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "agent/loop.h"
#include "unit/check.h"

#define USE(i, n)                                                                                                      \
    &(struct block)                                                                                                    \
    {                                                                                                                  \
        .kind = BLOCK_TOOL_USE, .id = SLICE(i), .name = SLICE(n), .input = SLICE("{}")                                 \
    }
#define RESULT(i, t)                                                                                                   \
    &(struct block)                                                                                                    \
    {                                                                                                                  \
        .kind = BLOCK_TOOL_RESULT, .id = SLICE(i), .text = SLICE(t)                                                    \
    }

/* One line per message: "user text(…) result(id: …)". */
static void expect(const struct conversation *conversation, const char *wanted)
{
    static const char *const kinds[] = {"text", "thinking", "redacted", "image", "use", "result"};
    struct buf out = BUF_LIMITED(1 << 20);
    size_t count = 0, bytes = 0;
    for (const struct said *said = conversation->first; said; said = said->next, count++) {
        buf_append_text(&out, said->by == SAID_BY_USER ? "user" : "assistant");
        for (const struct block *block = said->blocks; block; block = block->next) {
            buf_printf(&out, " %s(%.*s%s%.*s)", kinds[block->kind], SLICE_ARG(block->id), block->id.size ? ": " : "",
                       SLICE_ARG(block->kind == BLOCK_TOOL_USE ? block->name : block->text));
            bytes += block_bytes(block);
        }
        buf_append_text(&out, "\n");
        assert_null(*said->end);
    }
    buf_terminate(&out);
    assert_string_equal(out.data, wanted);
    assert_int_equal(conversation->count, count);
    assert_int_equal(conversation->bytes, bytes);
    assert_null(*conversation->end);
    buf_clear(&out);
}

static void test_neighbours_are_one(void **state)
{
    struct conversation c;
    (void)state;
    conversation_init(&c);
    expect(&c, "");
    conversation_add_text(&c, SAID_BY_USER, SLICE("a"));
    conversation_add_text(&c, SAID_BY_USER, SLICE("b"));
    conversation_add_text(&c, SAID_BY_ASSISTANT, SLICE("c"));
    expect(&c, "user text(a) text(b)\nassistant text(c)\n");
    assert_int_equal(conversation_cut(&c, 1, SLICE("short")), 0);
    expect(&c, "user text(short)\nassistant text(c)\n");
    conversation_add_text(&c, SAID_BY_USER, SLICE("d"));
    assert_int_equal(conversation_cut(&c, 1, SLICE("shorter")), 0);
    expect(&c, "user text(shorter) text(d)\n");
    assert_int_equal(conversation_cut(&c, 0, SLICE("nothing")), 0);
    expect(&c, "user text(nothing)\n");
    conversation_clear(&c);
}

static void test_mend(void **state)
{
    struct conversation c;
    (void)state;
    conversation_init(&c);
    assert_int_equal(conversation_mend(&c), 0);
    conversation_add_text(&c, SAID_BY_ASSISTANT, SLICE("hello"));
    conversation_add(&c, SAID_BY_ASSISTANT, USE("1", "Read"));
    conversation_add(&c, SAID_BY_ASSISTANT, USE("2", "Bash"));
    conversation_add_text(&c, SAID_BY_USER, SLICE("stop"));
    conversation_add(&c, SAID_BY_USER, RESULT("9", "nobody's"));
    conversation_add(&c, SAID_BY_USER, RESULT("2", "two"));
    conversation_add(&c, SAID_BY_ASSISTANT, USE("3", "Read"));
    assert_int_equal(conversation_mend(&c), 0);
    expect(&c, "user text((The earlier conversation is not available.))\n"
               "assistant text(hello) use(1: Read) use(2: Bash)\n"
               "user result(1: " CONVERSATION_INTERRUPTED ") result(2: two) text(stop)\n"
               "assistant use(3: Read)\n"
               "user result(3: " CONVERSATION_INTERRUPTED ")\n");
    assert_int_equal(conversation_mend(&c), 0);
    assert_int_equal(c.count, 5);
    conversation_clear(&c);
}

static void test_mend_drops_what_is_empty(void **state)
{
    struct conversation c;
    (void)state;
    conversation_init(&c);
    conversation_add_text(&c, SAID_BY_USER, SLICE("a"));
    conversation_add_text(&c, SAID_BY_ASSISTANT, SLICE("b"));
    conversation_add(&c, SAID_BY_USER, RESULT("9", "nobody's"));
    conversation_add_text(&c, SAID_BY_ASSISTANT, SLICE("c"));
    assert_int_equal(conversation_mend(&c), 0);
    expect(&c, "user text(a)\nassistant text(b) text(c)\n");
    conversation_clear(&c);
}

/* --- history --- */

struct line {
    const char *type, *content;
};

static void expect_history(const struct line *lines, size_t count, const char *wanted)
{
    struct executor_said items[32] = {0};
    struct conversation c;
    conversation_init(&c);
    for (size_t i = 0; i < count; i++)
        items[i] = (struct executor_said){.role = strcmp(lines[i].type, "prompt") == 0 ? EXECUTOR_SAID_ROLE_USER
                                                                                       : EXECUTOR_SAID_ROLE_ASSISTANT,
                                          .type = slice_of(lines[i].type),
                                          .content = {.text = slice_of(lines[i].content)}};
    assert_int_equal(history_read(&c, items, count), 0);
    expect(&c, wanted);
    conversation_clear(&c);
}
#define HISTORY(wanted, ...)                                                                                           \
    expect_history((const struct line[]){__VA_ARGS__},                                                                 \
                   sizeof((const struct line[]){__VA_ARGS__}) / sizeof(struct line), wanted)

static void test_history_of_our_own(void **state)
{
    (void)state;
    HISTORY(
        "user text(do it)\n"
        "assistant thinking(hm) text(I look.) use(toolu_1: Read)\n"
        "user result(toolu_1: content)\n"
        "assistant text(Done.)\n"
        "user text(and now?)\n"
        "assistant text((The work ended here.))\n",
        {"prompt", "{\"text\":\"do it\"}"}, {"message_start", "{\"message_id\":\"m\",\"agent\":\"builtin\"}"},
        {"content_block_stop",
         "{\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"s\"}}"},
        {"content_block_delta", "{\"index\":1,\"delta\":{\"text\":\"I lo\"}}"},
        {"content_block_stop", "{\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"I look.\"}}"},
        {"content_block_stop", "{\"index\":2,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":"
                               "\"Read\",\"input\":{\"file_path\":\"a\"}}}"},
        {"usage", "{\"input_tokens\":1}"}, {"message_stop", "{\"message_id\":\"m\"}"},
        {"tool_call", "{\"tool\":\"Read\",\"input\":{\"file_path\":\"a\"},\"tool_call_id\":\"toolu_1\"}"},
        {"tool_result", "{\"tool\":\"Read\",\"result\":\"content\",\"tool_call_id\":\"toolu_1\",\"is_error\":false}"},
        {"message_start", "{\"message_id\":\"n\",\"agent\":\"builtin\"}"},
        {"content_block_stop", "{\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"Done.\"}}"},
        {"prompt", "{\"text\":\"and now?\"}"});
}

static void test_history_of_strangers(void **state)
{
    (void)state;
    HISTORY("user text(a)\n"
            "assistant text(I think) use(call_before_1: Read)\n"
            "user result(call_before_1: {\"lines\":3})\n"
            "assistant text(so) use(call_before_2: Bash)\n"
            "user result(call_before_2: " CONVERSATION_INTERRUPTED ")\n"
            "assistant text((The work ended here.))\n"
            "user text(b)\n"
            "assistant use(call_before_3: Bash)\n"
            "user result(call_before_3: (no output))\n"
            "assistant text(said) text(whole)\n",
            {"prompt", "{\"text\":\"a\"}"}, {"content_block_delta", "{\"delta\":{\"text\":\"I \"}}"},
            {"content_block_delta", "{\"text\":\"think\"}"},
            {"thinking", "{\"type\":\"thinking\",\"thinking\":\"secret\",\"signature\":\"s\"}"},
            {"tool_call", "{\"tool\":\"Read\",\"input\":\"odd\"}"},
            {"tool_result", "{\"tool\":\"Read\",\"result\":{\"lines\":3}}"},
            {"tool_result", "{\"tool\":\"Read\",\"result\":\"of nobody\"}"}, {"content_block", "{\"text\":\"so\"}"},
            {"tool_call", "{\"tool\":\"Bash\",\"input\":{},\"tool_call_id\":\"a b\"}"}, {"progress", "7"},
            {"prompt", "\"b\""}, {"tool_call", "{\"tool\":\"Bash\",\"input\":{},\"tool_call_id\":\"a b\"}"},
            {"tool_result", "{\"tool_call_id\":\"a b\",\"result\":\"\"}"},
            {"content_block_delta", "{\"index\":0,\"delta\":{\"text\":\"said\"}}"},
            {"content_block_stop", "{\"index\":0}"},
            {"content_block_stop", "{\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"whole\"}}"});
}

static void test_history_takes_back_what_broke_off(void **state)
{
    (void)state;
    HISTORY("user text(a)\nassistant text(second)\n", {"prompt", "{\"text\":\"a\"}"}, {"message_start", "{}"},
            {"content_block_delta", "{\"index\":0,\"delta\":{\"text\":\"fi\"}}"},
            {"content_block_stop", "{\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"first\"}}"},
            {"error", "{\"code\":\"model_cut\",\"retry_in_ms\":1}"}, {"message_start", "{}"},
            {"content_block_stop", "{\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"second\"}}"},
            {"error", "{\"code\":\"else\"}"});
}

static void test_history_knows_summaries(void **state)
{
    (void)state;
    HISTORY("user text(in short)\nassistant text(two)\nuser text(c)\nassistant text((The work ended here.))\n",
            {"prompt", "{\"text\":\"a\"}"}, {"content_block", "{\"text\":\"one\"}"}, {"prompt", "{\"text\":\"b\"}"},
            {"content_block", "{\"text\":\"two\"}"}, {"message_stop", "{}"},
            {"context_summarised", "{\"summary\":\"in short\",\"kept_messages\":1}"}, {"prompt", "{\"text\":\"c\"}"});
}

static void test_history_of_nonsense(void **state)
{
    (void)state;
    HISTORY("", {"tool_call", "7"}, {"tool_result", "[]"}, {"content_block_stop", "null"},
            {"content_block_delta", "[1]"}, {"message_start", "true"}, {"context_summarised", "{\"summary\":1}"},
            {"prompt", "{}"}, {"content_block_stop", "{\"content_block\":{\"type\":\"tool_use\"}}"},
            {"error", "no JSON"}, {"tool_call", "{\"tool\":\"\"}"},
            {"content_block", "{\"content_block\":{\"type\":5}}"});
}

static void test_history_of_many_calls(void **state)
{
    enum { CALLS = 3000 };
    struct executor_said *items = calloc(CALLS, sizeof *items);
    struct conversation c;
    (void)state;
    conversation_init(&c);
    for (size_t i = 0; i < CALLS; i++)
        items[i] = (struct executor_said){
            .role = EXECUTOR_SAID_ROLE_ASSISTANT,
            .type = SLICE("tool_call"),
            .content = {.text = SLICE("{\"tool\":\"Read\",\"input\":{},\"tool_call_id\":\"same\"}")}};
    items[0].content.text = SLICE("{\"tool\":\"Read\",\"input\":{}}");
    assert_int_equal(history_read(&c, items, CALLS), 0);
    assert_int_equal(c.first->next->by, SAID_BY_ASSISTANT);
    conversation_clear(&c);
    free(items);
}

/* New calls get ids that are not in use. */
static void test_history_behind_another(void **state)
{
    struct conversation c;
    struct executor_said items[] = {
        {.type = SLICE("tool_call"),
         .content = {.text = SLICE("{\"tool\":\"Read\",\"input\":{},\"tool_call_id\":\"a\"}")}},
        {.type = SLICE("tool_result"), .content = {.text = SLICE("{\"result\":\"text\",\"tool_call_id\":\"a\"}")}},
    };
    (void)state;
    items[0].role = items[1].role = EXECUTOR_SAID_ROLE_ASSISTANT;
    conversation_init(&c);
    for (int i = 0; i < 2; i++)
        assert_int_equal(history_read(&c, items, 2), 0);
    assert_int_equal(history_read(&c, NULL, 0), 0);
    expect(&c, "user text((The earlier conversation is not available.))\n"
               "assistant use(a: Read)\n"
               "user result(a: text)\n"
               "assistant text((The work ended here.)) use(call_before_1: Read)\n"
               "user result(call_before_1: text)\n"
               "assistant text((The work ended here.))\n");
    conversation_clear(&c);
}

/* --- choosing a provider --- */

static void test_choice(void **state)
{
    struct executor_provider providers[] = {
        {.service = SLICE("anthropic"),
         .format = EXECUTOR_PROVIDER_FORMAT_ANTHROPIC,
         .header = SLICE("x-api-key"),
         .model = SLICE("claude-1"),
         .model_is = FIELD_SET},
        {.service = SLICE("openai"),
         .format = EXECUTOR_PROVIDER_FORMAT_OPENAI,
         .header = SLICE("authorization"),
         .model = SLICE("gpt-1"),
         .model_is = FIELD_SET},
        {.service = SLICE("ollama"), .format = EXECUTOR_PROVIDER_FORMAT_OPENAI, .header = SLICE("")},
    };
    const struct {
        bool anthropic, openai;
        const char *model;
        bool socket;
        const char *service, *name; /* NULL: none; `name` is then a part of the error */
    } cases[] = {
        {true, true, "", false, "anthropic", "claude-1"},
        {false, true, "", false, "openai", "gpt-1"},
        {false, false, "", false, "ollama", ""},
        {true, true, "gpt-9", false, "openai", "gpt-9"},
        {true, true, "o3-mini", false, "openai", "o3-mini"},
        {true, true, "claude-9", false, "anthropic", "claude-9"},
        {true, true, "openai/claude-9", false, "openai", "claude-9"},
        {true, false, "ollama/a/b", false, "ollama", "a/b"},
        {true, false, "ollama/hf.co/x/y", false, "ollama", "hf.co/x/y"},
        {true, false, "openai/", true, "openai", "gpt-1"},
        {false, true, "claude-1", false, NULL, NULL},
        {false, true, "anthropic/x", false, NULL, NULL},
        {false, false, "anthropic/x", true, "anthropic", "x"},
        {false, false, "claude-9", true, "anthropic", "claude-9"},
        {true, true, "gpt-1", false, "openai", "gpt-1"},
        {true, true, "nobodys", false, NULL, "several providers"},
        {true, false, "nobodys", false, "anthropic", "nobodys"},
        {false, false, "nobodys", false, "ollama", "nobodys"},
        {true, false, "llama3", false, "anthropic", "llama3"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct executor_provider *provider = NULL;
        struct slice model = {0};
        char problem[256] = "";
        providers[0].has_key = cases[i].anthropic;
        providers[1].has_key = cases[i].openai;
        int r = agent_choose(providers, 3, slice_of(cases[i].model), cases[i].socket, &provider, &model, problem);
        if (!cases[i].service) {
            assert_int_equal(r, -ENOENT);
            assert_non_null(strstr(problem, cases[i].name ? cases[i].name : "weir key set"));
            continue;
        }
        assert_int_equal(r, 0);
        assert_true(slice_is(provider->service, cases[i].service));
        assert_true(slice_is(model, cases[i].name));
    }
    char problem[256] = "";
    const struct executor_provider *provider = NULL;
    struct slice model;
    assert_int_equal(agent_choose(NULL, 0, SLICE(""), true, &provider, &model, problem), -ENOENT);
    assert_non_null(strstr(problem, "weir key set anthropic"));
}

static void test_unknown_services(void **state)
{
    const struct executor_provider providers[] = {
        {.service = SLICE("anthropic")}, {.service = SLICE("openai")}, {.service = SLICE("ollama")}};
    (void)state;
    static const struct {
        const char *model, *part;
    } unknown[] = {
        {"opnai/gpt-5", "did you mean openai/gpt-5?"},
        {"OpenAI/gpt-5", "did you mean openai/gpt-5?"},
        {"a/b", "the providers are anthropic, openai, ollama"},
        {"hf.co/x/y", "no such provider: 'hf.co'"},
        {"/gpt-5", "no such provider: ''"},
        {"gpt-1/", "are anthropic"},
        {"openai", "openai is a provider; name"},
        {"opnai", "'opnai' is not a model, and openai is a provider"},
        {"OpenAI", "openai/MODEL"},
        {"antropic", "anthropic/MODEL"},
    };
    char problem[256] = "";
    const struct executor_provider *provider = NULL;
    struct slice model;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        assert_int_equal(agent_choose(providers, 3, slice_of(unknown[i].model), true, &provider, &model, problem),
                         -ESRCH);
        assert_non_null(strstr(problem, unknown[i].part));
        assert_null(provider);
    }
}

static void test_delays(void **state)
{
    (void)state;
    assert_int_equal(retry_delay(0, -1, 0), AGENT_RETRY_FIRST_MS / 2);
    assert_int_equal(retry_delay(0, -1, UINT32_MAX), AGENT_RETRY_FIRST_MS);
    assert_int_equal(retry_delay(3, -1, UINT32_MAX), 8 * AGENT_RETRY_FIRST_MS);
    assert_int_equal(retry_delay(50, -1, UINT32_MAX), AGENT_RETRY_LONGEST_MS);
    assert_int_equal(retry_delay(9, 0, UINT32_MAX), 0);
    assert_int_equal(retry_delay(0, 2000, 0), 2000);
    assert_int_equal(retry_delay(0, 2000, UINT32_MAX), 2200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_neighbours_are_one),
        cmocka_unit_test(test_mend),
        cmocka_unit_test(test_mend_drops_what_is_empty),
        cmocka_unit_test(test_history_of_our_own),
        cmocka_unit_test(test_history_of_strangers),
        cmocka_unit_test(test_history_takes_back_what_broke_off),
        cmocka_unit_test(test_history_knows_summaries),
        cmocka_unit_test(test_history_of_nonsense),
        cmocka_unit_test(test_history_of_many_calls),
        cmocka_unit_test(test_history_behind_another),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_unknown_services),
        cmocka_unit_test(test_delays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
