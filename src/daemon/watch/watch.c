#include "daemon/watch/watch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/log.h"
#include "contract/daemon_dispatch.h"
#include "contract/watcher.h"
#include "daemon/watch/internal.h"
#include "rpc/call.h"
#include "rpc/peer.h"

#define PROGRAM "weir-watch"

enum {
    RESTART_MS = 200,
    RESTART_MAX_MS = 30000,
    CRASHES_MAX = 5,
    CRASH_WINDOW_MS = 5 * 60 * 1000,
    HEALTHY_MS = 5 * 60 * 1000,
    CLOCK_SLACK_MS = 20, /* times of files come from a clock that ticks rarely */
    GONE_MS = 5000,      /* weir-watch notices within this time that a directory is gone */
    RETRY_MS = 10000,    /* until paths that could not be looked up are looked up again */
    NAMES_MAX = 60,
};

static void set_problem(struct watch_wish *wish, const char *problem)
{
    if (strcmp(wish->problem, problem) == 0)
        return;
    (void)snprintf(wish->problem, sizeof wish->problem, "%s", problem);
    wish->hub->told(wish->hub->owner, slice_of(wish->id));
}

static struct watch_wish *find(const struct watch_hub *hub, struct slice id)
{
    for (struct list *link = hub->rules.next; link != &hub->rules; link = link->next) {
        struct watch_wish *wish = list_member(link, struct watch_wish, link);
        if (slice_is(id, wish->id))
            return wish;
    }
    return NULL;
}

/* --- what the sandbox shows --- */

static bool is_shown(const struct watch_hub *hub, const char *path)
{
    for (size_t i = 0; i < hub->shown_count; i++)
        if (sandbox_is_below(path, slice_of(hub->shown[i])))
            return true;
    return sandbox_is_off(hub->sandbox);
}

static bool is_all_shown(const struct watch_wish *wish)
{
    for (size_t i = 0; i < wish->root_count; i++)
        if (wish->roots[i] && !is_shown(wish->hub, wish->roots[i]))
            return false;
    return true;
}

