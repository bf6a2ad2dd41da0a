/* The methods terminal/…: commands that an agent runs through weir: a shell, its output and its end, without a screen.
 * A warden supervises each, so that no process outlives the release of the terminal or the task. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "executor/adapters/acp.h"
#include "executor/adapters/program_internal.h"
#include "tools/call.h"
#include "json/read.h"
#include "json/write.h"

enum {
    CHUNK = 64 << 10,
    OUTPUT_DEFAULT = 1 << 20, /* bytes of output to keep if the agent names no limit */
    OUTPUT_MAX = 4 << 20,
    COMMAND_MAX = 1 << 20,
    ENV_MAX = 256,
};

struct terminal {
    struct list link;
    struct acp *acp;
    char id[32];
    struct child *child; /* NULL: all its processes have ended */
    struct buf said;
    size_t limit;
    bool truncated, released;
    int status; /* from waitpid(); -1: not known */
};

/* --- lifetime --- */

static struct terminal *find(const struct acp *acp, struct slice id)
{
    for (struct list *link = acp->terminals.next; link != &acp->terminals; link = link->next) {
        struct terminal *terminal = list_member(link, struct terminal, link);
        if (slice_is(id, terminal->id) && !terminal->released)
            return terminal;
    }
    return NULL;
}

static void terminal_free(struct terminal *terminal)
{
    list_remove(&terminal->link);
    terminal->acp->terminal_count--;
    buf_clear(&terminal->said);
    free(terminal);
}

static void release(struct terminal *terminal)
{
    terminal->released = true;
    if (terminal->child)
        child_end(terminal->child, true);
    else
        terminal_free(terminal);
}

/* --- end --- */

static void write_status(struct buf *out, const struct terminal *terminal)
{
    bool is_known = terminal->status != -1;
    const char *name = is_known && WIFSIGNALED(terminal->status) ? sigabbrev_np(WTERMSIG(terminal->status)) : NULL;
    if (is_known && WIFEXITED(terminal->status))
        (void)buf_printf(out, "{\"exitCode\":%d,\"signal\":null}", WEXITSTATUS(terminal->status));
    else
        (void)buf_printf(out, "{\"exitCode\":null,\"signal\":\"SIG%s\"}", name ? name : "KILL");
}

static void answer_waiting(struct terminal *terminal)
{
    struct acp *acp = terminal->acp;
    for (struct list *link = acp->requests.next, *next; link != &acp->requests; link = next) {
        struct acp_request *request = list_member(link, struct acp_request, link);
        next = link->next;
        if (request->judged || strcmp(request->call, terminal->id) != 0)
            continue;
        struct buf out = BUF_LIMITED(256);
        write_status(&out, terminal);
        acp_answer(acp, slice_of(request->id), buf_slice(&out));
        buf_clear(&out);
        acp_request_free(request);
    }
}

/* Drops the oldest output, at a character boundary. */
static void on_output(void *user, struct slice bytes)
{
    struct terminal *terminal = user;
    (void)buf_append_slice(&terminal->said, bytes);
    if (terminal->said.size <= terminal->limit)
        return;
    size_t over = terminal->said.size - terminal->limit;
    while (over < terminal->said.size && ((unsigned char)terminal->said.data[over] & 0xc0) == 0x80)
        over++;
    buf_consume(&terminal->said, over);
    terminal->truncated = true;
}

static void on_gone(void *user, const struct child_end *end)
{
    struct terminal *terminal = user;
    struct acp *acp = terminal->acp;
    terminal->child = NULL;
    terminal->status = end->error < 0 ? 127 << 8 : end->status; /* the code of a shell for a missing program */
    if (!acp->hosted.is_over)
        answer_waiting(terminal);
    if (terminal->released)
        terminal_free(terminal);
    hosted_settle(&acp->hosted);
}

bool acp_terminals_close(struct acp *acp)
{
    for (struct list *link = acp->terminals.next, *next; link != &acp->terminals; link = next) {
        next = link->next;
        release(list_member(link, struct terminal, link));
    }
    return list_is_empty(&acp->terminals);
}

/* --- start --- */

