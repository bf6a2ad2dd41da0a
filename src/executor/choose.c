#include "executor/choose.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "executor/adapters/builtin.h"
#include "executor/relay.h"
#include "executor/survey.h"
#include "executor/task.h"
#include "json/copy.h"
#include "json/write.h"

enum { WHY_MAX = 2048, EVENT_MAX = 16 << 10 };

/* A placeholder adapter while the agent is chosen, so that stop, time-out and pause work as usual. */
struct choice {
    struct task *task;
    const struct adapter *adapter; /* the chosen one; NULL: none yet */
    struct survey survey;
    struct list_agents_params *wanted; /* a copy in one block; NULL: no survey was started */
    struct buf others;                 /* why the agents before it are not usable */
    char *model;                       /* the model that the session names; NULL: none */
    bool has_socket;                   /* the broker's */
    bool wants_others;                 /* no launch is usable, but the daemon could offer others */
    /* ends a stopped task on the next turn of the loop, because stop() must not call task_ended() */
    struct deadline over;
    struct deadline go_on; /* starts the program on the next turn of the loop, because start() must not fail inside */
};

static void choice_free(struct choice *choice)
{
    survey_cancel(&choice->survey);
    timers_unset(&choice->task->executor->rpc.timers, &choice->over);
    timers_unset(&choice->task->executor->rpc.timers, &choice->go_on);
    buf_clear(&choice->others);
    free(choice->wanted);
    free(choice->model);
    free(choice);
}

static void end(struct choice *choice, enum task_status status, struct slice code, struct slice message)
{
    struct task *task = choice->task;
    choice_free(choice);
    task_ended(task, status, code, message, (struct slice){0});
}

static void fail(struct choice *choice, const char *message)
{
    end(choice, TASK_FAILED, SLICE("agent_failed"), slice_of(message));
}

static bool is_stopped(const struct choice *choice)
{
    return choice->over.index > 0;
}

/* --- starting the agent --- */

static void hand_over(struct choice *choice)
{
    struct task *task = choice->task;
    const struct adapter *adapter = choice->adapter;
    char problem[256] = "";
    choice_free(choice);
    task->adapter = adapter;
    task_set_agent(task, NULL);
    if (adapter->start(task, problem) < 0)
        task_ended(task, TASK_FAILED, SLICE("agent_failed"), slice_of(problem), (struct slice){0});
    else if (task->agent_paused)
        adapter->pause(task, true);
}

static void on_servers(struct task *task)
{
    struct choice *choice = task_agent(task);
    if (!is_stopped(choice))
        hand_over(choice);
}

/* Without the call, the agent's first prompt would have to wait for it. */
static void find_servers(struct choice *choice)
{
    if (choice->adapter->takes_servers)
        relay_begin(choice->task, on_servers);
    else
        hand_over(choice);
}

static void on_kept(struct task *task, const struct reply *reply)
{
    const struct keep_files_result *result = reply->result;
    struct choice *choice = task_agent(task);
    if (is_stopped(choice))
        return;
    if (reply->status < 0)
        (void)task_report_error(
            task, SLICE("FILES_NOT_KEPT"),
            reply->message.size > 0
                ? reply->message
                : SLICE("cannot save the files before the task; weir task diff and undo will miss its changes"));
    else if (!result->complete)
        (void)task_report_error(
            task, SLICE("FILES_NOT_KEPT"),
            SLICE("some files are too large or too many to save; weir task diff and undo will miss changes to them"));
    find_servers(choice);
}

static void on_go_on(struct deadline *deadline)
{
    struct choice *choice = list_member(deadline, struct choice, go_on);
    if (!is_stopped(choice))
        find_servers(choice);
}

/* The daemon cannot know which files a program will change, so it keeps all of them. In plan mode it changes none. */
static int prepare(struct choice *choice)
{
    struct task *task = choice->task;
    if (task->params->permission_mode == SESSION_PERMISSION_MODE_PLAN) {
        choice->go_on.expired = on_go_on;
        return timers_set(&task->executor->rpc.timers, &choice->go_on, 0);
    }
    return task_ask(task, &keep_files_method,
                    &(struct keep_files_params){.task_id = task->params->task_id, .task_id_is = FIELD_SET}, on_kept);
}

/* --- reporting the choice --- */

static void write_field(struct buf *out, const char *name, struct slice text)
{
    buf_printf(out, "%s\"%s\":", out->size > 1 ? "," : "", name);
    json_write_string(out, text);
}

