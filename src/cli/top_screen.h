/* What `weir top` shows: what was asked of the daemon (top.c) and how it is laid out (top_screen.c). */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "contract/daemon.h"
#include "contract/db.h"
#include "contract/session.h"
#include "contract/task.h"

enum { TOP_ROWS_MAX = 200 };

/* One answer to everything; its strings lie in its arena. */
struct top_facts {
    struct arena arena;
    bool has_status, has_tasks, has_store;
    struct daemon_status_result status;
    struct task_stats_result tasks;
    struct db_stats_result store;
    const struct task_record *rows[TOP_ROWS_MAX]; /* at work first, then waiting, then ended; the newest first */
    size_t row_count;
    struct session_list_result sessions; /* open ones */
    char problem[256];                   /* what the daemon refused to say, and why; or "" */
};

struct top_view {
    struct top_facts *facts; /* NULL: none yet */
    double events_a_second, tasks_a_second;
    bool has_rates;
    char connection[256]; /* "": it stands */
};

/* The whole screen, at most so many lines of at most so many columns, each with a newline. */
void top_screen_write(struct buf *out, const struct top_view *view, size_t columns, size_t rows, bool color,
                      int64_t now_ms);
