#include "base/clock.h"
#include "unit/store_fixture.h"

static unsigned kind_of(const struct event_type *type)
{
    unsigned kind = 0;
    while (contract_events[kind] != type)
        kind++;
    return kind;
}

static void add_message(struct store_fixture *f, int64_t session, int64_t task, int64_t sequence, struct slice data)
{
    struct event_message_created_params params = {.timestamp = 5000,
                                                  .task_id = SLICE("task_1"),
                                                  .session_id = SLICE("sess_1"),
                                                  .role = EVENT_MESSAGE_CREATED_PARAMS_ROLE_ASSISTANT,
                                                  .type = SLICE("tool_call"),
                                                  .sequence = sequence,
                                                  .data = {.text = data}};
    assert_int_equal(store_event_add(&f->tx, &event_message_created_event, session, task, &params), 0);
}

/* --- collecting rows --- */

struct seen {
    char seqs[512];
    struct buf lines, entries;
    size_t stop_after; /* 0: never */
    size_t count;
    struct store_event_row last; /* its slices are invalid */
};

static int see(void *user, const struct store_event_row *row)
{
    struct seen *seen = user;
    if (seen->stop_after && seen->count == seen->stop_after)
        return -ECANCELED;
    seen->count++;
    size_t size = strlen(seen->seqs);
    if (size < sizeof seen->seqs - 16)
        (void)snprintf(seen->seqs + size, 16, "%d ", (int)row->seq);
    assert_int_equal(store_event_format(&seen->lines, row, SLICE(EPOCH)), 0);
    assert_int_equal(store_event_format_entry(&seen->entries, row, SLICE(EPOCH)), 0);
    assert_int_equal(buf_append_char(&seen->entries, '\n'), 0);
    seen->last = *row;
    seen->last.name = seen->last.body = (struct slice){0};
    return 0;
}

#define SEEN                                                                                                           \
    {                                                                                                                  \
        .lines = BUF_LIMITED(1 << 24), .entries = BUF_LIMITED(1 << 24)                                                 \
    }

static void seen_clear(struct seen *seen)
{
    buf_clear(&seen->lines);
    buf_clear(&seen->entries);
}

/* Reads one page, and checks its events and the start of the next page. */
static void check_page(struct store_fixture *f, struct store_event_filter filter, struct store_event_page page,
                       const char *seqs, int64_t next)
{
    struct seen seen = SEEN;
    page.from = page.from ? page.from : 1;
    page.upto = page.upto ? page.upto : 1000;
    page.rows = page.rows ? page.rows : 1000;
    page.bytes = page.bytes ? page.bytes : 1 << 20;
    page.looked_at = page.looked_at ? page.looked_at : 1000;
    assert_int_equal(store_event_read(&f->reader, &filter, &page, see, &seen), 0);
    assert_string_equal(seen.seqs, seqs);
    assert_int_equal(page.ret_next, next);
    seen_clear(&seen);
}

/* --- appending --- */

static void reading_returns_what_was_pushed(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task task = add_task(f, &session, 0);
    struct seen seen = SEEN;
    (void)add_event(f, session.no, task.no);
    add_message(f, session.no, task.no, 1, SLICE("{\"text\":\"\\u00e9\\n\"}"));
    struct event_session_created_params created = {
        .timestamp = 1, .session_id = session.record.id, .session = session.record};
    assert_int_equal(store_event_add(&f->tx, &event_session_created_event, session.no, 0, &created), 0);
    for (int i = 0; i < 200; i++) /* makes the text move */
        add_message(f, session.no, task.no, i + 2, SLICE("\"and some more of it\""));

    struct store_batch *batch = &f->tx.batch;
    store_batch_complete(batch);
    assert_int_equal(batch->count, 203);
    struct store_event_filter filter = {.all_kinds = true};
    struct store_event_page page = {.from = 1, .upto = f->tx.last_seq, .rows = 1000, .bytes = 1 << 20, .looked_at = 1};
    assert_int_equal(store_event_read(&f->reader, &filter, &page, see, &seen), 0);
    assert_int_equal(seen.lines.size, batch->text.size);
    assert_memory_equal(seen.lines.data, batch->text.data, batch->text.size);

    const struct store_event *event = &batch->events[1];
    assert_slice(event->line,
                 "{\"jsonrpc\":\"2.0\",\"method\":\"event.messageCreated\",\"params\":{\"seq\":2,\"epoch\":\"" EPOCH
                 "\",\"timestamp\":5000,\"taskId\":\"task_1\",\"sessionId\":\"sess_1\",\"role\":\"assistant\","
                 "\"type\":\"tool_call\",\"sequence\":1,\"data\":{\"text\":\"\\u00e9\\n\"}}}\n");
    assert_contains(buf_slice(&seen.entries),
                    "\n{\"method\":\"event.messageCreated\",\"params\":{\"seq\":2,\"epoch\":\"" EPOCH
                    "\",\"timestamp\":5000,");
    assert_int_equal(event->seq, 2);
    assert_ptr_equal(contract_events[event->kind], &event_message_created_event);
    assert_int_equal(event->session, session.no);
    assert_int_equal(event->task, task.no);
    assert_int_equal(seen.last.session, session.no);
    assert_int_equal(seen.last.task, task.no);
    assert_int_equal(seen.last.kind, kind_of(&event_message_created_event));
    seen_clear(&seen);
}