void choose_report(struct task *task, const struct executor_agent *found, struct slice why)
{
    struct buf data = BUF_LIMITED(EVENT_MAX);
    buf_append_char(&data, '{');
    write_field(&data, "agent", found->name);
    write_field(&data, "adapter", found->adapter);
    if (found->service_is == FIELD_SET)
        write_field(&data, "service", found->service);
    if (found->model_is == FIELD_SET && found->model.size > 0)
        write_field(&data, "model", found->model);
    write_field(&data, "why", why);
    if (buf_append_char(&data, '}') == 0)
        (void)task_report(task, SLICE("agent_chosen"), buf_slice(&data));
    buf_clear(&data);
}

/* --- choosing --- */

static bool has_key_for(const struct agent_check *check, struct slice service)
{
    for (size_t i = 0; i < check->provider_count; i++)
        if (slice_equal(check->providers[i].service, service))
            return check->providers[i].has_key;
    return false;
}

/* Writes a sentence for people. */
static void say_why(struct buf *out, const struct choice *choice, const struct agent_check *check,
                    const struct executor_agent *found)
{
    bool has_service = found->service_is == FIELD_SET;
    bool has_key = has_service && has_key_for(check, found->service);
    if (has_key)
        buf_printf(out, "a key for %.*s is available", SLICE_ARG(found->service));
    else if (has_service)
        buf_printf(out, "%.*s responds", SLICE_ARG(found->service));
    else if (check->launch)
        buf_printf(out, "the program is installed");
    else
        buf_printf(out, "no other agent is usable");
    if (choice->others.size > 0 && !has_key)
        buf_printf(out, " (%.*s)", SLICE_ARG(buf_slice(&choice->others)));
}

static void report_choice(struct choice *choice, const struct agent_check *check)
{
    struct executor_agent found = check->found;
    struct buf why = BUF_LIMITED(EVENT_MAX);
    const struct executor_provider *provider = NULL;
    struct slice model = {0};
    char problem[256];
    /* The check has found the agent's own choice, not the session's model. */
    if (choice->model)
        found.service_is = found.model_is = FIELD_ABSENT;
    if (choice->model && choice->adapter == &builtin_adapter &&
        agent_choose(check->providers, check->provider_count, slice_of(choice->model), choice->has_socket, &provider,
                     &model, problem) == 0) {
        found.service = provider->service;
        found.model = model;
        found.service_is = found.model_is = FIELD_SET;
    }
    say_why(&why, choice, check, found.service_is == FIELD_SET ? &found : &check->found);
    choose_report(choice->task, &found, buf_slice(&why));
    buf_clear(&why);
}

static bool on_found(struct survey *survey, const struct adapter *adapter, const struct agent_check *check)
{
    struct choice *choice = list_member(survey, struct choice, survey);
    bool lacks_model = adapter && adapter->has_no_model && choice->model;
    if (!check->found.usable || lacks_model) {
        struct slice reason = lacks_model ? SLICE("it uses no model, but the session names one")
                              : check->found.reason_is == FIELD_SET ? check->found.reason
                                                                    : SLICE("not usable");
        buf_printf(&choice->others, "%s%.*s: %.*s", choice->others.size > 0 ? "; " : "", SLICE_ARG(check->found.name),
                   SLICE_ARG(reason));
        const struct execute_prompt_params *params = choice->task->params;
        size_t count = params->launches.count;
        choice->wants_others =
            params->more_launches && count > 0 && check->launch == &params->launches.items[count - 1];
        return choice->wants_others;
    }
    choice->adapter = adapter;
    choice->task->launch = check->launch;
    report_choice(choice, check);
    return true;
}

static void on_surveyed(struct survey *survey)
{
    struct choice *choice = list_member(survey, struct choice, survey);
    if (choice->adapter && !choice->adapter->is_program) {
        hand_over(choice);
        return;
    }
    if (choice->adapter) {
        if (prepare(choice) < 0)
            fail(choice, "out of memory");
        return;
    }
    if (choice->wants_others) {
        char others[WHY_MAX + 1];
        (void)snprintf(others, sizeof others, "%.*s", SLICE_ARG(buf_slice(&choice->others)));
        end(choice, TASK_FAILED, SLICE("agent_not_usable"), slice_of(others));
        return;
    }
    char problem[WHY_MAX + 64];
    (void)snprintf(problem, sizeof problem, "no agent is usable: %.*s",
                   SLICE_ARG(choice->others.size > 0 ? buf_slice(&choice->others) : SLICE("none is configured")));
    fail(choice, problem);
}

/* The session's model names a provider. Only the built-in agent uses providers, so no other agent may get the prompt.
 */
