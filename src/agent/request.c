#include "agent/request.h"

#include "json/write.h"

int model_write(struct buf *out, const struct model_request *request)
{
    return request->provider->format == EXECUTOR_PROVIDER_FORMAT_ANTHROPIC ? anthropic_write(out, request)
                                                                           : openai_write(out, request);
}

static bool says_something(const struct said *said, request_says_fn says)
{
    for (const struct block *block = said->blocks; block; block = block->next)
        if (says(block))
            return true;
    return false;
}

bool request_next(const struct conversation *conversation, request_says_fn says, struct request_turn *at)
{
    const struct said *said = at->first ? at->end : conversation->first;
    while (said && !says_something(said, says))
        said = said->next;
    if (!said)
        return false;
    *at = (struct request_turn){.first = said, .by = (int)said->by};
    for (at->end = said->next; at->end; at->end = at->end->next)
        if (at->end->by != said->by && says_something(at->end, says))
            break;
    return true;
}

const struct block *request_block(const struct request_turn *turn, const struct block *block,
                                  const struct said **at_said)
{
    block = block ? block->next : (*at_said = turn->first)->blocks;
    while (!block && (*at_said = (*at_said)->next) != turn->end)
        block = (int)(*at_said)->by == turn->by ? (*at_said)->blocks : NULL;
    return block;
}

bool request_is_text(struct slice text)
{
    for (size_t i = 0; i < text.size; i++)
        if (!strchr(" \t\r\n\v\f", text.data[i]) || text.data[i] == '\0')
            return true;
    return false;
}

void request_write_word(struct buf *out, struct slice word, size_t max)
{
    buf_append_char(out, '"');
    for (size_t i = 0; i < word.size && i < max; i++) {
        char c = word.data[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
        buf_append_char(out, plain ? c : '_');
    }
    buf_append_text(out, word.size == 0 ? "_\"" : "\"");
}

void request_member(struct buf *out, bool *first, const char *name)
{
    buf_append_text(out, *first ? "\"" : ",\"");
    buf_append_text(out, name);
    buf_append_text(out, "\":");
    *first = false;
}
