#include "executor/relay_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/executable.h"
#include "base/paths.h"
#include "base/remove.h"
#include "executor/task.h"
#include "json/write.h"

/* --- end --- */

static void servers_free(struct relay *relay)
{
    for (size_t i = 0; i < relay->server_count; i++) {
        free(relay->servers[i].name);
        free(relay->servers[i].instructions);
    }
    free(relay->servers);
}

static void relay_free(struct relay *relay)
{
    servers_free(relay);
    framer_clear(&relay->framer);
    free(relay->program);
    free(relay->directory);
    free(relay);
}

static void on_door_closed(uv_handle_t *handle)
{
    relay_free(handle->data);
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        (void)close(take_fd(fd));
}

/* The agent may have filled the directory. */
static void remove_directory(struct relay *relay)
{
    const char *name = relay->directory ? strrchr(relay->directory, '/') : NULL;
    if (name && relay->parent_fd >= 0)
        (void)remove_tree(relay->parent_fd, name + 1, NULL);
    close_fd(&relay->directory_fd);
    close_fd(&relay->parent_fd);
}

struct relay *relay_end(struct relay *relay)
{
    if (!relay)
        return NULL;
    if (relay->ask)
        task_ask_cancel(relay->ask);
    while (!list_is_empty(&relay->links))
        relay_link_close(list_member(relay->links.next, struct relay_link, link));
    bool is_open = relay->door_fd >= 0;
    if (is_open) {
        uv_close((uv_handle_t *)&relay->door, on_door_closed);
        close_fd(&relay->door_fd);
    }
    remove_directory(relay);
    if (!is_open)
        relay_free(relay);
    return NULL;
}

/* --- the door --- */

static void on_door(uv_poll_t *poll, int status, int events)
{
    struct relay *relay = poll->data;
    char chunk[4096];
    (void)status;
    (void)events;
    ssize_t n = read(relay->door_fd, chunk, sizeof chunk);
    struct slice bytes = {chunk, n > 0 ? (size_t)n : 0}, line;
    for (enum frame frame; (frame = framer_next(&relay->framer, &bytes, &line)) != FRAME_NONE;)
        if (frame == FRAME_LINE)
            relay_knock(relay, line);
}

