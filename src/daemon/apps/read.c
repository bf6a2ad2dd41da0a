/* cowork:read: what apps may read. Each method has its arguments and its data as types of the contract. */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "contract/chat.h"
#include "contract/cowork.h"
#include "daemon/apps/connections.h"
#include "daemon/apps/local_time.h"
#include "daemon/chat/chat.h"
#include "daemon/settings/settings.h"
#include "daemon/store/activity.h"
#include "daemon/store/apps.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "json/decode.h"
#include "json/encode.h"
#include "json/read.h"

enum {
    DATA_BYTES = 16 << 20,
    ARENA_BYTES = 64 << 20,
    FRESH_MS = 5 * 60 * 1000, /* a window that was in front until then is the active one */
    PRIVATE_TYPES = ACTIVITY_BIT(CONTEXT_ACTIVITY_TYPE_KEYSTROKE) | ACTIVITY_BIT(CONTEXT_ACTIVITY_TYPE_CLIPBOARD),
};
#define SEARCH_NS UINT64_C(100000000)

/* A call that is being served. Stored in request->more; only the used part is copied. */
struct reading {
    const struct reader *reader;
    struct slice user_name;
    int64_t limit, since_ms;
    bool app_found;
    struct slice data; /* the result, in the arena */
    size_t text_size;
    char text[1024 + 1]; /* words, or a cursor */
};

struct reader {
    struct slice name;
    const struct shape *args;
    enum cowork_namespace ns;
    bool searches; /* on the thread for searches */
    void (*take)(const void *args, struct reading *reading);
    int (*read)(struct store_tx *tx, struct reading *reading, unsigned types, struct slice app_id, struct arena *arena);
};

/* --- results, on a thread of the store --- */

static int put(struct reading *reading, struct arena *arena, const struct shape *shape, const void *value)
{
    struct buf text = BUF_LIMITED(DATA_BYTES);
    int r = json_encode(&text, shape, value);
    reading->data = r == 0 ? arena_copy(arena, buf_slice(&text)) : (struct slice){0};
    buf_clear(&text);
    return r < 0 ? r : reading->data.data ? 0 : -ENOMEM;
}

static int64_t end_of(const struct context_activity_record *record)
{
    int64_t begin = 0;
    (void)clock_parse_iso(record->timestamp, &begin);
    return begin + (record->duration_is == FIELD_SET ? record->duration : 0);
}

static int read_window(struct store_tx *tx, struct reading *reading, unsigned types, struct slice app_id,
                       struct arena *arena)
{
    struct store_activities found = {0};
    struct cowork_active_window data = {.window_is = FIELD_ABSENT};
    (void)types;
    (void)app_id;
    int r = store_activity_recent(tx, ACTIVITY_BIT(CONTEXT_ACTIVITY_TYPE_WINDOW), INT64_MIN, 1, arena, &found);
    if (r < 0)
        return r;
    if (found.count > 0 && end_of(&found.items[0]) >= clock_epoch_ms() - FRESH_MS) {
        data.window = found.items[0];
        data.window_is = FIELD_SET;
    }
    return put(reading, arena, &cowork_active_window_shape, &data);
}

static int read_activity(struct store_tx *tx, struct reading *reading, unsigned types, struct slice app_id,
                         struct arena *arena)
{
    struct store_activities found = {0};
    (void)app_id;
    int r = store_activity_recent(tx, types, reading->since_ms, reading->limit, arena, &found);
    const struct cowork_recent_activity data = {.activities = {found.items, found.count}};
    return r < 0 ? r : put(reading, arena, &cowork_recent_activity_shape, &data);
}

static int read_time(struct store_tx *tx, struct reading *reading, unsigned types, struct slice app_id,
                     struct arena *arena)
{
    struct local_time now;
    (void)tx;
    (void)types;
    (void)app_id;
    local_time_get(clock_epoch_ms(), &now);
    const struct cowork_current_time data = {.time = slice_of(now.text), .time_zone = slice_of(now.zone)};
    return put(reading, arena, &cowork_current_time_shape, &data);
}

