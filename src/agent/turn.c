/* A response of the model: reports it while it arrives, stores it when it is complete, and decides what follows. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "agent/loop.h"
#include "base/saturate.h"

/* --- receiving --- */

void answer_clear(struct answer *answer)
{
    for (size_t i = 0; i < answer->count; i++)
        block_free(answer->blocks[i].block);
    free(answer->blocks);
    free(answer->id);
    *answer = (struct answer){0};
}

static int begin_answer(struct agent *agent, struct slice message_id, struct slice model)
{
    char made[ID_SIZE];
    if (message_id.size == 0 || message_id.size > 128) {
        int r = id_make(&agent->ids, "msg_", made);
        if (r < 0)
            return r;
        message_id = slice_of(made);
    }
    agent->answer.id = strndup(message_id.data, message_id.size);
    return agent->answer.id ? event_message_start(agent, model) : -ENOMEM;
}

static void on_started(void *user, struct slice message_id, struct slice model)
{
    struct agent *agent = user;
    if (agent->phase == PHASE_CALL && !agent->answer.id && begin_answer(agent, message_id, model) < 0)
        agent_break(agent, -ENOMEM);
}

/* Whether blocks of this response can still be reported. */
static bool is_open(struct agent *agent)
{
    if (agent->phase == PHASE_CALL && !agent->answer.id)
        on_started(agent, SLICE(""), SLICE(""));
    return agent->phase == PHASE_CALL;
}

static void on_block_started(void *user, int index, enum block_kind kind, struct slice id, struct slice name)
{
    struct agent *agent = user;
    if (is_open(agent))
        (void)event_block_start(agent, index, kind, id, name);
}

static void on_piece(void *user, int index, enum block_kind kind, struct slice text)
{
    struct agent *agent = user;
    if (is_open(agent))
        (void)event_piece(agent, index, kind, text);
}

