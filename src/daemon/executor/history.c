#include "daemon/executor/history.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "contract/all.h"
#include "contract/task.h"
#include "daemon/store/rows.h"
#include "daemon/store/store.h"
#include "json/decode.h"
#include "json/read.h"
#include "json/write.h"

enum {
    SAID_BYTES = 4 << 20,
    WINDOW = 256,           /* rows of the log, from its end; doubled for each further window */
    WINDOW_AFTER = 64,      /* the same if few messages are wanted */
    WINDOW_BYTES = 1 << 20, /* the window is halved if it had more bytes than this */
    WINDOW_MAX = 65536,
    LOOKED_AT_BYTES = 64 << 20, /* the limit of bytes to read */
    ARENA_BYTES = 64 << 20,
    BODY_BYTES = 32 << 20,
};

struct history_mark {
    enum { MARK_OTHER, MARK_PIECE, MARK_BEGINNING, MARK_WHOLE, MARK_MESSAGE } kind;
    int64_t index; /* of the content block; -1: unknown */
};

/* A window of the log is read forward, then its messages are reversed. Of a long window only the newest are kept. */
struct window {
    struct history *history;
    const struct history_query *query;
    struct arena scratch;
    struct buf body;
    size_t first; /* index of its first message in history->said */
    size_t start; /* index of the first message that is kept */
    size_t bytes; /* of the kept messages */
    bool is_cut;  /* messages were dropped to keep these */
};

/* --- kept messages --- */

static size_t size_of(const struct executor_said *said)
{
    return said->content.text.size + said->type.size + said->task_id.size + 128;
}

static void drop(struct history *history, size_t index)
{
    history->bytes -= size_of(&history->said[index]);
    free((char *)history->said[index].content.text.data);
}

void history_clear(struct history *history)
{
    for (size_t i = 0; i < history->count; i++)
        drop(history, i);
    free(history->said);
    free(history->marks);
    arena_clear(&history->arena);
    *history = (struct history){0};
}

static void move(struct history *history, size_t to, size_t from, size_t count)
{
    memmove(history->said + to, history->said + from, count * sizeof *history->said);
    memmove(history->marks + to, history->marks + from, count * sizeof *history->marks);
}

/* Removes the gap that dropped messages left. */
static void close_up(struct window *window)
{
    struct history *history = window->history;
    if (window->start == window->first)
        return;
    move(history, window->first, window->start, history->count - window->start);
    history->count -= window->start - window->first;
    window->start = window->first;
}

static int make_room(struct window *window)
{
    struct history *history = window->history;
    if (history->count < history->capacity)
        return 0;
    if (window->start > window->first) {
        close_up(window);
        return 0;
    }
    size_t capacity = history->capacity ? 2 * history->capacity : 64;
    struct executor_said *said = realloc(history->said, capacity * sizeof *said);
    if (!said)
        return -ENOMEM;
    history->said = said;
    struct history_mark *marks = realloc(history->marks, capacity * sizeof *marks);
    if (!marks)
        return -ENOMEM;
    history->marks = marks;
    history->capacity = capacity;
    return 0;
}

static int push(struct window *window, const struct event_message_created_params *params, struct history_mark mark)
{
    struct history *history = window->history;
    struct buf text = BUF_LIMITED(BODY_BYTES);
    int r = json_write_any(&text, &params->data);
    struct slice content = buf_slice(&text);
    char *block = r == 0 ? malloc(content.size + params->type.size + params->task_id.size + 1) : NULL;
    if (r == 0)
        r = block ? make_room(window) : -ENOMEM;
    if (r < 0 || !block) {
        free(block);
        buf_clear(&text);
        return r;
    }
    char *type = block + content.size, *task_id = type + params->type.size;
    slice_copy(block, content);
    slice_copy(type, params->type);
    slice_copy(task_id, params->task_id);
    buf_clear(&text);
    history->marks[history->count] = mark;
    struct executor_said *said = &history->said[history->count++];
    *said = (struct executor_said){
        .role = params->role == EVENT_MESSAGE_CREATED_PARAMS_ROLE_USER ? EXECUTOR_SAID_ROLE_USER
                                                                       : EXECUTOR_SAID_ROLE_ASSISTANT,
        .type = {type, params->type.size},
        .content = {.text = {block, content.size}},
        .task_id = {task_id, params->task_id.size},
        .task_id_is = FIELD_SET,
        .timestamp = params->timestamp,
        .timestamp_is = FIELD_SET,
    };
    history->bytes += size_of(said);
    for (window->bytes += size_of(said); window->bytes > window->query->bytes && window->start + 1 < history->count;) {
        window->bytes -= size_of(&history->said[window->start]);
        drop(history, window->start++);
        window->is_cut = true;
    }
    return 0;
}

