/* Reads what the store keeps of capture, and its lifetime. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "daemon/capture/internal.h"
#include "daemon/executor/executor.h"
#include "daemon/settings/settings.h"
#include "daemon/store/settings.h"

enum { ARENA_BYTES = 1 << 20 };

const struct slice capture_consent_row = SLICE_INIT("captureConsent"),
                   capture_session_row = SLICE_INIT("captureSession"),
                   capture_progress_row = SLICE_INIT("captureProgress");

void capture_changed(struct capture *capture)
{
    capture->executors->uses_activity = capture->consent.recording;
    capture_settle(capture);
    capture_tell(capture);
    if (capture->changed)
        capture->changed(capture->health);
}

void capture_init(struct capture *capture)
{
    list_init(&capture->found);
    capture_session_init(capture);
    capture_program_init(capture);
    capture_tell_init(capture);
    capture_forget_init(capture);
    capture->executors->hooks.capture = capture;
    capture->executors->hooks.recorder_found = capture_found;
}

/* --- reading --- */

struct loading {
    struct store_query query;
    struct capture *capture;
    struct arena arena;
    struct slice user_name;
    struct app_settings settings;
    struct capture_consent consent;
    struct capture_given_session given;
    bool is_given;
    void (*then)(void *user);
    void *user;
};

static int load(struct store_query *query, struct store_tx *tx)
{
    struct loading *loading = list_member(query, struct loading, query);
    struct arena *arena = &loading->arena;
    int r = settings_read(tx, loading->user_name, arena, &loading->settings);
    if (r >= 0)
        r = store_setting_get(tx, capture_consent_row, &capture_consent_shape, arena, &loading->consent);
    if (r >= 0)
        r = store_setting_get(tx, capture_session_row, &capture_given_session_shape, arena, &loading->given);
    loading->is_given = r > 0;
    return r < 0 ? r : 0;
}

static void know(struct capture *capture, const struct loading *loading)
{
    capture->known = true;
    capture->consent = loading->consent;
    capture->enabled = capture_streams_of(&loading->settings.capture_streams);
    if (loading->is_given) {
        capture->given = capture_session_copy(&loading->given.session);
        capture->given_at_ms = capture->given ? loading->given.at : 0;
    }
}

static void on_loaded(struct store_query *query)
{
    struct loading *loading = list_member(query, struct loading, query);
    struct capture *capture = loading->capture;
    void (*then)(void *user) = loading->then;
    void *user = loading->user;
    if (query->status == 0 && !capture->closed)
        know(capture, loading);
    else if (query->status < 0)
        log_error("capture: cannot read its settings, so nothing is recorded: %s", strerror(-query->status));
    arena_clear(&loading->arena);
    free(loading);
    then(user);
}

void capture_open(struct capture *capture, void (*then)(void *user), void *user)
{
    const char *name = capture->person->user_name;
    struct loading *loading = store_is_open(capture->store) ? calloc(1, sizeof *loading) : NULL;
    if (!loading) {
        then(user);
        return;
    }
    *loading = (struct loading){.capture = capture,
                                .arena = ARENA_LIMITED(ARENA_BYTES),
                                .user_name = slice_of(name ? name : ""),
                                .then = then,
                                .user = user};
    loading->query = (struct store_query){.run = load, .done = on_loaded};
    store_read(capture->store, &loading->query);
}

void capture_begin(struct capture *capture)
{
    if (!capture->known || capture->closed)
        return;
    capture->begun = true;
    capture_settle_found(capture);
    capture_changed(capture);
}

/* --- the end --- */

static void on_flushed(void *user, bool flushed)
{
    struct capture *capture = user;
    (void)flushed;
    service_close(&capture->service, false);
    capture->ending = false;
    if (service_is_gone(&capture->service))
        capture->emptied(capture->user);
}

void capture_close(struct capture *capture, bool now)
{
    bool was_closed = capture->closed;
    capture->closed = true;
    if (!was_closed && !now && capture_flush(capture, false, on_flushed, capture) == 0) {
        capture->ending = true;
        return;
    }
    if (now || !capture->ending) {
        capture->ending = false;
        service_close(&capture->service, now);
    }
}

bool capture_is_gone(const struct capture *capture)
{
    return service_is_gone(&capture->service) && !capture->ending;
}

void capture_clear(struct capture *capture)
{
    if (!capture->service.kind)
        return;
    capture_tell_clear(capture);
    service_clear(&capture->service);
    while (!list_is_empty(&capture->found)) {
        struct list *first = capture->found.next;
        list_remove(first);
        free(first); /* a struct capture_found, whose link is its first member */
    }
    free(take_pointer(capture->given));
    free(take_pointer(capture->recorded));
    free(take_pointer(capture->own_xauthority));
    free(take_pointer(capture->own_bus));
}
