#include "daemon/context/card.h"

#include <errno.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "daemon/store/activity.h"
#include "daemon/store/permissions.h"
#include "daemon/store/rows.h"
#include "json/format.h"

enum {
    FRESH_MS = 5 * 60 * 1000,
    PAUSE_MS = 15 * 60 * 1000,
    DAY_MS = 24 * 60 * 60 * 1000,
    WINDOWS_MAX = 500,
    APPS_MAX = 8,
    SUGGESTIONS_MAX = 4,
    TASKS_MAX = 20,
    REQUESTS_MAX = 20,
    PAGE_BYTES = 1 << 20,
    QUOTED_MAX = 60, /* bytes of a title or a prompt */
    SENTENCE_MAX = 4096 + 256,
};

/* --- activity --- */

struct scan {
    struct context_card *card;
    struct arena *arena;
    int64_t now_ms, start_ms;
    bool begun, is_over; /* the first window was seen; the pause before this session of work was found */
};

static int set_text(struct arena *arena, struct slice text, struct slice *ret, enum field_is *ret_is)
{
    if (text.size == 0)
        return 0;
    *ret = arena_copy(arena, text);
    *ret_is = ret->data ? FIELD_SET : FIELD_ABSENT;
    return ret->data ? 0 : -ENOMEM;
}

static int add_app(struct scan *scan, struct slice app)
{
    struct context_card *card = scan->card;
    bool is_known = app.size == 0 || card->recent_apps.count == APPS_MAX;
    for (size_t i = 0; i < card->recent_apps.count && !is_known; i++)
        is_known = slice_equal(card->recent_apps.items[i], app);
    if (is_known)
        return 0;
    struct slice copy = arena_copy(scan->arena, app);
    card->recent_apps.items[card->recent_apps.count++] = copy;
    return copy.data ? 0 : -ENOMEM;
}

static int on_window(void *user, int64_t at, int64_t end, struct slice app, struct slice title)
{
    struct scan *scan = user;
    int r = 0;
    if (!scan->begun && end >= scan->now_ms - FRESH_MS) {
        scan->start_ms = at;
        r = set_text(scan->arena, app, &scan->card->active_app, &scan->card->active_app_is);
        if (r == 0)
            r = set_text(scan->arena, title, &scan->card->active_document, &scan->card->active_document_is);
    }
    scan->is_over = scan->is_over || scan->start_ms == 0 || scan->start_ms - end >= PAUSE_MS;
    if (!scan->is_over)
        scan->start_ms = at;
    scan->begun = true;
    return r < 0 ? r : add_app(scan, app);
}

static int add_activity(struct store_tx *tx, int64_t now_ms, struct arena *arena, struct context_card *card)
{
    struct scan scan = {.card = card, .arena = arena, .now_ms = now_ms};
    struct slice app, url;
    char time[CLOCK_ISO_SIZE];
    int64_t end = 0;
    int r = store_activity_windows(tx, now_ms - DAY_MS, WINDOWS_MAX, on_window, &scan);
    if (r < 0 || scan.start_ms == 0)
        return r;
    clock_format_iso(scan.start_ms, time);
    r = set_text(arena, slice_of(time), &card->session_start, &card->session_start_is);
    if (r < 0 || card->active_app_is != FIELD_SET)
        return r;
    r = store_activity_page(tx, arena, &end, &app, &url);
    if (r == 0 && end >= now_ms - FRESH_MS && slice_equal(app, card->active_app) && format_is_uri(url))
        r = set_text(arena, url, &card->active_url, &card->active_url_is);
    return r == -ENOENT ? 0 : r;
}

/* --- suggestions --- */

/* The beginning of the first line. */
static struct slice brief(struct slice text)
{
    size_t size = 0;
    while (size < text.size && (unsigned char)text.data[size] >= ' ')
        size++;
    return utf8_cut((struct slice){text.data, size}, QUOTED_MAX);
}

static int suggest(struct context_card *card, struct arena *arena, const char *sentence)
{
    struct slice copy = arena_copy(arena, slice_of(sentence));
    card->suggestions.items[card->suggestions.count++] = copy;
    return copy.data ? 0 : -ENOMEM;
}

static bool is_in(struct slice cwd, struct slice directory)
{
    return cwd.size == 0 || slice_equal(cwd, directory);
}

