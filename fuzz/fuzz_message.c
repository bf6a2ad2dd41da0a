/* Fuzzes the classification of messages: its results must be consistent. */
#include "fuzz.h"
#include "rpc/message.h"
#include "json/read.h"

static bool has_type(const yyjson_val *value, yyjson_type type)
{
    return value && unsafe_yyjson_get_type((void *)(uintptr_t)value) == type;
}

static void check(const struct message *message)
{
    bool is_call = message->kind == MESSAGE_REQUEST || message->kind == MESSAGE_NOTIFICATION;
    must((message->kind == MESSAGE_INVALID) == (message->problem != NULL));
    must(!message->id || has_type(message->id, YYJSON_TYPE_STR) || has_type(message->id, YYJSON_TYPE_RAW) ||
         has_type(message->id, YYJSON_TYPE_NULL));
    switch (message->kind) {
    case MESSAGE_REQUEST:
        must(message->id);
        must(!message->params || has_type(message->params, YYJSON_TYPE_OBJ) ||
             has_type(message->params, YYJSON_TYPE_ARR));
        break;
    case MESSAGE_NOTIFICATION:
        must(!message->id);
        break;
    case MESSAGE_RESULT:
        must(message->id && message->result && !message->error);
        break;
    case MESSAGE_ERROR:
        must(message->id && message->error && !has_type(message->error, YYJSON_TYPE_NULL) && !message->result);
        break;
    case MESSAGE_INVALID:
        break;
    }
    if (is_call)
        must(message->method.data && !message->result && !message->error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = ARENA_LIMITED(16u << 20);
    struct json_error error = {0};
    struct message message;
    yyjson_val *root = NULL;
    if (json_read(&arena, (struct slice){(const char *)data, size}, &root, &error) == 0) {
        message_classify(root, &message);
        check(&message);
        if (yyjson_is_arr(root)) {
            must(message.kind == MESSAGE_INVALID);
            yyjson_arr_iter iter = yyjson_arr_iter_with(root);
            for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter));) {
                message_classify(item, &message);
                check(&message);
            }
        }
    }
    arena_clear(&arena);
    return 0;
}
