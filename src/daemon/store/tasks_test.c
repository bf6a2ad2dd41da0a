#include <fcntl.h>

#include "unit/store_fixture.h"

static struct store_task find(struct store_fixture *f, const struct store_task *task)
{
    struct store_task found;
    assert_int_equal(store_task_find(&f->reader, task->record.id, &f->arena, &found), 0);
    return found;
}

static void keeps_every_field(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task task = {.session_no = session.no,
                              .request = SLICE("{\"prompt\":\"do\"}"),
                              .record = {.session_id = session.record.id,
                                         .prompt = SLICE("do \"it\"\n\u00e9"),
                                         .state = TASK_STATE_QUEUED,
                                         .priority = -3,
                                         .agent = SLICE("claude"),
                                         .agent_is = FIELD_SET,
                                         .cwd = SLICE("/w"),
                                         .timeout_ms = 5,
                                         .idempotency_key = SLICE("key"),
                                         .idempotency_key_is = FIELD_SET,
                                         .limits = {.tokens = 9, .tokens_is = FIELD_SET},
                                         .limits_is = FIELD_SET,
                                         .created_at = 77}};
    assert_int_equal(store_task_add(&f->tx, &f->arena, &task), 0);
    assert_true(slice_starts_with(task.record.id, SLICE("task_")));
    struct store_task found = find(f, &task);
    assert_int_equal(found.no, task.no);
    assert_int_equal(found.session_no, session.no);
    assert_true(slice_equal(found.record.id, task.record.id));
    assert_true(slice_equal(found.record.session_id, session.record.id));
    assert_slice(found.record.prompt, "do \"it\"\n\u00e9");
    assert_int_equal(found.record.state, TASK_STATE_QUEUED);
    assert_int_equal(found.record.priority, -3);
    assert_slice(found.record.agent, "claude");
    assert_slice(found.record.cwd, "/w");
    assert_int_equal(found.record.timeout_ms, 5);
    assert_slice(found.record.idempotency_key, "key");
    assert_int_equal(found.record.limits_is, FIELD_SET);
    assert_int_equal(found.record.limits.tokens, 9);
    assert_int_equal(found.record.limits.processes_is, FIELD_ABSENT);
    assert_int_equal(found.record.created_at, 77);
    assert_int_equal(found.record.started_at_is, FIELD_ABSENT);
    assert_int_equal(found.record.ended_at_is, FIELD_ABSENT);
    assert_int_equal(found.record.progress_is, FIELD_ABSENT);
    assert_int_equal(found.record.result_is, FIELD_ABSENT);
    assert_slice(found.request, "{\"prompt\":\"do\"}");
    assert_slice(found.stop_reason, "");
    assert_int_equal(found.last_sequence, 0);
    assert_int_equal(store_task_find(&f->reader, SLICE("task_none"), &f->arena, &found), -ENOENT);
}

static void a_long_prompt_stays_as_it_is(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    enum { LONG = 4 << 20 };
    char *prompt = malloc(LONG);
    assert_non_null(prompt);
    memset(prompt, 'p', LONG);
    struct store_task task = {.session_no = session.no, .record = {.prompt = {prompt, LONG}, .cwd = SLICE("/w")}};
    assert_int_equal(store_task_add(&f->tx, &f->arena, &task), 0);
    struct store_task found = find(f, &task);
    assert_int_equal(found.record.prompt.size, LONG);
    assert_memory_equal(found.record.prompt.data, prompt, LONG);
    free(prompt);

    struct arena small = ARENA_LIMITED(1 << 20);
    assert_int_equal(store_task_find(&f->reader, task.record.id, &small, &found), -ENOMEM);
    arena_clear(&small);
}

/* --- idempotency keys --- */

static int add_with_key(struct store_fixture *f, const struct store_session *session, const char *key,
                        struct store_task *ret_task)
{
    *ret_task = (struct store_task){.session_no = session->no,
                                    .record = {.prompt = SLICE("p"),
                                               .cwd = SLICE("/w"),
                                               .idempotency_key = slice_of(key),
                                               .idempotency_key_is = FIELD_SET}};
    return store_task_add(&f->tx, &f->arena, ret_task);
}

