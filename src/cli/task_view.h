/* Tasks as people see them. */
#pragma once

#include "cli/cli.h"
#include "cli/table.h"
#include "contract/task.h"

bool task_is_final(enum task_state state);
struct slice task_state_word(enum task_state state);
const char *task_state_color(enum task_state state);

/* Milliseconds of work: of one that has ended, or so far. -1: it has not begun. */
int64_t task_run_ms(const struct task_record *task, int64_t now_ms);

/* A list of them: the columns, and a row. */
extern const struct table_column task_columns[];
extern const size_t task_column_count;
void task_row(struct table *table, const void *task, const struct table_style *style); /* struct task_record */

/* How far it is, in a few words: "40 %, step 2 of 5, compiling". */
void task_progress_text(struct buf *out, const struct task_progress *progress);

/* Everything about one, its prompt and what came of it. */
void task_card(const struct cli *cli, const struct task_record *task);

/* The end of one: "task_… completed in 12 s", why it failed, and the agent's text. */
void task_print_end(const struct cli *cli, const struct task_record *task);

/* So many of its permission requests were refused because nobody answered; and what is said of that, in a sentence. */
int64_t task_unanswered(const struct task_record *task);
void task_unanswered_text(struct buf *out, int64_t count);

/* What the exit status says about it. */
enum cli_exit task_exit(const struct task_record *task);
