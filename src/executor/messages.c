/* Messages of a task: gathered for one turn of the loop, sent in batches, kept until they are confirmed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "executor/task.h"
#include "rpc/call.h"
#include "json/encode.h"
#include "json/write.h"

/* The limit of a batch in bytes: longer lines are parsed on another thread. UNSENT_HIGH limits the output buffer of the
 * connection; other messages stay here, where they can still be confirmed or sent on another connection. */
enum { BATCH_BYTES = 128 << 10, UNSENT_HIGH = 128 << 10, UNSENT_LOW = 32 << 10, LINE_KEPT = 256 << 10 };

/* --- keeping --- */

static void look_at_agent(struct task *task)
{
    bool paused = task->kept_bytes > (task->agent_paused ? TASK_KEPT_LOW : TASK_KEPT_MAX);
    if (paused == task->agent_paused || task->ended)
        return;
    task->agent_paused = paused;
    task->adapter->pause(task, paused);
}

static void drop(struct task *task, struct message *message)
{
    if (task->unsent == &message->link)
        task->unsent = message->link.next;
    list_remove(&message->link);
    task->kept_bytes -= message->bytes;
    free(message);
}

static struct message *first_unsent(const struct task *task)
{
    return task->unsent == &task->messages ? NULL : list_member(task->unsent, struct message, link);
}

int messages_add(struct task *task, enum message_what what, struct slice type, struct slice text)
{
    struct executor *executor = task->executor;
    size_t bytes = sizeof(struct message) + type.size + text.size;
    struct message *message = malloc(bytes);
    if (!message)
        return -ENOMEM;
    char *at = (char *)(message + 1);
    slice_copy(at, type);
    slice_copy(at + type.size, text);
    *message = (struct message){
        .what = what,
        .sequence = what == MESSAGE_EVENT ? ++task->sequence : 0,
        .timestamp = clock_epoch_ms(),
        .type = {at, type.size},
        .text = {at + type.size, text.size},
        .bytes = bytes,
    };
    list_append(&task->messages, &message->link);
    if (task->unsent == &task->messages)
        task->unsent = &message->link;
    task->unsent_count++;
    task->kept_bytes += bytes;
    look_at_agent(task);
    if (task->unsent_count >= executor->options.batch_messages ||
        message->timestamp - first_unsent(task)->timestamp >= (int64_t)executor->options.batch_ms)
        messages_send(executor); /* may free the task */
    messages_send_soon(executor);
    return 0;
}

void messages_confirmed(struct task *task, int64_t sequence)
{
    if (sequence > task->sequence)
        sequence = task->sequence;
    if (sequence > task->confirmed)
        task->confirmed = sequence;
    bool sent = true;
    for (struct list *link = task->messages.next, *next; link != &task->messages; link = next) {
        next = link->next;
        struct message *message = list_member(link, struct message, link);
        sent = sent && link != task->unsent;
        if (message->what != MESSAGE_EVENT)
            continue;
        if (message->sequence > sequence)
            break;
        task->unsent_count -= !sent;
        drop(task, message);
    }
    look_at_agent(task);
}

void messages_rewind(struct task *task)
{
    task->unsent = task->messages.next;
    task->unsent_count = 0;
    for (const struct list *link = task->messages.next; link != &task->messages; link = link->next)
        task->unsent_count++;
}

void messages_clear(struct task *task)
{
    while (!list_is_empty(&task->messages))
        drop(task, list_member(task->messages.next, struct message, link));
    task->unsent_count = 0;
}

/* --- writing --- */

static void write_head(struct buf *out, const struct task *task, struct slice method, struct slice token)
{
    buf_append_text(out, "\"method\":");
    json_write_string(out, method);
    buf_append_text(out, ",\"params\":{\"session_token\":");
    json_write_string(out, token);
    buf_append_text(out, ",\"task_id\":");
    json_write_string(out, task->params->task_id);
}

int message_write(struct buf *out, const struct task *task, const struct message *message, struct slice token)
{
    if (message->what == MESSAGE_NOTE) {
        write_head(out, task, message->type, token);
        buf_append_char(out, ',');
        buf_append_slice(out, message->text);
    } else {
        write_head(out, task, SLICE("report_message"), token);
        buf_append_text(out, ",\"sequence\":");
        buf_append_signed(out, message->sequence);
        buf_append_text(out, ",\"timestamp\":");
        buf_append_signed(out, message->timestamp);
        buf_append_text(out, ",\"event_type\":");
        json_write_string(out, message->type);
        buf_append_text(out, ",\"event_data\":");
        buf_append_slice(out, message->text);
    }
    return buf_append_text(out, "}}");
}

