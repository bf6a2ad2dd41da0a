/* get_execution_context: what was said in the session before, read from the log. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "contract/all.h"
#include "contract/task.h"
#include "daemon/broker/broker.h"
#include "daemon/daemon.h"
#include "daemon/executor/internal.h"
#include "daemon/store/request.h"
#include "daemon/store/rows.h"
#include "rpc/call.h"
#include "json/decode.h"
#include "json/read.h"
#include "json/write.h"

enum {
    SAID_BYTES = 4 << 20,
    WINDOW = 4096, /* of the log, read from its end; each further one is twice as long */
    ARENA_BYTES = 64 << 20,
    BODY_BYTES = 32 << 20,
    FILES_MAX = 2,
};

struct context {
    struct store_query query;
    struct daemon *daemon;
    struct call *call; /* deferred, and held */
    struct arena arena;
    char *session_id, *task_id, *cwd, *model, *model_socket; /* copies: the run may end meanwhile */
    /* Filled on the reader thread: */
    struct executor_said *said; /* newest first; each has a block of its own, where its content begins */
    size_t count, capacity, bytes;
    struct slice files[FILES_MAX];
    size_t file_count;
};

/* A window of the log is read forward, and its rows are turned round. Of a long one only the newest are kept. */
struct window {
    struct context *context;
    struct arena scratch;
    struct buf body;
    size_t first; /* of context->said */
    size_t start; /* of those that are kept */
    size_t bytes; /* of these */
};

static size_t weigh(const struct executor_said *said)
{
    return said->content.text.size + said->type.size + said->task_id.size + 128;
}

static void drop(struct context *context, size_t index)
{
    context->bytes -= weigh(&context->said[index]);
    free((char *)context->said[index].content.text.data);
}

static void context_free(struct context *context)
{
    for (size_t i = 0; i < context->count; i++)
        drop(context, i);
    free(context->said);
    arena_clear(&context->arena);
    free(context->session_id);
    free(context->task_id);
    free(context->cwd);
    free(context->model);
    free(context->model_socket);
    free(context);
}

/* --- on the reader thread ------------------------------------------------------------------------- */

/* What was dropped of the window leaves its place. */
static void close_up(struct window *window)
{
    struct context *context = window->context;
    if (window->start == window->first)
        return;
    memmove(context->said + window->first, context->said + window->start,
            (context->count - window->start) * sizeof *context->said);
    context->count -= window->start - window->first;
    window->start = window->first;
}

static int make_room(struct window *window)
{
    struct context *context = window->context;
    if (context->count < context->capacity)
        return 0;
    if (window->start > window->first) {
        close_up(window);
        return 0;
    }
    size_t capacity = context->capacity ? 2 * context->capacity : 64;
    struct executor_said *more = realloc(context->said, capacity * sizeof *more);
    if (!more)
        return -ENOMEM;
    context->said = more;
    context->capacity = capacity;
    return 0;
}

static int push(struct window *window, const struct event_message_created_params *params)
{
    struct context *context = window->context;
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
    struct executor_said *said = &context->said[context->count++];
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
    context->bytes += weigh(said);
    for (window->bytes += weigh(said); window->bytes > SAID_BYTES && window->start + 1 < context->count;) {
        window->bytes -= weigh(&context->said[window->start]);
        drop(context, window->start++);
    }
    return 0;
}

static int add_row(void *user, const struct store_event_row *row)
{
    struct window *window = user;
    struct event_message_created_params params;
    struct json_error syntax;
    struct decode_error error;
    yyjson_val *root = NULL;
    buf_reset(&window->body, SAID_BYTES);
    buf_append_text(&window->body, "{\"seq\":0,\"epoch\":\"\",");
    int r = buf_append_slice(&window->body, row->body);
    if (r == 0)
        r = json_read(&window->scratch, buf_slice(&window->body), &root, &syntax);
    if (r == 0)
        r = json_decode(&window->scratch, event_message_created_event.params, root, "event", &params, &error);
    if (r == 0 && !slice_is(params.task_id, window->context->task_id))
        r = push(window, &params);
    arena_reset(&window->scratch);
    return r == -EINVAL ? 0 : r; /* of another version */
}

static void turn_round(struct executor_said *items, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        struct executor_said item = items[i];
        items[i] = items[count - 1 - i];
        items[count - 1 - i] = item;
    }
}

static int read_window(struct window *window, struct store_tx *tx, const struct store_event_filter *filter,
                       int64_t from, int64_t upto)
{
    struct store_event_page page = {
        .from = from, .upto = upto, .rows = SIZE_MAX, .bytes = SIZE_MAX, .looked_at = SIZE_MAX};
    window->first = window->start = window->context->count;
    window->bytes = 0;
    int r = store_event_read(tx, filter, &page, add_row, window);
    close_up(window);
    turn_round(window->context->said + window->first, window->context->count - window->first);
    return r;
}

