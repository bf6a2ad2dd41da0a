/* Executors that an earlier daemon started. After a crash or a stop each is found by its record on the disk and
 * connected again. In a restart in place an executor that can resume is found the same way; the connection of any other
 * one is handed over. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/paths.h"
#include "daemon/broker/broker.h"
#include "daemon/executor/internal.h"
#include "daemon/watch/watch.h"
#include "rpc/call.h"
#include "rpc/handover.h"
#include "rpc/handover_part.h"
#include "rpc/peer.h"
#include "json/copy.h"
#include "json/decode.h"
#include "json/encode.h"

/* --- finding executors by their records --- */

static char *copy_of(struct slice text, enum field_is is)
{
    return is == FIELD_SET ? strndup(text.data, text.size) : NULL;
}

/* Reads the general view of a warm executor; the view of a session extends it. */
static void read_view(struct executor *executor)
{
    struct buf *view = &executor->sandbox.view;
    autofree char *path = NULL;
    *view = (struct buf)BUF_LIMITED(SANDBOX_VIEW_MAX);
    autoclose int fd =
        paths_join(executor->process.directory, "view", &path) < 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    for (ssize_t n = 1; fd >= 0 && n > 0 && buf_reserve(view, 4096) == 0; view->size += n > 0 ? (size_t)n : 0)
        n = read(fd, view->data + view->size, 4096);
}

static int restore(struct executor *executor, const char *id, const struct executor_record *record)
{
    executor->inherited = true;
    executor->resumes = record->resumes;
    executor->use = record->use;
    executor->terminals_pending = executor->use == EXECUTOR_RECORD_USE_TERMINALS;
    executor->state = EXECUTOR_STARTING;
    executor->session_id = copy_of(record->session_id, record->session_id_is);
    executor->inherited_task = copy_of(record->task_id, record->task_id_is);
    executor->sandbox.rules = copy_of(record->rules, record->rules_is);
    executor->sandbox.closed = record->closed;
    executor->sandbox.audited = executor->sandbox.rules != NULL;
    if (record->level_is == FIELD_SET) {
        executor->sandbox.level = (enum session_sandbox_level)record->level;
        executor->sandbox.state = executor->sandbox.rules ? SANDBOX_WHOLE : SANDBOX_GENERAL;
    }
    if (record->settings_is == FIELD_SET && record->settings.size < sizeof executor->settings)
        memcpy(executor->settings, record->settings.data, record->settings.size);
    executor->stale = strcmp(executor->settings, executor->pool->settings_sum) != 0;
    if (record->hand_shake.size >= sizeof executor->hand_shake)
        return -EINVAL;
    memcpy(executor->hand_shake, record->hand_shake.data, record->hand_shake.size);
    executor->process.is_given = strcmp(executor->name, EXECUTOR_BUILT_IN) == 0;
    int r = process_adopt(&executor->process, executor->pool->processes, id, record);
    if (r == 0 && executor->use == EXECUTOR_RECORD_USE_WARM)
        read_view(executor);
    return r;
}

static void on_found(void *user, const char *id, const struct executor_record *record)
{
    struct executor_pool *pool = user;
    if (record->use == EXECUTOR_RECORD_USE_BROKER) {
        broker_found(pool->broker, id, record);
        return;
    }
    if (record->use == EXECUTOR_RECORD_USE_WATCHER) {
        watch_hub_found(pool->watch, id, record);
        return;
    }
    if (record->use == EXECUTOR_RECORD_USE_MCP) {
        pool->hooks.mcp_found(pool->hooks.mcp, id, record);
        return;
    }
    if (record->use == EXECUTOR_RECORD_USE_RECORDER) {
        pool->hooks.recorder_found(pool->hooks.capture, id, record);
        return;
    }
    if (record->use == EXECUTOR_RECORD_USE_UNPACKER) {
        pool->hooks.unpack_found(pool->hooks.apps, id, record);
        return;
    }
    struct executor *executor = executor_new(pool, record->executor.data);
    int r = executor ? restore(executor, id, record) : -ENOMEM;
    if (r < 0) {
        log_warn("executor %s: cannot take over from an earlier daemon: %s", id, strerror(-r));
        if (executor)
            executor_free(executor);
        return;
    }
    log_info("executor %s: found, an earlier daemon started it", id);
}

