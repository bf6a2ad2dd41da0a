/* Requests from the agent. Each is answered once, most of them after a decision. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "executor/adapters/acp.h"
#include "executor/executor.h"
#include "executor/relay.h"
#include "executor/task.h"
#include "json/read.h"
#include "json/write.h"

enum { NAME_MS = 500 }; /* for the update that names the tool of a request */

/* --- open requests --- */

struct acp_request *acp_request_new(struct acp *acp, struct slice id)
{
    struct acp_request *request = acp->request_count < ACP_REQUESTS_MAX ? calloc(1, sizeof *request) : NULL;
    if (!request) {
        acp_answer_error(acp, id, -32603, "too many open requests (limit: %d)", ACP_REQUESTS_MAX);
        return NULL;
    }
    request->acp = acp;
    request->env = (struct buf)BUF_LIMITED(1 << 20);
    (void)snprintf(request->id, sizeof request->id, "%.*s", SLICE_ARG(id));
    list_append(&acp->requests, &request->link);
    acp->request_count++;
    return request;
}

/* The task may be gone by now. */
static void stop_waiting(struct acp_request *request)
{
    if (request->timers)
        timers_unset(request->timers, &request->named);
    request->timers = NULL;
}

void acp_request_free(struct acp_request *request)
{
    stop_waiting(request);
    list_remove(&request->link);
    request->acp->request_count--;
    buf_clear(&request->env);
    free(request->path);
    free(request->text);
    free(request);
}

void acp_requests_clear(struct acp *acp)
{
    while (!list_is_empty(&acp->requests))
        acp_request_free(list_member(acp->requests.next, struct acp_request, link));
    while (!list_is_empty(&acp->grants)) {
        struct list *grant = acp->grants.next;
        list_remove(grant);
        free(grant);
    }
}

/* --- approved calls --- */

struct grant {
    struct list link; /* first member: freed through it */
    char what;
    char name[];
};

/* If there are too many, drops the oldest; its request then needs a permission again. */
void acp_grant(struct acp *acp, char what, struct slice name)
{
    struct grant *grant = malloc(sizeof *grant + name.size + 1);
    if (!grant)
        return;
    grant->what = what;
    slice_copy(grant->name, name);
    grant->name[name.size] = '\0';
    list_append(&acp->grants, &grant->link);
    if (++acp->grant_count > ACP_GRANTS_MAX) {
        struct list *oldest = acp->grants.next;
        list_remove(oldest);
        free(oldest);
        acp->grant_count--;
    }
}

static bool use_grant(struct acp *acp, struct slice wanted)
{
    for (struct list *link = acp->grants.next; wanted.size > 1 && link != &acp->grants; link = link->next) {
        struct grant *grant = list_member(link, struct grant, link);
        if (grant->what != wanted.data[0] || !slice_is((struct slice){wanted.data + 1, wanted.size - 1}, grant->name))
            continue;
        list_remove(link);
        free(grant);
        acp->grant_count--;
        return true;
    }
    return false;
}

/* --- decisions --- */

static void on_judged(void *user, const struct hosted_verdict *verdict)
{
    struct acp_request *request = user;
    request->question = NULL;
    request->judged(request, verdict);
}

void acp_request_judge(struct acp_request *request, struct slice tool, struct slice input, struct slice grant)
{
    struct acp *acp = request->acp;
    (void)snprintf(request->tool, sizeof request->tool, "%.*s", SLICE_ARG(tool));
    if (use_grant(acp, grant)) {
        request->judged(request, &(struct hosted_verdict){.approved = true});
        return;
    }
    int r = acp->hosted.stopped ? -ECANCELED
                                : hosted_ask(&acp->hosted, tool, input, on_judged, request, &request->question);
    if (r < 0)
        request->judged(request,
                        &(struct hosted_verdict){.reason = r == -ECANCELED ? SLICE("the task is stopping")
                                                                           : SLICE("cannot ask for permission")});
}

