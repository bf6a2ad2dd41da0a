#include "unit/world.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "contract/session.h"
#include "contract/task.h"
#include "daemon/store/internal.h"
#include "unit/check.h"
#include "unit/power.h"

enum { AT_ONCE_MAX = 24 };

const enum task_state world_states[] = {
    [ADDED] = TASK_STATE_QUEUED,
    [STARTING] = TASK_STATE_STARTING,
    [RUNNING] = TASK_STATE_RUNNING,
    [COMPLETED] = TASK_STATE_COMPLETED,
};

/* --- random choices --- */

static uint64_t roll_64(struct world *world)
{
    uint64_t x = world->dice += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static size_t roll(struct world *world, size_t sides)
{
    return roll_64(world) % sides;
}

/* --- power cuts --- */

/* Plans the next power cut. The cuts are spread over all writes and over the kinds of moments. */
static void plan_cut(struct world *world)
{
    world->next.moment = world->cut_count < 2 ? BEFORE_A_STEP : (enum world_moment)roll(world, WORLD_MOMENTS);
    world->next.count = 1 + roll(world, world->next.moment == BEFORE_A_STEP ? 50 : 4);
    world->next.handed = world->all_lives * world->changes * world->cut_count / world->cuts_wanted;
}

/* Records what has been promised so far, before the power is cut: later promises need not be kept. */
static struct world_cut *promise(struct world *world)
{
    struct world_cut *cut = calloc(1, sizeof *cut);
    assert_non_null(cut);
    cut->seed = roll_64(world);
    (void)snprintf(cut->directory, sizeof cut->directory, "%s/cut-%zu", world->root, world->cut_count);
    for (size_t i = 0; i < world->item_count; i++)
        cut->done[i] = world->items[i].done;
    cut->upto = world->durable > world->pushed_before ? world->durable : world->pushed_before;
    cut->open = world->open;
    memcpy(cut->epoch, world->epoch, sizeof cut->epoch);
    world->cuts[world->cut_count++] = cut;
    plan_cut(world);
    return cut;
}

/* May run on any thread. */
static void pass(struct world *world, enum world_moment moment)
{
    struct world_cut *cut = NULL;
    (void)pthread_mutex_lock(&world->lock);
    if (world->cut_count < world->cuts_wanted && world->next.moment == moment &&
        world->handed_ever >= world->next.handed && --world->next.count == 0)
        cut = promise(world);
    (void)pthread_mutex_unlock(&world->lock);
    if (cut && mkdir(cut->directory, 0700) == 0)
        power_cut(cut->seed, cut->directory);
}

static void before_step(void *user)
{
    pass(user, BEFORE_A_STEP);
}

/* --- writes --- */

struct work {
    struct store_change change;
    struct world *world;
    size_t number;                   /* of the item */
    struct world_item item, session; /* a copy from when the write was handed over */
    enum world_step step;            /* NOT_THERE: a message of the agent */
    bool refuses;
    int64_t messages;
    size_t bytes;
    struct arena arena;
    int64_t seq; /* of the last event in the log, after this write */
};

static int add_session(struct work *work, struct store_tx *tx)
{
    char title[32];
    (void)snprintf(title, sizeof title, "item %zu", work->number);
    struct store_session session = {.record = {.cwd = SLICE("/"), .title = slice_of(title), .title_is = FIELD_SET}};
    int r = store_session_add(tx, &work->arena, &session);
    if (r < 0)
        return r;
    (void)snprintf(work->item.id, sizeof work->item.id, "%.*s", SLICE_ARG(session.record.id));
    work->item.no = session.no;
    return store_event_add(
        tx, &event_session_created_event, session.no, 0,
        &(struct event_session_created_params){.session_id = session.record.id, .session = session.record});
}

static int add_task(struct work *work, struct store_tx *tx)
{
    char prompt[32];
    (void)snprintf(prompt, sizeof prompt, "item %zu", work->number);
    struct store_task task = {
        .session_no = work->session.no,
        .record = {.session_id = slice_of(work->session.id), .prompt = slice_of(prompt), .cwd = SLICE("/")}};
    int r = store_task_add(tx, &work->arena, &task);
    if (r < 0)
        return r;
    (void)snprintf(work->item.id, sizeof work->item.id, "%.*s", SLICE_ARG(task.record.id));
    work->item.no = task.no;
    return store_event_add(tx, &event_task_queued_event, work->session.no, task.no,
                           &(struct event_task_queued_params){.task_id = task.record.id,
                                                              .session_id = slice_of(work->session.id),
                                                              .summary = slice_of(prompt)});
}

static int move_task(struct work *work, struct store_tx *tx)
{
    struct task_result result = {.message_count = work->item.said};
    struct store_task_move move = {
        .from = TASK_STATE_BIT(world_states[work->step - 1]),
        .to = world_states[work->step],
        .started_at = work->step == STARTING,
        .ended_at = work->step == COMPLETED,
        .result = work->step == COMPLETED ? &result : NULL,
    };
    int r = store_task_move(tx, work->item.no, &move);
    return r < 0 ? r
                 : store_event_add(tx, &event_task_updated_event, work->session.no, work->item.no,
                                   &(struct event_task_updated_params){.task_id = slice_of(work->item.id),
                                                                       .session_id = slice_of(work->session.id),
                                                                       .state = move.to});
}

static int say(struct work *work, struct store_tx *tx)
{
    size_t count = (size_t)work->messages, size = work->bytes + 2;
    struct event_message_created_params *params = arena_zeroed(&work->arena, count * sizeof *params);
    if (!params)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        int64_t sequence = work->item.said + 1 + (int64_t)i;
        char *text = arena_alloc(&work->arena, size);
        if (!text)
            return -ENOMEM;
        memset(text, 'a' + (int)(sequence % 26), size);
        text[0] = text[size - 1] = '"';
        params[i] = (struct event_message_created_params){
            .task_id = slice_of(work->item.id),
            .session_id = slice_of(work->session.id),
            .role = EVENT_MESSAGE_CREATED_PARAMS_ROLE_ASSISTANT,
            .type = SLICE("text"),
            .sequence = sequence,
            .data = {.text = {text, size}},
        };
    }
    int r = store_task_advance(tx, work->item.no, work->item.said + 1, work->item.said + work->messages);
    return r < 0
               ? r
               : store_event_add_many(tx, &event_message_created_event, work->session.no, work->item.no, params, count);
}

