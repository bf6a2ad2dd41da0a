#include "cli/status_line.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/columns.h"
#include "cli/pretty.h"
#include "cli/terminal.h"
#include "cli/text.h"

enum { AFTER_MS = 700, EVERY_MS = 200 };

static void on_timer(uv_timer_t *timer)
{
    static const char *const signs[] = {"|", "/", "-", "\\"};
    struct status_line *line = timer->data;
    char duration[TEXT_DURATION_SIZE];
    if (line->held)
        return;
    struct buf out = BUF_LIMITED(4096), text = BUF_LIMITED(1024);
    text_duration((int64_t)((clock_monotonic_ns() - line->begun) / 1000000000), duration);
    (void)buf_printf(&text, "%s %s (%s)", signs[line->turn++ % 4], line->text, duration);
    (void)buf_append_text(&out, "\r");
    size_t columns = terminal_columns(STDERR_FILENO);
    (void)buf_append_text(&out, pretty_if(line->cli->color_errors, pretty_dim));
    (void)columns_append(&out, buf_slice(&text), columns > 1 ? columns - 1 : 1);
    (void)buf_append_text(&out, pretty_if(line->cli->color_errors, pretty_off));
    (void)buf_append_text(&out, "\033[K");
    (void)fwrite(out.data, 1, out.size, stderr);
    (void)fflush(stderr);
    line->shown = true;
    buf_clear(&text);
    buf_clear(&out);
}

void status_line_begin(struct status_line *line, struct live *live, const char *text)
{
    *line = (struct status_line){.cli = live->cli, .begun = clock_monotonic_ns()};
    status_line_set(line, text);
    if (live->cli->json || !isatty(STDERR_FILENO) || uv_timer_init(&live->loop, &line->timer) < 0)
        return;
    line->timer.data = line;
    line->running = uv_timer_start(&line->timer, on_timer, AFTER_MS, EVERY_MS) == 0;
}

void status_line_set(struct status_line *line, const char *text)
{
    (void)snprintf(line->text, sizeof line->text, "%s", text);
}

void status_line_hold(struct status_line *line, bool held)
{
    if (held)
        status_line_hide(line);
    line->held = held;
}

void status_line_hide(struct status_line *line)
{
    if (line->shown)
        (void)fputs("\r\033[K", stderr);
    line->shown = false;
}

void status_line_end(struct status_line *line)
{
    status_line_hide(line);
    if (line->running)
        uv_close((uv_handle_t *)&line->timer, NULL);
    line->running = false;
}