static void forget_shown(struct watch_hub *hub)
{
    for (size_t i = 0; i < hub->shown_count; i++)
        free(hub->shown[i]);
    hub->shown_count = 0;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The roots of all rules, without those below others: in alphabetical order, those come later. */
static int choose_shown(struct watch_hub *hub)
{
    size_t count = 0;
    for (struct list *link = hub->rules.next; link != &hub->rules; link = link->next)
        count += list_member(link, struct watch_wish, link)->root_count;
    const char **all = calloc(count + 1, sizeof *all);
    if (!all)
        return -ENOMEM;
    count = 0;
    for (struct list *link = hub->rules.next; link != &hub->rules; link = link->next) {
        const struct watch_wish *wish = list_member(link, struct watch_wish, link);
        for (size_t i = 0; wish->roots && i < wish->root_count; i++)
            if (wish->roots[i])
                all[count++] = wish->roots[i];
    }
    qsort(all, count, sizeof *all, compare_texts);
    forget_shown(hub);
    for (size_t i = 0; i < count; i++) {
        if (hub->shown_count == WATCH_ROOTS_MAX)
            break;
        if (sandbox_is_off(hub->sandbox) || is_shown(hub, all[i]))
            continue;
        hub->shown[hub->shown_count] = strdup(all[i]);
        hub->shown_count += hub->shown[hub->shown_count] != NULL;
    }
    free(all);
    return 0;
}

/* --- weir-watch --- */

static void send_quiet(const struct watch_wish *wish, bool is_quiet)
{
    const struct watcher_quiet_params params = {.rule_id = slice_of(wish->id), .quiet = is_quiet};
    (void)peer_notify(wish->hub->service.peer, &watcher_quiet_method, &params);
}

/* Tells another weir-watch. The end of the silence begins once more. */
static void tell_quiet(const struct watch_wish *wish)
{
    bool is_over = !wish->is_quiet;
    if (is_over && clock_epoch_ms() >= wish->quiet_until_ms)
        return;
    send_quiet(wish, true);
    if (is_over)
        send_quiet(wish, false);
}

static void tell_wish(struct watch_wish *wish)
{
    struct watch_hub *hub = wish->hub;
    struct peer *peer = hub->service.peer;
    struct slice paths[64];
    size_t count = 0;
    if (!peer || peer_is_over(peer) || !wish->patterns || !is_all_shown(wish))
        return;
    for (size_t i = 0; i < wish->count && count < sizeof paths / sizeof *paths; i++)
        if (wish->patterns[i])
            paths[count++] = slice_of(wish->patterns[i]);
    struct watcher_set_params params = {.rule_id = slice_of(wish->id),
                                        .paths = {.items = paths, .count = count},
                                        .settle_ms = wish->settle_ms,
                                        .since = wish->since_ms,
                                        .since_is = wish->since_ms >= 0 ? FIELD_SET : FIELD_ABSENT};
    (void)peer_notify(peer, &watcher_set_method, &params);
    tell_quiet(wish);
}

static int describe(void *user, const struct sandbox_program *program, struct buf *view)
{
    struct watch_hub *hub = user;
    int r = choose_shown(hub);
    return r < 0 ? r
                 : sandbox_view_write_closed(hub->sandbox, PROGRAM, (const char *const *)hub->shown, hub->shown_count,
                                             program, view);
}

static int prepare(void *user, const struct process *process, char problem[static 256])
{
    return sandbox_prepare_helper(process, describe, user, problem);
}

static void restart(struct watch_hub *hub);

static void on_connected(struct service *service)
{
    struct watch_hub *hub = service->user;
    bool is_enough = true;
    service->peer->label = "weir-watch";
    for (struct list *link = hub->rules.next; link != &hub->rules; link = link->next) {
        struct watch_wish *wish = list_member(link, struct watch_wish, link);
        bool is_seen = !wish->patterns || is_all_shown(wish);
        if (!is_seen && hub->shown_count == WATCH_ROOTS_MAX)
            set_problem(wish, "the rules that wait for files name too many directories");
        else
            is_enough = is_enough && is_seen;
        tell_wish(wish);
    }
    if (!is_enough) /* its paths became known while the process was starting */
        restart(hub);
}

/* Nobody has watched since `ms`. What had changed before may not have settled, so that it was not reported. What the
 * rule's own task has changed does not count. */
static void set_since(struct watch_wish *wish, int64_t ms)
{
    int64_t since = ms - wish->settle_ms - CLOCK_SLACK_MS;
    wish->since_ms = since > wish->quiet_until_ms ? since : wish->quiet_until_ms;
    wish->is_watched = false;
}

/* From now on nobody watches. */
static void note_gap(struct watch_hub *hub)
{
    for (struct list *link = hub->rules.next; link != &hub->rules; link = link->next) {
        struct watch_wish *wish = list_member(link, struct watch_wish, link);
        if (!wish->is_watched)
            continue;
        set_since(wish, clock_epoch_ms());
        if (wish->since_ms < wish->changed_ms - CLOCK_SLACK_MS)
            wish->since_ms = wish->changed_ms - CLOCK_SLACK_MS; /* what was before is reported */
    }
}

static void on_lost(struct service *service)
{
    struct watch_hub *hub = service->user;
    note_gap(hub);
    if (service->state != SERVICE_FAILED)
        return;
    char problem[WATCH_PROBLEM_SIZE];
    (void)snprintf(problem, sizeof problem, "weir-watch cannot run: %.500s; see: weir daemon logs", service->problem);
    for (struct list *link = hub->rules.next; link != &hub->rules; link = link->next)
        set_problem(list_member(link, struct watch_wish, link), problem);
}

static bool is_wanted(const struct service *service)
{
    const struct watch_hub *hub = service->user;
    return !list_is_empty(&hub->rules);
}

static void start(struct watch_hub *hub)
{
    hub->service.ready_ms = (uint64_t)hub->settings->pool.start_ms;
    hub->service.ping_ms = (uint64_t)hub->settings->pool.ping_ms;
    service_start(&hub->service);
}

static void on_emptied(struct service *service)
{
    struct watch_hub *hub = service->user;
    bool again = hub->again && !hub->closed && !list_is_empty(&hub->rules);
    hub->again = false;
    if (again)
        start(hub);
    if (hub->closed)
        hub->emptied(hub->user);
}

static const struct service_kind kind = {
    .name = "watch",
    .program = PROGRAM,
    .use = EXECUTOR_RECORD_USE_WATCHER,
    .caller = CALLER_WATCHER,
    .dispatch = &daemon_dispatch,
    .restart_ms = RESTART_MS,
    .restart_max_ms = RESTART_MAX_MS,
    .healthy_ms = HEALTHY_MS,
    .crashes_max = CRASHES_MAX,
    .crash_window_ms = CRASH_WINDOW_MS,
    .prepare = prepare,
    .connected = on_connected,
    .lost = on_lost,
    .is_wanted = is_wanted,
    .emptied = on_emptied,
};

/* Another process with a larger view, after the end of this one. */
static void restart(struct watch_hub *hub)
{
    if (hub->again)
        return;
    note_gap(hub);
    hub->again = true;
    service_stop(&hub->service, false);
    if (service_is_gone(&hub->service))
        on_emptied(&hub->service);
}

/* --- rules --- */

static void serve(struct watch_wish *wish)
{
    struct watch_hub *hub = wish->hub;
    if (hub->closed || hub->again)
        return;
    if (hub->service.state == SERVICE_FAILED) {
        service_stop(&hub->service, true);
        hub->again = true;
        if (service_is_gone(&hub->service))
            on_emptied(&hub->service);
    } else if (!service_is_up(&hub->service)) {
        start(hub);
    } else if (!is_all_shown(wish)) {
        restart(hub);
    } else {
        tell_wish(wish);
    }
}

static void find_places(struct watch_wish *wish);

/* Looks up all paths again, because other directories are there now; then another process serves. */
static void find_again(struct watch_hub *hub)
{
    if (hub->again)
        return;
    forget_shown(hub); /* so that the first rule whose paths are known restarts it */
    for (struct list *link = hub->rules.next; link != &hub->rules; link = link->next) {
        struct watch_wish *wish = list_member(link, struct watch_wish, link);
        watch_texts_free(take_pointer(wish->patterns), wish->count);
        watch_texts_free(take_pointer(wish->roots), wish->root_count);
        find_places(wish);
    }
}

static void find_later(struct watch_wish *wish, const char *problem)
{
    struct watch_hub *hub = wish->hub;
    set_problem(wish, problem);
    if (!hub->retry.index && !hub->closed)
        (void)timers_set(&hub->rpc->timers, &hub->retry, RETRY_MS);
}

static void on_retry(struct deadline *deadline)
{
    struct watch_hub *hub = list_member(deadline, struct watch_hub, retry);
    for (struct list *link = hub->rules.next; link != &hub->rules; link = link->next) {
        struct watch_wish *wish = list_member(link, struct watch_wish, link);
        if (!wish->patterns)
            find_places(wish);
    }
}

static void on_found(struct watch_places *places, int status)
{
    struct watch_wish *wish = places->user;
    wish->places = NULL;
    if (status < 0) {
        find_later(wish, "one of its directories does not respond (a network mount whose server is down?)");
        return;
    }
    wish->patterns = take_pointer(places->patterns);
    wish->roots = take_pointer(places->roots);
    serve(wish);
}

static void find_places(struct watch_wish *wish)
{
    if (wish->places)
        return;
    int r = watch_places_find(wish->hub->resolver, (const char *const *)wish->paths, wish->count, on_found, wish,
                              &wish->places);
    if (r < 0) {
        char problem[128];
        (void)snprintf(problem, sizeof problem, "cannot look up its paths: %s", strerror(-r));
        find_later(wish, problem);
    }
}

static struct watch_wish *wish_free(struct watch_wish *wish)
{
    if (!wish)
        return NULL;
    wish->places = watch_places_forget(wish->places);
    watch_texts_free(wish->patterns, wish->count);
    watch_texts_free(wish->roots, wish->root_count);
    watch_texts_free(wish->paths, wish->count);
    list_remove(&wish->link);
    free(wish->id);
    free(wish);
    return NULL;
}

static struct watch_wish *wish_new(struct watch_hub *hub, struct slice id, const struct slice *paths, size_t count)
{
    struct watch_wish *wish = calloc(1, sizeof *wish);
    if (!wish)
        return NULL;
    *wish = (struct watch_wish){.hub = hub,
                                .count = count,
                                .root_count = count * WATCH_ROOTS_EACH,
                                .quiet_until_ms = clock_epoch_ms(),
                                .since_ms = -1};
    list_append(&hub->rules, &wish->link);
    wish->id = strndup(id.data, id.size);
    wish->paths = calloc(count + 1, sizeof *wish->paths);
    bool is_short = !wish->id || !wish->paths;
    for (size_t i = 0; !is_short && i < count; i++) {
        wish->paths[i] = strndup(paths[i].data, paths[i].size);
        is_short = !wish->paths[i];
    }
    return is_short ? wish_free(wish) : wish;
}

static bool is_same(const struct watch_wish *wish, const struct slice *paths, size_t count, int64_t settle_ms)
{
    if (wish->count != count || wish->settle_ms != settle_ms)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!slice_is(paths[i], wish->paths[i]))
            return false;
    return true;
}

