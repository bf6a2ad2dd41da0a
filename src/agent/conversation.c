#include "agent/conversation.h"

#include <errno.h>
#include <stdlib.h>

/* --- blocks --- */

static struct slice put(char **at, struct slice text)
{
    struct slice copy = {*at, text.size};
    if (text.size > 0)
        memcpy(*at, text.data, text.size);
    (*at)[text.size] = '\0';
    *at += text.size + 1;
    return copy;
}

struct block *block_new(const struct block *block)
{
    const struct slice texts[] = {block->text,  block->signature, block->id,  block->name,
                                  block->input, block->image,     block->mime};
    size_t size = sizeof *block;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        size += texts[i].size + 1;
    struct block *copy = malloc(size);
    if (!copy)
        return NULL;
    char *at = (char *)(copy + 1);
    *copy = (struct block){.kind = block->kind, .is_error = block->is_error};
    copy->text = put(&at, block->text);
    copy->signature = put(&at, block->signature);
    copy->id = put(&at, block->id);
    copy->name = put(&at, block->name);
    copy->input = put(&at, block->input);
    copy->image = put(&at, block->image);
    copy->mime = put(&at, block->mime);
    return copy;
}

struct block *block_free(struct block *block)
{
    free(block);
    return NULL;
}

size_t block_bytes(const struct block *block)
{
    size_t bytes = block->name.size + block->input.size + block->signature.size + 16;
    bytes += block->kind == BLOCK_IMAGE ? CONVERSATION_IMAGE_BYTES : block->text.size;
    return bytes + (block->image.size > 0 ? CONVERSATION_IMAGE_BYTES : 0);
}

/* --- conversations --- */

void conversation_init(struct conversation *conversation)
{
    *conversation = (struct conversation){.end = &conversation->first};
}

static void said_free(struct said *said)
{
    for (struct block *block = said->blocks, *next; block; block = next) {
        next = block->next;
        block_free(block);
    }
    free(said);
}

void conversation_clear(struct conversation *conversation)
{
    for (struct said *said = conversation->first, *next; said; said = next) {
        next = said->next;
        said_free(said);
    }
    conversation_init(conversation);
}

struct said *conversation_last(const struct conversation *conversation)
{
    if (!conversation->first)
        return NULL;
    return (struct said *)(void *)((char *)conversation->end - offsetof(struct said, next));
}

/* Returns the message to append to: the last one if it is by the same side, or a new one. */
static struct said *open_message(struct conversation *conversation, int by)
{
    struct said *last = conversation_last(conversation);
    if (last && (int)last->by == by)
        return last;
    struct said *said = calloc(1, sizeof *said);
    if (!said)
        return NULL;
    said->by = by;
    said->end = &said->blocks;
    *(last ? &last->next : &conversation->first) = said;
    conversation->end = &said->next;
    conversation->count++;
    return said;
}

int conversation_take(struct conversation *conversation, int by, struct block *block)
{
    struct said *said = open_message(conversation, by);
    if (!said) {
        block_free(block);
        return -ENOMEM;
    }
    block->next = NULL;
    *said->end = block;
    said->end = &block->next;
    conversation->bytes += block_bytes(block);
    return 0;
}

int conversation_add(struct conversation *conversation, int by, const struct block *block)
{
    struct block *copy = block_new(block);
    return copy ? conversation_take(conversation, by, copy) : -ENOMEM;
}

int conversation_add_text(struct conversation *conversation, int by, struct slice text)
{
    return conversation_add(conversation, by, &(struct block){.kind = BLOCK_TEXT, .text = text});
}

static void drop_first(struct conversation *conversation)
{
    struct said *said = conversation->first;
    conversation->first = said->next;
    if (!conversation->first)
        conversation->end = &conversation->first;
    for (const struct block *block = said->blocks; block; block = block->next)
        conversation->bytes -= block_bytes(block);
    conversation->count--;
    said_free(said);
}

int conversation_cut(struct conversation *conversation, size_t count, struct slice text)
{
    struct block *block = block_new(&(struct block){.kind = BLOCK_TEXT, .text = text});
    struct said *said = calloc(1, sizeof *said);
    if (!block || !said) {
        block_free(block);
        free(said);
        return -ENOMEM;
    }
    while (conversation->count > count)
        drop_first(conversation);
    conversation->bytes += block_bytes(block);
    struct said *first = conversation->first;
    if (first && first->by == SAID_BY_USER) {
        free(said);
        block->next = first->blocks;
        first->blocks = block;
        if (!block->next)
            first->end = &block->next;
        return 0;
    }
    *said = (struct said){.next = first, .by = SAID_BY_USER, .blocks = block, .end = &block->next};
    conversation->first = said;
    if (!first)
        conversation->end = &said->next;
    conversation->count++;
    return 0;
}

