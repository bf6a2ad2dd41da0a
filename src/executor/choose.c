#include "executor/choose.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "executor/survey.h"
#include "executor/task.h"
#include "json/copy.h"
#include "json/write.h"

enum { WHY_MAX = 2048, EVENT_MAX = 16 << 10 };

/* Who stands for the agent until it is started: an adapter too, so that a stop, a time-out and a pause find somebody.
 */
struct choice {
    struct task *task;
    const struct adapter *adapter; /* that was chosen; NULL: none yet */
    struct survey survey;
    struct list_agents_params *wanted; /* a copy in one block; NULL: nothing was asked */
    struct buf others;                 /* why those before it cannot be used */
    bool names_model;                  /* the session does: the model of the choice is not the one that answers */
    bool wants_others;                 /* the launches cannot be used, and others could be offered */
    struct deadline over;              /* it was stopped: its end never comes from inside of that */
};

static void choice_free(struct choice *choice)
{
    survey_cancel(&choice->survey);
    timers_unset(&choice->task->executor->rpc.timers, &choice->over);
    buf_clear(&choice->others);
    free(choice->wanted);
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

bool choose_keeps(const struct execute_prompt_params *params, const struct adapter *adapter)
{
    return adapter->is_program && params->permission_mode != SESSION_PERMISSION_MODE_PLAN;
}

/* --- the agent begins --------------------------------------------------------------------------- */

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

static void on_kept(struct task *task, const struct reply *reply)
{
    const struct keep_files_result *result = reply->result;
    struct choice *choice = task_agent(task);
    if (is_stopped(choice))
        return;
    if (reply->status < 0)
        (void)task_report_error(task, SLICE("FILES_NOT_KEPT"),
                                reply->message.size > 0 ? reply->message
                                                        : SLICE("the files could not be kept: what the task changes "
                                                                "can be neither shown nor put back"));
    else if (!result->complete)
        (void)task_report_error(task, SLICE("FILES_NOT_KEPT"),
                                SLICE("some files are too large or too many to be kept: what the task changes in them "
                                      "can be neither shown nor put back"));
    hand_over(choice);
}

/* What a program will change is not known before, so all of it is kept. */
static int keep(struct choice *choice)
{
    struct task *task = choice->task;
    return task_ask(task, &keep_files_method,
                    &(struct keep_files_params){.task_id = task->params->task_id, .task_id_is = FIELD_SET}, on_kept);
}

/* --- choosing ----------------------------------------------------------------------------------- */

/* In a sentence, for people. */
static void say_why(struct buf *out, const struct choice *choice, const struct look *look)
{
    bool has_key = false;
    for (size_t i = 0; i < look->provider_count && look->found.service_is == FIELD_SET; i++)
        if (slice_equal(look->providers[i].service, look->found.service))
            has_key = look->providers[i].has_key;
    if (has_key)
        buf_printf(out, "there is a key for %.*s", SLICE_ARG(look->found.service));
    else if (look->found.service_is == FIELD_SET)
        buf_printf(out, "%.*s answers", SLICE_ARG(look->found.service));
    else if (look->launch)
        buf_printf(out, "it is installed");
    else
        buf_printf(out, "nothing else can be used");
    if (choice->others.size > 0 && !has_key)
        buf_printf(out, " (%.*s)", SLICE_ARG(buf_slice(&choice->others)));
}

static void write_field(struct buf *out, const char *name, struct slice text)
{
    buf_printf(out, "%s\"%s\":", out->size > 1 ? "," : "", name);
    json_write_string(out, text);
}

static void report_choice(struct choice *choice, const struct look *look)
{
    struct buf data = BUF_LIMITED(EVENT_MAX), why = BUF_LIMITED(EVENT_MAX);
    say_why(&why, choice, look);
    buf_append_char(&data, '{');
    write_field(&data, "agent", look->found.name);
    write_field(&data, "adapter", look->found.adapter);
    if (look->found.service_is == FIELD_SET && !choice->names_model)
        write_field(&data, "service", look->found.service);
    if (look->found.model_is == FIELD_SET && !choice->names_model)
        write_field(&data, "model", look->found.model);
    write_field(&data, "why", buf_slice(&why));
    if (buf_append_char(&data, '}') == 0)
        (void)task_report(choice->task, SLICE("agent_chosen"), buf_slice(&data));
    buf_clear(&why);
    buf_clear(&data);
}

static bool on_found(struct survey *survey, const struct adapter *adapter, const struct look *look)
{
    struct choice *choice = list_member(survey, struct choice, survey);
    if (!look->found.usable) {
        buf_printf(&choice->others, "%s%.*s: %.*s", choice->others.size > 0 ? "; " : "", SLICE_ARG(look->found.name),
                   SLICE_ARG(look->found.reason_is == FIELD_SET ? look->found.reason : SLICE("not usable")));
        const struct execute_prompt_params *params = choice->task->params;
        size_t count = params->launches.count;
        choice->wants_others = params->more_launches && count > 0 && look->launch == &params->launches.items[count - 1];
        return choice->wants_others;
    }
    choice->adapter = adapter;
    choice->task->launch = look->launch;
    report_choice(choice, look);
    return true;
}

static void on_surveyed(struct survey *survey)
{
    struct choice *choice = list_member(survey, struct choice, survey);
    if (choice->adapter && !choose_keeps(choice->task->params, choice->adapter)) {
        hand_over(choice);
        return;
    }
    if (choice->adapter) {
        if (keep(choice) < 0)
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
    (void)snprintf(problem, sizeof problem, "no agent can be used here: %.*s",
                   SLICE_ARG(choice->others.size > 0 ? buf_slice(&choice->others) : SLICE("there is none")));
    fail(choice, problem);
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
    choice->names_model = reply->status == 0 && result->model_config_is == FIELD_SET;
    if (reply->status == 0 && result->providers_is == FIELD_SET)
        wanted.providers = (struct list_agents_params_providers){result->providers.items, result->providers.count};
    choice->wanted = malloc(sizeof *choice->wanted + json_copy_size(&list_agents_params_shape, &wanted));
    if (!choice->wanted) {
        fail(choice, "out of memory");
        return;
    }
    json_copy(&list_agents_params_shape, &wanted, choice->wanted, choice->wanted + 1);
    choice->wanted->launches =
        wanted.launches; /* they live as long as the task does, and task->launch is one of them */
    choice->survey =
        (struct survey){.executor = task->executor, .wanted = choice->wanted, .found = on_found, .done = on_surveyed};
    survey_start(&choice->survey);
}

/* --- as an adapter ------------------------------------------------------------------------------ */

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
    (void)task; /* it says one thing and reads nobody */
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
    int r = adapter ? keep(choice)
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

/* One that is named. */
static int start_program(struct task *task, char problem[static 256])
{
    return begin(task, adapter_find(task->launch->adapter, true), problem);
}

const struct adapter choose_adapter = {
    .name = "(choice)", .hidden = true, .start = start_choosing, .stop = stop, .kill = stop_now, .pause = pause_it};

const struct adapter choose_program_adapter = {
    .name = "(program)", .hidden = true, .start = start_program, .stop = stop, .kill = stop_now, .pause = pause_it};