int message_write_completion(struct buf *out, const struct task *task, struct slice token)
{
    write_head(out, task, SLICE("report_completion"), token);
    buf_append_text(out, ",\"execution\":");
    json_encode(out, &executor_execution_shape, &task->execution);
    return buf_append_text(out, "}}");
}

/* --- sending --- */

/* Returns how many of the next messages go into one line. */
static size_t batch_size(const struct task *task)
{
    size_t count = 0, bytes = 0;
    for (const struct list *link = task->unsent; link != &task->messages; link = link->next) {
        const struct message *message = list_member(link, struct message, link);
        bytes += message->bytes;
        if (count > 0 && (message->what == MESSAGE_LINE || bytes > BATCH_BYTES))
            break;
        count++;
        if (message->what == MESSAGE_LINE || count == task->executor->options.batch_messages)
            break;
    }
    return count;
}

static int write_batch(struct buf *out, const struct task *task, size_t count)
{
    const struct list *link = task->unsent;
    const struct message *message = list_member(link, struct message, link);
    struct slice token = slice_of(task->token);
    buf_reset(out, LINE_KEPT);
    if (message->what == MESSAGE_LINE) {
        buf_append_slice(out, message->text);
    } else if (count == 1) {
        buf_append_text(out, "{\"jsonrpc\":\"2.0\",");
        (void)message_write(out, task, message, token);
    } else {
        buf_append_text(out, "{\"jsonrpc\":\"2.0\",\"method\":\"batch_notification\",\"params\":{\"notifications\":[");
        for (size_t i = 0; i < count; i++, link = link->next) {
            buf_append_text(out, i ? ",{" : "{");
            (void)message_write(out, task, list_member(link, struct message, link), token);
        }
        buf_append_text(out, "]}}");
    }
    return buf_append_char(out, '\n');
}

/* Messages that may be requested again are kept. */
static void mark_sent(struct task *task, size_t count)
{
    bool keeps = task->executor->hand_shake[0] != '\0';
    for (size_t i = 0; i < count; i++) {
        struct message *message = list_member(task->unsent, struct message, link);
        task->unsent_count--;
        if (keeps && message->what == MESSAGE_EVENT)
            task->unsent = message->link.next;
        else
            drop(task, message);
    }
}

/* Returns false if the rest has to wait, or the connection is closed. */
static bool send_messages(struct task *task)
{
    struct executor *executor = task->executor;
    while (task->unsent != &task->messages) {
        if (peer_unsent(executor->daemon) > UNSENT_HIGH) {
            peer_tell_drained(executor->daemon, UNSENT_LOW);
            return false;
        }
        size_t count = batch_size(task);
        (void)fault_point("agent.before_send");
        if (write_batch(&executor->line, task, count) < 0 ||
            peer_push_lines(executor->daemon, buf_slice(&executor->line)) < 0)
            return false;
        mark_sent(task, count);
    }
    return true;
}

static bool send_of_task(struct task *task)
{
    struct executor *executor = task->executor;
    bool silent = executor->paused && executor->leaving == LEAVING_NOT;
    bool sent = silent ? task->unsent == &task->messages : send_messages(task);
    if (!executor_is_heard(executor))
        return false;
    look_at_agent(task);
    ask_send(task);
    if (sent && executor_is_heard(executor))
        task_tell_end(task);
    if (!executor_is_heard(executor))
        return false;
    /* A daemon that does not use resume never requests them again. */
    if (task->told && executor->hand_shake[0] == '\0')
        task_free(task);
    return true;
}

void messages_send(struct executor *executor)
{
    if (executor->sending || !executor_is_heard(executor))
        return;
    executor->sending = true;
    bool goes_on = true;
    for (struct list *link = executor->tasks.next, *next; goes_on && link != &executor->tasks; link = next) {
        next = link->next;
        goes_on = send_of_task(list_member(link, struct task, link));
    }
    executor->sending = false;
    executor_settle(executor);
    executor_leave_step(executor);
}

void messages_send_soon(struct executor *executor)
{
    if (executor_is_heard(executor))
        peer_tell_drained(executor->daemon, UNSENT_LOW);
}

/* --- pausing --- */

int pause_notifications(struct call *call, const struct pause_notifications_params *params)
{
    struct executor *executor = executor_of(call);
    (void)params;
    if (!executor_admits(call))
        return 0;
    executor->paused = true;
    return pause_notifications_reply(call, &(struct pause_notifications_result){.paused = true});
}

int resume_notifications(struct call *call, const struct resume_notifications_params *params)
{
    struct executor *executor = executor_of(call);
    (void)params;
    if (!executor_admits(call))
        return 0;
    executor->paused = false;
    messages_send_soon(executor);
    return resume_notifications_reply(call, &(struct resume_notifications_result){.paused = false});
}
