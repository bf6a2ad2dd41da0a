/* weir automation: rules that run tasks, and the receipts of their runs. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "cli/ask.h"
#include "contract/automation.h"
#include "schedule/zones.h"

/* All rules, as they are now. */
struct automation_rules {
    struct arena arena;
    struct automation_status_result status;
    struct zones zones;
};

/* Call automation_rules_clear() in any case. */
enum cli_exit automation_fetch(struct cli *cli, struct automation_rules *rules);
void automation_rules_clear(struct automation_rules *rules);

/* Finds a rule by its name, its id, or the beginning of either. Reports none and several. */
enum cli_exit automation_find(const struct cli *cli, const struct automation_rules *rules, const char *word,
                              const struct automation_rule **ret_rule);

/* automation_fetch() and automation_find(). */
enum cli_exit automation_get(struct cli *cli, struct automation_rules *rules, const char *word,
                             const struct automation_rule **ret_rule);

/* The zone of the person at this terminal; NULL: UTC. */
const struct zone *automation_zone(struct zones *zones);

/* "every weekday at 09:00 (Europe/Berlin)", "when event.taskFailed", "files: ~/x". */
void automation_say_trigger(struct buf *out, const struct automation_trigger *trigger);

/* Reports a cron expression that cannot be read, with a mark below the character. Also whether the zone exists. */
enum cli_exit automation_check_cron(const struct cli *cli, struct slice expression, struct slice zone);

/* The color of a run in this state. */
const char *automation_run_color(enum automation_run_state state);

/* Calls a method whose params are JSON text, and reports a failure. */
enum cli_exit automation_send(struct cli *cli, const char *method, const struct buf *params, char **ret_result);

/* Prints what a rule that was created or changed does next. */
enum cli_exit automation_report(const struct cli *cli, const char *did, const char *result);