static int read_preferences(struct store_tx *tx, struct reading *reading, unsigned types, struct slice app_id,
                            struct arena *arena)
{
    struct app_settings settings;
    (void)types;
    (void)app_id;
    int r = settings_read(tx, reading->user_name, arena, &settings);
    return r < 0 ? r : put(reading, arena, &app_settings_shape, &settings);
}

static int read_profile(struct store_tx *tx, struct reading *reading, unsigned types, struct slice app_id,
                        struct arena *arena)
{
    struct app_settings settings;
    (void)types;
    (void)app_id;
    int r = settings_read(tx, reading->user_name, arena, &settings);
    return r < 0 ? r : put(reading, arena, &app_profile_shape, &settings.profile);
}

static int read_conversations(struct store_tx *tx, struct reading *reading, unsigned types, struct slice app_id,
                              struct arena *arena)
{
    struct chat_get_threads_result page;
    (void)types;
    int r =
        chat_threads_read(tx, app_id, (struct slice){reading->text, reading->text_size}, reading->limit, arena, &page);
    if (r < 0)
        return r;
    const struct cowork_conversations data = {.conversations = {page.threads.items, page.threads.count},
                                              .next_cursor = page.next_cursor,
                                              .next_cursor_is = page.next_cursor_is};
    return put(reading, arena, &cowork_conversations_shape, &data);
}

static int read_search(struct store_tx *tx, struct reading *reading, unsigned types, struct slice app_id,
                       struct arena *arena)
{
    struct store_activities found = {0};
    (void)app_id;
    int r = store_activity_search(tx, types, (struct slice){reading->text, reading->text_size}, reading->limit,
                                  clock_monotonic_ns() + SEARCH_NS, arena, &found);
    const struct cowork_search_results data = {.results = {found.items, found.count}};
    return r < 0 ? r : put(reading, arena, &cowork_search_results_shape, &data);
}

/* --- arguments, on the loop thread --- */

static void take_text(struct reading *reading, struct slice text)
{
    reading->text_size = text.size < sizeof reading->text ? text.size : sizeof reading->text - 1;
    memcpy(reading->text, text.data, reading->text_size);
}

static void take_activity(const void *args, struct reading *reading)
{
    const struct cowork_recent_activity_args *wanted = args;
    reading->limit = wanted->limit;
    reading->since_ms = INT64_MIN;
    if (wanted->since_is == FIELD_SET)
        (void)clock_parse_iso(wanted->since, &reading->since_ms); /* the shape has checked it */
}

static void take_conversations(const void *args, struct reading *reading)
{
    const struct cowork_conversations_args *wanted = args;
    reading->limit = wanted->limit;
    if (wanted->cursor_is == FIELD_SET)
        take_text(reading, wanted->cursor);
}

static void take_search(const void *args, struct reading *reading)
{
    const struct cowork_search_args *wanted = args;
    reading->limit = wanted->limit;
    take_text(reading, wanted->query);
}

union args {
    struct cowork_no_args none;
    struct cowork_recent_activity_args activity;
    struct cowork_conversations_args conversations;
    struct cowork_search_args search;
};

static const struct reader readers[] = {
    {.ns = COWORK_NAMESPACE_CONTEXT,
     .name = SLICE_INIT("activeWindow"),
     .args = &cowork_no_args_shape,
     .read = read_window},
    {.ns = COWORK_NAMESPACE_CONTEXT,
     .name = SLICE_INIT("recentActivity"),
     .args = &cowork_recent_activity_args_shape,
     .take = take_activity,
     .read = read_activity},
    {.ns = COWORK_NAMESPACE_CONTEXT,
     .name = SLICE_INIT("currentTime"),
     .args = &cowork_no_args_shape,
     .read = read_time},
    {.ns = COWORK_NAMESPACE_USER,
     .name = SLICE_INIT("preferences"),
     .args = &cowork_no_args_shape,
     .read = read_preferences},
    {.ns = COWORK_NAMESPACE_USER, .name = SLICE_INIT("profile"), .args = &cowork_no_args_shape, .read = read_profile},
    {.ns = COWORK_NAMESPACE_DATA,
     .name = SLICE_INIT("conversations"),
     .args = &cowork_conversations_args_shape,
     .take = take_conversations,
     .read = read_conversations},
    {.ns = COWORK_NAMESPACE_DATA,
     .name = SLICE_INIT("search"),
     .args = &cowork_search_args_shape,
     .searches = true,
     .take = take_search,
     .read = read_search},
};

