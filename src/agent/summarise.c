/* Summarizes a conversation that approaches the model's context limit: the model gets the older part as text, and its
 * summary replaces that part. The newest messages stay unchanged. */
#include <errno.h>
#include <stdlib.h>

#include "agent/expand.h"
#include "agent/loop.h"

enum {
    TEXT_BYTES = 8 << 10, /* bytes of each message in that text */
    TOOL_BYTES = 2 << 10, /* bytes of each tool call and each result */
    TRANSCRIPT_BYTES_MAX = 32 << 20,
    UNKNOWN_BYTES = 256 << 10, /* bytes of the whole text if the context limit is unknown */
};

#define WANTED                                                                                                         \
    "Above is the first part of a conversation between an agent and its user, which is too long for the agent's "      \
    "context. Write a summary that lets the agent continue as if it remembered everything: what the user wants and "   \
    "has decided, in their own words where they matter; the findings, with the exact names of files, functions, "      \
    "commands and errors; the changes, file by file; what did not work; what remains to be done, and the last step. "  \
    "Leave out what no longer matters. Write only the summary."

/* Returns the number of tokens above which to summarize: leaves room for a response. */
static int64_t room(const struct agent *agent)
{
    int64_t all = agent->provider.context_tokens, answer = agent->provider.output_tokens;
    int64_t left = all - (answer > all / 5 ? answer : all / 5);
    return left > all / 2 ? left : all / 2;
}

bool summarise_is_due(const struct agent *agent)
{
    return agent->provider.context_tokens > 0 && !agent->just_summarised && turn_tokens(agent) > room(agent);
}

/* --- what to keep --- */

static bool has_results(const struct said *said)
{
    for (const struct block *block = said->blocks; block; block = block->next)
        if (block->kind == BLOCK_TOOL_RESULT)
            return true;
    return false;
}

static size_t said_bytes(const struct said *said)
{
    size_t bytes = 0;
    for (const struct block *block = said->blocks; block; block = block->next)
        bytes += block_bytes(block);
    return bytes;
}

/* Returns how many of the newest messages to keep: a quarter of the conversation, at least the last exchange. The kept
 * part must not begin with results whose calls are summarized. */
static size_t choose_kept(const struct agent *agent)
{
    const struct conversation *conversation = agent->conversation;
    size_t quarter = conversation->bytes / 4, limit = (size_t)agent->provider.context_tokens;
    size_t at = 0, kept = conversation->count, behind = conversation->bytes;
    if (limit < quarter)
        quarter = limit;
    for (const struct said *said = conversation->first; said; said = said->next, at++) {
        if (at > 0 && !has_results(said)) {
            kept = conversation->count - at;
            if (behind <= quarter)
                break;
        }
        behind -= said_bytes(said);
    }
    return kept;
}

/* --- what to summarize --- */

static void write_clipped(struct buf *out, const char *who, struct slice text, size_t limit)
{
    buf_append_text(out, who);
    if (text.size <= limit) {
        buf_append_slice(out, text);
    } else {
        buf_append(out, text.data, limit / 2);
        buf_printf(out, "\n[… %zu bytes left out …]\n", text.size - limit);
        buf_append(out, text.data + text.size - limit / 2, limit / 2);
    }
    buf_append_text(out, "\n\n");
}

static void write_block(struct buf *out, const struct said *said, const struct block *block)
{
    const char *who = said->by == SAID_BY_USER ? "USER: " : "AGENT: ";
    switch (block->kind) {
    case BLOCK_TEXT:
        write_clipped(out, who, block->text, TEXT_BYTES);
        break;
    case BLOCK_IMAGE:
        write_clipped(out, who, SLICE("[a picture]"), TEXT_BYTES);
        break;
    case BLOCK_TOOL_USE:
        buf_printf(out, "CALL of %.*s: ", SLICE_ARG(block->name));
        write_clipped(out, "", block->input, TOOL_BYTES);
        break;
    case BLOCK_TOOL_RESULT:
        write_clipped(out, block->is_error ? "FAILED: " : "RESULT: ", block->text, TOOL_BYTES);
        break;
    default: /* thinking is left out: its conclusions are in the text and the calls */
        break;
    }
}

