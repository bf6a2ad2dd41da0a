/* How the server is started, reached and ended. */
#include "connector/server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/executable.h"
#include "base/log.h"
#include "connector/connector.h"
#include "connector/exchange.h"
#include "connector/program.h"

static int64_t now_ms(struct server *server)
{
    return (int64_t)uv_now(&server->connector->helper.loop);
}

bool server_is_ready(const struct server *server)
{
    return server->has_session && server->session.state == MCP_READY && !server->ending && !server->is_gone;
}

bool server_is_gone(const struct server *server)
{
    return !server->program && !server->web;
}

int64_t server_answered_at(const struct server *server)
{
    int64_t heard = server->has_session ? server->session.heard_ms : -1;
    return heard < 0 ? -1 : clock_epoch_ms() - ((int64_t)uv_now(&server->connector->helper.loop) - heard);
}

int server_send(struct server *server, struct slice line, int64_t id)
{
    if (server->web) {
        struct mcp_sender sender = mcp_session_sender(&server->session);
        return web_post(server->web, &sender, line, id);
    }
    return server->program ? program_send(server->program, line) : -EPIPE;
}

/* What the server can bring about as often as it wants. */
static void note(struct server *server, const char *text)
{
    journal_add(&server->journal, uv_now(&server->connector->helper.loop), "weir", slice_of(text));
}

/* --- the session --- */

static int start_program(struct server *server, char problem[static MCP_PROBLEM_SIZE]);

void server_lose(struct server *server, const char *problem)
{
    char kept[MCP_PROBLEM_SIZE];
    if (server->ending)
        return;
    (void)snprintf(kept, sizeof kept, "%s", problem);
    server_end(server);
    queries_fail(server, kept);
    connector_lost(server->connector, kept);
}

static void respawn(struct server *server)
{
    server->restarts = true;
    if (server->program) {
        program_end(server->program, true);
        return;
    }
    char problem[MCP_PROBLEM_SIZE];
    server->restarts = false;
    if (start_program(server, problem) < 0)
        server_lose(server, problem);
    else
        mcp_session_start(&server->session, now_ms(server));
}

static void become_ready(struct server *server)
{
    log_info("the server %s %s is ready (MCP %s)", server->session.server.name, server->session.server.version,
             server->session.version);
    server->was_ready = true;
    connector_ready(server->connector);
    queries_send_held(server);
    server_listen(server);
}

static void carry_out(struct server *server, const struct mcp_action *action)
{
    switch (action->kind) {
    case MCP_DO_SEND:
        if (server_send(server, action->line, 0) < 0 && !server->ending)
            note(server, "dropped a message to the server, because it does not read");
        break;
    case MCP_DO_RESPAWN:
        respawn(server);
        break;
    case MCP_DO_READY:
        become_ready(server);
        break;
    case MCP_DO_FAIL:
        server_lose(server, action->reason);
        break;
    case MCP_DO_SILENT:
        connector_silent(server->connector, action->reason);
        break;
    case MCP_DO_ANSWERS:
        connector_answers(server->connector);
        break;
    case MCP_DO_WARN:
        journal_add(&server->journal, uv_now(&server->connector->helper.loop), "weir", slice_of(action->reason));
        break;
    }
}

void server_act(struct server *server)
{
    struct timers *timers = &server->connector->helper.rpc.timers;
    struct mcp_action action;
    while (mcp_session_next(&server->session, &action))
        carry_out(server, &action);
    int64_t deadline = server->ending ? -1 : mcp_session_deadline(&server->session);
    if (deadline < 0)
        timers_unset(timers, &server->tick);
    else
        (void)timers_set(timers, &server->tick, deadline > now_ms(server) ? (uint64_t)(deadline - now_ms(server)) : 0);
}

static void on_tick(struct deadline *deadline)
{
    struct server *server = list_member(deadline, struct server, tick);
    mcp_session_tick(&server->session, now_ms(server));
    server_act(server);
}

/* --- a program --- */

static void on_line(void *user, struct slice line)
{
    (void)server_receive(user, line, 0);
}

static void on_too_long(void *user, size_t bytes)
{
    struct server *server = user;
    char text[160];
    (void)snprintf(text, sizeof text, "skipped a line of %zu bytes from the server (limit: %d)", bytes,
                   (int)PROGRAM_LINE_MAX);
    journal_add(&server->journal, uv_now(&server->connector->helper.loop), "weir", slice_of(text));
}

