#include "cli/open_calls.h"

#include <stdio.h>
#include <string.h>

static void drop(struct open_calls *calls, size_t index)
{
    calls->count--;
    memmove(calls->items + index, calls->items + index + 1, (calls->count - index) * sizeof *calls->items);
}

/* Not inside of a character. */
static size_t cut(struct slice text, size_t size)
{
    if (text.size <= size)
        return text.size;
    while (size > 0 && ((unsigned char)text.data[size] & 0xc0) == 0x80)
        size--;
    return size;
}

void open_calls_add(struct open_calls *calls, struct slice id, struct slice label)
{
    if (id.size == 0 || id.size >= sizeof calls->last)
        return;
    if (calls->count == OPEN_CALLS_MAX)
        drop(calls, 0);
    struct open_call *call = &calls->items[calls->count++];
    (void)snprintf(call->id, sizeof call->id, "%.*s", SLICE_ARG(id));
    (void)snprintf(call->label, sizeof call->label, "%.*s", (int)cut(label, sizeof call->label - 1), label.data);
    memcpy(calls->last, call->id, sizeof calls->last);
}

bool open_calls_end(struct open_calls *calls, struct slice id, struct slice *ret_label)
{
    *ret_label = SLICE("");
    for (size_t i = 0; i < calls->count; i++) {
        if (!slice_is(id, calls->items[i].id))
            continue;
        bool is_plain = calls->count == 1 && strcmp(calls->last, calls->items[i].id) == 0;
        calls->ended = calls->items[i];
        drop(calls, i);
        calls->last[0] = '\0';
        if (!is_plain)
            *ret_label = slice_of(calls->ended.label);
        return true;
    }
    return false;
}