static void a_key_is_given_once(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f), other = add_session(f);
    struct store_task task, again, found;
    assert_int_equal(add_with_key(f, &session, "k", &task), 0);
    assert_int_equal(add_with_key(f, &other, "k", &again), -EEXIST);
    assert_int_equal(f->tx.error, 0);
    assert_int_equal(store_task_find_key(&f->reader, SLICE("k"), &f->arena, &found), 0);
    assert_int_equal(found.no, task.no);
    assert_int_equal(store_task_find_key(&f->reader, SLICE("l"), &f->arena, &found), -ENOENT);

    /* Removing the session frees its key. */
    finish_task(f, task.no);
    assert_int_equal(store_session_remove(&f->tx, session.no), 0);
    assert_int_equal(store_task_find_key(&f->reader, SLICE("k"), &f->arena, &found), -ENOENT);
    assert_int_equal(add_with_key(f, &other, "k", &again), 0);
    assert_int_equal(store_task_find_key(&f->reader, SLICE("k"), &f->arena, &found), 0);
    assert_int_equal(found.no, again.no);
}

/* --- queue --- */

static int64_t next(struct store_fixture *f)
{
    struct store_task found = {0};
    int r = store_task_next(&f->tx, &f->arena, &found);
    assert_true(r == 0 || r == -ENOENT);
    return found.no;
}

static void the_next_is_the_highest_then_the_oldest(void **state)
{
    struct store_fixture *f = *state;
    struct store_session a = add_session(f), b = add_session(f), c = add_session(f);
    assert_int_equal(next(f), 0);
    struct store_task first = add_task(f, &a, 0), second = add_task(f, &b, 0), high = add_task(f, &c, 9);
    struct store_task behind = add_task(f, &c, 5);
    assert_int_equal(next(f), high.no);
    assert_int_equal(move_task(f, high.no, TASK_STATE_BIT(TASK_STATE_QUEUED), TASK_STATE_STARTING), 0);
    assert_int_equal(next(f), first.no); /* the session of `behind` has a running task */
    assert_int_equal(move_task(f, first.no, ~0u, TASK_STATE_RUNNING), 0);
    assert_int_equal(next(f), second.no);
    assert_int_equal(move_task(f, second.no, ~0u, TASK_STATE_AWAITING_PERMISSION), 0);
    assert_int_equal(next(f), 0);
    assert_int_equal(move_task(f, high.no, ~0u, TASK_STATE_STOPPING), 0);
    assert_int_equal(next(f), 0);
    finish_task(f, high.no);
    assert_int_equal(next(f), behind.no);
}

static void a_session_has_one_running_task(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task one = add_task(f, &session, 0), other = add_task(f, &session, 0);
    assert_int_equal(move_task(f, one.no, ~0u, TASK_STATE_STARTING), 0);
    assert_int_equal(move_task(f, other.no, ~0u, TASK_STATE_STARTING), -EBUSY);
    assert_int_equal(f->tx.error, 0);
    assert_int_equal(move_task(f, one.no, TASK_STATES_ACTIVE, TASK_STATE_RUNNING), 0);
    assert_int_equal(move_task(f, other.no, TASK_STATE_BIT(TASK_STATE_QUEUED), TASK_STATE_CANCELLED), 0);
}

/* --- state changes --- */

