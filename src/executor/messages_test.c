/* Adding a message may send it together with the end of its task, which is freed then. The functions around messages.c
 * are replaced here. */
#include "executor/executor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "executor/task.h"
#include "rpc/call.h"
#include "rpc/peer.h"

enum { SENT_BYTES = 64 << 10 };

static struct {
    struct buf sent;
    unsigned freed, told, asked_to_be_told;
    bool ends; /* the task has ended: its end follows its messages */
} around;

/* --- replacements --- */

const struct shape executor_execution_shape;

int peer_push_lines(struct peer *peer, struct slice lines)
{
    (void)peer;
    return buf_append_slice(&around.sent, lines);
}

void peer_tell_drained(struct peer *peer, size_t bytes)
{
    (void)bytes;
    assert_non_null(peer);
    around.asked_to_be_told++;
}

bool executor_is_heard(const struct executor *executor)
{
    return executor->daemon != NULL;
}

void task_tell_end(struct task *task)
{
    around.told += around.ends;
    task->told = around.ends;
}

/* Poisons the task, so that a use after free is noticed. */
struct task *task_free(struct task *task)
{
    messages_clear(task);
    list_remove(&task->link);
    memset(task, 0xee, sizeof *task);
    free(task);
    around.freed++;
    return NULL;
}

void ask_send(struct task *task)
{
    (void)task;
}

void executor_settle(struct executor *executor)
{
    assert_false(executor->sending);
}

void executor_leave_step(struct executor *executor)
{
    (void)executor;
}

struct executor *executor_of(const struct call *call)
{
    (void)call;
    return NULL;
}

bool executor_admits(struct call *call)
{
    (void)call;
    return false;
}

int call_reply(struct call *call, const void *result)
{
    (void)call;
    (void)result;
    return 0;
}

/* --- tests --- */

static char no_token[] = "";
static const struct execute_prompt_params params = {.task_id = SLICE_INIT("t")};

/* An executor with one task, whose batches have two messages. */
static struct task *begin(struct executor *executor, struct peer *daemon)
{
    struct task *task = calloc(1, sizeof *task);
    assert_non_null(task);
    memset(&around, 0, sizeof around);
    around.sent = (struct buf)BUF_LIMITED(SENT_BYTES);
    *executor = (struct executor){.daemon = daemon, .line = BUF_LIMITED(SENT_BYTES)};
    executor->options.batch_messages = 2;
    executor->options.batch_ms = UINT32_MAX;
    list_init(&executor->tasks);
    list_init(&task->messages);
    list_append(&executor->tasks, &task->link);
    task->executor = executor;
    task->unsent = &task->messages;
    task->token = no_token;
    task->params = &params;
    return task;
}

static void end(struct executor *executor)
{
    buf_clear(&executor->line);
    buf_clear(&around.sent);
}

static void the_last_message_of_a_task_that_is_forgotten(void **state)
{
    struct peer daemon = {0};
    struct executor executor;
    struct task *task = begin(&executor, &daemon);
    (void)state;
    assert_int_equal(messages_add(task, MESSAGE_EVENT, SLICE("one"), SLICE("1")), 0);
    assert_int_equal(around.sent.size, 0);
    around.ends = true;
    assert_int_equal(messages_add(task, MESSAGE_EVENT, SLICE("two"), SLICE("2")), 0);
    assert_int_equal(around.told, 1);
    assert_int_equal(around.freed, 1);
    assert_int_equal(around.asked_to_be_told, 2);
    assert_true(list_is_empty(&executor.tasks));
    assert_int_equal(buf_append_char(&around.sent, '\0'), 0);
    assert_non_null(strstr(around.sent.data, "\"sequence\":1,"));
    assert_non_null(strstr(around.sent.data, "\"sequence\":2,"));
    end(&executor);
}

static void a_full_batch_leaves_at_once(void **state)
{
    struct peer daemon = {0};
    struct executor executor;
    struct task *task = begin(&executor, &daemon);
    (void)state;
    (void)strcpy(executor.hand_shake, "x"); /* the daemon may request them again: they are kept */
    for (int i = 0; i < 2; i++)
        assert_int_equal(messages_add(task, MESSAGE_EVENT, SLICE("type"), SLICE("{}")), 0);
    assert_true(around.sent.size > 0 && around.freed == 0 && task->unsent_count == 0);
    messages_confirmed(task, 1);
    assert_false(list_is_empty(&task->messages));
    messages_confirmed(task, 2);
    assert_true(list_is_empty(&task->messages) && task->kept_bytes == 0);
    (void)task_free(task);
    end(&executor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_message_of_a_task_that_is_forgotten),
        cmocka_unit_test(a_full_batch_leaves_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
