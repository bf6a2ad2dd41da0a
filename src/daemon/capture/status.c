/* The state of the streams: why one is not recorded, and who is told when that changes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/utf8.h"
#include "daemon/capture/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "rpc/rpc.h"

enum { EVENT_PAUSE_MS = 1000 };

/* --- one stream --- */

/* The first line of what a program left behind. */
static struct slice first_line(const char *text)
{
    return utf8_cut((struct slice){text, strcspn(text, "\n")}, CAPTURE_PROBLEM_SIZE / 2);
}

/* Why nothing is recorded although something is to be; false: the program records. */
static bool find_problem(const struct capture *capture, char problem[static CAPTURE_PROBLEM_SIZE])
{
    const struct service *service = &capture->service;
    const char *session = capture_session_problem(capture_session(capture));
    const struct slice cause = first_line(service->problem);
    if (session)
        (void)snprintf(problem, CAPTURE_PROBLEM_SIZE, "%s", session);
    else if (service->state == SERVICE_FAILED)
        (void)snprintf(problem, CAPTURE_PROBLEM_SIZE,
                       "weir-capture has failed too often: %.*s; run 'weir capture on' to try again", SLICE_ARG(cause));
    else if (service->state == SERVICE_RESTARTING)
        (void)snprintf(problem, CAPTURE_PROBLEM_SIZE, "weir-capture will be started again: %.*s", SLICE_ARG(cause));
    else if (service->state == SERVICE_DEGRADED)
        (void)snprintf(problem, CAPTURE_PROBLEM_SIZE, "weir-capture does not respond");
    else if (service->state != SERVICE_RUNNING || capture->ending)
        (void)snprintf(problem, CAPTURE_PROBLEM_SIZE, "weir-capture is starting");
    else
        return false;
    return true;
}

static bool describe(const struct capture *capture, enum recorder_stream stream,
                     char problem[static CAPTURE_PROBLEM_SIZE])
{
    const struct capture_report *report = &capture->reports[stream];
    problem[0] = '\0';
    if (!capture->consent.recording)
        (void)snprintf(problem, CAPTURE_PROBLEM_SIZE, "no person has consented; run 'weir capture on'");
    else if (!(capture->enabled & CAPTURE_BIT(stream)) || find_problem(capture, problem))
        return false;
    else if (!(capture->wanted & CAPTURE_BIT(stream)) || !report->known)
        (void)snprintf(problem, CAPTURE_PROBLEM_SIZE, "weir-capture is starting");
    else if (report->active)
        return true;
    else
        memcpy(problem, report->problem, sizeof report->problem);
    return false;
}

void capture_describe(const struct capture *capture, struct capture_state *ret_state)
{
    for (unsigned i = 0; i < CAPTURE_STREAMS; i++) {
        bool active = describe(capture, (enum recorder_stream)i, ret_state->problems[i]);
        (void)snprintf(ret_state->notes[i], sizeof ret_state->notes[i], "%s", active ? capture->reports[i].note : "");
        ret_state->streams[i] =
            (struct capture_stream_status){.stream = (enum recorder_stream)i,
                                           .enabled = (capture->enabled & CAPTURE_BIT(i)) != 0,
                                           .active = active,
                                           .error = slice_of(ret_state->problems[i]),
                                           .error_is = ret_state->problems[i][0] ? FIELD_SET : FIELD_ABSENT,
                                           .note = slice_of(ret_state->notes[i]),
                                           .note_is = ret_state->notes[i][0] ? FIELD_SET : FIELD_ABSENT};
    }
}

int capture_get_status(struct call *call, const struct capture_get_status_params *params)
{
    const struct capture *capture = capture_of(call);
    struct capture_state state = {0};
    (void)params;
    if (!capture->known)
        return capture_fail_unknown(capture, call);
    capture_describe(capture, &state);
    return capture_get_status_reply(call,
                                    &(struct capture_get_status_result){.streams = {state.streams, CAPTURE_STREAMS}});
}

/* --- health --- */

