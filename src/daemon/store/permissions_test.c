#include "daemon/store/permissions.h"

#include "unit/store_fixture.h"

static void run_task(struct store_fixture *f, int64_t task)
{
    assert_int_equal(store_task_move(&f->tx, task,
                                     &(struct store_task_move){.from = TASK_STATE_BIT(TASK_STATE_QUEUED),
                                                               .to = TASK_STATE_RUNNING,
                                                               .started_at = 1}),
                     0);
}

static struct store_permission request(const struct store_task *task, const char *key)
{
    static struct slice paths[] = {SLICE_INIT("/home/ada/a \"b\""), SLICE_INIT("/x")};
    static struct slice parts[] = {SLICE_INIT("make all")};
    return (struct store_permission){
        .session_no = task->session_no,
        .task_no = task->no,
        .key = slice_of(key),
        .digest = {1, 2, 3},
        .record = {.state = PERMISSION_REQUEST_STATE_PENDING,
                   .tool = SLICE("Bash"),
                   .input = {.text = SLICE("{\"command\":\"make all\"}")},
                   .input_is = FIELD_SET,
                   .cwd = SLICE("/home/ada"),
                   .paths = {paths, 2},
                   .paths_is = FIELD_SET,
                   .command = SLICE("make all"),
                   .command_is = FIELD_SET,
                   .parts = {parts, 1},
                   .parts_is = FIELD_SET,
                   .suggestion = {.effect = PERMISSION_EFFECT_ALLOW,
                                  .tool = SLICE("Bash"),
                                  .command = SLICE("make *"),
                                  .command_is = FIELD_SET},
                   .suggestion_is = FIELD_SET,
                   .created_at = 100,
                   .expires_at = 200},
    };
}

static struct store_permission ask(struct store_fixture *f, const struct store_task *task, const char *key,
                                   char id[static ID_SIZE])
{
    struct store_permission permission = request(task, key);
    assert_int_equal(store_permission_add(&f->tx, &f->arena, &permission, id), 0);
    permission.seq = 7;
    f->tx.last_seq = 7;
    assert_int_equal(store_permission_note_event(&f->tx, &permission), 0);
    return permission;
}

static struct permission_request answer(const char *id, enum permission_request_state state)
{
    return (struct permission_request){.id = slice_of(id),
                                       .state = state,
                                       .reason = SLICE("user_approved"),
                                       .reason_is = FIELD_SET,
                                       .note = SLICE("well"),
                                       .note_is = FIELD_SET,
                                       .answered_at = 150,
                                       .answered_at_is = FIELD_SET};
}

static struct store_task running_task(struct store_fixture *f)
{
    struct store_session session = add_session(f);
    struct store_task task = add_task(f, &session, 0);
    run_task(f, task.no);
    return task;
}

static void finds_stored_rows(void **state)
{
    struct store_fixture *f = *state;
    struct store_task task = running_task(f);
    char id[ID_SIZE];
    struct store_permission found;
    (void)ask(f, &task, "k", id);
    assert_int_equal(store_permission_find(&f->reader, slice_of(id), &f->arena, &found), 0);
    assert_int_equal(found.seq, 7);
    assert_int_equal(found.digest[2], 3);
    assert_true(slice_is(found.key, "k"));
    assert_true(slice_equal(found.record.session_id, task.record.session_id));
    assert_true(slice_equal(found.record.task_id, task.record.id));
    assert_int_equal(found.record.paths.count, 2);
    assert_true(slice_is(found.record.paths.items[0], "/home/ada/a \"b\""));
    assert_true(slice_is(found.record.parts.items[0], "make all"));
    assert_true(slice_is(found.record.suggestion.command, "make *"));
    assert_true(slice_is(found.record.input.text, "{\"command\":\"make all\"}"));
    assert_int_equal(found.record.reason_is, FIELD_ABSENT);
    assert_int_equal(store_permission_find(&f->reader, SLICE("perm_x"), &f->arena, &found), -ENOENT);
}

