/* The quick look at plain requests accepts a part of what the strict reader accepts, with the same meaning; and what it
 * remembers of one line changes nothing about the next. */
#include "fuzz.h"
#include "rpc/message.h"
#include "rpc/plain.h"
#include "json/read.h"
#include "json/write.h"

static void check_against_strict(struct slice line, const struct plain *plain)
{
    struct arena arena = ARENA_LIMITED(16u << 20);
    struct buf id = BUF_LIMITED(16u << 20);
    struct json_error error = {0};
    struct message message;
    yyjson_val *root = NULL;
    must(json_read(&arena, line, &root, &error) == 0);
    message_classify(root, &message);
    must(message.kind == (plain->id.size > 0 ? MESSAGE_REQUEST : MESSAGE_NOTIFICATION));
    must(slice_equal(message.method, plain->method));
    if (message.id) {
        must(json_write_value(&id, message.id) == 0);
        must(slice_equal(buf_slice(&id), plain->id));
    }
    must(!message.params || yyjson_get_len((yyjson_val *)(uintptr_t)message.params) == 0);
    buf_clear(&id);
    arena_clear(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct plain_memory memory = {0};
    struct slice text = {(const char *)data, size};
    while (text.size > 0) {
        const char *end = memchr(text.data, '\n', text.size);
        struct slice line = {text.data, end ? (size_t)(end - text.data) : text.size};
        text = end ? (struct slice){end + 1, text.size - line.size - 1} : (struct slice){NULL, 0};
        struct plain plain, fresh;
        bool is_plain = plain_read(line, &memory, &plain);
        must(plain_read(line, &(struct plain_memory){0}, &fresh) == is_plain);
        if (!is_plain)
            continue;
        must(slice_equal(plain.method, fresh.method) && slice_equal(plain.id, fresh.id));
        check_against_strict(line, &plain);
    }
    return 0;
}
