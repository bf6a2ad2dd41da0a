#include "cli/terminal_display.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "base/clock.h"

enum {
    WAITING_MAX = 64 << 20, /* never reached, since the connection is paused long before */
    WAITING_FULL = 256 << 10,
    WAITING_FEW = 64 << 10,
    LAST_WORDS_MS = 1000,
    LINE_BYTES = 1024,
};

static void settle(struct terminal_display *display);

/* Returns 0, -EAGAIN if the terminal cannot take more now, or an error. */
static int write_waiting(struct terminal_display *display)
{
    while (display->waiting.size > 0) {
        ssize_t n = write(display->fd, display->waiting.data, display->waiting.size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        buf_consume(&display->waiting, (size_t)n);
    }
    return 0;
}

static void on_writable(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    settle(poll->data);
}

static void settle(struct terminal_display *display)
{
    int r = write_waiting(display);
    struct weir *weir = display->live->cli->weir;
    if (r < 0 && r != -EAGAIN) {
        buf_reset(&display->waiting, 0);
        display->live->unread = true;
        live_wake(display->live);
    }
    if (display->waiting.size > 0) {
        (void)uv_poll_start(&display->poll, UV_WRITABLE, on_writable);
    } else {
        (void)uv_poll_stop(&display->poll);
        live_wake(display->live); /* goes_on() may wait for this */
    }
    if (weir && display->waiting.size > WAITING_FULL)
        weir_pause(weir, 1);
    else if (weir && display->waiting.size < WAITING_FEW)
        weir_pause(weir, 0);
}

void terminal_display_show(struct terminal_display *display, struct slice output)
{
    if (output.size == 0)
        return;
    terminal_modes_feed(&display->modes, output);
    display->used = true;
    display->begins_line = output.data[output.size - 1] == '\n';
    (void)buf_append_slice(&display->waiting, output);
    settle(display);
}

void terminal_display_tell(struct terminal_display *display, const char *format, ...)
{
    char text[LINE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)buf_printf(&display->waiting, "%s[%s]\r\n", display->begins_line ? "" : "\r\n", text);
    display->begins_line = true;
    settle(display);
}

/* --- begin and end --- */

int terminal_display_begin(struct terminal_display *display, struct live *live, int fd)
{
    *display =
        (struct terminal_display){.live = live, .fd = fd, .waiting = BUF_LIMITED(WAITING_MAX), .begins_line = true};
    int r = uv_poll_init(&live->loop, &display->poll, fd);
    display->poll.data = display;
    display->polls = r == 0;
    return r;
}

/* Waits for a limited time, since the terminal may be stopped by Ctrl-S; drops the rest. */
static void write_last(struct terminal_display *display)
{
    struct pollfd ready = {.fd = display->fd, .events = POLLOUT};
    uint64_t end = clock_monotonic_ns() + LAST_WORDS_MS * 1000000ULL;
    while (write_waiting(display) == -EAGAIN && clock_monotonic_ns() < end)
        (void)poll(&ready, 1, LAST_WORDS_MS);
    buf_reset(&display->waiting, 0);
}

void terminal_display_lend(struct terminal_display *display)
{
    if (display->used)
        terminal_modes_undo(&display->modes, &display->waiting);
    (void)buf_append_text(&display->waiting, display->begins_line ? "" : "\r\n");
    write_last(display);
}

void terminal_display_take_back(struct terminal_display *display)
{
    terminal_modes_redo(&display->modes, &display->waiting);
    settle(display);
}

void terminal_display_end(struct terminal_display *display)
{
    if (!display->polls)
        return;
    terminal_display_lend(display);
    uv_close((uv_handle_t *)&display->poll, NULL);
    buf_clear(&display->waiting);
    display->polls = false;
}
