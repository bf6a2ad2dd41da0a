/* Shows tasks. */
#pragma once

#include "cli/cli.h"
#include "cli/table.h"
#include "contract/task.h"

bool task_is_final(enum task_state state);
struct slice task_state_word(enum task_state state);
const char *task_state_color(enum task_state state);

/* The running time in milliseconds, final or so far; -1: not started. */
int64_t task_run_ms(const struct task_record *task, int64_t now_ms);

extern const struct table_column task_columns[];
extern const size_t task_column_count;
void task_row(struct table *table, const void *task,
              const struct table_style *style); /* `task` is a struct task_record */

/* Appends the progress in a few words: "40 %, step 2 of 5, compiling". */
void task_progress_text(struct buf *out, const struct task_progress *progress);

void task_card(const struct cli *cli, const struct task_record *task);

/* Prints the end of a task: "task_… completed in 12 s", the error, and the agent's text. */
void task_print_end(const struct cli *cli, const struct task_record *task);

/* The number of its permission requests that were denied because nobody answered, and a sentence about that. */
int64_t task_unanswered(const struct task_record *task);
void task_unanswered_text(struct buf *out, int64_t count);

enum cli_exit task_exit(const struct task_record *task);