/* Retention uses the daemon's time. An agent may have set the timestamp in the params. */
static void an_event_has_the_daemons_own_time(void **state)
{
    struct store_fixture *f = *state;
    const int64_t timestamps[] = {0, 123456, INT64_MAX};
    int64_t before = clock_epoch_ms();
    for (int i = 0; i < 3; i++) {
        struct event_message_created_params params = {.timestamp = timestamps[i], .data = {.text = SLICE("1")}};
        assert_int_equal(store_event_add(&f->tx, &event_message_created_event, 0, 0, &params), 0);
    }
    assert_true(number_of(f, "SELECT min(at) FROM events") >= before);
    assert_true(number_of(f, "SELECT max(at) FROM events") <= clock_epoch_ms());
}

static void rejects_invalid_events(void **state)
{
    struct store_fixture *f = *state;
    struct event_task_started_params params = {.seq = 5, .task_id = SLICE("t"), .session_id = SLICE("s")};
    struct event_cursor_params cursor = {.subscription_id = SLICE("sub")};
    struct event_type stranger = {SLICE_INIT("event.stranger"), &event_task_started_params_shape};
    (void)add_event(f, 0, 0);
    size_t size = f->tx.batch.text.size;
    assert_int_equal(store_event_add(&f->tx, &event_task_started_event, 0, 0, &params), -EINVAL);
    params.seq = 0;
    params.epoch = SLICE("mine");
    assert_int_equal(store_event_add(&f->tx, &event_task_started_event, 0, 0, &params), -EINVAL);
    params.epoch = (struct slice){0};
    assert_int_equal(store_event_add(&f->tx, &event_cursor_event, 0, 0, &cursor), -EINVAL);
    assert_int_equal(store_event_add(&f->tx, &stranger, 0, 0, &params), -EINVAL);
    assert_int_equal(store_event_add(&f->reader, &event_task_started_event, 0, 0, &params), -EINVAL);
    assert_int_equal(f->tx.last_seq, 1);
    assert_int_equal(f->tx.batch.count, 1);
    assert_int_equal(f->tx.batch.text.size, size);
    assert_int_equal(f->tx.error, 0);

    /* A missing task is an error of the store, and leaves nothing in the batch either. */
    assert_true(store_event_add(&f->tx, &event_task_started_event, 0, 99, &params) < 0);
    assert_true(f->tx.error < 0);
    store_tx_begin(&f->tx);
    assert_int_equal(f->tx.batch.text.size, size);
    assert_int_equal(add_event(f, 0, 0), 2);
}

static void a_batch_can_be_cut_back(void **state)
{
    struct store_fixture *f = *state;
    (void)add_event(f, 0, 0);
    size_t count = f->tx.batch.count, size = f->tx.batch.text.size;
    (void)add_event(f, 0, 0);
    store_batch_cut(&f->tx.batch, count, size);
    f->tx.last_seq = 1;
    assert_int_equal(store_exec(&f->tx, "DELETE FROM events WHERE seq = 2"), 0);
    add_message(f, 0, 0, 1, SLICE("1"));
    store_batch_complete(&f->tx.batch);
    assert_int_equal(f->tx.batch.count, 2);
    assert_contains(f->tx.batch.events[0].line, "event.taskStarted");
    assert_contains(f->tx.batch.events[1].line, "\"seq\":2,");
    assert_contains(f->tx.batch.events[1].line, "event.messageCreated");
    store_batch_clear(&f->tx.batch);
    (void)add_event(f, 0, 0);
}

/* --- pages --- */

