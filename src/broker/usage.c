#include "broker/usage.h"

#include <errno.h>

#include "broker/ask.h"
#include "json/read.h"

enum { MEMORY_PER_BYTE = 32, MEMORY_MIN = 64 << 10 };

void usage_init(struct usage *usage, enum broker_provider_format format, bool streams)
{
    *usage = (struct usage){.format = format, .streams = streams, .line = BUF_LIMITED(USAGE_BYTES_MAX)};
}

void usage_clear(struct usage *usage)
{
    buf_clear(&usage->line);
}

/* Adds a number that is there and can be true. */
static bool add(yyjson_val *usage, const char *name, int64_t *sum)
{
    yyjson_val *value = usage ? yyjson_obj_get(usage, name) : NULL;
    int64_t number = 0;
    if (!value || json_integer(value, &number) < 0 || number < 0 || number > ASK_TOKENS_MAX ||
        *sum + number > ASK_TOKENS_MAX)
        return false;
    *sum += number;
    return true;
}

/* What is told later counts: a stream tells several times, each with all that was used so far. */
static void take_numbers(struct usage *usage, yyjson_val *numbers, bool final)
{
    int64_t input = 0, output = 0;
    if (add(numbers, "input_tokens", &input) || add(numbers, "prompt_tokens", &input)) {
        if (usage->format == BROKER_PROVIDER_FORMAT_ANTHROPIC) { /* the others have them in the sum */
            (void)add(numbers, "cache_creation_input_tokens", &input);
            (void)add(numbers, "cache_read_input_tokens", &input);
        }
        usage->input = input;
        usage->has_input = true;
    }
    if (final && (add(numbers, "output_tokens", &output) || add(numbers, "completion_tokens", &output))) {
        usage->output = output;
        usage->has_output = true;
    }
}

/* The last events of the three kinds of streams. */
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
    /* The first event of Anthropic's has it in `message`, where the output has only begun; the last one of OpenAI's
     * responses in `response`. */
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