/* May run twice, if the first attempt of its group was rolled back. */
static int apply(struct store_change *change, struct store_tx *tx)
{
    struct work *work = (struct work *)change;
    arena_reset(&work->arena);
    int r = work->step == NOT_THERE ? say(work, tx)
            : work->step > ADDED    ? move_task(work, tx)
            : work->item.is_task    ? add_task(work, tx)
                                    : add_session(work, tx);
    work->seq = tx->last_seq;
    return r == 0 && work->refuses ? -ESTALE : r;
}

static void hand_over(struct world *world);

static void note_done(struct world *world, const struct work *work)
{
    struct world_item *item = &world->items[work->number];
    (void)pthread_mutex_lock(&world->lock);
    item->waits = false;
    if (work->step == ADDED && !work->refuses) {
        memcpy(item->id, work->item.id, sizeof item->id);
        item->no = work->item.no;
    }
    if (work->step != NOT_THERE && !work->refuses)
        item->done = work->step;
    if (!work->change.lazy && !work->refuses)
        world->durable = work->seq;
    (void)pthread_mutex_unlock(&world->lock);
}

static void on_done(struct store_change *change)
{
    struct work *work = (struct work *)change;
    struct world *world = work->world;
    assert_int_equal(change->status, work->refuses ? -ESTALE : 0);
    note_done(world, work);
    world->at_once--;
    arena_clear(&work->arena);
    free(work);
    pass(world, AFTER_AN_ANSWER);
    if (world->at_once == 0) /* a group that was rejected as a whole has no events */
        hand_over(world);
}