static void pages_end_where_they_should(void **state)
{
    struct store_fixture *f = *state;
    struct store_event_filter all = {.all_kinds = true}, messages = {0}, none = {0};
    store_kinds_add(&messages.kinds, kind_of(&event_message_created_event));
    for (int i = 1; i <= 10; i++)
        if (i % 3 == 0)
            add_message(f, 0, 0, i, SLICE("1"));
        else
            (void)add_event(f, 0, 0);
    check_page(f, all, (struct store_event_page){0}, "1 2 3 4 5 6 7 8 9 10 ", 1001);
    check_page(f, all, (struct store_event_page){.from = 4, .upto = 6}, "4 5 6 ", 7);
    check_page(f, all, (struct store_event_page){.from = 4, .rows = 2}, "4 5 ", 6);
    check_page(f, all, (struct store_event_page){.from = 9, .upto = 10, .rows = 2}, "9 10 ", 11);
    check_page(f, all, (struct store_event_page){.bytes = 1}, "1 ", 2);
    check_page(f, all, (struct store_event_page){.from = 11}, "", 1001);
    check_page(f, all, (struct store_event_page){.from = 11, .upto = 10}, "", 11);
    check_page(f, messages, (struct store_event_page){0}, "3 6 9 ", 1001);
    check_page(f, messages, (struct store_event_page){.from = 4, .rows = 1}, "6 ", 7);
    check_page(f, messages, (struct store_event_page){.looked_at = 3}, "3 ", 5);
    check_page(f, none, (struct store_event_page){.looked_at = 4}, "", 5);
}

static void a_page_goes_on_where_it_was_stopped(void **state)
{
    struct store_fixture *f = *state;
    struct seen seen = SEEN;
    struct store_event_filter all = {.all_kinds = true};
    struct store_event_page page = {.from = 1, .upto = 5, .rows = 10, .bytes = 1 << 20, .looked_at = 10};
    for (int i = 0; i < 5; i++)
        (void)add_event(f, 0, 0);
    seen.stop_after = 2;
    assert_int_equal(store_event_read(&f->reader, &all, &page, see, &seen), -ECANCELED);
    assert_string_equal(seen.seqs, "1 2 ");
    assert_int_equal(page.ret_next, 3);
    seen_clear(&seen);
}

static void reads_what_belongs_to_a_task_or_a_session(void **state)
{
    struct store_fixture *f = *state;
    struct store_session a = add_session(f), b = add_session(f), fork = add_session(f);
    struct store_task task = add_task(f, &a, 0), other = add_task(f, &b, 0);
    int64_t seq = 0;
    (void)add_event(f, a.no, 0);
    (void)add_event(f, a.no, task.no);
    (void)add_event(f, b.no, other.no);
    (void)add_event(f, a.no, task.no);
    (void)add_event(f, 0, 0);
    assert_int_equal(store_session_inherit(&f->tx, fork.no, a.no, 2, &seq), 0);
    check_page(f, (struct store_event_filter){.all_kinds = true, .task = task.no}, (struct store_event_page){0}, "2 4 ",
               1001);
    check_page(f, (struct store_event_filter){.all_kinds = true, .session = a.no}, (struct store_event_page){0},
               "1 2 4 ", 1001);
    check_page(f, (struct store_event_filter){.all_kinds = true, .session = a.no, .task = task.no},
               (struct store_event_page){.from = 3}, "4 ", 1001);
    check_page(f, (struct store_event_filter){.all_kinds = true, .session = b.no, .task = task.no},
               (struct store_event_page){0}, "", 1001);
    check_page(f, (struct store_event_filter){.all_kinds = true, .session = b.no, .task = task.no},
               (struct store_event_page){.looked_at = 1}, "", 3);
    check_page(f, (struct store_event_filter){.all_kinds = true, .session = fork.no, .task = task.no},
               (struct store_event_page){0}, "2 ", 1001);
}

static void kinds_of_another_version_are_read(void **state)
{
    struct store_fixture *f = *state;
    struct seen seen = SEEN;
    struct store_event_filter filter = {.all_kinds = true};
    struct store_event_page page = {.from = 1, .upto = 9, .rows = 10, .bytes = 1 << 20, .looked_at = 10};
    assert_int_equal(store_exec(&f->tx, "INSERT INTO kinds VALUES (777, 'event.ofOld');"
                                        "INSERT INTO events VALUES (1, 777, NULL, NULL, 5, '\"timestamp\":5}')"),
                     0);
    assert_int_equal(store_event_read(&f->reader, &filter, &page, see, &seen), 0);
    assert_buf(&seen.lines, "{\"jsonrpc\":\"2.0\",\"method\":\"event.ofOld\",\"params\":{\"seq\":1,\"epoch\":\"" EPOCH
                            "\",\"timestamp\":5}}\n");
    assert_true(seen.last.kind == UINT_MAX);
    memset(&filter.kinds, 0xff, sizeof filter.kinds);
    check_page(f, (struct store_event_filter){.kinds = filter.kinds}, (struct store_event_page){0}, "", 1001);
    seen_clear(&seen);
}

static void a_reader_learns_kinds_that_came_after_it(void **state)
{
    struct store_fixture *f = *state;
    struct store_event_filter filter = {0};
    store_kinds_add(&filter.kinds, kind_of(&event_task_started_event));
    memset(f->reader.kind_numbers, 0, sizeof f->reader.kind_numbers);
    (void)add_event(f, 0, 0);
    add_message(f, 0, 0, 1, SLICE("1"));
    check_page(f, filter, (struct store_event_page){0}, "1 ", 1001);
}