/* The rest of a stack trace and the like: what it belongs to says more. */
static bool continues(struct slice line)
{
    static const char *const empty[] = {"Node.js v", "}", "]", ")"};
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        if (slice_starts_with(line, slice_of(empty[i])))
            return true;
    return line.data[0] == ' ' || line.data[0] == '\t';
}

static void keep_words(struct server *server, struct slice line)
{
    if (server->last_words[0] && continues(line))
        return;
    size_t size = line.size < sizeof server->last_words - 1 ? line.size : sizeof server->last_words - 1;
    for (size_t i = 0; i < size; i++)
        server->last_words[i] = (unsigned char)line.data[i] < ' ' || line.data[i] == 127 ? ' ' : line.data[i];
    server->last_words[size] = '\0';
}

static void on_complaint(void *user, struct slice line)
{
    struct server *server = user;
    if (slice_trim(line, SLICE_BLANKS).size == 0)
        return;
    keep_words(server, line);
    journal_add(&server->journal, uv_now(&server->connector->helper.loop), "stderr", line);
}

static void on_gone(void *user, const char *problem)
{
    struct server *server = user;
    char sentence[MCP_PROBLEM_SIZE];
    server->program = NULL;
    if (server->paused) {
        server->paused = false;
        timers_unset(&server->connector->helper.rpc.timers, &server->calm);
    }
    journal_end(&server->journal);
    if (server->ending) {
        server->is_gone = true;
        helper_leave_step(&server->connector->helper);
        return;
    }
    log_warn("the server %s", problem);
    if (server->restarts) {
        respawn(server);
        server_act(server);
        return;
    }
    const char *words = server->last_words;
    (void)snprintf(sentence, sizeof sentence, "it %s%s%s", problem, *words ? "; it wrote to stderr: " : "", words);
    mcp_session_exited(&server->session, sentence, now_ms(server));
    server_act(server);
    (void)snprintf(sentence, sizeof sentence, "the server %s%s%s", problem, *words ? "; it wrote to stderr: " : "",
                   words);
    if (!server->program && !server->ending)
        server_lose(server, sentence);
}

static const struct program_events program_events = {
    .line = on_line, .too_long = on_too_long, .complaint = on_complaint, .gone = on_gone};

/* Variables that a server gets from weir-mcp's own environment; the configuration has precedence. */
static const char *const passed_on[] = {"PATH", "HOME", "LANG", "TERM", "TMPDIR"};

static bool is_configured(const struct connector_open_params *params, struct slice name)
{
    for (size_t i = 0; params->env_is == FIELD_SET && i < params->env.count; i++)
        if (slice_equal(params->env.items[i].key, name))
            return true;
    return false;
}

static char **make_environment(struct arena *arena, const struct connector_open_params *params)
{
    size_t count = params->env_is == FIELD_SET ? params->env.count : 0, n = 0;
    char **list = arena_zeroed(arena, (count + sizeof passed_on / sizeof *passed_on + 1) * sizeof *list);
    if (!list)
        return NULL;
    for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++) {
        const char *value = getenv(passed_on[i]);
        if (!value || is_configured(params, slice_of(passed_on[i])))
            continue;
        list[n] = executable_variable(arena, slice_of(passed_on[i]), slice_of(value));
        if (!list[n++])
            return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        list[n] = executable_variable(arena, params->env.items[i].key, params->env.items[i].value);
        if (!list[n++])
            return NULL;
    }
    return list;
}

static struct slice search_path(char *const *environment)
{
    for (; *environment; environment++)
        if (strncmp(*environment, "PATH=", 5) == 0)
            return slice_of(*environment + 5);
    return SLICE(EXECUTABLE_DEFAULT_PATH);
}

/* An unusable directory or command is refused here, because the process could only say which call failed. */
static int find_program(const struct connector_open_params *params, const char *cwd, char *const *environment,
                        char found[static EXECUTABLE_PATH_SIZE], char problem[static MCP_PROBLEM_SIZE])
{
    struct slice command = params->command;
    int r = cwd ? executable_look_at_directory(slice_of(cwd)) : 0;
    if (r < 0) {
        (void)snprintf(problem, MCP_PROBLEM_SIZE, "the server cannot start in %.200s: %s", cwd, strerror(-r));
        return r;
    }
    if (memchr(command.data, '/', command.size)) {
        if (command.data[0] == '/')
            (void)snprintf(found, EXECUTABLE_PATH_SIZE, "%.*s", SLICE_ARG(command));
        else
            (void)snprintf(found, EXECUTABLE_PATH_SIZE, "%.1000s/%.*s", cwd ? cwd : ".", SLICE_ARG(command));
        r = executable_look(found);
    } else {
        r = executable_find(command, search_path(environment), found);
    }
    if (r == -ENOENT && !memchr(command.data, '/', command.size))
        (void)snprintf(problem, MCP_PROBLEM_SIZE,
                       "the command %.200s was not found in PATH (%.200s); install it, or configure its whole path",
                       command.data, search_path(environment).data);
    else if (r < 0)
        (void)snprintf(problem, MCP_PROBLEM_SIZE, "the command %.300s cannot be run: %s", command.data, strerror(-r));
    return r;
}

