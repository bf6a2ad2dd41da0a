/* Fuzzes the decoder with every table of a contract: the first two bytes choose the table, the rest is JSON. A
 * decoded value must stay the same after encoding, parsing and decoding it again, and after copying it. */
#include <errno.h>

#include "contract/all.h"
#include "fuzz.h"
#include "json/copy.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"

struct table {
    const struct shape *shape;
    const struct method *method; /* its params may be positional; or NULL */
};

static struct table choose(size_t n)
{
    n %= 2 * contract_method_count + contract_event_count;
    if (n < contract_method_count)
        return (struct table){contract_methods[n]->params, contract_methods[n]};
    n -= contract_method_count;
    if (n < contract_method_count) {
        const struct method *method = contract_methods[n];
        return method->result ? (struct table){method->result, NULL} : (struct table){method->params, method};
    }
    return (struct table){contract_events[n - contract_method_count]->params, NULL};
}

static int decode(struct arena *arena, struct table table, yyjson_val *root, void *ret)
{
    struct decode_error error = {0};
    int r;
    if (table.method && yyjson_is_arr(root))
        r = json_decode_positional(arena, table.shape, root, table.method->positional, table.method->positional_count,
                                   "params", ret, &error);
    else
        r = json_decode(arena, table.shape, root, "value", ret, &error);
    must(r == 0 || r == -EINVAL);
    must(r == 0 || (error.path[0] && error.message[0]));
    must(memchr(error.path, '\0', sizeof error.path) && memchr(error.message, '\0', sizeof error.message));
    return r;
}

static void check_copy(const struct shape *shape, const void *value, struct slice text)
{
    struct buf out = BUF_LIMITED(64u << 20);
    size_t size = json_copy_size(shape, value);
    char *block = size ? malloc(size) : NULL;
    void *copy = malloc(shape->size + 1);
    must(copy && (block || size == 0));
    json_copy(shape, value, copy, block);
    must(json_encode(&out, shape, copy) == 0);
    must(slice_equal(buf_slice(&out), text));
    free(copy);
    free(block);
    buf_clear(&out);
}

static void check_again(struct table table, struct slice text)
{
    struct arena arena = ARENA_LIMITED(64u << 20);
    struct buf again = BUF_LIMITED(64u << 20);
    struct json_error error = {0};
    yyjson_val *root = NULL;
    void *value = arena_zeroed(&arena, table.shape->size + 1);
    must(json_read(&arena, text, &root, &error) == 0);
    table.method = NULL;
    must(decode(&arena, table, root, value) == 0);
    must(json_encode(&again, table.shape, value) == 0);
    must(slice_equal(buf_slice(&again), text));
    buf_clear(&again);
    arena_clear(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    struct arena arena = ARENA_LIMITED(64u << 20);
    struct json_error error = {0};
    struct table table = choose(data[0] + (size_t)data[1] * 256);
    yyjson_val *root = NULL;
    if (json_read(&arena, (struct slice){(const char *)data + 2, size - 2}, &root, &error) == 0) {
        struct buf out = BUF_LIMITED(64u << 20);
        void *value = arena_alloc(&arena, table.shape->size + 1);
        if (decode(&arena, table, root, value) == 0) {
            must(json_encode(&out, table.shape, value) == 0);
            check_again(table, buf_slice(&out));
            check_copy(table.shape, value, buf_slice(&out));
        }
        buf_clear(&out);
    }
    arena_clear(&arena);
    return 0;
}