static int read_said(struct context *context, struct store_tx *tx)
{
    struct store_session session = {0};
    struct store_position position = {0};
    struct store_event_filter filter = {0};
    struct window window = {.context = context, .scratch = ARENA_LIMITED(ARENA_BYTES), .body = BUF_LIMITED(BODY_BYTES)};
    int r = store_session_find(tx, slice_of(context->session_id), &context->arena, &session);
    if (r == 0)
        r = store_event_position(tx, &position);
    if (r < 0)
        return r;
    filter.session = session.no;
    for (unsigned i = 0; i < contract_event_count; i++)
        if (contract_events[i] == &event_message_created_event)
            store_kinds_add(&filter.kinds, i);
    int64_t size = WINDOW;
    for (int64_t upto = position.last; upto >= position.first && context->bytes < SAID_BYTES && r == 0; size *= 2) {
        int64_t from = upto - position.first < size ? position.first : upto - size + 1;
        r = read_window(&window, tx, &filter, from, upto);
        upto = from - 1;
    }
    arena_clear(&window.scratch);
    buf_clear(&window.body);
    return r;
}

static void cut(struct context *context)
{
    size_t bytes = 0, count = 0;
    while (count < context->count && bytes + weigh(&context->said[count]) <= SAID_BYTES)
        bytes += weigh(&context->said[count++]);
    for (size_t i = count; i < context->count; i++)
        drop(context, i);
    context->count = count;
    turn_round(context->said, count);
}

static void find_files(struct context *context)
{
    static const char *const names[FILES_MAX] = {"CLAUDE.md", "AGENTS.md"};
    int directory = open(context->cwd, O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (size_t i = 0; directory >= 0 && i < FILES_MAX; i++)
        if (faccessat(directory, names[i], R_OK, 0) == 0)
            context->files[context->file_count++] = slice_of(names[i]);
    if (directory >= 0)
        close(directory);
}

static int run_query(struct store_query *query, struct store_tx *tx)
{
    struct context *context = list_member(query, struct context, query);
    find_files(context);
    int r = read_said(context, tx);
    cut(context);
    return r;
}

/* --- on the loop ----------------------------------------------------------------------------------- */

static void on_read(struct store_query *query)
{
    struct context *context = list_member(query, struct context, query);
    if (query->status < 0)
        (void)store_fail_call(context->daemon, context->call, query->status);
    else
        (void)get_execution_context_reply(context->call,
                                          &(struct get_execution_context_result){
                                              .session_id = slice_of(context->session_id),
                                              .task_id = slice_of(context->task_id),
                                              .messages = {context->said, context->count},
                                              .context_files = {context->files, context->file_count},
                                              .model_config = {.model = slice_of(context->model)},
                                              .model_config_is = context->model ? FIELD_SET : FIELD_ABSENT,
                                              .model_socket = slice_of(context->model_socket),
                                              .model_socket_is = context->model_socket ? FIELD_SET : FIELD_ABSENT,
                                          });
    (void)call_drop(context->call);
    context_free(context);
}

static char *copy_of(struct slice text)
{
    return strndup(text.data, text.size);
}

static struct context *context_new(const struct executor *executor)
{
    const struct executor_run *run = executor->run;
    struct slice socket = broker_socket_path(executor);
    struct context *context = calloc(1, sizeof *context);
    if (!context)
        return NULL;
    bool has_model = run->session->model_is == FIELD_SET;
    context->daemon = run->daemon;
    context->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    context->session_id = copy_of(run->task->session_id);
    context->task_id = copy_of(run->task->id);
    context->cwd = copy_of(run->task->cwd);
    context->model = has_model ? copy_of(run->session->model) : NULL;
    context->model_socket = socket.size > 0 ? copy_of(socket) : NULL;
    if (context->session_id && context->task_id && context->cwd && (context->model || !has_model) &&
        (context->model_socket || socket.size == 0))
        return context;
    context_free(context);
    return NULL;
}

int get_execution_context(struct call *call, const struct get_execution_context_params *params)
{
    struct executor *executor = executor_of(call);
    if (!executor_token_admits(executor, params->session_token, NULL, "get_execution_context"))
        return call_fail(call, ERROR_TOKEN_REFUSED, "the token is not the one of this executor's task");
    if (!executor->daemon->store)
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    struct context *context = context_new(executor);
    if (!context)
        return -ENOMEM;
    int r = call_defer(call, NULL, NULL, &context->call);
    if (r < 0) {
        context_free(context);
        return r;
    }
    call_hold(context->call);
    context->query = (struct store_query){.run = run_query, .done = on_read};
    store_read(context->daemon->store, &context->query);
    return 0;
}