int executor_recover(struct executor_pool *pool)
{
    int r =
        pool->earlier_status < 0 ? pool->earlier_status : process_find(pool->processes, &pool->earlier, on_found, pool);
    free(pool->earlier.items);
    pool->earlier = (struct process_ids){0};
    return r;
}

/* --- executors with a running task --- */

static struct executor *find_by_task(struct executor_pool *pool, struct slice task_id)
{
    for (struct list *link = pool->executors.next; link != &pool->executors; link = link->next) {
        struct executor *executor = list_member(link, struct executor, link);
        if (executor->inherited_task && slice_is(task_id, executor->inherited_task))
            return executor;
    }
    return NULL;
}

static void on_bury(struct deadline *deadline)
{
    executor_bury(list_member(deadline, struct executor, phase_deadline));
}

int executor_adopt(struct task_job *job)
{
    struct executor_pool *pool = job->pool;
    struct executor *executor = find_by_task(pool, job->task->id);
    if (!executor)
        return -ENOENT;
    if (executor->imported) {
        free(executor->inherited_task);
        executor->inherited_task = NULL;
        executor_reattach(executor, job);
        return 0;
    }
    int r = executor_assign(executor, job);
    if (r < 0)
        return r;
    (void)fault_point("executor.before_adopt");
    pool->wanted = true;
    free(executor->inherited_task);
    executor->inherited_task = NULL;
    executor->prompted = true;
    if (executor->exit) {
        executor->phase_deadline.expired = on_bury;
        r = timers_set(&pool->rpc->timers, &executor->phase_deadline, 0);
    } else if (executor->resumes) {
        executor_link(executor);
    } else {
        executor_end_now(executor, EXECUTOR_LOST_PROBLEM);
    }
    return r;
}

/* --- other executors --- */

void executor_recovered(struct executor_pool *pool)
{
    for (struct list *link = pool->executors.next, *next; link != &pool->executors; link = next) {
        struct executor *executor = list_member(link, struct executor, link);
        next = link->next;
        if (!executor->inherited || executor->job)
            continue;
        bool idle = executor->imported && !executor->prompt;
        bool imported = executor->imported;
        executor->inherited = false;
        free(executor->inherited_task);
        executor->inherited_task = NULL;
        if (imported)
            executor_unfreeze(executor);
        /* weir-executor always supports resume, even if the previous daemon ended before the handshake. */
        if (strcmp(executor->name, EXECUTOR_BUILT_IN) == 0)
            executor->resumes = true;
        if (executor->exit)
            executor_bury(executor);
        else if (idle)
            executor_pool_give_back(executor);
        else if (executor->resumes && !pool->closed)
            executor_link(executor);
        else
            executor_ask(executor);
    }
    executor_pool_settled(pool);
}

/* --- handover --- */

enum { ARENA_BYTES = 1 << 28 };

/* --- exporting --- */

/* Requests that only need the store have been answered by now. A request that waits for a person is made again by the
 * next program. */
static int repeat_request(const struct call *call, struct buf *out)
{
    const struct executor_hooks *hooks = &executor_of(call)->pool->hooks;
    return call->method == &request_permission_method && hooks->repeat_params ? hooks->repeat_params(call, out)
                                                                              : -EOPNOTSUPP;
}

/* Whether its connection must be handed over, because it cannot resume over a new one. */
static bool needs_its_link(const struct executor *executor)
{
    return !executor->resumes && executor->peer && executor->state == EXECUTOR_READY && !executor->exit;
}

