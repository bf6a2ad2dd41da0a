#include "unit/stage.h"

#include <errno.h>
#include <stdlib.h>

#include "tools/call.h"
#include "json/write.h"

/* --- model --- */

struct model_call {
    uv_timer_t timer;
    struct model_handlers handlers;
    void *user;
    char *turn;
};

struct stage_model stage_model;

static void on_closed(uv_handle_t *handle)
{
    struct model_call *call = handle->data;
    free(call->turn);
    free(call);
}

static void play_block(struct model_call *call, int index, const char *step, size_t size)
{
    const char *colon = memchr(step, ':', size);
    struct slice name = {step, (size_t)(colon - step)}, rest = {colon + 1, size - name.size - 1};
    struct block block = {.kind = BLOCK_TOOL_USE, .name = name, .input = rest};
    char id[32];
    (void)snprintf(id, sizeof id, "id%d", index);
    if (slice_is(name, "text"))
        block = (struct block){.kind = BLOCK_TEXT, .text = rest};
    else if (slice_is(name, "think"))
        block = (struct block){.kind = BLOCK_THINKING, .text = rest, .signature = SLICE("sig")};
    else
        block.id = slice_of(id);
    if (call->handlers.block_started)
        call->handlers.block_started(call->user, index, block.kind, block.id, block.name);
    if (call->handlers.piece)
        call->handlers.piece(call->user, index, block.kind, rest);
    call->handlers.block_stopped(call->user, index, &block);
}

static void on_time(uv_timer_t *timer)
{
    struct model_call *call = timer->data;
    struct model_end end = {.retry_after_ms = -1, .usage = {.input_tokens = 10, .output_tokens = 1}};
    bool has_tool = false;
    int index = 0;
    if (call->turn[0] == '?')
        return;
    if (call->turn[0] != '!' && call->handlers.started)
        call->handlers.started(call->user, SLICE("m"), SLICE("model-1"));
    for (const char *step = call->turn; *step;) {
        size_t size = strcspn(step, "|");
        if (*step == '!') {
            end.failure = step[1] == 'b'   ? MODEL_BUSY
                          : step[1] == 'c' ? MODEL_CUT
                          : step[1] == 'l' ? MODEL_TOO_LONG
                                           : MODEL_REFUSED;
            end.retry_after_ms = step[1] == 'b' && size > 5 ? atoi(step + 5) : step[1] == 'c' ? 0 : -1;
            (void)snprintf(end.message, sizeof end.message, "it says %.*s", (int)size, step);
        } else if (*step == '=') {
            (void)snprintf(end.stop_reason, sizeof end.stop_reason, "%.*s", (int)size - 1, step + 1);
        } else if (*step == '#') {
            end.usage.input_tokens = atoi(step + 1);
        } else {
            has_tool = has_tool || (step[0] >= 'A' && step[0] <= 'Z');
            play_block(call, index++, step, size);
        }
        step += size + (step[size] == '|');
    }
    if (!end.stop_reason[0])
        (void)snprintf(end.stop_reason, sizeof end.stop_reason, "%s", has_tool ? "tool_use" : "end_turn");
    call->handlers.ended(call->user, &end);
    uv_close((uv_handle_t *)timer, on_closed);
}

static void note_request(const struct model_request *request)
{
    struct buf *out = &stage_model.requests;
    buf_printf(out, "%.*s key=%.*s:", SLICE_ARG(request->model), SLICE_ARG(request->key));
    for (const struct said *said = request->conversation->first; said; said = said->next) {
        buf_append_text(out, said->by == SAID_BY_USER ? " U" : " A");
        for (const struct block *block = said->blocks; block; block = block->next)
            buf_printf(out, "[%.*s]", SLICE_ARG(block->kind == BLOCK_TOOL_USE ? block->name : block->text));
    }
    buf_append_char(out, '\n');
    free(stage_model.last_system);
    stage_model.last_system = strndup(request->system.data ? request->system.data : "", request->system.size);
}

int model_start(uv_loop_t *loop, const struct model_request *request, const struct model_handlers *handlers, void *user,
                struct model_call **ret_call)
{
    struct model_call *call = calloc(1, sizeof *call);
    *call = (struct model_call){.handlers = *handlers, .user = user, .turn = strdup(stage_model.turns[stage_model.at])};
    assert_non_null(stage_model.turns[stage_model.at]);
    if (stage_model.turns[stage_model.at + 1])
        stage_model.at++;
    stage_model.started++;
    note_request(request);
    (void)uv_timer_init(loop, &call->timer);
    call->timer.data = call;
    (void)uv_timer_start(&call->timer, on_time, 0, 0);
    *ret_call = call;
    return 0;
}

