/* Reads lines from standard input. */
#include <errno.h>
#include <unistd.h>

#include "agent/runtime/runtime.h"
#include "base/log.h"

enum { CHUNK = 64 << 10 };

static void end(struct runtime *runtime)
{
    struct slice line;
    if (runtime->input.ended)
        return;
    if (framer_finish(&runtime->input.framer, &line) == FRAME_LINE)
        runtime_serve(runtime, line);
    runtime->input.ended = true;
    runtime_pause_input(runtime, true);
    runtime_settle(runtime);
}

/* Reads one piece per turn of the loop, so that other events are handled in between. Standard input stays in blocking
 * mode, because it may be shared with other processes; so it is read only when data is available. */
static void read_piece(struct runtime *runtime)
{
    char bytes[CHUNK];
    ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);
    if (n < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (n <= 0) {
        end(runtime);
        return;
    }
    struct slice rest = {bytes, (size_t)n}, line;
    for (enum frame frame; (frame = framer_next(&runtime->input.framer, &rest, &line)) != FRAME_NONE;) {
        if (frame == FRAME_LINE)
            runtime_serve(runtime, line);
        else
            log_error("ignored a request: %s",
                      frame == FRAME_TOO_LONG ? "it is longer than 16 MiB" : "out of memory for it");
    }
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    read_piece(poll->data);
}

static void on_idle(uv_idle_t *idle)
{
    read_piece(idle->data);
}

int runtime_open_input(struct runtime *runtime)
{
    runtime->input.framer = (struct framer)FRAMER_LIMITED(RUNTIME_LINE_MAX);
    runtime->input.idle.data = runtime->input.poll.data = runtime;
    runtime->input.is_file = uv_poll_init(&runtime->loop, &runtime->input.poll, STDIN_FILENO) < 0;
    if (runtime->input.is_file)
        (void)uv_idle_init(&runtime->loop, &runtime->input.idle);
    runtime->input.poll.data = runtime;
    runtime->input.paused = true;
    runtime_pause_input(runtime, false);
    return 0;
}

void runtime_pause_input(struct runtime *runtime, bool paused)
{
    if (paused == runtime->input.paused || (runtime->input.ended && !paused) || runtime->closed)
        return;
    runtime->input.paused = paused;
    if (runtime->input.is_file)
        (void)(paused ? uv_idle_stop(&runtime->input.idle) : uv_idle_start(&runtime->input.idle, on_idle));
    else
        (void)(paused ? uv_poll_stop(&runtime->input.poll)
                      : uv_poll_start(&runtime->input.poll, UV_READABLE | UV_DISCONNECT, on_readable));
}

void runtime_close_input(struct runtime *runtime)
{
    uv_close(runtime->input.is_file ? (uv_handle_t *)&runtime->input.idle : (uv_handle_t *)&runtime->input.poll, NULL);
    framer_clear(&runtime->input.framer);
}