static void answer_outcome(struct acp *acp, struct slice id, const char *option)
{
    struct buf out = BUF_LIMITED(4096);
    if (option && option[0]) {
        (void)buf_append_text(&out, "{\"outcome\":{\"outcome\":\"selected\",\"optionId\":");
        (void)json_write_string(&out, slice_of(option));
        (void)buf_append_text(&out, "}}");
    } else {
        (void)buf_append_text(&out, "{\"outcome\":{\"outcome\":\"cancelled\"}}");
    }
    acp_answer(acp, id, buf_slice(&out));
    buf_clear(&out);
}

static void grant_path(void *user, struct slice path)
{
    acp_grant(user, 'W', path);
}

/* An approved call covers the agent's later requests for it: the files in the question that it writes, and the command
 * that it runs, once each. */
static void grant_call(struct acp *acp, const struct acp_request *request)
{
    yyjson_val *input = NULL;
    struct json_error error;
    if (!request->text || json_read(&acp->hosted.arena, slice_of(request->text), &input, &error) < 0)
        return;
    struct slice command = acp_text(input, "command");
    if (strcmp(request->tool, "Edit") == 0 || strcmp(request->tool, "Write") == 0)
        acp_input_paths(input, ACP_GRANTS_MAX, grant_path, acp);
    else if (strcmp(request->tool, "Bash") == 0 && command.size > 0 && !acp_member(input, "cwd") &&
             !acp_member(input, "env"))
        acp_grant(acp, 'B', command);
}

static void permission_judged(struct acp_request *request, const struct hosted_verdict *verdict)
{
    struct acp *acp = request->acp;
    struct acp_call *call = acp_call_find(acp, slice_of(request->call));
    bool may = verdict->approved && request->allow[0];
    if (verdict->approved && !may)
        (void)task_report_error(
            acp->hosted.task, SLICE("AGENT_PROTOCOL"),
            SLICE("refused the call: the agent offers no option to approve it once, only permanently"));
    if (call && may) {
        grant_call(acp, request);
        acp_call_approved(acp, call);
    } else if (call) {
        acp_call_denied(acp, call, verdict->approved ? SLICE("no_single_approval") : verdict->reason);
    }
    answer_outcome(acp, slice_of(request->id), may ? request->allow : request->reject);
    acp_request_free(request);
}

/* Chooses only options that apply once: weir's rules decide about permanent permissions. */
static void take_options(struct acp_request *request, yyjson_val *options)
{
    size_t index, count;
    yyjson_val *option;
    if (!yyjson_is_arr(options))
        return;
    yyjson_arr_foreach(options, index, count, option)
    {
        struct slice id = acp_text(option, "optionId"), kind = acp_text(option, "kind");
        if (id.size == 0 || id.size > ACP_ID_MAX)
            continue;
        if (slice_is(kind, "allow_once") && !request->allow[0])
            (void)snprintf(request->allow, sizeof request->allow, "%.*s", SLICE_ARG(id));
        if (slice_is(kind, "reject_once") || (slice_is(kind, "reject_always") && !request->reject[0]))
            (void)snprintf(request->reject, sizeof request->reject, "%.*s", SLICE_ARG(id));
    }
}

/* The daemon itself asks about the tools of MCP servers of the relay, when they are called. */
static void decide(struct acp_request *request)
{
    struct acp *acp = request->acp;
    struct acp_call *call = acp_call_find(acp, slice_of(request->call));
    char name[ACP_TOOL_NAME_SIZE];
    struct buf input = BUF_LIMITED((size_t)2 * ACP_TOOL_MAX);
    stop_waiting(request);
    if (!call || acp_call_describe(acp, call, name, &input) < 0) {
        acp_answer_error(acp, slice_of(request->id), -32602, "the toolCall is too long");
        acp_request_free(request);
    } else {
        request->text = strndup(input.data, input.size);
        if (relay_serves(task_relay(acp->hosted.task), acp_text(acp_call_read(acp, call), "name")))
            permission_judged(request, &(struct hosted_verdict){.approved = true});
        else
            acp_request_judge(request, slice_of(name), buf_slice(&input), (struct slice){0});
    }
    buf_clear(&input);
}

