/* "/compact": summarizes the whole conversation on request, and does nothing else. */
#include <errno.h>

#include "agent/expand.h"
#include "agent/loop.h"

bool compact_is_wanted(struct slice prompt, struct slice *ret_wish)
{
    struct slice name;
    return expand_is_command(prompt, &name, ret_wish) && slice_is(name, "compact");
}

/* Reports the text as a normal message, so that every front end shows it. */
static int say(struct agent *agent, struct slice text)
{
    char id[ID_SIZE];
    const struct block block = {.kind = BLOCK_TEXT, .text = text};
    int r = id_make(&agent->ids, "msg_", id);
    answer_clear(&agent->answer);
    agent->answer.id = r == 0 ? strdup(id) : NULL;
    if (!agent->answer.id)
        return r < 0 ? r : -ENOMEM;
    r = event_message_start(agent, SLICE(""));
    if (r == 0)
        r = event_block_start(agent, 0, BLOCK_TEXT, SLICE(""), SLICE(""));
    if (r == 0)
        r = event_piece(agent, 0, BLOCK_TEXT, text);
    if (r == 0)
        r = event_block_stop(agent, 0, &block);
    if (r == 0)
        r = event_message_stop(agent, "end_turn");
    if (r == 0)
        r = buf_append_slice(&agent->final, text);
    return r < 0 ? r : conversation_add_text(agent->conversation, SAID_BY_ASSISTANT, text);
}

static void finish(struct agent *agent, int r)
{
    if (r < 0)
        agent_break(agent, r);
    else
        agent_finish(agent, AGENT_COMPLETED, "", "%s", "");
}

void compact_begin(struct agent *agent)
{
    if (agent->conversation->count == 0) {
        finish(agent, say(agent, SLICE("There is nothing to summarize yet.")));
        return;
    }
    agent->kept = 0;
    agent->tokens_before = turn_tokens(agent);
    buf_reset(&agent->summary, 64 << 10);
    agent->summarises = true;
    call_begin(agent);
}

void compact_done(struct agent *agent, const struct model_end *end)
{
    struct buf text = BUF_LIMITED(256);
    if (end->failure != MODEL_OK || agent->summary.error || agent->summary.size == 0) {
        agent_finish(agent, AGENT_FAILED, "compact_failed", "cannot summarize the conversation: %s",
                     end->failure != MODEL_OK ? end->message : "the model returned no text");
        return;
    }
    int r = summarise_replace(agent);
    if (r == 0)
        r = buf_printf(&text, "Summarized the conversation: about %lld tokens before, %lld now.",
                       (long long)agent->tokens_before, (long long)agent->context_tokens);
    if (r == 0)
        r = say(agent, buf_slice(&text));
    finish(agent, r);
    buf_clear(&text);
}
