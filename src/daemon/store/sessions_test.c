#include "unit/store_fixture.h"

static void keeps_every_field(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = {.record = {.cwd = SLICE("/w"),
                                               .permission_mode = SESSION_PERMISSION_MODE_PLAN,
                                               .agent = SLICE("claude"),
                                               .agent_is = FIELD_SET,
                                               .model = SLICE("large"),
                                               .model_is = FIELD_SET,
                                               .title = SLICE(""),
                                               .title_is = FIELD_SET,
                                               .metadata = {.text = SLICE("{\"a\":[1,2]}")},
                                               .metadata_is = FIELD_SET,
                                               .parent_id = SLICE("sess_p"),
                                               .parent_id_is = FIELD_SET,
                                               .fork_seq = 7,
                                               .fork_seq_is = FIELD_SET,
                                               .created_at = 11,
                                               .updated_at = 12}};
    assert_int_equal(store_session_add(&f->tx, &f->arena, &session), 0);
    assert_true(slice_starts_with(session.record.id, SLICE("sess_")));

    struct store_session found;
    assert_int_equal(store_session_find(&f->reader, session.record.id, &f->arena, &found), 0);
    assert_int_equal(found.no, session.no);
    assert_true(slice_equal(found.record.id, session.record.id));
    assert_int_equal(found.record.state, SESSION_STATE_OPEN);
    assert_slice(found.record.cwd, "/w");
    assert_int_equal(found.record.permission_mode, SESSION_PERMISSION_MODE_PLAN);
    assert_slice(found.record.agent, "claude");
    assert_slice(found.record.model, "large");
    assert_int_equal(found.record.title_is, FIELD_SET);
    assert_slice(found.record.title, "");
    assert_slice(found.record.metadata.text, "{\"a\":[1,2]}");
    assert_slice(found.record.parent_id, "sess_p");
    assert_int_equal(found.record.fork_seq, 7);
    assert_int_equal(found.record.created_at, 11);
    assert_int_equal(found.record.updated_at, 12);
    assert_int_equal(found.record.closed_at_is, FIELD_ABSENT);
}

static void absent_fields_stay_absent(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f), found;
    assert_int_equal(store_session_find(&f->reader, session.record.id, &f->arena, &found), 0);
    assert_int_equal(found.record.agent_is, FIELD_ABSENT);
    assert_int_equal(found.record.model_is, FIELD_ABSENT);
    assert_int_equal(found.record.title_is, FIELD_ABSENT);
    assert_int_equal(found.record.metadata_is, FIELD_ABSENT);
    assert_int_equal(found.record.parent_id_is, FIELD_ABSENT);
    assert_int_equal(found.record.fork_seq_is, FIELD_ABSENT);
}

static void finds_only_existing_rows(void **state)
{
    struct store_fixture *f = *state;
    struct store_session found = {.no = 42};
    assert_int_equal(store_session_find(&f->reader, SLICE("sess_none"), &f->arena, &found), -ENOENT);
    assert_int_equal(found.no, 42);
}

static void reports_lack_of_memory(void **state)
{
    struct store_fixture *f = *state;
    struct arena small = ARENA_LIMITED(1);
    struct store_session session = {.record = {.cwd = SLICE("/w")}}, found;
    char title[40000];
    memset(title, 'x', sizeof title);
    session.record.title = (struct slice){title, sizeof title};
    session.record.title_is = FIELD_SET;
    assert_int_equal(store_session_add(&f->tx, &f->arena, &session), 0);
    assert_int_equal(store_session_find(&f->reader, session.record.id, &small, &found), -ENOMEM);
    arena_clear(&small);
}

