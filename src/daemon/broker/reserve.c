/* Handles broker.reserve and broker.settle. The writer thread checks the budgets in the change that stores the
 * reservation. Changes run one at a time, so two calls cannot reserve the same rest. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/saturate.h"
#include "contract/broker.h"
#include "daemon/agent/agent.h"
#include "daemon/audit/audit.h"
#include "daemon/broker/budget.h"
#include "daemon/broker/internal.h"
#include "daemon/key/key.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "rpc/peer.h"

enum { ARENA_BYTES = 1 << 20, ID_MAX = 128 };

static void day_of(int64_t epoch_ms, char day[static STORE_DAY_SIZE])
{
    char text[CLOCK_ISO_SIZE];
    clock_format_iso(epoch_ms, text);
    memcpy(day, text, STORE_DAY_SIZE - 1);
    day[STORE_DAY_SIZE - 1] = '\0';
}

/* For a call that sets no limit on the tokens of each of its answers. */
static int64_t multiply(int64_t tokens, int64_t answers)
{
    int64_t product;
    return __builtin_mul_overflow(tokens, answers, &product) ? BUDGET_TOKENS_MAX : product;
}

static int64_t at_most(int64_t tokens)
{
    return tokens < BUDGET_TOKENS_MAX ? tokens : BUDGET_TOKENS_MAX;
}

/* --- changes without a caller --- */

struct chore {
    struct store_change change;
    char id[ID_SIZE]; /* the reservation to drop; empty: count all as used */
    char day[STORE_DAY_SIZE];
    bool forgets;
};

static int apply_chore(struct store_change *change, struct store_tx *tx)
{
    const struct chore *chore = list_member(change, struct chore, change);
    if (chore->id[0])
        return store_reservation_drop(tx, slice_of(chore->id));
    int r = store_reservations_use(tx);
    return r == 0 && chore->forgets ? store_usage_forget(tx, chore->day) : r;
}

static void on_chore_done(struct store_change *change)
{
    if (change->status < 0 && change->status != -ENOENT)
        log_error("broker: cannot store the usage of model calls: %s", strerror(-change->status));
    free(list_member(change, struct chore, change));
}

static void do_chore(struct broker *broker, const struct chore *what)
{
    struct chore *chore = store_is_open(broker->store) ? malloc(sizeof *chore) : NULL;
    if (!chore)
        return; /* the next daemon does it */
    *chore = *what;
    chore->change = (struct store_change){.apply = apply_chore, .done = on_chore_done};
    (void)store_write(broker->store, &chore->change);
}

void broker_use_reserved(struct broker *broker)
{
    do_chore(broker, &(struct chore){0});
}

void broker_recover(struct broker *broker)
{
    struct chore chore = {.forgets = true};
    day_of(clock_epoch_ms(), chore.day);
    do_chore(broker, &chore);
}

/* --- reserving --- */

struct reserve {
    struct store_change change;
    struct broker *broker;
    struct call *call; /* deferred and held */
    struct arena arena;
    char session_id[ID_MAX + 1], task_id[ID_MAX + 1], client_name[32];
    struct config_settings_budget settings;
    struct budget_price price;
    struct store_reservation reservation;
    /* Results of the change: whether the session may use the provider, and whether the call uses nothing at all. */
    bool may, free;
    bool refused;
    struct budget_refusal refusal;
};

static bool check_account(struct reserve *reserve, const struct budget_limit *limit,
                          const struct store_account *account, const char *name)
{
    const struct store_reservation *wanted = &reserve->reservation;
    if (budget_admits(limit, account, saturate_add(wanted->input_tokens, wanted->output_tokens), wanted->cost_micros,
                      reserve->price.is_known, &reserve->refusal))
        return true;
    reserve->refusal.account = name;
    reserve->refused = true;
    return false;
}

static int check_budgets(struct reserve *reserve, struct store_tx *tx, const struct session_record *session)
{
    struct budget_limit limit =
        budget_session_limit(&reserve->settings, session->budget_is == FIELD_SET ? &session->budget : NULL);
    struct store_account account;
    int r = store_usage_account(tx, reserve->reservation.session, NULL, &account);
    if (r < 0 || !check_account(reserve, &limit, &account, "session"))
        return r;
    limit = budget_day_limit(&reserve->settings);
    r = store_usage_account(tx, 0, reserve->reservation.day, &account);
    if (r == 0)
        (void)check_account(reserve, &limit, &account, "day");
    return r;
}

