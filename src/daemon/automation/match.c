/* Events that rules wait for. The store knows up to which event the rules were compared, so an event is neither lost
 * nor taken twice, whenever the daemon ends. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/fault.h"
#include "contract/all.h"
#include "daemon/automation/internal.h"
#include "json/read.h"

enum { PAGE_ROWS = 64, PAGE_BYTES = 2 << 20, PAGE_LOOKED_AT = 20000 };

/* An event, copied: nothing is written while events are read. */
struct seen {
    struct seen *next;
    int64_t seq, session, task;
    unsigned kind;
    struct slice text; /* its fields as JSON */
};

struct reading {
    struct arena *arena;
    struct seen *first, **end;
};

static int copy_row(void *user, const struct store_event_row *row)
{
    struct reading *reading = user;
    struct seen *seen = arena_zeroed(reading->arena, sizeof *seen);
    char *text = arena_alloc(reading->arena, row->body.size + 2);
    if (!seen || !text)
        return -ENOMEM;
    text[0] = '{';
    memcpy(text + 1, row->body.data, row->body.size);
    text[row->body.size + 1] = '\0';
    *seen = (struct seen){.seq = row->seq,
                          .session = row->session,
                          .task = row->task,
                          .kind = row->kind,
                          .text = {text, row->body.size + 1}};
    *reading->end = seen;
    reading->end = &seen->next;
    return 0;
}

/* --- one event and one rule --- */

static yyjson_val *find_field(yyjson_val *root, struct slice name)
{
    while (name.size > 0 && root) {
        const char *dot = memchr(name.data, '.', name.size);
        size_t size = dot ? (size_t)(dot - name.data) : name.size;
        root = yyjson_is_obj(root) ? yyjson_obj_getn(root, name.data, size) : NULL;
        size += dot ? 1 : 0;
        name = (struct slice){name.data + size, name.size - size};
    }
    return root;
}

static bool fits(const struct automation_trigger_event *trigger, yyjson_val *root)
{
    for (size_t i = 0; trigger->where_is == FIELD_SET && i < trigger->where.count; i++) {
        yyjson_val *value = find_field(root, trigger->where.items[i].key);
        yyjson_val *wanted = (yyjson_val *)trigger->where.items[i].value.value;
        if (!value || !wanted || !yyjson_equals(value, wanted))
            return false;
    }
    return true;
}

static int receive(struct decision *d, struct store_automation *rule, const struct seen *seen, int64_t depth)
{
    char key[40];
    struct store_run run;
    bool is_short = seen->text.size <= AUTOMATION_DATA_MAX;
    (void)snprintf(key, sizeof key, "seq:%lld", (long long)seen->seq);
    const struct run_origin origin = {
        .key = arena_copy(d->arena, slice_of(key)),
        .due_at = d->now,
        .cause = {.type = AUTOMATION_TRIGGER_TYPE_EVENT,
                  .event = contract_events[seen->kind]->name,
                  .event_is = FIELD_SET,
                  .seq = seen->seq,
                  .seq_is = FIELD_SET,
                  .data = {.text = seen->text},
                  .data_is = is_short ? FIELD_SET : FIELD_ABSENT,
                  .depth = depth + 1,
                  .depth_is = FIELD_SET},
        .limited = true,
    };
    if (!origin.key.data)
        return -ENOMEM;
    int r = receipt_begin(d, rule, &origin, &run);
    return r == -EEXIST ? 0 : r;
}

/* --- all --- */

static struct slice run_id_of(yyjson_val *root)
{
    yyjson_val *id = find_field(root, SLICE("runId"));
    return yyjson_is_str(id) ? (struct slice){yyjson_get_str(id), yyjson_get_len(id)} : SLICE("");
}

/* The rules that wait for each kind of event, read when the first such event is seen. */
struct waiting {
    bool is_read;
    struct store_automations rules;
};

static int match_one(struct decision *d, const struct seen *seen, struct waiting *waiting)
{
    yyjson_val *root = NULL;
    struct json_error error;
    int64_t depth = -1;
    bool found = false;
    int r = waiting->is_read
                ? 0
                : store_automation_of_event(d->tx, contract_events[seen->kind]->name, d->arena, &waiting->rules);
    waiting->is_read = r == 0;
    if (r == 0 && waiting->rules.count > 0)
        r = json_read(d->arena, seen->text, &root, &error);
    if (r < 0)
        return r == -EINVAL ? 0 : r;
    for (size_t i = 0; r == 0 && i < waiting->rules.count; i++) {
        struct store_automation *rule = &waiting->rules.items[i];
        if (seen->seq <= rule->armed_seq || !fits(&rule->record.trigger.as.event, root))
            continue;
        if (!found)
            r = store_run_depth(d->tx, seen->task, seen->session, run_id_of(root), &depth);
        found = true;
        if (r == 0)
            r = receive(d, rule, seen, depth);
    }
    return r;
}

/* The kinds that rules wait for. *ret_first: no rule wants an event up to this one. */
static int find_kinds(const struct decision *d, struct store_kinds *ret_kinds, int64_t *ret_first)
{
    const struct event_type *event;
    *ret_first = INT64_MAX;
    *ret_kinds = (struct store_kinds){{0}};
    for (size_t i = 0; (event = trigger_event_at(i)) != NULL; i++) {
        unsigned kind = 0;
        int64_t first;
        int r = store_automation_armed(d->tx, event->name, &first);
        if (r < 0 && r != -ENOENT)
            return r;
        if (r < 0 || !trigger_event(event->name, &kind))
            continue;
        store_kinds_add(ret_kinds, kind);
        *ret_first = first < *ret_first ? first : *ret_first;
    }
    return 0;
}

static int match_page(struct decision *d, const struct seen *seen)
{
    struct waiting *waiting = arena_zeroed(d->arena, contract_event_count * sizeof *waiting);
    int r = waiting ? 0 : -ENOMEM;
    for (; r == 0 && seen; seen = seen->next)
        r = match_one(d, seen, &waiting[seen->kind]);
    return r;
}

int match_events(struct decision *d, struct store_automation_state *state, struct store_kinds *ret_wanted,
                 bool *ret_more)
{
    struct store_position position = {.last = 0};
    struct store_event_filter filter = {.all_kinds = false};
    struct reading reading = {.arena = d->arena, .first = NULL};
    int64_t first;
    int r = find_kinds(d, ret_wanted, &first);
    if (r == 0)
        r = store_event_position(d->tx, &position);
    if (r < 0)
        return r;
    *ret_more = false;
    if (first == INT64_MAX)
        return 0;
    filter.kinds = *ret_wanted;
    reading.end = &reading.first;
    int64_t from = state->seq > first ? state->seq : first;
    struct store_event_page page = {
        .from = from + 1, .upto = position.last, .rows = PAGE_ROWS, .bytes = PAGE_BYTES, .looked_at = PAGE_LOOKED_AT};
    if (page.from > page.upto)
        return 0;
    r = store_event_read(d->tx, &filter, &page, copy_row, &reading);
    if (r == 0 && reading.first)
        r = match_page(d, reading.first);
    if (r < 0)
        return r;
    state->seq = page.ret_next - 1;
    *ret_more = page.ret_next <= page.upto;
    return fault_point("automation.match") < 0 ? -EIO : store_automation_state_put(d->tx, state);
}
