/* Triggers: whether one can be used, and when it is due. Runs on the writer thread, which owns the zones. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/suggest.h"
#include "base/utf8.h"
#include "contract/all.h"
#include "contract/mcp.h"
#include "contract/permission.h"
#include "contract/question.h"
#include "contract/session.h"
#include "contract/task.h"
#include "contract/terminal.h"
#include "daemon/automation/internal.h"

/* --- events --- */

/* What says that something began, ended or changed its state. */
static const struct event_type *const events[] = {
    &event_task_queued_event,     &event_task_started_event,         &event_task_updated_event,
    &event_task_completed_event,  &event_task_failed_event,          &event_task_cancelled_event,
    &event_session_created_event, &event_session_updated_event,      &event_session_closed_event,
    &event_session_deleted_event, &event_permission_requested_event, &event_permission_resolved_event,
    &event_question_asked_event,  &event_question_answered_event,    &event_mcp_changed_event,
    &event_terminal_opened_event, &event_terminal_exited_event,      &event_automation_changed_event,
    &event_automation_run_event,
};

const struct event_type *trigger_event(struct slice name, unsigned *ret_kind)
{
    const struct event_type *found = NULL;
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (slice_equal(events[i]->name, name))
            found = events[i];
    for (unsigned kind = 0; found && ret_kind && kind < contract_event_count; kind++)
        if (contract_events[kind] == found)
            *ret_kind = kind;
    return found;
}

const struct event_type *trigger_event_at(size_t index)
{
    return index < sizeof events / sizeof *events ? events[index] : NULL;
}

/* --- due times --- */

static int read_cron(struct zones *zones, const struct automation_trigger_cron *trigger, struct schedule *schedule,
                     const char **ret_path, char problem[static TRIGGER_PROBLEM_SIZE])
{
    struct cron_problem wrong = {.at = 0};
    struct slice zone = trigger->timezone_is == FIELD_SET ? trigger->timezone : SLICE("");
    int r = cron_read(trigger->expression, &schedule->cron, &wrong);
    *ret_path = "params.trigger.expression";
    if (r < 0) {
        (void)snprintf(problem, TRIGGER_PROBLEM_SIZE, "at character %zu: %s", wrong.at + 1, wrong.text);
        return -EINVAL;
    }
    *ret_path = "params.trigger.timezone";
    schedule->kind = SCHEDULE_CRON;
    return zones_find(zones, zone, &schedule->zone, problem) < 0 ? -EINVAL : 0;
}

int trigger_times(struct zones *zones, const struct automation_trigger *trigger, int64_t armed_at,
                  struct trigger_times *ret_times)
{
    char problem[TRIGGER_PROBLEM_SIZE];
    const char *path = "";
    struct trigger_times times = {.has_times = true};
    int r = 0;
    if (trigger->kind == AUTOMATION_TRIGGER_KIND_CRON)
        r = read_cron(zones, &trigger->as.cron, &times.schedule, &path, problem);
    else if (trigger->kind == AUTOMATION_TRIGGER_KIND_INTERVAL)
        times.schedule = (struct schedule){
            .kind = SCHEDULE_INTERVAL, .every_ms = trigger->as.interval.seconds * 1000, .anchor_ms = armed_at};
    else if (trigger->kind == AUTOMATION_TRIGGER_KIND_AT)
        r = clock_parse_iso(trigger->as.at.time, &times.schedule.at_ms);
    else
        times.has_times = false;
    if (trigger->kind == AUTOMATION_TRIGGER_KIND_AT)
        times.schedule.kind = SCHEDULE_AT;
    if (r == 0)
        *ret_times = times;
    return r;
}

int64_t trigger_next(const struct trigger_times *times, int64_t after_ms)
{
    int64_t next = 0;
    return times->has_times && schedule_next(&times->schedule, after_ms, &next) == 0 ? next : 0;
}

/* FNV-1a, then mixed, because due times differ in few bits. */
static uint64_t hash_of(struct slice id, int64_t due_ms)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < id.size; i++)
        hash = (hash ^ (unsigned char)id.data[i]) * UINT64_C(0x100000001b3);
    hash ^= (uint64_t)due_ms;
    hash = (hash ^ (hash >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ (hash >> 27)) * UINT64_C(0x94d049bb133111eb);
    return hash ^ (hash >> 31);
}

int64_t trigger_wake(const struct trigger_times *times, const struct store_automation *rule, int64_t due_ms)
{
    int64_t limit = rule->record.policy.jitter_seconds * 1000;
    if (limit == 0 || due_ms == 0)
        return due_ms;
    int64_t next = trigger_next(times, due_ms);
    if (next > 0 && next - due_ms < limit)
        limit = next - due_ms; /* a due time never waits until the next one */
    return due_ms + (int64_t)(hash_of(rule->record.rule_id, due_ms) % (uint64_t)limit);
}

int trigger_set(struct zones *zones, struct store_automation *rule, int64_t after_ms)
{
    struct trigger_times times = {.has_times = false};
    int r = trigger_times(zones, &rule->record.trigger, rule->armed_at, &times);
    if (r < 0)
        return r;
    rule->due = trigger_next(&times, after_ms);
    rule->wake = trigger_wake(&times, rule, rule->due);
    return 0;
}

/* --- checks --- */

static int refuse(const char **ret_path, const char *path, char problem[static TRIGGER_PROBLEM_SIZE],
                  const char *format, ...) __attribute__((format(printf, 4, 5)));