static void on_events(void *user, const struct store_event *events, size_t count)
{
    struct world *world = user;
    (void)pthread_mutex_lock(&world->lock);
    for (size_t i = 0; i < count; i++) {
        assert_true(events[i].seq < EVENTS_MAX && !world->lines[events[i].seq]);
        world->lines[events[i].seq] = strndup(events[i].line.data, events[i].line.size);
    }
    world->pushed_before = world->pushed;
    world->pushed = events[count - 1].seq;
    (void)pthread_mutex_unlock(&world->lock);
    pass(world, AFTER_A_PUSH);
    hand_over(world);
}

/* --- choosing --- */

/* Finds an item at one of these steps without a write in progress, from a random position on. */
static struct world_item *find_item(struct world *world, bool is_task, enum world_step from, enum world_step to)
{
    size_t start = world->item_count > 0 ? roll(world, world->item_count) : 0;
    for (size_t i = 0; i < world->item_count; i++) {
        struct world_item *item = &world->items[(start + i) % world->item_count];
        if (item->is_task == is_task && !item->waits && item->wanted >= from && item->wanted <= to)
            return item;
    }
    return NULL;
}

/* Each session has one task, because two could not run at once. */
static struct world_item *choose_item(struct world *world, enum world_step *ret_step)
{
    struct world_item *item = NULL;
    size_t chance = world->talk > 0 ? 0 : roll(world, 16);
    if (chance < 9 && (item = find_item(world, true, RUNNING, RUNNING))) {
        *ret_step = NOT_THERE;
    } else if (chance < 13 && (item = find_item(world, true, ADDED, RUNNING))) {
        *ret_step = item->wanted + 1;
    } else if (world->item_count < ITEMS_MAX) {
        struct world_item *session = roll(world, 2) ? find_item(world, false, ADDED, ADDED) : NULL;
        item = &world->items[world->item_count++];
        *item =
            (struct world_item){.is_task = session != NULL, .session = session ? (size_t)(session - world->items) : 0};
        if (session)
            session->waits = true; /* permanently */
        *ret_step = ADDED;
    }
    return item;
}

static void hand_over_one(struct world *world)
{
    struct work *work = calloc(1, sizeof *work);
    assert_non_null(work);
    (void)pthread_mutex_lock(&world->lock);
    struct world_item *item = choose_item(world, &work->step);
    if (item) {
        work->world = world;
        world->handed_ever++;
        work->number = (size_t)(item - world->items);
        work->item = *item;
        work->session = world->items[item->is_task ? item->session : work->number];
        work->bytes = 1 + roll(world, world->bytes);
        work->messages = 1 + (int64_t)roll(world, roll(world, 10) == 0 ? 40 : 4);
        work->refuses = work->step != NOT_THERE && roll(world, 20) == 0;
        if (work->step == NOT_THERE)
            item->said += work->messages;
        else
            item->waits = true;
        if (work->step != NOT_THERE && !work->refuses)
            item->wanted = work->step;
    }
    (void)pthread_mutex_unlock(&world->lock);
    if (!item) {
        free(work);
        return;
    }
    work->arena = (struct arena)ARENA_LIMITED(16 << 20);
    work->change = (struct store_change){.apply = apply, .done = on_done, .lazy = work->step == NOT_THERE};
    world->at_once++;
    (void)store_write(world->store, &work->change);
}

/* --- one life of the store --- */

static void begin_life(struct world *world);

static void on_closed(void *user)
{
    struct world *world = user;
    world->store = store_free(world->store);
    if (--world->lives > 0)
        begin_life(world);
}

static void end_life(struct world *world)
{
    (void)pthread_mutex_lock(&world->lock);
    world->open = false;
    (void)pthread_mutex_unlock(&world->lock);
    (void)sqlite3_close(world->other);
    world->other = NULL;
    store_close(world->store, on_closed, world);
}

