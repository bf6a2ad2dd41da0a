/* Standard output: only answers. If the reader is slow, everything waits for it. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/runtime/output.h"
#include "agent/runtime/runtime.h"
#include "base/clock.h"
#include "base/log.h"
#include "json/write.h"

enum { KEPT = 64 << 10 };

static void on_poll(uv_poll_t *poll, int status, int events);

static void lose_reader(struct runtime *runtime)
{
    if (runtime->output.broken)
        return;
    runtime->output.broken = true;
    buf_reset(&runtime->output.bytes, 0);
    runtime->output.sent = 0;
    if (!runtime->output.is_file)
        (void)uv_poll_stop(&runtime->output.poll);
    runtime->exit_code = RUNTIME_EXIT_FAILED;
    log_error("standard output was closed");
    runtime_end(runtime, "standard output was closed");
}

/* Notices a closed output even while nothing is sent; this alone does not keep the loop alive. */
static void watch(struct runtime *runtime, bool for_room)
{
    if (runtime->output.is_file)
        return;
    (void)uv_poll_start(&runtime->output.poll, (for_room ? UV_WRITABLE : 0) | UV_DISCONNECT, on_poll);
    if (for_room)
        uv_ref((uv_handle_t *)&runtime->output.poll);
    else
        uv_unref((uv_handle_t *)&runtime->output.poll);
}

static void set_full(struct runtime *runtime, bool full)
{
    if (full == runtime->output.full || runtime->ending)
        return;
    runtime->output.full = full;
    runtime_pause_input(runtime, full);
    runtime_work_pause(runtime, full);
}

static void flush(struct runtime *runtime)
{
    struct buf *bytes = &runtime->output.bytes;
    while (runtime->output.sent < bytes->size) {
        ssize_t n = write(runtime->output.fd, bytes->data + runtime->output.sent, bytes->size - runtime->output.sent);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            break;
        if (n < 0) {
            lose_reader(runtime);
            return;
        }
        runtime->output.sent += (size_t)n;
    }
    size_t left = bytes->size - runtime->output.sent;
    if (left == 0) {
        buf_reset(bytes, KEPT);
        runtime->output.sent = 0;
    } else if (runtime->output.sent > bytes->size / 2) {
        buf_consume(bytes, runtime->output.sent);
        runtime->output.sent = 0;
    }
    watch(runtime, left > 0);
    if (left > RUNTIME_OUTPUT_HIGH)
        set_full(runtime, true);
    else if (left < RUNTIME_OUTPUT_LOW)
        set_full(runtime, false);
    if (left == 0 && runtime->leaving)
        runtime_settle(runtime);
}

/* For a socket, poll() also reports a shutdown of the other direction, which does not matter here. */
static void on_poll(uv_poll_t *poll, int status, int events)
{
    struct runtime *runtime = poll->data;
    if (status < 0) {
        lose_reader(runtime);
        return;
    }
    if (events & UV_WRITABLE)
        flush(runtime);
    else
        (void)uv_poll_stop(poll);
}

/* Opens standard output again, to set O_NONBLOCK without changing it for processes that share the open file
 * description. A socket cannot be opened again, but is rarely shared. */
static int own_description(void)
{
    int fd = open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_APPEND);
    if (fd >= 0)
        return fd;
    fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    int flags = fd < 0 ? -1 : fcntl(fd, F_GETFL);
    if (fd >= 0 && (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0))
        log_warn("cannot make standard output non-blocking");
    return fd < 0 ? -errno : fd;
}

int runtime_open_output(struct runtime *runtime)
{
    struct stat about;
    runtime->output.bytes = (struct buf)BUF_LIMITED(RUNTIME_OUTPUT_MAX);
    runtime->output.is_file = fstat(STDOUT_FILENO, &about) < 0 || S_ISREG(about.st_mode);
    runtime->output.fd = runtime->output.is_file ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) : own_description();
    if (runtime->output.fd < 0)
        return runtime->output.fd;
    if (!runtime->output.is_file && uv_poll_init(&runtime->loop, &runtime->output.poll, runtime->output.fd) < 0)
        runtime->output.is_file = true; /* for example /dev/null, which never blocks */
    runtime->output.poll.data = runtime;
    return 0;
}

