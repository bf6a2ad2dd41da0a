/* Stores the sandbox that was in force in the record of the session and the event log, and reports the sandbox's
 * health. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/log.h"
#include "contract/session.h"
#include "daemon/audit/audit.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/store/rows.h"
#include "json/copy.h"
#include "json/encode.h"
#include "json/write.h"

enum { ARENA_BYTES = 4 << 20, DATA_MAX = 1024 };

static const char *const level_words[] = {[SESSION_SANDBOX_LEVEL_NAMESPACE] = "namespace",
                                          [SESSION_SANDBOX_LEVEL_LANDLOCK] = "landlock",
                                          [SESSION_SANDBOX_LEVEL_OFF] = "off"};
static const char *const network_words[] = {
    [SESSION_NETWORK_FULL] = "full", [SESSION_NETWORK_MODEL_ONLY] = "model-only", [SESSION_NETWORK_NONE] = "none"};

void sandbox_clear(struct sandbox *sandbox)
{
    sandbox_control_clear(&sandbox->control);
    buf_clear(&sandbox->view);
    free(sandbox->rules);
    sandbox->rules = NULL;
}

/* --- what each level does not protect --- */

/* `until`: the version of Landlock that protects it; 0: none does. */
static const struct gap {
    enum session_sandbox_level level;
    unsigned until;
    bool open_only; /* only if the network is open */
    struct slice what;
} gaps[] = {
    {SESSION_SANDBOX_LEVEL_NAMESPACE, 6, true,
     SLICE_INIT("abstract Unix sockets of the user's other programs: the full network includes them")},
    {SESSION_SANDBOX_LEVEL_LANDLOCK, 0, false,
     SLICE_INIT("other processes of the machine: their names and command lines are visible")},
    {SESSION_SANDBOX_LEVEL_LANDLOCK, 6, false,
     SLICE_INIT("signals to the user's other processes, the daemon included")},
    {SESSION_SANDBOX_LEVEL_LANDLOCK, 0, false, SLICE_INIT("the network model-only: it needs a network namespace")},
    {SESSION_SANDBOX_LEVEL_LANDLOCK, 0, false,
     SLICE_INIT("Unix sockets: agents and their tools cannot create any, so programs that need one fail")},
    {SESSION_SANDBOX_LEVEL_LANDLOCK, 0, false,
     SLICE_INIT("secrets below a visible directory: a session whose directory contains some is refused")},
    {SESSION_SANDBOX_LEVEL_LANDLOCK, 0, false,
     SLICE_INIT("the size, the times and the existence of files: visible to an agent that knows the path")},
    {SESSION_SANDBOX_LEVEL_LANDLOCK, 0, false,
     SLICE_INIT(
         "the mode, the times and the attributes of the user's files: an agent that knows the path can change them")},
    {SESSION_SANDBOX_LEVEL_LANDLOCK, 0, false,
     SLICE_INIT("files of /proc that only root can read: an agent that runs as root reads them")},
    {SESSION_SANDBOX_LEVEL_LANDLOCK, 0, false,
     SLICE_INIT("the user's other terminals: an agent can read what is typed there, and write to them")},
    {SESSION_SANDBOX_LEVEL_OFF, 0, false, SLICE_INIT("everything: agents run with all of your rights")},
};

static int find_gaps(const struct sandbox *sandbox, struct arena *arena, struct session_sandbox_not_held *ret)
{
    struct slice *items = arena_zeroed(arena, sizeof *items * (sizeof gaps / sizeof *gaps));
    size_t count = 0;
    if (!items)
        return -ENOMEM;
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++)
        if (gaps[i].level == sandbox->level && (gaps[i].until == 0 || sandbox->landlock < gaps[i].until) &&
            !(gaps[i].open_only && sandbox->closed))
            items[count++] = gaps[i].what;
    *ret = (struct session_sandbox_not_held){items, count};
    return 0;
}

/* --- the session's record --- */

struct change {
    struct store_change change;
    struct sandbox_facts *facts;
    struct arena arena;
    struct slice session_id;
    struct session_sandbox sandbox;
};

static bool is_same(const struct session_sandbox *a, const struct session_sandbox *b)
{
    struct buf one = BUF_LIMITED(ARENA_BYTES), other = BUF_LIMITED(ARENA_BYTES);
    int r = json_encode(&one, &session_sandbox_shape, a);
    if (r == 0)
        r = json_encode(&other, &session_sandbox_shape, b);
    bool same = r == 0 && slice_equal(buf_slice(&one), buf_slice(&other));
    buf_clear(&one);
    buf_clear(&other);
    return same;
}