static void moves_only_from_the_named_states(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task task = add_task(f, &session, 0), found;
    struct store_task_move start = {
        .from = TASK_STATE_BIT(TASK_STATE_QUEUED), .to = TASK_STATE_RUNNING, .started_at = 3000};
    assert_int_equal(store_task_move(&f->tx, task.no, &start), 0);
    assert_int_equal(store_task_move(&f->tx, task.no, &start), -ESTALE);
    assert_int_equal(store_task_move(&f->tx, 99, &start), -ENOENT);
    assert_int_equal(f->tx.error, 0);
    struct store_task_move stop = {.from = TASK_STATES_ACTIVE, .to = TASK_STATE_STOPPING, .stop_reason = SLICE("user")};
    assert_int_equal(store_task_move(&f->tx, task.no, &stop), 0);
    found = find(f, &task);
    assert_int_equal(found.record.state, TASK_STATE_STOPPING);
    assert_int_equal(found.record.started_at, 3000);
    assert_slice(found.stop_reason, "user");

    struct task_result result = {.text = SLICE("half done"),
                                 .text_is = FIELD_SET,
                                 .message_count = 12,
                                 .token_usage_is = FIELD_SET,
                                 .token_usage = {.input_tokens = 5,
                                                 .output_tokens = 6,
                                                 .cache_read_tokens = 7,
                                                 .cache_read_tokens_is = FIELD_SET},
                                 .error = {.reason = SLICE("timeout"), .message = SLICE("It took \"too\" long.")},
                                 .error_is = FIELD_SET};
    struct store_task_move end = {
        .from = TASK_STATES_ACTIVE, .to = TASK_STATE_FAILED, .ended_at = 4000, .result = &result};
    assert_int_equal(store_task_move(&f->tx, task.no, &end), 0);
    found = find(f, &task);
    assert_int_equal(found.record.state, TASK_STATE_FAILED);
    assert_int_equal(found.record.started_at, 3000);
    assert_int_equal(found.record.ended_at, 4000);
    assert_slice(found.stop_reason, "user");
    assert_int_equal(found.record.result_is, FIELD_SET);
    assert_slice(found.record.result.text, "half done");
    assert_int_equal(found.record.result.message_count, 12);
    assert_int_equal(found.record.result.token_usage.cache_read_tokens, 7);
    assert_int_equal(found.record.result.token_usage.cache_write_tokens_is, FIELD_ABSENT);
    assert_slice(found.record.result.error.reason, "timeout");
    assert_slice(found.record.result.error.message, "It took \"too\" long.");
    assert_int_equal(found.record.result.error.stack_is, FIELD_ABSENT);

    /* A final state cannot change. */
    assert_int_equal(store_task_move(&f->tx, task.no, &stop), -ESTALE);
    assert_int_equal(store_task_move(&f->tx, task.no, &end), -ESTALE);
}

static void progress_is_kept_until_the_end(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task task = add_task(f, &session, 0), found;
    struct task_progress progress = {
        .percent = 12.5, .percent_is = FIELD_SET, .message = SLICE("reading"), .message_is = FIELD_SET};
    assert_int_equal(store_task_save_progress(&f->tx, task.no, &progress), 0);
    found = find(f, &task);
    assert_int_equal(found.record.progress_is, FIELD_SET);
    assert_true(found.record.progress.percent == 12.5);
    assert_slice(found.record.progress.message, "reading");
    assert_int_equal(found.record.progress.total_steps_is, FIELD_ABSENT);
    assert_int_equal(store_task_save_progress(&f->tx, 99, &progress), -ENOENT);
    finish_task(f, task.no);
    assert_int_equal(store_task_save_progress(&f->tx, task.no, &progress), -ESTALE);
}

static void messages_come_one_after_another(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task task = add_task(f, &session, 0);
    assert_int_equal(store_task_advance(&f->tx, task.no, 1, 3), 0);
    assert_int_equal(store_task_advance(&f->tx, task.no, 3, 4), -ESTALE); /* 3 again */
    assert_int_equal(store_task_advance(&f->tx, task.no, 5, 5), -ESTALE); /* 4 is missing */
    assert_int_equal(store_task_advance(&f->tx, task.no, 4, 4), 0);
    assert_int_equal(store_task_advance(&f->tx, 99, 1, 1), -ENOENT);
    assert_int_equal(store_task_advance(&f->tx, task.no, 5, 4), -EINVAL);
    assert_int_equal(find(f, &task).last_sequence, 4);
}

/* The file is intact, and other rows can be read. */
static void a_row_that_cannot_be_read_is_no_damage(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task task = add_task(f, &session, 0), other = add_task(f, &session, 0), read = {0};
    struct store_task_filter all = {.limit = 100, .bytes = 1 << 20};
    struct store_tasks page;
    assert_int_equal(store_exec(&f->tx, "UPDATE tasks SET progress = '{\"percent\":' WHERE no = 1"), 0);
    assert_int_equal(store_task_find(&f->tx, task.record.id, &f->arena, &read), 0);
    assert_int_equal(read.no, task.no);
    assert_int_equal(read.record.progress_is, FIELD_ABSENT);
    assert_int_equal(store_task_list(&f->tx, &all, &f->arena, &page), 0);
    assert_int_equal(page.count, 2);
    assert_int_equal(store_exec(&f->tx, "UPDATE tasks SET limits = '[]' WHERE no = 1"), 0);
    assert_int_equal(store_task_find(&f->tx, task.record.id, &f->arena, &read), -EBADMSG);
    assert_int_equal(store_task_list(&f->tx, &all, &f->arena, &page), 0);
    assert_int_equal(page.count, 1);
    assert_true(slice_equal(page.items[0].id, other.record.id));
    assert_int_equal(f->tx.error, 0);
    assert_false(f->tx.damaged);
}

