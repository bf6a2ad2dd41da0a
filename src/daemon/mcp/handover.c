/* daemon.restart: weir-mcp keeps running, and the next program joins the calls that are in flight. Processes that
 * a crashed daemon left are removed. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "contract/handover_types.h"
#include "daemon/mcp/internal.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/copy.h"
#include "json/decode.h"
#include "json/encode.h"

struct mcp_handed {
    struct handover_mcp state;
    max_align_t block[]; /* memory for its strings */
};

struct found {
    struct list link; /* in hub->found */
    char id[17];
    struct executor_record record;
    max_align_t block[];
};

/* --- in the old program --- */

void mcp_hub_hold(struct mcp_hub *hub)
{
    for (struct list *link = hub->entries.next; link != &hub->entries; link = link->next) {
        struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        for (struct list *at = entry->runs.next; at != &entry->runs; at = at->next)
            mcp_waiters_tell_all(list_member(at, struct mcp_run, link));
    }
}

/* Everything else waits for the store, or is made again by the next program. */
static int check_ready(void *user, char problem[static 256])
{
    (void)user;
    (void)problem;
    return 0;
}

static int export_jobs(const struct mcp_run *run, struct handover_mcp *state)
{
    for (const struct list *link = run->jobs.next; link != &run->jobs; link = link->next) {
        const struct mcp_job *job = list_member(link, struct mcp_job, link);
        bool is_client = job->call && !job->is_agent;
        if (job->kind != MCP_JOB_CALL || !(job->request || job->join))
            continue;
        state->calls.items[state->calls.count++] = (struct handover_mcp_call){
            .key = slice_of(job->key),
            .client = is_client ? job->call->peer->fd : 0,
            .client_is = is_client ? FIELD_SET : FIELD_ABSENT,
            .request_id = is_client ? job->call->id : (struct slice){0},
            .request_id_is = is_client ? FIELD_SET : FIELD_ABSENT,
            .server_id = slice_of(run->entry->id),
        };
    }
    return 0;
}

static int export_all(void *user, struct handover_out *out, struct buf *json)
{
    const struct mcp_hub *hub = user;
    struct handover_mcp state = {0};
    size_t runs = 0, jobs = 0;
    for (const struct list *link = hub->entries.next; link != &hub->entries; link = link->next) {
        const struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        for (const struct list *at = entry->runs.next; at != &entry->runs; at = at->next, runs++)
            jobs += list_member(at, struct mcp_run, link)->job_count;
    }
    state.processes.items = arena_zeroed(&out->arena, (runs + 1) * sizeof *state.processes.items);
    state.calls.items = arena_zeroed(&out->arena, (jobs + 1) * sizeof *state.calls.items);
    if (!state.processes.items || !state.calls.items)
        return -ENOMEM;
    for (const struct list *link = hub->entries.next; link != &hub->entries; link = link->next) {
        const struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        for (const struct list *at = entry->runs.next; at != &entry->runs; at = at->next) {
            const struct mcp_run *run = list_member(at, struct mcp_run, link);
            const char *process = service_process_id(&run->service);
            if (run->opened && process)
                state.processes.items[state.processes.count++] = slice_of(process);
            (void)export_jobs(run, &state);
        }
    }
    return json_encode(json, &handover_mcp_shape, &state);
}

/* --- in the new program --- */

enum { ARENA_BYTES = 1 << 26 };

static int decode(const yyjson_val *value, struct arena *arena, struct handover_mcp *ret_state)
{
    struct decode_error error;
    *arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    return json_decode(arena, &handover_mcp_shape, value, "mcp", ret_state, &error);
}

static int check_state(const yyjson_val *value, struct slice pieces)
{
    struct arena arena;
    struct handover_mcp state;
    (void)pieces;
    int r = decode(value, &arena, &state);
    arena_clear(&arena);
    return r;
}

