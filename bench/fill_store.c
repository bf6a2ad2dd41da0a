/* Creates a store that simulates long use: finished tasks with their events, written through the store's own
 * rows.h, but without its threads and syncs.
 *
 * Four tasks run at a time, so that their events are interleaved. A session has nine tasks, but every tenth
 * task belongs to one session that never ends, so its rows are spread over the file. Prints one line of JSON
 * with ids for queries. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "contract/task.h"
#include "daemon/store/internal.h"

enum {
    LANES = 4,
    SESSION_TASKS = 9,
    LARGE_EVERY = 10,
    TASK_EVENTS_MIN = 4, /* queued, prompt, message, end */
    GROUP_EVENTS = 100000,
    PLACES = 5, /* positions of the printed ids, from start to end */
};

#define MINUTE_MS INT64_C(60000)
#define YEAR_MS (365 * 24 * 60 * MINUTE_MS)

struct task_at_work {
    int64_t no, session_no;
    char id[ID_SIZE], session_id[ID_SIZE];
    enum task_state end;
    int64_t now_ms, sequence;
};

struct session_in_use {
    int64_t no;
    char id[ID_SIZE];
    unsigned tasks;
};

struct fill {
    struct store_tx tx;
    struct arena arena;
    int64_t tasks, events_per_task;
    int64_t begin_ms, step_ms; /* of the first task, and between two tasks */
    int64_t done;              /* finished tasks */
    int64_t session_count, events_in_group;
    struct session_in_use large, small[LANES];
    char task_ids[PLACES][ID_SIZE], session_ids[PLACES][ID_SIZE];
};

/* --- rows --- */

static int add_session(struct fill *fill, int64_t now_ms, struct session_in_use *ret_session)
{
    struct store_session session = {
        .record = {.state = SESSION_STATE_OPEN,
                   .cwd = SLICE("/home/somebody/work/a-project"),
                   .permission_mode = SESSION_PERMISSION_MODE_DEFAULT,
                   .created_at = now_ms,
                   .updated_at = now_ms},
    };
    int r = store_session_add(&fill->tx, &fill->arena, &session);
    if (r < 0)
        return r;
    *ret_session = (struct session_in_use){.no = session.no};
    memcpy(ret_session->id, session.record.id.data, session.record.id.size);
    fill->session_count++;
    return 0;
}

/* Returns the session of the task; creates a new one when the last has all of its tasks. */
static int choose_session(struct fill *fill, int64_t number, int64_t now_ms, struct session_in_use **ret_session)
{
    struct session_in_use *session = &fill->small[number % LANES];
    int r = 0;

    if (number % LARGE_EVERY == 0) {
        *ret_session = &fill->large;
        return 0;
    }
    if (session->no == 0 || session->tasks == SESSION_TASKS)
        r = add_session(fill, now_ms, session);
    session->tasks++;
    *ret_session = session;
    return r;
}

/* 6 % of the tasks have failed, 4 % were cancelled. */
static enum task_state end_of(int64_t number)
{
    int64_t part = number * 37 % 100;

    return part < 6 ? TASK_STATE_FAILED : part < 10 ? TASK_STATE_CANCELLED : TASK_STATE_COMPLETED;
}

static int begin_task(struct fill *fill, int64_t number, struct task_at_work *task)
{
    int64_t now_ms = fill->begin_ms + number * fill->step_ms;
    struct session_in_use *session = NULL;
    char prompt[96];
    int r = choose_session(fill, number, now_ms, &session);

    if (r < 0)
        return r;
    *task = (struct task_at_work){.session_no = session->no, .end = end_of(number), .now_ms = now_ms};
    memcpy(task->session_id, session->id, sizeof task->session_id);
    (void)snprintf(prompt, sizeof prompt, "look into problem number %" PRId64 " and say what causes it", number);
    struct store_task row = {
        .session_no = session->no,
        .last_sequence = fill->events_per_task - TASK_EVENTS_MIN + 1,
        .record = {.session_id = slice_of(session->id),
                   .prompt = slice_of(prompt),
                   .state = task->end,
                   .cwd = SLICE("/home/somebody/work/a-project"),
                   .timeout_ms = 10 * MINUTE_MS,
                   .created_at = now_ms,
                   .started_at = now_ms + 5,
                   .started_at_is = FIELD_SET,
                   .ended_at = now_ms + MINUTE_MS,
                   .ended_at_is = FIELD_SET},
    };
    r = store_task_add(&fill->tx, &fill->arena, &row);
    if (r < 0)
        return r;
    task->no = row.no;
    memcpy(task->id, row.record.id.data, row.record.id.size);
    return 0;
}

