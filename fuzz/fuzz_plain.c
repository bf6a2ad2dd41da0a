/* The quick look at plain requests accepts a part of what the strict reader accepts, with the same meaning; and what is
 * taken for the last line again is read the same without it. */
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

/* What was taken by its likeness to the remembered line is the line that there is, and is read alike. */
static void check_again(struct slice before, struct slice after, struct slice id, struct slice method)
{
    const char *end = memchr(before.data, '\n', before.size);
    struct plain plain;
    must(end && after.data == end + 1 && before.data + before.size == after.data + after.size);
    must(plain_read((struct slice){before.data, (size_t)(end - before.data)}, &plain));
    must(slice_equal(plain.id, id) && slice_equal(plain.method, method));
    must((size_t)(end - before.data) <= PLAIN_LINE_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct plain_memory memory = {0};
    struct slice text = {(const char *)data, size}, method = {NULL, 0};
    while (text.size > 0) {
        struct slice again = text, id;
        if (plain_take_again(&memory, &again, &id))
            check_again(text, again, id, method);
        const char *end = memchr(text.data, '\n', text.size);
        struct slice line = {text.data, end ? (size_t)(end - text.data) : text.size};
        text = end ? (struct slice){end + 1, text.size - line.size - 1} : (struct slice){NULL, 0};
        struct plain plain;
        if (!plain_read(line, &plain))
            continue;
        check_against_strict(line, &plain);
        plain_remember(&memory, line, &plain);
        method = plain.method;
    }
    return 0;
}
