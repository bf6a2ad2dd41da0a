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

/* Method chat:sendMessage: Send a message to a thread, and stream the answer through a port. Without a thread, start
 * a new one.
 *
 * Before the result, chat:streamPort brings the port. Nothing is submitted until the client writes the three bytes
 * ACK to the port, within 5 s; then the port carries chunks, each as `data: JSON` and an empty line, and closes
 * after the last one, finish or error. A client that said acceptsDescriptors: false in initialize gets no
 * descriptor: it calls chat:ack, and gets the chunks as chat:streamChunk. A second message in a busy thread waits
 * behind the first, with its own port. */

struct chat_send_message_params {
    /* The id of a session. */
    struct slice thread_id;
    enum field_is thread_id_is;
    struct slice content;
    /* The app that sends the message: a new thread is created for it, and a thread that exists must be one of its
     * own. */
    struct slice app_id;
    enum field_is app_id_is;
};

struct chat_send_message_result {
    struct slice thread_id;
    /* The id of the task that the ACK submits. */
    struct slice task_id;
};

extern const struct shape chat_send_message_params_shape;
extern const struct shape chat_send_message_result_shape;
extern const struct method chat_send_message_method;
int chat_send_message(struct call *call, const struct chat_send_message_params *params);

static inline int chat_send_message_reply(struct call *call, const struct chat_send_message_result *result)
{
    return call_reply(call, result);
}

/* Method chat:ack: Let the task of a port begin, for a client that gets its chunks as notifications. */

struct chat_ack_params {
    struct slice task_id;
};

struct chat_ack_result {
    bool acknowledged;
};

extern const struct shape chat_ack_params_shape;
extern const struct shape chat_ack_result_shape;
extern const struct method chat_ack_method;
int chat_ack(struct call *call, const struct chat_ack_params *params);

static inline int chat_ack_reply(struct call *call, const struct chat_ack_result *result)
{
    return call_reply(call, result);
}

/* Method chat:resume: Stream the answer of a task once more, from its beginning.
 *
 * As for chat:sendMessage, the port comes first, and chunks follow the ACK. The task may still run, or have ended.
 * The chunks are those of the first time, so a client that has lost its connection can skip the ones that it has. */

struct chat_resume_params {
    struct slice task_id;
};

struct chat_resume_result {
    struct slice thread_id;
    struct slice task_id;
};

extern const struct shape chat_resume_params_shape;
extern const struct shape chat_resume_result_shape;
extern const struct method chat_resume_method;
int chat_resume(struct call *call, const struct chat_resume_params *params);

static inline int chat_resume_reply(struct call *call, const struct chat_resume_result *result)
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

/* Event chat:streamPort: The port of a message: a descriptor comes with this notification, one end of a socket pair.
 *
 * Sent to the client that called chat:sendMessage, before the result, whatever it opted out of. Without a descriptor
 * for a client that cannot receive one. */

struct chat_stream_port_params {
    struct slice thread_id;
    struct slice task_id;
};

extern const struct shape chat_stream_port_params_shape;
extern const struct event_type chat_stream_port_event;

/* Event chat:streamChunk: A chunk of an answer, for a client that cannot receive descriptors. */

struct chat_stream_chunk_params {
    struct slice task_id;
    struct slice thread_id;
    /* An object with the type text-delta (textDelta), tool-call (toolCallId, toolName, args), tool-result
     * (toolCallId, result), error (error) or finish (usage, if it is known). After finish or error no other follows. */
    struct json_any chunk;
};

extern const struct shape chat_stream_chunk_params_shape;
extern const struct event_type chat_stream_chunk_event;
