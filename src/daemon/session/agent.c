/* Stores with a session what its agent reports about itself: slash commands, models, its name. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "contract/session.h"
#include "daemon/session/session.h"
#include "json/copy.h"
#include "json/encode.h"

enum { ARENA_BYTES = 4 << 20, REPORT_BYTES = 64 << 10 };

/* The field of session_record that holds a report. */
struct report_kind {
    const struct shape *shape;
    size_t value, size, is; /* offsets in struct session_record; `size`: of the value */
    const char *what;
};

#define REPORT_KIND(name, words)                                                                                       \
    {                                                                                                                  \
        .shape = &session_##name##_shape, .value = offsetof(struct session_record, name),                              \
        .size = sizeof(struct session_##name), .is = offsetof(struct session_record, name##_is), .what = (words),      \
    }

static const struct report_kind commands_kind = REPORT_KIND(agent_commands, "commands");
static const struct report_kind models_kind = REPORT_KIND(agent_models, "models");

struct report_change {
    struct store_change change;
    struct slice session_id;
    const struct report_kind *report_kind;
    union {
        struct session_agent_commands commands;
        struct session_agent_models models;
    } value;
};

static bool is_same(const struct shape *shape, const void *a, const void *b)
{
    struct buf one = BUF_LIMITED(ARENA_BYTES), other = BUF_LIMITED(ARENA_BYTES);
    int r = json_encode(&one, shape, a);
    if (r == 0)
        r = json_encode(&other, shape, b);
    bool same = r == 0 && slice_equal(buf_slice(&one), buf_slice(&other));
    buf_clear(&one);
    buf_clear(&other);
    return same;
}

static int apply(struct store_change *base, struct store_tx *tx)
{
    struct report_change *change = list_member(base, struct report_change, change);
    const struct report_kind *report_kind = change->report_kind;
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct store_session session;
    struct session_record *record = &session.record;
    int r = store_session_find(tx, change->session_id, &arena, &session);
    void *value = (char *)record + report_kind->value;
    enum field_is *is = (void *)((char *)record + report_kind->is);
    if (r == 0 && (*is != FIELD_SET || !is_same(report_kind->shape, value, &change->value))) {
        memcpy(value, &change->value, report_kind->size);
        *is = FIELD_SET;
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

static void done(struct store_change *base)
{
    struct report_change *change = list_member(base, struct report_change, change);
    if (base->status < 0 && base->status != -ENOENT && base->status != -ESTALE)
        log_warn("session %.*s: cannot store the %s of its agent: %s", SLICE_ARG(change->session_id),
                 change->report_kind->what, strerror(-base->status));
    free(change);
}

static int store_report(struct session_keeper *keeper, const struct report_kind *report_kind, struct slice session_id,
                        const void *value)
{
    size_t more = json_copy_size(report_kind->shape, value);
    struct report_change *change = malloc(sizeof *change + more + session_id.size);
    if (!change)
        return -ENOMEM;
    char *id = (char *)(change + 1) + more;
    *change =
        (struct report_change){.change = {.apply = apply, .done = done, .lazy = true}, .report_kind = report_kind};
    json_copy(report_kind->shape, value, &change->value, change + 1);
    memcpy(id, session_id.data, session_id.size);
    change->session_id = (struct slice){id, session_id.size};
    store_write(keeper->store, &change->change);
    return 0;
}

/* Returns how many commands, from the first, fit into REPORT_BYTES. */
static size_t count_commands(const struct session_commands *reported)
{
    size_t count = 0, bytes = 0;
    for (; count < reported->count; count++) {
        const struct session_command *command = &reported->items[count];
        bytes += command->name.size;
        bytes += command->description_is == FIELD_SET ? command->description.size : 0;
        bytes += command->hint_is == FIELD_SET ? command->hint.size : 0;
        if (bytes > REPORT_BYTES)
            break;
    }
    return count;
}

int session_keep_commands(struct session_keeper *keeper, struct slice session_id, struct slice agent,
                          const struct session_commands *commands)
{
    return store_report(
        keeper, &commands_kind, session_id,
        &(struct session_agent_commands){.agent = agent, .commands = {commands->items, count_commands(commands)}});
}

static size_t count_models(const struct session_models *reported)
{
    size_t count = 0, bytes = 0;
    for (; count < reported->count; count++) {
        const struct session_model *model = &reported->items[count];
        bytes += model->name.size;
        bytes += model->title_is == FIELD_SET ? model->title.size : 0;
        if (bytes > REPORT_BYTES)
            break;
    }
    return count;
}

int session_keep_models(struct session_keeper *keeper, struct slice session_id, struct slice agent,
                        const struct session_models *models)
{
    return store_report(
        keeper, &models_kind, session_id,
        &(struct session_agent_models){.agent = agent, .models = {models->items, count_models(models)}});
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
        log_warn("session %.*s: cannot store the name of its agent: %s", SLICE_ARG(change->session_id),
                 strerror(-base->status));
    free(change);
}

void session_keep_agent(struct session_keeper *keeper, const struct session_record *session, struct slice agent)
{
    bool is_known = session->last_agent_is == FIELD_SET && slice_equal(session->last_agent, agent);
    if (is_known || agent.size == 0 || agent.size > NAME_MAX_BYTES || !store_is_open(keeper->store))
        return;
    struct agent_change *change = malloc(sizeof *change + session->id.size + agent.size);
    if (!change) {
        log_warn("session %.*s: out of memory to store the name of its agent", SLICE_ARG(session->id));
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