static int apply_reserve(struct store_change *change, struct store_tx *tx)
{
    struct reserve *reserve = list_member(change, struct reserve, change);
    const struct broker_reserve_params *params = reserve->call->params;
    struct store_session session;
    reserve->refused = false;
    int r = store_session_find(tx, slice_of(reserve->session_id), &reserve->arena, &session);
    if (r < 0)
        return r;
    reserve->may = session.record.state == SESSION_STATE_OPEN && session.record.keys == SESSION_KEYS_BROKER &&
                   agent_session_may(&session.record, params->service);
    if (!reserve->may)
        return 0;
    reserve->reservation.session = session.no;
    if (!reserve->free)
        r = check_budgets(reserve, tx, &session.record);
    if (r < 0 || reserve->refused)
        return r;
    r = store_reservation_add(tx, &reserve->reservation);
    return r < 0 ? r : fault_point("broker.before_reserved");
}

/* --- response --- */

static void note_refusal(const struct reserve *reserve, struct slice data)
{
    struct audit_note note = {
        .what = SLICE("broker.refused"),
        .session_id = slice_of(reserve->session_id),
        .task_id = slice_of(reserve->task_id),
    };
    audit_self(&note);
    note.client = slice_of(reserve->client_name);
    note.data = data;
    audit_write(reserve->broker->audit, &note);
}

static void refuse(const struct reserve *reserve)
{
    const struct budget_refusal *refusal = &reserve->refusal;
    const struct broker_reserve_params *params = reserve->call->params;
    bool money = strcmp(refusal->unit, "money") == 0;
    char message[512], data[256];
    int size = snprintf(data, sizeof data,
                        "{\"code\":\"budget_exceeded\",\"account\":\"%s\",\"unit\":\"%s\",\"left\":%" PRId64
                        ",\"could\":%" PRId64 "}",
                        refusal->account, refusal->unit, refusal->left, refusal->could);
    if (refusal->no_price)
        (void)snprintf(message, sizeof message,
                       "the budget of the %s needs a price for the model '%.*s'; add it to prices in the configuration",
                       refusal->account, SLICE_ARG(params->model));
    else
        (void)snprintf(message, sizeof message,
                       "the budget of the %s is too low: %" PRId64 " %s left, this call could use %" PRId64,
                       refusal->account, refusal->left, money ? "millionths" : "tokens", refusal->could);
    struct slice text = {data, (size_t)size};
    note_refusal(reserve, text);
    (void)call_fail_text(reserve->call, contract_errors[ERROR_BUDGET_EXCEEDED].code, slice_of(message), text);
}

static void drop(const struct reserve *reserve)
{
    struct chore chore = {0};
    memcpy(chore.id, reserve->reservation.id, sizeof chore.id);
    do_chore(reserve->broker, &chore);
}

static void give_key(struct reserve *reserve)
{
    const struct broker_reserve_params *params = reserve->call->params;
    struct key_value key = {0};
    enum error_id error = ERROR_INTERNAL_ERROR;
    char problem[256] = "";
    int r = key_use(reserve->broker->keys, params->service, slice_of(reserve->session_id), slice_of(reserve->task_id),
                    slice_of(reserve->client_name), &key, &error, problem);
    if (r < 0) {
        drop(reserve);
        (void)call_fail(reserve->call, error, "%s", problem);
        return;
    }
    (void)broker_reserve_reply(reserve->call, &(struct broker_reserve_result){
                                                  .reservation_id = slice_of(reserve->reservation.id),
                                                  .api_key = {key.data, key.size},
                                              });
    key_clear(&key);
}

static void on_reserved(struct store_change *change)
{
    struct reserve *reserve = list_member(change, struct reserve, change);
    if (change->status == -ENOENT && !change->failed)
        (void)call_fail(reserve->call, ERROR_KEY_REFUSED, "the session no longer exists");
    else if (change->failed || change->status < 0)
        (void)store_fail_call(reserve->broker->store, reserve->call, change->status);
    else if (!reserve->may)
        (void)call_fail(reserve->call, ERROR_KEY_REFUSED, "the session may not use this provider through the broker");
    else if (reserve->refused)
        refuse(reserve);
    else if (reserve->call->answered) /* the broker has given up and would never settle the reservation */
        drop(reserve);
    else
        give_key(reserve);
    (void)call_drop(reserve->call);
    arena_clear(&reserve->arena);
    free(reserve);
}

