/* weir-capture: it runs while a person has consented, a stream is enabled and there is a session to record. It keeps
 * running through daemon.restart, and after a crash of the daemon the next one takes it over: it keeps what it has
 * recorded meanwhile, and no batch of rows is stored twice, because each has a number. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "contract/daemon_dispatch.h"
#include "daemon/capture/internal.h"
#include "daemon/sandbox/sandbox.h"
#include "rpc/peer.h"
#include "json/copy.h"

enum {
    RESTART_MS = 1000,
    RESTART_MAX_MS = 60000,
    CRASHES_MAX = 5,
    CRASH_WINDOW_MS = 5 * 60 * 1000,
    HEALTHY_MS = 5 * 60 * 1000,
    SET_MS = 10000,
    FLUSH_MS = 5000,
};

/* --- what is to be recorded --- */

static unsigned find_wanted(const struct capture *capture)
{
    bool may = capture->begun && !capture->closed && capture->consent.recording;
    return may && !capture_session_problem(capture_session(capture)) ? capture->enabled : 0;
}

unsigned capture_accepted(const struct capture *capture)
{
    return capture->consent.recording ? capture->wanted | capture->leaving : 0;
}

/* --- requests to the program --- */

struct asking {
    struct capture *capture;
    unsigned connection;
    void (*done)(void *user, bool flushed); /* of a flush; or NULL */
    void *user;
};

static struct asking *asking_new(struct capture *capture)
{
    struct asking *asking = calloc(1, sizeof *asking);
    if (asking)
        *asking = (struct asking){.capture = capture, .connection = capture->connections};
    return asking;
}

/* Whether the answer is from the present process. */
static bool is_present(const struct asking *asking)
{
    const struct capture *capture = asking->capture;
    return capture->service.peer && asking->connection == capture->connections;
}

/* A program that does not do what it is asked is ended, so it records nothing that nobody knows of. */
static void give_up(const struct asking *asking, const struct reply *reply, const char *method)
{
    char problem[256];
    if (!is_present(asking) || reply->status == -ECONNRESET || reply->status == -ECANCELED)
        return;
    (void)snprintf(problem, sizeof problem, "it has not carried out %s: %.*s", method,
                   (int)(reply->message.size < 160 ? reply->message.size : 160), reply->message.data);
    service_fail(&asking->capture->service, problem);
}

void capture_note_reports(struct capture *capture, const struct recorder_stream_state *states, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct capture_report *report = &capture->reports[states[i].stream];
        const struct slice text = states[i].error_is == FIELD_SET ? states[i].error : SLICE("");
        report->active = states[i].active;
        report->known = report->active || text.size > 0; /* otherwise it connects to the display */
        const struct slice note = states[i].note_is == FIELD_SET ? states[i].note : SLICE("");
        (void)snprintf(report->problem, sizeof report->problem, "%.*s", SLICE_ARG(text));
        (void)snprintf(report->note, sizeof report->note, "%.*s", SLICE_ARG(note));
    }
    capture_tell(capture);
    if (capture->changed)
        capture->changed(capture->health);
}

static void on_set(void *user, const struct reply *reply)
{
    struct asking *asking = user;
    struct capture *capture = asking->capture;
    if (asking->connection == capture->connections && capture->sets > 0)
        capture->sets--;
    if (reply->status < 0) {
        give_up(asking, reply, "recorder.set");
    } else if (is_present(asking) && capture->sets == 0) {
        const struct recorder_set_result *result = reply->result;
        capture_note_reports(capture, result->streams.items, result->streams.count);
    }
    free(asking);
}

static void on_flushed(void *user, const struct reply *reply)
{
    struct asking *asking = user;
    struct capture *capture = asking->capture;
    if (asking->connection == capture->connections && capture->flushes > 0 && --capture->flushes == 0)
        capture->leaving = 0;
    if (reply->status < 0)
        give_up(asking, reply, "recorder.flush");
    if (asking->done)
        asking->done(asking->user, reply->status == 0);
    free(asking);
}

int capture_flush(struct capture *capture, bool abandon, void (*done)(void *user, bool flushed), void *user)
{
    struct asking *asking = capture->service.peer && capture->service.current ? asking_new(capture) : NULL;
    if (!asking)
        return capture->service.peer && capture->service.current ? -ENOMEM : -ENOTCONN;
    asking->done = done;
    asking->user = user;
    int r = peer_call(capture->service.peer, &recorder_flush_method, &(struct recorder_flush_params){abandon}, FLUSH_MS,
                      on_flushed, asking, NULL);
    if (r < 0) {
        free(asking);
        return r;
    }
    capture->flushes++;
    return 0;
}

