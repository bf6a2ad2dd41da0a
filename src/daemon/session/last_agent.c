/* Which agent works in a session, kept in its record for those who choose among many. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "daemon/session/session.h"

enum { ARENA_BYTES = 4 << 20, NAME_MAX_BYTES = 128 };

struct change {
    struct store_change change;
    struct slice session_id, agent;
};

static int apply(struct store_change *base, struct store_tx *tx)
{
    struct change *change = list_member(base, struct change, change);
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

static void done(struct store_change *base)
{
    struct change *change = list_member(base, struct change, change);
    if (base->status < 0 && base->status != -ENOENT && base->status != -ESTALE)
        log_warn("session %.*s: its agent cannot be kept: %s", SLICE_ARG(change->session_id), strerror(-base->status));
    free(change);
}

void session_keep_agent(struct session_keeper *keeper, const struct session_record *session, struct slice agent)
{
    bool is_known = session->last_agent_is == FIELD_SET && slice_equal(session->last_agent, agent);
    if (is_known || agent.size == 0 || agent.size > NAME_MAX_BYTES || !store_is_open(keeper->store))
        return;
    struct change *change = malloc(sizeof *change + session->id.size + agent.size);
    if (!change) {
        log_warn("session %.*s: no memory to keep its agent", SLICE_ARG(session->id));
        return;
    }
    char *texts = (char *)(change + 1);
    *change = (struct change){.change = {.apply = apply, .done = done, .lazy = true}};
    memcpy(texts, session->id.data, session->id.size);
    memcpy(texts + session->id.size, agent.data, agent.size);
    change->session_id = (struct slice){texts, session->id.size};
    change->agent = (struct slice){texts + session->id.size, agent.size};
    store_write(keeper->store, &change->change);
}