int watch_set(struct watch_hub *hub, struct slice rule_id, const struct slice *paths, size_t count, int64_t settle_ms)
{
    struct watch_wish *wish = find(hub, rule_id);
    if (hub->closed || (wish && is_same(wish, paths, count, settle_ms)))
        return 0;
    watch_remove(hub, rule_id);
    wish = wish_new(hub, rule_id, paths, count);
    if (!wish)
        return -ENOMEM;
    wish->settle_ms = settle_ms;
    find_places(wish);
    return 0;
}

void watch_remove(struct watch_hub *hub, struct slice rule_id)
{
    struct watch_wish *wish = find(hub, rule_id);
    struct peer *peer = hub->service.peer;
    if (!wish)
        return;
    if (peer && !peer_is_over(peer))
        (void)peer_notify(peer, &watcher_remove_method, &(struct watcher_remove_params){.rule_id = rule_id});
    (void)wish_free(wish);
    if (list_is_empty(&hub->rules) && !hub->closed)
        service_stop(&hub->service, false);
}

void watch_keep(struct watch_hub *hub, bool (*keeps)(void *user, struct slice rule_id), void *user)
{
    for (struct list *link = hub->rules.next, *next; link != &hub->rules; link = next) {
        const struct watch_wish *wish = list_member(link, struct watch_wish, link);
        next = link->next;
        if (!keeps(user, slice_of(wish->id)))
            watch_remove(hub, slice_of(wish->id));
    }
}