static void damage_is_reported(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task task = add_task(f, &session, 0), read;
    struct store_tasks_found found;
    struct store_tx tx = {0};
    char kept[64], spoilt[sizeof kept];
    off_t at = (off_t)((number_of(f, "SELECT rootpage FROM sqlite_schema WHERE name = 'tasks'") - 1) *
                       number_of(f, "PRAGMA page_size"));
    memset(spoilt, 0xee, sizeof spoilt);
    store_fixture_close(f);
    int fd = open(f->path, O_RDWR | O_CLOEXEC);
    assert_int_equal(pread(fd, kept, sizeof kept, at), sizeof kept);
    assert_int_equal(pwrite(fd, spoilt, sizeof spoilt, at), sizeof spoilt);
    assert_int_equal(store_tx_open(&tx, f->path, true), 0);
    assert_int_equal(store_task_find(&tx, task.record.id, &f->arena, &read), -EUCLEAN);
    assert_int_equal(store_task_in_states(&tx, ~0u, 0, 100, &f->arena, &found), -EUCLEAN);
    assert_int_equal(tx.error, -EUCLEAN);
    assert_true(tx.damaged);
    store_tx_close(&tx);
    assert_int_equal(pwrite(fd, kept, sizeof kept, at), sizeof kept);
    assert_int_equal(close(fd), 0);
    store_fixture_open(f);
}

/* --- counts and lists --- */

static void counts_follow_every_change(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f), other = add_session(f);
    int64_t counts[TASK_STATE_COUNT];
    struct store_task task = add_task(f, &session, 0);
    (void)add_task(f, &session, 0);
    (void)add_task(f, &other, 0);
    assert_int_equal(move_task(f, task.no, ~0u, TASK_STATE_RUNNING), 0);
    assert_int_equal(store_task_counts(&f->reader, counts), 0);
    assert_int_equal(counts[TASK_STATE_QUEUED], 2);
    assert_int_equal(counts[TASK_STATE_RUNNING], 1);
    finish_task(f, task.no);
    assert_int_equal(store_task_counts(&f->reader, counts), 0);
    assert_int_equal(counts[TASK_STATE_RUNNING], 0);
    assert_int_equal(counts[TASK_STATE_COMPLETED], 1);
    assert_int_equal(counts[TASK_STATE_FAILED], 0);
}

static void finds_tasks_by_state(void **state)
{
    struct store_fixture *f = *state;
    struct store_session a = add_session(f), b = add_session(f);
    struct store_tasks_found found;
    struct store_task first = add_task(f, &a, 0), second = add_task(f, &b, 7), third = add_task(f, &a, 3);
    struct store_task ended = add_task(f, &a, 0);
    finish_task(f, ended.no);
    assert_int_equal(move_task(f, second.no, ~0u, TASK_STATE_RUNNING), 0);
    unsigned unfinished = TASK_STATES_ACTIVE | TASK_STATE_BIT(TASK_STATE_QUEUED);
    assert_int_equal(store_task_in_states(&f->reader, unfinished, 0, 100, &f->arena, &found), 0);
    assert_int_equal(found.count, 3);
    assert_int_equal(found.items[0].no, first.no);
    assert_int_equal(found.items[1].no, second.no);
    assert_int_equal(found.items[1].session_no, b.no);
    assert_int_equal(found.items[2].no, third.no);
    assert_int_equal(store_task_in_states(&f->reader, unfinished, a.no, 100, &f->arena, &found), 0);
    assert_int_equal(found.count, 2);
    assert_int_equal(found.items[0].no, first.no);
    assert_int_equal(found.items[1].no, third.no);
    assert_int_equal(store_task_in_states(&f->reader, TASK_STATES_ACTIVE, a.no, 100, &f->arena, &found), 0);
    assert_int_equal(found.count, 0);
    assert_int_equal(store_task_in_states(&f->reader, unfinished, a.no, 1, &f->arena, &found), 0);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.items[0].no, first.no);
}

static struct store_tasks list(struct store_fixture *f, struct store_task_filter filter)
{
    struct store_tasks page = {0};
    if (filter.limit == 0)
        filter.limit = 100;
    if (filter.bytes == 0)
        filter.bytes = 1 << 20;
    assert_int_equal(store_task_list(&f->reader, &filter, &f->arena, &page), 0);
    return page;
}

