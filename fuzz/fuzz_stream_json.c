/* Fuzzes one line of Claude Code's stream-json mode. */
#include "fuzz.h"

#include "executor/adapters/stream_json.h"
#include "executor/adapters/usage.h"

enum { MEMORY = 64 << 20 };

static void check_usage(const struct stream_json_usage *usage)
{
    must(usage->input >= -1 && usage->output >= -1 && usage->cache_read >= -1 && usage->cache_write >= -1);
}

static void check_content(yyjson_val *content)
{
    size_t index, count;
    yyjson_val *value;
    if (!yyjson_is_arr(content))
        return;
    yyjson_arr_foreach(content, index, count, value)
    {
        struct stream_json_block block;
        struct slice image, mime;
        struct buf text = BUF_LIMITED(4 << 20);
        stream_json_read_block(value, &block);
        (void)stream_json_write_result(&text, block.content, &image, &mime);
        buf_clear(&text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = ARENA_LIMITED(MEMORY);
    struct stream_json message;
    char problem[STREAM_JSON_PROBLEM_SIZE] = "";
    int r = stream_json_read(&arena, (struct slice){(const char *)data, size}, &message, problem);
    if (r == 0) {
        bool is_piece = message.type >= STREAM_JSON_BLOCK_START && message.type <= STREAM_JSON_BLOCK_STOP;
        must(!is_piece || message.index >= 0);
        check_usage(&message.usage);
        check_content(message.content);
        struct usage spent;
        usage_init(&spent);
        (void)usage_take_rate_limit(&spent, message.rate_limit);
        (void)usage_take_result(&spent, message.models, message.cost);
        must(spent.cost >= -1 && spent.context_limit != 0);
    } else {
        must(problem[0]);
    }
    arena_clear(&arena);
    return 0;
}