static int add_queued(struct fill *fill, const struct task_at_work *task)
{
    return store_event_add(&fill->tx, &event_task_queued_event, task->session_no, task->no,
                           &(struct event_task_queued_params){.timestamp = task->now_ms,
                                                              .task_id = slice_of(task->id),
                                                              .session_id = slice_of(task->session_id),
                                                              .summary = SLICE("look into a problem")});
}

static int add_message(struct fill *fill, struct task_at_work *task)
{
    bool is_prompt = task->sequence == 0;
    struct event_message_created_params params = {
        .timestamp = task->now_ms + task->sequence,
        .task_id = slice_of(task->id),
        .session_id = slice_of(task->session_id),
        .role = is_prompt ? EVENT_MESSAGE_CREATED_PARAMS_ROLE_USER : EVENT_MESSAGE_CREATED_PARAMS_ROLE_ASSISTANT,
        .type = is_prompt ? SLICE("prompt") : SLICE("content_block_delta"),
        .sequence = task->sequence,
        .data = {.text = SLICE("{\"text\":\"and then it said this\"}")},
    };
    task->sequence++;
    return store_event_add(&fill->tx, &event_message_created_event, task->session_no, task->no, &params);
}

static int add_end(struct fill *fill, const struct task_at_work *task)
{
    struct slice id = slice_of(task->id), session = slice_of(task->session_id);
    int64_t now_ms = task->now_ms + MINUTE_MS;

    if (task->end == TASK_STATE_COMPLETED)
        return store_event_add(
            &fill->tx, &event_task_completed_event, task->session_no, task->no,
            &(struct event_task_completed_params){
                .timestamp = now_ms, .task_id = id, .session_id = session, .message_count = task->sequence});
    if (task->end == TASK_STATE_CANCELLED)
        return store_event_add(
            &fill->tx, &event_task_cancelled_event, task->session_no, task->no,
            &(struct event_task_cancelled_params){
                .timestamp = now_ms, .task_id = id, .session_id = session, .reason = SLICE("user_cancelled")});
    return store_event_add(
        &fill->tx, &event_task_failed_event, task->session_no, task->no,
        &(struct event_task_failed_params){.timestamp = now_ms,
                                           .task_id = id,
                                           .session_id = session,
                                           .error = {.reason = SLICE("error"), .message = SLICE("it did not work")}});
}

static int add_event(struct fill *fill, struct task_at_work *task, int64_t number)
{
    if (number == 0)
        return add_queued(fill, task);
    return number < fill->events_per_task - 1 ? add_message(fill, task) : add_end(fill, task);
}

/* --- complete store --- */

/* Records the ids at 10 %, 30 %, … of all tasks. */
static void note_place(struct fill *fill, int64_t number, const struct task_at_work *task)
{
    for (int64_t place = 0; place < PLACES; place++) {
        int64_t at = fill->tasks * (2 * place + 1) / (2 * PLACES);
        if (number == at)
            memcpy(fill->task_ids[place], task->id, ID_SIZE);
        /* One of the next tasks is not in the large session. */
        if (number >= at && fill->session_ids[place][0] == '\0' && task->session_no != fill->large.no)
            memcpy(fill->session_ids[place], task->session_id, ID_SIZE);
    }
}

static int end_group(struct fill *fill)
{
    int r = store_exec(&fill->tx, "COMMIT");

    if (r == 0)
        r = store_exec(&fill->tx, "BEGIN");
    fill->events_in_group = 0;
    if (isatty(STDERR_FILENO))
        (void)fprintf(stderr, "\rfill_store: %3" PRId64 " %%%s", fill->done * 100 / fill->tasks,
                      fill->done == fill->tasks ? "\n" : "");
    return r;
}

