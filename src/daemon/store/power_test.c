/* Simulates a power cut at random moments. Changes that were answered must be durable; of events that were only
 * pushed, at most the last group may be lost; and the remaining file must be intact.
 *
 * WEIR_POWER_SEED=N repeats one round, as far as threads behave the same way again. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "daemon/store/internal.h"
#include "unit/check.h"
#include "unit/world.h"

/* --- checking the files --- */

/* The contents of a store that opens the files after a power cut. */
struct contents {
    struct store_query query;
    const struct world *world;
    struct store *store;
    int status;
    struct store_position position;
    enum world_step steps[ITEMS_MAX];
    char *lines[EVENTS_MAX];
    struct arena arena;
};

static int take_line(void *user, const struct store_event_row *row)
{
    struct contents *contents = user;
    AUTO(buf_clear) struct buf line = BUF_LIMITED(4 << 20);
    if (row->seq >= EVENTS_MAX || contents->lines[row->seq])
        return -EINVAL;
    int r = store_event_format(&line, row, slice_of(contents->world->epoch));
    contents->lines[row->seq] = r == 0 ? strndup(line.data, line.size) : NULL;
    return r;
}

static int read_item(struct contents *contents, struct store_tx *tx, size_t number)
{
    const struct world_item *item = &contents->world->items[number];
    struct store_session session = {0};
    struct store_task task = {0};
    arena_reset(&contents->arena);
    int r = item->is_task ? store_task_find(tx, slice_of(item->id), &contents->arena, &task)
                          : store_session_find(tx, slice_of(item->id), &contents->arena, &session);
    if (r == 0)
        contents->steps[number] = ADDED;
    while (r == 0 && item->is_task && contents->steps[number] < COMPLETED &&
           task.record.state != world_states[contents->steps[number]])
        contents->steps[number]++;
    return r == -ENOENT ? 0 : r;
}

static int read_contents(struct store_query *query, struct store_tx *tx)
{
    struct contents *contents = (struct contents *)query;
    int r = store_event_position(tx, &contents->position);
    for (size_t i = 0; i < contents->world->item_count && r == 0; i++)
        r = contents->world->items[i].id[0] ? read_item(contents, tx, i) : 0;
    struct store_event_filter filter = {.all_kinds = true};
    struct store_event_page page = {
        .from = 1, .upto = contents->position.last, .rows = EVENTS_MAX, .bytes = SIZE_MAX, .looked_at = EVENTS_MAX};
    return r < 0 ? r : store_event_read(tx, &filter, &page, take_line, contents);
}

static void on_closed(void *user)
{
    struct contents *contents = user;
    contents->store = store_free(contents->store);
}

static void on_contents(struct store_query *query)
{
    struct contents *contents = (struct contents *)query;
    contents->status = query->status;
    store_close(contents->store, on_closed, contents);
}

static void on_found(void *user, int status)
{
    struct contents *contents = user;
    contents->status = status;
    contents->query = (struct store_query){.run = read_contents, .done = on_contents};
    if (status == 0)
        store_read(contents->store, &contents->query);
    else
        store_close(contents->store, on_closed, contents);
}

static void on_none(void *user, const struct store_event *events, size_t count)
{
    (void)user;
    (void)events;
    (void)count;
}

#define CHECK(world, cut, holds, ...)                                                                                  \
    do {                                                                                                               \
        if (!(holds)) {                                                                                                \
            print_error("WEIR_POWER_SEED=%llu, %s: ", (unsigned long long)(world)->seed, (cut)->directory);            \
            print_error(__VA_ARGS__);                                                                                  \
            print_error("\n");                                                                                         \
            fail();                                                                                                    \
        }                                                                                                              \
    } while (0)

static void check_items(const struct world *world, const struct world_cut *cut, const struct contents *contents)
{
    for (size_t i = 0; i < world->item_count; i++)
        if (world->items[i].id[0])
            CHECK(world, cut, contents->steps[i] >= cut->done[i] && contents->steps[i] <= world->items[i].wanted,
                  "item %zu, %s: step %d is there, %d was promised, %d was wanted", i, world->items[i].id,
                  contents->steps[i], cut->done[i], world->items[i].wanted);
}

static void check_events(const struct world *world, const struct world_cut *cut, const struct contents *contents)
{
    CHECK(world, cut, contents->position.last >= cut->upto, "the log ends with %lld, and %lld was promised",
          (long long)contents->position.last, (long long)cut->upto);
    CHECK(world, cut, contents->position.first == 1, "the log begins with %lld", (long long)contents->position.first);
    for (int64_t seq = 1; seq <= contents->position.last; seq++) {
        const char *line = contents->lines[seq], *pushed = world->lines[seq];
        CHECK(world, cut, line, "there is no event %lld, but a later one", (long long)seq);
        bool same = line && pushed && strcmp(line, pushed) == 0;
        CHECK(world, cut, same, "event %lld is another than was pushed: %.200s, not %.200s", (long long)seq,
              line ? line : "none", pushed ? pushed : "any");
    }
}