void model_pause(struct model_call *call, bool paused)
{
    (void)call;
    stage_model.paused += paused;
}

void model_cancel(struct model_call *call)
{
    uv_close((uv_handle_t *)&call->timer, on_closed);
}

int model_check(uv_loop_t *loop, const struct executor_provider *provider, struct slice key, int64_t timeout_ms,
                model_found_fn found, void *user, struct model_check **ret_look)
{
    (void)loop;
    (void)provider;
    (void)key;
    (void)timeout_ms;
    *ret_look = NULL;
    found(user, MODEL_OK, SLICE("listed"));
    return 0;
}

void model_check_cancel(struct model_check *look)
{
    (void)look;
}

/* --- tools --- */

struct stage_work {
    uv_timer_t timer;
    struct tool_call *call;
    bool beside, late;
};

static struct stage_work *work_of(const struct tool_call *call)
{
    return call->state;
}

static void on_tool_closed(uv_handle_t *handle)
{
    struct stage_work *work = handle->data;
    struct tool_call *call = work->call;
    struct tool_box *box = call->box;
    bool alone = work->beside && work->late;
    free(work);
    call->state = NULL;
    for (const struct tool_call *other = box->calls; other; other = other->next)
        if (other->state && work_of(other)->beside && !uv_is_closing((uv_handle_t *)&work_of(other)->timer))
            uv_close((uv_handle_t *)&work_of(other)->timer, on_tool_closed);
    tool_call_finish(call, &(struct tool_result){.text = slice_of(alone ? "alone" : call->tool->name)});
}

static void on_tool_time(uv_timer_t *timer)
{
    struct stage_work *work = timer->data;
    work->late = true;
    uv_close((uv_handle_t *)timer, on_tool_closed);
}

static int start_tool(struct tool_call *call, yyjson_val *input, char problem[static TOOL_PROBLEM_SIZE])
{
    struct stage_work *work = calloc(1, sizeof *work);
    (void)problem;
    (void)uv_timer_init(call->box->loop, &work->timer);
    work->timer.data = work;
    work->call = call;
    work->beside = yyjson_obj_get(input, "beside");
    call->state = work;
    (void)uv_timer_start(&work->timer, on_tool_time,
                         yyjson_obj_get(input, "long") ? 1000000
                         : work->beside                ? 5000
                                                       : 0,
                         0);
    return 0;
}

static void cancel_tool(struct tool_call *call)
{
    uv_handle_t *timer = (uv_handle_t *)&work_of(call)->timer;
    if (!uv_is_closing(timer))
        uv_close(timer, on_tool_closed);
}

static enum tool_touches touch_nothing(const struct tool_box *box, yyjson_val *input, struct arena *arena,
                                       struct slice *ret_path)
{
    (void)box;
    (void)input;
    (void)arena;
    (void)ret_path;
    return TOOL_TOUCHES_NOTHING;
}

static enum tool_touches touch_path(const struct tool_box *box, yyjson_val *input, struct arena *arena,
                                    struct slice *ret_path)
{
    (void)box;
    (void)input;
    *ret_path = arena_copy(arena, SLICE("/place/file"));
    return TOOL_TOUCHES_PATH;
}

#define SCHEMA                                                                                                         \
    "{\"type\":\"object\",\"properties\":{\"long\":{\"type\":\"boolean\"},\"beside\":{\"type\":\"boolean\"}},"         \
    "\"additionalProperties\":false}"
static const struct tool look_tool = {.name = "Look",
                                      .description = "",
                                      .schema = SCHEMA,
                                      .only_reads = true,
                                      .touches = touch_nothing,
                                      .start = start_tool,
                                      .cancel = cancel_tool};
static const struct tool change_tool = {.name = "Change",
                                        .description = "",
                                        .schema = SCHEMA,
                                        .touches = touch_path,
                                        .start = start_tool,
                                        .cancel = cancel_tool};
static const struct tool *const both_tools[] = {&look_tool, &change_tool, NULL};

/* --- host --- */

static bool note(struct stage *host, const char *what, struct slice data)
{
    size_t at = host->log.size;
    buf_printf(&host->log, "%s %.*s\n", what, SLICE_ARG(data));
    if (!host->stop_at || host->log.size - at < strlen(host->stop_at) ||
        strncmp(host->log.data + at, host->stop_at, strlen(host->stop_at)) != 0)
        return false;
    agent_stop(host->agent);
    return true;
}