void watch_quiet(struct watch_hub *hub, struct slice rule_id, bool is_quiet)
{
    struct watch_wish *wish = find(hub, rule_id);
    const struct peer *peer = hub->service.peer;
    if (!wish || wish->is_quiet == is_quiet)
        return;
    wish->is_quiet = is_quiet;
    if (!is_quiet)
        wish->quiet_until_ms = clock_epoch_ms() + wish->settle_ms;
    if (peer && !peer_is_over(peer))
        send_quiet(wish, is_quiet);
}

const char *watch_problem(const struct watch_hub *hub, struct slice rule_id)
{
    const struct watch_wish *wish = find(hub, rule_id);
    return wish && *wish->problem ? wish->problem : NULL;
}

int watch_check(const struct slice *paths, size_t count, char problem[static 256])
{
    for (size_t i = 0; i < count; i++) {
        struct slice path = paths[i];
        size_t names = 0;
        bool is_bad = path.size == 0 || path.data[0] != '/' || memchr(path.data, '\n', path.size);
        for (const char *at = path.data, *end = path.data + path.size; !is_bad && at < end;) {
            const char *slash = memchr(at, '/', (size_t)(end - at));
            struct slice name = {at, (size_t)((slash ? slash : end) - at)};
            is_bad = slice_is(name, ".") || slice_is(name, "..");
            names += name.size > 0;
            at += name.size + 1;
        }
        if (is_bad) {
            (void)snprintf(problem, 256, "the path '%.*s' must be absolute, without \".\", \"..\" and newlines",
                           (int)(path.size < 100 ? path.size : 100), path.data);
            return -EINVAL;
        }
        size_t wild = 0;
        while (wild < path.size && path.data[wild] != '*' && path.data[wild] != '?')
            wild++;
        while (wild > 0 && wild < path.size && path.data[wild - 1] != '/')
            wild--;
        bool is_root = path.size == 1 || (wild <= 1 && wild < path.size);
        if (is_root || names > NAMES_MAX) {
            (void)snprintf(problem, 256,
                           is_root ? "the path '%.*s' stands for the whole machine; name a directory"
                                   : "the path '%.*s' has too many names",
                           (int)(path.size < 100 ? path.size : 100), path.data);
            return -EINVAL;
        }
    }
    return 0;
}