static bool is_valid_id(struct slice id)
{
    for (size_t i = 0; i < id.size; i++) {
        char c = id.data[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-'))
            return false;
    }
    return id.size > 0 && id.size <= 128;
}

static bool has_call(const struct answer *answer, struct slice id)
{
    for (size_t i = 0; i < answer->count; i++)
        if (answer->blocks[i].block->kind == BLOCK_TOOL_USE && slice_equal(answer->blocks[i].block->id, id))
            return true;
    return false;
}

static int keep(struct answer *answer, int index, const struct block *block)
{
    if (answer->count >= AGENT_BLOCKS_MAX)
        return -E2BIG;
    if (answer->count == answer->capacity) {
        size_t capacity = answer->capacity ? 2 * answer->capacity : 8;
        struct answer_block *more = realloc(answer->blocks, capacity * sizeof *more);
        if (!more)
            return -ENOMEM;
        answer->blocks = more;
        answer->capacity = capacity;
    }
    struct block *copy = block_new(block);
    if (!copy)
        return -ENOMEM;
    size_t at = answer->count++;
    for (; at > 0 && answer->blocks[at - 1].index > index; at--)
        answer->blocks[at] = answer->blocks[at - 1];
    answer->blocks[at] = (struct answer_block){index, copy};
    return 0;
}

static void on_block_stopped(void *user, int index, const struct block *block)
{
    struct agent *agent = user;
    struct block whole = *block;
    char id[ID_SIZE];
    if (!is_open(agent))
        return;
    /* Some servers send no id, or the same id twice, which the next request must not contain. */
    if (whole.kind == BLOCK_TOOL_USE && (!is_valid_id(whole.id) || has_call(&agent->answer, whole.id))) {
        if (id_make(&agent->ids, "call_", id) < 0) {
            agent_break(agent, -EIO);
            return;
        }
        whole.id = slice_of(id);
    }
    if (event_block_stop(agent, index, &whole) < 0)
        return;
    int r = whole.kind == BLOCK_TEXT && whole.text.size == 0 ? 0 : keep(&agent->answer, index, &whole);
    if (r < 0)
        agent_break(agent, r);
}

const struct model_handlers turn_handlers = {
    .started = on_started,
    .block_started = on_block_started,
    .piece = on_piece,
    .block_stopped = on_block_stopped,
};

/* --- complete responses --- */

int64_t turn_tokens(const struct agent *agent)
{
    size_t bytes = agent->conversation->bytes;
    if (agent->context_tokens == 0)
        return (int64_t)((bytes + agent->system_size) / 4);
    return saturate_add(agent->context_tokens,
                        (int64_t)(bytes > agent->context_bytes ? (bytes - agent->context_bytes) / 4 : 0));
}

/* Adds the response to the conversation, and keeps its text as a possible final answer. */
static int keep_answer(struct agent *agent)
{
    const struct answer *answer = &agent->answer;
    buf_reset(&agent->final, 64 << 10);
    for (size_t i = 0; i < answer->count; i++) {
        const struct block *block = answer->blocks[i].block;
        int r = conversation_add(agent->conversation, SAID_BY_ASSISTANT, block);
        if (r < 0)
            return r;
        if (block->kind == BLOCK_TEXT) {
            if (agent->final.size > 0)
                buf_append_text(&agent->final, "\n\n");
            (void)buf_append_slice(&agent->final, block->text);
        }
    }
    return 0;
}

static bool asks_for_tools(const struct answer *answer)
{
    for (size_t i = 0; i < answer->count; i++)
        if (answer->blocks[i].block->kind == BLOCK_TOOL_USE)
            return true;
    return false;
}

/* The response reached its length limit. Continues once; an endless response would cost without limit. */
static void go_on_after_cut(struct agent *agent)
{
    if (agent->was_cut) {
        agent_finish(agent, AGENT_FAILED, "max_tokens",
                     "the model's response reached its limit of %lld tokens twice; raise providers.%.*s.outputTokens, "
                     "or ask for less at once",
                     (long long)agent->provider.output_tokens, SLICE_ARG(agent->provider.service));
        return;
    }
    agent->was_cut = true;
    int r = conversation_add_text(agent->conversation, SAID_BY_USER,
                                  SLICE("Your response was cut off at its length limit. Continue where it ended."));
    if (r < 0)
        agent_break(agent, r);
    else
        agent_next(agent, turn_begin);
}

static void conclude(struct agent *agent, const char *reason)
{
    if (asks_for_tools(&agent->answer)) {
        agent->at = 0;
        agent_next(agent, calls_next);
    } else if (strcmp(reason, "pause_turn") == 0) {
        agent_next(agent, turn_begin);
    } else if (strcmp(reason, "max_tokens") == 0) {
        go_on_after_cut(agent);
    } else if (strcmp(reason, "model_context_window_exceeded") == 0 && !agent->just_summarised) {
        summarise_begin(agent);
    } else if (strcmp(reason, "refusal") == 0) {
        agent_finish(agent, AGENT_FAILED, "refusal",
                     "the model declined to answer; rephrase the request, or use another model");
    } else {
        agent_finish(agent, AGENT_COMPLETED, "", "%s", "");
    }
}

void turn_answered(struct agent *agent, const struct model_end *end)
{
    const struct model_usage *usage = &end->usage;
    if (!is_open(agent) || event_message_stop(agent, end->stop_reason) < 0)
        return;
    int r = keep_answer(agent);
    if (r < 0) {
        agent_break(agent, r);
        return;
    }
    agent->context_tokens = saturate_add(saturate_add(usage->input_tokens, usage->cache_read_tokens),
                                         saturate_add(usage->cache_write_tokens, usage->output_tokens));
    agent->context_bytes = agent->conversation->bytes;
    agent->just_summarised = false;
    if (strcmp(end->stop_reason, "max_tokens") != 0)
        agent->was_cut = false;
    conclude(agent, end->stop_reason);
}

void turn_begin(struct agent *agent)
{
    answer_clear(&agent->answer);
    if (agent->turns >= AGENT_TURNS_MAX) {
        agent_finish(
            agent, AGENT_FAILED, "too_many_turns",
            "the agent reached the limit of %d model calls per prompt; check its work, and tell it to continue",
            AGENT_TURNS_MAX);
    } else if (summarise_is_due(agent)) {
        summarise_begin(agent);
    } else {
        agent->turns++;
        call_begin(agent);
    }
}