static int apply(struct store_change *base, struct store_tx *tx)
{
    struct change *change = list_member(base, struct change, change);
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct store_session session;
    struct session_record *record = &session.record;
    int r = store_session_find(tx, change->session_id, &arena, &session);
    if (r == 0 && (record->sandbox_is != FIELD_SET || !is_same(&record->sandbox, &change->sandbox))) {
        record->sandbox = change->sandbox;
        record->sandbox_is = FIELD_SET;
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
    struct change *change = list_member(base, struct change, change);
    if (base->status < 0 && base->status != -ENOENT && base->status != -ESTALE)
        log_warn("sandbox: cannot store the record of session %.*s: %s", SLICE_ARG(change->session_id),
                 strerror(-base->status));
    arena_clear(&change->arena);
    free(change);
}

/* Collects the paths of all lines that begin with one of two words. */
static int collect(struct slice view, const char *word, const char *other, struct arena *arena,
                   struct slice **ret_items, size_t *ret_count)
{
    size_t lines = 0, count = 0;
    for (size_t i = 0; i < view.size; i++)
        lines += view.data[i] == '\n';
    struct slice its_word, path, *items = arena_zeroed(arena, (lines + 1) * sizeof *items);
    if (!items)
        return -ENOMEM;
    while (sandbox_view_next(&view, &its_word, &path))
        if (slice_is(its_word, word) || slice_is(its_word, other))
            items[count++] = path;
    *ret_items = items;
    *ret_count = count;
    return 0;
}

static int fill(const struct sandbox *sandbox, struct slice view, struct arena *arena, struct session_sandbox *ret)
{
    *ret = (struct session_sandbox){
        .level = sandbox->level,
        .network = sandbox->level == SESSION_SANDBOX_LEVEL_OFF ? SESSION_NETWORK_FULL : sandbox->network,
        .landlock = sandbox->landlock,
    };
    int r = find_gaps(sandbox, arena, &ret->not_held);
    if (r == 0)
        r = collect(view, "read", "cwd-read", arena, &ret->read.items, &ret->read.count);
    if (r == 0)
        r = collect(view, "write", "cwd", arena, &ret->write.items, &ret->write.count);
    return r < 0 ? r : collect(view, "hide", "hide", arena, &ret->hidden.items, &ret->hidden.count);
}

static int save(struct sandbox_facts *facts, const struct sandbox *sandbox, struct slice session_id)
{
    struct change *change = calloc(1, sizeof *change);
    if (!change)
        return -ENOMEM;
    *change = (struct change){.facts = facts, .arena = ARENA_LIMITED(ARENA_BYTES)};
    change->change = (struct store_change){.apply = apply, .done = done, .lazy = true};
    struct slice view = arena_copy(&change->arena, buf_slice(&sandbox->view));
    change->session_id = arena_copy(&change->arena, session_id);
    int r = view.data && change->session_id.data ? 0 : -ENOMEM;
    if (r == 0)
        r = fill(sandbox, view, &change->arena, &change->sandbox);
    if (r < 0) {
        arena_clear(&change->arena);
        free(change);
        return r;
    }
    store_write(facts->store, &change->change);
    return 0;
}

void sandbox_record(struct sandbox_facts *facts, struct sandbox *sandbox, struct slice session_id)
{
    if (sandbox->view.size == 0)
        return; /* stored already */
    int r = session_id.size > 0 && store_is_open(facts->store) ? save(facts, sandbox, session_id) : 0;
    if (r < 0)
        log_warn("sandbox: out of memory for the record of a session: %s", strerror(-r));
    buf_clear(&sandbox->view);
}

const char *sandbox_level_word(const struct sandbox *sandbox)
{
    return level_words[sandbox->level];
}

const char *sandbox_network_word(const struct sandbox *sandbox)
{
    return network_words[sandbox->level == SESSION_SANDBOX_LEVEL_OFF ? SESSION_NETWORK_FULL : sandbox->network];
}

/* --- health --- */

enum daemon_health sandbox_check(const struct sandbox_facts *facts, char *message, size_t size)
{
    if (sandbox_is_off(facts)) {
        (void)snprintf(message, size,
                       "off: agents run with all of your rights; remove \"sandbox\": \"off\" from the configuration "
                       "to protect your files");
        return DAEMON_HEALTH_DEGRADED;
    }
    if (facts->problem[0]) {
        (void)snprintf(message, size, "cannot start an executor in a sandbox: %s", facts->problem);
        return DAEMON_HEALTH_FAILED;
    }
    if (facts->reached && facts->level == SESSION_SANDBOX_LEVEL_LANDLOCK) {
        (void)snprintf(message, size,
                       "landlock: Landlock and seccomp restrict agents, without namespaces; agents see the names of "
                       "other processes, and the network \"model-only\" is not available");
        return DAEMON_HEALTH_DEGRADED;
    }
    return DAEMON_HEALTH_OK;
}
