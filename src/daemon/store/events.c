/* Appends to the event log; event_pages.c reads it.
 *
 * The stored body of an event is the text of its params without `{"seq":…,"epoch":…,`. With this prefix it is
 * byte for byte the event that was pushed. */
#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "contract/all.h"
#include "daemon/store/columns.h"
#include "json/copy.h"
#include "json/encode.h"

/* The start of encoded params whose seq and epoch are unset. */
#define UNFILLED "{\"seq\":0,\"epoch\":\"\","
enum { UNFILLED_SIZE = sizeof UNFILLED - 1, FIRST_EVENTS = 64 };

static const size_t batch_limit = (size_t)1 << 30;

/* --- opening --- */

/* Returns an index into contract_events; contract_event_count if this version does not know the event. */
static size_t find_kind(struct slice name)
{
    size_t kind = 0;
    while (kind < contract_event_count && !slice_equal(contract_events[kind]->name, name))
        kind++;
    return kind;
}

static int load_kinds(struct store_tx *tx)
{
    autoreset sqlite3_stmt *list = store_sql(tx, "SELECT no, name FROM kinds");
    int r;
    while ((r = store_step(tx, list)) > 0) {
        size_t kind = find_kind(store_column_bytes(list, 1));
        if (kind < contract_event_count)
            tx->kind_numbers[kind] = sqlite3_column_int64(list, 0);
    }
    return r;
}

static int add_kinds(struct store_tx *tx)
{
    for (size_t kind = 0; kind < contract_event_count; kind++) {
        if (tx->kind_numbers[kind])
            continue;
        autoreset sqlite3_stmt *add = store_sql(tx, "INSERT INTO kinds (name) VALUES (?1)");
        store_bind_slice(add, 1, contract_events[kind]->name);
        int r = store_run(tx, add);
        if (r < 0)
            return r;
        tx->kind_numbers[kind] = sqlite3_last_insert_rowid(tx->db);
    }
    return 0;
}

int store_event_position(struct store_tx *tx, struct store_position *ret_position)
{
    struct store_position position = {.first = 1};
    autoreset sqlite3_stmt *marks = store_sql(tx, "SELECT (SELECT value FROM meta WHERE name = 'epoch'),"
                                                  " coalesce((SELECT value FROM meta WHERE name = 'first_seq'), 1),"
                                                  " max(coalesce((SELECT max(seq) FROM events), 0),"
                                                  " coalesce((SELECT value FROM meta WHERE name = 'last_seq'), 0))");
    int r = store_step(tx, marks);
    if (r < 0)
        return r;
    struct slice epoch = store_column_bytes(marks, 0);
    if (epoch.size >= sizeof position.epoch)
        return store_note(tx, SQLITE_CORRUPT);
    if (epoch.size > 0)
        memcpy(position.epoch, epoch.data, epoch.size);
    position.first = sqlite3_column_int64(marks, 1);
    position.last = sqlite3_column_int64(marks, 2);
    if (position.last < position.first - 1)
        position.last = position.first - 1;
    *ret_position = position;
    return 0;
}

int store_events_open(struct store_tx *tx)
{
    struct store_position position = {0};
    if (contract_event_count > KINDS_MAX)
        return -E2BIG;
    int r = load_kinds(tx);
    if (r == 0 && tx->writes)
        r = add_kinds(tx);
    if (r == 0)
        r = store_event_position(tx, &position);
    if (r < 0)
        return r;
    memcpy(tx->epoch, position.epoch, sizeof tx->epoch);
    tx->first_seq = position.first;
    tx->last_seq = position.last;
    return store_index_open(tx);
}

static unsigned kind_of(const struct event_type *type)
{
    unsigned kind = 0;
    while (kind < contract_event_count && contract_events[kind] != type)
        kind++;
    return kind;
}

int64_t store_kind_number(const struct store_tx *tx, const struct event_type *type)
{
    unsigned kind = kind_of(type);
    return kind < contract_event_count ? tx->kind_numbers[kind] : 0;
}

/* --- lines --- */

/* Writes everything before the body: "{", "jsonrpc" for a notification, the method, and the start of the
 * params. Names and epochs contain no characters that need escaping. */
