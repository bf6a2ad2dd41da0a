/* Dispatches requests. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/runtime/runtime.h"
#include "base/clock.h"
#include "base/log.h"

static void answer_error(struct runtime *runtime, struct slice id, const char *error)
{
    struct buf line = BUF_LIMITED(RUNTIME_LINE_MAX);
    runtime_write_error(&line, id, slice_of(error));
    runtime_send(runtime, &line);
}

/* --- conversations --- */

static struct runtime_talk *find_talk(const struct runtime *runtime, struct slice id)
{
    for (struct list *link = runtime->talks.next; link != &runtime->talks; link = link->next) {
        struct runtime_talk *talk = list_member(link, struct runtime_talk, link);
        if (!talk->forgotten && slice_is(id, talk->id))
            return talk;
    }
    return NULL;
}

static struct runtime_talk *new_talk(struct runtime *runtime, struct slice id)
{
    struct runtime_talk *talk = calloc(1, sizeof *talk);
    char *copy = strndup(id.data ? id.data : "", id.size);
    if (!talk || !copy) {
        free(talk);
        free(copy);
        return NULL;
    }
    talk->id = copy;
    conversation_init(&talk->said);
    list_init(&talk->work);
    list_append(&runtime->talks, &talk->link);
    runtime->talk_count++;
    return talk;
}

void runtime_talk_free(struct runtime *runtime, struct runtime_talk *talk)
{
    list_remove(&talk->link);
    runtime->talk_count--;
    conversation_clear(&talk->said);
    free(talk->id);
    free(talk);
}

/* --- user_message --- */

static bool is_in_flight(const struct runtime *runtime, struct slice id)
{
    for (struct list *link = runtime->talks.next; link != &runtime->talks; link = link->next) {
        struct runtime_talk *talk = list_member(link, struct runtime_talk, link);
        for (struct list *at = talk->work.next; at != &talk->work; at = at->next)
            if (slice_equal(list_member(at, struct runtime_work, link)->request.id, id))
                return true;
    }
    return false;
}

/* Takes the memory of the request. */
static struct runtime_work *new_work(struct runtime *runtime, struct arena *arena,
                                     const struct runtime_request *request)
{
    struct runtime_work *work = calloc(1, sizeof *work);
    if (!work)
        return NULL;
    *work = (struct runtime_work){.runtime = runtime, .request = *request, .arena = *arena};
    *arena = (struct arena)ARENA_LIMITED(RUNTIME_PARSED_MAX);
    list_init(&work->waits);
    return work;
}

static void begin(struct runtime *runtime, struct arena *arena, const struct runtime_request *request)
{
    _Static_assert(RUNTIME_REQUESTS_MAX == 256 && RUNTIME_CONVERSATIONS_MAX == 256, "the messages name the limits");
    struct runtime_talk *talk = find_talk(runtime, request->conversation_id);
    if (runtime->work_count >= RUNTIME_REQUESTS_MAX) {
        answer_error(runtime, request->id, "too many requests in flight (limit: 256); wait for some to finish");
        return;
    }
    if (!talk && runtime->talk_count >= RUNTIME_CONVERSATIONS_MAX) {
        answer_error(runtime, request->id, "too many conversations (limit: 256); remove them with clear_history");
        return;
    }
    if (!talk)
        talk = new_talk(runtime, request->conversation_id);
    struct runtime_work *work = talk ? new_work(runtime, arena, request) : NULL;
    if (!work) {
        answer_error(runtime, request->id, "out of memory");
        return;
    }
    work->talk = talk;
    list_append(&talk->work, &work->link);
    runtime->work_count++;
    runtime_work_step(runtime);
}

/* --- other requests --- */

/* Running requests continue with the old conversation; later requests begin a new one. */
static void clear_history(struct runtime *runtime, const struct runtime_request *request)
{
    struct buf line = BUF_LIMITED(RUNTIME_LINE_MAX);
    bool all = request->conversation_id.size == 0;
    for (struct list *link = runtime->talks.next, *next; link != &runtime->talks; link = next) {
        struct runtime_talk *talk = list_member(link, struct runtime_talk, link);
        next = link->next;
        if (!all && !slice_is(request->conversation_id, talk->id))
            continue;
        talk->forgotten = true;
        if (list_is_empty(&talk->work))
            runtime_talk_free(runtime, talk);
    }
    runtime_write_done(&line, request->id);
    runtime_send(runtime, &line);
}

/* Reports on one conversation, or on all. */
static void tell_status(struct runtime *runtime, const struct runtime_request *request)
{
    struct buf line = BUF_LIMITED(RUNTIME_LINE_MAX);
    bool all = request->conversation_id.size == 0, works = false;
    size_t length = 0;
    for (struct list *link = runtime->talks.next; link != &runtime->talks; link = link->next) {
        const struct runtime_talk *talk = list_member(link, struct runtime_talk, link);
        if (!all && !slice_is(request->conversation_id, talk->id))
            continue;
        length += talk->forgotten ? 0 : talk->said.count;
        works = works || !list_is_empty(&talk->work);
    }
    int64_t uptime_ms = (int64_t)((clock_monotonic_ns() - runtime->started_ns) / 1000000);
    runtime_write_status(&line, request->id, works, length, uptime_ms);
    runtime_send(runtime, &line);
}

/* Every object is a request, whose sender expects an answer, even if the request has no valid id. */
static void leave_out(struct runtime *runtime, int error, const char *problem)
{
    log_error("ignored a request: %s", problem);
    if (error == -EINVAL)
        answer_error(runtime, (struct slice){0}, problem);
}

void runtime_serve(struct runtime *runtime, struct slice line)
{
    struct arena arena = ARENA_LIMITED(RUNTIME_PARSED_MAX);
    struct runtime_request request = {0};
    char problem[RUNTIME_PROBLEM_SIZE] = "out of memory";
    runtime_debug(runtime, "[RECV] ", line);
    int r = runtime_request_read(&arena, line, &request, problem);
    if (r < 0 && request.id.size == 0)
        leave_out(runtime, r, problem);
    else if (r < 0)
        answer_error(runtime, request.id, problem);
    else if (runtime->ending)
        answer_error(runtime, request.id, "weir-agent is stopping");
    else if (is_in_flight(runtime, request.id))
        answer_error(runtime, request.id, "a request with this id is in flight already; ignored this one");
    else if (request.kind == RUNTIME_USER_MESSAGE)
        begin(runtime, &arena, &request);
    else if (request.kind == RUNTIME_CLEAR_HISTORY)
        clear_history(runtime, &request);
    else
        tell_status(runtime, &request);
    arena_clear(&arena);
}

/* --- input --- */

/* Reads lines from standard input. */

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
