#include "contract/all.h"
#include "contract/event_types.h"
#include "contract/session.h"
#include "contract/task.h"
#include "daemon/event/internal.h"
#include "unit/check.h"

static struct store_kinds kinds;
static size_t unknown;

static int find(size_t count, const char *const *texts)
{
    struct slice items[8];
    for (size_t i = 0; i < count; i++)
        items[i] = slice_of(texts[i]);
    kinds = (struct store_kinds){0};
    unknown = SIZE_MAX;
    return event_topics_find(&(struct event_topics){items, count}, &kinds, &unknown);
}

#define FIND(...) find(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), (const char *const[]){__VA_ARGS__})

static bool has(const struct event_type *type)
{
    for (unsigned kind = 0; kind < contract_event_count; kind++)
        if (contract_events[kind] == type)
            return store_kinds_has(&kinds, kind);
    fail();
    return false;
}

static unsigned count_kinds(void)
{
    unsigned count = 0;
    for (unsigned kind = 0; kind < 256; kind++)
        count += store_kinds_has(&kinds, kind);
    return count;
}

static void a_whole_name_is_one_event(void **state)
{
    (void)state;
    assert_int_equal(FIND("event.taskQueued"), 0);
    assert_true(has(&event_task_queued_event));
    assert_int_equal(count_kinds(), 1);
    assert_int_equal(FIND("event:taskQueued"), 0);
    assert_true(has(&event_task_queued_event));
    assert_int_equal(FIND("taskQueued"), 0);
    assert_int_equal(count_kinds(), 1);
}

static void a_prefix_selects_all_matching_events(void **state)
{
    (void)state;
    assert_int_equal(FIND("task"), 0);
    assert_true(has(&event_task_queued_event));
    assert_true(has(&event_task_progress_event));
    assert_false(has(&event_message_created_event));
    assert_false(has(&event_session_created_event));
    assert_int_equal(FIND("taskC"), 0);
    assert_true(has(&event_task_completed_event));
    assert_true(has(&event_task_cancelled_event));
    assert_int_equal(count_kinds(), 2);
}

static void several_add_up(void **state)
{
    (void)state;
    assert_int_equal(FIND("message", "sessionCreated", "event.sessionCreated"), 0);
    assert_true(has(&event_message_created_event));
    assert_true(has(&event_session_created_event));
    assert_int_equal(count_kinds(), 2);
}

static void an_unknown_topic_is_reported(void **state)
{
    (void)state;
    assert_int_equal(FIND("task", "tusk", "nonsense"), -ENOENT);
    assert_int_equal(unknown, 1);
    assert_int_equal(FIND("event.task"), -ENOENT);
    assert_int_equal(FIND("event."), -ENOENT);
    assert_int_equal(FIND("taskQueuedUp"), -ENOENT);
    assert_int_equal(FIND("TaskQueued"), -ENOENT);
    assert_int_equal(FIND("ask"), -ENOENT);
    assert_int_equal(unknown, 0);
    assert_int_equal(count_kinds(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_name_is_one_event),
        cmocka_unit_test(a_prefix_selects_all_matching_events),
        cmocka_unit_test(several_add_up),
        cmocka_unit_test(an_unknown_topic_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
