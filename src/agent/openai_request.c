/* Writes a request for chat completions, for OpenAI and compatible servers. */
#include "agent/request.h"
#include "tools/tool.h"
#include "json/write.h"

enum {
    NAME_MAX_BYTES = 64,
    EFFORT_MEDIUM = 4096, /* the thinking budget for medium effort */
    EFFORT_HIGH = 16384,
};

/* The format has no thinking in requests. */
static bool says(const struct block *block)
{
    switch (block->kind) {
    case BLOCK_TEXT:
        return request_is_text(block->text);
    case BLOCK_IMAGE:
        return block->text.size > 0;
    case BLOCK_TOOL_USE:
    case BLOCK_TOOL_RESULT:
        return true;
    default:
        return false;
    }
}

/* Tool messages can contain only text: images of results are sent in a user message. */
static bool has_image(const struct block *block)
{
    return block->kind == BLOCK_IMAGE || (block->kind == BLOCK_TOOL_RESULT && block->image.size > 0);
}

static void comma(struct buf *out, bool *first)
{
    if (!*first)
        buf_append_char(out, ',');
    *first = false;
}

/* Joins all texts of the turn into one string, the only form that some servers accept. */
static void write_texts(struct buf *out, const struct request_turn *turn)
{
    struct buf text = BUF_LIMITED(out->limit);
    const struct said *said = NULL;
    for (const struct block *block = NULL; (block = request_block(turn, block, &said));) {
        if (block->kind != BLOCK_TEXT || !says(block))
            continue;
        if (text.size > 0)
            buf_append_text(&text, "\n\n");
        buf_append_slice(&text, block->text);
    }
    if (text.error)
        out->error = text.error;
    json_write_string(out, buf_slice(&text));
    buf_clear(&text);
}

static void write_image(struct buf *out, const struct block *block)
{
    buf_append_text(out, "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:");
    for (size_t i = 0; i < block->mime.size; i++) /* only a plain MIME type */
        if (strchr("abcdefghijklmnopqrstuvwxyz0123456789/+.-", block->mime.data[i]) && block->mime.data[i])
            buf_append_char(out, block->mime.data[i]);
    buf_append_text(out, ";base64,");
    struct slice data = block->kind == BLOCK_IMAGE ? block->text : block->image;
    for (size_t i = 0; i < data.size; i++)
        if (data.data[i] == '"' || data.data[i] == '\\' || (unsigned char)data.data[i] < ' ' || data.data[i] < 0)
            data.size = i; /* stops at invalid base64 */
    buf_append_slice(out, data);
    buf_append_text(out, "\"}}");
}

/* Writes texts and images in order. */
static void write_parts(struct buf *out, const struct request_turn *turn)
{
    const struct said *said = NULL;
    bool first = true;
    buf_append_char(out, '[');
    for (const struct block *block = NULL; (block = request_block(turn, block, &said));) {
        if (has_image(block)) {
            comma(out, &first);
            if (block->kind == BLOCK_TOOL_RESULT) {
                buf_append_text(out, "{\"type\":\"text\",\"text\":\"The image from the tool result:\"},");
            }
            write_image(out, block);
        } else if (block->kind == BLOCK_TEXT && says(block)) {
            comma(out, &first);
            buf_append_text(out, "{\"type\":\"text\",\"text\":");
            json_write_string(out, block->text);
            buf_append_char(out, '}');
        }
    }
    buf_append_char(out, ']');
}

/* Writes a user turn: each tool result as a message, then the user's text. */
static void write_user(struct buf *out, const struct request_turn *turn)
{
    const struct said *said = NULL;
    bool first = true, images = false, texts = false;
    for (const struct block *block = NULL; (block = request_block(turn, block, &said));) {
        images |= has_image(block);
        texts |= block->kind == BLOCK_TEXT && says(block);
        if (block->kind != BLOCK_TOOL_RESULT)
            continue;
        comma(out, &first);
        buf_append_text(out, "{\"role\":\"tool\",\"tool_call_id\":");
        json_write_string(out, block->id);
        buf_append_text(out, ",\"content\":");
        json_write_string(out, block->text);
        buf_append_char(out, '}');
    }
    if (!images && !texts)
        return;
    comma(out, &first);
    buf_append_text(out, "{\"role\":\"user\",\"content\":");
    if (images)
        write_parts(out, turn);
    else
        write_texts(out, turn);
    buf_append_char(out, '}');
}