static void lists_the_newest_first_in_pages(void **state)
{
    struct store_fixture *f = *state;
    struct store_session a = add_session(f), b = add_session(f);
    struct store_task tasks[40];
    struct store_tasks page;
    struct task_result result = {.text = SLICE("done"), .text_is = FIELD_SET};
    for (size_t i = 0; i < 40; i++) {
        tasks[i] = add_task(f, i % 2 ? &b : &a, 0);
        struct store_task_move end = {.from = ~0u, .to = TASK_STATE_FAILED, .ended_at = 9, .result = &result};
        if (i % 4 < 2)
            assert_int_equal(store_task_move(&f->tx, tasks[i].no, &end), 0);
    }
    page = list(f, (struct store_task_filter){0});
    assert_int_equal(page.count, 40);
    for (size_t i = 0; i < 40; i++) {
        assert_true(slice_equal(page.items[i].id, tasks[39 - i].record.id));
        assert_int_equal(page.items[i].result_is, FIELD_ABSENT);
    }
    page = list(f, (struct store_task_filter){.after = tasks[20].record.id, .limit = 3});
    assert_int_equal(page.count, 3);
    assert_true(slice_equal(page.items[0].id, tasks[19].record.id));

    page = list(f, (struct store_task_filter){.session_id = a.record.id, .after = tasks[20].record.id});
    assert_int_equal(page.count, 10);
    assert_true(slice_equal(page.items[0].id, tasks[18].record.id));
    page = list(f, (struct store_task_filter){.has_state = true, .state = TASK_STATE_QUEUED, .limit = 2});
    assert_int_equal(page.count, 2);
    assert_true(slice_equal(page.items[1].id, tasks[38].record.id));
    page = list(
        f, (struct store_task_filter){
               .has_state = true, .state = TASK_STATE_FAILED, .session_id = b.record.id, .after = tasks[37].record.id});
    assert_int_equal(page.count, 9);
    assert_true(slice_equal(page.items[0].id, tasks[33].record.id));
    assert_true(slice_equal(page.items[0].session_id, b.record.id));
    assert_slice(page.items[0].prompt, "fix the failing test");

    assert_int_equal(list(f, (struct store_task_filter){.session_id = SLICE("sess_none")}).count, 0);
    assert_int_equal(list(f, (struct store_task_filter){.bytes = 1}).count, 1);
    /* After a task that was removed. */
    assert_int_equal(store_exec(&f->tx, "DELETE FROM tasks WHERE no = 20"), 0);
    page = list(f, (struct store_task_filter){.after = tasks[19].record.id, .limit = 1});
    assert_true(slice_equal(page.items[0].id, tasks[18].record.id));
}

static void every_statement_has_its_index(void **state)
{
    struct store_fixture *f = *state;
    lists_the_newest_first_in_pages(state);
    assert_true(next(f) > 0);
    a_key_is_given_once(state);
    progress_is_kept_until_the_end(state);
    messages_come_one_after_another(state);
    struct store_tasks_found found;
    assert_int_equal(store_task_in_states(&f->reader, TASK_STATES_ACTIVE, 0, 100, &f->arena, &found), 0);
    assert_int_equal(store_task_in_states(&f->reader, TASK_STATES_ACTIVE, 1, 100, &f->arena, &found), 0);
    /* These scan small tables, or the queue in its index. */
    const char *const allowed[] = {"task_counts", "FROM kinds", "INDEXED BY tasks_queued", NULL};
    check_plans(&f->tx, allowed);
    check_plans(&f->reader, allowed);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, store_fixture_set_up, store_fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(keeps_every_field),
        CASE(a_long_prompt_stays_as_it_is),
        CASE(a_key_is_given_once),
        CASE(the_next_is_the_highest_then_the_oldest),
        CASE(a_session_has_one_running_task),
        CASE(moves_only_from_the_named_states),
        CASE(progress_is_kept_until_the_end),
        CASE(messages_come_one_after_another),
        CASE(a_row_that_cannot_be_read_is_no_damage),
        CASE(damage_is_reported),
        CASE(counts_follow_every_change),
        CASE(finds_tasks_by_state),
        CASE(lists_the_newest_first_in_pages),
        CASE(every_statement_has_its_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