static int open_door(struct relay *relay)
{
    struct stat facts;
    if (mkfifoat(relay->directory_fd, "door", 0600) < 0)
        return -errno;
    /* Open for writing as well, so that the end of a proxy is no end of the file. */
    int fd = openat(relay->directory_fd, "door", O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return -errno;
    if (fstat(fd, &facts) < 0 || !S_ISFIFO(facts.st_mode) ||
        uv_poll_init(task_loop(relay->task), &relay->door, fd) < 0) {
        (void)close(fd);
        return -EIO;
    }
    relay->door_fd = fd;
    relay->door.data = relay;
    (void)uv_poll_start(&relay->door, UV_READABLE, on_door);
    return 0;
}

static int make_directory(struct relay *relay)
{
    autofree char *own = strdup(relay->task->executor->options.own);
    autofree char *path = NULL;
    if (!own)
        return -ENOMEM;
    const char *parent = dirname(own);
    int r = paths_join(parent, "mcp-XXXXXX", &path);
    if (r < 0)
        return r;
    relay->parent_fd = open(parent, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (relay->parent_fd < 0 || !mkdtemp(path))
        return -errno;
    relay->directory = take_pointer(path);
    relay->directory_fd = open(relay->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    return relay->directory_fd < 0 ? -errno : 0;
}

/* weir-mcp is beside weir-executor, which the sandbox shows under the same path. */
static int find_program(struct relay *relay)
{
    char path[4096];
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    if (size < 0)
        return -errno;
    path[size] = '\0';
    int r = paths_join(dirname(path), "weir-mcp", &relay->program);
    return r < 0 ? r : executable_look(relay->program);
}

/* --- the servers --- */

/* The id is part of tools' names for the agent, and an argument of the proxy. */
static bool is_id(struct slice id)
{
    for (size_t i = 0; i < id.size; i++) {
        char c = id.data[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!plain && (c != '-' || i == 0))
            return false;
    }
    return id.size > 0 && id.size < RELAY_ID_SIZE;
}

static int take_servers(struct relay *relay, const struct list_mcp_tools_result *result)
{
    size_t count = result->servers.count < RELAY_SERVERS_MAX ? result->servers.count : RELAY_SERVERS_MAX;
    relay->servers = calloc(count + 1, sizeof *relay->servers);
    for (size_t i = 0; relay->servers && i < count; i++) {
        const struct executor_mcp_host *host = &result->servers.items[i];
        struct relay_server *server = &relay->servers[relay->server_count];
        if (!is_id(host->id))
            continue;
        *server = (struct relay_server){
            .has_prompts = host->prompt_count_is == FIELD_SET && host->prompt_count > 0,
            .has_resources = host->resource_count_is == FIELD_SET && host->resource_count > 0,
            .name = strndup(host->name.data, host->name.size),
            .instructions =
                host->instructions_is == FIELD_SET ? strndup(host->instructions.data, host->instructions.size) : NULL,
        };
        (void)snprintf(server->id, sizeof server->id, "%.*s", SLICE_ARG(host->id));
        relay->server_count++;
        if (!server->name)
            return -ENOMEM;
    }
    return relay->servers ? 0 : -ENOMEM;
}

static int offer(struct relay *relay, const struct list_mcp_tools_result *result)
{
    int r = take_servers(relay, result);
    if (r < 0 || relay->server_count == 0)
        return r;
    r = find_program(relay);
    if (r == 0)
        r = make_directory(relay);
    return r < 0 ? r : open_door(relay);
}

/* Without servers, the task goes on without a relay. */
static void on_listed(void *user, const struct reply *reply)
{
    struct relay *relay = user;
    struct task *task = relay->task;
    void (*ready)(struct task * task) = relay->ready;
    char text[300];
    relay->ask = NULL;
    int r = reply->status == 0 ? offer(relay, reply->result) : 0;
    if (reply->status < 0)
        (void)snprintf(text, sizeof text, "the agent gets no MCP servers: %.*s",
                       reply->message.size < 200 ? (int)reply->message.size : 200,
                       reply->message.data ? reply->message.data : "");
    else
        (void)snprintf(text, sizeof text, "the agent gets no MCP servers: cannot start weir-mcp: %s", strerror(-r));
    if (reply->status < 0 || r < 0)
        (void)task_report_error(task, SLICE("MCP_UNAVAILABLE"), slice_of(text));
    if (reply->status < 0 || r < 0 || relay->server_count == 0)
        task->relay = relay_end(relay);
    else
        task_watch_mcp(task, &relay_events, relay);
    ready(task);
}

void relay_begin(struct task *task, void (*ready)(struct task *task))
{
    struct relay *relay = task_has_mcp(task) ? calloc(1, sizeof *relay) : NULL;
    if (relay) {
        *relay = (struct relay){.task = task,
                                .ready = ready,
                                .directory_fd = -1,
                                .parent_fd = -1,
                                .door_fd = -1,
                                .framer = FRAMER_LIMITED(RELAY_KNOCK_MAX)};
        list_init(&relay->links);
        list_init(&relay->calls);
        if (task_ask_for(task, &list_mcp_tools_method, &(struct list_mcp_tools_params){0}, on_listed, relay,
                         &relay->ask) == 0) {
            task->relay = relay;
            return;
        }
        relay_free(relay);
    }
    ready(task);
}

/* --- for the adapters --- */

size_t relay_count(const struct relay *relay)
{
    return relay ? relay->server_count : 0;
}

struct slice relay_name(const struct relay *relay, size_t index)
{
    return slice_of(relay->servers[index].id);
}

int relay_write_command(const struct relay *relay, size_t index, struct buf *out)
{
    (void)buf_append_text(out, "\"command\":");
    (void)json_write_string(out, slice_of(relay->program));
    (void)buf_append_text(out, ",\"args\":[\"--proxy\",");
    (void)json_write_string(out, slice_of(relay->servers[index].id));
    (void)buf_append_char(out, ',');
    (void)json_write_string(out, slice_of(relay->directory));
    return buf_append_char(out, ']');
}

static bool is_connected(const struct relay *relay, const struct relay_server *server)
{
    for (struct list *link = relay->links.next; link != &relay->links; link = link->next) {
        const struct relay_link *proxy = list_member(link, struct relay_link, link);
        if (proxy->server == server && (proxy->serve.is_initialized || proxy->serve.is_stateless))
            return true;
    }
    return false;
}

/* An id has no "_". A tool whose name has "__" might be one of another server, named SERVER__…, so it is not certain.
 */
bool relay_serves(const struct relay *relay, struct slice tool)
{
    static const struct slice prefix = SLICE_INIT("mcp__");
    for (size_t i = 0; slice_starts_with(tool, prefix) && i < relay_count(relay); i++) {
        const struct relay_server *server = &relay->servers[i];
        struct slice rest = {tool.data + prefix.size, tool.size - prefix.size};
        size_t size = strlen(server->id);
        if (rest.size <= size + 2 || memcmp(rest.data, server->id, size) != 0 || memcmp(rest.data + size, "__", 2) != 0)
            continue;
        rest = (struct slice){rest.data + size + 2, rest.size - size - 2};
        return rest.data[0] != '_' && !memmem(rest.data, rest.size, "__", 2) && is_connected(relay, server);
    }
    return false;
}
