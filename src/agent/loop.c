/* The lifetime of an agent: start, steps on the loop, end. */
#include "agent/loop.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "json/copy.h"

/* --- end --- */

static void agent_free(struct agent *agent)
{
    calls_clear(agent);
    answer_clear(&agent->answer);
    buf_clear(&agent->line);
    buf_clear(&agent->summary);
    buf_clear(&agent->final);
    free(agent->provider_block);
    free(agent->model);
    free(agent->socket);
    free(agent->cwd);
    free(agent->home);
    free(agent->text);
    free(agent->system);
    free(agent->tools);
    free(agent->end_code);
    free(agent->end_message);
    free(agent);
}

static void on_closed(uv_handle_t *handle)
{
    struct agent *agent = handle->data;
    if (--agent->open_handles > 0)
        return;
    struct slice text = agent->final.error ? SLICE("") : buf_slice(&agent->final);
    agent->host.ended(agent->host_data, agent->end, slice_of(agent->end_code ? agent->end_code : ""),
                      slice_of(agent->end_message ? agent->end_message : ""), text);
    agent_free(agent);
}

static void on_box_closed(void *user)
{
    struct agent *agent = user;
    uv_close((uv_handle_t *)&agent->idle, on_closed);
    uv_close((uv_handle_t *)&agent->timer, on_closed);
}

static void tear_down(struct agent *agent)
{
    if (agent->call)
        model_cancel(take_pointer(agent->call));
    if (agent->check)
        model_check_cancel(take_pointer(agent->check));
    (void)uv_timer_stop(&agent->timer);
    tool_box_close(&agent->box, on_box_closed, agent);
}

void agent_finish(struct agent *agent, enum agent_end end, const char *code, const char *format, ...)
{
    struct buf message = BUF_LIMITED(8 << 10);
    va_list arguments;
    if (agent->phase == PHASE_ENDING)
        return;
    va_start(arguments, format);
    (void)buf_vprintf(&message, format, arguments);
    va_end(arguments);
    if (buf_terminate(&message) == 0)
        agent->end_message = take_pointer(message.data);
    buf_clear(&message);
    agent->end_code = strdup(code);
    agent->end = end;
    /* A callback of a model call or a tool may be running: ends them in the next turn of the loop. */
    agent_next(agent, tear_down);
    agent->phase = PHASE_ENDING;
}

void agent_break(struct agent *agent, int error)
{
    if (error == -EMSGSIZE || error == -ENOBUFS || error == -E2BIG)
        agent_finish(agent, AGENT_FAILED, "answer_too_large", "the model's response is too long to report");
    else
        agent_finish(agent, AGENT_FAILED, "agent_failed", "the agent cannot continue: %s", strerror(-error));
}

/* --- steps --- */

static void on_idle(uv_idle_t *idle)
{
    struct agent *agent = idle->data;
    (void)uv_idle_stop(idle);
    agent->next(agent);
}

void agent_next(struct agent *agent, void (*next)(struct agent *agent))
{
    if (agent->phase == PHASE_ENDING)
        return;
    agent->phase = PHASE_NEXT;
    agent->next = next;
    (void)uv_idle_start(&agent->idle, on_idle);
}

void agent_stop(struct agent *agent)
{
    agent_finish(agent, AGENT_CANCELLED, "", "%s", "");
}

void agent_pause(struct agent *agent, bool paused)
{
    agent->paused = paused;
    if (agent->call)
        model_pause(agent->call, paused);
}

void *agent_host_data(const struct agent *agent)
{
    return agent->host_data;
}

/* --- start --- */

static char *copy_of(struct slice text)
{
    return strndup(text.data ? text.data : "", text.size);
}

static int copy_provider(struct agent *agent, const struct executor_provider *provider)
{
    agent->provider_block = malloc(json_copy_size(&executor_provider_shape, provider) + 1);
    if (!agent->provider_block)
        return -ENOMEM;
    json_copy(&executor_provider_shape, provider, &agent->provider, agent->provider_block);
    return 0;
}

