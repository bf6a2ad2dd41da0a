/* automation.status, automation:getRunLog and automation.preview. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/automation/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

enum { PAGE_BYTES = 4 << 20, CURSOR_SIZE = 24 };

static void fail_reading(struct store_request *request)
{
    (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "cannot read the rules: %s", strerror(-request->status));
}

/* --- automation.status --- */

static int find_all(struct store_request *request, struct store_tx *tx)
{
    struct automation_status_result *result = request->more;
    struct store_automation_state state;
    struct store_automations rules = {0};
    int r = store_automation_state_get(tx, &state);
    if (r == 0)
        r = store_automation_list(tx, &request->arena, &rules);
    if (r < 0)
        return r;
    result->enabled = state.enabled;
    result->rules.items = arena_alloc(&request->arena, (rules.count + 1) * sizeof *result->rules.items);
    if (!result->rules.items)
        return -ENOMEM;
    for (size_t i = 0; i < rules.count; i++) {
        struct automation_rule *rule = &result->rules.items[result->rules.count++];
        *rule = rules.items[i].record;
        if (!state.enabled)
            rule->next_due_is = FIELD_ABSENT;
    }
    return 0;
}

static void answer_status(struct store_request *request)
{
    struct automation_status_result *result = request->more;
    if (request->status < 0) {
        fail_reading(request);
        return;
    }
    for (size_t i = 0; i < result->rules.count; i++)
        if (result->rules.items[i].trigger.kind == AUTOMATION_TRIGGER_KIND_FILE)
            files_show_problem(automation_of(request->call), &result->rules.items[i]);
    (void)automation_status_reply(request->call, result);
}

int automation_status(struct call *call, const struct automation_status_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct automation_status_result), find_all, answer_status);
}

/* --- automation:getRunLog --- */

struct log_page {
    struct automation_get_run_log_result result;
    int64_t before;
    char cursor[CURSOR_SIZE];
};

static int find_page(struct store_request *request, struct store_tx *tx)
{
    const struct automation_get_run_log_params *params = request->call->params;
    struct log_page *page = request->more;
    struct store_runs runs = {0}, more = {0};
    struct store_run_filter filter = {
        .rule_id = params->rule_id_is == FIELD_SET ? params->rule_id : SLICE(""),
        .before = page->before,
        .limit = params->limit,
        .bytes = PAGE_BYTES,
    };
    int r = store_run_list(tx, &filter, &request->arena, &runs);
    if (r == 0)
        page->result.runs.items = arena_alloc(&request->arena, (runs.count + 1) * sizeof *page->result.runs.items);
    if (r == 0 && !page->result.runs.items)
        r = -ENOMEM;
    for (size_t i = 0; r == 0 && i < runs.count; i++)
        page->result.runs.items[page->result.runs.count++] = runs.items[i].record;
    if (r < 0 || runs.count == 0)
        return r;
    filter.before = runs.items[runs.count - 1].no;
    filter.limit = 1;
    r = store_run_list(tx, &filter, &request->arena, &more);
    if (r == 0 && more.count > 0)
        (void)snprintf(page->cursor, sizeof page->cursor, "%lld", (long long)filter.before);
    return r;
}

static void answer_page(struct store_request *request)
{
    struct log_page *page = request->more;
    if (request->status < 0) {
        fail_reading(request);
        return;
    }
    page->result.next_cursor = slice_of(page->cursor);
    page->result.next_cursor_is = page->cursor[0] ? FIELD_SET : FIELD_ABSENT;
    (void)automation_get_run_log_reply(request->call, &page->result);
}

int automation_get_run_log(struct call *call, const struct automation_get_run_log_params *params)
{
    struct log_page page = {.before = INT64_MAX};
    if (params->cursor_is == FIELD_SET) {
        char *end = NULL;
        errno = 0;
        page.before = strtoll(params->cursor.data, &end, 10);
        if (errno != 0 || *end || page.before <= 0)
            return call_refuse(call, ERROR_INVALID_PARAMS, "params.cursor",
                               "params.cursor: not a cursor; pass nextCursor of the page before");
    }
    return store_request_read_with(call, &page, sizeof page, find_page, answer_page);
}

/* --- automation.preview --- */

enum { TIMES_MAX = 100 };

/* Runs on the writer thread, which has the time zones. */
struct preview {
    struct zones *zones;
    int64_t now;
    const char *path;
    char problem[TRIGGER_PROBLEM_SIZE];
    int64_t times[TIMES_MAX];
    size_t count;
};

static int find_times(struct store_request *request, struct store_tx *tx)
{
    const struct automation_preview_params *params = request->call->params;
    struct preview *preview = request->more;
    struct trigger_times times = {.has_times = false};
    (void)tx;
    preview->count = 0;
    int64_t at = params->after_is == FIELD_SET ? params->after : preview->now;
    int r = trigger_check(preview->zones, &params->trigger, at, &preview->path, preview->problem);
    if (r == 0)
        r = trigger_times(preview->zones, &params->trigger, at, &times);
    while (r == 0 && preview->count < (size_t)params->count && preview->count < TIMES_MAX) {
        at = trigger_next(&times, at);
        if (at == 0)
            break;
        preview->times[preview->count++] = at;
    }
    return r;
}

static void answer_preview(struct store_request *request)
{
    struct preview *preview = request->more;
    const struct automation_preview_result result = {.times = {.items = preview->times, .count = preview->count}};
    if (request->status == -EINVAL)
        (void)call_refuse(request->call, ERROR_TRIGGER_INVALID, preview->path, preview->problem);
    else if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    else
        (void)automation_preview_reply(request->call, &result);
}

int automation_preview(struct call *call, const struct automation_preview_params *params)
{
    const struct automation *automation = automation_of(call);
    const struct preview preview = {.zones = automation->zones, .now = automation_now(automation), .path = ""};
    (void)params;
    return store_request_write_with(call, &preview, sizeof preview, find_times, answer_preview);
}
