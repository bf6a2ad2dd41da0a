#include "cli/columns.h"
#include "cli/top_screen.h"
#include "unit/check.h"

enum { NOW = 1000000 };

static struct task_record tasks[30];
static struct session_record sessions[30];
static struct daemon_status_result_subsystems_pair parts[] = {
    {SLICE_INIT("log"), {.health = DAEMON_HEALTH_OK}},
    {SLICE_INIT("store"),
     {.health = DAEMON_HEALTH_DEGRADED, .message = SLICE_INIT("no room"), .message_is = FIELD_SET}},
};

static void fill(struct top_facts *facts, size_t task_count, size_t session_count)
{
    *facts = (struct top_facts){.has_status = true, .has_tasks = true, .has_store = true};
    facts->status.version = SLICE("1.0");
    facts->status.uptime_seconds = 61;
    facts->tasks.running = 3;
    facts->store.events = 7;
    for (size_t i = 0; i < task_count; i++) {
        tasks[i] = (struct task_record){.id = SLICE("task_0123456789"),
                                        .state = TASK_STATE_RUNNING,
                                        .prompt = SLICE("fix\n漢字\033[2J, then all the rest"),
                                        .created_at = NOW - 5000,
                                        .started_at = NOW - 3000,
                                        .started_at_is = FIELD_SET};
        facts->rows[facts->row_count++] = &tasks[i];
    }
    for (size_t i = 0; i < session_count; i++)
        sessions[i] =
            (struct session_record){.id = SLICE("session_0123456789"), .cwd = SLICE("/work"), .created_at = NOW};
    facts->sessions = (struct session_list_result){sessions, session_count};
}

static size_t count_lines(const struct buf *out, size_t columns)
{
    size_t lines = 0;
    for (const char *at = out->data, *end = at + out->size, *newline; at && at < end; at = newline + 1, lines++) {
        newline = memchr(at, '\n', (size_t)(end - at));
        assert_non_null(newline);
        assert_true(columns_width((struct slice){at, (size_t)(newline - at)}) <= columns);
    }
    return lines;
}

static void a_screen_shows_everything(void **state)
{
    (void)state;
    struct top_facts facts;
    struct top_view view = {.facts = &facts, .has_rates = true, .events_a_second = 12.34, .tasks_a_second = 1};
    struct buf out = BUF_LIMITED(1 << 20);
    fill(&facts, 2, 1);
    facts.status.subsystems = (struct daemon_status_result_subsystems){parts, 2};
    top_screen_write(&out, &view, 80, 14, false, NOW);
    assert_buf(&out, "weird 1.0  ok  up 1 min 1 s  0 clients  0 bytes  pid 0\n"
                     "tasks  1.0/s  3 running  0 queued  0 completed  0 failed  0 cancelled\n"
                     "events  12.3/s  7 stored  0 sessions  store 0 bytes  journal 0 bytes\n"
                     "store:  no room\n"
                     "\n"
                     "ID       STATE    AGE  TIME  PROMPT\n"
                     "…456789  running   5s    3s  fix 漢字\\u001b[2J, then all the rest\n"
                     "…456789  running   5s    3s  fix 漢字\\u001b[2J, then all the rest\n"
                     "\n"
                     "ID       STATE  AGE  CWD\n"
                     "…456789  open    0s  /work\n"
                     "\n\n"
                     "q quits\n");
    buf_clear(&out);
}

static void every_size_is_kept(void **state)
{
    (void)state;
    struct top_facts facts;
    struct top_view view = {.facts = &facts, .connection = "the connection is lost: trying again"};
    fill(&facts, 30, 30);
    facts.status.subsystems = (struct daemon_status_result_subsystems){parts, 2};
    (void)snprintf(facts.problem, sizeof facts.problem, "task.list: something is wrong");
    for (size_t rows = 1; rows < 40; rows++)
        for (size_t columns = 1; columns < 130; columns += 3) {
            struct buf out = BUF_LIMITED(1 << 20);
            top_screen_write(&out, &view, columns, rows, false, NOW);
            size_t lines = count_lines(&out, columns);
            assert_true(lines <= rows);
            assert_true(rows < 4 || lines == rows);
            buf_clear(&out);
        }
}

static void both_tables_get_their_share(void **state)
{
    (void)state;
    struct top_facts facts;
    struct top_view view = {.facts = &facts};
    struct buf out = BUF_LIMITED(1 << 20);
    fill(&facts, 30, 30);
    top_screen_write(&out, &view, 120, 24, false, NOW);
    assert_int_equal(count_lines(&out, 120), 24);
    assert_contains(buf_slice(&out), "session_0123456789");
    assert_contains(buf_slice(&out), "task_0123456789");
    buf_clear(&out);
}

static void without_facts_there_is_a_word(void **state)
{
    (void)state;
    struct top_view view = {.connection = "lost"};
    struct buf out = BUF_LIMITED(1 << 20);
    top_screen_write(&out, &view, 40, 4, false, NOW);
    assert_buf(&out, "asking the daemon\n\n\nlost  q quits\n");
    buf_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_screen_shows_everything),
        cmocka_unit_test(every_size_is_kept),
        cmocka_unit_test(both_tables_get_their_share),
        cmocka_unit_test(without_facts_there_is_a_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
