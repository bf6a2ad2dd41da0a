/* Fuzzes the history of a session with events of untrusted agents: one event a line, "TYPE CONTENT"; an empty
 * type is a prompt. The resulting conversation must be valid for model providers. */
#include "agent/agent.h"
#include "fuzz.h"

enum { EVENTS_MAX = 4096 };

static size_t split(struct slice text, struct executor_said *items)
{
    size_t count = 0;
    while (text.size > 0 && count < EVENTS_MAX) {
        const char *newline = memchr(text.data, '\n', text.size);
        struct slice line = {text.data, newline ? (size_t)(newline - text.data) : text.size};
        const char *blank = memchr(line.data, ' ', line.size);
        size_t type = blank ? (size_t)(blank - line.data) : line.size, skip = blank ? 1 : 0;
        items[count++] = (struct executor_said){
            .role = type == 0 ? EXECUTOR_SAID_ROLE_USER : EXECUTOR_SAID_ROLE_ASSISTANT,
            .type = {line.data, type},
            .content = {.text = {line.data + type + skip, line.size - type - skip}},
        };
        text.data += line.size + (newline ? 1 : 0);
        text.size -= line.size + (newline ? 1 : 0);
    }
    return count;
}

static bool has_result(const struct said *said, struct slice id)
{
    for (const struct block *block = said ? said->blocks : NULL; block; block = block->next)
        if (block->kind == BLOCK_TOOL_RESULT && slice_equal(block->id, id))
            return true;
    return false;
}

static void check(const struct conversation *conversation)
{
    int by = SAID_BY_USER;
    for (const struct said *said = conversation->first; said; said = said->next, by = !by) {
        must((int)said->by == by && said->blocks);
        for (const struct block *block = said->blocks; block; block = block->next)
            must(block->kind != BLOCK_TOOL_USE || has_result(said->next, block->id));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct executor_said items[EVENTS_MAX];
    struct conversation conversation;
    conversation_init(&conversation);
    size_t count = split((struct slice){(const char *)data, size}, items);
    must(history_read(&conversation, items, count) == 0);
    check(&conversation);
    size_t bytes = conversation.bytes;
    must(conversation_mend(&conversation) == 0 && conversation.bytes == bytes);
    conversation_clear(&conversation);
    return 0;
}