static void hand_over(struct world *world)
{
    static const int modes[] = {SQLITE_CHECKPOINT_PASSIVE, SQLITE_CHECKPOINT_FULL, SQLITE_CHECKPOINT_RESTART,
                                SQLITE_CHECKPOINT_TRUNCATE};
    if (!world->other)
        return; /* the store is being closed */
    (void)pthread_mutex_lock(&world->lock);
    size_t mode = roll(world, 60);
    if (world->talk == 0 && roll(world, 6) == 0)
        world->talk = 5 + roll(world, 30);
    size_t count = 1 + roll(world, world->talk > 0 ? 2 : AT_ONCE_MAX);
    (void)pthread_mutex_unlock(&world->lock);
    if (mode < sizeof modes / sizeof *modes)
        (void)sqlite3_wal_checkpoint_v2(world->other, NULL, modes[mode], NULL, NULL);
    for (; count > 0 && world->handed < world->changes && world->at_once < AT_ONCE_MAX; count--) {
        world->handed++;
        world->talk -= world->talk > 0;
        hand_over_one(world);
    }
    if (world->at_once == 0 && world->handed == world->changes)
        end_life(world);
}

static void on_opened(void *user, int status)
{
    struct world *world = user;
    assert_int_equal(status, 0);
    (void)pthread_mutex_lock(&world->lock);
    world->open = true;
    memcpy(world->epoch, store_position(world->store)->epoch, sizeof world->epoch);
    (void)pthread_mutex_unlock(&world->lock);
    assert_int_equal(sqlite3_open_v2(world->path, &world->other, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    hand_over(world);
}

static void begin_life(struct world *world)
{
    struct store_options options = {
        .path = world->path, .loop = &world->loop, .opened = on_opened, .events = on_events, .user = world};
    world->handed = 0;
    world->store = store_new();
    assert_int_equal(store_open(world->store, &options), 0);
}

/* --- all lives --- */

void world_start_machine(bool again)
{
    (void)setenv("WEIR_FAULT_BOOT_ID", again ? "the machine was started again" : "the machine was started", 1);
}

/* In memory if there is room for the files of all cuts; otherwise where there is most room. */
static const char *choose_place(void)
{
    static const char *const places[] = {"/dev/shm", "/tmp", "/var/tmp"};
    static const uint64_t enough = UINT64_C(2) << 30;
    const char *chosen = "/tmp";
    uint64_t most = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places && most < enough; i++) {
        struct statvfs about;
        if (access(places[i], W_OK) < 0 || statvfs(places[i], &about) < 0)
            continue;
        uint64_t room = (uint64_t)about.f_bavail * about.f_frsize;
        if (room > most) {
            most = room;
            chosen = places[i];
        }
    }
    return chosen;
}

struct world *world_new(const struct world_plan *plan, uint64_t seed)
{
    struct world *world = calloc(1, sizeof *world);
    assert_non_null(world);
    world->seed = world->dice = seed;
    world->changes = plan->changes;
    world->bytes = plan->bytes;
    world->cuts_wanted = plan->cuts;
    world->all_lives = world->lives = 1 + (unsigned)roll(world, plan->lives);
    plan_cut(world);
    (void)pthread_mutex_init(&world->lock, NULL);
    (void)snprintf(world->root, sizeof world->root, "%s/weir-power-XXXXXX", choose_place());
    assert_non_null(mkdtemp(world->root));
    (void)snprintf(world->live, sizeof world->live, "%s/live", world->root);
    (void)snprintf(world->path, sizeof world->path, "%s/weir.db", world->live);
    assert_int_equal(mkdir(world->live, 0700), 0);
    assert_int_equal(uv_loop_init(&world->loop), 0);
    return world;
}

void world_run(struct world *world)
{
    world_start_machine(false);
    power_on(world->live, before_step, world);
    begin_life(world);
    (void)uv_run(&world->loop, UV_RUN_DEFAULT);
    power_off();
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info;
    (void)kind;
    (void)where;
    return remove(path);
}

void world_free(struct world *world)
{
    (void)nftw(world->root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    assert_int_equal(uv_loop_close(&world->loop), 0);
    for (size_t i = 0; i < EVENTS_MAX; i++)
        free(world->lines[i]);
    for (size_t i = 0; i < world->cut_count; i++)
        free(world->cuts[i]);
    (void)pthread_mutex_destroy(&world->lock);
    free(world);
}