static void the_first_answer_wins(void **state)
{
    struct store_fixture *f = *state;
    struct store_task task = running_task(f);
    char id[ID_SIZE];
    struct store_permission found;
    (void)ask(f, &task, "", id);
    assert_int_equal(store_permission_is_pending(&f->tx, task.no), 1);
    struct permission_request first = answer(id, PERMISSION_REQUEST_STATE_ALLOWED);
    struct permission_request second = answer(id, PERMISSION_REQUEST_STATE_DENIED);
    struct permission_request nobody = answer("perm_x", PERMISSION_REQUEST_STATE_DENIED);
    assert_int_equal(store_permission_resolve(&f->tx, &first), 0);
    assert_int_equal(store_permission_resolve(&f->tx, &second), -ESTALE);
    assert_int_equal(store_permission_resolve(&f->tx, &nobody), -ENOENT);
    assert_int_equal(store_permission_find(&f->reader, slice_of(id), &f->arena, &found), 0);
    assert_int_equal(found.record.state, PERMISSION_REQUEST_STATE_ALLOWED);
    assert_true(slice_is(found.record.note, "well"));
    assert_int_equal(store_permission_is_pending(&f->tx, task.no), 0);
}

static void a_task_that_is_not_at_work_asks_for_nothing(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f);
    struct store_task task = add_task(f, &session, 0);
    struct store_permission permission = request(&task, "");
    char id[ID_SIZE];
    assert_int_equal(store_permission_add(&f->tx, &f->arena, &permission, id), -ESTALE);
    run_task(f, task.no);
    finish_task(f, task.no);
    assert_int_equal(store_permission_add(&f->tx, &f->arena, &permission, id), -ESTALE);
    assert_int_equal(number_of(f, "SELECT count(*) FROM permissions"), 0);
}

static void a_repeat_is_found_by_its_key_or_its_id(void **state)
{
    struct store_fixture *f = *state;
    struct store_task task = running_task(f), other = running_task(f);
    char with[ID_SIZE], without[ID_SIZE];
    struct store_permission found;
    (void)ask(f, &task, "k", with);
    (void)ask(f, &task, "", without);
    assert_int_equal(store_permission_find_key(&f->tx, task.no, SLICE("k"), &f->arena, &found), 0);
    assert_true(slice_is(found.record.id, with));
    assert_int_equal(store_permission_find_key(&f->tx, task.no, slice_of(without), &f->arena, &found), 0);
    assert_true(slice_is(found.record.id, without));
    assert_int_equal(store_permission_find_key(&f->tx, task.no, slice_of(with), &f->arena, &found), -ENOENT);
    assert_int_equal(store_permission_find_key(&f->tx, other.no, SLICE("k"), &f->arena, &found), -ENOENT);
    assert_int_equal(store_permission_find_key(&f->tx, other.no, slice_of(without), &f->arena, &found), -ENOENT);
    assert_int_equal(store_permission_forget_key(&f->tx, slice_of(with)), 0);
    assert_int_equal(store_permission_find_key(&f->tx, task.no, SLICE("k"), &f->arena, &found), -ENOENT);
}