static int write_head(struct buf *out, struct slice start, struct slice name, int64_t seq, struct slice epoch)
{
    struct slice params = SLICE("\",\"params\":{\"seq\":"), middle = SLICE(",\"epoch\":\""), end = SLICE("\",");
    char *at =
        buf_room(out, start.size + name.size + params.size + BUF_NUMBER_ROOM + middle.size + epoch.size + end.size);
    if (!at)
        return out->error;
    slice_copy(at, start);
    at += start.size;
    slice_copy(at, name);
    at += name.size;
    slice_copy(at, params);
    at = buf_write_signed(at + params.size, seq);
    slice_copy(at, middle);
    at += middle.size;
    slice_copy(at, epoch);
    at += epoch.size;
    slice_copy(at, end);
    out->size = (size_t)(at + end.size - out->data);
    return 0;
}

#define NOTIFICATION SLICE("{\"jsonrpc\":\"2.0\",\"method\":\"")
#define ENTRY SLICE("{\"method\":\"")

int store_event_format(struct buf *out, const struct store_event_row *row, struct slice epoch)
{
    write_head(out, NOTIFICATION, row->name, row->seq, epoch);
    buf_append_slice(out, row->body);
    return buf_append(out, "}\n", 2);
}

int store_event_format_entry(struct buf *out, const struct store_event_row *row, struct slice epoch)
{
    write_head(out, ENTRY, row->name, row->seq, epoch);
    buf_append_slice(out, row->body);
    return buf_append_char(out, '}');
}

/* --- batch --- */

void store_batch_clear(struct store_batch *batch)
{
    free(batch->events);
    buf_clear(&batch->text);
    arena_clear(&batch->params);
    *batch = (struct store_batch){0};
}

void store_batch_cut(struct store_batch *batch, size_t count, size_t size)
{
    batch->count = count;
    batch->text.size = size;
    batch->text.error = 0;
    if (count == 0)
        arena_reset(&batch->params);
}

void store_batch_complete(struct store_batch *batch)
{
    const char *at = batch->text.data;
    for (size_t i = 0; i < batch->count; i++) {
        batch->events[i].line.data = at;
        at += batch->events[i].line.size;
    }
}

static int make_room(struct store_batch *batch)
{
    batch->text.limit = batch->params.limit = batch_limit;
    if (batch->count < batch->capacity)
        return 0;
    size_t capacity = batch->capacity ? 2 * batch->capacity : FIRST_EVENTS;
    struct store_event *events = reallocarray(batch->events, capacity, sizeof *events);
    if (!events)
        return -ENOMEM;
    batch->events = events;
    batch->capacity = capacity;
    return 0;
}

/* --- formatting --- */

/* Writes the line to the end of the batch's text; *ret_body is the part to be stored. Encodes the params in
 * place: their unset prefix overwrites the end of the head, which is then restored. */
static int write_line(struct store_tx *tx, const struct event_type *type, int64_t seq, const void *params,
                      struct slice *ret_body)
{
    struct buf *text = &tx->batch.text;
    char end[UNFILLED_SIZE];
    int r = write_head(text, NOTIFICATION, type->name, seq, slice_of(tx->epoch));
    if (r < 0)
        return r;
    size_t body = text->size;
    memcpy(end, text->data + body - UNFILLED_SIZE, UNFILLED_SIZE);
    text->size -= UNFILLED_SIZE;
    r = json_encode(text, type->params, params);
    if (r < 0)
        return r;
    char *start = text->data + body - UNFILLED_SIZE;
    if (text->size <= body || memcmp(start, UNFILLED, UNFILLED_SIZE) != 0)
        return -EINVAL;
    memcpy(start, end, UNFILLED_SIZE);
    size_t size = text->size - body;
    r = buf_append(text, "}\n", 2);
    *ret_body = (struct slice){text->data + body, size};
    return r;
}

/* --- inserting rows --- */

enum { ROWS_AT_ONCE = 16, COLUMNS = 6 };

#define INSERT "INSERT INTO events (seq, kind, session, task, at, body) VALUES "
#define ROW "(?, ?, ?, ?, ?, ?)"
#define ROWS_4 ROW ", " ROW ", " ROW ", " ROW

/* The other columns of a row. `body` is an offset, because the text moves when it grows. `at` is the daemon's
 * time, which retention uses: the timestamp in the body may be an agent's. */
struct row {
    int64_t at;
    size_t body, size;
};

static void bind_row(const struct store_tx *tx, sqlite3_stmt *add, int first, const struct store_event *event,
                     const struct row *row)
{
    (void)sqlite3_bind_int64(add, first, event->seq);
    (void)sqlite3_bind_int64(add, first + 1, tx->kind_numbers[event->kind]);
    store_bind_number(add, first + 2, event->session ? FIELD_SET : FIELD_ABSENT, event->session);
    store_bind_number(add, first + 3, event->task ? FIELD_SET : FIELD_ABSENT, event->task);
    (void)sqlite3_bind_int64(add, first + 4, row->at);
    store_bind_slice(add, first + 5, (struct slice){tx->batch.text.data + row->body, row->size});
}

