/* Which agents could be used in here: one look after the other, in the order in which one is taken where none is named:
 * the executor's own, with the launches where the first adapter of programs stands. Hidden ones are not looked at. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "executor/adapter.h"
#include "executor/executor.h"

enum { SURVEY_LOOK_MS = 5000 }; /* that one look may take */

struct survey {
    struct executor *executor;
    const struct list_agents_params *wanted; /* the launches and the providers; lives as long as the survey */
    /* One was looked at: look->found and look->launch. True: enough. */
    bool (*found)(struct survey *survey, const struct adapter *adapter, const struct look *look);
    /* There is none left, or it was enough. The last that is heard. */
    void (*done)(struct survey *survey);

    size_t at;        /* in adapters[] */
    size_t launch_at; /* in wanted->launches */
    bool walks, enough;
    const struct adapter *adapter; /* at work; NULL: none is */
    struct look look;
    struct deadline limit;
};

/* The fields above `at` are set. `found` and `done` may be called from inside. */
void survey_start(struct survey *survey);
/* Neither of them is called any more. Also for one that never began. */
void survey_cancel(struct survey *survey);

/* Of programs, where `is_program`. NULL: there is none of this name. */
const struct adapter *adapter_find(struct slice name, bool is_program);
