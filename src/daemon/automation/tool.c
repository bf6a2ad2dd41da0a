/* Calls of MCP tools. A rule of permissions must allow them: nobody is asked. The daemon is its own client for this, so
 * that a tool is called as by mcp.call. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "daemon/automation/internal.h"
#include "daemon/client/client.h"
#include "rpc/peer.h"
#include "json/read.h"
#include "json/write.h"

enum { PARAMS_BYTES = AUTOMATION_PROMPT_MAX + (16 << 10) };

/* A call in progress. */
struct tool_order {
    struct automation *automation;
    int64_t run_no, step;
};

/* --- the connection of the daemon to itself --- */

static void on_closed(struct peer *peer, const char *reason)
{
    struct automation *automation = peer->user;
    (void)reason;
    automation->line = NULL;
}

/* It receives only answers. */
static const struct dispatch nothing = {0};
static const struct peer_events events = {.closed = on_closed};

static void ignore(void *user, const struct reply *reply)
{
    (void)user;
    (void)reply;
}

static int open_line(struct automation *automation)
{
    int fds[2];
    if (automation->line)
        return 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds) < 0)
        return -errno;
    client_accept(automation->clients, fds[1]);
    int r = peer_new(automation->rpc, fds[0], CALLER_DAEMON, &nothing, &events, automation, &automation->line);
    if (r < 0)
        return r;
    return peer_call_text(automation->line, SLICE("initialize"),
                          SLICE("{\"clientInfo\":{\"name\":\"automation\"},\"optOutNotificationMethods\":"
                                "[\"mcp.progress\",\"system:health\"]}"),
                          0, ignore, NULL, NULL);
}

static void close_line_if_idle(struct automation *automation)
{
    if (automation->calls == 0 && automation->line)
        peer_close(automation->line, "no tool is being called");
}

void tool_stop(struct automation *automation)
{
    if (automation->line)
        peer_close(automation->line, "the daemon stops");
}

/* --- results --- */

/* The texts of the content, one after another. */
static void write_content(struct buf *out, const yyjson_val *result)
{
    yyjson_val *content = yyjson_obj_get((yyjson_val *)result, "content"), *item;
    yyjson_arr_iter iter = yyjson_arr_iter_with(content);
    while ((item = yyjson_arr_iter_next(&iter)) != NULL) {
        yyjson_val *text = yyjson_obj_get(item, "text");
        if (!yyjson_is_str(text))
            continue;
        (void)buf_append_text(out, out->size > 0 ? "\n" : "");
        (void)buf_append_slice(
            out, utf8_cut((struct slice){yyjson_get_str(text), yyjson_get_len(text)}, AUTOMATION_MESSAGE_MAX));
    }
}

static void on_answer(void *user, const struct reply *reply)
{
    struct tool_order *order = user;
    struct automation *automation = order->automation;
    struct buf text = BUF_LIMITED((size_t)64 * AUTOMATION_MESSAGE_MAX);
    bool ok = reply->status == 0 && !yyjson_get_bool(yyjson_obj_get((yyjson_val *)reply->value, "isError"));
    if (reply->status == 0)
        write_content(&text, reply->value);
    else if (reply->message.size > 0)
        (void)buf_append_slice(&text, utf8_cut(reply->message, AUTOMATION_MESSAGE_MAX));
    else
        (void)buf_append_text(&text, strerror(-reply->status));
    automation->calls--;
    order_result(automation, order->run_no, order->step, ok,
                 slice_is(reply->word, "mcp_tool_changed") ? "tool_denied" : "tool_failed", buf_slice(&text));
    buf_clear(&text);
    free(order);
    if (reply->status != -ECONNRESET && reply->status != -ECANCELED)
        close_line_if_idle(automation);
}

/* --- calling --- */

static int send_call(struct automation *automation, const struct automation_todo *todo)
{
    struct buf params = BUF_LIMITED(PARAMS_BYTES);
    struct tool_order *order = calloc(1, sizeof *order);
    int r = order ? open_line(automation) : -ENOMEM;
    (void)buf_append_text(&params, "{\"serverId\":");
    (void)json_write_string(&params, todo->server);
    (void)buf_append_text(&params, ",\"tool\":");
    (void)json_write_string(&params, todo->tool);
    (void)buf_append_text(&params, ",\"definition\":");
    (void)json_write_string(&params, todo->definition);
    (void)buf_append_text(&params, ",\"arguments\":");
    (void)buf_append_slice(&params, todo->input);
    (void)buf_append_char(&params, '}');
    if (r == 0)
        r = params.error;
    if (r == 0) {
        *order = (struct tool_order){automation, todo->run_no, todo->step};
        r = peer_call_text(automation->line, SLICE("mcp.call"), buf_slice(&params), 0, on_answer, order, NULL);
    }
    automation->calls += r == 0;
    if (r < 0)
        free(order);
    buf_clear(&params);
    return r;
}

static void deny(struct automation *automation, const struct automation_todo *todo, int status, struct slice rule)
{
    char message[512];
    if (status == -EACCES)
        (void)snprintf(message, sizeof message, "the permission rule %.*s denies %.*s", SLICE_ARG(rule),
                       SLICE_ARG(todo->agent_name));
    else if (status == -ENOENT)
        (void)snprintf(message, sizeof message,
                       "no permission rule allows %.*s as it is defined now; add one: weir permissions allow %.*s",
                       SLICE_ARG(todo->agent_name), SLICE_ARG(todo->agent_name));
    else
        (void)snprintf(message, sizeof message, "the permission rules are not known: %s", strerror(-status));
    order_result(automation, todo->run_no, todo->step, false, "tool_denied", slice_of(message));
}

void tool_call(struct automation *automation, const struct automation_todo *todo)
{
    struct slice rule = {0};
    const struct json_any input = {.text = todo->input};
    int r = permission_judge_alone(automation->permissions, todo->agent_name, todo->definition, &input, &rule);
    if (r < 0) {
        deny(automation, todo, r, rule);
        return;
    }
    r = send_call(automation, todo);
    if (r < 0)
        order_result(automation, todo->run_no, todo->step, false, "tool_failed", slice_of(strerror(-r)));
}