/* A task that is starting or ending cannot be handed over: the state does not describe it completely. */
static int check_executor(const struct executor *executor, char problem[static 256])
{
    const struct call *call = NULL;
    bool settled = executor->state == EXECUTOR_READY && executor->peer && executor->prompted && !executor->exit &&
                   !executor->end && !executor->handed && (executor->resumes || executor->prompt);
    if (executor->job && !settled) {
        (void)snprintf(problem, 256, "a task is starting or ending; try again");
        return -EAGAIN;
    }
    if (needs_its_link(executor) && !peer_is_at_rest(executor->peer, repeat_request, &call)) {
        (void)snprintf(problem, 256, "executor %s waits for a response", executor->name);
        return -EINPROGRESS;
    }
    return 0;
}

static int check_ready(void *user, char problem[static 256])
{
    const struct executor_pool *pool = user;
    const struct list *all = &pool->executors;
    int r = 0;
    for (const struct list *link = all->next; link != all && (r == 0 || r == -EINPROGRESS); link = link->next) {
        int one = check_executor(list_member(link, struct executor, link), problem);
        r = one < 0 ? one : r;
    }
    return r;
}

/* An executor whose task is not claimed yet stays frozen: its reports and its end would belong to no task. */
static void freeze_all(void *user, bool frozen)
{
    struct executor_pool *pool = user;
    struct list *all = &pool->executors;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct executor *executor = list_member(link, struct executor, link);
        if (!executor->imported)
            process_rest(&executor->process, frozen);
    }
}

static enum field_is export_token(const struct executor_token *token, struct handover_token *ret)
{
    *ret = (struct handover_token){.text = slice_of(token->text), .expires_ms = token->expires_ms};
    return token->expires_ms > 0 ? FIELD_SET : FIELD_ABSENT;
}

static int export_link(const struct executor *executor, struct handover_out *out, struct handover_link *ret)
{
    *ret = (struct handover_link){
        .said = buf_slice(&executor->last_text),
        .output_bytes = executor->output_bytes,
        .tokens = executor->tokens,
        .over_limit = executor->over_limit,
        .paused = executor->paused,
        .refused = executor->refused,
    };
    ret->token_is = export_token(&executor->token, &ret->token);
    if (executor->prompt) {
        ret->prompt = (int64_t)request_id(executor->prompt);
        ret->prompt_is = FIELD_SET;
    }
    int r = peer_export(executor->peer, repeat_request, &out->arena, &out->pieces, &ret->peer);
    if (r == 0)
        handover_add_peer(out, &ret->peer);
    return r;
}

static int export_all(void *user, struct handover_out *out, struct buf *json)
{
    const struct executor_pool *pool = user;
    struct handover_executors state = {
        .executors = {.items = arena_zeroed(&out->arena, (pool->count + 1) * sizeof *state.executors.items)}};
    int r = state.executors.items ? 0 : -ENOMEM;
    for (const struct list *link = pool->executors.next; link != &pool->executors && r == 0; link = link->next) {
        const struct executor *executor = list_member(link, struct executor, link);
        struct handover_executor *one = &state.executors.items[state.executors.count++];
        one->id = slice_of(executor->process.id);
        one->terminal_token_is = export_token(&executor->terminal_token, &one->terminal_token);
        if (needs_its_link(executor)) {
            one->link_is = FIELD_SET;
            r = export_link(executor, out, &one->link);
        }
    }
    return r < 0 ? r : json_encode(json, &handover_executors_shape, &state);
}

/* --- importing --- */

static int decode_state(const yyjson_val *value, struct arena *arena, struct handover_executors *ret)
{
    struct decode_error error;
    *arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    return json_decode(arena, &handover_executors_shape, value, "executors", ret, &error);
}

static int check_state(const yyjson_val *value, struct slice pieces)
{
    struct arena arena;
    struct handover_executors all;
    int r = decode_state(value, &arena, &all);
    for (size_t i = 0; r == 0 && i < all.executors.count; i++)
        if (all.executors.items[i].link_is == FIELD_SET)
            r = peer_check(&all.executors.items[i].link.peer, pieces);
    arena_clear(&arena);
    return r;
}