static void lists_and_their_pages(void **state)
{
    struct store_fixture *f = *state;
    struct store_task task = running_task(f), other = running_task(f);
    char ids[3][ID_SIZE];
    struct store_permission_page page;
    struct store_permissions pending;
    (void)ask(f, &task, "", ids[0]);
    (void)ask(f, &other, "", ids[1]);
    (void)ask(f, &task, "", ids[2]);
    struct permission_request first = answer(ids[0], PERMISSION_REQUEST_STATE_DENIED);
    assert_int_equal(store_permission_resolve(&f->tx, &first), 0);
    struct store_permission_filter filter = {.limit = 2, .bytes = 1 << 20};
    assert_int_equal(store_permission_list(&f->reader, &filter, &f->arena, &page), 0);
    assert_int_equal(page.count, 2);
    assert_true(slice_is(page.items[0].id, ids[2]));
    filter.after = page.items[1].id;
    assert_int_equal(store_permission_list(&f->reader, &filter, &f->arena, &page), 0);
    assert_int_equal(page.count, 1);
    assert_true(slice_is(page.items[0].id, ids[0]));
    filter = (struct store_permission_filter){.has_state = true, .limit = 9, .bytes = 1 << 20};
    assert_int_equal(store_permission_list(&f->reader, &filter, &f->arena, &page), 0);
    assert_int_equal(page.count, 2);
    filter.session_id = other.record.session_id;
    assert_int_equal(store_permission_list(&f->reader, &filter, &f->arena, &page), 0);
    assert_int_equal(page.count, 1);
    filter.has_state = false;
    assert_int_equal(store_permission_list(&f->reader, &filter, &f->arena, &page), 0);
    assert_int_equal(page.count, 1);
    assert_int_equal(store_permission_pending(&f->reader, 0, &f->arena, &pending), 0);
    assert_int_equal(pending.count, 2);
    assert_true(slice_is(pending.items[0].record.id, ids[1]));
    assert_int_equal(store_permission_pending(&f->reader, task.no, &f->arena, &pending), 0);
    assert_int_equal(pending.count, 1);
    check_plans(&f->reader, (const char *const[]){"FROM kinds", NULL});
}

static int count_row(void *user, struct arena *arena, const struct permission_request *record)
{
    (void)arena;
    (void)record;
    return ++*(int *)user == 3 ? -EINTR : 0;
}

static void old_immediate_decisions_are_pruned(void **state)
{
    struct store_fixture *f = *state;
    struct store_task task = running_task(f);
    struct store_permission decided = request(&task, "k");
    char id[ID_SIZE];
    int count = 0;
    decided.record.state = PERMISSION_REQUEST_STATE_ALLOWED;
    assert_int_equal(store_permission_add_decided(&f->tx, &decided), 0);
    assert_int_equal(store_permission_add_decided(&f->tx, &decided), 0); /* a repeat */
    assert_int_equal(number_of(f, "SELECT count(*) FROM permissions"), 1);
    (void)ask(f, &task, "", id);
    decided.key = SLICE("");
    for (int i = 0; i < 5; i++)
        assert_int_equal(store_permission_add_decided(&f->tx, &decided), 0);
    assert_int_equal(store_permission_newest(&f->reader, 100, count_row, &count), -EINTR);
    assert_int_equal(count, 3);
    assert_int_equal(store_permission_prune(&f->tx), 0);
    assert_int_equal(number_of(f, "SELECT count(*) FROM permissions"), 7);
    assert_int_equal(store_exec(&f->tx, "UPDATE permissions SET no = no + 20000 WHERE no IN (SELECT no FROM"
                                        " permissions ORDER BY no DESC LIMIT 3)"),
                     0);
    assert_int_equal(store_permission_prune(&f->tx), 0);
    assert_int_equal(number_of(f, "SELECT count(*) FROM permissions WHERE seq IS NULL"), 3);
    assert_int_equal(number_of(f, "SELECT count(*) FROM permissions WHERE seq IS NOT NULL"), 1);
    decided.task_no = 12345;
    assert_int_equal(store_permission_add_decided(&f->tx, &decided), 0); /* its task was removed */
    assert_int_equal(number_of(f, "SELECT count(*) FROM permissions"), 4);
}

static void requests_are_removed_with_task_and_session(void **state)
{
    struct store_fixture *f = *state;
    struct store_task task = running_task(f), other = running_task(f);
    char id[ID_SIZE];
    int64_t gone = 0;
    struct store_removed removed;
    (void)ask(f, &task, "", id);
    (void)ask(f, &other, "k", id);
    finish_task(f, task.no);
    assert_int_equal(store_retain(&f->tx, &(struct store_retention){.older_than_ms = 5000}, &removed), 0);
    assert_int_equal(removed.tasks, 1);
    assert_int_equal(number_of(f, "SELECT count(*) FROM permissions"), 1);
    struct permission_rule rule = {.tool = SLICE("Bash"), .created_at = 1};
    assert_int_equal(store_rule_add(&f->tx, &f->arena, other.session_no, 9, &rule), 0);
    finish_task(f, other.no);
    assert_int_equal(store_session_remove(&f->tx, other.session_no), 0);
    assert_int_equal(store_rule_remove_session(&f->tx, other.session_no), 0);
    assert_int_equal(store_purge(&f->tx, &gone), 0);
    assert_int_equal(number_of(f, "SELECT count(*) FROM permissions"), 0);
    assert_int_equal(number_of(f, "SELECT count(*) FROM rules"), 0);
    assert_int_equal(number_of(f, "SELECT count(*) FROM sessions"), 1);
}