static void write_calls(struct buf *out, const struct request_turn *turn)
{
    const struct said *said = NULL;
    bool first = true;
    for (const struct block *block = NULL; (block = request_block(turn, block, &said));) {
        if (block->kind != BLOCK_TOOL_USE)
            continue;
        buf_append_text(out, first ? ",\"tool_calls\":[" : ",");
        first = false;
        buf_append_text(out, "{\"id\":");
        json_write_string(out, block->id);
        buf_append_text(out, ",\"type\":\"function\",\"function\":{\"name\":");
        request_write_word(out, block->name, NAME_MAX_BYTES);
        buf_append_text(out, ",\"arguments\":");
        json_write_string(out, block->input.size > 0 ? block->input : SLICE("{}"));
        buf_append_text(out, "}}");
    }
    if (!first)
        buf_append_char(out, ']');
}

static void write_assistant(struct buf *out, const struct request_turn *turn)
{
    const struct said *said = NULL;
    bool texts = false;
    for (const struct block *block = NULL; (block = request_block(turn, block, &said));)
        texts |= block->kind == BLOCK_TEXT && says(block);
    buf_append_text(out, "{\"role\":\"assistant\",\"content\":");
    if (texts)
        write_texts(out, turn);
    else
        buf_append_text(out, "null");
    write_calls(out, turn);
    buf_append_char(out, '}');
}

static void write_messages(struct buf *out, const struct model_request *request)
{
    struct request_turn turn = {0};
    bool first = true;
    buf_append_char(out, '[');
    if (request_is_text(request->system)) {
        comma(out, &first);
        buf_append_text(out, "{\"role\":\"system\",\"content\":");
        json_write_string(out, request->system);
        buf_append_char(out, '}');
    }
    while (request_next(request->conversation, says, &turn)) {
        comma(out, &first);
        if (turn.by == SAID_BY_USER)
            write_user(out, &turn);
        else
            write_assistant(out, &turn);
    }
    buf_append_char(out, ']');
}

static void write_tools(struct buf *out, bool *first, const struct tool *const *tools)
{
    if (!tools || !*tools)
        return;
    request_member(out, first, "tools");
    for (char before = '['; *tools; tools++, before = ',') {
        buf_append_char(out, before);
        buf_append_text(out, "{\"type\":\"function\",\"function\":{\"name\":");
        request_write_word(out, slice_of((*tools)->name), NAME_MAX_BYTES);
        buf_append_text(out, ",\"description\":");
        json_write_string(out, slice_of((*tools)->description));
        buf_append_text(out, ",\"parameters\":");
        buf_append_text(out, (*tools)->schema);
        buf_append_text(out, "}}");
    }
    buf_append_char(out, ']');
}

/* OpenAI models with reasoning: o1, o3, gpt-5, …; other models reject the parameter. */
static bool thinks(struct slice model)
{
    return (model.size > 1 && model.data[0] == 'o' && model.data[1] >= '1' && model.data[1] <= '9') ||
           (slice_starts_with(model, SLICE("gpt-")) && model.size > 4 && model.data[4] >= '5' && model.data[4] <= '9');
}

int openai_write(struct buf *out, const struct model_request *request)
{
    bool first = true, is_openai = slice_starts_with(request->provider->url, SLICE("https://api.openai.com"));
    buf_append_char(out, '{');
    request_member(out, &first, "model");
    json_write_string(out, request->model);
    /* OpenAI's newer models reject max_tokens; other servers know only that name. */
    request_member(out, &first, is_openai ? "max_completion_tokens" : "max_tokens");
    buf_append_signed(out, request->output_tokens);
    request_member(out, &first, "stream");
    buf_append_text(out, "true");
    request_member(out, &first, "stream_options");
    buf_append_text(out, "{\"include_usage\":true}");
    if (is_openai && request->thinking_tokens > 0 && thinks(request->model)) {
        request_member(out, &first, "reasoning_effort");
        buf_append_text(out, request->thinking_tokens >= EFFORT_HIGH     ? "\"high\""
                             : request->thinking_tokens >= EFFORT_MEDIUM ? "\"medium\""
                                                                         : "\"low\"");
    }
    write_tools(out, &first, request->tools);
    request_member(out, &first, "messages");
    write_messages(out, request);
    return buf_append_char(out, '}');
}
