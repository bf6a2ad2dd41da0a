/* The daemon's own reasons to stop a task. */
#include <stdio.h>

#include "daemon/task/transitions.h"

/* Of a limit: what the task did, what its limit is called in the configuration, and where it is in the task's record.
 */
struct reason {
    const char *word, *deed, *setting, *unit;
    size_t value, is;
};

#define OF_LIMIT(field) offsetof(struct task_limits, field), offsetof(struct task_limits, field##_is)

static const struct reason limits[] = {
    {"memory_limit", "its processes took more memory than they may", "tasks.memoryBytes", "bytes",
     OF_LIMIT(memory_bytes)},
    {"process_limit", "it had more processes at once than it may", "tasks.processes", "processes", OF_LIMIT(processes)},
    {"output_limit", "it reported more than it may", "tasks.outputBytes", "bytes", OF_LIMIT(output_bytes)},
    {"token_limit", "it used more tokens than it may", "tasks.tokens", "tokens", OF_LIMIT(tokens)},
};

static const struct reason *find(struct slice word)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (slice_is(word, limits[i].word))
            return &limits[i];
    return NULL;
}

bool task_reason_is_failure(struct slice reason)
{
    return slice_is(reason, TASK_REASON_TIMEOUT) || slice_is(reason, TASK_REASON_STOPPED) || find(reason);
}

bool task_reason_is_limit(struct slice reason)
{
    return find(reason) != NULL;
}

static void explain_limit(const struct task_record *task, const struct reason *reason,
                          char sentence[static TASK_SENTENCE_SIZE])
{
    enum field_is is = FIELD_ABSENT;
    int64_t value = 0;
    memcpy(&is, (const char *)&task->limits + reason->is, sizeof is);
    memcpy(&value, (const char *)&task->limits + reason->value, sizeof value);
    if (task->limits_is == FIELD_SET && is == FIELD_SET)
        (void)snprintf(sentence, TASK_SENTENCE_SIZE, "%s (%lld %s)", reason->deed, (long long)value, reason->unit);
    else
        (void)snprintf(sentence, TASK_SENTENCE_SIZE, "%s (%s of the configuration)", reason->deed, reason->setting);
}

void task_reason_explain(const struct store_task *task, char sentence[static TASK_SENTENCE_SIZE])
{
    const struct reason *reason = find(task->stop_reason);
    if (reason)
        explain_limit(&task->record, reason, sentence);
    else if (slice_is(task->stop_reason, TASK_REASON_TIMEOUT))
        (void)snprintf(sentence, TASK_SENTENCE_SIZE, "it ran for longer than it may (%lld ms)",
                       (long long)task->record.timeout_ms);
    else
        (void)snprintf(sentence, TASK_SENTENCE_SIZE, "the daemon stopped while it was at work");
}