static int report(void *user, struct slice type, struct slice data)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%.*s", SLICE_ARG(type));
    (void)note(user, name, data);
    return 0;
}

static int usage(void *user, const struct model_usage *total, int64_t context_tokens, int64_t context_limit)
{
    char text[64];
    (void)context_tokens;
    (void)context_limit;
    (void)snprintf(text, sizeof text, "%lld+%lld", (long long)total->input_tokens, (long long)total->output_tokens);
    (void)note(user, "usage", slice_of(text));
    return 0;
}

static int get_key(void *user, struct slice service, agent_key_fn answered)
{
    struct stage *host = user;
    if (note(host, "key?", service))
        return 0;
    if (host->no_key)
        answered(host->agent, -EREMOTEIO, SLICE(""), SLICE("there is no key: weir key set it"));
    else
        answered(host->agent, 0, SLICE("K"), SLICE(""));
    return 0;
}

static int ask_permission(void *user, struct slice tool, struct slice input, agent_permission_fn answered)
{
    struct stage *host = user;
    (void)input;
    if (note(host, "may?", tool))
        return 0;
    bool denied = host->deny && slice_is(tool, host->deny);
    answered(host->agent, !denied, denied ? SLICE("user_denied") : SLICE("rule"),
             denied ? SLICE("not now") : SLICE(""));
    return 0;
}

static int keep(void *user, struct slice path, agent_kept_fn answered)
{
    struct stage *host = user;
    if (note(host, "keep?", path))
        return 0;
    answered(host->agent, host->no_keep ? -EIO : 0);
    return 0;
}

static void ended(void *user, enum agent_end end, struct slice code, struct slice message, struct slice text)
{
    struct stage *host = user;
    assert_false(host->ended);
    host->ended = true;
    host->end = end;
    (void)snprintf(host->code, sizeof host->code, "%.*s", SLICE_ARG(code));
    (void)snprintf(host->message, sizeof host->message, "%.*s", SLICE_ARG(message));
    (void)snprintf(host->text, sizeof host->text, "%.*s", SLICE_ARG(text));
}

static const struct agent_host host_table = {.report = report,
                                             .usage = usage,
                                             .get_key = get_key,
                                             .ask_permission = ask_permission,
                                             .keep = keep,
                                             .ended = ended};

int stage_setup(void **state)
{
    struct stage *host = calloc(1, sizeof *host);
    (void)uv_loop_init(&host->loop);
    conversation_init(&host->conversation);
    host->log = (struct buf)BUF_LIMITED(16 << 20);
    host->provider = (struct executor_provider){.service = SLICE("svc"),
                                                .url = SLICE("http://x"),
                                                .header = SLICE("x-key"),
                                                .has_key = true,
                                                .model = SLICE("model-1"),
                                                .model_is = FIELD_SET,
                                                .retries = 2,
                                                .context_tokens = 1000000,
                                                .output_tokens = 100};
    memset(&stage_model, 0, sizeof stage_model);
    stage_model.requests = (struct buf)BUF_LIMITED(16 << 20);
    *state = host;
    return 0;
}

int stage_teardown(void **state)
{
    struct stage *host = *state;
    conversation_clear(&host->conversation);
    assert_int_equal(uv_loop_close(&host->loop), 0);
    buf_clear(&host->log);
    buf_clear(&stage_model.requests);
    free(stage_model.last_system);
    free(host);
    return 0;
}

void stage_play(struct stage *host, const char *const *turns)
{
    char problem[256];
    const struct agent_prompt prompt = {.text = SLICE("do it"),
                                        .cwd = SLICE("/tmp"),
                                        .home = SLICE("/"),
                                        .providers = &host->provider,
                                        .provider_count = 1,
                                        .tools = both_tools,
                                        .read_only = true};
    stage_model.turns = turns;
    assert_int_equal(agent_start(&host->loop, &host_table, host, &host->conversation, &prompt, &host->agent, problem),
                     0);
    assert_false(host->ended);
    (void)uv_run(&host->loop, UV_RUN_DEFAULT);
    assert_true(host->ended);
    (void)buf_terminate(&host->log);
    (void)buf_terminate(&stage_model.requests);
}

/* Checks that these lines occur in this order, with any others between them. */
void stage_in_order(const struct stage *host, const char *const *lines)
{
    const char *at = host->log.data;
    for (; *lines; lines++) {
        const char *found = strstr(at, *lines);
        if (!found)
            fail_msg("%s is missing behind the others in\n%s", *lines, host->log.data);
        at = found + strlen(*lines);
    }
}