static void name_is_late(struct deadline *deadline)
{
    decide(list_member(deadline, struct acp_request, named));
}

/* Some agents name the tool in the update about the call alone, which may come after the request. */
static bool await_name(struct acp_request *request, struct acp *acp, const struct acp_call *call)
{
    yyjson_val *known = acp_call_read(acp, call);
    struct task *task = acp->hosted.task;
    if (call->updated || acp_text(known, "name").size > 0 || !slice_is(acp_text(known, "kind"), "other") ||
        relay_count(task_relay(task)) == 0)
        return false;
    request->named.expired = name_is_late;
    request->timers = &task->executor->rpc.timers;
    return timers_set(request->timers, &request->named, NAME_MS) == 0;
}

void acp_requests_updated(struct acp *acp, const struct acp_call *call)
{
    for (struct list *link = acp->requests.next; link != &acp->requests; link = link->next) {
        struct acp_request *request = list_member(link, struct acp_request, link);
        if (!request->timers || strcmp(request->call, call->id) != 0)
            continue;
        decide(request); /* may end the task, which frees all requests; one call has one such request */
        return;
    }
}

static void ask_permission(struct acp *acp, struct slice id, yyjson_val *params)
{
    struct acp_call *call = acp_call_note(acp, acp_member(params, "toolCall"));
    if (!call) {
        acp_answer_error(acp, id, -32602, "toolCall must have a toolCallId of at most %d bytes", ACP_ID_MAX);
    } else if (acp->hosted.stopped) {
        answer_outcome(acp, id, NULL);
    } else {
        struct acp_request *request = acp_request_new(acp, id);
        if (request) {
            request->judged = permission_judged;
            (void)snprintf(request->call, sizeof request->call, "%s", call->id);
            take_options(request, acp_member(params, "options"));
            if (!await_name(request, acp, call))
                decide(request);
        }
    }
}

void acp_requests_cancel(struct acp *acp)
{
    /* If the agent does not read its input, sending a response may end the task, which frees all requests. */
    for (struct list *link = acp->requests.next, *next; link != &acp->requests && !acp->hosted.is_over; link = next) {
        struct acp_request *request = list_member(link, struct acp_request, link);
        next = link->next;
        if (!request->question && !request->timers)
            continue;
        if (request->question)
            hosted_unask(request->question);
        if (request->judged == permission_judged)
            answer_outcome(acp, slice_of(request->id), NULL);
        else
            acp_answer_error(acp, slice_of(request->id), -32800, "the task is stopping");
        acp_request_free(request);
    }
}

/* --- dispatch --- */

static const struct {
    const char *method;
    void (*serve)(struct acp *acp, struct slice id, yyjson_val *params);
} served[] = {
    {"session/request_permission", ask_permission}, {"fs/read_text_file", acp_read_file},
    {"fs/write_text_file", acp_write_file},         {"terminal/create", acp_terminal_create},
    {"terminal/output", acp_terminal_output},       {"terminal/wait_for_exit", acp_terminal_wait},
    {"terminal/kill", acp_terminal_kill},           {"terminal/release", acp_terminal_release},
};

void acp_take_request(struct acp *acp, const struct acp_message *message)
{
    struct buf id = BUF_LIMITED(ACP_ID_MAX);
    (void)json_write_value(&id, message->id);
    if (id.error) {
        hosted_complain(&acp->hosted, message->method, "the id is too long");
        buf_clear(&id);
        return;
    }
    size_t i = 0;
    while (i < sizeof served / sizeof *served && !slice_is(message->method, served[i].method))
        i++;
    if (i == sizeof served / sizeof *served)
        acp_answer_error(acp, buf_slice(&id), -32601, "unknown method: %.*s",
                         (int)(message->method.size < 128 ? message->method.size : 128), message->method.data);
    else if (!acp->hosted.prompted || !slice_is(acp_text(message->params, "sessionId"), acp->session))
        acp_answer_error(acp, buf_slice(&id), -32602, "no such session");
    else
        served[i].serve(acp, buf_slice(&id), message->params);
    buf_clear(&id);
}

