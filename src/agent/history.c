/* Rebuilds a conversation from the session's events in the log, of any agent. They are untrusted text; unknown events
 * are skipped. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "agent/agent.h"
#include "json/read.h"
#include "json/write.h"

enum { OPEN_MAX = 256, TEXT_MAX = 32 << 20, JSON_MAX = 64 << 20 };

/* A tool call without a result so far. */
struct open_call {
    char *id;       /* the agent's id; "" if there is none */
    char given[40]; /* the id in the conversation, if it differs; otherwise "" */
    char *name;
};

struct history {
    struct conversation *conversation;
    struct conversation pending; /* blocks of the current message; dropped if the message was interrupted */
    struct buf pieces;           /* of a text block that has not ended */
    int64_t piece_index;
    struct open_call open[OPEN_MAX];
    size_t open_count;
    uint64_t *seen; /* hash set of all call ids */
    size_t seen_count, seen_capacity;
    unsigned made; /* the number of generated ids */
    bool own;      /* the current message is by this agent, so its thinking can be sent back */
    struct arena arena;
};

/* --- ids --- */

static uint64_t sum_of(struct slice text)
{
    uint64_t sum = 14695981039346656037u;
    for (size_t i = 0; i < text.size; i++)
        sum = (sum ^ (unsigned char)text.data[i]) * 1099511628211u;
    return sum ? sum : 1;
}

static bool put_sum(uint64_t *set, size_t capacity, uint64_t sum)
{
    size_t at = sum & (capacity - 1);
    while (set[at] && set[at] != sum)
        at = (at + 1) & (capacity - 1);
    bool is_new = !set[at];
    set[at] = sum;
    return is_new;
}

/* Returns 1 if the id is new, 0 if it was seen before. */
static int see(struct history *history, struct slice id)
{
    if (2 * (history->seen_count + 1) > history->seen_capacity) {
        size_t capacity = history->seen_capacity ? 2 * history->seen_capacity : 256;
        uint64_t *set = calloc(capacity, sizeof *set);
        if (!set)
            return -ENOMEM;
        for (size_t i = 0; i < history->seen_capacity; i++)
            if (history->seen[i])
                (void)put_sum(set, capacity, history->seen[i]);
        free(history->seen);
        history->seen = set;
        history->seen_capacity = capacity;
    }
    bool is_new = put_sum(history->seen, history->seen_capacity, sum_of(id));
    history->seen_count += is_new;
    return is_new;
}

static bool is_plain(struct slice id)
{
    for (size_t i = 0; i < id.size; i++) {
        char c = id.data[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-'))
            return false;
    }
    return id.size > 0 && id.size <= 64;
}

static struct slice id_of(const struct open_call *call)
{
    return slice_of(call->given[0] ? call->given : call->id);
}

static void forget_call(struct history *history, size_t index)
{
    free(history->open[index].id);
    free(history->open[index].name);
    history->open_count--;
    memmove(history->open + index, history->open + index + 1, (history->open_count - index) * sizeof *history->open);
}

/* APIs require unique ids of simple characters; other ids are replaced. */
static int open_call(struct history *history, struct slice id, struct slice name, struct slice *ret_id)
{
    struct open_call call = {.id = strndup(id.data ? id.data : "", id.size),
                             .name = strndup(name.data ? name.data : "", name.size)};
    int r = !call.id || !call.name ? -ENOMEM : is_plain(id) ? see(history, id) : 0;
    while (r == 0) {
        (void)snprintf(call.given, sizeof call.given, "call_before_%u", ++history->made);
        r = see(history, slice_of(call.given));
    }
    if (r < 0) {
        free(call.id);
        free(call.name);
        return r;
    }
    if (history->open_count == OPEN_MAX)
        forget_call(history, 0);
    history->open[history->open_count] = call;
    *ret_id = id_of(&history->open[history->open_count++]);
    return 0;
}

/* Returns the newest call with this id; without an id, the newest one of this tool, or the newest of all. */
static size_t find_call(const struct history *history, struct slice id, struct slice name)
{
    for (size_t i = history->open_count; i-- > 0;)
        if (id.size > 0 ? slice_is(id, history->open[i].id) : name.size == 0 || slice_is(name, history->open[i].name))
            return i;
    return SIZE_MAX;
}

/* --- values --- */

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? json_text(value) : (struct slice){0};
}

/* Returns the text of a message in one of its forms: a string, {"text"}, {"content"}, {"delta": {"text"}}. */
static struct slice said_text(yyjson_val *content)
{
    if (yyjson_is_str(content))
        return json_text(content);
    struct slice text = text_of(content, "text");
    if (text.size == 0)
        text = text_of(yyjson_obj_get(content, "delta"), "text");
    return text.size > 0 ? text : text_of(content, "content");
}

/* --- the current message --- */

static int add_block(struct history *history, const struct block *block)
{
    return conversation_add(&history->pending, SAID_BY_ASSISTANT, block);
}

static int end_pieces(struct history *history)
{
    int r = 0;
    if (history->pieces.size > 0 && !history->pieces.error)
        r = add_block(history, &(struct block){.kind = BLOCK_TEXT, .text = buf_slice(&history->pieces)});
    buf_reset(&history->pieces, 64 << 10);
    return r;
}