/* Includes the event that reports the removal. */
static void remove_session(struct store_fixture *f, const struct store_session *session)
{
    struct event_session_deleted_params deleted = {.timestamp = 9, .session_id = session->record.id};
    assert_int_equal(store_session_remove(&f->tx, session->no), 0);
    assert_int_equal(store_event_add(&f->tx, &event_session_deleted_event, session->no, 0, &deleted), 0);
}

static void events_of_a_removed_session_are_gone_but_for_its_forks(void **state)
{
    struct store_fixture *f = *state;
    struct store_event_filter all = {.all_kinds = true};
    struct store_session parent = add_session(f), fork = add_session(f), other = add_session(f);
    int64_t seq = 0;
    for (int i = 0; i < 3; i++) {
        (void)add_event(f, parent.no, 0);
        (void)add_event(f, other.no, 0);
    }
    assert_int_equal(store_session_inherit(&f->tx, fork.no, parent.no, 3, &seq), 0);
    remove_session(f, &parent);
    remove_session(f, &other);
    /* Hidden events are skipped and counted like events that do not match. */
    check_page(f, all, (struct store_event_page){.looked_at = 2}, "1 3 ", 5);
    for (int i = 0; i < 2; i++) {
        int64_t removed;
        check_page(f, all, (struct store_event_page){0}, "1 3 7 8 ", 1001);
        check_page(f, (struct store_event_filter){.all_kinds = true, .session = fork.no}, (struct store_event_page){0},
                   "1 3 ", 1001);
        check_page(f, (struct store_event_filter){.all_kinds = true, .session = parent.no},
                   (struct store_event_page){0}, "7 ", 1001);
        check_page(f, (struct store_event_filter){.all_kinds = true, .session = other.no}, (struct store_event_page){0},
                   "8 ", 1001);
        /* The result is the same after the rows were purged. */
        assert_int_equal(store_purge(&f->tx, &removed), 0);
    }
    assert_int_equal(number_of(f, "SELECT count(*) FROM events"), 4);
}

/* --- position --- */

static void the_position_survives(void **state)
{
    struct store_fixture *f = *state;
    struct store_position position;
    assert_int_equal(store_event_position(&f->reader, &position), 0);
    assert_string_equal(position.epoch, EPOCH);
    assert_int_equal(position.first, 1);
    assert_int_equal(position.last, 0);
    for (int i = 0; i < 3; i++)
        (void)add_event(f, 0, 0);
    assert_int_equal(store_event_position(&f->reader, &position), 0);
    assert_int_equal(position.last, 3);

    int64_t numbers[KINDS_MAX];
    memcpy(numbers, f->tx.kind_numbers, sizeof numbers);
    store_fixture_close(f);
    store_fixture_open(f);
    assert_int_equal(f->tx.last_seq, 3);
    assert_int_equal(f->tx.first_seq, 1);
    assert_string_equal(f->tx.epoch, EPOCH);
    assert_memory_equal(numbers, f->tx.kind_numbers, sizeof numbers);
    assert_memory_equal(numbers, f->reader.kind_numbers, sizeof numbers);
    assert_int_equal(add_event(f, 0, 0), 4);
}

static void every_statement_has_its_index(void **state)
{
    struct store_fixture *f = *state;
    pages_end_where_they_should(state);
    assert_int_equal(store_exec(&f->tx, "DELETE FROM events"), 0);
    f->tx.last_seq = 0;
    reads_what_belongs_to_a_task_or_a_session(state);
    struct store_session session = add_session(f);
    assert_int_equal(store_session_remove(&f->tx, session.no), 0);
    check_page(f, (struct store_event_filter){.all_kinds = true}, (struct store_event_page){.rows = 1}, "1 ", 2);
    /* These scan small tables: counts, kinds, and the segments of one history, which are sorted. */
    const char *const allowed[] = {"UPDATE task_counts", "FROM kinds", "SELECT source, upto FROM lineage",
                                   "SELECT no FROM sessions WHERE removed = 1", NULL};
    check_plans(&f->tx, allowed);
    check_plans(&f->reader, allowed);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, store_fixture_set_up, store_fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(reading_returns_what_was_pushed),
        CASE(an_event_has_the_daemons_own_time),
        CASE(rejects_invalid_events),
        CASE(a_batch_can_be_cut_back),
        CASE(pages_end_where_they_should),
        CASE(a_page_goes_on_where_it_was_stopped),
        CASE(reads_what_belongs_to_a_task_or_a_session),
        CASE(kinds_of_another_version_are_read),
        CASE(a_reader_learns_kinds_that_came_after_it),
        CASE(events_of_a_removed_session_are_gone_but_for_its_forks),
        CASE(the_position_survives),
        CASE(every_statement_has_its_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
