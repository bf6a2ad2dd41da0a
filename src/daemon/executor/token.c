/* Tokens: with which an executor shows that a message is of the task that it was given. */
#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/secret.h"
#include "daemon/executor/internal.h"

enum { RANDOM_BYTES = 32, LOUD_REFUSALS = 4 };

int executor_token_make(struct executor_token *token)
{
    static const char digits[] = "0123456789abcdef";
    unsigned char random[RANDOM_BYTES];
    if (getrandom(random, sizeof random, 0) != sizeof random)
        return -EIO;
    for (size_t i = 0; i < sizeof random; i++) {
        token->text[2 * i] = digits[random[i] >> 4];
        token->text[2 * i + 1] = digits[random[i] & 15];
    }
    token->text[EXECUTOR_TOKEN_SIZE - 1] = '\0';
    token->expires_ms = clock_epoch_ms() + EXECUTOR_TOKEN_MS;
    return 0;
}

bool executor_token_is(const struct executor_token *token, struct slice text)
{
    return token->expires_ms > 0 && secret_equal(slice_of(token->text), text);
}

bool executor_token_fits(const struct executor_token *token, struct slice text)
{
    return executor_token_is(token, text) && clock_epoch_ms() < token->expires_ms;
}

/* Whose it is instead; only for the log. */
static const char *whose(const struct executor *executor, struct slice token)
{
    const struct executor_pool *pool = executor->pool;
    if (executor_token_is(&executor->token, token))
        return "it has expired";
    if (executor_token_is(&executor->old_token, token))
        return "its task has ended";
    if (executor_token_is(&executor->terminal_token, token))
        return "it is for terminals";
    for (const struct list *link = pool->executors.next; link != &pool->executors; link = link->next) {
        const struct executor *other = list_member(link, struct executor, link);
        if (other != executor &&
            (executor_token_is(&other->token, token) || executor_token_is(&other->old_token, token)))
            return "it is another executor's";
    }
    return "it is nobody's";
}

/* A hostile executor can send a hundred thousand of them a second: the first few are told, then each time that there
 * are twice as many. */
static void note_refusal(struct executor *executor, const char *method, const char *why)
{
    unsigned count = ++executor->refused;
    if (count <= LOUD_REFUSALS || (count & (count - 1)) == 0)
        log_warn("executor %s: a token of %s is refused: %s (%u in all)", executor->process.id, method, why, count);
}

/* One that was connected again tells the end of its task twice: in the hand-shake, and by report_completion. */
static bool is_repeated_end(const struct executor *executor, struct slice token, const char *method)
{
    return !executor->run && executor->resumes && strcmp(method, "report_completion") == 0 &&
           executor_token_is(&executor->old_token, token);
}

bool executor_token_admits(struct executor *executor, struct slice token, const struct slice *task_id,
                           const char *method)
{
    if (is_repeated_end(executor, token, method))
        return false;
    if (!executor->run || !executor_token_fits(&executor->token, token)) {
        note_refusal(executor, method, whose(executor, token));
        return false;
    }
    if (task_id && !slice_equal(*task_id, executor->run->task->id)) {
        note_refusal(executor, method, "the message names another task");
        return false;
    }
    return true;
}
