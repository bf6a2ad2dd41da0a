/* apps:list. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contract/apps.h"
#include "daemon/apps/apps.h"
#include "daemon/apps/check.h"
#include "daemon/client/client.h"
#include "daemon/store/apps.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

enum { ROWS_BYTES = 64 << 20 };

struct listing {
    struct apps *apps;
    struct call *call; /* deferred and held */
    struct arena arena;
    struct store_query query;
    struct store_apps found;
    struct apps_check check;
};

static void listing_free(struct listing *listing)
{
    (void)call_drop(listing->call);
    apps_check_clear(&listing->check);
    arena_clear(&listing->arena);
    free(listing);
}

/* An app that runs goes on with the files that it has read. */
static void set_status(const struct listing *listing, struct apps_installed_app *record, const char *problem)
{
    if (*problem) {
        record->status = APPS_STATUS_ERROR;
        record->error = slice_of(problem);
        record->error_is = FIELD_SET;
    } else if (apps_is_running(listing->apps, record->app_id)) {
        record->status = APPS_STATUS_RUNNING;
    }
}

static void on_checked(struct apps_check *check)
{
    struct listing *listing = list_member(check, struct listing, check);
    struct apps_installed_app *items = arena_alloc(&listing->arena, (check->count + 1) * sizeof *items);
    if (!items) {
        (void)call_fail(listing->call, ERROR_INTERNAL_ERROR, "the apps: %s", strerror(ENOMEM));
        listing_free(listing);
        return;
    }
    for (size_t i = 0; i < check->count; i++) {
        items[i] = check->items[i].record;
        set_status(listing, &items[i], check->problems[i]);
    }
    (void)apps_list_reply(listing->call, &(struct apps_list_result){.apps = {items, check->count}});
    listing_free(listing);
}

static int find_all(struct store_query *query, struct store_tx *tx)
{
    struct listing *listing = list_member(query, struct listing, query);
    return store_app_all(tx, &listing->arena, &listing->found);
}

static void on_found(struct store_query *query)
{
    struct listing *listing = list_member(query, struct listing, query);
    int r = query->status;
    if (query->failed || r < 0) {
        (void)store_fail_call(listing->apps->store, listing->call, r);
        listing_free(listing);
        return;
    }
    listing->check =
        (struct apps_check){.items = listing->found.items, .count = listing->found.count, .done = on_checked};
    r = apps_check_start(listing->apps, &listing->check);
    if (r < 0) {
        (void)call_fail(listing->call, ERROR_SUBSYSTEM_UNAVAILABLE, "cannot look at the files of apps: %s",
                        strerror(-r));
        listing_free(listing);
    }
}

int apps_list(struct call *call, const struct apps_list_params *params)
{
    struct apps *apps = apps_of(call);
    struct listing *listing = calloc(1, sizeof *listing);
    (void)params;
    if (!listing)
        return -ENOMEM;
    listing->apps = apps;
    listing->arena = (struct arena)ARENA_LIMITED(ROWS_BYTES);
    int r = call_defer(call, NULL, NULL, &listing->call);
    if (r < 0) {
        free(listing);
        return r;
    }
    call_hold(listing->call);
    const struct client *client = client_of_peer(listing->call->peer);
    listing->query = (struct store_query){
        .run = find_all, .done = on_found, .after = client ? client->written : 0, .owner = listing->call->peer};
    store_read(apps->store, &listing->query);
    return 0;
}
