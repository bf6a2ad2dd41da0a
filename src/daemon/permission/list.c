/* permission.list and permission.rules.preview: what was asked. */
#include <errno.h>
#include <string.h>

#include "daemon/client/client.h"
#include "daemon/permission/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "json/copy.h"

enum { PAGE_BYTES = 1 << 20, PREVIEW_CALLS = 10000 };

/* --- permission.list ------------------------------------------------------------------ */

static int list(struct store_request *request, struct store_tx *tx)
{
    const struct permission_list_params *params = request->call->params;
    struct store_permission_filter filter = {
        .has_state = params->state_is == FIELD_SET || !params->all,
        .state = params->state_is == FIELD_SET ? params->state : PERMISSION_REQUEST_STATE_PENDING,
        .limit = params->limit,
        .bytes = PAGE_BYTES,
    };
    if (params->session_id_is == FIELD_SET)
        filter.session_id = params->session_id;
    if (params->after_is == FIELD_SET)
        filter.after = params->after;
    return store_permission_list(tx, &filter, &request->arena, request->more);
}

static void answer_list(struct store_request *request)
{
    struct store_permission_page *page = request->more;
    if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
        return;
    }
    /* While an approver is connected no request waits for one; the store may not know that yet. */
    bool heard = permission_desk_of(request->daemon)->approvers > 0;
    for (size_t i = 0; heard && i < page->count; i++)
        if (page->items[i].state == PERMISSION_REQUEST_STATE_PENDING)
            page->items[i].approver_by_is = FIELD_ABSENT;
    (void)permission_list_reply(request->call, &(struct permission_list_result){page->items, page->count});
}

int permission_list(struct call *call, const struct permission_list_params *params)
{
    (void)params;
    permission_flush_for(client_of(call));
    return store_request_read(call, sizeof(struct store_permission_page), list, answer_list);
}

/* --- permission.rules.preview ----------------------------------------------------------- */

struct preview {
    struct permission_rules_preview_result result;
    struct store_request *request;
    size_t bytes;
    struct permission_rule rule;
    struct permission_places places;
    char home[4096]; /* the loop's own may not be looked at */
};

static int keep(struct preview *preview, const struct permission_request *record)
{
    struct permission_rules_preview_result_requests *out = &preview->result.requests;
    struct arena *arena = &preview->request->arena;
    void *block = arena_alloc(arena, json_copy_size(&permission_request_shape, record) + 1);
    if (!block)
        return -ENOMEM;
    json_copy(&permission_request_shape, record, &out->items[out->count++], block);
    preview->bytes += record->input.text.size + 2 * record->command.size;
    return 0;
}

static int look(void *user, struct arena *arena, const struct permission_request *record)
{
    struct preview *preview = user;
    const struct permission_rules_preview_params *params = preview->request->call->params;
    struct slice home = slice_of(preview->home);
    struct judge_places places = permission_places_of(&preview->places);
    struct judge_call call;
    int r = permission_judge(arena, record, home, &call);
    preview->result.looked_at++;
    if (r < 0 || !judge_rule_matches(&preview->rule, home, &places, &call))
        return r == -ENOMEM ? r : 0;
    preview->result.matched++;
    preview->result.denied +=
        record->state != PERMISSION_REQUEST_STATE_ALLOWED && record->state != PERMISSION_REQUEST_STATE_PENDING;
    bool more = (int64_t)preview->result.requests.count < params->limit && preview->bytes < PAGE_BYTES;
    return more ? keep(preview, record) : 0;
}

static int preview_rule(struct store_request *request, struct store_tx *tx)
{
    const struct permission_rules_preview_params *params = request->call->params;
    struct preview *preview = request->more;
    struct store_session session;
    int r = 0;
    preview->request = request;
    preview->rule = judge_rule_of(&params->rule);
    if (params->rule.session_id_is == FIELD_SET)
        r = store_session_find(tx, params->rule.session_id, &request->arena, &session);
    if (r < 0)
        return r;
    preview->result.requests.items =
        arena_zeroed(&request->arena, (size_t)params->limit * sizeof *preview->result.requests.items);
    if (!preview->result.requests.items)
        return -ENOMEM;
    return store_permission_newest(tx, PREVIEW_CALLS, look, preview);
}

static void answer_preview(struct store_request *request)
{
    const struct permission_rules_preview_params *params = request->call->params;
    const struct preview *preview = request->more;
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_SESSION_NOT_FOUND, "there is no session %.*s",
                        SLICE_ARG(params->rule.session_id));
    else if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    else
        (void)permission_rules_preview_reply(request->call, &preview->result);
}

static int preview_followed(struct call *call, const struct judge_places *places)
{
    struct client *client = client_of(call);
    struct preview preview = {0};
    permission_places_keep(&preview.places, places);
    (void)strncpy(preview.home, permission_desk_of(client->daemon)->home, sizeof preview.home - 1);
    permission_flush_for(client);
    return store_request_read_with(call, &preview, sizeof preview, preview_rule, answer_preview);
}

int permission_rules_preview(struct call *call, const struct permission_rules_preview_params *params)
{
    struct permission_rule rule = judge_rule_of(&params->rule);
    return permission_follow(call, &rule, preview_followed);
}