static void saves_settings_of_an_open_session(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f), found;
    session.record.title = SLICE("Tests");
    session.record.title_is = FIELD_SET;
    session.record.metadata.text = SLICE("[]");
    session.record.metadata_is = FIELD_SET;
    session.record.permission_mode = SESSION_PERMISSION_MODE_ACCEPT_EDITS;
    session.record.updated_at = 5000;
    session.record.cwd = SLICE("/not/saved");
    assert_int_equal(store_session_save(&f->tx, &session), 0);
    assert_int_equal(store_session_find(&f->reader, session.record.id, &f->arena, &found), 0);
    assert_slice(found.record.title, "Tests");
    assert_slice(found.record.metadata.text, "[]");
    assert_int_equal(found.record.permission_mode, SESSION_PERMISSION_MODE_ACCEPT_EDITS);
    assert_int_equal(found.record.updated_at, 5000);
    assert_slice(found.record.cwd, "/home/ada");

    session.record.title_is = FIELD_NULL;
    session.record.metadata_is = FIELD_NULL;
    assert_int_equal(store_session_save(&f->tx, &session), 0);
    assert_int_equal(store_session_find(&f->reader, session.record.id, &f->arena, &found), 0);
    assert_int_equal(found.record.title_is, FIELD_ABSENT);
    assert_int_equal(found.record.metadata_is, FIELD_ABSENT);
}

static void closes_once(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f), found;
    assert_int_equal(store_session_close(&f->tx, session.no, 6000), 0);
    assert_int_equal(store_session_close(&f->tx, session.no, 7000), -ESTALE);
    assert_int_equal(store_session_save(&f->tx, &session), -ESTALE);
    assert_int_equal(store_session_find(&f->reader, session.record.id, &f->arena, &found), 0);
    assert_int_equal(found.record.state, SESSION_STATE_CLOSED);
    assert_int_equal(found.record.closed_at, 6000);
    assert_int_equal(store_session_close(&f->tx, 99, 7000), -ENOENT);
}

static size_t list(struct store_fixture *f, struct store_session_filter filter, struct store_sessions *ret_page)
{
    if (filter.limit == 0)
        filter.limit = 100;
    if (filter.bytes == 0)
        filter.bytes = 1 << 20;
    assert_int_equal(store_session_list(&f->reader, &filter, &f->arena, ret_page), 0);
    return ret_page->count;
}

static void lists_the_newest_first_in_pages(void **state)
{
    struct store_fixture *f = *state;
    struct store_sessions page;
    struct store_session all[40];
    assert_int_equal(list(f, (struct store_session_filter){0}, &page), 0);
    for (size_t i = 0; i < 40; i++)
        all[i] = add_session(f);
    for (size_t i = 0; i < 40; i += 2)
        assert_int_equal(store_session_close(&f->tx, all[i].no, 1), 0);

    assert_int_equal(list(f, (struct store_session_filter){0}, &page), 40);
    for (size_t i = 0; i < 40; i++)
        assert_true(slice_equal(page.items[i].id, all[39 - i].record.id));
    struct slice after = all[10].record.id;
    assert_int_equal(list(f, (struct store_session_filter){.after = after, .limit = 4}, &page), 4);
    assert_true(slice_equal(page.items[0].id, all[9].record.id));
    assert_int_equal(
        list(f, (struct store_session_filter){.after = after, .has_state = true, .state = SESSION_STATE_OPEN}, &page),
        5);
    assert_true(slice_equal(page.items[0].id, all[9].record.id));
    assert_true(slice_equal(page.items[1].id, all[7].record.id));
    assert_int_equal(list(f, (struct store_session_filter){.after = SLICE("sess_")}, &page), 0);
}

static void a_page_ends_when_it_is_long(void **state)
{
    struct store_fixture *f = *state;
    struct store_sessions page;
    for (size_t i = 0; i < 5; i++)
        (void)add_session(f);
    assert_int_equal(list(f, (struct store_session_filter){.bytes = 1}, &page), 1);
    assert_int_equal(list(f, (struct store_session_filter){.bytes = 300}, &page), 2);
}

