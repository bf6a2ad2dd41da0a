/* Checks which agents are usable, one after another in order of preference: the executor's own agents, with the
 * launches at the position of the first adapter of programs. Hidden agents are skipped. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "executor/adapter.h"
#include "executor/executor.h"

enum { SURVEY_CHECK_MS = 5000 }; /* time limit of one check */

struct survey {
    struct executor *executor;
    const struct list_agents_params *wanted; /* the launches and the providers; must outlive the survey */
    /* Called after each check, with check->found and check->launch. Returns true to stop. */
    bool (*found)(struct survey *survey, const struct adapter *adapter, const struct agent_check *check);
    /* Called last, when no agent is left or found() returned true. */
    void (*done)(struct survey *survey);

    size_t at;        /* in adapters[] */
    size_t launch_at; /* in wanted->launches */
    bool walks, enough;
    const struct adapter *adapter; /* of the running check; NULL: none */
    struct agent_check check;
    struct deadline limit;
};

/* The caller has set the fields above `at`. `found` and `done` may be called from inside. */
void survey_start(struct survey *survey);
/* Stops the survey without further callbacks. May be called for a survey that was never started. */
void survey_cancel(struct survey *survey);

/* Finds an adapter by name; with `is_program` only adapters of programs. Returns NULL if there is none. */
const struct adapter *adapter_find(struct slice name, bool is_program);