/* --- reading --- */

static int read_for(struct store_tx *tx, const struct call *call, struct reading *reading, struct arena *arena)
{
    const struct cowork_read_params *params = call->params;
    struct store_app app;
    reading->app_found = false;
    int r = store_app_find(tx, params->app_id, arena, &app);
    if (r < 0)
        return r;
    reading->app_found = true;
    unsigned types = ACTIVITY_ALL & ~(app.record.permissions.capture_read ? 0U : (unsigned)PRIVATE_TYPES);
    return reading->reader->read(tx, reading, types, params->app_id, arena);
}

static void answer(struct call *call, const struct reading *reading, int status)
{
    const struct cowork_read_params *params = call->params;
    if (status == 0)
        (void)cowork_read_reply(call, &(struct cowork_read_result){.data = {.text = reading->data}});
    else if (status == -ENOENT && !reading->app_found)
        (void)call_fail(call, ERROR_APP_NOT_FOUND, "no app %.*s is installed; see: weir apps list",
                        SLICE_ARG(params->app_id));
    else if (status == -EBADMSG)
        (void)call_refuse(call, ERROR_INVALID_PARAMS, "params.args.cursor",
                          "Invalid params: params.args.cursor is not the nextCursor of a page");
    else
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "cannot read %.*s: %s", SLICE_ARG(reading->reader->name),
                        strerror(-status));
}

static int run_request(struct store_request *request, struct store_tx *tx)
{
    return read_for(tx, request->call, request->more, &request->arena);
}

static void answer_request(struct store_request *request)
{
    answer(request->call, request->more, request->status);
}

static size_t size_of(const struct reading *reading)
{
    return offsetof(struct reading, text) + reading->text_size + 1;
}

/* --- searches --- */

/* Searches share one thread, and each may take long: an app has one at a time, and the others wait for it. */
struct apps_search {
    struct list link; /* in running->searches */
    struct apps *apps;
    uint64_t running; /* apps_running->no; 0: that of a client, which does not wait */
    struct call *call;
    struct store_query query;
    struct arena arena;
    struct reading reading;
};

static void search_free(struct apps_search *search)
{
    list_remove(&search->link);
    arena_clear(&search->arena);
    free(search);
}

static int run_search(struct store_query *query, struct store_tx *tx)
{
    struct apps_search *search = list_member(query, struct apps_search, query);
    return read_for(tx, search->call, &search->reading, &search->arena);
}

static void on_searched(struct store_query *query)
{
    struct apps_search *search = list_member(query, struct apps_search, query);
    struct apps_running *running = search->running > 0 ? apps_running_by_no(search->apps, search->running) : NULL;
    if (query->failed || query->status == -ENOMEM)
        (void)store_fail_call(search->apps->store, search->call, query->status);
    else
        answer(search->call, &search->reading, query->status);
    (void)call_drop(search->call);
    search_free(search);
    if (!running)
        return;
    running->searches_now = false;
    apps_search_next(running);
}

