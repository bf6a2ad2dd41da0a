/* One proxy: its two FIFOs, which it has created with names of its own, so that several proxies, and those that were
 * killed, do not disturb each other. It holds INSTANCE.down open before it knocks; neither side waits in open(). The
 * end of either side is the end of the file for the other one. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "executor/relay_internal.h"

static void on_in(uv_poll_t *poll, int status, int events);
static void on_out(uv_poll_t *poll, int status, int events);

/* --- end --- */

static void on_closed(uv_handle_t *handle)
{
    struct relay_link *link = handle->data;
    if (--link->open_handles > 0)
        return;
    framer_clear(&link->framer);
    buf_clear(&link->output);
    free(link);
}

void relay_link_close(struct relay_link *link)
{
    mcp_serve_clear(&link->serve);
    list_remove(&link->link);
    link->relay->link_count--;
    uv_close((uv_handle_t *)&link->in_poll, on_closed);
    uv_close((uv_handle_t *)&link->out_poll, on_closed);
    (void)close(link->in);
    (void)close(link->out);
}

static void settle(struct relay_link *link)
{
    if (link->is_over)
        relay_link_close(link);
}

/* --- to the agent --- */

static size_t unread(const struct relay_link *link)
{
    return link->output.size - link->sent;
}

static void flush(struct relay_link *link)
{
    while (unread(link) > 0) {
        ssize_t n = write(link->out, link->output.data + link->sent, unread(link));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN) {
            (void)uv_poll_start(&link->out_poll, UV_WRITABLE, on_out);
            return;
        }
        if (n < 0) {
            link->is_over = true;
            return;
        }
        link->sent += (size_t)n;
    }
    buf_reset(&link->output, RELAY_CHUNK);
    link->sent = 0;
    (void)uv_poll_stop(&link->out_poll);
}

static void read_on(struct relay_link *link)
{
    if (!link->is_over && unread(link) < RELAY_OUT_HIGH)
        (void)uv_poll_start(&link->in_poll, UV_READABLE, on_in);
}

static void on_out(uv_poll_t *poll, int status, int events)
{
    struct relay_link *link = poll->data;
    (void)status;
    (void)events;
    flush(link);
    read_on(link);
    settle(link);
}

/* Does not close the link, since its caller still uses it: poll() reports the lost reader later. */
void relay_link_send(struct relay_link *link, struct slice line)
{
    if (link->is_over)
        return;
    if (link->sent > 0) {
        buf_consume(&link->output, link->sent);
        link->sent = 0;
    }
    bool was_empty = link->output.size == 0;
    (void)buf_append_slice(&link->output, line);
    (void)buf_append_char(&link->output, '\n');
    if (link->output.error) /* an agent that does not read what it asks for */
        link->is_over = true;
    else if (was_empty)
        flush(link);
    if (unread(link) >= RELAY_OUT_HIGH)
        (void)uv_poll_stop(&link->in_poll);
    if (link->is_over) /* closes it in the next turn of the loop */
        (void)uv_poll_start(&link->out_poll, UV_WRITABLE, on_out);
}

/* --- from the agent --- */

static void on_in(uv_poll_t *poll, int status, int events)
{
    struct relay_link *link = poll->data;
    char chunk[RELAY_CHUNK];
    (void)status;
    (void)events;
    ssize_t n = read(link->in, chunk, sizeof chunk);
    struct slice bytes = {chunk, n > 0 ? (size_t)n : 0}, line;
    enum frame frame = FRAME_LINE;
    while (!link->is_over && (frame = framer_next(&link->framer, &bytes, &line)) != FRAME_NONE) {
        if (frame == FRAME_LINE)
            mcp_serve_take(&link->serve, line);
        else
            link->is_over = true; /* a line above the limit, or no memory */
    }
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        link->is_over = true;
    settle(link);
}

/* --- start --- */