static int flush(struct history *history)
{
    int r = end_pieces(history);
    struct said *said = history->pending.first;
    while (said && said->blocks && r == 0) {
        struct block *block = said->blocks;
        said->blocks = block->next;
        r = conversation_take(history->conversation, SAID_BY_ASSISTANT, block);
    }
    conversation_clear(&history->pending);
    return r;
}

static void take_back(struct history *history)
{
    conversation_clear(&history->pending);
    buf_reset(&history->pieces, 64 << 10);
}

/* --- events --- */

static int64_t index_of(yyjson_val *content)
{
    yyjson_val *value = yyjson_obj_get(content, "index");
    int64_t index = 0;
    return value && json_integer(value, &index) == 0 ? index : 0;
}

static int on_piece(struct history *history, yyjson_val *content)
{
    struct slice text = said_text(content);
    int64_t index = index_of(content);
    int r = index == history->piece_index ? 0 : end_pieces(history);
    history->piece_index = index;
    (void)buf_append_slice(&history->pieces, text);
    return r;
}

static int add_call(struct history *history, struct slice id, struct slice name, yyjson_val *input)
{
    struct buf text = BUF_LIMITED(TEXT_MAX);
    struct slice given = {0};
    if (name.size == 0 || name.size > 128)
        return 0;
    if (yyjson_is_obj(input))
        json_write_value(&text, input);
    else
        buf_append_text(&text, "{}");
    int r = text.error ? text.error : open_call(history, id, name, &given);
    if (r == 0)
        r = add_block(history,
                      &(struct block){.kind = BLOCK_TOOL_USE, .id = given, .name = name, .input = buf_slice(&text)});
    buf_clear(&text);
    return r;
}

static int on_block(struct history *history, yyjson_val *content)
{
    yyjson_val *block = yyjson_obj_get(content, "content_block");
    if (!yyjson_is_obj(block))
        block = content;
    struct slice type = text_of(block, "type");
    bool is_whole = type.size > 0 || said_text(block).size > 0;
    if (!is_whole || index_of(content) != history->piece_index) {
        int r = end_pieces(history);
        if (r < 0 || !is_whole)
            return r;
    }
    buf_reset(&history->pieces, 64 << 10); /* drops the pieces of this block */
    if (slice_is(type, "tool_use"))
        return add_call(history, text_of(block, "id"), text_of(block, "name"), yyjson_obj_get(block, "input"));
    if (slice_is(type, "thinking")) {
        struct slice signature = text_of(block, "signature");
        if (!history->own || signature.size == 0)
            return 0;
        return add_block(
            history,
            &(struct block){.kind = BLOCK_THINKING, .text = text_of(block, "thinking"), .signature = signature});
    }
    if (slice_is(type, "redacted_thinking"))
        return history->own ? add_block(history, &(struct block){.kind = BLOCK_REDACTED_THINKING,
                                                                 .text = text_of(block, "data")})
                            : 0;
    struct slice text = said_text(block);
    return text.size > 0 ? add_block(history, &(struct block){.kind = BLOCK_TEXT, .text = text}) : 0;
}

static int on_call(struct history *history, yyjson_val *content)
{
    struct slice id = text_of(content, "tool_call_id"), name = text_of(content, "tool");
    size_t at = id.size > 0 ? find_call(history, id, name) : SIZE_MAX;
    int r = end_pieces(history);
    if (r == 0 && at == SIZE_MAX && yyjson_is_obj(content)) /* the call was not in the message's blocks */
        r = add_call(history, id, name, yyjson_obj_get(content, "input"));
    return r < 0 ? r : flush(history);
}

static int on_result(struct history *history, yyjson_val *content)
{
    int r = flush(history);
    size_t at = find_call(history, text_of(content, "tool_call_id"), text_of(content, "tool"));
    if (r < 0 || at == SIZE_MAX)
        return r;
    const struct open_call *call = &history->open[at];
    yyjson_val *result = yyjson_obj_get(content, "result"), *image = yyjson_obj_get(content, "image");
    struct buf text = BUF_LIMITED(TEXT_MAX);
    if (yyjson_is_str(result))
        buf_append_slice(&text, json_text(result));
    else if (result)
        json_write_value(&text, result);
    if (text.size == 0 && !yyjson_is_obj(image))
        buf_append_text(&text, "(no output)");
    r = text.error ? text.error
                   : conversation_add(history->conversation, SAID_BY_USER,
                                      &(struct block){
                                          .kind = BLOCK_TOOL_RESULT,
                                          .id = id_of(call),
                                          .name = slice_of(call->name),
                                          .text = buf_slice(&text),
                                          .image = text_of(image, "data"),
                                          .mime = text_of(image, "mime"),
                                          .is_error = yyjson_is_true(yyjson_obj_get(content, "is_error")),
                                      });
    buf_clear(&text);
    forget_call(history, at);
    return r;
}