static void send_set(struct capture *capture)
{
    enum recorder_stream streams[CAPTURE_STREAMS];
    const struct recorder_session *session = capture->recorded ? capture->recorded : capture_session(capture);
    struct recorder_set_params params = {
        .streams = {streams, 0}, .keystroke_text = capture->wants_text, .session = *session};
    for (unsigned i = 0; i < CAPTURE_STREAMS; i++)
        if (capture->wanted & CAPTURE_BIT(i))
            streams[params.streams.count++] = (enum recorder_stream)i;
    struct asking *asking = asking_new(capture);
    int r = asking ? peer_call(capture->service.peer, &recorder_set_method, &params, SET_MS, on_set, asking, NULL)
                   : -ENOMEM;
    if (r == 0) {
        capture->sets++;
        return;
    }
    free(asking);
    service_fail(&capture->service, strerror(-r));
}

/* --- the service --- */

static int prepare(void *user, const struct process *process, char problem[static 256])
{
    struct capture *capture = user;
    capture->shows_bus = capture->consent.keystroke_text;
    return sandbox_prepare_helper(process, capture_view_describe, capture, problem);
}

static void forget_process(struct capture *capture)
{
    capture->wanted = capture->leaving = 0;
    capture->wants_text = false;
    capture->sets = capture->flushes = 0;
    capture->connections++; /* answers of the old one have no effect any more */
    memset(capture->reports, 0, sizeof capture->reports);
}

static void on_connected(struct service *service)
{
    struct capture *capture = service->user;
    bool is_taken = capture->taken;
    forget_process(capture);
    capture->taken = false;
    capture->peers++;
    service->peer->label = "capture";
    capture->wanted = find_wanted(capture);
    capture->wants_text = capture->consent.keystroke_text;
    if (is_taken)
        capture->leaving = CAPTURE_ALL; /* what the earlier daemon had asked for */
    send_set(capture);
    if (is_taken && capture_flush(capture, false, NULL, NULL) < 0)
        capture->leaving = 0;
    capture_tell(capture);
}

static void on_disconnected(struct service *service)
{
    ((struct capture *)service->user)->peers--;
}

static void on_lost(struct service *service)
{
    struct capture *capture = service->user;
    forget_process(capture);
    capture_tell(capture);
    if (capture->changed)
        capture->changed(capture->health);
}

static bool is_wanted(const struct service *service)
{
    return find_wanted(service->user) != 0;
}

static void on_emptied(struct service *service)
{
    struct capture *capture = service->user;
    capture->emptied(capture->user);
}

static const struct service_kind kind = {
    .name = "capture",
    .program = CAPTURE_PROGRAM,
    .use = EXECUTOR_RECORD_USE_RECORDER,
    .caller = CALLER_RECORDER,
    .dispatch = &daemon_dispatch,
    .restart_ms = RESTART_MS,
    .restart_max_ms = RESTART_MAX_MS,
    .healthy_ms = HEALTHY_MS,
    .crashes_max = CRASHES_MAX,
    .crash_window_ms = CRASH_WINDOW_MS,
    .prepare = prepare,
    .connected = on_connected,
    .disconnected = on_disconnected,
    .lost = on_lost,
    .is_wanted = is_wanted,
    .emptied = on_emptied,
};

void capture_program_init(struct capture *capture)
{
    capture->service.kind = &kind;
    capture->service.user = capture;
    capture->service.table = capture->processes;
    capture->service.rpc = capture->rpc;
    service_init(&capture->service);
}

/* --- starting and stopping --- */

static void stop(struct capture *capture, bool now)
{
    service_stop(&capture->service, now);
    forget_process(capture);
    capture->taken = false;
}

static void on_delivered(void *user, bool flushed)
{
    struct capture *capture = user;
    (void)flushed;
    if (!capture->ending || capture->closed)
        return;
    capture->ending = false;
    stop(capture, false);
    capture_changed(capture);
}

/* Lets the process deliver what it has recorded, then ends it. */
static void end(struct capture *capture)
{
    capture->leaving |= capture->wanted;
    capture->wanted = 0;
    if (capture->service.peer && capture->service.current) {
        send_set(capture);
        if (capture_flush(capture, false, on_delivered, capture) == 0) {
            capture->ending = true;
            return;
        }
    }
    stop(capture, false);
}

/* For the next process. */
static bool set_session(struct capture *capture)
{
    struct recorder_session *session = capture_session_copy(capture_session(capture));
    if (!session) {
        log_error("capture: out of memory, so nothing is recorded");
        return false;
    }
    free(capture->recorded);
    capture->recorded = session;
    capture->service.ready_ms = (uint64_t)capture->settings->pool.start_ms;
    capture->service.ping_ms = (uint64_t)capture->settings->pool.ping_ms;
    return true;
}

