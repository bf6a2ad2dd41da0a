#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "cli/columns.h"
#include "cli/pretty.h"
#include "cli/session_view.h"
#include "cli/table.h"
#include "cli/task_view.h"
#include "cli/text.h"
#include "cli/top_screen.h"

enum { HEAD_ROWS = 3, NARROW = 100, TABLE_BYTES_MAX = 16 << 20 };

/* Writes text within the edges of the screen. */
struct pen {
    struct buf *out;
    size_t columns, rows;
    size_t column, row;
    bool color;
};

static void write_text(struct pen *pen, const char *color, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void write_text(struct pen *pen, const char *color, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (pen->row >= pen->rows || pen->column >= pen->columns)
        return;
    /* A blank at the start separates the text from the one before. */
    size_t before = *text == ' ' && pen->column > 0 ? 2 : 0;
    if (pen->column + before >= pen->columns)
        return;
    columns_pad(pen->out, before);
    pen->column += before;
    (void)buf_append_text(pen->out, pretty_if(pen->color && *color, color));
    pen->column += columns_append(pen->out, slice_of(text), pen->columns - pen->column);
    (void)buf_append_text(pen->out, pretty_if(pen->color && *color, pretty_off));
}

static void end_line(struct pen *pen)
{
    if (pen->row >= pen->rows)
        return;
    (void)buf_append_char(pen->out, '\n');
    pen->row++;
    pen->column = 0;
}

static size_t rows_left(const struct pen *pen)
{
    return pen->rows - pen->row;
}

/* --- header --- */

static const char *health_color(enum daemon_health health)
{
    return health == DAEMON_HEALTH_OK ? pretty_green : health == DAEMON_HEALTH_DEGRADED ? pretty_yellow : pretty_red;
}

static void write_daemon(struct pen *pen, const struct top_facts *facts)
{
    const struct daemon_status_result *status = &facts->status;
    char text[TEXT_DURATION_SIZE];
    struct slice health = daemon_health_shape.of.words.items[status->health];
    write_text(pen, pretty_bold, "weird %.*s", SLICE_ARG(status->version));
    write_text(pen, health_color(status->health), " %.*s", SLICE_ARG(health));
    if (status->stopping)
        write_text(pen, pretty_yellow, " stopping");
    text_duration(status->uptime_seconds, text);
    write_text(pen, "", " up %s", text);
    write_text(pen, "", " %" PRId64 " %s", status->clients, status->clients == 1 ? "client" : "clients");
    text_bytes(status->memory_bytes, text);
    write_text(pen, "", " %s", text);
    write_text(pen, "", " pid %" PRId64, status->pid);
}

static void write_count(struct pen *pen, int64_t count, const char *word, const char *color)
{
    write_text(pen, count > 0 ? color : pretty_dim, " %" PRId64 " %s", count, word);
}

static void write_tasks(struct pen *pen, const struct top_view *view)
{
    const struct task_stats_result *tasks = &view->facts->tasks;
    write_text(pen, pretty_bold, "tasks");
    if (view->has_rates)
        write_text(pen, "", " %.1f/s", view->tasks_a_second);
    write_count(pen, tasks->running, "running", pretty_cyan);
    write_count(pen, tasks->queued, "queued", "");
    write_count(pen, tasks->completed, "completed", pretty_green);
    write_count(pen, tasks->failed, "failed", pretty_red);
    write_count(pen, tasks->cancelled, "cancelled", pretty_yellow);
}

static void write_store(struct pen *pen, const struct top_view *view)
{
    const struct db_stats_result *store = &view->facts->store;
    char text[TEXT_BYTES_SIZE];
    write_text(pen, pretty_bold, "events");
    if (view->has_rates)
        write_text(pen, "", " %.1f/s", view->events_a_second);
    write_text(pen, "", " %" PRId64 " stored", store->events);
    write_text(pen, "", " %" PRId64 " sessions", store->sessions);
    text_bytes(store->file_bytes, text);
    write_text(pen, "", " store %s", text);
    text_bytes(store->wal_bytes, text);
    write_text(pen, "", " journal %s", text);
}

/* Writes one line for each part that is not ok, as long as there is room for more. */
static void write_problems(struct pen *pen, const struct top_facts *facts)
{
    const struct daemon_status_result_subsystems *parts = &facts->status.subsystems;
    for (size_t i = 0; facts->has_status && i < parts->count && rows_left(pen) > 4; i++) {
        const struct daemon_subsystem *part = &parts->items[i].value;
        if (part->health == DAEMON_HEALTH_OK)
            continue;
        bool unsafe = slice_is(parts->items[i].key, "sandbox"); /* agents are restricted less than they could be */
        write_text(pen, unsafe ? pretty_red : health_color(part->health), "%.*s:", SLICE_ARG(parts->items[i].key));
        write_text(pen, "", " %.*s",
                   SLICE_ARG(part->message_is == FIELD_SET ? part->message
                                                           : daemon_health_shape.of.words.items[part->health]));
        end_line(pen);
    }
    if (*facts->problem && rows_left(pen) > 2) {
        write_text(pen, pretty_red, "%s", facts->problem);
        end_line(pen);
    }
}

static void write_head(struct pen *pen, const struct top_view *view)
{
    const struct top_facts *facts = view->facts;
    if (facts->has_status) {
        write_daemon(pen, facts);
        end_line(pen);
    }
    if (facts->has_tasks) {
        write_tasks(pen, view);
        end_line(pen);
    }
    if (facts->has_store) {
        write_store(pen, view);
        end_line(pen);
    }
    write_problems(pen, facts);
}

/* --- tables --- */

static void write_table(struct pen *pen, struct table *table, size_t rows)
{
    struct buf text = BUF_LIMITED(TABLE_BYTES_MAX);
    table_write(table, &text);
    const char *at = text.data, *end = at + text.size;
    for (size_t i = 0; at && at < end && i < rows && rows_left(pen) > 0; i++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline)
            break;
        (void)buf_append(pen->out, at, (size_t)(newline - at));
        end_line(pen);
        at = newline + 1;
    }
    buf_clear(&text);
}

