/* Rules that wait for changes of files. daemon/watch has the paths of those that are enabled, and says when something
 * has changed: a change of the store then writes the receipt and begins the run. While a run of the rule is under way,
 * its own changes are ignored. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/log.h"
#include "contract/all.h"
#include "contract/watcher.h"
#include "daemon/automation/internal.h"
#include "json/write.h"

enum { ARENA_BYTES = 64 << 20, CHANGE_ARENA_BYTES = 64 << 20, STORING_MAX = 1000 };

/* --- which rules --- */

struct files_query {
    struct store_query query;
    struct automation *automation;
    struct arena arena;
    struct store_automations rules;
    bool *running; /* of each: one of its runs is under way */
};

static int run_query(struct store_query *query, struct store_tx *tx)
{
    struct files_query *files = list_member(query, struct files_query, query);
    struct store_automation_state state = {0};
    struct store_run run;
    arena_reset(&files->arena);
    files->rules = (struct store_automations){0};
    int r = store_automation_state_get(tx, &state);
    if (r < 0 || !state.enabled)
        return r;
    r = store_automation_of_kind(tx, AUTOMATION_TRIGGER_KIND_FILE, &files->arena, &files->rules);
    files->running = r == 0 ? arena_alloc(&files->arena, files->rules.count + 1) : NULL;
    if (r == 0 && !files->running)
        r = -ENOMEM;
    for (size_t i = 0; r == 0 && i < files->rules.count; i++) {
        int found = store_run_first(tx, files->rules.items[i].no, AUTOMATION_RUN_STATE_RUNNING, &files->arena, &run);
        files->running[i] = found == 0;
        r = found == -ENOENT ? 0 : found;
    }
    return r;
}

static bool keeps(void *user, struct slice rule_id)
{
    const struct store_automations *rules = user;
    for (size_t i = 0; i < rules->count; i++)
        if (slice_equal(rules->items[i].record.rule_id, rule_id))
            return true;
    return false;
}

static void apply_rules(struct automation *automation, struct files_query *files)
{
    struct watch_hub *hub = automation->watch;
    watch_keep(hub, keeps, &files->rules);
    for (size_t i = 0; i < files->rules.count; i++) {
        const struct automation_rule *rule = &files->rules.items[i].record;
        const struct automation_trigger_file *trigger = &rule->trigger.as.file;
        if (watch_set(hub, rule->rule_id, trigger->paths.items, trigger->paths.count, trigger->settle_ms) < 0)
            log_error("automation: cannot watch files: %s", strerror(ENOMEM));
        watch_quiet(hub, rule->rule_id, files->running[i]);
    }
    automation->files_wait = files->rules.count > 0;
}

static void refresh(struct automation *automation);

static void on_rules(struct store_query *query)
{
    struct files_query *files = list_member(query, struct files_query, query);
    struct automation *automation = files->automation;
    bool again = automation->files_again;
    automation->files_reading = automation->files_again = false;
    if (query->status == 0 && !automation->stopping)
        apply_rules(automation, files);
    else if (query->status < 0)
        log_error("automation: cannot read which rules wait for files: %s", strerror(-query->status));
    arena_clear(&files->arena);
    free(files);
    if (again)
        refresh(automation);
}

static void refresh(struct automation *automation)
{
    if (automation->stopping || !store_is_open(automation->store))
        return;
    if (automation->files_reading) {
        automation->files_again = true;
        return;
    }
    struct files_query *files = calloc(1, sizeof *files);
    if (!files)
        return;
    files->automation = automation;
    files->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    files->query = (struct store_query){.run = run_query, .done = on_rules, .owner = automation};
    automation->files_reading = true;
    store_read(automation->store, &files->query);
}

void files_events(struct automation *automation, const struct store_event *events, size_t count)
{
    static const char mark[] = "\"file\"";
    bool news = false;
    for (size_t i = 0; automation->open && i < count && !news; i++) {
        const struct event_type *type = events[i].kind < contract_event_count ? contract_events[events[i].kind] : NULL;
        if (type == &event_automation_run_event)
            news = automation->files_wait;
        else if (type == &event_automation_changed_event)
            news = automation->files_wait || memmem(events[i].line.data, events[i].line.size, mark, strlen(mark)) ||
                   !memmem(events[i].line.data, events[i].line.size, "\"ruleId\"", strlen("\"ruleId\""));
    }
    if (news)
        refresh(automation);
}

/* --- changes --- */

struct files_change {
    struct store_change change;
    struct automation *automation;
    struct arena arena;
    struct slice rule_id, data;
    char id[ID_SIZE];
    struct decision decision; /* last: ends in a path */
};