static const char *shell_path(void)
{
    static const char *const shells[] = {"/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (access(shells[i], X_OK) == 0)
            return shells[i];
    return "/bin/sh";
}

/* Parses the variables that the agent wants, which are kept as JSON until the decision. */
static size_t read_env(struct acp *acp, struct slice json, struct executor_launch_env_pair pairs[static ENV_MAX])
{
    yyjson_val *list = NULL, *item;
    struct json_error error;
    size_t index, count, used = 0;
    if (json.size == 0 || json_read(&acp->hosted.arena, json, &list, &error) < 0 || !yyjson_is_arr(list))
        return 0;
    yyjson_arr_foreach(list, index, count, item)
    {
        struct slice name = acp_text(item, "name"), value = acp_text(item, "value");
        bool fits = name.size > 0 && !memchr(name.data, '=', name.size) && !memchr(name.data, '\0', name.size) &&
                    (value.size == 0 || !memchr(value.data, '\0', value.size));
        if (fits && used < ENV_MAX)
            pairs[used++] = (struct executor_launch_env_pair){name, value};
    }
    return used;
}

static int start(struct acp *acp, const struct acp_request *request, struct terminal *terminal,
                 char problem[static PROGRAM_PROBLEM_SIZE])
{
    static const struct child_handlers handlers = {on_output, on_gone};
    struct slice words[] = {slice_of(shell_path()), SLICE("-c"), slice_of(request->text)};
    struct executor_launch_env_pair pairs[ENV_MAX];
    struct executor_launch launch = {.name = SLICE("terminal"), .command = {words, 3}, .env_is = FIELD_SET};
    struct warden_order order;
    launch.env.items = pairs;
    launch.env.count = read_env(acp, buf_slice(&request->env), pairs);
    int r = program_command(&launch, slice_of(request->path), &acp->hosted.arena, &order, problem);
    if (r < 0)
        return r;
    return child_start(task_loop(acp->hosted.task), &order, 0, &handlers, terminal, &terminal->child);
}

static void create(struct acp *acp, const struct acp_request *request)
{
    char problem[PROGRAM_PROBLEM_SIZE] = "cannot start the command", result[64];
    struct terminal *terminal = acp->terminal_count < ACP_TERMINALS_MAX ? calloc(1, sizeof *terminal) : NULL;
    if (!terminal) {
        acp_answer_error(acp, slice_of(request->id), -32603, "too many terminals (limit: %d); release some",
                         ACP_TERMINALS_MAX);
        return;
    }
    terminal->acp = acp;
    terminal->status = -1;
    terminal->limit = (size_t)(request->limit < OUTPUT_MAX ? request->limit : OUTPUT_MAX);
    terminal->said = (struct buf)BUF_LIMITED(OUTPUT_MAX + CHUNK);
    (void)snprintf(terminal->id, sizeof terminal->id, "term_%u", ++acp->terminal_number);
    if (start(acp, request, terminal, problem) < 0) {
        acp_answer_error(acp, slice_of(request->id), -32603, "%s", problem);
        free(terminal);
        return;
    }
    list_append(&acp->terminals, &terminal->link);
    acp->terminal_count++;
    (void)snprintf(result, sizeof result, "{\"terminalId\":\"%s\"}", terminal->id);
    acp_answer(acp, slice_of(request->id), slice_of(result));
}

static void create_judged(struct acp_request *request, const struct hosted_verdict *verdict)
{
    struct acp *acp = request->acp;
    struct reporter_call call = {.id = slice_of(request->call), .tool = SLICE("Bash")};
    if (verdict->approved) {
        create(acp, request);
    } else {
        reporter_denied(&acp->hosted.reporter, &call, verdict->reason);
        acp_answer_error(acp, slice_of(request->id), -32603, "permission denied (%.*s)",
                         (int)(verdict->reason.size < 200 ? verdict->reason.size : 200), verdict->reason.data);
    }
    acp_request_free(request);
}

/* Builds the command line exactly as the shell will get it, for the decision. */
static void write_input(struct buf *input, const struct acp_request *request, struct slice cwd)
{
    (void)buf_append_text(input, "{\"command\":");
    (void)json_write_string(input, slice_of(request->text));
    if (!slice_is(cwd, request->path)) {
        (void)buf_append_text(input, ",\"cwd\":");
        (void)json_write_string(input, slice_of(request->path));
    }
    if (request->env.size > 0) {
        (void)buf_append_text(input, ",\"env\":");
        (void)buf_append_slice(input, buf_slice(&request->env));
    }
    (void)buf_append_char(input, '}');
}

/* Returns false if a member has the wrong type or is too long. */
static bool take_command(struct acp *acp, struct acp_request *request, yyjson_val *params)
{
    struct buf line = BUF_LIMITED(COMMAND_MAX);
    struct slice cwd = acp_text(params, "cwd");
    yyjson_val *env = acp_member(params, "env");
    if (cwd.size == 0)
        cwd = task_params(acp->hosted.task)->cwd;
    (void)acp_command_write(&line, acp_text(params, "command"), acp_member(params, "args"));
    bool fits = !line.error && line.size > 0 && !memchr(line.data, '\0', line.size) && cwd.data[0] == '/' &&
                cwd.size < 4096 && !memchr(cwd.data, '\0', cwd.size);
    if (fits) {
        request->text = strndup(line.data, line.size);
        request->path = strndup(cwd.data, cwd.size);
    }
    if (yyjson_is_arr(env) && yyjson_arr_size(env) > 0)
        (void)json_write_value(&request->env, env);
    request->limit = acp_count(params, "outputByteLimit", OUTPUT_DEFAULT);
    buf_clear(&line);
    return fits && request->text && request->path && !request->env.error;
}

void acp_terminal_create(struct acp *acp, struct slice id, yyjson_val *params)
{
    struct buf input = BUF_LIMITED((size_t)4 * COMMAND_MAX), grant = BUF_LIMITED(COMMAND_MAX + 1);
    struct acp_request *request = acp_request_new(acp, id);
    if (!request)
        return;
    request->judged = create_judged;
    (void)snprintf(request->call, sizeof request->call, "%.*s", SLICE_ARG(id));
    if (!take_command(acp, request, params)) {
        acp_answer_error(acp, id, -32602, "command must be a string, and cwd an absolute path");
        acp_request_free(request);
        return;
    }
    write_input(&input, request, task_params(acp->hosted.task)->cwd);
    /* An approval covers only this working directory and no extra variables. */
    if (slice_is(task_params(acp->hosted.task)->cwd, request->path) && request->env.size == 0) {
        (void)buf_append_char(&grant, 'B');
        (void)buf_append_slice(&grant, slice_of(request->text));
    }
    acp_request_judge(request, SLICE("Bash"), buf_slice(&input), buf_slice(&grant));
    buf_clear(&input);
    buf_clear(&grant);
}

/* --- other methods --- */

/* Returns NULL if the request was answered with an error. */
static struct terminal *named(struct acp *acp, struct slice id, yyjson_val *params)
{
    struct terminal *terminal = find(acp, acp_text(params, "terminalId"));
    if (!terminal)
        acp_answer_error(acp, id, -32602, "no such terminal");
    return terminal;
}

void acp_terminal_output(struct acp *acp, struct slice id, yyjson_val *params)
{
    struct terminal *terminal = named(acp, id, params);
    struct buf out = BUF_LIMITED((size_t)8 * OUTPUT_MAX);
    if (!terminal)
        return;
    (void)buf_append_text(&out, "{\"output\":");
    (void)json_write_string(&out, terminal->said.size > 0 ? buf_slice(&terminal->said) : SLICE(""));
    (void)buf_printf(&out, ",\"truncated\":%s", terminal->truncated ? "true" : "false");
    if (!terminal->child) {
        (void)buf_append_text(&out, ",\"exitStatus\":");
        write_status(&out, terminal);
    }
    (void)buf_append_char(&out, '}');
    acp_answer(acp, id, buf_slice(&out));
    buf_clear(&out);
}

void acp_terminal_wait(struct acp *acp, struct slice id, yyjson_val *params)
{
    struct terminal *terminal = named(acp, id, params);
    struct acp_request *request = terminal ? acp_request_new(acp, id) : NULL;
    if (!request)
        return;
    (void)snprintf(request->call, sizeof request->call, "%s", terminal->id);
    if (!terminal->child)
        answer_waiting(terminal);
}

void acp_terminal_kill(struct acp *acp, struct slice id, yyjson_val *params)
{
    struct terminal *terminal = named(acp, id, params);
    if (!terminal)
        return;
    if (terminal->child)
        child_end(terminal->child, false);
    acp_answer(acp, id, SLICE("{}"));
}

void acp_terminal_release(struct acp *acp, struct slice id, yyjson_val *params)
{
    struct terminal *terminal = named(acp, id, params);
    if (!terminal)
        return;
    acp_answer(acp, id, SLICE("{}"));
    release(terminal);
}

struct slice acp_terminal_said(const struct acp *acp, struct slice id)
{
    const struct terminal *terminal = find(acp, id);
    return terminal && terminal->said.size > 0 ? buf_slice(&terminal->said) : (struct slice){0};
}