/* --- request --- */

static void fill(struct reserve *reserve, const struct broker_socket *socket,
                 const struct broker_reserve_params *params)
{
    const struct config_settings *settings = reserve->broker->settings;
    struct store_reservation *wanted = &reserve->reservation;
    reserve->settings = settings->budget;
    reserve->price = budget_price_of(settings, params->model);
    wanted->input_tokens = at_most(params->input_tokens);
    wanted->output_tokens =
        at_most(params->output_tokens_is == FIELD_SET ? params->output_tokens
                                                      : multiply(settings->budget.output_tokens, params->answers));
    wanted->input_price = reserve->price.input;
    wanted->output_price = reserve->price.output;
    wanted->cost_micros = budget_cost(&reserve->price, wanted->input_tokens, wanted->output_tokens);
    reserve->free = wanted->input_tokens == 0 && wanted->output_tokens == 0;
    day_of(clock_epoch_ms(), wanted->day);
    (void)snprintf(reserve->session_id, sizeof reserve->session_id, "%.*s", SLICE_ARG(socket->params->session_id));
    (void)snprintf(reserve->task_id, sizeof reserve->task_id, "%s", socket->task_id);
    (void)snprintf(reserve->client_name, sizeof reserve->client_name, "executor %.*s",
                   SLICE_ARG(socket->params->executor_id));
}

int broker_reserve(struct call *call, const struct broker_reserve_params *params)
{
    struct broker *broker = broker_of(call);
    const struct broker_socket *socket = broker_socket_find(broker, params->executor_id);
    if (!store_is_open(broker->store))
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    if (!socket || !socket->task_id[0])
        return call_fail(call, ERROR_KEY_REFUSED, "no task of the executor's session is running");
    struct reserve *reserve = calloc(1, sizeof *reserve);
    if (!reserve)
        return -ENOMEM;
    reserve->broker = broker;
    reserve->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    fill(reserve, socket, params);
    int r = call_defer(call, NULL, NULL, &reserve->call);
    if (r < 0) {
        free(reserve);
        return r;
    }
    call_hold(reserve->call);
    params = reserve->call->params;
    reserve->reservation.service = params->service;
    reserve->reservation.model = params->model;
    reserve->change = (struct store_change){.apply = apply_reserve, .done = on_reserved};
    (void)store_write(broker->store, &reserve->change);
    return 0;
}

/* --- settling --- */

struct settle {
    struct store_change change;
    struct broker *broker;
    struct call *call;
};

static int apply_settle(struct store_change *change, struct store_tx *tx)
{
    const struct settle *settle = list_member(change, struct settle, change);
    const struct broker_settle_params *params = settle->call->params;
    struct store_reservation reservation;
    int r = store_reservation_find(tx, params->reservation_id, &reservation);
    if (r < 0)
        return r;
    struct budget_price price = {
        .is_known = true, .input = reservation.input_price, .output = reservation.output_price};
    int64_t input = params->input_tokens_is == FIELD_SET ? at_most(params->input_tokens) : reservation.input_tokens;
    int64_t output = params->output_tokens_is == FIELD_SET ? at_most(params->output_tokens) : reservation.output_tokens;
    return store_reservation_settle(tx, &reservation, input, output, budget_cost(&price, input, output));
}

static void on_settled(struct store_change *change)
{
    struct settle *settle = list_member(change, struct settle, change);
    if (change->status == -ENOENT && !change->failed)
        (void)call_fail(settle->call, ERROR_BROKER_CALL_NOT_FOUND, "no such reservation");
    else if (change->status < 0)
        (void)store_fail_call(settle->broker->store, settle->call, change->status);
    else
        (void)broker_settle_reply(settle->call, &(struct broker_settle_result){.settled = true});
    (void)call_drop(settle->call);
    free(settle);
}

int broker_settle(struct call *call, const struct broker_settle_params *params)
{
    struct broker *broker = broker_of(call);
    (void)params;
    if (!store_is_open(broker->store))
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    struct settle *settle = calloc(1, sizeof *settle);
    if (!settle)
        return -ENOMEM;
    settle->broker = broker;
    int r = call_defer(call, NULL, NULL, &settle->call);
    if (r < 0) {
        free(settle);
        return r;
    }
    call_hold(settle->call);
    settle->change = (struct store_change){.apply = apply_settle, .done = on_settled};
    (void)store_write(broker->store, &settle->change);
    return 0;
}