static int apply(struct store_change *change, struct store_tx *tx)
{
    struct files_change *files = list_member(change, struct files_change, change);
    struct decision *d = &files->decision;
    struct store_automation_state state = {0};
    struct store_automation rule = {0};
    struct store_run run;
    char key[ID_SIZE + 8];
    decision_begin(d, tx, &files->arena);
    int r = fault_point("automation.files") < 0 ? -EIO : store_automation_state_get(tx, &state);
    if (r == 0)
        r = store_automation_find(tx, files->rule_id, &files->arena, &rule);
    if (r == -ENOENT)
        return 0;
    if (r < 0 || !state.enabled || !rule.record.enabled || rule.record.trigger.kind != AUTOMATION_TRIGGER_KIND_FILE)
        return r;
    (void)snprintf(key, sizeof key, "file:%s", files->id);
    const struct run_origin origin = {
        .key = arena_copy(&files->arena, slice_of(key)),
        .due_at = d->now,
        .cause = {.type = AUTOMATION_TRIGGER_TYPE_FILE, .data = {.text = files->data}, .data_is = FIELD_SET},
        .limited = true,
    };
    r = origin.key.data ? receipt_begin(d, &rule, &origin, &run) : -ENOMEM;
    return r == -EEXIST ? 0 : r;
}

static void on_stored(struct store_change *change)
{
    struct files_change *files = list_member(change, struct files_change, change);
    struct automation *automation = files->automation;
    automation->files_storing--;
    if (change->status < 0 || change->failed) {
        log_error("automation: cannot store that files have changed for rule %.*s: %s", SLICE_ARG(files->rule_id),
                  strerror(-change->status));
        watch_quiet(automation->watch, files->rule_id, false);
    } else {
        decision_carry_out(automation, &files->decision);
        automation_look(automation);
    }
    refresh(automation);
    arena_clear(&files->arena);
    free(files);
}

static int write_data(struct buf *out, const struct watcher_changed_params *params)
{
    int r = buf_append_text(out, "{\"paths\":[");
    for (size_t i = 0; r == 0 && i < params->paths.count; i++) {
        size_t before = out->size;
        r = i > 0 ? buf_append_char(out, ',') : 0;
        if (r == 0)
            r = json_write_string(out, params->paths.items[i]);
        if (r == 0 && out->size > AUTOMATION_DATA_MAX - 64) { /* count says how many there are */
            out->size = before;
            break;
        }
    }
    return r < 0 ? r : buf_printf(out, "],\"count\":%lld}", (long long)params->count);
}

static void on_changed(void *owner, const struct watcher_changed_params *params)
{
    struct automation *automation = owner;
    struct buf data = BUF_LIMITED(AUTOMATION_DATA_MAX + 64 * 1024);
    struct files_change *files =
        automation->stopping || automation->files_storing == STORING_MAX ? NULL : calloc(1, sizeof *files);
    if (!files)
        return;
    files->automation = automation;
    files->arena = (struct arena)ARENA_LIMITED(CHANGE_ARENA_BYTES);
    int r = write_data(&data, params);
    if (r == 0)
        r = id_make(&automation->ids, "file_", files->id);
    files->rule_id = arena_copy(&files->arena, params->rule_id);
    files->data = r == 0 ? arena_copy(&files->arena, buf_slice(&data)) : (struct slice){0};
    buf_clear(&data);
    if (r < 0 || !files->rule_id.data || !files->data.data) {
        log_error("automation: files have changed, but there is no memory to start the rule");
        arena_clear(&files->arena);
        free(files);
        return;
    }
    decision_init(&files->decision, automation);
    files->change = (struct store_change){.apply = apply, .done = on_stored};
    automation->files_storing++;
    watch_quiet(automation->watch, files->rule_id, true); /* the task may begin before the rules are read again */
    (void)store_write(automation->store, &files->change);
}

/* --- problems --- */

static void on_told(void *owner, struct slice rule_id)
{
    const struct automation *automation = owner;
    const char *problem = watch_problem(automation->watch, rule_id);
    if (problem)
        log_warn("automation: the files of rule %.*s are not watched: %s", SLICE_ARG(rule_id), problem);
}

void files_show_problem(const struct automation *automation, struct automation_rule *rule)
{
    const char *problem = watch_problem(automation->watch, rule->rule_id);
    if (!problem)
        return;
    rule->problem = slice_of(problem);
    rule->problem_is = FIELD_SET;
}

void files_open(struct automation *automation)
{
    automation->watch->changed = on_changed;
    automation->watch->told = on_told;
    automation->watch->owner = automation;
    refresh(automation);
}
