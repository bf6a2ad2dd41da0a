/* Tokens of a call: an estimate from its request, and the numbers in its response. Parses, and does no I/O. */
#include <errno.h>

#include "broker/usage.h"
#include "json/read.h"

/* --- estimate --- */

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

/* Takes the larger of the value so far and this field, if it is a number. */
static void take_most(yyjson_val *root, const char *name, int64_t *most, bool *found)
{
    yyjson_val *value = yyjson_obj_get(root, name);
    int64_t number = 0;
    int r = value ? json_integer(value, &number) : -EINVAL;
    if (r == -ERANGE || number > ASK_TOKENS_MAX)
        number = ASK_TOKENS_MAX;
    else if (r < 0 || number < 0)
        return; /* the provider rejects it as well */
    *found = true;
    if (number > *most)
        *most = number;
}

/* The older completions API: each prompt of a list gets answers. A list of numbers is one prompt. */
static int64_t count_prompts(yyjson_val *root)
{
    yyjson_val *prompts = yyjson_obj_get(root, "prompt");
    yyjson_val *first = yyjson_arr_get_first(prompts);
    return first && (yyjson_is_str(first) || yyjson_is_arr(first)) ? (int64_t)yyjson_arr_size(prompts) : 1;
}

/* Reads only the field that the API uses: the provider may ignore another one, and generate without limit. */
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
    struct json_error error = {.message = "out of memory"};
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

/* --- reported usage --- */

void usage_init(struct usage *usage, enum broker_provider_format format, bool streams)
{
    *usage = (struct usage){.format = format, .streams = streams, .line = BUF_LIMITED(USAGE_BYTES_MAX)};
}

void usage_clear(struct usage *usage)
{
    buf_clear(&usage->line);
}

/* Adds a number if it is present and plausible. */
static bool add_number(yyjson_val *usage, const char *name, int64_t *sum)
{
    yyjson_val *value = usage ? yyjson_obj_get(usage, name) : NULL;
    int64_t number = 0;
    if (!value || json_integer(value, &number) < 0 || number < 0 || number > ASK_TOKENS_MAX ||
        *sum + number > ASK_TOKENS_MAX)
        return false;
    *sum += number;
    return true;
}

/* The latest values count: a stream reports running totals several times. */
static void take_numbers(struct usage *usage, yyjson_val *numbers, bool final)
{
    int64_t input = 0, output = 0;
    if (add_number(numbers, "input_tokens", &input) || add_number(numbers, "prompt_tokens", &input)) {
        if (usage->format == BROKER_PROVIDER_FORMAT_ANTHROPIC) { /* other formats include them in the total */
            (void)add_number(numbers, "cache_creation_input_tokens", &input);
            (void)add_number(numbers, "cache_read_input_tokens", &input);
        }
        usage->input = input;
        usage->has_input = true;
    }
    if (final && (add_number(numbers, "output_tokens", &output) || add_number(numbers, "completion_tokens", &output))) {
        usage->output = output;
        usage->has_output = true;
    }
}

/* The final events of the three kinds of streams. */
static bool is_last(struct slice type)
{
    return slice_is(type, "message_stop") || slice_is(type, "response.completed") ||
           slice_is(type, "response.incomplete") || slice_is(type, "response.failed");
}

static bool has_word(struct slice text, const char *word)
{
    return text.data && memmem(text.data, text.size, word, strlen(word));
}

static void take_text(struct usage *usage, struct slice text)
{
    struct json_large *document = NULL;
    struct json_error error;
    if (!(has_word(text, "\"usage\"") || has_word(text, "message_stop")) ||
        json_read_large(MEMORY_MIN + MEMORY_PER_BYTE * text.size, text, &document, &error) < 0)
        return;
    yyjson_val *root = json_large_root(document);
    yyjson_val *numbers = yyjson_obj_get(root, "usage"), *type = yyjson_obj_get(root, "type");
    usage->finished |= usage->streams && yyjson_is_str(type) && is_last(json_text(type));
    if (yyjson_is_obj(numbers))
        take_numbers(usage, numbers, true);
    /* Anthropic's first event has the usage in `message`, with incomplete output; the last event of OpenAI's responses
     * API has it in `response`. */
    numbers = yyjson_obj_get(yyjson_obj_get(root, "message"), "usage");
    if (yyjson_is_obj(numbers))
        take_numbers(usage, numbers, false);
    numbers = yyjson_obj_get(yyjson_obj_get(root, "response"), "usage");
    if (yyjson_is_obj(numbers))
        take_numbers(usage, numbers, true);
    (void)json_large_free(document);
}

static void end_line(struct usage *usage)
{
    static const struct slice mark = SLICE_INIT("data:");
    struct slice line = buf_slice(&usage->line);
    if (!usage->passes_by && line.data && line.size > mark.size && slice_starts_with(line, mark)) {
        struct slice text = {line.data + mark.size, line.size - mark.size};
        usage->finished |= slice_is(text, " [DONE]") || slice_is(text, "[DONE]");
        take_text(usage, text);
    }
    buf_reset(&usage->line, 4096);
    usage->passes_by = false;
}

static void append(struct usage *usage, struct slice piece)
{
    if (usage->passes_by || buf_append_slice(&usage->line, piece) == 0)
        return;
    usage->passes_by = true;
    buf_clear(&usage->line);
    usage->line = (struct buf)BUF_LIMITED(USAGE_BYTES_MAX);
}

void usage_feed(struct usage *usage, struct slice piece)
{
    if (!usage->streams) {
        append(usage, piece);
        return;
    }
    while (piece.size > 0) {
        size_t size = 0;
        if (usage->after_line && piece.data[0] == '\n')
            piece = (struct slice){piece.data + 1, piece.size - 1};
        usage->after_line = false;
        while (size < piece.size && piece.data[size] != '\n' && piece.data[size] != '\r')
            size++;
        append(usage, (struct slice){piece.data, size});
        if (size == piece.size)
            return;
        end_line(usage);
        usage->after_line = piece.data[size] == '\r';
        piece = (struct slice){piece.data + size + 1, piece.size - size - 1};
    }
}

void usage_end(struct usage *usage)
{
    if (usage->streams)
        end_line(usage);
    else if (!usage->passes_by)
        take_text(usage, buf_slice(&usage->line));
    buf_clear(&usage->line);
}
