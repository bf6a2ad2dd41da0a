/* A task's columns: what every statement that finds tasks begins with, and reading them. */
#pragma once

#include "daemon/store/internal.h"

/* Sessions that were removed hide their tasks. The order of the joins is the order of the work: the caller's WHERE and
 * ORDER BY are about `t`.
 *
 * A file that could not be brought up to date is read all the same, and its tasks have no column `limits`: the name
 * then means that of `s`, which is NULL, since a name that a subquery does not know is looked up around it. */
#define STORE_TASK_LIMITS "(SELECT limits FROM tasks l WHERE l.no = t.no)"
#define STORE_TASK_SELECT(texts)                                                                                       \
    "SELECT t.no, t.session, t.id, s.id, t.state, t.priority, t.agent, t.cwd, t.timeout_ms, t.idempotency_key,"        \
    " t.created_at, t.started_at, t.ended_at, t.stop_reason, t.last_sequence, " texts                                  \
    " FROM tasks t CROSS JOIN (SELECT no, id, removed, NULL AS limits FROM sessions) s"                                \
    " ON s.no = t.session AND s.removed = 0 CROSS JOIN prompts p ON p.task = t.no"
#define STORE_TASK_WHOLE STORE_TASK_SELECT(STORE_TASK_LIMITS ", t.progress, p.prompt, p.request, t.result")
#define STORE_TASK_BRIEF STORE_TASK_SELECT(STORE_TASK_LIMITS ", t.progress, p.prompt, NULL, NULL")
#define STORE_TASK_SHORT STORE_TASK_SELECT("NULL, NULL, NULL, NULL, NULL")

/* As the index tasks_active has them. */
#define STORE_TASK_ACTIVE "('starting', 'running', 'awaiting_permission', 'stopping')"

int store_task_row(sqlite3_stmt *row, struct arena *arena, struct store_task *ret_task);
