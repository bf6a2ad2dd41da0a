/* connector.open, and what the daemon is told of the server's state. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "connector/connector.h"
#include "connector/exchange.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/copy.h"

enum { LOG_BYTES_MIN = 4096 };

struct opener {
    struct list link;
    struct call *call;
};

struct connector *connector_of(const struct call *call)
{
    return list_member((struct helper *)call->peer->user, struct connector, helper);
}

/* --- connector.state --- */

void connector_report(struct connector *connector, const char *problem, bool ended)
{
    int64_t answered_at = server_answered_at(&connector->server);
    if (!connector->helper.daemon || peer_is_over(connector->helper.daemon))
        return;
    (void)peer_notify(connector->helper.daemon, &connector_state_method,
                      &(struct connector_state_params){
                          .answered_at = answered_at,
                          .answered_at_is = answered_at < 0 ? FIELD_ABSENT : FIELD_SET,
                          .problem = slice_of(problem),
                          .problem_is = problem ? FIELD_SET : FIELD_ABSENT,
                          .ended = ended,
                      });
}

static void on_check(struct deadline *deadline)
{
    struct connector *connector = list_member(deadline, struct connector, check);
    connector_report(connector, connector->silence[0] ? connector->silence : NULL, false);
    (void)timers_set(&connector->helper.rpc.timers, &connector->check, (uint64_t)connector->params->check_ms);
}

void connector_silent(struct connector *connector, const char *problem)
{
    (void)snprintf(connector->silence, sizeof connector->silence, "%s", problem);
    log_warn("%s", problem);
    connector_report(connector, connector->silence, false);
}

void connector_answers(struct connector *connector)
{
    connector->silence[0] = '\0';
    connector_report(connector, NULL, false);
}

/* --- callers of connector.open --- */

static void on_abandoned(struct call *call)
{
    struct opener *opener = call->user;
    list_remove(&opener->link);
    free(opener);
}

static struct call *take_opener(struct connector *connector)
{
    struct opener *opener = list_member(connector->openers.next, struct opener, link);
    struct call *call = opener->call;
    list_remove(&opener->link);
    free(opener);
    return call;
}

static int reply(struct call *call)
{
    const struct mcp_session *session = &connector_of(call)->server.session;
    const struct mcp_server *about = &session->server;
    return connector_open_reply(call, &(struct connector_open_result){
                                          .protocol = slice_of(session->version),
                                          .server = {.name = slice_of(about->name),
                                                     .title = slice_of(about->title),
                                                     .title_is = about->title[0] ? FIELD_SET : FIELD_ABSENT,
                                                     .version = slice_of(about->version),
                                                     .version_is = about->version[0] ? FIELD_SET : FIELD_ABSENT},
                                          .instructions = buf_slice(&about->instructions),
                                          .instructions_is = about->instructions.size > 0 ? FIELD_SET : FIELD_ABSENT,
                                          .has_tools = about->can.tools,
                                          .has_prompts = about->can.prompts,
                                          .has_resources = about->can.resources,
                                      });
}

static void fail_openers(struct connector *connector, const char *problem)
{
    while (!list_is_empty(&connector->openers))
        (void)call_fail(take_opener(connector), ERROR_MCP_SERVER_FAILED, "%s", problem);
}

/* --- events of the server --- */

void connector_ready(struct connector *connector)
{
    struct timers *timers = &connector->helper.rpc.timers;
    timers_unset(timers, &connector->start);
    while (!list_is_empty(&connector->openers))
        (void)reply(take_opener(connector));
    if (connector->check.index == 0)
        (void)timers_set(timers, &connector->check, (uint64_t)connector->params->check_ms);
}

void connector_lost(struct connector *connector, const char *problem)
{
    log_error("%s", problem);
    connector->has_failed = true;
    calls_fail(connector, problem);
    lists_fail(connector, problem);
    fail_openers(connector, problem);
    connector_report(connector, problem, true);
    helper_leave(&connector->helper);
}

static void on_start(struct deadline *deadline)
{
    struct connector *connector = list_member(deadline, struct connector, start);
    char problem[MCP_PROBLEM_SIZE];
    const char *words = connector->server.last_words;
    (void)snprintf(problem, sizeof problem, "the server was not ready within %g s%s%s%s",
                   (double)connector->params->start_ms / 1000, mcp_session_hint(&connector->server.session),
                   *words ? "; it wrote to stderr: " : "", words);
    server_lose(&connector->server, problem);
}

bool connector_is_open(struct call *call)
{
    const struct connector *connector = connector_of(call);
    if (!connector->params)
        (void)call_fail(call, ERROR_MCP_SERVER_FAILED, "connector.open was not called");
    else if (connector->helper.leaving)
        (void)call_fail(call, ERROR_MCP_SERVER_FAILED, "the server has ended");
    return connector->params && !connector->helper.leaving;
}

/* --- connector.open --- */

static int copy_params(struct connector *connector, const struct connector_open_params *params)
{
    size_t more = json_copy_size(&connector_open_params_shape, params);
    struct connector_open_params *copy = malloc(sizeof *copy + more);
    if (!copy)
        return -ENOMEM;
    json_copy(&connector_open_params_shape, params, copy, copy + 1);
    connector->params = copy;
    connector->params_bytes = sizeof *copy + more;
    return 0;
}

static int defer(struct connector *connector, struct call *call)
{
    struct opener *opener = calloc(1, sizeof *opener);
    int r = opener ? call_defer(call, on_abandoned, opener, &opener->call) : -ENOMEM;
    if (r < 0)
        free(opener);
    else
        list_append(&connector->openers, &opener->link);
    return r;
}

static bool lacks_target(const struct connector_open_params *params)
{
    return params->transport == CONNECTOR_TRANSPORT_HTTP ? params->url_is != FIELD_SET
                                                         : params->command_is != FIELD_SET;
}

/* A daemon that has been restarted opens again: it gets the same answer. */
int connector_open(struct call *call, const struct connector_open_params *params)
{
    struct connector *connector = connector_of(call);
    char problem[MCP_PROBLEM_SIZE];
    if (lacks_target(params))
        return call_refuse(call, ERROR_INVALID_PARAMS,
                           params->transport == CONNECTOR_TRANSPORT_HTTP ? "params.url" : "params.command",
                           "the transport needs it");
    if (connector->helper.leaving)
        return call_fail(call, ERROR_MCP_SERVER_FAILED, "the server has ended");
    if (connector->params && !slice_equal(connector->params->server_id, params->server_id))
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.server_id", "another server is open");
    if (connector->params && server_is_ready(&connector->server))
        return reply(call);
    bool is_first = !connector->params;
    int r = is_first ? copy_params(connector, params) : 0;
    if (r == 0)
        r = defer(connector, call);
    if (r < 0 || !is_first)
        return r;
    r = log_open_file(connector->params->log.data, connector->params->log_bytes);
    if (r < 0)
        log_warn("cannot write the log %s: %s", connector->params->log.data, strerror(-r));
    else
        log_set_stderr(false);
    if (server_begin(&connector->server, problem) < 0)
        server_lose(&connector->server, problem);
    else if (server_is_ready(&connector->server) || connector->helper.leaving)
        return 0;
    else
        (void)timers_set(&connector->helper.rpc.timers, &connector->start, (uint64_t)connector->params->start_ms);
    return 0;
}

void connector_open_init(struct connector *connector)
{
    list_init(&connector->openers);
    connector->start.expired = on_start;
    connector->check.expired = on_check;
}
