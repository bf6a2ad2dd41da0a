#include "capture/stay.h"

#include "base/clock.h"
#include "capture/capture.h"
#include "capture/text.h"

enum { FIRST_PIECE_MS = 10000, FOCUS_MIN_MS = 1000, FOCUS_MAX_MS = 30 * 60 * 1000 };

static uint64_t now_ms(void)
{
    return clock_monotonic_ns() / 1000000;
}

static void add(struct stay *stay, enum context_activity_type type, int64_t at, uint64_t duration_ms,
                struct slice title)
{
    struct slice app = front_app(&stay->window);
    queue_add(&stay->capture->queue, &(struct recorder_row){
                                         .type = type,
                                         .at = at,
                                         .duration_ms = (int64_t)duration_ms,
                                         .duration_ms_is = FIELD_SET,
                                         .app = app,
                                         .app_is = app.size > 0 ? FIELD_SET : FIELD_ABSENT,
                                         .title = title,
                                         .title_is = title.size > 0 ? FIELD_SET : FIELD_ABSENT,
                                     });
}

static bool is_open(const struct stay *stay)
{
    return stay->window.id != XCB_NONE && !stay->is_away;
}

/* --- windows and pages --- */

/* The first piece is short: it is how others learn what the person works on now. */
static void begin_window(struct stay *stay, bool is_first)
{
    uint64_t piece_ms = stay->capture->times.piece_ms;
    stay->at = clock_epoch_ms();
    stay->since_ms = now_ms();
    if (is_open(stay))
        (void)timers_set(&stay->capture->helper.rpc.timers, &stay->piece,
                         is_first && piece_ms > FIRST_PIECE_MS ? FIRST_PIECE_MS : piece_ms);
}

static void end_window(struct stay *stay, uint64_t end_ms)
{
    const struct capture *capture = stay->capture;
    struct slice page;
    timers_unset(&stay->capture->helper.rpc.timers, &stay->piece);
    if (!is_open(stay) || end_ms <= stay->since_ms)
        return;
    if (capture_wants(capture, RECORDER_STREAM_WINDOW_TRACKING))
        add(stay, CONTEXT_ACTIVITY_TYPE_WINDOW, stay->at, end_ms - stay->since_ms, front_title(&stay->window));
    if (capture_wants(capture, RECORDER_STREAM_BROWSER) &&
        text_page(front_app(&stay->window), front_title(&stay->window), &page) && page.size > 0)
        add(stay, CONTEXT_ACTIVITY_TYPE_BROWSER, stay->at, end_ms - stay->since_ms, page);
}

/* --- work without a break --- */

static void begin_focus(struct stay *stay)
{
    stay->focus_at = clock_epoch_ms();
    stay->focus_since_ms = now_ms();
}

static void end_focus(struct stay *stay, uint64_t end_ms)
{
    if (is_open(stay) && capture_wants(stay->capture, RECORDER_STREAM_FOCUS) &&
        end_ms >= stay->focus_since_ms + FOCUS_MIN_MS)
        add(stay, CONTEXT_ACTIVITY_TYPE_FOCUS, stay->focus_at, end_ms - stay->focus_since_ms,
            front_title(&stay->window));
}

/* --- changes --- */

static void on_piece(struct deadline *deadline)
{
    struct stay *stay = list_member(deadline, struct stay, piece);
    uint64_t now = now_ms();
    end_window(stay, now);
    begin_window(stay, false);
    if (now - stay->focus_since_ms >= FOCUS_MAX_MS) {
        end_focus(stay, now);
        begin_focus(stay);
    }
}

void stay_show(struct stay *stay, const struct front_window *window)
{
    uint64_t now = now_ms();
    bool is_same = window->id == stay->window.id && slice_equal(front_app(window), front_app(&stay->window));
    if (is_same && slice_equal(front_title(window), front_title(&stay->window)))
        return;
    if (is_same && now - stay->since_ms < stay->capture->times.title_ms) { /* a title that is animated */
        stay->window = *window;
        return;
    }
    end_window(stay, now);
    if (!is_same)
        end_focus(stay, now);
    stay->window = *window;
    begin_window(stay, true);
    if (!is_same)
        begin_focus(stay);
}

void stay_leave(struct stay *stay, uint64_t ago_ms)
{
    uint64_t now = now_ms(), end = ago_ms < now ? now - ago_ms : 0;
    if (stay->is_away)
        return;
    end_window(stay, end);
    end_focus(stay, end);
    stay->is_away = true;
}

void stay_return(struct stay *stay)
{
    if (!stay->is_away)
        return;
    stay->is_away = false;
    begin_window(stay, true);
    begin_focus(stay);
}

void stay_cut(struct stay *stay)
{
    uint64_t now = now_ms();
    end_window(stay, now);
    end_focus(stay, now);
    begin_window(stay, true);
    begin_focus(stay);
}

void stay_init(struct stay *stay, struct capture *capture)
{
    stay->capture = capture;
    stay->piece.expired = on_piece;
}