/* The log does not have the content of attached files, only their names. */
static int add_attached(struct history *history, yyjson_val *list)
{
    struct buf text = BUF_LIMITED(1 << 20);
    size_t index, count;
    yyjson_val *item;
    if (!yyjson_is_arr(list) || yyjson_arr_size(list) == 0)
        return 0;
    (void)buf_append_text(&text, "(Files were attached to this message; read them again if you need them:");
    yyjson_arr_foreach(list, index, count, item)
    {
        struct slice path = text_of(item, "path");
        (void)buf_printf(&text, " %.*s", SLICE_ARG(path));
    }
    (void)buf_append_char(&text, ')');
    int r = text.error ? text.error : conversation_add_text(history->conversation, SAID_BY_USER, buf_slice(&text));
    buf_clear(&text);
    return r;
}

/* A prompt of the user ends the previous task. */
static int on_prompt(struct history *history, yyjson_val *content)
{
    struct slice text = said_text(content);
    int r = flush(history);
    while (history->open_count > 0) {
        const struct open_call *call = &history->open[history->open_count - 1];
        if (r == 0)
            r = conversation_add(history->conversation, SAID_BY_USER,
                                 &(struct block){.kind = BLOCK_TOOL_RESULT,
                                                 .id = id_of(call),
                                                 .name = slice_of(call->name),
                                                 .text = SLICE(CONVERSATION_INTERRUPTED),
                                                 .is_error = true});
        forget_call(history, history->open_count - 1);
    }
    const struct said *last = conversation_last(history->conversation);
    if (r == 0 && last && last->by == SAID_BY_USER)
        r = conversation_add_text(history->conversation, SAID_BY_ASSISTANT, SLICE("(The work ended here.)"));
    if (r == 0 && yyjson_is_obj(content))
        r = add_attached(history, yyjson_obj_get(content, "attachments"));
    if (r == 0 && text.size > 0)
        r = conversation_add_text(history->conversation, SAID_BY_USER, text);
    history->own = false;
    return r;
}

static int on_summary(struct history *history, yyjson_val *content)
{
    struct slice summary = text_of(content, "summary");
    int64_t kept = 0;
    yyjson_val *value = yyjson_obj_get(content, "kept_messages");
    int r = flush(history);
    if (r < 0 || summary.size == 0 || !value || json_integer(value, &kept) < 0 || kept < 0)
        return r;
    return conversation_cut(history->conversation, (size_t)kept, summary);
}

static int on_start(struct history *history, yyjson_val *content)
{
    int r = flush(history);
    history->own = slice_is(text_of(content, "agent"), "builtin");
    history->piece_index = 0;
    return r;
}

static int on_error(struct history *history, yyjson_val *content)
{
    if (yyjson_obj_get(content, "retry_in_ms"))
        take_back(history);
    return 0;
}

static int on_stop(struct history *history, yyjson_val *content)
{
    (void)content;
    return flush(history);
}

static const struct {
    const char *type;
    int (*read)(struct history *history, yyjson_val *content);
} events[] = {
    {"content_block_stop", on_block},
    {"content_block_delta", on_piece},
    {"content_block", on_block},
    {"text", on_block},
    {"message", on_block},
    {"tool_call", on_call},
    {"tool_result", on_result},
    {"message_start", on_start},
    {"message_stop", on_stop},
    {"error", on_error},
    {"context_summarised", on_summary},
};

static int read_one(struct history *history, const struct executor_said *said)
{
    yyjson_val *content = (yyjson_val *)said->content.value;
    struct json_error error;
    if (!content && said->content.text.size > 0) {
        arena_reset(&history->arena);
        if (json_read(&history->arena, said->content.text, &content, &error) < 0)
            return 0;
    }
    if (said->role == EXECUTOR_SAID_ROLE_USER)
        return on_prompt(history, content);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (slice_is(said->type, events[i].type))
            return events[i].read(history, content);
    return 0;
}

/* Collects the call ids that the conversation contains already. */
static int see_all(struct history *history)
{
    int r = 0;
    for (const struct said *said = history->conversation->first; said && r >= 0; said = said->next)
        for (const struct block *block = said->blocks; block && r >= 0; block = block->next)
            if (block->kind == BLOCK_TOOL_USE)
                r = see(history, block->id);
    return r < 0 ? r : 0;
}

int history_read(struct conversation *conversation, const struct executor_said *items, size_t count)
{
    struct history *history = calloc(1, sizeof *history);
    if (!history)
        return -ENOMEM;
    history->conversation = conversation;
    history->pieces = (struct buf)BUF_LIMITED(TEXT_MAX);
    history->arena = (struct arena)ARENA_LIMITED(JSON_MAX);
    conversation_init(&history->pending);
    int r = count > 0 ? see_all(history) : 0;
    for (size_t i = 0; i < count && r == 0; i++)
        r = read_one(history, &items[i]);
    if (r == 0)
        r = on_prompt(history, NULL);
    if (r == 0)
        r = conversation_mend(conversation);
    conversation_clear(&history->pending);
    while (history->open_count > 0)
        forget_call(history, history->open_count - 1);
    buf_clear(&history->pieces);
    arena_clear(&history->arena);
    free(history->seen);
    free(history);
    return r;
}