/* --- files --- */

/* The methods fs/read_text_file and fs/write_text_file. The agent could access the same files directly, in the same
 * sandbox; these methods allow weir to ask for permission. */

enum { FILE_MAX = 8 << 20, NOT_FOUND = -32002 };

static void fail(struct acp_request *request, int r)
{
    acp_answer_error(request->acp, slice_of(request->id), r == -ENOENT ? NOT_FOUND : -32603, "%.200s: %s",
                     request->path, r == -EFBIG ? "the file is longer than 8 MiB" : strerror(-r));
}

static void refuse(struct acp_request *request, const struct hosted_verdict *verdict)
{
    struct reporter_call call = {.id = slice_of(request->call), .tool = slice_of(request->tool)};
    reporter_denied(&request->acp->hosted.reporter, &call, verdict->reason);
    acp_answer_error(request->acp, slice_of(request->id), -32603, "permission denied (%.*s)%s%.*s",
                     (int)(verdict->reason.size < 100 ? verdict->reason.size : 100), verdict->reason.data,
                     verdict->note.size > 0 ? ": " : "", (int)(verdict->note.size < 200 ? verdict->note.size : 200),
                     verdict->note.size > 0 ? verdict->note.data : "");
}

/* --- reading --- */

/* Reads only regular files: a device or a FIFO may never end. */
static int read_whole(const char *path, struct buf *out)
{
    struct stat about;
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, &about) < 0)
        return -errno;
    if (!S_ISREG(about.st_mode))
        return S_ISDIR(about.st_mode) ? -EISDIR : -EINVAL;
    for (;;) {
        char *room = buf_room(out, 64 << 10);
        ssize_t n = room ? read(fd, room, 64 << 10) : 0;
        if (!room)
            return out->error == -ENOMEM ? -ENOMEM : -EFBIG;
        if (n < 0 && errno != EINTR)
            return -errno;
        if (n == 0)
            return 0;
        out->size += n > 0 ? (size_t)n : 0;
    }
}

/* Returns `limit` lines, beginning at `line`, counted from 1. */
static struct slice lines_of(struct slice text, int64_t line, int64_t limit)
{
    const char *at = text.data, *end = text.data + text.size;
    for (int64_t skipped = 1; skipped < line && at < end; skipped++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : end;
    }
    const char *stop = at;
    for (int64_t taken = 0; taken < limit && stop < end; taken++) {
        const char *newline = memchr(stop, '\n', (size_t)(end - stop));
        stop = newline ? newline + 1 : end;
    }
    return (struct slice){at, (size_t)(stop - at)};
}

static void read_judged(struct acp_request *request, const struct hosted_verdict *verdict)
{
    struct buf text = BUF_LIMITED(FILE_MAX + (64 << 10)), out = BUF_LIMITED((size_t)2 * PROGRAM_LINE_MAX);
    if (!verdict->approved) {
        refuse(request, verdict);
    } else {
        int r = read_whole(request->path, &text);
        if (r < 0) {
            fail(request, r);
        } else {
            (void)buf_append_text(&out, "{\"content\":");
            (void)json_write_string(&out, text.size > 0 ? lines_of(buf_slice(&text), request->line, request->limit)
                                                        : SLICE(""));
            (void)buf_append_char(&out, '}');
            if (out.error)
                fail(request, -EFBIG);
            else
                acp_answer(request->acp, slice_of(request->id), buf_slice(&out));
        }
    }
    buf_clear(&text);
    buf_clear(&out);
    acp_request_free(request);
}

/* --- writing --- */

static int make_parents(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        int r = mkdir(path, 0777) < 0 && errno != EEXIST ? -errno : 0;
        *slash = '/';
        if (r < 0)
            return r;
    }
    return 0;
}