static int suggest_answer(struct store_tx *tx, struct slice cwd, struct arena *arena, struct context_card *card)
{
    const struct store_permission_filter filter = {
        .has_state = true, .state = PERMISSION_REQUEST_STATE_PENDING, .limit = REQUESTS_MAX, .bytes = PAGE_BYTES};
    struct store_permission_page page = {0};
    const struct permission_request *newest = NULL;
    char sentence[SENTENCE_MAX];
    size_t count = 0;
    int r = store_permission_list(tx, &filter, arena, &page);
    for (size_t i = 0; r == 0 && i < page.count; i++) {
        if (!is_in(cwd, page.items[i].cwd))
            continue;
        newest = newest ? newest : &page.items[i];
        count++;
    }
    if (!newest)
        return r;
    if (count == 1)
        (void)snprintf(sentence, sizeof sentence, "Answer the permission request for %.*s in %.*s.",
                       SLICE_ARG(brief(newest->tool)), SLICE_ARG(newest->cwd));
    else
        (void)snprintf(sentence, sizeof sentence, "Answer %zu%s permission requests; the newest is for %.*s in %.*s.",
                       count, count == REQUESTS_MAX ? " or more" : "", SLICE_ARG(brief(newest->tool)),
                       SLICE_ARG(newest->cwd));
    return suggest(card, arena, sentence);
}

/* A session has gone on since, if the list has a newer task of it. */
static bool is_newest_of_session(const struct store_tasks *tasks, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (slice_equal(tasks->items[i].session_id, tasks->items[at].session_id))
            return false;
    return true;
}

static int suggest_failure(const struct store_tasks *tasks, struct arena *arena, struct context_card *card)
{
    char sentence[SENTENCE_MAX];
    for (size_t i = 0; i < tasks->count; i++) {
        const struct task_record *task = &tasks->items[i];
        if (task->state != TASK_STATE_FAILED || !is_newest_of_session(tasks, i))
            continue;
        (void)snprintf(sentence, sizeof sentence, "Look at the task that failed: \"%.*s\" in %.*s.",
                       SLICE_ARG(brief(task->prompt)), SLICE_ARG(task->cwd));
        return suggest(card, arena, sentence);
    }
    return 0;
}

static int suggest_session(struct store_tx *tx, const struct store_tasks *tasks, struct arena *arena,
                           struct context_card *card)
{
    char sentence[SENTENCE_MAX];
    struct store_session session;
    int r = -ENOENT;
    size_t at = 0;
    for (; at < tasks->count; at++) {
        r = store_session_find(tx, tasks->items[at].session_id, arena, &session);
        if (r == 0 && session.record.state == SESSION_STATE_OPEN)
            break;
        if (r < 0 && r != -ENOENT)
            return r;
    }
    if (at == tasks->count)
        return 0;
    bool has_title = session.record.title_is == FIELD_SET && session.record.title.size > 0;
    (void)snprintf(sentence, sizeof sentence, "Continue the session \"%.*s\" in %.*s.",
                   SLICE_ARG(brief(has_title ? session.record.title : tasks->items[at].prompt)),
                   SLICE_ARG(session.record.cwd));
    return suggest(card, arena, sentence);
}

int context_card_make(struct store_tx *tx, struct slice cwd, int64_t now_ms, struct arena *arena,
                      struct context_card *ret_card)
{
    const struct store_task_filter filter = {.cwd = cwd, .limit = TASKS_MAX, .bytes = PAGE_BYTES};
    struct context_card card = {
        .recent_apps = {arena_zeroed(arena, APPS_MAX * sizeof(struct slice)), 0},
        .suggestions = {arena_zeroed(arena, SUGGESTIONS_MAX * sizeof(struct slice)), 0},
    };
    struct store_tasks tasks = {0};
    int r = card.recent_apps.items && card.suggestions.items ? add_activity(tx, now_ms, arena, &card) : -ENOMEM;
    if (r == 0)
        r = store_task_list(tx, &filter, arena, &tasks);
    if (r == 0)
        r = suggest_answer(tx, cwd, arena, &card);
    if (r == 0)
        r = suggest_failure(&tasks, arena, &card);
    if (r == 0)
        r = suggest_session(tx, &tasks, arena, &card);
    if (r == 0)
        *ret_card = card;
    return r;
}
