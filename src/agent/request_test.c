#include "unit/check.h"

#include "agent/model.h"
#include "tools/tool.h"

enum { BLOCKS_MAX = 16 };

struct world {
    struct said said[BLOCKS_MAX];
    struct block blocks[BLOCKS_MAX];
    size_t count;
    struct conversation conversation;
    struct executor_provider provider;
    struct model_request request;
    struct buf out;
};

static void begin(struct world *world, enum executor_provider_format format)
{
    *world = (struct world){.out = BUF_LIMITED(1 << 20)};
    world->provider = (struct executor_provider){.format = format, .url = SLICE("http://127.0.0.1:1")};
    world->request = (struct model_request){
        .provider = &world->provider, .model = SLICE("m"), .conversation = &world->conversation, .output_tokens = 100};
}

/* Each block is a separate message: the writer joins them. */
static void say(struct world *world, int by, struct block block)
{
    size_t at = world->count++;
    world->blocks[at] = block;
    world->said[at] = (struct said){.by = by, .blocks = &world->blocks[at]};
    if (at > 0)
        world->said[at - 1].next = &world->said[at];
    world->conversation.first = world->said;
}

static void text(struct world *world, int by, const char *words)
{
    say(world, by, (struct block){.kind = BLOCK_TEXT, .text = slice_of(words)});
}

static void check(struct world *world, const char *expected)
{
    assert_int_equal(model_write(&world->out, &world->request), 0);
    assert_buf(&world->out, expected);
    buf_clear(&world->out);
}

#define CACHE ",\"cache_control\":{\"type\":\"ephemeral\"}"

static const struct tool read_tool = {
    .name = "Read", .description = "Reads \"it\".", .schema = "{\"type\":\"object\"}"};
static const struct tool bash_tool = {.name = "Bash", .description = "Runs.", .schema = "{\"type\":\"object\"}"};
static const struct tool *const tools[] = {&read_tool, &bash_tool, NULL};

static void a_whole_round(struct world *world)
{
    world->request.system = SLICE("Be good.");
    world->request.tools = tools;
    text(world, SAID_BY_USER, "Hi");
    say(world, SAID_BY_ASSISTANT,
        (struct block){.kind = BLOCK_THINKING, .text = SLICE("hm"), .signature = SLICE("c2ln")});
    say(world, SAID_BY_ASSISTANT, (struct block){.kind = BLOCK_REDACTED_THINKING, .text = SLICE("ZGF0YQ==")});
    text(world, SAID_BY_ASSISTANT, "Let me see.");
    text(world, SAID_BY_ASSISTANT, " \n");
    say(world, SAID_BY_ASSISTANT,
        (struct block){.kind = BLOCK_TOOL_USE, .id = SLICE("t.1"), .name = SLICE("Read"), .input = SLICE("{\"p\":1}")});
    text(world, SAID_BY_USER, "and hurry");
    say(world, SAID_BY_USER,
        (struct block){.kind = BLOCK_TOOL_RESULT,
                       .id = SLICE("t.1"),
                       .name = SLICE("Read"),
                       .text = SLICE("a\nb"),
                       .image = SLICE("aW1n"),
                       .mime = SLICE("image/png")});
}

static void anthropic_gets_all_of_it(void **state)
{
    (void)state;
    struct world world;
    begin(&world, EXECUTOR_PROVIDER_FORMAT_ANTHROPIC);
    a_whole_round(&world);
    world.request.thinking_tokens = 2000;
    check(&world,
          "{\"model\":\"m\",\"max_tokens\":2100,\"stream\":true,"
          "\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":2000},"
          "\"tools\":[{\"name\":\"Read\",\"description\":\"Reads \\\"it\\\".\",\"input_schema\":{\"type\":\"object\"}},"
          "{\"name\":\"Bash\",\"description\":\"Runs.\",\"input_schema\":{\"type\":\"object\"}" CACHE "}],"
          "\"system\":[{\"type\":\"text\",\"text\":\"Be good.\"" CACHE "}],"
          "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Hi\"}]},"
          "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"c2ln\"},"
          "{\"type\":\"redacted_thinking\",\"data\":\"ZGF0YQ==\"},{\"type\":\"text\",\"text\":\"Let me see.\"},"
          "{\"type\":\"tool_use\",\"id\":\"t_1\",\"name\":\"Read\",\"input\":{\"p\":1}}]},"
          "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t_1\",\"content\":"
          "[{\"type\":\"text\",\"text\":\"a\\nb\"},{\"type\":\"image\",\"source\":{\"type\":\"base64\","
          "\"media_type\":\"image/png\",\"data\":\"aW1n\"}}]},{\"type\":\"text\",\"text\":\"and hurry\"" CACHE "}]}]}");
}

static void openai_gets_what_it_takes(void **state)
{
    (void)state;
    struct world world;
    begin(&world, EXECUTOR_PROVIDER_FORMAT_OPENAI);
    a_whole_round(&world);
    check(&world,
          "{\"model\":\"m\",\"max_tokens\":100,\"stream\":true,\"stream_options\":{\"include_usage\":true},"
          "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"Read\",\"description\":\"Reads \\\"it\\\".\","
          "\"parameters\":{\"type\":\"object\"}}},{\"type\":\"function\",\"function\":{\"name\":\"Bash\","
          "\"description\":\"Runs.\",\"parameters\":{\"type\":\"object\"}}}],"
          "\"messages\":[{\"role\":\"system\",\"content\":\"Be good.\"},{\"role\":\"user\",\"content\":\"Hi\"},"
          "{\"role\":\"assistant\",\"content\":\"Let me see.\",\"tool_calls\":[{\"id\":\"t.1\",\"type\":\"function\","
          "\"function\":{\"name\":\"Read\",\"arguments\":\"{\\\"p\\\":1}\"}}]},"
          "{\"role\":\"tool\",\"tool_call_id\":\"t.1\",\"content\":\"a\\nb\"},"
          "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"and hurry\"},"
          "{\"type\":\"text\",\"text\":\"The image from the tool result:\"},"
          "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,aW1n\"}}]}]}");
}