static void import_token(struct executor_token *token, const struct handover_token *state, enum field_is is)
{
    if (is != FIELD_SET || state->text.size >= sizeof token->text)
        return;
    memcpy(token->text, state->text.data, state->text.size);
    token->text[state->text.size] = '\0';
    token->expires_ms = state->expires_ms;
}

/* Keeps its waiting requests until its task is claimed; the handover document is freed before that. */
static int keep_replays(struct executor *executor, const struct handover_peer *state, struct slice pieces)
{
    struct executor_replays *replays = NULL;
    size_t bytes = 0, deep = json_copy_size(&handover_peer_shape, state);
    for (size_t i = 0; i < state->replays.count; i++)
        bytes += (size_t)(state->replays.items[i].answers_bytes + state->replays.items[i].bytes);
    if (bytes == 0)
        return 0;
    replays = malloc(sizeof *replays + deep + bytes);
    if (!replays)
        return -ENOMEM;
    json_copy(&handover_peer_shape, state, &replays->state, replays->block);
    replays->state.at = 0;
    replays->pieces = (struct slice){(char *)replays->block + deep, bytes};
    /* peer_import() has checked that they exist. */
    memcpy((char *)replays->block + deep, pieces.data + state->at, bytes);
    executor->replays = replays;
    return 0;
}

/* Imports the connection but does not read from it, because its task is not claimed yet. Negative: treat it like an
 * executor that a crash left. */
static int import_link(struct executor *executor, const struct handover_link *state, struct slice pieces)
{
    int r = executor_link_import(executor, &state->peer, pieces);
    if (r < 0)
        return r;
    executor->imported = true;
    executor->paused = state->paused;
    peer_stop_reading(executor->peer, true);
    import_token(&executor->token, &state->token, state->token_is);
    r = keep_replays(executor, &state->peer, pieces);
    if (r < 0)
        return r;
    if (state->said.size > 0) {
        executor->last_text.limit = state->said.size;
        (void)buf_append_slice(&executor->last_text, state->said);
    }
    executor->output_bytes = state->output_bytes;
    executor->tokens = state->tokens;
    executor->over_limit = state->over_limit;
    executor->refused = (unsigned)state->refused;
    return state->prompt_is == FIELD_SET ? executor_expect(executor, (uint64_t)state->prompt) : 0;
}

static void import_one(struct executor_pool *pool, const struct handover_executor *state, struct slice pieces)
{
    struct executor *executor = executor_find(pool, state->id);
    if (!executor) { /* its directory cannot be read */
        if (state->link_is == FIELD_SET)
            peer_handover_close(&state->link.peer);
        return;
    }
    import_token(&executor->terminal_token, &state->terminal_token, state->terminal_token_is);
    if (state->link_is == FIELD_SET && import_link(executor, &state->link, pieces) < 0) {
        executor->imported = false;
        if (executor->peer)
            peer_close(executor->peer, "the new program could not take over its connection");
    }
}

static int import_all(void *user, const yyjson_val *value, struct slice pieces)
{
    struct executor_pool *pool = user;
    struct arena arena;
    struct handover_executors all;
    task_queue_recover(pool->tasks);
    int r = decode_state(value, &arena, &all);
    for (size_t i = 0; r == 0 && i < all.executors.count; i++)
        import_one(pool, &all.executors.items[i], pieces);
    arena_clear(&arena);
    const struct list *all_executors = &pool->executors;
    for (struct list *link = all_executors->next; link != all_executors; link = link->next)
        process_rest(&list_member(link, struct executor, link)->process, true);
    return r;
}

const struct handover_part executor_handover = {
    .name = "executors",
    .ready = check_ready,
    .freeze = freeze_all,
    .write = export_all,
    .check = check_state,
    .take = import_all,
};