static int start_program(struct server *server, char problem[static MCP_PROBLEM_SIZE])
{
    const struct connector_open_params *params = server->connector->params;
    struct arena arena = ARENA_LIMITED(64 << 20);
    char found[EXECUTABLE_PATH_SIZE];
    const char *cwd = params->cwd_is == FIELD_SET ? params->cwd.data : getenv("HOME");
    size_t count = params->args_is == FIELD_SET ? params->args.count : 0;
    char **arguments = arena_zeroed(&arena, (count + 2) * sizeof *arguments);
    char **environment = make_environment(&arena, params);
    int r = arguments && environment ? 0 : -ENOMEM;
    (void)snprintf(problem, MCP_PROBLEM_SIZE, "weir-mcp is out of memory");
    if (r == 0)
        r = find_program(params, cwd, environment, found, problem);
    if (r == 0) {
        arguments[0] = found;
        for (size_t i = 0; i < count; i++)
            arguments[i + 1] = (char *)params->args.items[i].data;
        r = program_start(&server->connector->helper.loop,
                          &(struct program_order){.cwd = cwd, .arguments = arguments, .environment = environment},
                          &program_events, server, &server->program);
        if (r < 0)
            (void)snprintf(problem, MCP_PROBLEM_SIZE, "the server cannot be started: %s", strerror(-r));
    }
    arena_clear(&arena);
    return r;
}

/* --- HTTP --- */

static bool on_received(void *user, struct slice text, int64_t of)
{
    return server_receive(user, text, of);
}

/* The session's own request fails the session while that is beginning; later only its health check ends. */
static void end_own(struct server *server, enum mcp_http_meaning meaning, int status, const char *problem)
{
    enum mcp_state state = server->session.state;
    if (state != MCP_PROBING && state != MCP_INITIALIZING) {
        if (problem)
            note(server, problem);
        return;
    }
    if (!problem)
        return; /* its messages were heard */
    if (meaning == MCP_HTTP_LOGIN || meaning == MCP_HTTP_FORBIDDEN || (status >= 300 && status < 400)) {
        server_lose(server, problem);
        return;
    }
    if (status == 0)
        mcp_session_exited(&server->session, problem, now_ms(server));
    else
        mcp_session_refused(&server->session, status, now_ms(server));
    server_act(server);
}

static void on_response_ended(void *user, int64_t of, enum mcp_http_meaning meaning, int status, const char *problem)
{
    struct server *server = user;
    struct query *query = query_find(server, of);
    if (!query) {
        end_own(server, meaning, status, problem);
        return;
    }
    if (meaning == MCP_HTTP_FORGOTTEN && !query->repeated) {
        query->repeated = query->held = true;
        if (server_is_ready(server))
            query_write(query);
        return;
    }
    query_end(query,
              &(struct answer){.end = status == 0 ? QUERY_UNSENT : QUERY_LOST,
                               .problem = problem ? problem : "the server ended its response without an answer"});
}

static void on_forgotten(void *user)
{
    struct server *server = user;
    log_warn("the server has forgotten the session, beginning a new one");
    mcp_session_forgotten(&server->session, now_ms(server));
    server_act(server);
}

static const struct mcp_item *on_find_tool(void *user, struct slice name)
{
    const struct server *server = user;
    const struct catalog *catalog = &server->connector->catalogs[CONNECTOR_LIST_KIND_TOOLS];
    return catalog->known ? mcp_catalog_find(&catalog->content, name) : NULL;
}

static void on_web_gone(void *user)
{
    struct server *server = user;
    server->web = NULL;
    server->is_gone = true;
    helper_leave_step(&server->connector->helper);
}

static const struct web_events web_events = {.received = on_received,
                                             .ended = on_response_ended,
                                             .forgotten = on_forgotten,
                                             .find_tool = on_find_tool,
                                             .gone = on_web_gone};

