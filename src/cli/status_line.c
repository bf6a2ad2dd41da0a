#include "cli/status_line.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/columns.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "cli/tty.h"

enum { AFTER_MS = 700, EVERY_MS = 200, STILL_SECONDS = 3 };

/* Creates the next line before saving the cursor, since that may scroll the screen. */
#define GO_BELOW "\033D\033[A\0337\033D"
#define COME_BACK "\0338"

static int64_t seconds_since(uint64_t then)
{
    return (int64_t)((clock_monotonic_ns() - then) / 1000000000);
}

static void write_text(const struct status_line *line, struct buf *out, int64_t still)
{
    char duration[TEXT_DURATION_SIZE];
    (void)buf_append_text(out, line->text);
    if (still >= STILL_SECONDS && line->waits[0]) {
        text_duration(still, duration);
        (void)buf_printf(out, ", waiting for %s: %s", line->waits, duration);
    } else {
        text_duration(seconds_since(line->begun), duration);
        (void)buf_printf(out, " (%s)", duration);
    }
}

static void on_timer(uv_timer_t *timer)
{
    static const char *const signs[] = {"|", "/", "-", "\\"};
    struct status_line *line = timer->data;
    int64_t still = seconds_since(line->moved);
    if (line->held || (line->below && still < STILL_SECONDS))
        return;
    struct buf out = BUF_LIMITED(4096), text = BUF_LIMITED(1024);
    (void)buf_printf(&text, "%s ", signs[line->turn++ % 4]);
    write_text(line, &text, still);
    if (line->below && !line->shown)
        (void)buf_append_text(&out, GO_BELOW);
    line->shown_below = line->below;
    (void)buf_append_text(&out, "\r");
    size_t columns = tty_columns(STDERR_FILENO);
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
    *line = (struct status_line){.cli = live->cli, .begun = clock_monotonic_ns(), .moved = clock_monotonic_ns()};
    status_line_set(line, text);
    if (live->cli->json || !tty_obeys(STDERR_FILENO) || uv_timer_init(&live->loop, &line->timer) < 0)
        return;
    line->timer.data = line;
    line->running = uv_timer_start(&line->timer, on_timer, AFTER_MS, EVERY_MS) == 0;
}

void status_line_set(struct status_line *line, const char *text)
{
    (void)snprintf(line->text, sizeof line->text, "%s", text);
}

void status_line_moved(struct status_line *line, const char *waits)
{
    line->moved = clock_monotonic_ns();
    (void)snprintf(line->waits, sizeof line->waits, "%s", waits);
}

void status_line_place(struct status_line *line, bool in_line)
{
    if (line->below != in_line)
        status_line_hide(line);
    line->below = in_line;
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
        (void)fputs(line->shown_below ? "\r\033[K" COME_BACK : "\r\033[K", stderr);
    if (line->shown && line->shown_below)
        (void)fflush(stderr); /* the following output uses another stream */
    line->shown = false;
}

void status_line_end(struct status_line *line)
{
    status_line_hide(line);
    if (line->running)
        uv_close((uv_handle_t *)&line->timer, NULL);
    line->running = false;
}