static int refuse(const char **ret_path, const char *path, char problem[static TRIGGER_PROBLEM_SIZE],
                  const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(problem, TRIGGER_PROBLEM_SIZE, format, arguments);
    va_end(arguments);
    *ret_path = path;
    return -EINVAL;
}

static int check_at(const struct automation_trigger_at *at, int64_t now_ms, const char **ret_path,
                    char problem[static TRIGGER_PROBLEM_SIZE])
{
    char now[CLOCK_ISO_SIZE];
    int64_t ms = 0;
    clock_format_iso(now_ms, now);
    if (clock_parse_iso(at->time, &ms) < 0)
        return refuse(ret_path, "params.trigger.time", problem,
                      "the time '%.*s' cannot be read; write it like 2026-01-31T09:00:00Z or "
                      "2026-01-31T09:00:00+01:00",
                      SLICE_ARG(at->time));
    if (ms <= now_ms)
        return refuse(ret_path, "params.trigger.time", problem, "the time %.*s is in the past; now it is %s",
                      SLICE_ARG(at->time), now);
    return 0;
}

static bool has_field(const struct shape *shape, struct slice name)
{
    const char *dot = memchr(name.data, '.', name.size);
    struct slice head = {name.data, dot ? (size_t)(dot - name.data) : name.size};
    for (uint32_t i = 0; i < shape->of.object.count; i++)
        if (slice_equal(shape->of.object.fields[i].name, head))
            return true;
    return false;
}

/* Of any kind: then its name is no mistake. */
static bool is_event(struct slice name)
{
    for (unsigned kind = 0; kind < contract_event_count; kind++)
        if (slice_equal(contract_events[kind]->name, name))
            return true;
    return false;
}

static int refuse_event(struct slice wanted, const char **ret_path, char problem[static TRIGGER_PROBLEM_SIZE])
{
    char name[64], known[TRIGGER_PROBLEM_SIZE / 2] = "";
    struct suggestion suggestion = {.word = name};
    bool may_be_a_mistake = !is_event(wanted);
    (void)snprintf(name, sizeof name, "%.*s", SLICE_ARG(utf8_cut(wanted, sizeof name - 1)));
    size_t skipped = strncmp(name, "event.", 6) == 0 ? 0 : 6, size = 0;
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        struct slice event = events[i]->name;
        if (may_be_a_mistake)
            suggest_consider(&suggestion, event.data + skipped);
        if (size < sizeof known - 32)
            size += (size_t)snprintf(known + size, sizeof known - size, "%s%s", i > 0 ? ", " : "", event.data + 6);
    }
    if (suggestion.best)
        return refuse(ret_path, "params.trigger.event", problem, "rules cannot wait for '%s'; did you mean %s%s?", name,
                      skipped ? "event." : "", suggestion.best);
    return refuse(ret_path, "params.trigger.event", problem,
                  "rules cannot wait for '%s'; they can wait for event.NAME, where NAME is %s, …", name, known);
}

static int check_event(const struct automation_trigger_event *trigger, const char **ret_path,
                       char problem[static TRIGGER_PROBLEM_SIZE])
{
    const struct event_type *event = trigger_event(trigger->event, NULL);
    if (!event)
        return refuse_event(trigger->event, ret_path, problem);
    for (size_t i = 0; trigger->where_is == FIELD_SET && i < trigger->where.count; i++) {
        struct slice name = trigger->where.items[i].key;
        if (!has_field(event->params, name))
            return refuse(ret_path, "params.trigger.where", problem, "%.*s has no field '%.*s'", SLICE_ARG(event->name),
                          (int)(name.size < 64 ? name.size : 64), name.data);
    }
    return 0;
}

static int check_cron(struct zones *zones, const struct automation_trigger_cron *trigger, int64_t now_ms,
                      const char **ret_path, char problem[static TRIGGER_PROBLEM_SIZE])
{
    struct schedule schedule = {.kind = SCHEDULE_CRON};
    int64_t next;
    int r = read_cron(zones, trigger, &schedule, ret_path, problem);
    if (r == 0 && schedule_next(&schedule, now_ms, &next) < 0)
        return refuse(ret_path, "params.trigger.expression", problem, "no date suits the expression any more");
    return r;
}

int trigger_check(struct zones *zones, const struct automation_trigger *trigger, int64_t now_ms, const char **ret_path,
                  char problem[static TRIGGER_PROBLEM_SIZE])
{
    switch (trigger->kind) {
    case AUTOMATION_TRIGGER_KIND_AT:
        return check_at(&trigger->as.at, now_ms, ret_path, problem);
    case AUTOMATION_TRIGGER_KIND_EVENT:
        return check_event(&trigger->as.event, ret_path, problem);
    case AUTOMATION_TRIGGER_KIND_CRON:
        return check_cron(zones, &trigger->as.cron, now_ms, ret_path, problem);
    case AUTOMATION_TRIGGER_KIND_FILE:
        *ret_path = "params.trigger.paths";
        return watch_check(trigger->as.file.paths.items, trigger->as.file.paths.count, problem);
    case AUTOMATION_TRIGGER_KIND_INTERVAL:
    case AUTOMATION_TRIGGER_KIND_WEBHOOK:
    case AUTOMATION_TRIGGER_KIND_MANUAL:
        break;
    }
    return 0;
}