static int copy_tools(struct agent *agent, const struct tool *const *tools)
{
    size_t count = 0;
    while (tools && tools[count])
        count++;
    agent->tools = calloc(count + 1, sizeof *agent->tools);
    for (size_t i = 0; agent->tools && i < count; i++)
        agent->tools[i] = tools[i];
    return agent->tools ? 0 : -ENOMEM;
}

int agent_set_tools(struct agent *agent, const struct tool *const *tools)
{
    const struct tool **before = agent->tools;
    int r = copy_tools(agent, tools);
    if (r < 0)
        agent->tools = before;
    else
        free(before);
    return r;
}

static int copy_prompt(struct agent *agent, const struct agent_prompt *prompt, struct slice model)
{
    struct buf system = BUF_LIMITED(AGENT_SYSTEM_BYTES_MAX);
    agent->socket = copy_of(prompt->model_socket);
    agent->cwd = copy_of(prompt->cwd);
    agent->home = copy_of(prompt->home);
    struct slice text = prompt->text;
    agent->compacts = compact_is_wanted(prompt->text, &text);
    agent->text = copy_of(text);
    agent->model = model.size > 0 ? copy_of(model) : NULL;
    agent->thinking_tokens = prompt->thinking_tokens;
    if (!agent->socket || !agent->cwd || !agent->home || !agent->text || (model.size > 0 && !agent->model) ||
        copy_tools(agent, prompt->tools) < 0)
        return -ENOMEM;
    int r = system_write(&system, agent, prompt);
    agent->system_size = system.size;
    agent->system = take_pointer(system.data);
    return r;
}

/* Repairs the earlier conversation, then adds the prompt. */
static int say_prompt(struct agent *agent, const struct agent_prompt *prompt, char problem[static 256])
{
    int r = conversation_mend(agent->conversation);
    if (r < 0 || agent->compacts)
        return r;
    if (r == 0 && prompt->attachment_count > 0 && attachments_add(agent->conversation, prompt, problem) < 0)
        r = -EBADF;
    if (r == 0)
        r = conversation_add_text(agent->conversation, SAID_BY_USER, prompt->text);
    return r;
}

static int prepare(struct agent *agent, const struct agent_prompt *prompt, char problem[static 256])
{
    const struct executor_provider *provider = NULL;
    struct slice model = {0};
    int r = agent_choose(prompt->providers, prompt->provider_count, prompt->model, prompt->model_socket.size > 0,
                         &provider, &model, problem);
    if (r == 0)
        r = copy_provider(agent, provider);
    if (r == 0)
        r = copy_prompt(agent, prompt, model);
    if (r == 0)
        r = say_prompt(agent, prompt, problem);
    if (r == 0)
        r = tool_box_init(&agent->box, agent->loop, prompt->cwd, prompt->home);
    return r;
}

int agent_start(uv_loop_t *loop, const struct agent_host *host, void *host_data, struct conversation *conversation,
                const struct agent_prompt *prompt, struct agent **ret_agent, char problem[static 256])
{
    struct agent *agent = calloc(1, sizeof *agent);
    problem[0] = '\0';
    int r = agent ? 0 : -ENOMEM;
    if (r == 0) {
        *agent = (struct agent){.loop = loop,
                                .host = *host,
                                .host_data = host_data,
                                .conversation = conversation,
                                .line = BUF_LIMITED(AGENT_EVENT_BYTES_MAX),
                                .summary = BUF_LIMITED(1 << 20),
                                .final = BUF_LIMITED(AGENT_EVENT_BYTES_MAX)};
        r = prepare(agent, prompt, problem);
    }
    if (r < 0) {
        if (!problem[0])
            (void)snprintf(problem, 256, "cannot start the agent: %s", strerror(-r));
        if (agent)
            agent_free(agent);
        return r;
    }
    (void)uv_idle_init(loop, &agent->idle);
    (void)uv_timer_init(loop, &agent->timer);
    agent->idle.data = agent->timer.data = agent;
    agent->open_handles = 2;
    agent_next(agent, agent->compacts ? compact_begin : turn_begin);
    *ret_agent = agent;
    return 0;
}
