/* Generated from contract/chat.json by contract/generate; do not edit. */
/* Talk to an agent. A thread is a session, seen as a conversation of complete messages. */
#pragma once

#include "rpc/method.h"
#include "contract/chat_types.h"
#include "contract/task_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method chat.send: Send a message to a thread, as a task. Without a thread, start a new one. */

struct chat_send_params {
    struct slice message;
    int64_t priority;
    /* The id of a session. */
    struct slice thread_id;
    enum field_is thread_id_is;
    /* An absolute path, as in task.submit; absent: the thread's working directory. */
    struct slice cwd;
    enum field_is cwd_is;
    /* As in task.submit. */
    struct task_attachments attachments;
    enum field_is attachments_is;
};

struct chat_send_result {
    struct slice task_id;
    struct slice thread_id;
};

extern const struct shape chat_send_params_shape;
extern const struct shape chat_send_result_shape;
extern const struct method chat_send_method;
int chat_send(struct call *call, const struct chat_send_params *params);

static inline int chat_send_reply(struct call *call, const struct chat_send_result *result)
{
    return call_reply(call, result);
}

/* Method chat:getThreads: List threads, the one with the newest message first.
 *
 * nextCursor is absent on the last page. A thread that gets a message while a client reads the pages moves to the
 * front; the other threads are on exactly one page. */

struct chat_get_threads_params {
    int64_t limit;
    /* nextCursor of the page before. */
    struct slice cursor;
    enum field_is cursor_is;
};

struct chat_get_threads_result_threads {
    struct chat_thread_summary *items;
    size_t count;
};

struct chat_get_threads_result {
    struct chat_get_threads_result_threads threads;
    struct slice next_cursor;
    enum field_is next_cursor_is;
};

extern const struct shape chat_get_threads_params_shape;
extern const struct shape chat_get_threads_result_shape;
extern const struct method chat_get_threads_method;
int chat_get_threads(struct call *call, const struct chat_get_threads_params *params);

static inline int chat_get_threads_reply(struct call *call, const struct chat_get_threads_result *result)
{
    return call_reply(call, result);
}

/* Method chat:getThread: Show the messages of a thread: all, or some of them from its end.
 *
 * The messages outlive the retention of events. If they are together longer than a message of the protocol may be,
 * the request fails with result_too_long; then read them in pages with limit and before. */

struct chat_get_thread_params {
    struct slice thread_id;
    /* The newest messages only; absent: all. */
    int64_t limit;
    enum field_is limit_is;
    /* The id of a message: only older ones. */
    struct slice before;
    enum field_is before_is;
};

extern const struct shape chat_get_thread_params_shape;
extern const struct method chat_get_thread_method;
int chat_get_thread(struct call *call, const struct chat_get_thread_params *params);

static inline int chat_get_thread_reply(struct call *call, const struct chat_thread *result)
{
    return call_reply(call, result);
}