static void rules_are_added_used_listed_and_removed(void **state)
{
    struct store_fixture *f = *state;
    struct store_session session = add_session(f), other = add_session(f);
    struct permission_rule rule = {.effect = PERMISSION_EFFECT_DENY,
                                   .tool = SLICE("Bash"),
                                   .command = SLICE("rm *"),
                                   .command_is = FIELD_SET,
                                   .created_at = 5};
    struct permission_rule in_session = {
        .tool = SLICE("Read"), .created_at = 6, .expires_at = 100, .expires_at_is = FIELD_SET};
    struct permission_rule elsewhere = {
        .tool = SLICE("Read"), .cwd = SLICE("/other"), .cwd_is = FIELD_SET, .created_at = 7};
    struct permission_rule more = elsewhere, found;
    struct store_rules rules;
    assert_int_equal(store_rule_add(&f->tx, &f->arena, 0, 3, &rule), 0);
    assert_int_equal(store_rule_add(&f->tx, &f->arena, session.no, 3, &in_session), 0);
    assert_int_equal(store_rule_add(&f->tx, &f->arena, 0, 3, &elsewhere), 0);
    assert_int_equal(store_rule_add(&f->tx, &f->arena, 0, 3, &more), -EDQUOT);
    assert_int_equal(store_rule_used(&f->tx, rule.id, 3, 50), 0);
    assert_int_equal(store_rule_used(&f->tx, rule.id, 2, 40), 0);
    assert_int_equal(store_rule_find(&f->reader, rule.id, &f->arena, &found), 0);
    assert_int_equal(found.uses, 5);
    assert_int_equal(found.used_at, 50);
    assert_int_equal(found.effect, PERMISSION_EFFECT_DENY);
    assert_int_equal(store_rule_list(&f->reader, NULL, 99, &f->arena, &rules), 0);
    assert_int_equal(rules.count, 3);
    assert_true(slice_equal(rules.items[1].session_id, session.record.id));
    assert_int_equal(store_rule_list(&f->reader, &session, 99, &f->arena, &rules), 0);
    assert_int_equal(rules.count, 2);
    assert_int_equal(store_rule_list(&f->reader, &other, 99, &f->arena, &rules), 0);
    assert_int_equal(rules.count, 1);
    assert_int_equal(store_rule_list(&f->reader, &session, 100, &f->arena, &rules), 0);
    assert_int_equal(rules.count, 1);
    assert_int_equal(store_rule_remove_expired(&f->tx, 100), 0);
    assert_int_equal(store_rule_find(&f->reader, in_session.id, &f->arena, &found), -ENOENT);
    assert_int_equal(store_rule_remove(&f->tx, rule.id), 0);
    assert_int_equal(store_rule_remove(&f->tx, rule.id), -ENOENT);
    assert_int_equal(number_of(f, "SELECT count(*) FROM rules"), 1);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, store_fixture_set_up, store_fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(finds_stored_rows),
        CASE(the_first_answer_wins),
        CASE(a_task_that_is_not_at_work_asks_for_nothing),
        CASE(a_repeat_is_found_by_its_key_or_its_id),
        CASE(lists_and_their_pages),
        CASE(old_immediate_decisions_are_pruned),
        CASE(requests_are_removed_with_task_and_session),
        CASE(rules_are_added_used_listed_and_removed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
