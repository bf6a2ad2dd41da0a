/* chat:getThreads and chat:getThread. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "contract/chat.h"
#include "daemon/chat/chat.h"
#include "daemon/chat/cursor.h"
#include "daemon/store/request.h"
#include "daemon/store/threads.h"
#include "rpc/call.h"
#include "rpc/rpc.h"

static struct slice format_time(struct arena *arena, int64_t at)
{
    char text[CLOCK_ISO_SIZE];
    clock_format_iso(at, text);
    return arena_copy(arena, slice_of(text));
}

static void fail(struct store_request *request)
{
    (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "cannot read threads: %s", strerror(-request->status));
}

/* --- chat:getThreads --- */

static int fill_page(struct arena *arena, const struct store_threads *found, int64_t limit,
                     struct chat_get_threads_result *ret_page)
{
    size_t count = found->count > (size_t)limit ? (size_t)limit : found->count;
    struct chat_thread_summary *items = arena_zeroed(arena, (count + 1) * sizeof *items);
    if (!items)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        const struct store_thread *thread = &found->items[i];
        items[i] = (struct chat_thread_summary){.thread_id = thread->id,
                                                .title = thread->title,
                                                .title_is = thread->title_is,
                                                .last_message = thread->last,
                                                .message_count = thread->messages,
                                                .updated_at = format_time(arena, thread->updated_at)};
        if (!items[i].updated_at.data)
            return -ENOMEM;
    }
    *ret_page = (struct chat_get_threads_result){.threads = {items, count}};
    if (found->count > count && count > 0) {
        char cursor[CHAT_CURSOR_SIZE];
        chat_cursor_write(&(struct store_thread_place){found->items[count - 1].updated_at, found->items[count - 1].no},
                          cursor);
        ret_page->next_cursor = arena_copy(arena, slice_of(cursor));
        ret_page->next_cursor_is = FIELD_SET;
        if (!ret_page->next_cursor.data)
            return -ENOMEM;
    }
    return 0;
}

int chat_threads_read(struct store_tx *tx, struct slice app_id, struct slice cursor, int64_t limit, struct arena *arena,
                      struct chat_get_threads_result *ret_page)
{
    struct store_thread_place after = STORE_THREAD_FIRST;
    struct store_threads found = {0};
    if (cursor.size > 0 && chat_cursor_read(cursor, &after) < 0)
        return -EBADMSG;
    int r = store_thread_list(tx, app_id, after, limit + 1, arena, &found);
    return r < 0 ? r : fill_page(arena, &found, limit, ret_page);
}

static int list(struct store_request *request, struct store_tx *tx)
{
    const struct chat_get_threads_params *params = request->call->params;
    struct slice cursor = params->cursor_is == FIELD_SET ? params->cursor : SLICE("");
    return chat_threads_read(tx, SLICE(""), cursor, params->limit, &request->arena, request->more);
}

static void answer_list(struct store_request *request)
{
    if (request->status == -EBADMSG)
        (void)call_refuse(request->call, ERROR_INVALID_PARAMS, "params.cursor",
                          "Invalid params: params.cursor is not the nextCursor of a page");
    else if (request->status < 0)
        fail(request);
    else
        (void)chat_get_threads_reply(request->call, request->more);
}

int chat_get_threads(struct call *call, const struct chat_get_threads_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct chat_get_threads_result), list, answer_list);
}

/* --- chat:getThread --- */

/* The limit of texts when limits.messageBytes is larger: they are in memory twice. */
enum { TEXTS_BYTES = 24 << 20 };

struct showing {
    size_t bytes;
    int64_t before; /* a message; 0: none */
    bool thread_found;
    struct chat_thread result;
};

static int fill_thread(struct arena *arena, const struct store_thread *thread, const struct store_said_rows *rows,
                       struct chat_thread *ret_thread)
{
    struct chat_message *items = arena_zeroed(arena, (rows->count + 1) * sizeof *items);
    if (!items)
        return -ENOMEM;
    for (size_t i = 0; i < rows->count; i++) {
        const struct store_said_row *row = &rows->items[rows->count - 1 - i];
        char id[CHAT_MESSAGE_ID_SIZE];
        (void)snprintf(id, sizeof id, CHAT_MESSAGE_PREFIX "%" PRId64, row->seq);
        items[i] = (struct chat_message){.id = arena_copy(arena, slice_of(id)),
                                         .role = row->role,
                                         .content = row->text,
                                         .created_at = format_time(arena, row->at)};
        if (!items[i].id.data || !items[i].created_at.data)
            return -ENOMEM;
    }
    *ret_thread = (struct chat_thread){.thread_id = thread->id,
                                       .title = thread->title,
                                       .title_is = thread->title_is,
                                       .messages = {items, rows->count},
                                       .created_at = format_time(arena, thread->created_at),
                                       .updated_at = format_time(arena, thread->updated_at)};
    return ret_thread->created_at.data && ret_thread->updated_at.data ? 0 : -ENOMEM;
}

static int show(struct store_request *request, struct store_tx *tx)
{
    const struct chat_get_thread_params *params = request->call->params;
    struct showing *showing = request->more;
    struct store_thread thread = {0};
    struct store_said_rows rows = {0};
    showing->thread_found = false;
    int r = store_thread_find(tx, params->thread_id, &request->arena, &thread);
    if (r < 0)
        return r;
    showing->thread_found = true;
    const struct store_said_filter filter = {.session = thread.no,
                                             .before = showing->before > 0 ? showing->before : INT64_MAX,
                                             .limit = params->limit_is == FIELD_SET ? params->limit : INT64_MAX,
                                             .bytes = showing->bytes};
    if (showing->before > 0)
        r = store_said_exists(tx, thread.no, showing->before);
    if (r < 0 || (showing->before > 0 && r == 0))
        return r < 0 ? r : -ENOENT;
    r = store_said_list(tx, &filter, &request->arena, &rows);
    return r < 0 ? r : fill_thread(&request->arena, &thread, &rows, &showing->result);
}

static void answer_show(struct store_request *request)
{
    const struct chat_get_thread_params *params = request->call->params;
    const struct showing *showing = request->more;
    if (request->status == 0)
        (void)chat_get_thread_reply(request->call, &showing->result);
    else if (request->status == -ENOENT && showing->thread_found)
        (void)call_fail(request->call, ERROR_MESSAGE_NOT_FOUND, "the thread has no message %.*s",
                        SLICE_ARG(params->before));
    else if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_SESSION_NOT_FOUND, "no such thread: %.*s", SLICE_ARG(params->thread_id));
    else if (request->status == -EMSGSIZE)
        (void)call_fail(request->call, ERROR_RESULT_TOO_LONG,
                        "the messages are longer than the limit of a response (%zu bytes); read fewer of them with "
                        "limit and before",
                        showing->bytes);
    else
        fail(request);
}

int chat_get_thread(struct call *call, const struct chat_get_thread_params *params)
{
    size_t bytes = call->rpc->limits.line_bytes;
    struct showing showing = {.bytes = bytes < TEXTS_BYTES ? bytes : TEXTS_BYTES};
    if (params->before_is == FIELD_SET && chat_message_seq(params->before, &showing.before) < 0)
        return call_fail(call, ERROR_MESSAGE_NOT_FOUND, "the thread has no message %.*s", SLICE_ARG(params->before));
    return store_request_read_with(call, &showing, sizeof showing, show, answer_show);
}
