/* A user_message at work. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/loop.h"
#include "agent/runtime/runtime.h"

static const struct tool *const no_tools[] = {NULL};

/* --- its end --------------------------------------------------------------------------------------------- */

void runtime_work_finish(struct runtime_work *work, struct slice error)
{
    struct runtime *runtime = work->runtime;
    struct runtime_talk *talk = work->talk;
    struct buf line = BUF_LIMITED(RUNTIME_LINE_MAX);
    if (error.size > 0)
        runtime_write_error(&line, work->request.id, error);
    else
        runtime_write_done(&line, work->request.id);
    runtime_send(runtime, &line);
    runtime_keys_forget(work);
    list_remove(&work->link);
    list_remove(&work->waits);
    runtime->work_count--;
    runtime->at_work -= work->begun;
    runtime_work_forget_tools(work);
    arena_clear(&work->arena);
    free(work);
    if (talk->forgotten && list_is_empty(&talk->work))
        runtime_talk_free(runtime, talk);
    runtime_work_step(runtime);
    runtime_settle(runtime);
}

/* Without a key whoever needs none is asked, a service on this machine mostly, which may not be there. */
static void fail(struct runtime_work *work, struct slice message)
{
    const struct runtime *runtime = work->runtime;
    struct buf text = BUF_LIMITED(RUNTIME_LINE_MAX);
    bool has_choice = !runtime->options.provider && !runtime->options.model;
    for (size_t i = 0; i < runtime->provider_count; i++)
        has_choice = has_choice && !runtime->providers[i].has_key;
    (void)buf_append_slice(&text, message.size > 0 ? message : SLICE("the agent failed"));
    if (has_choice)
        (void)buf_printf(&text, " (and there is no key: 'weir key set anthropic' gives one to the daemon%s%s)",
                         runtime->keys.problem[0] ? ", but " : "", runtime->keys.problem);
    runtime_work_finish(work, buf_slice(&text));
    buf_clear(&text);
}

static void on_ended(void *host, enum agent_end end, struct slice code, struct slice message, struct slice text)
{
    struct runtime_work *work = host;
    (void)code;
    (void)text;
    work->agent = NULL;
    if (end == AGENT_COMPLETED)
        runtime_work_finish(work, SLICE(""));
    else if (end == AGENT_CANCELLED)
        runtime_work_finish(work, SLICE("weir-agent was told to end before this was done"));
    else
        fail(work, message);
}

/* --- what it asks ------------------------------------------------------------------------------------------ */

static int on_usage(void *host, const struct model_usage *total)
{
    (void)host;
    (void)total;
    return 0;
}

/* Files are kept by the daemon for its tasks; whoever hosts this keeps them itself. */
static int keep(void *host, struct slice path, agent_kept_fn answered)
{
    struct runtime_work *work = host;
    (void)path;
    answered(work->agent, 0);
    return 0;
}

static const struct agent_host host_table = {
    .report = runtime_work_report,
    .usage = on_usage,
    .get_key = runtime_work_get_key,
    .ask_permission = runtime_work_ask_permission,
    .keep = keep,
    .ended = on_ended,
};

/* --- its beginning -------------------------------------------------------------------------------------------- */

/* What would make it fail is looked for before: a prompt that could not be begun must not be found by the next one. */
static int check(const struct runtime *runtime, const struct agent_prompt *prompt, char problem[static 256])
{
    const struct executor_provider *provider = NULL;
    struct conversation tried;
    struct slice model;
    int r = agent_choose(prompt->providers, prompt->provider_count, prompt->model, false, &provider, &model, problem);
    if (r < 0 && runtime->keys.problem[0]) {
        size_t size = strlen(problem);
        (void)snprintf(problem + size, 256 - size, " (%.100s)", runtime->keys.problem);
    }
    if (r < 0 || prompt->attachment_count == 0)
        return r;
    conversation_init(&tried);
    r = attachments_add(&tried, prompt, problem);
    conversation_clear(&tried);
    return r;
}

void runtime_work_go_on(struct runtime_work *work)
{
    struct runtime *runtime = work->runtime;
    const char *model = runtime->options.model;
    char problem[256] = "";
    if (work->stopped) {
        runtime_work_finish(work, SLICE("weir-agent was told to end before this was begun"));
        return;
    }
    struct agent_prompt prompt = {
        .text = work->request.message,
        .attachments = work->request.attachments,
        .attachment_count = work->request.attachment_count,
        .cwd = slice_of(runtime->cwd),
        .home = slice_of(runtime->home),
        .providers = runtime->providers,
        .provider_count = runtime->provider_count,
        .model = slice_of(model ? model : ""),
        .thinking_tokens = runtime->thinking_tokens,
        .tools = runtime->options.no_tools ? no_tools : tools_own,
        .read_only = runtime->options.mode == SESSION_PERMISSION_MODE_PLAN,
    };
    int r = check(runtime, &prompt, problem);
    if (r == 0)
        r = agent_start(&runtime->loop, &host_table, work, &work->talk->said, &prompt, &work->agent, problem);
    if (r < 0) {
        runtime_work_finish(work, slice_of(problem));
    } else if (runtime->output.full) {
        agent_pause(work->agent, true);
    }
}

void runtime_work_step(struct runtime *runtime)
{
    for (struct list *link = runtime->talks.next, *next; link != &runtime->talks; link = next) {
        struct runtime_talk *talk = list_member(link, struct runtime_talk, link);
        next = link->next;
        if (runtime->at_work >= RUNTIME_AT_WORK_MAX || list_is_empty(&talk->work))
            continue;
        struct runtime_work *work = list_member(talk->work.next, struct runtime_work, link);
        if (work->begun)
            continue;
        if (runtime->ending) {
            runtime_work_finish(work, SLICE("weir-agent was told to end before this was begun"));
            return; /* that was a step of its own */
        }
        work->begun = true;
        runtime->at_work++;
        runtime_keys_await(runtime, work);
        next = runtime->talks.next; /* whatever was there may be gone */
    }
}

void runtime_work_pause(struct runtime *runtime, bool paused)
{
    for (struct list *link = runtime->talks.next; link != &runtime->talks; link = link->next) {
        struct runtime_talk *talk = list_member(link, struct runtime_talk, link);
        for (struct list *at = talk->work.next; at != &talk->work; at = at->next) {
            struct runtime_work *work = list_member(at, struct runtime_work, link);
            if (work->agent)
                agent_pause(work->agent, paused);
        }
    }
}