struct capture_health capture_look(const struct capture *capture)
{
    struct capture_health health = {.state = CAPTURE_IS_OFF};
    unsigned active = 0, inactive = 0;
    if (!capture->known || !capture->consent.recording || capture->enabled == 0)
        return health;
    bool has_problem = find_problem(capture, health.problem);
    if (has_problem) {
        enum service_state state = capture->service.state;
        bool can_record = !capture_session_problem(capture_session(capture));
        health.state = !can_record || state == SERVICE_FAILED ? CAPTURE_FAILED
                       : state == SERVICE_RESTARTING          ? CAPTURE_RESTARTS
                       : state == SERVICE_DEGRADED            ? CAPTURE_STRUGGLES
                                                              : CAPTURE_STARTS;
        return health;
    }
    for (unsigned i = 0; i < CAPTURE_STREAMS; i++) {
        char problem[CAPTURE_PROBLEM_SIZE];
        if (!(capture->enabled & CAPTURE_BIT(i)))
            continue;
        bool is_active = describe(capture, (enum recorder_stream)i, problem);
        bool is_unknown = !capture->reports[i].known || !(capture->wanted & CAPTURE_BIT(i));
        active += is_active;
        inactive += !is_active && !is_unknown;
        if (!is_active && !is_unknown && !health.problem[0])
            memcpy(health.problem, problem, sizeof problem);
    }
    health.state = inactive == 0 && active == 0 ? CAPTURE_STARTS
                   : inactive == 0              ? CAPTURE_RECORDS
                   : active == 0                ? CAPTURE_FAILED
                                                : CAPTURE_STRUGGLES;
    return health;
}

/* --- events --- */

struct capture_telling {
    struct store_change change;
    struct capture *capture;
    struct capture_state state;
    struct event_capture_changed_params params;
};

static int write_event(struct store_change *change, struct store_tx *tx)
{
    const struct capture_telling *telling = list_member(change, struct capture_telling, change);
    return store_event_add(tx, &event_capture_changed_event, 0, 0, &telling->params);
}

static void on_written(struct store_change *change)
{
    struct capture_telling *telling = list_member(change, struct capture_telling, change);
    if (telling->capture)
        telling->capture->telling = NULL;
    free(telling);
}

/* All that a client can see of the streams, to compare it. */
static void format(const struct capture_state *state, char text[static CAPTURE_STATE_SIZE])
{
    size_t at = 0;
    for (unsigned i = 0; i < CAPTURE_STREAMS && at < CAPTURE_STATE_SIZE; i++) {
        const struct capture_stream_status *stream = &state->streams[i];
        int size = snprintf(text + at, CAPTURE_STATE_SIZE - at, "%d%d %s|%s\n", stream->enabled, stream->active,
                            state->problems[i], state->notes[i]);
        at += size > 0 ? (size_t)size : 0;
    }
}

static bool is_same_consent(const struct capture_consent *one, const struct capture_consent *other)
{
    return one->recording == other->recording && one->keystroke_text == other->keystroke_text;
}

/* What a client sees during a start is not told: the outcome is. */
static bool is_settled(const struct capture *capture)
{
    return !capture->ending && capture->sets == 0 && capture_look(capture).state != CAPTURE_STARTS;
}

void capture_tell(struct capture *capture)
{
    char now[CAPTURE_STATE_SIZE];
    struct capture_state state = {0};
    bool is_waiting = capture->telling || capture->next_event.index != 0;
    if (!capture->begun || capture->closed || is_waiting || !store_is_open(capture->store))
        return;
    bool consented = !is_same_consent(&capture->consent, &capture->told_consent);
    if (capture->has_told && !consented && !is_settled(capture))
        return;
    capture_describe(capture, &state);
    format(&state, now);
    bool is_new = consented || strcmp(now, capture->told) != 0;
    bool is_first = !capture->has_told;
    capture->has_told = true;
    capture->told_consent = capture->consent;
    memcpy(capture->told, now, sizeof now);
    struct capture_telling *telling = is_new && !is_first ? calloc(1, sizeof *telling) : NULL;
    if (!telling)
        return;
    telling->capture = capture;
    capture_describe(capture, &telling->state);
    telling->params = (struct event_capture_changed_params){
        .timestamp = clock_epoch_ms(),
        .change = consented ? EVENT_CAPTURE_CHANGED_PARAMS_CHANGE_CONSENT : EVENT_CAPTURE_CHANGED_PARAMS_CHANGE_STREAMS,
        .consent = capture->consent,
        .consent_is = FIELD_SET,
        .streams = {telling->state.streams, CAPTURE_STREAMS},
        .streams_is = FIELD_SET};
    telling->change = (struct store_change){.apply = write_event, .done = on_written, .lazy = true};
    capture->telling = telling;
    (void)timers_set(&capture->rpc->timers, &capture->next_event, EVENT_PAUSE_MS);
    (void)store_write(capture->store, &telling->change);
}

static void on_pause_over(struct deadline *deadline)
{
    struct capture *capture = list_member(deadline, struct capture, next_event);
    if (capture->telling)
        (void)timers_set(&capture->rpc->timers, &capture->next_event, EVENT_PAUSE_MS);
    else
        capture_tell(capture);
}

void capture_tell_init(struct capture *capture)
{
    capture->next_event.expired = on_pause_over;
}

void capture_tell_clear(struct capture *capture)
{
    timers_unset(&capture->rpc->timers, &capture->next_event);
    if (capture->telling)
        capture->telling->capture = NULL; /* the store frees it */
    capture->telling = NULL;
}
