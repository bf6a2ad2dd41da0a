/* What a session's record has of its agent: the slash commands that it reported, and its name. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "contract/session.h"
#include "daemon/session/session.h"
#include "json/copy.h"
#include "json/encode.h"

/* --- slash commands --- */

enum { ARENA_BYTES = 4 << 20, COMMANDS_BYTES = 64 << 10 };

struct commands_change {
    struct store_change change;
    struct slice session_id;
    struct session_agent_commands commands;
};

static bool is_same(const struct session_agent_commands *a, const struct session_agent_commands *b)
{
    struct buf one = BUF_LIMITED(ARENA_BYTES), other = BUF_LIMITED(ARENA_BYTES);
    int r = json_encode(&one, &session_agent_commands_shape, a);
    if (r == 0)
        r = json_encode(&other, &session_agent_commands_shape, b);
    bool same = r == 0 && slice_equal(buf_slice(&one), buf_slice(&other));
    buf_clear(&one);
    buf_clear(&other);
    return same;
}

static int apply_commands(struct store_change *base, struct store_tx *tx)
{
    struct commands_change *change = list_member(base, struct commands_change, change);
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct store_session session;
    struct session_record *record = &session.record;
    int r = store_session_find(tx, change->session_id, &arena, &session);
    if (r == 0 && (record->agent_commands_is != FIELD_SET || !is_same(&record->agent_commands, &change->commands))) {
        record->agent_commands = change->commands;
        record->agent_commands_is = FIELD_SET;
        record->updated_at = clock_epoch_ms();
        r = store_session_save(tx, &session);
        if (r == 0)
            r = store_event_add(tx, &event_session_updated_event, session.no, 0,
                                &(struct event_session_updated_params){
                                    .timestamp = record->updated_at, .session_id = record->id, .session = *record});
    }
    arena_clear(&arena);
    return r;
}

static void on_commands_stored(struct store_change *base)
{
    struct commands_change *change = list_member(base, struct commands_change, change);
    if (base->status < 0 && base->status != -ENOENT && base->status != -ESTALE)
        log_warn("session %.*s: the commands of its agent cannot be kept: %s", SLICE_ARG(change->session_id),
                 strerror(-base->status));
    free(change);
}

/* The first ones, as many as may be kept. */
static size_t how_many(const struct session_commands *reported)
{
    size_t count = 0, bytes = 0;
    for (; count < reported->count; count++) {
        const struct session_command *command = &reported->items[count];
        bytes += command->name.size;
        bytes += command->description_is == FIELD_SET ? command->description.size : 0;
        bytes += command->hint_is == FIELD_SET ? command->hint.size : 0;
        if (bytes > COMMANDS_BYTES)
            break;
    }
    return count;
}

int session_keep_commands(struct session_keeper *keeper, struct slice session_id, struct slice agent,
                          const struct session_commands *commands)
{
    const struct session_agent_commands kept = {.agent = agent, .commands = {commands->items, how_many(commands)}};
    size_t more = json_copy_size(&session_agent_commands_shape, &kept);
    struct commands_change *change = malloc(sizeof *change + more + session_id.size);
    if (!change)
        return -ENOMEM;
    char *id = (char *)(change + 1) + more;
    *change = (struct commands_change){.change = {.apply = apply_commands, .done = on_commands_stored, .lazy = true}};
    json_copy(&session_agent_commands_shape, &kept, &change->commands, change + 1);
    memcpy(id, session_id.data, session_id.size);
    change->session_id = (struct slice){id, session_id.size};
    store_write(keeper->store, &change->change);
    return 0;
}

/* --- the last agent --- */

enum { NAME_MAX_BYTES = 128 };

struct agent_change {
    struct store_change change;
    struct slice session_id, agent;
};

static int apply_agent(struct store_change *base, struct store_tx *tx)
{
    struct agent_change *change = list_member(base, struct agent_change, change);
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct store_session session;
    int r = store_session_find(tx, change->session_id, &arena, &session);
    if (r == 0 && !slice_equal(session.record.last_agent, change->agent)) {
        session.record.last_agent = change->agent;
        session.record.last_agent_is = FIELD_SET;
        r = store_session_save(tx, &session);
    }
    arena_clear(&arena);
    return r;
}

static void on_agent_stored(struct store_change *base)
{
    struct agent_change *change = list_member(base, struct agent_change, change);
    if (base->status < 0 && base->status != -ENOENT && base->status != -ESTALE)
        log_warn("session %.*s: its agent cannot be kept: %s", SLICE_ARG(change->session_id), strerror(-base->status));
    free(change);
}

void session_keep_agent(struct session_keeper *keeper, const struct session_record *session, struct slice agent)
{
    bool is_known = session->last_agent_is == FIELD_SET && slice_equal(session->last_agent, agent);
    if (is_known || agent.size == 0 || agent.size > NAME_MAX_BYTES || !store_is_open(keeper->store))
        return;
    struct agent_change *change = malloc(sizeof *change + session->id.size + agent.size);
    if (!change) {
        log_warn("session %.*s: no memory to keep its agent", SLICE_ARG(session->id));
        return;
    }
    char *texts = (char *)(change + 1);
    *change = (struct agent_change){.change = {.apply = apply_agent, .done = on_agent_stored, .lazy = true}};
    memcpy(texts, session->id.data, session->id.size);
    memcpy(texts + session->id.size, agent.data, agent.size);
    change->session_id = (struct slice){texts, session->id.size};
    change->agent = (struct slice){texts + session->id.size, agent.size};
    store_write(keeper->store, &change->change);
}
