/* conversation_mend(): repairs interrupted, truncated and unusual conversations, so that APIs accept them. */
#include <errno.h>
#include <stdlib.h>

#include "agent/conversation.h"

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
