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