/* --- repair --- */

/* conversation_mend(): repairs interrupted, truncated and unusual conversations, so that APIs accept them. */

#define ABSENT "(The earlier conversation is not available.)"

static struct block *take_result(struct said *said, struct slice id)
{
    for (struct block **place = &said->blocks; *place; place = &(*place)->next) {
        struct block *block = *place;
        if (block->kind == BLOCK_TOOL_RESULT && slice_equal(block->id, id)) {
            *place = block->next;
            block->next = NULL;
            return block;
        }
    }
    return NULL;
}

static void drop_results(struct said *said)
{
    struct block **place = &said->blocks;
    while (*place) {
        struct block *block = *place;
        if (block->kind == BLOCK_TOOL_RESULT) {
            *place = block->next;
            block_free(block);
        } else {
            place = &block->next;
        }
    }
    said->end = place;
}

/* Moves the results of `calls` to the front of `answers`, in their order; drops results without a call. */
static int pair(const struct said *calls, struct said *answers)
{
    struct block *results = NULL, **end = &results;
    int r = 0;
    for (const struct block *block = calls ? calls->blocks : NULL; block && r == 0; block = block->next) {
        if (block->kind != BLOCK_TOOL_USE)
            continue;
        struct block *result = take_result(answers, block->id);
        if (!result)
            result = block_new(&(struct block){.kind = BLOCK_TOOL_RESULT,
                                               .id = block->id,
                                               .name = block->name,
                                               .text = SLICE(CONVERSATION_INTERRUPTED),
                                               .is_error = true});
        if (result) {
            *end = result;
            end = &result->next;
        }
        r = result ? 0 : -ENOMEM;
    }
    drop_results(answers);
    if (results) {
        *end = answers->blocks;
        answers->blocks = results;
        if (!*end)
            answers->end = end;
    }
    return r;
}

static bool calls_tools(const struct said *said)
{
    for (const struct block *block = said->blocks; block; block = block->next)
        if (block->kind == BLOCK_TOOL_USE)
            return true;
    return false;
}

static struct said *said_new(int by)
{
    struct said *said = calloc(1, sizeof *said);
    if (said) {
        said->by = by;
        said->end = &said->blocks;
    }
    return said;
}

static int answer_calls(struct conversation *conversation)
{
    const struct said *before = NULL;
    int r = 0;
    for (struct said *said = conversation->first; said && r == 0; before = said, said = said->next) {
        if (said->by == SAID_BY_USER) {
            r = pair(before, said);
        } else if (calls_tools(said) && !(said->next && said->next->by == SAID_BY_USER)) {
            struct said *answers = said_new(SAID_BY_USER);
            if (!answers)
                return -ENOMEM;
            answers->next = said->next;
            said->next = answers;
        }
    }
    return r;
}

/* Removes messages without blocks, and joins neighbors of the same side. */
static void join(struct conversation *conversation)
{
    struct said *before = NULL;
    for (struct said **place = &conversation->first; *place;) {
        struct said *said = *place;
        if (said->blocks && !(before && before->by == said->by)) {
            before = said;
            place = &said->next;
            continue;
        }
        if (said->blocks) {
            *before->end = said->blocks;
            before->end = said->end;
        }
        *place = said->next;
        free(said);
    }
}

static int begin_with_user(struct conversation *conversation)
{
    if (!conversation->first || conversation->first->by == SAID_BY_USER)
        return 0;
    struct said *said = said_new(SAID_BY_USER);
    struct block *block = block_new(&(struct block){.kind = BLOCK_TEXT, .text = SLICE(ABSENT)});
    if (!said || !block) {
        free(said);
        block_free(block);
        return -ENOMEM;
    }
    said->blocks = block;
    said->end = &block->next;
    said->next = conversation->first;
    conversation->first = said;
    return 0;
}

static void count_again(struct conversation *conversation)
{
    conversation->count = conversation->bytes = 0;
    conversation->end = &conversation->first;
    for (struct said *said = conversation->first; said; said = said->next) {
        conversation->count++;
        conversation->end = &said->next;
        for (const struct block *block = said->blocks; block; block = block->next)
            conversation->bytes += block_bytes(block);
    }
}

int conversation_mend(struct conversation *conversation)
{
    int r = answer_calls(conversation);
    join(conversation);
    if (r == 0)
        r = begin_with_user(conversation);
    count_again(conversation);
    return r;
}