/* The statement returns no row, or one with "ok". */
static void check_sql(const struct world *world, const struct world_cut *cut, sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    CHECK(world, cut, sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK, "%s: %s", sql,
          sqlite3_errmsg(db));
    int code = sqlite3_step(statement);
    const char *text = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : "ok";
    CHECK(world, cut, (code == SQLITE_ROW || code == SQLITE_DONE) && text && strcmp(text, "ok") == 0, "%s: %s", sql,
          code == SQLITE_ROW && text ? text : sqlite3_errmsg(db));
    (void)sqlite3_finalize(statement);
}

static void check_file(const struct world *world, const struct world_cut *cut, const char *path)
{
    sqlite3 *db = NULL;
    CHECK(world, cut, sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK, "cannot be opened");
    check_sql(world, cut, db, "PRAGMA integrity_check");
    check_sql(world, cut, db, "PRAGMA foreign_key_check");
    /* Each row exists once, and together with its event, which is written in the same change. */
    check_sql(world, cut, db, "SELECT title FROM sessions GROUP BY title HAVING count(*) > 1");
    check_sql(world, cut, db, "SELECT prompt FROM prompts GROUP BY prompt HAVING count(*) > 1");
    check_sql(world, cut, db,
              "SELECT id FROM sessions WHERE (SELECT count(*) FROM events JOIN kinds ON kind = kinds.no"
              " WHERE session = sessions.no AND name = 'event.sessionCreated') <> 1");
    check_sql(world, cut, db,
              "SELECT id FROM tasks WHERE (SELECT count(*) FROM events JOIN kinds ON kind = kinds.no"
              " WHERE task = tasks.no AND name = 'event.taskQueued') <> 1");
    check_sql(world, cut, db,
              "SELECT id FROM tasks WHERE (SELECT count(*) FROM events JOIN kinds ON kind = kinds.no"
              " WHERE task = tasks.no AND name = 'event.messageCreated') <> last_sequence");
    check_sql(world, cut, db,
              "SELECT id FROM tasks WHERE (SELECT count(*) FROM events JOIN kinds ON kind = kinds.no"
              " WHERE task = tasks.no AND name = 'event.taskUpdated') <> CASE state WHEN 'queued' THEN 0"
              " WHEN 'starting' THEN 1 WHEN 'running' THEN 2 ELSE 3 END");
    (void)sqlite3_close(db);
}

static void check_cut(struct world *world, const struct world_cut *cut)
{
    char path[160];
    bool other_boot = cut->seed % 2;
    struct contents *contents = calloc(1, sizeof *contents);
    assert_non_null(contents);
    (void)snprintf(path, sizeof path, "%s/weir.db", cut->directory);
    *contents = (struct contents){.world = world, .arena = ARENA_LIMITED(8 << 20)};
    struct store_options options = {
        .path = path, .loop = &world->loop, .opened = on_found, .events = on_none, .user = contents};
    world_start_machine(other_boot);
    contents->store = store_new();
    assert_int_equal(store_open(contents->store, &options), 0);
    (void)uv_run(&world->loop, UV_RUN_DEFAULT);
    CHECK(world, cut, contents->status == 0, "the store cannot be opened or read: %s", strerror(-contents->status));
    check_items(world, cut, contents);
    check_events(world, cut, contents);
    check_file(world, cut, path);
#ifdef WEIR_FAULTS
    CHECK(world, cut, !cut->open || (strcmp(contents->position.epoch, cut->epoch) != 0) == other_boot,
          "the epoch was %s and is %s, %s", cut->epoch, contents->position.epoch,
          other_boot ? "although the machine was started anew" : "although the machine went on");
#else
    CHECK(world, cut, !cut->open || strcmp(contents->position.epoch, cut->epoch) == 0, "another epoch");
#endif
    for (int64_t seq = 0; seq < EVENTS_MAX; seq++)
        free(contents->lines[seq]);
    arena_clear(&contents->arena);
    free(contents);
}

/* --- rounds --- */

/* Returns the number of power cuts. */
static size_t run_round(const struct world_plan *plan, uint64_t seed)
{
    struct world *world = world_new(plan, seed);
    world_run(world);
    size_t count = world->cut_count;
    for (size_t i = 0; i < count; i++)
        check_cut(world, world->cuts[i]);
    world_free(world);
    return count;
}

static void run_plan(const struct world_plan *plan)
{
    const char *given = getenv("WEIR_POWER_SEED");
    uint64_t first = given ? strtoull(given, NULL, 10) : (uint64_t)getpid() * 1000;
    size_t count = 0;
    for (unsigned i = 0; i < plan->rounds && !(given && i > 0); i++)
        count += run_round(plan, first + i);
    print_message("the power went %zu times\n", count);
    assert_true(given || count > plan->rounds * plan->cuts / 2);
}

static void test_many_small_changes(void **state)
{
    (void)state;
    run_plan(&(struct world_plan){
        .rounds = CHECK_SANITIZED ? 10 : 24, .lives = 3, .changes = 120, .bytes = 2000, .cuts = 16});
}

/* Writes enough that the store must checkpoint its log. */
static void test_a_long_log(void **state)
{
    (void)state;
    run_plan(&(struct world_plan){.rounds = 2, .lives = 2, .changes = 300, .bytes = 100000, .cuts = 16});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_small_changes),
        cmocka_unit_test(test_a_long_log),
    };
    log_set_level(LOG_ERROR);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