bool relay_knock_read(struct slice line, char ret_instance[static RELAY_INSTANCE_DIGITS + 1], struct slice *ret_server)
{
    if (line.size <= RELAY_INSTANCE_DIGITS + 1 || line.data[RELAY_INSTANCE_DIGITS] != ' ')
        return false;
    for (size_t i = 0; i < RELAY_INSTANCE_DIGITS; i++)
        if (line.data[i] == '\0' || !strchr("0123456789abcdef", line.data[i]))
            return false;
    (void)snprintf(ret_instance, RELAY_INSTANCE_DIGITS + 1, "%.*s", RELAY_INSTANCE_DIGITS, line.data);
    *ret_server = (struct slice){line.data + RELAY_INSTANCE_DIGITS + 1, line.size - RELAY_INSTANCE_DIGITS - 1};
    return true;
}

/* Opens a FIFO and removes its name. For writing, -ENXIO if nobody reads. */
static int open_end(const struct relay *relay, const char *instance, const char *end, int mode, int *ret_fd)
{
    char name[RELAY_INSTANCE_DIGITS + 8];
    struct stat facts;
    (void)snprintf(name, sizeof name, "%s.%s", instance, end);
    autoclose int fd = openat(relay->directory_fd, name, mode | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY);
    int r = fd < 0 ? -errno : fstat(fd, &facts) < 0 ? -errno : S_ISFIFO(facts.st_mode) ? 0 : -EINVAL;
    if (fd >= 0)
        (void)unlinkat(relay->directory_fd, name, 0);
    if (r == 0)
        *ret_fd = take_fd(&fd);
    return r;
}

static int start_polls(struct relay_link *link)
{
    uv_loop_t *loop = task_loop(link->relay->task);
    if (uv_poll_init(loop, &link->in_poll, link->in) < 0)
        return -EIO;
    if (uv_poll_init(loop, &link->out_poll, link->out) < 0) {
        link->open_handles = 1;
        uv_close((uv_handle_t *)&link->in_poll, on_closed);
        return -EIO;
    }
    link->open_handles = 2;
    return 0;
}

static int open_link(struct relay *relay, struct relay_server *server, const char *instance)
{
    autoclose int in = -1, out = -1;
    int r = open_end(relay, instance, "up", O_RDONLY, &in);
    if (r == 0)
        r = open_end(relay, instance, "down", O_WRONLY, &out);
    struct relay_link *link = r == 0 ? calloc(1, sizeof *link) : NULL;
    if (!link)
        return r < 0 ? r : -ENOMEM;
    *link = (struct relay_link){.relay = relay,
                                .server = server,
                                .in = in,
                                .out = out,
                                .framer = FRAMER_LIMITED(MCP_SERVE_LINE_MAX),
                                .output = BUF_LIMITED(RELAY_OUT_MAX)};
    link->in_poll.data = link->out_poll.data = link;
    r = start_polls(link);
    if (r < 0) {
        if (link->open_handles == 0)
            free(link);
        return r;
    }
    in = out = -1; /* they belong to the link */
    const struct mcp_serve_options options = {
        .name = slice_of(server->id),
        .title = slice_of(server->name),
        .version = SLICE(WEIR_VERSION),
        .instructions = slice_of(server->instructions ? server->instructions : ""),
        .tools = true,
        .prompts = server->has_prompts,
        .resources = server->has_resources,
    };
    mcp_serve_init(&link->serve, &options, &relay_handlers, link);
    list_append(&relay->links, &link->link);
    relay->link_count++;
    read_on(link);
    return 0;
}

void relay_knock(struct relay *relay, struct slice line)
{
    char instance[RELAY_INSTANCE_DIGITS + 1];
    struct slice server;
    if (relay->link_count >= RELAY_LINKS_MAX || !relay_knock_read(line, instance, &server))
        return;
    for (size_t i = 0; i < relay->server_count; i++)
        if (slice_is(server, relay->servers[i].id))
            (void)open_link(relay, &relay->servers[i], instance);
}