/* --- what weir-watch says --- */

static struct watch_wish *wish_of(const struct call *call, struct slice rule_id)
{
    struct service *service = service_of_peer(call->peer);
    return service ? find(service->user, rule_id) : NULL;
}

int watcher_changed(struct call *call, const struct watcher_changed_params *params)
{
    struct watch_wish *wish = wish_of(call, params->rule_id);
    if (!wish)
        return 0;
    wish->changed_ms = clock_epoch_ms();
    wish->hub->changed(wish->hub->owner, params);
    return 0;
}

int watcher_state(struct call *call, const struct watcher_state_params *params)
{
    struct watch_wish *wish = wish_of(call, params->rule_id);
    char problem[WATCH_PROBLEM_SIZE] = "";
    if (!wish)
        return 0;
    if (params->gone) {
        set_since(wish, clock_epoch_ms() - GONE_MS);
        find_again(wish->hub);
        return 0;
    }
    wish->is_watched = params->ready;
    if (params->ready)
        wish->since_ms = -1;
    if (params->problem_is == FIELD_SET)
        (void)snprintf(problem, sizeof problem, "%.*s", SLICE_ARG(params->problem));
    set_problem(wish, problem);
    return 0;
}

/* --- lifetime --- */

void watch_hub_init(struct watch_hub *hub)
{
    list_init(&hub->rules);
    hub->retry.expired = on_retry;
    hub->service.kind = &kind;
    hub->service.user = hub;
    hub->service.table = hub->table;
    hub->service.rpc = hub->rpc;
    service_init(&hub->service);
}

void watch_hub_found(struct watch_hub *hub, const char *id, const struct executor_record *record)
{
    service_adopt(&hub->service, id, record);
}

void watch_hub_close(struct watch_hub *hub, bool now)
{
    hub->closed = true;
    timers_unset(&hub->rpc->timers, &hub->retry);
    service_close(&hub->service, now);
}

bool watch_hub_is_gone(const struct watch_hub *hub)
{
    return service_is_gone(&hub->service);
}

void watch_hub_clear(struct watch_hub *hub)
{
    if (!hub->service.kind)
        return;
    while (!list_is_empty(&hub->rules))
        (void)wish_free(list_member(hub->rules.next, struct watch_wish, link));
    forget_shown(hub);
    service_clear(&hub->service);
}