static int take(void *user, const yyjson_val *value, struct slice pieces)
{
    struct mcp_hub *hub = user;
    struct arena arena;
    struct handover_mcp state;
    (void)pieces;
    int r = decode(value, &arena, &state);
    if (r == 0) {
        hub->handed = calloc(1, sizeof *hub->handed + json_copy_size(&handover_mcp_shape, &state));
        r = hub->handed ? 0 : -ENOMEM;
    }
    if (r == 0)
        json_copy(&handover_mcp_shape, &state, &hub->handed->state, hub->handed->block);
    arena_clear(&arena);
    return r;
}

struct slice mcp_handed_client(const struct mcp_hub *hub, const struct call *call)
{
    for (size_t i = 0; hub->handed && i < hub->handed->state.calls.count; i++) {
        const struct handover_mcp_call *one = &hub->handed->state.calls.items[i];
        if (one->client_is == FIELD_SET && one->client == call->peer->fd && slice_equal(one->request_id, call->id))
            return one->key;
    }
    return (struct slice){0};
}

bool mcp_handed_executor(const struct mcp_hub *hub, struct slice key)
{
    for (size_t i = 0; hub->handed && i < hub->handed->state.calls.count; i++)
        if (hub->handed->state.calls.items[i].client_is != FIELD_SET &&
            slice_equal(hub->handed->state.calls.items[i].key, key))
            return true;
    return false;
}

void mcp_handed_clear(struct mcp_hub *hub)
{
    free(hub->handed);
    hub->handed = NULL;
    while (hub->found.next && !list_is_empty(&hub->found)) {
        struct found *found = list_member(hub->found.next, struct found, link);
        list_remove(&found->link);
        free(found);
    }
}

/* The clients' calls have been made again. Executors repeat theirs within some seconds. */
static void after(void *user, const yyjson_val *value, struct slice pieces)
{
    struct mcp_hub *hub = user;
    (void)value;
    (void)pieces;
    for (size_t i = 0; hub->handed && i < hub->handed->state.calls.count; i++)
        hub->handed->state.calls.items[i].client = 0; /* the descriptor's next call is another one */
}

const struct handover_part mcp_handover = {
    .name = "mcp",
    .ready = check_ready,
    .write = export_all,
    .check = check_state,
    .take = take,
    .resume = after,
};

/* --- processes of an earlier daemon --- */

void mcp_found(void *user, const char *id, const struct executor_record *record)
{
    struct mcp_hub *hub = user;
    const struct shape *shape = &executor_record_shape;
    struct found *found = calloc(1, sizeof *found + json_copy_size(shape, record));
    if (!found) {
        log_warn("mcp: cannot take over process %s of an earlier daemon: %s", id, strerror(ENOMEM));
        return;
    }
    (void)snprintf(found->id, sizeof found->id, "%s", id);
    json_copy(shape, record, &found->record, found->block);
    list_append(&hub->found, &found->link);
    if (hub->known)
        mcp_found_settle(hub);
}

static bool was_handed(const struct mcp_hub *hub, const char *process)
{
    for (size_t i = 0; hub->handed && i < hub->handed->state.processes.count; i++)
        if (slice_is(hub->handed->state.processes.items[i], process))
            return true;
    return false;
}

/* Ends the process, and removes its directory. */
static void remove_process(struct mcp_hub *hub, const struct found *found)
{
    char *all = NULL, *directory = NULL;
    if (process_directory_parent(hub->processes, &all) == 0 && asprintf(&directory, "%s/%s", all, found->id) >= 0) {
        log_info("mcp: removing process %s of an earlier daemon", found->id);
        process_directory_remove(hub->processes, directory);
        free(directory);
    }
    free(all);
}

void mcp_found_settle(struct mcp_hub *hub)
{
    while (!list_is_empty(&hub->found)) {
        struct found *found = list_member(hub->found.next, struct found, link);
        const struct executor_record *record = &found->record;
        struct mcp_entry *entry = record->server_id_is == FIELD_SET ? mcp_entry_find(hub, record->server_id) : NULL;
        struct mcp_run *run =
            entry && was_handed(hub, found->id)
                ? mcp_run_get(entry, record->session_id_is == FIELD_SET ? record->session_id : (struct slice){0})
                : NULL;
        list_remove(&found->link);
        if (run && service_is_gone(&run->service))
            mcp_run_take(run, found->id, record);
        else
            remove_process(hub, found);
        free(found);
    }
}
