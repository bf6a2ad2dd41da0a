/* Tests the lifetime of the store as the loop sees it. */
#include "daemon/store/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "unit/check.h"

enum { WRITES_MAX = 10000 };

struct late {
    uv_loop_t loop;
    uv_check_t turn;
    struct store *store;
    struct store_change changes[WRITES_MAX];
    size_t written, applied, failed, other;
    struct store_job job;
    int job_status;
};

static int apply(struct store_change *change, struct store_tx *tx)
{
    (void)change;
    (void)tx;
    return 0;
}

static struct late *late;

static void on_done(struct store_change *change)
{
    if (change->status == 0)
        late->applied++;
    else if (change->status == -ECANCELED && change->failed)
        late->failed++;
    else
        late->other++;
}

/* Queues a write in each turn of the loop, also in the last turn after both threads have ended. */
static void on_turn(uv_check_t *turn)
{
    (void)turn;
    if (late->written == WRITES_MAX)
        return;
    struct store_change *change = &late->changes[late->written++];
    *change = (struct store_change){.apply = apply, .done = on_done};
    (void)store_write(late->store, change);
}

static void on_closed(void *user)
{
    (void)user;
    uv_close((uv_handle_t *)&late->turn, NULL);
    late->store = store_free(late->store);
}

static void on_job_done(struct store_job *job)
{
    (void)job;
    fail();
}

static void on_opened(void *user, int status)
{
    (void)user;
    assert_int_equal(status, 0);
    (void)uv_check_start(&late->turn, on_turn);
    store_close(late->store, on_closed, NULL);
    late->job = (struct store_job){.kind = STORE_JOB_QUICK_CHECK, .done = on_job_done};
    late->job_status = store_job_start(late->store, &late->job);
}

static void on_events(void *user, const struct store_event *events, size_t count)
{
    (void)user;
    (void)events;
    (void)count;
}

static void work_queued_while_closing_ends(void **state)
{
    (void)state;
    char directory[] = "/tmp/weir-store-test-XXXXXX", path[64];
    assert_non_null(mkdtemp(directory));
    (void)snprintf(path, sizeof path, "%s/weir.db", directory);
    late = calloc(1, sizeof *late);
    assert_non_null(late);
    assert_int_equal(uv_loop_init(&late->loop), 0);
    assert_int_equal(uv_check_init(&late->loop, &late->turn), 0);
    struct store_options options = {.path = path, .loop = &late->loop, .opened = on_opened, .events = on_events};
    late->store = store_new();
    assert_int_equal(store_open(late->store, &options), 0);
    (void)uv_run(&late->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&late->loop), 0);
    assert_true(late->failed > 0);
    assert_int_equal(late->applied + late->failed, late->written);
    assert_int_equal(late->job_status, -ESHUTDOWN);
    free(late);
    static const char *const names[] = {"weir.db",   "weir.db-wal", "weir.db-shm",
                                        "audit.key", "audit.head",  "store.head"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        (void)unlink(path);
    }
    assert_int_equal(rmdir(directory), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(work_queued_while_closing_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