static void start(struct capture *capture)
{
    if (set_session(capture))
        service_start(&capture->service);
}

/* The process runs; another set of streams than it was asked for is to be recorded. */
static void adjust(struct capture *capture, unsigned wanted)
{
    unsigned removed = capture->wanted & ~wanted;
    bool text = capture->consent.keystroke_text;
    if (wanted == capture->wanted && text == capture->wants_text)
        return;
    capture->leaving |= removed;
    capture->wanted = wanted;
    capture->wants_text = text;
    send_set(capture);
    if (removed && capture->service.peer && capture_flush(capture, false, NULL, NULL) < 0)
        capture->leaving = 0;
}

void capture_settle(struct capture *capture)
{
    struct service *service = &capture->service;
    unsigned wanted = find_wanted(capture);
    if (!capture->begun || capture->closed)
        return;
    if (!capture->consent.recording) { /* withdrawn: what it still has is not wanted any more */
        if (service->state != SERVICE_STOPPED || capture->ending)
            stop(capture, true);
        capture->ending = false;
        return;
    }
    if (capture->ending)
        return;
    bool is_up = service_is_up(service);
    bool is_other = service->state != SERVICE_STOPPED && capture->recorded &&
                    (!capture_session_is_same(capture->recorded, capture_session(capture)) ||
                     (capture->consent.keystroke_text && !capture->shows_bus));
    if (is_up && (wanted == 0 || is_other)) {
        end(capture);
        if (capture->ending || wanted == 0)
            return;
    } else if (wanted == 0 || is_other) {
        stop(capture, false); /* it waits for a restart, or has failed */
    }
    if (wanted == 0)
        return;
    if (service->state == SERVICE_STOPPED)
        start(capture);
    else if (service->peer && service->current)
        adjust(capture, wanted);
}

/* It runs, and says that it records nothing. */
static bool is_idle(const struct capture *capture)
{
    unsigned idle = 0;
    for (unsigned i = 0; i < CAPTURE_STREAMS; i++)
        idle |= capture->reports[i].known && !capture->reports[i].active ? CAPTURE_BIT(i) : 0;
    return capture->wanted != 0 && (capture->wanted & ~idle) == 0;
}

void capture_retry(struct capture *capture)
{
    if (capture->service.state == SERVICE_FAILED || capture->service.state == SERVICE_RESTARTING)
        stop(capture, false);
    else if (capture->service.state == SERVICE_RUNNING && !capture->ending && is_idle(capture))
        end(capture); /* it waits for an X server, or has given up: another process tries at once */
    capture_changed(capture);
}

/* --- processes of an earlier daemon --- */

struct capture_found {
    struct list link; /* in capture->found; the first member */
    char id[17];
    struct executor_record record;
    max_align_t block[];
};

void capture_found(void *user, const char *id, const struct executor_record *record)
{
    struct capture *capture = user;
    const struct shape *shape = &executor_record_shape;
    struct capture_found *found = calloc(1, sizeof *found + json_copy_size(shape, record));
    if (!found) {
        log_warn("capture: cannot take over process %s of an earlier daemon: %s", id, strerror(ENOMEM));
        return;
    }
    (void)snprintf(found->id, sizeof found->id, "%s", id);
    json_copy(shape, record, &found->record, found->block);
    list_append(&capture->found, &found->link);
    if (capture->begun)
        capture_settle_found(capture);
}

/* Ends the process, and removes its directory. */
static void remove_process(struct capture *capture, const struct capture_found *found)
{
    char *all = NULL, *directory = NULL;
    if (process_directory_parent(capture->processes, &all) == 0 && asprintf(&directory, "%s/%s", all, found->id) >= 0) {
        log_info("capture: removing process %s of an earlier daemon", found->id);
        process_directory_remove(capture->processes, directory);
        free(directory);
    }
    free(all);
}

void capture_settle_found(struct capture *capture)
{
    while (!list_is_empty(&capture->found)) {
        struct capture_found *found = list_member(capture->found.next, struct capture_found, link);
        list_remove(&found->link);
        bool may = find_wanted(capture) != 0 && capture->service.state == SERVICE_STOPPED;
        if (may && set_session(capture)) {
            capture->taken = true;
            capture->shows_bus = capture->consent.keystroke_text;
            service_take(&capture->service, found->id, &found->record);
        } else {
            remove_process(capture, found);
        }
        free(found);
    }
}
