#include "broker/ask.h"

#include <errno.h>

#include "json/read.h"

enum { MEMORY_PER_BYTE = 32, MEMORY_MIN = 64 << 10 };

int64_t ask_estimate(size_t bytes)
{
    return (int64_t)(bytes / 3 + (bytes % 3 > 0));
}

static int64_t multiply(int64_t a, int64_t b)
{
    int64_t product;
    return __builtin_mul_overflow(a, b, &product) || product > ASK_TOKENS_MAX ? ASK_TOKENS_MAX : product;
}

/* The larger of what was there and what is in this field, if that is a number. */
static void take_most(yyjson_val *root, const char *name, int64_t *most, bool *found)
{
    yyjson_val *value = yyjson_obj_get(root, name);
    int64_t number = 0;
    int r = value ? json_integer(value, &number) : -EINVAL;
    if (r == -ERANGE || number > ASK_TOKENS_MAX)
        number = ASK_TOKENS_MAX;
    else if (r < 0 || number < 0)
        return; /* which the provider will not take either */
    *found = true;
    if (number > *most)
        *most = number;
}

/* Of the old completions: each prompt of a list is answered. A list of numbers is one prompt. */
static int64_t count_prompts(yyjson_val *root)
{
    yyjson_val *prompts = yyjson_obj_get(root, "prompt");
    yyjson_val *first = yyjson_arr_get_first(prompts);
    return first && (yyjson_is_str(first) || yyjson_is_arr(first)) ? (int64_t)yyjson_arr_size(prompts) : 1;
}

/* By the name that counts there: a provider may pass over another without a word, and say as much as it likes. */
static void read_output(const struct endpoint *endpoint, yyjson_val *root, struct ask *ask)
{
    bool responses = strcmp(endpoint->path, "/responses") == 0, chat = strcmp(endpoint->path, "/chat/completions") == 0;
    bool found = false;
    take_most(root, responses ? "max_output_tokens" : "max_tokens", &ask->output_tokens, &ask->has_output);
    if (chat)
        take_most(root, "max_completion_tokens", &ask->output_tokens, &ask->has_output);
    take_most(root, "n", &ask->answers, &found);
    take_most(root, "best_of", &ask->answers, &found);
    ask->answers = multiply(ask->answers, count_prompts(root));
    ask->output_tokens = multiply(ask->output_tokens, ask->answers);
}

static int read_model(yyjson_val *root, struct ask *ask, const char **ret_problem)
{
    yyjson_val *model = yyjson_obj_get(root, "model");
    if (!yyjson_is_str(model))
        return 0;
    struct slice text = json_text(model);
    if (text.size > ASK_MODEL_MAX || memchr(text.data, '\0', text.size)) {
        *ret_problem = "the name of the model is too long";
        return -EINVAL;
    }
    slice_copy(ask->model, text);
    ask->model[text.size] = '\0';
    return 0;
}

int ask_read(const struct endpoint *endpoint, struct slice body, struct ask *ret_ask, const char **ret_problem)
{
    struct ask ask = {.answers = 1};
    if (endpoint->cost == ENDPOINT_FREE) {
        ask.has_output = true;
        *ret_ask = ask;
        return 0;
    }
    struct json_large *document = NULL;
    struct json_error error = {.message = "no memory"};
    int r = json_read_large(MEMORY_MIN + MEMORY_PER_BYTE * body.size, body, &document, &error);
    if (r < 0) {
        *ret_problem = error.message;
        return r;
    }
    yyjson_val *root = json_large_root(document);
    if (yyjson_is_obj(root)) {
        r = read_model(root, &ask, ret_problem);
    } else {
        *ret_problem = "the body must be an object";
        r = -EINVAL;
    }
    ask.input_tokens = ask_estimate(body.size);
    if (endpoint->cost == ENDPOINT_OUTPUT)
        read_output(endpoint, root, &ask);
    else
        ask.has_output = true;
    (void)json_large_free(document);
    if (r == 0)
        *ret_ask = ask;
    return r;
}
