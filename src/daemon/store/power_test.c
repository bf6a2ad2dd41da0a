/* The power goes at any moment. What somebody was told is done is done; of what was only pushed, at most the last group
 * is gone; and what is left is sound.
 *
 * WEIR_POWER_SEED=N runs one round again, as far as threads can be made to do the same again. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "daemon/store/internal.h"
#include "unit/check.h"
#include "unit/world.h"

/* --- looking ----------------------------------------------------------------------------------------- */

/* What a store finds in the files that a cut has left. */
struct look {
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
    struct look *look = user;
    AUTO(buf_clear) struct buf line = BUF_LIMITED(4 << 20);
    if (row->seq >= EVENTS_MAX || look->lines[row->seq])
        return -EINVAL;
    int r = store_event_format(&line, row, slice_of(look->world->epoch));
    look->lines[row->seq] = r == 0 ? strndup(line.data, line.size) : NULL;
    return r;
}

static int look_for_item(struct look *look, struct store_tx *tx, size_t number)
{
    const struct world_item *item = &look->world->items[number];
    struct store_session session = {0};
    struct store_task task = {0};
    arena_reset(&look->arena);
    int r = item->is_task ? store_task_find(tx, slice_of(item->id), &look->arena, &task)
                          : store_session_find(tx, slice_of(item->id), &look->arena, &session);
    if (r == 0)
        look->steps[number] = ADDED;
    while (r == 0 && item->is_task && look->steps[number] < COMPLETED &&
           task.record.state != world_states[look->steps[number]])
        look->steps[number]++;
    return r == -ENOENT ? 0 : r;
}

static int look_at_all(struct store_query *query, struct store_tx *tx)
{
    struct look *look = (struct look *)query;
    int r = store_event_position(tx, &look->position);
    for (size_t i = 0; i < look->world->item_count && r == 0; i++)
        r = look->world->items[i].id[0] ? look_for_item(look, tx, i) : 0;
    struct store_event_filter filter = {.all_kinds = true};
    struct store_event_page page = {
        .from = 1, .upto = look->position.last, .rows = EVENTS_MAX, .bytes = SIZE_MAX, .looked_at = EVENTS_MAX};
    return r < 0 ? r : store_event_read(tx, &filter, &page, take_line, look);
}

static void on_closed(void *user)
{
    struct look *look = user;
    look->store = store_free(look->store);
}

static void on_looked(struct store_query *query)
{
    struct look *look = (struct look *)query;
    look->status = query->status;
    store_close(look->store, on_closed, look);
}

static void on_found(void *user, int status)
{
    struct look *look = user;
    look->status = status;
    look->query = (struct store_query){.run = look_at_all, .done = on_looked};
    if (status == 0)
        store_read(look->store, &look->query);
    else
        store_close(look->store, on_closed, look);
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

static void check_items(const struct world *world, const struct world_cut *cut, const struct look *look)
{
    for (size_t i = 0; i < world->item_count; i++)
        if (world->items[i].id[0])
            CHECK(world, cut, look->steps[i] >= cut->done[i] && look->steps[i] <= world->items[i].wanted,
                  "item %zu, %s: step %d is there, %d was promised, %d was wanted", i, world->items[i].id,
                  look->steps[i], cut->done[i], world->items[i].wanted);
}

static void check_events(const struct world *world, const struct world_cut *cut, const struct look *look)
{
    CHECK(world, cut, look->position.last >= cut->upto, "the log ends with %lld, and %lld was promised",
          (long long)look->position.last, (long long)cut->upto);
    CHECK(world, cut, look->position.first == 1, "the log begins with %lld", (long long)look->position.first);
    for (int64_t seq = 1; seq <= look->position.last; seq++) {
        const char *line = look->lines[seq], *pushed = world->lines[seq];
        CHECK(world, cut, line, "there is no event %lld, but a later one", (long long)seq);
        bool same = line && pushed && strcmp(line, pushed) == 0;
        CHECK(world, cut, same, "event %lld is another than was pushed: %.200s, not %.200s", (long long)seq,
              line ? line : "none", pushed ? pushed : "any");
    }
}

/* The statement answers no row, or the one that says "ok". */
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
    /* Each once; and each with its event, written in the same change. */
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
    struct look *look = calloc(1, sizeof *look);
    assert_non_null(look);
    (void)snprintf(path, sizeof path, "%s/weir.db", cut->directory);
    *look = (struct look){.world = world, .arena = ARENA_LIMITED(8 << 20)};
    struct store_options options = {
        .path = path, .loop = &world->loop, .opened = on_found, .events = on_none, .user = look};
    world_start_machine(other_boot);
    look->store = store_new();
    assert_int_equal(store_open(look->store, &options), 0);
    (void)uv_run(&world->loop, UV_RUN_DEFAULT);
    CHECK(world, cut, look->status == 0, "the store cannot be opened or read: %s", strerror(-look->status));
    check_items(world, cut, look);
    check_events(world, cut, look);
    check_file(world, cut, path);
#ifdef WEIR_FAULTS
    CHECK(world, cut, !cut->open || (strcmp(look->position.epoch, cut->epoch) != 0) == other_boot,
          "the epoch was %s and is %s, %s", cut->epoch, look->position.epoch,
          other_boot ? "although the machine was started anew" : "although the machine went on");
#else
    CHECK(world, cut, !cut->open || strcmp(look->position.epoch, cut->epoch) == 0, "another epoch");
#endif
    for (int64_t seq = 0; seq < EVENTS_MAX; seq++)
        free(look->lines[seq]);
    arena_clear(&look->arena);
    free(look);
}

/* --- rounds --------------------------------------------------------------------------------------------- */

/* How often the power went. */
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

/* So much that the store itself has to keep its log short. */
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