static int write_whole(char *path, struct slice text)
{
    int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    struct stat about;
    autoclose int fd = open(path, flags, 0666);
    if (fd < 0 && errno == ENOENT && make_parents(path) == 0)
        fd = open(path, flags, 0666);
    if (fd < 0 || fstat(fd, &about) < 0)
        return -errno;
    if (!S_ISREG(about.st_mode))
        return -EINVAL;
    if (ftruncate(fd, 0) < 0)
        return -errno;
    while (text.size > 0) {
        ssize_t n = write(fd, text.data, text.size);
        if (n < 0 && errno != EINTR)
            return -errno;
        if (n > 0)
            text = (struct slice){text.data + n, text.size - (size_t)n};
    }
    return 0;
}

static void write_judged(struct acp_request *request, const struct hosted_verdict *verdict)
{
    if (!verdict->approved) {
        refuse(request, verdict);
    } else {
        int r = write_whole(request->path, (struct slice){request->text, (size_t)request->limit});
        if (r < 0)
            fail(request, r);
        else
            acp_answer(request->acp, slice_of(request->id), SLICE("{}"));
    }
    acp_request_free(request);
}

/* --- requests --- */

/* Returns NULL if the request was answered with an error. */
static struct acp_request *begin(struct acp *acp, struct slice id, yyjson_val *params)
{
    struct slice path = acp_text(params, "path");
    if (path.size == 0 || path.data[0] != '/' || path.size >= 4096 || memchr(path.data, '\0', path.size)) {
        acp_answer_error(acp, id, -32602, "path must be an absolute path");
        return NULL;
    }
    struct acp_request *request = acp_request_new(acp, id);
    if (!request)
        return NULL;
    request->path = strndup(path.data, path.size);
    (void)snprintf(request->call, sizeof request->call, "%.*s", SLICE_ARG(id));
    if (!request->path) {
        acp_answer_error(acp, id, -32603, "out of memory");
        acp_request_free(request);
        return NULL;
    }
    return request;
}

void acp_read_file(struct acp *acp, struct slice id, yyjson_val *params)
{
    struct buf input = BUF_LIMITED(64 << 10);
    struct acp_request *request = begin(acp, id, params);
    if (!request)
        return;
    request->judged = read_judged;
    request->line = acp_count(params, "line", 1);
    request->limit = acp_count(params, "limit", INT64_MAX);
    (void)buf_append_text(&input, "{\"file_path\":");
    (void)json_write_string(&input, slice_of(request->path));
    (void)buf_append_char(&input, '}');
    acp_request_judge(request, SLICE("Read"), buf_slice(&input), (struct slice){0});
    buf_clear(&input);
}

void acp_write_file(struct acp *acp, struct slice id, yyjson_val *params)
{
    struct buf input = BUF_LIMITED(PROGRAM_LINE_MAX), grant = BUF_LIMITED(8 << 10);
    struct slice text = acp_text(params, "content");
    struct acp_request *request = begin(acp, id, params);
    if (!request)
        return;
    request->judged = write_judged;
    request->limit = (int64_t)text.size;
    request->text = malloc(text.size + 1);
    if (request->text)
        slice_copy(request->text, text);
    (void)buf_append_text(&input, "{\"file_path\":");
    (void)json_write_string(&input, slice_of(request->path));
    (void)buf_append_text(&input, ",\"content\":");
    (void)json_write_string(&input, text);
    (void)buf_append_char(&input, '}');
    (void)buf_printf(&grant, "W%s", request->path);
    if (!yyjson_is_str(acp_member(params, "content")) || !request->text || input.error) {
        acp_answer_error(acp, id, -32602, "content must be a string of at most 8 MiB");
        acp_request_free(request);
    } else {
        acp_request_judge(request, SLICE("Write"), buf_slice(&input), buf_slice(&grant));
    }
    buf_clear(&input);
    buf_clear(&grant);
}