static void take_service(struct choice *choice, const struct get_execution_context_result *context)
{
    const struct executor_provider *provider = NULL;
    struct executor_agent found = {.name = slice_of(builtin_adapter.name), .adapter = slice_of(builtin_adapter.name)};
    char problem[256];
    int r = agent_choose(context->providers.items, context->providers_is == FIELD_SET ? context->providers.count : 0,
                         context->model_config.model, context->model_socket_is == FIELD_SET, &provider, &found.model,
                         problem);
    if (r < 0) {
        end(choice, TASK_FAILED, builtin_why(r), slice_of(problem));
        return;
    }
    found.service = provider->service;
    found.service_is = found.model_is = FIELD_SET;
    choose_report(choice->task, &found, SLICE("the session's model names this provider"));
    choice->adapter = &builtin_adapter;
    hand_over(choice);
}

static void on_context(struct task *task, const struct reply *reply)
{
    struct choice *choice = task_agent(task);
    const struct get_execution_context_result *result = reply->result;
    struct list_agents_params wanted = {
        .launches = {task->params->launches.items, task->params->launches.count},
        .launches_is = FIELD_SET,
        .providers_is = FIELD_SET,
    };
    if (is_stopped(choice))
        return;
    bool names_model = reply->status == 0 && result->model_config_is == FIELD_SET;
    if (names_model && memchr(result->model_config.model.data, '/', result->model_config.model.size)) {
        take_service(choice, result);
        return;
    }
    choice->has_socket = reply->status == 0 && result->model_socket_is == FIELD_SET;
    choice->model = names_model ? strndup(result->model_config.model.data, result->model_config.model.size) : NULL;
    if (names_model && !choice->model) {
        fail(choice, "out of memory");
        return;
    }
    if (reply->status == 0 && result->providers_is == FIELD_SET)
        wanted.providers = (struct list_agents_params_providers){result->providers.items, result->providers.count};
    choice->wanted = malloc(sizeof *choice->wanted + json_copy_size(&list_agents_params_shape, &wanted));
    if (!choice->wanted) {
        fail(choice, "out of memory");
        return;
    }
    json_copy(&list_agents_params_shape, &wanted, choice->wanted, choice->wanted + 1);
    choice->wanted->launches =
        wanted.launches; /* they live as long as the task, and task->launch points to one of them */
    choice->survey =
        (struct survey){.executor = task->executor, .wanted = choice->wanted, .found = on_found, .done = on_surveyed};
    survey_start(&choice->survey);
}

/* --- placeholder adapters --- */

static void on_over(struct deadline *deadline)
{
    end(list_member(deadline, struct choice, over), TASK_CANCELLED, SLICE(""), SLICE(""));
}

static void stop(struct task *task, struct slice reason)
{
    struct choice *choice = task_agent(task);
    (void)reason;
    survey_cancel(&choice->survey);
    choice->over.expired = on_over;
    if (!is_stopped(choice))
        (void)timers_set(&task->executor->rpc.timers, &choice->over, 0);
}

static void stop_now(struct task *task)
{
    stop(task, SLICE(""));
}

static void pause_it(struct task *task, bool paused)
{
    (void)task; /* it sends one report and reads nothing */
    (void)paused;
}

static int begin(struct task *task, const struct adapter *adapter, char problem[static 256])
{
    struct choice *choice = calloc(1, sizeof *choice);
    if (!choice) {
        (void)snprintf(problem, 256, "out of memory");
        return -ENOMEM;
    }
    choice->task = task;
    choice->adapter = adapter;
    choice->others = (struct buf)BUF_LIMITED(WHY_MAX);
    task_set_agent(task, choice);
    int r = adapter ? prepare(choice)
                    : task_ask(task, &get_execution_context_method,
                               &(struct get_execution_context_params){.history = false}, on_context);
    if (r < 0) {
        (void)snprintf(problem, 256, "out of memory");
        choice_free(choice);
    }
    return r;
}

static int start_choosing(struct task *task, char problem[static 256])
{
    return begin(task, NULL, problem);
}

/* For an agent that the prompt names. */
static int start_program(struct task *task, char problem[static 256])
{
    return begin(task, adapter_find(task->launch->adapter, true), problem);
}

const struct adapter choose_adapter = {
    .name = "(choice)", .hidden = true, .start = start_choosing, .stop = stop, .kill = stop_now, .pause = pause_it};

const struct adapter choose_program_adapter = {
    .name = "(program)", .hidden = true, .start = start_program, .stop = stop, .kill = stop_now, .pause = pause_it};