int summarise_write(const struct agent *agent, struct conversation *out)
{
    struct buf text = BUF_LIMITED(TRANSCRIPT_BYTES_MAX), whole = BUF_LIMITED(TRANSCRIPT_BYTES_MAX);
    size_t older = agent->conversation->count - agent->kept;
    /* Uses half of the context, at an estimated four bytes per token, because the estimate may be wrong by that much.
     */
    size_t limit = (size_t)agent->provider.context_tokens * 2;
    if (limit == 0)
        limit = UNKNOWN_BYTES;
    for (const struct said *said = agent->conversation->first; said && older > 0; said = said->next, older--)
        for (const struct block *block = said->blocks; block; block = block->next)
            write_block(&text, said, block);
    write_clipped(&whole, "", buf_slice(&text), limit > TEXT_BYTES ? limit : TEXT_BYTES);
    buf_append_text(&whole, "---\n\n" WANTED);
    if (agent->compacts && agent->text[0])
        write_clipped(&whole, "\n\nThe user's instructions for the summary: ", slice_of(agent->text), TEXT_BYTES);
    int r = text.error ? text.error : whole.error;
    if (r == 0)
        r = conversation_add_text(out, SAID_BY_USER, buf_slice(&whole));
    buf_clear(&text);
    buf_clear(&whole);
    return r;
}

/* --- summarizing --- */

void summarise_begin(struct agent *agent)
{
    agent->kept = choose_kept(agent);
    agent->tokens_before = turn_tokens(agent);
    if (agent->kept >= agent->conversation->count) {
        agent_finish(agent, AGENT_FAILED, "context_too_long",
                     "the prompt exceeds the model's context (%lld tokens), and there is no earlier conversation to "
                     "summarize; shorten the prompt, or use a model with a larger context",
                     (long long)agent->provider.context_tokens);
        return;
    }
    answer_clear(&agent->answer);
    buf_reset(&agent->summary, 64 << 10);
    agent->summarises = true;
    call_begin(agent);
}

static void on_block_stopped(void *user, int index, const struct block *block)
{
    struct agent *agent = user;
    (void)index;
    if (block->kind == BLOCK_TEXT && agent->phase == PHASE_CALL)
        (void)buf_append_slice(&agent->summary, block->text);
}

static void on_started(void *user, struct slice message_id, struct slice model)
{
    struct agent *agent = user;
    (void)message_id;
    (void)model;
    buf_reset(&agent->summary, 64 << 10); /* discards the text of a failed attempt */
}

const struct model_handlers summarise_handlers = {.started = on_started, .block_stopped = on_block_stopped};

/* Whether the prompt itself is summarized: its own words are then repeated after the summary. */
static bool prompt_goes(const struct agent *agent)
{
    size_t at = agent->conversation->count;
    for (const struct said *said = agent->conversation->first; said; said = said->next, at--)
        for (const struct block *block = said->blocks; block; block = block->next)
            if (block->kind == BLOCK_TEXT && said->by == SAID_BY_USER && slice_is(block->text, agent->text) &&
                at <= agent->kept)
                return false;
    return true;
}

int summarise_replace(struct agent *agent)
{
    struct buf text = BUF_LIMITED(2 << 20);
    buf_append_text(&text, SUMMARY_HEAD);
    buf_append_slice(&text, buf_slice(&agent->summary));
    buf_append_text(&text, "\n\n");
    if (!agent->compacts && prompt_goes(agent))
        write_clipped(&text, "The current task, in the user's words:\n\n", slice_of(agent->text), TEXT_BYTES);
    size_t before = agent->conversation->bytes;
    int r = text.error ? text.error : conversation_cut(agent->conversation, agent->kept, buf_slice(&text));
    size_t bytes = agent->conversation->bytes;
    agent->context_bytes = bytes;
    agent->context_tokens = before > 0 ? (int64_t)((double)agent->tokens_before * (double)bytes / (double)before) : 0;
    if (r == 0)
        r = event_summarised(agent, agent->tokens_before, agent->context_tokens, buf_slice(&text));
    buf_clear(&text);
    return r;
}

void summarise_done(struct agent *agent, const struct model_end *end)
{
    agent->summarises = false;
    if (agent->compacts) {
        compact_done(agent, end);
        return;
    }
    if (end->failure != MODEL_OK || agent->summary.error || agent->summary.size == 0) {
        agent_finish(agent, AGENT_FAILED, "context_too_long",
                     "the conversation exceeds the model's context (%lld tokens), and summarizing it failed: %s; start "
                     "a new session, or use a model with a larger context",
                     (long long)agent->provider.context_tokens,
                     end->failure != MODEL_OK ? end->message : "the model returned no text");
        return;
    }
    int r = summarise_replace(agent);
    if (r < 0) {
        agent_break(agent, r);
        return;
    }
    agent->just_summarised = true;
    if (agent->context_tokens > agent->tokens_before / 10 * 9 || agent->context_tokens > room(agent))
        agent_finish(
            agent, AGENT_FAILED, "context_too_long",
            "the conversation exceeds the model's context (%lld tokens), and its newest part alone is so long that a "
            "summary of the rest does not help; start a new session, or use a model with a larger context",
            (long long)agent->provider.context_tokens);
    else
        agent_next(agent, turn_begin);
}

/* --- on request --- */

/* "/compact": summarizes the whole conversation on request, and does nothing else. */

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