/* Returns false if the call was answered instead. */
static bool search_begin(struct apps_search *search)
{
    search->call->abandoned = NULL;
    if (!store_is_open(search->apps->store)) {
        (void)call_fail(search->call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
        search_free(search);
        return false;
    }
    call_hold(search->call);
    search->query = (struct store_query){.run = run_search, .done = on_searched, .owner = search->call->peer};
    store_search(search->apps->store, &search->query);
    return true;
}

void apps_search_next(struct apps_running *running)
{
    while (!running->searches_now && !running->apps->frozen && !list_is_empty(&running->searches)) {
        struct apps_search *search = list_member(running->searches.next, struct apps_search, link);
        list_remove(&search->link);
        running->search_count--;
        running->searches_now = search_begin(search);
    }
}

static void on_abandoned(struct call *call)
{
    struct apps_search *search = call->user;
    struct apps_running *running = apps_running_by_no(search->apps, search->running);
    if (running)
        running->search_count--;
    search_free(search);
}

bool apps_search_waits(const struct call *call)
{
    return call->abandoned == on_abandoned;
}

static struct apps_search *search_new(struct apps *apps, const struct reading *reading)
{
    struct apps_search *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    search->apps = apps;
    list_init(&search->link);
    search->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    memcpy(&search->reading, reading, size_of(reading));
    return search;
}

static int start_search(struct call *call, const struct reading *reading)
{
    const struct apps_connection *connection = apps_connection_of(call);
    struct apps_running *running = connection ? connection->running : NULL;
    if (running && running->search_count >= APPS_SEARCHES)
        return call_fail(call, ERROR_TOO_MANY_WAITING, "%zu searches of this app wait already, which is the limit",
                         running->search_count);
    struct apps_search *search = search_new(apps_of(call), reading);
    int r = search ? call_defer(call, NULL, search, &search->call) : -ENOMEM;
    if (r < 0) {
        if (search)
            search_free(search);
        return r;
    }
    if (!running) {
        (void)search_begin(search);
        return 0;
    }
    search->running = running->no;
    search->call->abandoned = on_abandoned;
    list_append(&running->searches, &search->link);
    running->search_count++;
    apps_search_next(running);
    return 0;
}

/* --- cowork:read --- */

static const struct reader *find_reader(enum cowork_namespace ns, struct slice method)
{
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (readers[i].ns == ns && slice_equal(method, readers[i].name))
            return &readers[i];
    return NULL;
}

/* Returns 1 if the call was answered. */
static int take_args(struct call *call, const struct cowork_read_params *params, struct reading *reading)
{
    static const char nothing[] = "{}";
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct json_error syntax;
    struct decode_error error;
    union args args;
    yyjson_val *empty = NULL;
    const yyjson_val *value = params->args.value;
    int r = params->args_is == FIELD_SET ? 0 : json_read(&arena, slice_of(nothing), &empty, &syntax);
    if (r == 0)
        r = json_decode(&arena, reading->reader->args, value && params->args_is == FIELD_SET ? value : empty,
                        "params.args", &args, &error);
    if (r == 0 && reading->reader->take)
        reading->reader->take(&args, reading);
    arena_clear(&arena);
    if (r != -EINVAL)
        return r;
    char message[sizeof error.path + sizeof error.message + 32];
    (void)snprintf(message, sizeof message, "Invalid params: %s %s", error.path, error.message);
    (void)call_refuse(call, ERROR_INVALID_PARAMS, error.path, message);
    return 1;
}

int cowork_read(struct call *call, const struct cowork_read_params *params)
{
    const struct settings_keeper *person = settings_keeper_of(call);
    if (apps_is_deaf(call))
        return 0;
    if (!apps_admits(call, params->app_id))
        return 0;
    const struct reader *reader = find_reader(params->ns, params->method);
    if (!reader)
        return call_fail(call, ERROR_READ_NOT_FOUND, "there is nothing to read named %.*s.%.*s",
                         SLICE_ARG(cowork_namespace_shape.of.words.items[params->ns]), SLICE_ARG(params->method));
    struct reading reading = {.reader = reader, .user_name = slice_of(person->user_name ? person->user_name : "")};
    int r = take_args(call, params, &reading);
    if (r != 0)
        return r < 0 ? r : 0;
    return reader->searches ? start_search(call, &reading)
                            : store_request_read_with(call, &reading, size_of(&reading), run_request, answer_request);
}