/* --- pieces of complete blocks --- */

static struct history_mark mark_of(const struct event_message_created_params *params)
{
    struct history_mark mark = {.kind = MARK_OTHER, .index = -1};
    yyjson_val *data = (yyjson_val *)params->data.value, *index = yyjson_obj_get(data, "index");
    if (slice_is(params->type, "content_block_delta") || slice_is(params->type, "thinking_chunk"))
        mark.kind = MARK_PIECE;
    else if (slice_is(params->type, "content_block_start"))
        mark.kind = MARK_BEGINNING;
    else if (slice_is(params->type, "message_start"))
        mark.kind = MARK_MESSAGE;
    else if (slice_is(params->type, "content_block_stop") && yyjson_is_obj(yyjson_obj_get(data, "content_block")))
        mark.kind = MARK_WHOLE;
    int64_t number = -1;
    if (index && json_integer(index, &number) == 0 && number >= 0)
        mark.index = number;
    return mark;
}

/* Drops the pieces of a block, from the newest message of the window back to the beginning of the block. False: the
 * beginning is not in the window. */
static bool drop_pieces(struct window *window, struct slice task_id, int64_t index)
{
    struct history *history = window->history;
    size_t at = history->count, kept = at; /* [kept, count) stays */
    bool begun = false;
    while (at > window->start && !begun) {
        const struct executor_said *said = &history->said[--at];
        struct history_mark mark = history->marks[at];
        bool same = slice_equal(said->task_id, task_id);
        if (same && mark.kind == MARK_PIECE && mark.index == index) {
            window->bytes -= size_of(said);
            drop(history, at);
            continue;
        }
        begun = !same || mark.kind == MARK_MESSAGE || (mark.kind == MARK_BEGINNING && mark.index == index);
        if (--kept != at)
            move(history, kept, at, 1);
    }
    move(history, at, kept, history->count - kept);
    history->count -= kept - at;
    return begun;
}

static int add_whole(struct window *window, struct slice task_id, int64_t index)
{
    struct history *history = window->history;
    if (drop_pieces(window, task_id, index) || history->pending_count == HISTORY_PENDING_MAX)
        return 0;
    struct slice copy = arena_copy(&history->arena, task_id);
    if (!copy.data)
        return -ENOMEM;
    history->pending[history->pending_count++] = (struct history_block){copy, index};
    return 0;
}

/* A message of after_task was found: drops everything before it. */
static void start_after_task(struct window *window)
{
    struct history *history = window->history;
    while (history->count > window->start)
        drop(history, --history->count);
    window->bytes = 0;
    window->is_cut = false;
    history->continues = true;
}

/* --- reading --- */

static int add_row(void *user, const struct store_event_row *row)
{
    struct window *window = user;
    struct event_message_created_params params;
    struct json_error syntax;
    struct decode_error error;
    yyjson_val *root = NULL;
    window->history->looked_at += row->body.size;
    buf_reset(&window->body, SAID_BYTES);
    buf_append_text(&window->body, "{\"seq\":0,\"epoch\":\"\",");
    int r = buf_append_slice(&window->body, row->body);
    if (r == 0)
        r = json_read(&window->scratch, buf_slice(&window->body), &root, &syntax);
    if (r == 0)
        r = json_decode(&window->scratch, event_message_created_event.params, root, "event", &params, &error);
    if (r == 0 && window->query->after_task.size > 0 && slice_equal(params.task_id, window->query->after_task)) {
        start_after_task(window);
    } else if (r == 0 && !slice_equal(params.task_id, window->query->task_id)) {
        struct history_mark mark = mark_of(&params);
        if (mark.kind == MARK_WHOLE && mark.index >= 0)
            r = add_whole(window, params.task_id, mark.index);
        if (r == 0)
            r = push(window, &params, mark);
    }
    arena_reset(&window->scratch);
    return r == -EINVAL ? 0 : r; /* skip a row that another version wrote */
}