static void a_removed_session_is_in_no_list(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f), other = add_session(f), found;
    struct store_sessions page;
    struct store_task task = add_task(f, &session, 0), found_task;
    struct store_tasks tasks;
    int64_t counts[TASK_STATE_COUNT];
    assert_int_equal(store_session_remove(&f->tx, session.no), -EBUSY);
    assert_int_equal(move_task(f, task.no, ~0u, TASK_STATE_RUNNING), 0);
    assert_int_equal(store_session_remove(&f->tx, session.no), -EBUSY);
    finish_task(f, task.no);
    assert_int_equal(store_session_remove(&f->tx, session.no), 0);
    assert_int_equal(store_session_remove(&f->tx, session.no), -ENOENT);

    assert_int_equal(store_session_find(&f->reader, session.record.id, &f->arena, &found), -ENOENT);
    assert_int_equal(store_session_save(&f->tx, &session), -ENOENT);
    assert_int_equal(store_session_close(&f->tx, session.no, 1), -ENOENT);
    assert_int_equal(list(f, (struct store_session_filter){0}, &page), 1);
    assert_true(slice_equal(page.items[0].id, other.record.id));
    assert_int_equal(list(f, (struct store_session_filter){.has_state = true}, &page), 1);
    assert_int_equal(store_task_find(&f->reader, task.record.id, &f->arena, &found_task), -ENOENT);
    struct store_task_filter filter = {.limit = 10, .bytes = 1 << 20};
    assert_int_equal(store_task_list(&f->reader, &filter, &f->arena, &tasks), 0);
    assert_int_equal(tasks.count, 0);
    filter.session_id = session.record.id;
    assert_int_equal(store_task_list(&f->reader, &filter, &f->arena, &tasks), 0);
    assert_int_equal(tasks.count, 0);
    assert_int_equal(store_task_counts(&f->reader, counts), 0);
    assert_int_equal(counts[TASK_STATE_COMPLETED], 0);
}

/* --- forks --- */

static int collect(void *user, const struct store_event_row *row)
{
    char *text = user;
    (void)snprintf(text + strlen(text), 8, "%d ", (int)row->seq);
    return 0;
}

static void check_history(struct store_fixture *f, const struct store_session *session, const char *expected)
{
    char text[256] = "";
    struct store_event_filter filter = {.all_kinds = true, .session = session->no};
    struct store_event_page page = {.from = 1, .upto = 1000, .rows = 100, .bytes = 1 << 20, .looked_at = 100};
    assert_int_equal(store_event_read(&f->reader, &filter, &page, collect, text), 0);
    assert_string_equal(text, expected);
    assert_int_equal(page.ret_next, 1001);
}

static void a_fork_inherits_up_to_an_event(void **state)
{
    struct store_fixture *f = *state;
    struct store_session parent = add_session(f), other = add_session(f), fork = add_session(f), all = add_session(f);
    int64_t seq = 0;
    for (int i = 0; i < 3; i++) {
        (void)add_event(f, parent.no, 0);
        (void)add_event(f, other.no, 0);
    }
    assert_int_equal(store_session_inherit(&f->tx, fork.no, parent.no, 3, &seq), 0);
    assert_int_equal(seq, 3);
    assert_int_equal(store_session_inherit(&f->tx, all.no, parent.no, 0, &seq), 0);
    assert_int_equal(seq, 5);
    (void)add_event(f, fork.no, 0);   /* 7 */
    (void)add_event(f, parent.no, 0); /* 8 */
    check_history(f, &parent, "1 3 5 8 ");
    check_history(f, &fork, "1 3 7 ");
    check_history(f, &all, "1 3 5 ");

    seq = -1;
    struct store_session late = add_session(f);
    assert_int_equal(store_session_inherit(&f->tx, late.no, parent.no, 2, &seq), -ENOENT); /* not its event */
    assert_int_equal(store_session_inherit(&f->tx, late.no, parent.no, 99, &seq), -ENOENT);
    assert_int_equal(store_session_inherit(&f->tx, late.no, fork.no, 5, &seq), -ENOENT); /* after the fork point */
    assert_int_equal(store_session_inherit(&f->tx, late.no, fork.no, 8, &seq), -ENOENT);
    assert_int_equal(seq, -1);
}