static void those_of_openai_itself_have_other_names(void **state)
{
    (void)state;
    struct world world;
    begin(&world, EXECUTOR_PROVIDER_FORMAT_OPENAI);
    world.provider.url = SLICE("https://api.openai.com");
    world.request.model = SLICE("gpt-5-mini");
    world.request.thinking_tokens = 5000;
    text(&world, SAID_BY_USER, "a");
    text(&world, SAID_BY_USER, "b");
    check(&world, "{\"model\":\"gpt-5-mini\",\"max_completion_tokens\":100,\"stream\":true,"
                  "\"stream_options\":{\"include_usage\":true},\"reasoning_effort\":\"medium\","
                  "\"messages\":[{\"role\":\"user\",\"content\":\"a\\n\\nb\"}]}");
}

/* Thinking without a signature is left out; a message that is empty without it does not separate its neighbors. */
static void thoughts_of_others_are_left_out(void **state)
{
    (void)state;
    struct world world;
    begin(&world, EXECUTOR_PROVIDER_FORMAT_ANTHROPIC);
    text(&world, SAID_BY_USER, "a");
    say(&world, SAID_BY_ASSISTANT, (struct block){.kind = BLOCK_THINKING, .text = SLICE("hm")});
    text(&world, SAID_BY_USER, "b");
    check(&world, "{\"model\":\"m\",\"max_tokens\":100,\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":["
                  "{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"" CACHE "}]}]}");
}

/* If tools were called without thinking, the model cannot think when it gets the results. */
static void it_does_not_think_in_the_middle(void **state)
{
    (void)state;
    struct world world;
    begin(&world, EXECUTOR_PROVIDER_FORMAT_ANTHROPIC);
    world.request.thinking_tokens = 2000;
    text(&world, SAID_BY_USER, "a");
    say(&world, SAID_BY_ASSISTANT, (struct block){.kind = BLOCK_TOOL_USE, .id = SLICE("t"), .name = SLICE("N")});
    say(&world, SAID_BY_USER, (struct block){.kind = BLOCK_TOOL_RESULT, .id = SLICE("t"), .is_error = true});
    check(&world,
          "{\"model\":\"m\",\"max_tokens\":100,\"stream\":true,\"messages\":["
          "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"}]},"
          "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"N\",\"input\":{}}]},"
          "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t\",\"is_error\":true,"
          "\"content\":\"It failed without a message.\"" CACHE "}]}]}");
}

static void newer_models_measure_their_thoughts_themselves(void **state)
{
    (void)state;
    static const struct {
        const char *model;
        bool itself;
    } models[] = {{"claude-opus-4-7", true},
                  {"claude-sonnet-4-6", true},
                  {"claude-sonnet-5", true},
                  {"claude-haiku-4-5-20251001", false},
                  {"claude-opus-4-20250514", false},
                  {"claude-3-7-sonnet-20250219", false},
                  {"claude-x", false},
                  {"other-9", false}};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct world world;
        begin(&world, EXECUTOR_PROVIDER_FORMAT_ANTHROPIC);
        world.request.model = slice_of(models[i].model);
        world.request.thinking_tokens = 20000;
        text(&world, SAID_BY_USER, "a");
        assert_int_equal(model_write(&world.out, &world.request), 0);
        if (models[i].itself)
            assert_contains(buf_slice(&world.out), "\"thinking\":{\"type\":\"adaptive\",\"display\":\"summarized\"},"
                                                   "\"output_config\":{\"effort\":\"high\"}");
        else
            assert_contains(buf_slice(&world.out), "\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":20000}");
        buf_clear(&world.out);
    }
}

static void images_of_the_user_are_shown(void **state)
{
    (void)state;
    struct world world;
    begin(&world, EXECUTOR_PROVIDER_FORMAT_OPENAI);
    say(&world, SAID_BY_USER, (struct block){.kind = BLOCK_IMAGE, .text = SLICE("aW1n"), .mime = SLICE("image/\"gif")});
    check(&world, "{\"model\":\"m\",\"max_tokens\":100,\"stream\":true,\"stream_options\":{\"include_usage\":true},"
                  "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":"
                  "{\"url\":\"data:image/gif;base64,aW1n\"}}]}]}");
    begin(&world, EXECUTOR_PROVIDER_FORMAT_ANTHROPIC);
    say(&world, SAID_BY_USER, (struct block){.kind = BLOCK_IMAGE, .text = SLICE("aW1n"), .mime = SLICE("image/gif")});
    check(&world,
          "{\"model\":\"m\",\"max_tokens\":100,\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":["
          "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":\"image/gif\",\"data\":\"aW1n\"}" CACHE
          "}]}]}");
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    struct world world;
    begin(&world, EXECUTOR_PROVIDER_FORMAT_OPENAI);
    world.out.limit = 200;
    text(&world, SAID_BY_USER,
         "A sentence that is longer than what is left of two hundred bytes, once the head is written.");
    assert_true(model_write(&world.out, &world.request) < 0);
    buf_clear(&world.out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anthropic_gets_all_of_it),
        cmocka_unit_test(openai_gets_what_it_takes),
        cmocka_unit_test(those_of_openai_itself_have_other_names),
        cmocka_unit_test(thoughts_of_others_are_left_out),
        cmocka_unit_test(it_does_not_think_in_the_middle),
        cmocka_unit_test(newer_models_measure_their_thoughts_themselves),
        cmocka_unit_test(images_of_the_user_are_shown),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