static int fill_lanes(struct fill *fill)
{
    struct task_at_work tasks[LANES];
    int64_t count = fill->tasks - fill->done < LANES ? fill->tasks - fill->done : LANES;
    int r = 0;

    for (int64_t lane = 0; r == 0 && lane < count; lane++) {
        r = begin_task(fill, fill->done + lane, &tasks[lane]);
        if (r == 0)
            note_place(fill, fill->done + lane, &tasks[lane]);
    }
    for (int64_t number = 0; number < fill->events_per_task; number++)
        for (int64_t lane = 0; r == 0 && lane < count; lane++)
            r = add_event(fill, &tasks[lane], number);
    if (r == 0)
        r = store_index_advance(&fill->tx);
    store_batch_cut(&fill->tx.batch, 0, 0);
    arena_reset(&fill->arena);
    fill->done += count;
    fill->events_in_group += count * fill->events_per_task;
    return r == 0 && fill->events_in_group >= GROUP_EVENTS ? end_group(fill) : r;
}

/* No other process uses the file, and it need not survive a crash. */
static int open_file(struct fill *fill, const char *path)
{
    int r = store_tx_open(&fill->tx, path, true);

    if (r == 0)
        r = store_migrate(&fill->tx);
    if (r == 0)
        r = store_exec(&fill->tx, "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
                                  "PRAGMA cache_size=-262144");
    if (r == 0)
        r = store_exec(&fill->tx, "BEGIN");
    return r < 0 ? r : store_events_open(&fill->tx);
}

static int fill_file(struct fill *fill, const char *path)
{
    int r = open_file(fill, path);

    if (r == 0)
        r = add_session(fill, fill->begin_ms, &fill->large);
    while (r == 0 && fill->done < fill->tasks)
        r = fill_lanes(fill);
    if (r == 0)
        r = store_exec(&fill->tx, "COMMIT");
    if (r == 0)
        r = store_exec(&fill->tx, "PRAGMA locking_mode=NORMAL; PRAGMA journal_mode=WAL");
    return r;
}

static void print_ids(const char *name, char ids[static PLACES][ID_SIZE])
{
    printf(",\"%s\":[", name);
    for (int i = 0; i < PLACES; i++)
        printf("%s\"%s\"", i > 0 ? "," : "", ids[i]);
    printf("]");
}

static int parse_number(const char *text, int64_t min, int64_t *ret_number)
{
    char *end;

    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || number < min || number > 1000000000)
        return -EINVAL;
    *ret_number = number;
    return 0;
}

int main(int argc, char **argv)
{
    static struct fill fill = {.arena = ARENA_LIMITED(16 << 20)};

    if (argc != 4 || parse_number(argv[2], 100, &fill.tasks) < 0 ||
        parse_number(argv[3], TASK_EVENTS_MIN, &fill.events_per_task) < 0) {
        (void)fprintf(stderr, "usage: fill_store NEW-DATABASE TASKS EVENTS-PER-TASK\n");
        return 2;
    }
    fill.step_ms = YEAR_MS / fill.tasks;
    fill.begin_ms = clock_epoch_ms() - YEAR_MS;
    int r = fill_file(&fill, argv[1]);
    if (r < 0)
        (void)fprintf(stderr, "fill_store: %s\n", fill.tx.problem[0] ? fill.tx.problem : strerror(-r));
    if (r == 0) {
        printf("{\"tasks\":%" PRId64 ",\"events\":%" PRId64 ",\"sessions\":%" PRId64 ",\"large_session\":\"%s\"",
               fill.done, fill.tx.last_seq, fill.session_count, fill.large.id);
        print_ids("task_ids", fill.task_ids);
        print_ids("session_ids", fill.session_ids);
        printf("}\n");
    }
    store_tx_close(&fill.tx);
    arena_clear(&fill.arena);
    return r < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