/* Inserts several rows per statement, because a statement costs more than a row. */
static int insert(struct store_tx *tx, const struct store_event *events, const struct row *rows, size_t count)
{
    if (count == ROWS_AT_ONCE) {
        autoreset sqlite3_stmt *many = store_sql(tx, INSERT ROWS_4 ", " ROWS_4 ", " ROWS_4 ", " ROWS_4);
        for (size_t i = 0; i < count && many; i++)
            bind_row(tx, many, (int)i * COLUMNS + 1, &events[i], &rows[i]);
        return store_run(tx, many);
    }
    int r = 0;
    for (size_t i = 0; i < count && r == 0; i++) {
        autoreset sqlite3_stmt *one = store_sql(tx, INSERT ROW);
        if (one)
            bind_row(tx, one, 1, &events[i], &rows[i]);
        r = store_run(tx, one);
    }
    return r;
}

/* --- appending --- */

/* Copies the params for the loop if it reacts to this event, so that it need not parse JSON. */
static int keep_params(struct store_tx *tx, const struct event_type *type, const void *params, const void **ret_copy)
{
    size_t i = 0;
    while (i < tx->typed_count && tx->typed[i] != type)
        i++;
    if (i == tx->typed_count)
        return 0;
    size_t size = type->params->size;
    char *copy = arena_alloc(&tx->batch.params, size + json_copy_size(type->params, params));
    if (!copy)
        return -ENOMEM;
    json_copy(type->params, params, copy, copy + size);
    *ret_copy = copy;
    return 0;
}

/* Appends a line to the batch, without inserting its row. */
static int add_line(struct store_tx *tx, const struct event_type *type, struct store_event event, const void *params,
                    struct row *ret_row)
{
    struct store_batch *batch = &tx->batch;
    struct slice body = {0};
    size_t start = batch->text.size;
    int r = make_room(batch);
    event.seq = tx->last_seq + 1;
    if (r == 0)
        r = write_line(tx, type, event.seq, params, &body);
    if (r == 0)
        r = keep_params(tx, type, params, &event.params);
    if (r < 0) {
        store_batch_cut(batch, batch->count, start);
        return r;
    }
    ret_row->body = (size_t)(body.data - batch->text.data);
    ret_row->size = body.size;
    event.line.size = batch->text.size - start;
    batch->events[batch->count++] = event;
    tx->last_seq++;
    return 0;
}

static int find_task(struct store_tx *tx, int64_t task)
{
    if (task == tx->known_task)
        return 0;
    autoreset sqlite3_stmt *find = store_sql(tx, "SELECT 1 FROM tasks WHERE no = ?1");
    (void)sqlite3_bind_int64(find, 1, task);
    int r = store_step(tx, find);
    return r == 0 ? store_note(tx, SQLITE_CONSTRAINT_FOREIGNKEY) : r < 0 ? r : 0;
}

int store_event_add_many(struct store_tx *tx, const struct event_type *type, int64_t session, int64_t task,
                         const void *params, size_t count)
{
    struct store_batch *batch = &tx->batch;
    struct row rows[ROWS_AT_ONCE];
    size_t first = batch->count, text = batch->text.size;
    int64_t last_seq = tx->last_seq, now = clock_epoch_ms();
    struct store_event event = {.kind = kind_of(type), .session = session, .task = task};
    if (!tx->writes || event.kind == contract_event_count || type->params->kind != SHAPE_OBJECT)
        return -EINVAL;
    int r = task ? find_task(tx, task) : 0;
    for (size_t done = 0; done < count && r == 0;) {
        size_t some = count - done < ROWS_AT_ONCE ? count - done : ROWS_AT_ONCE;
        for (size_t i = 0; i < some && r == 0; i++) {
            rows[i].at = now;
            r = add_line(tx, type, event, (const char *)params + (done + i) * type->params->size, &rows[i]);
        }
        if (r == 0)
            r = insert(tx, batch->events + batch->count - some, rows, some);
        done += some;
    }
    if (r < 0) { /* inserted rows are rolled back with the change */
        store_batch_cut(batch, first, text);
        tx->last_seq = last_seq;
    }
    return r;
}

int store_event_add(struct store_tx *tx, const struct event_type *type, int64_t session, int64_t task,
                    const void *params)
{
    return store_event_add_many(tx, type, session, task, params, 1);
}