static void reverse(struct history *history, size_t first)
{
    for (size_t a = first, b = history->count; a + 1 < b; a++) {
        struct executor_said said = history->said[a];
        struct history_mark mark = history->marks[a];
        b--;
        history->said[a] = history->said[b];
        history->marks[a] = history->marks[b];
        history->said[b] = said;
        history->marks[b] = mark;
    }
}

static int read_window(struct window *window, struct store_tx *tx, const struct store_event_filter *filter,
                       int64_t from, int64_t upto)
{
    struct history *history = window->history;
    struct store_event_page page = {
        .from = from, .upto = upto, .rows = SIZE_MAX, .bytes = SIZE_MAX, .looked_at = SIZE_MAX};
    size_t before = history->pending_count, left = 0;
    window->first = window->start = history->count;
    window->bytes = 0;
    window->is_cut = false;
    int r = store_event_read(tx, filter, &page, add_row, window);
    history->is_cut = history->is_cut || window->is_cut;
    for (size_t i = 0; i < history->pending_count; i++)
        if (i >= before || !drop_pieces(window, history->pending[i].task_id, history->pending[i].index))
            history->pending[left++] = history->pending[i];
    history->pending_count = left;
    close_up(window);
    reverse(history, window->first);
    return r;
}

/* Keeps the newest messages that fit; `said` has the newest first here. */
static void cut(struct history *history, size_t limit)
{
    size_t bytes = 0, count = 0;
    while (count < history->count && bytes + size_of(&history->said[count]) <= limit)
        bytes += size_of(&history->said[count++]);
    history->continues = history->continues && !history->is_cut && count == history->count;
    for (size_t i = count; i < history->count; i++)
        drop(history, i);
    history->count = count;
    reverse(history, 0);
}

static int begin(struct history *history, struct store_tx *tx, const struct history_query *query)
{
    struct store_session session = {0};
    struct store_position position = {0};
    history->arena.limit = ARENA_BYTES;
    int r = store_session_find(tx, query->session_id, &history->arena, &session);
    if (r == 0)
        r = store_event_position(tx, &position);
    if (r < 0)
        return r;
    history->begun = true;
    history->filter.session = session.no;
    for (unsigned i = 0; i < contract_event_count; i++)
        if (contract_events[i] == &event_message_created_event)
            store_kinds_add(&history->filter.kinds, i);
    history->first = position.first;
    history->upto = position.last;
    history->window = query->after_task.size > 0 ? WINDOW_AFTER : WINDOW;
    return 0;
}

/* Adapts the size of the window: a few long rows are as much work as many short ones. */
static int read_step(struct history *history, struct store_tx *tx, struct window *window)
{
    size_t before = history->looked_at;
    int64_t upto = history->upto, size = history->window;
    int64_t from = upto - history->first < size ? history->first : upto - size + 1;
    int r = read_window(window, tx, &history->filter, from, upto);
    history->upto = from - 1;
    if (history->looked_at - before > WINDOW_BYTES)
        history->window = size > 1 ? size / 2 : 1;
    else if (size < WINDOW_MAX)
        history->window = 2 * size;
    return r;
}

int history_read(struct history *history, struct store_tx *tx, const struct history_query *query)
{
    struct history_query limited = *query;
    struct window window = {
        .history = history, .query = &limited, .scratch = ARENA_LIMITED(ARENA_BYTES), .body = BUF_LIMITED(BODY_BYTES)};
    limited.bytes = query->bytes < SAID_BYTES ? query->bytes : SAID_BYTES;
    int r = history->begun ? 0 : begin(history, tx, query);
    if (r < 0)
        return r;
    bool wanted = history->upto >= history->first && history->bytes < limited.bytes &&
                  history->looked_at < LOOKED_AT_BYTES && !history->continues;
    if (wanted) {
        r = read_step(history, tx, &window);
        arena_clear(&window.scratch);
        buf_clear(&window.body);
        return r < 0 ? r : 1;
    }
    cut(history, limited.bytes);
    return 0;
}