static int start_web(struct server *server, char problem[static MCP_PROBLEM_SIZE])
{
    const struct connector_open_params *params = server->connector->params;
    size_t count = params->headers_is == FIELD_SET ? params->headers.count : 0;
    char why[WEB_PROBLEM_SIZE] = "weir-mcp is out of memory";
    struct web_field *fields = calloc(count + 1, sizeof *fields);
    for (size_t i = 0; fields && i < count; i++)
        fields[i] = (struct web_field){params->headers.items[i].key, params->headers.items[i].value};
    int r = fields ? web_new(&server->connector->helper.loop, &server->connector->helper.rpc.timers, params->url,
                             fields, count, &web_events, server, why, &server->web)
                   : -ENOMEM;
    free(fields);
    if (r < 0)
        (void)snprintf(problem, MCP_PROBLEM_SIZE, "%.*s", MCP_PROBLEM_SIZE - 1, why);
    return r;
}

/* --- begin and end --- */

/* The roots as file:// URIs. The texts are in one buffer, which may move until all are written. */
static int make_roots(struct server *server, const struct connector_open_params *params, size_t *ret_count)
{
    size_t count = params->roots_is == FIELD_SET ? params->roots.count : 0, at = 0;
    struct buf *text = &server->root_text;
    text->limit = 4 << 20;
    server->roots = calloc(count + 1, sizeof *server->roots);
    for (size_t i = 0; server->roots && i < count; i++) {
        struct slice path = params->roots.items[i];
        size_t before = text->size;
        buf_append_text(text, "file://");
        for (size_t k = 0; k < path.size; k++) {
            unsigned char c = (unsigned char)path.data[k];
            bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                            (c != 0 && strchr("-._~/", c));
            if (is_plain)
                buf_append_char(text, (char)c);
            else
                buf_printf(text, "%%%02X", c);
        }
        server->roots[i].uri.size = text->size - before;
        server->roots[i].name = path;
    }
    if (!server->roots || text->error)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        server->roots[i].uri.data = text->data + at;
        at += server->roots[i].uri.size;
    }
    *ret_count = count;
    return 0;
}

int server_begin(struct server *server, char problem[static MCP_PROBLEM_SIZE])
{
    const struct connector_open_params *params = server->connector->params;
    bool is_http = params->transport == CONNECTOR_TRANSPORT_HTTP;
    struct mcp_session_options options = {
        .client = {.name = SLICE("weir"),
                   .title = SLICE("weir"),
                   .version = SLICE(WEIR_VERSION),
                   .forms = true,
                   .urls = true},
        .http = is_http,
        .era = params->protocol_is == FIELD_SET ? mcp_version_era(params->protocol) : MCP_ERA_UNKNOWN,
        .probe_ms = params->start_ms / 3 < MCP_PROBE_MS ? params->start_ms / 3 + 1 : MCP_PROBE_MS,
        .initialize_ms = params->start_ms,
        .health_every_ms = params->check_ms,
        .health_ms = params->check_ms < MCP_HEALTH_MS ? params->check_ms : MCP_HEALTH_MS,
    };
    (void)snprintf(problem, MCP_PROBLEM_SIZE, "weir-mcp is out of memory");
    int r = make_roots(server, params, &options.client.root_count);
    if (r < 0)
        return r;
    options.client.roots = server->roots;
    mcp_session_init(&server->session, &options);
    server->has_session = true;
    r = is_http ? start_web(server, problem) : start_program(server, problem);
    if (r < 0)
        return r;
    server->begun = true;
    mcp_session_start(&server->session, now_ms(server));
    server_act(server);
    return 0;
}

void server_init(struct server *server, struct connector *connector)
{
    *server = (struct server){
        .connector = connector, .out = BUF_LIMITED(MCP_LINE_MAX), .arena = ARENA_LIMITED(MCP_ARENA_MAX)};
    list_init(&server->queries);
    server->tick.expired = on_tick;
    server->calm.expired = server_calm;
    server->relisten.expired = server_relisten;
}

void server_end(struct server *server)
{
    struct timers *timers = &server->connector->helper.rpc.timers;
    if (server->ending)
        return;
    server->ending = true;
    timers_unset(timers, &server->tick);
    timers_unset(timers, &server->relisten);
    if (server->program)
        program_end(server->program, false);
    else if (server->web)
        web_end(server->web);
    else
        server->is_gone = true;
}

void server_clear(struct server *server)
{
    if (server->has_session)
        mcp_session_clear(&server->session);
    free(server->roots);
    buf_clear(&server->root_text);
    buf_clear(&server->out);
    arena_clear(&server->arena);
}
