/* Key requests of the built-in agent. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/secret.h"
#include "executor/adapters/builtin.h"
#include "json/read.h"
#include "json/write.h"

static int ask_key(struct builtin *builtin);

static void on_time(uv_timer_t *timer)
{
    struct builtin *builtin = timer->data;
    if (ask_key(builtin) < 0)
        builtin->key_answered(builtin->own.agent, -ENOMEM, SLICE(""), SLICE("out of memory"));
}

/* Writes the daemon's reason, and what helps. */
static void explain(const struct builtin *builtin, const struct reply *reply, char text[static 512])
{
    const char *service = builtin->service;
    if (slice_is(reply->word, "key_not_found"))
        (void)snprintf(text, 512, "no API key configured for %s; add one: weir key set %s", service, service);
    else if (slice_is(reply->word, "key_refused"))
        (void)snprintf(
            text, 512,
            "the daemon refused the key for %s: %.*s; weir session update can change the session's providers", service,
            SLICE_ARG(reply->message));
    else if (slice_is(reply->word, "too_many_key_requests"))
        (void)snprintf(text, 512,
                       "too many key requests in this session (limit: keys.perMinute); raise keys.perMinute in the "
                       "configuration, or try again in a minute");
    else
        (void)snprintf(text, 512, "cannot get the key for %s: %.*s", service, SLICE_ARG(reply->message));
}

/* Returns the wait that the daemon demands. */
static int64_t wait_of(const struct reply *reply)
{
    yyjson_val *data = reply->value ? yyjson_obj_get((yyjson_val *)reply->value, "data") : NULL;
    const yyjson_val *wait = yyjson_obj_get(data, "retry_in_ms");
    int64_t ms = 0;
    if (!wait || json_integer(wait, &ms) < 0)
        return BUILTIN_KEY_AGAIN_MS;
    return ms < BUILTIN_KEY_AGAIN_LEAST_MS ? BUILTIN_KEY_AGAIN_LEAST_MS
           : ms < BUILTIN_KEY_MINUTE_MS    ? ms
                                           : BUILTIN_KEY_MINUTE_MS;
}

/* Reports the wait, so that the user knows why nothing happens. */
static void ask_again_later(struct builtin *builtin, const struct reply *reply)
{
    struct buf data = BUF_LIMITED(8 << 10);
    int64_t wait = wait_of(reply);
    buf_append_text(&data, "{\"code\":\"too_many_key_requests\",\"message\":");
    json_write_string(&data, reply->message);
    buf_append_text(&data, ",\"retry_in_ms\":");
    buf_append_signed(&data, wait);
    if (buf_append_char(&data, '}') == 0)
        (void)task_report(builtin->own.task, SLICE("error"), buf_slice(&data));
    buf_clear(&data);
    builtin->waited_ms += wait;
    (void)uv_timer_start(&builtin->timer, on_time, (uint64_t)wait, 0);
}

static void on_key(struct task *task, const struct reply *reply)
{
    struct builtin *builtin = task_agent(task);
    const struct get_api_key_result *result = reply->result;
    char text[512];
    if (reply->status == 0) {
        builtin->key_answered(builtin->own.agent, 0, result->api_key, SLICE(""));
        secret_clear_registers(); /* the agent has copied the key */
        return;
    }
    if (slice_is(reply->word, "too_many_key_requests") && builtin->waited_ms < BUILTIN_KEY_WAIT_MAX_MS) {
        ask_again_later(builtin, reply);
        return;
    }
    explain(builtin, reply, text);
    builtin->key_answered(builtin->own.agent, reply->status, SLICE(""), slice_of(text));
}

static int ask_key(struct builtin *builtin)
{
    return task_ask(builtin->own.task, &get_api_key_method,
                    &(struct get_api_key_params){.service = slice_of(builtin->service)}, on_key);
}

int builtin_get_key(void *host, struct slice service, agent_key_fn answered)
{
    struct builtin *builtin = host;
    free(builtin->service);
    builtin->service = strndup(service.data, service.size);
    builtin->key_answered = answered;
    builtin->waited_ms = 0;
    return builtin->service ? ask_key(builtin) : -ENOMEM;
}
