/* What a task changed, as people read it. */
#pragma once

#include "base/arena.h"
#include "cli/cli.h"
#include "contract/task.h"

/* One line each: A, M or D, the name, how large it was and is. Names are made harmless for a terminal. */
void task_changes_list(const struct cli *cli, const struct task_diff_result *result);

/* A file as a unified diff, with a head that says what cannot be shown in one. */
void task_changes_show(const struct cli *cli, const struct task_file_change *file);

/* Asks for it. *ret_result lies in the arena, *ret_text is the caller's: what came, as JSON. */
enum cli_exit task_changes_ask(struct cli *cli, const struct task_diff_params *params, struct arena *arena,
                               struct task_diff_result *ret_result, char **ret_text);

/* The arguments behind the task as paths, in the arena. Where there are none: NULL, and 0. */
enum cli_exit task_changes_paths(const struct cli *cli, int count, char **arguments, struct arena *arena,
                                 struct slice **ret_paths, size_t *ret_count);