static void a_fork_of_a_fork_inherits_both(void **state)
{
    struct store_fixture *f = *state;
    struct store_session a = add_session(f), b = add_session(f), c = add_session(f), d = add_session(f);
    int64_t seq = 0;
    for (int i = 0; i < 4; i++)
        (void)add_event(f, a.no, 0); /* 1 2 3 4 */
    assert_int_equal(store_session_inherit(&f->tx, b.no, a.no, 3, &seq), 0);
    for (int i = 0; i < 3; i++)
        (void)add_event(f, b.no, 0); /* 5 6 7 */
    assert_int_equal(store_session_inherit(&f->tx, c.no, b.no, 6, &seq), 0);
    (void)add_event(f, c.no, 0); /* 8 */
    check_history(f, &c, "1 2 3 5 6 8 ");
    /* At an event that the parent has inherited: inherits none of the parent's own events. */
    assert_int_equal(store_session_inherit(&f->tx, d.no, c.no, 2, &seq), 0);
    assert_int_equal(seq, 2);
    check_history(f, &d, "1 2 ");
    assert_int_equal(number_of(f, "SELECT count(*) FROM lineage WHERE session = 4"), 1);

    /* A page that starts and ends within segments. */
    char text[64] = "";
    struct store_event_filter filter = {.all_kinds = true, .session = c.no};
    struct store_event_page page = {.from = 3, .upto = 100, .rows = 2, .bytes = 1 << 20, .looked_at = 100};
    assert_int_equal(store_event_read(&f->reader, &filter, &page, collect, text), 0);
    assert_string_equal(text, "3 5 ");
    assert_int_equal(page.ret_next, 6);
}

static void a_fork_of_nothing_inherits_nothing(void **state)
{
    struct store_fixture *f = *state;
    struct store_session parent = add_session(f), fork = add_session(f);
    int64_t seq = -1;
    assert_int_equal(store_session_inherit(&f->tx, fork.no, parent.no, 0, &seq), 0);
    assert_int_equal(seq, 0);
    check_history(f, &fork, "");
}

static void every_statement_has_its_index(void **state)
{
    struct store_fixture *f = *state;
    lists_the_newest_first_in_pages(state);
    a_fork_inherits_up_to_an_event(state);
    struct store_session session = add_session(f);
    assert_int_equal(store_session_save(&f->tx, &session), 0);
    assert_int_equal(store_session_remove(&f->tx, session.no), 0);
    /* These scan small tables: counts, kinds, and the segments of one history, which are sorted. */
    const char *const allowed[] = {
        "UPDATE task_counts",      "FROM kinds", "SELECT source, upto FROM lineage", "INSERT INTO session_events",
        "INSERT INTO task_events", NULL};
    check_plans(&f->tx, allowed);
    check_plans(&f->reader, allowed);
}

static void reports_whether_a_directory_is_used(void **state)
{
    struct store_fixture *f = *state;
    bool used = true;
    assert_int_equal(store_session_uses(&f->tx, SLICE("/s/sess_1"), &used), 0);
    assert_false(used);
    static const struct {
        struct slice cwd;
        bool uses;
    } cases[] = {{SLICE("/s/sess_1"), true},    {SLICE("/s/sess_1/below"), true}, {SLICE("/s/sess_12"), false},
                 {SLICE("/s/sess_1.d"), false}, {SLICE("/s/sess_10/a"), false},   {SLICE("/s"), false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct store_session session = {.record = {.cwd = cases[i].cwd, .created_at = 1, .updated_at = 1}};
        assert_int_equal(store_session_add(&f->tx, &f->arena, &session), 0);
        assert_int_equal(store_session_uses(&f->tx, SLICE("/s/sess_1"), &used), 0);
        assert_int_equal(used, cases[i].uses);
        assert_int_equal(store_session_remove(&f->tx, session.no), 0);
    }
    assert_int_equal(store_session_uses(&f->tx, SLICE("/s/sess_1"), &used), 0);
    assert_false(used);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, store_fixture_set_up, store_fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(reports_whether_a_directory_is_used),
        CASE(keeps_every_field),
        CASE(absent_fields_stay_absent),
        CASE(finds_only_existing_rows),
        CASE(reports_lack_of_memory),
        CASE(saves_settings_of_an_open_session),
        CASE(closes_once),
        CASE(lists_the_newest_first_in_pages),
        CASE(a_page_ends_when_it_is_long),
        CASE(a_removed_session_is_in_no_list),
        CASE(a_fork_inherits_up_to_an_event),
        CASE(a_fork_of_a_fork_inherits_both),
        CASE(a_fork_of_nothing_inherits_nothing),
        CASE(every_statement_has_its_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
