/* The screen of `weir top`: its data (top.c) and its layout (top_screen.c). */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "contract/daemon.h"
#include "contract/db.h"
#include "contract/session.h"
#include "contract/task.h"

enum { TOP_ROWS_MAX = 200 };

/* The responses of one poll; their strings are in the arena. */
struct top_facts {
    struct arena arena;
    bool has_status, has_tasks, has_store;
    struct daemon_status_result status;
    struct task_stats_result tasks;
    struct db_stats_result store;
    const struct task_record *rows[TOP_ROWS_MAX]; /* running, then queued, then ended tasks; the newest first */
    size_t row_count;
    struct session_list_result sessions; /* open sessions */
    char problem[256];                   /* a request that failed, and why; or "" */
};

struct top_view {
    struct top_facts *facts; /* NULL: none yet */
    double events_a_second, tasks_a_second;
    bool has_rates;
    char connection[256]; /* the connection problem; or "" */
};

/* Writes the whole screen, at most `rows` lines of at most `columns` columns, each with a newline. */
void top_screen_write(struct buf *out, const struct top_view *view, size_t columns, size_t rows, bool color,
                      int64_t now_ms);