void runtime_send(struct runtime *runtime, struct buf *line)
{
    if (!runtime->output.broken && !line->error) {
        bool waits = runtime->output.bytes.size > 0;
        runtime_debug(runtime, "[SEND] ", buf_slice(line));
        (void)buf_append_slice(&runtime->output.bytes, buf_slice(line));
        if (!waits)
            flush(runtime);
        else if (runtime->output.bytes.size - runtime->output.sent > RUNTIME_OUTPUT_HIGH)
            set_full(runtime, true);
    }
    if (line->error)
        log_error("an answer is too long to send");
    buf_clear(line);
}

bool runtime_output_is_empty(const struct runtime *runtime)
{
    return runtime->output.bytes.size == 0 || runtime->output.broken;
}

void runtime_close_output(struct runtime *runtime)
{
    if (!runtime->output.is_file)
        uv_close((uv_handle_t *)&runtime->output.poll, NULL);
    (void)close(runtime->output.fd);
    buf_clear(&runtime->output.bytes);
}

/* --- answers --- */

static void begin(struct buf *out, const char *type, struct slice id)
{
    (void)buf_printf(out, "{\"type\":\"%s\"", type);
    if (!id.data)
        return;
    (void)buf_append_text(out, ",\"id\":");
    (void)json_write_string(out, id);
}

static void field(struct buf *out, const char *before, struct slice text)
{
    (void)buf_append_text(out, before);
    (void)json_write_string(out, text);
}

static void end(struct buf *out)
{
    (void)buf_append_text(out, ",\"timestamp\":");
    (void)buf_append_signed(out, clock_epoch_ms());
    (void)buf_append_text(out, "}\n");
}

void runtime_write_ready(struct buf *out)
{
    begin(out, "ready", (struct slice){0});
    (void)buf_append_text(out, ",\"version\":\"1.0.0\",\"capabilities\":[\"streaming\",\"tools\",\"attachments\"]");
    end(out);
}

void runtime_write_token(struct buf *out, struct slice id, struct slice token)
{
    begin(out, "token", id);
    field(out, ",\"token\":", token);
    end(out);
}

static void begin_tool(struct buf *out, const char *type, struct slice id, struct slice tool_id, struct slice name)
{
    begin(out, type, id);
    field(out, ",\"data\":{\"toolId\":", tool_id);
    field(out, ",\"toolName\":", name);
}

void runtime_write_tool_use(struct buf *out, struct slice id, struct slice tool_id, struct slice name,
                            struct slice input)
{
    begin_tool(out, "tool_use", id, tool_id, name);
    (void)buf_append_text(out, ",\"input\":");
    (void)buf_append_slice(out, input.size > 0 ? input : SLICE("{}"));
    (void)buf_append_char(out, '}');
    end(out);
}

void runtime_write_tool_result(struct buf *out, struct slice id, const struct runtime_result *result)
{
    begin_tool(out, "tool_result", id, result->tool_id, result->name);
    if (result->is_error) {
        field(out, ",\"result\":{\"error\":", result->text);
        (void)buf_append_char(out, '}');
    } else if (result->image.size > 0) {
        field(out, ",\"result\":{\"text\":", result->text);
        field(out, ",\"image\":{\"mime\":", result->mime);
        field(out, ",\"data\":", result->image);
        (void)buf_append_text(out, "}}");
    } else {
        field(out, ",\"result\":", result->text);
    }
    (void)buf_append_char(out, '}');
    end(out);
}

void runtime_write_done(struct buf *out, struct slice id)
{
    begin(out, "done", id);
    end(out);
}

void runtime_write_error(struct buf *out, struct slice id, struct slice error)
{
    begin(out, "error", id);
    field(out, ",\"error\":", error);
    end(out);
}

void runtime_write_status(struct buf *out, struct slice id, bool working, size_t length, int64_t uptime_ms)
{
    begin(out, "status", id);
    (void)buf_printf(out, ",\"data\":{\"state\":\"%s\",\"conversationLength\":%zu,\"uptime\":%lld}",
                     working ? "working" : "idle", length, (long long)uptime_ms);
    end(out);
}