static void write_task_table(struct pen *pen, const struct top_facts *facts, size_t rows,
                             const struct table_style *style)
{
    struct table table;
    table_init(&table, task_columns, task_column_count, pen->columns, pretty_if(pen->color, pretty_bold));
    for (size_t i = 0; i < facts->row_count && i + 1 < rows; i++)
        task_row(&table, facts->rows[i], style);
    write_table(pen, &table, rows);
    table_clear(&table);
}

static void write_session_table(struct pen *pen, const struct top_facts *facts, size_t rows,
                                const struct table_style *style)
{
    struct table table;
    table_init(&table, session_columns, session_column_count, pen->columns, pretty_if(pen->color, pretty_bold));
    for (size_t i = 0; i < facts->sessions.count && i + 1 < rows; i++)
        session_row(&table, &facts->sessions.items[i], style);
    write_table(pen, &table, rows);
    table_clear(&table);
}

/* Gives tasks two thirds and sessions one third of the rows, and each what the other does not need. A table needs its
 * titles and one row. */
static void write_tables(struct pen *pen, const struct top_facts *facts, size_t rows, const struct table_style *style)
{
    size_t task_rows = facts->row_count + 1, session_rows = facts->sessions.count + 1;
    if (rows < 3)
        return;
    rows--; /* blank line above */
    end_line(pen);
    if (facts->sessions.count == 0 || rows < 6) {
        write_task_table(pen, facts, rows, style);
        return;
    }
    rows--; /* blank line between */
    if (task_rows + session_rows > rows) {
        size_t third = rows / 3 > 2 ? rows / 3 : 2;
        session_rows = session_rows < third ? session_rows : third;
        task_rows = task_rows < rows - session_rows ? task_rows : rows - session_rows;
        session_rows = rows - task_rows;
    }
    write_task_table(pen, facts, task_rows, style);
    end_line(pen);
    write_session_table(pen, facts, session_rows, style);
}

void top_screen_write(struct buf *out, const struct top_view *view, size_t columns, size_t rows, bool color,
                      int64_t now_ms)
{
    struct pen pen = {.out = out, .columns = columns, .rows = rows, .color = color};
    const struct table_style style = {.color = color, .brief = columns < NARROW, .now_ms = now_ms};
    size_t foot = rows > HEAD_ROWS ? 1 : 0;
    pen.rows -= foot;
    if (view->facts) {
        write_head(&pen, view);
        write_tables(&pen, view->facts, rows_left(&pen), &style);
    } else {
        write_text(&pen, pretty_dim, "asking the daemon");
        end_line(&pen);
    }
    while (foot > 0 && rows_left(&pen) > 0)
        end_line(&pen);
    pen.rows += foot;
    if (foot > 0) {
        if (*view->connection)
            write_text(&pen, pretty_red, "%s", view->connection);
        write_text(&pen, pretty_dim, *view->connection ? " q quits" : "q quits");
        end_line(&pen);
    }
}
