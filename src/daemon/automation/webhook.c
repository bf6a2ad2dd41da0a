/* automation.webhook and automation.deliver. The secret of a webhook is a sealed key that only this file opens. */
#include "webhook/webhook.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/base64.h"
#include "base/log.h"
#include "base/utf8.h"
#include "daemon/automation/ruling.h"
#include "rpc/call.h"
#include "json/read.h"
#include "json/write.h"

enum { BODY_MAX = 1 << 20, REMEMBERED_MS = 10 * 60 * 1000, FIELDS_MAX = 100 };

int webhook_service(struct slice rule_id, char ret_service[static WEBHOOK_SERVICE_SIZE])
{
    int n = snprintf(ret_service, WEBHOOK_SERVICE_SIZE, "hook:%.*s", SLICE_ARG(rule_id));
    return n < 0 || n >= WEBHOOK_SERVICE_SIZE || memchr(rule_id.data, '\0', rule_id.size) ? -ENAMETOOLONG : 0;
}

/* --- automation.webhook --- */

/* A secret that is being made, or shown. */
struct showing {
    struct store_change change;
    struct automation *automation;
    struct call *call; /* deferred and held */
    struct arena arena;
    struct store_automation rule;
    struct key_batch *batch; /* a new secret; NULL: the one that is stored */
    char service[WEBHOOK_SERVICE_SIZE];
};

static int make_batch(struct automation *automation, const char *service, struct key_batch **ret_batch,
                      char problem[static 256])
{
    unsigned char bytes[WEBHOOK_SECRET_BYTES];
    char text[WEBHOOK_SECRET_SIZE];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        (void)snprintf(problem, 256, "the kernel gave no random bytes");
        return -EIO;
    }
    webhook_secret(bytes, text);
    const struct key_put put = {.service = slice_of(service), .value = slice_of(text)};
    int r = key_batch_new(automation->keys, &put, 1, ret_batch, problem);
    explicit_bzero(bytes, sizeof bytes);
    explicit_bzero(text, sizeof text);
    return r;
}

static int apply_showing(struct store_change *change, struct store_tx *tx)
{
    struct showing *showing = list_member(change, struct showing, change);
    const struct automation_webhook_params *params = showing->call->params;
    arena_reset(&showing->arena);
    int r = store_automation_find(tx, params->rule_id, &showing->arena, &showing->rule);
    if (r == 0 && showing->rule.record.trigger.kind != AUTOMATION_TRIGGER_KIND_WEBHOOK)
        r = -EINVAL;
    return r == 0 && showing->batch ? key_batch_apply(showing->batch, tx) : r;
}

static void reply_secret(const struct showing *showing)
{
    struct key_value secret = {0};
    enum error_id error = ERROR_KEYS_LOCKED;
    char problem[256] = "", path[128];
    const struct automation_rule *rule = &showing->rule.record;
    if (showing->batch)
        (void)key_batch_done(showing->batch);
    int r = key_open_own(showing->automation->keys, slice_of(showing->service), SLICE("automation"), &secret, &error,
                         problem);
    (void)snprintf(path, sizeof path, "/hooks/%.*s", SLICE_ARG(rule->rule_id));
    if (r < 0)
        (void)call_fail(showing->call, error, "%s", problem);
    else
        (void)automation_webhook_reply(showing->call,
                                       &(struct automation_webhook_result){.path = slice_of(path),
                                                                           .secret = {secret.data, secret.size},
                                                                           .scheme = rule->trigger.as.webhook.scheme});
    key_clear(&secret);
}

static void on_shown(struct store_change *change)
{
    struct showing *showing = list_member(change, struct showing, change);
    struct call *call = showing->call;
    if (change->failed || change->status == -ENOMEM)
        (void)store_fail_call(showing->automation->store, call, change->status);
    else if (change->status == -ENOENT)
        (void)call_fail(call, ERROR_AUTOMATION_NOT_FOUND, "there is no rule with this id");
    else if (change->status == -EINVAL)
        (void)call_fail(call, ERROR_TRIGGER_INVALID, "the trigger of this rule is no webhook");
    else if (change->status < 0)
        (void)call_fail(call, ERROR_KEYS_LOCKED, "%s", key_batch_problem(showing->batch));
    else
        reply_secret(showing);
    (void)key_batch_free(showing->batch);
    arena_clear(&showing->arena);
    (void)call_drop(call);
    free(showing);
}

int automation_webhook(struct call *call, const struct automation_webhook_params *params)
{
    struct automation *automation = automation_of(call);
    struct key_batch *batch = NULL;
    char service[WEBHOOK_SERVICE_SIZE], problem[256] = "";
    if (webhook_service(params->rule_id, service) < 0)
        return call_fail(call, ERROR_AUTOMATION_NOT_FOUND, "there is no rule with this id");
    if (!store_is_open(automation->store))
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    if ((params->rotate || !key_is_stored(automation->keys, slice_of(service))) &&
        make_batch(automation, service, &batch, problem) < 0)
        return call_fail(call, ERROR_KEYS_LOCKED, "%s", problem);
    struct showing *showing = calloc(1, sizeof *showing);
    int r = showing ? call_defer(call, NULL, NULL, &call) : -ENOMEM;
    if (r < 0) {
        free(showing);
        (void)key_batch_free(batch);
        return r;
    }
    call_hold(call);
    *showing = (struct showing){.automation = automation, .call = call, .batch = batch};
    showing->arena = (struct arena)ARENA_LIMITED(64 << 20);
    memcpy(showing->service, service, sizeof service);
    showing->change = (struct store_change){.apply = apply_showing, .done = on_shown};
    (void)store_write(automation->store, &showing->change);
    return 0;
}

/* --- automation.deliver --- */

static int refuse_delivery(struct call *call)
{
    return call_fail(call, ERROR_WEBHOOK_REFUSED, "there is no such webhook, or the delivery is not signed for it");
}

/* Stored in request->more of the read; the rule's texts are not needed. */
struct delivery {
    bool is_known; /* there is such a webhook */
    enum automation_webhook_scheme scheme;
};

static int find_hook(struct store_request *request, struct store_tx *tx)
{
    const struct automation_deliver_params *params = request->call->params;
    struct delivery *delivery = request->more;
    struct store_automation rule;
    int r = store_automation_find(tx, params->rule_id, &request->arena, &rule);
    if (r == 0 && rule.record.trigger.kind != AUTOMATION_TRIGGER_KIND_WEBHOOK)
        r = -ENOENT;
    delivery->is_known = r == 0;
    if (r == 0)
        delivery->scheme = rule.record.trigger.as.webhook.scheme;
    return r == -ENOENT ? 0 : r;
}

/* A body that is JSON is data with fields; another text is a string. */
static int write_body(const unsigned char *body, size_t size, struct buf *out)
{
    struct arena arena = ARENA_LIMITED((size_t)32 << 20);
    struct slice text = {(const char *)body, size};
    struct json_error error;
    yyjson_val *root = NULL;
    int r = json_read(&arena, text, &root, &error);
    if (r == 0 && !json_is_deeper(root, JSON_STORED_DEPTH_MAX))
        r = json_write_value(out, root);
    else if (utf8_is_valid(text))
        r = json_write_text(out, text);
    else
        r = -EINVAL;
    arena_clear(&arena);
    return r;
}

static int receive_hook(struct store_request *request, struct store_tx *tx)
{
    const struct automation_deliver_params *params = request->call->params;
    struct ruling *ruling = request->more;
    struct store_automation_state state;
    struct slice id = slice_of(ruling->path), data = slice_of(ruling_places(ruling));
    char key[sizeof "hook:" + sizeof ruling->path];
    decision_begin(&ruling->decision, tx, &request->arena);
    int r = store_automation_state_get(tx, &state);
    if (r == 0)
        r = store_automation_find(tx, params->rule_id, &request->arena, &ruling->rule);
    if (r < 0)
        return r;
    int64_t now = ruling->decision.now;
    if (!state.enabled || !ruling->rule.record.enabled)
        return ruling_refuse(ruling, ERROR_AUTOMATION_DISABLED, "", "the rule of this webhook is disabled");
    r = store_delivery_add(tx, ruling->rule.no, id, now, now - REMEMBERED_MS);
    if (r < 0)
        return r;
    (void)snprintf(key, sizeof key, "hook:%.26s", ruling->key);
    const struct run_origin origin = {
        .key = slice_of(key),
        .due_at = now,
        .cause = {.type = AUTOMATION_TRIGGER_TYPE_WEBHOOK,
                  .message_id = id,
                  .message_id_is = FIELD_SET,
                  .data = {.text = data},
                  .data_is = data.size > 0 ? FIELD_SET : FIELD_ABSENT},
        .limited = true,
    };
    return receipt_begin(&ruling->decision, &ruling->rule, &origin, &ruling->run);
}

static void answer_hook(struct store_request *request)
{
    const struct ruling *ruling = request->more;
    struct slice run_id = ruling->run.record.run_id;
    if (request->status == -EEXIST || request->status == -ENOENT) {
        (void)refuse_delivery(request->call);
        return;
    }
    if (ruling_failed(request))
        return;
    (void)automation_deliver_reply(
        request->call, &(struct automation_deliver_result){.accepted = true,
                                                           .run_id = run_id,
                                                           .run_id_is = run_id.size > 0 ? FIELD_SET : FIELD_ABSENT});
    ruling_carry_out(request);
}

/* The id takes the place of the field's path, which a delivery does not have. */
static int write_delivery(struct call *call, struct slice id, struct slice data)
{
    struct ruling *ruling = calloc(1, sizeof *ruling + data.size + 1);
    if (!ruling)
        return -ENOMEM;
    ruling_init(ruling, call);
    if (data.size > 0)
        memcpy(ruling + 1, data.data, data.size);
    (void)snprintf(ruling->path, sizeof ruling->path, "%.*s", SLICE_ARG(id));
    int r = id_make(&automation_of(call)->ids, "", ruling->key);
    if (r == 0)
        r = store_request_write_with(call, ruling, sizeof *ruling + data.size + 1, receive_hook, answer_hook);
    free(ruling);
    return r;
}

/* Whether it is signed with the secret of the webhook. *ret_id identifies it. The time that it takes does not say
 * whether there is a rule, or which scheme it has: without a secret another one is used, and both schemes are checked.
 */
static bool is_genuine(struct automation *automation, const struct automation_deliver_params *params,
                       const struct delivery *hook, struct slice body, struct slice *ret_id)
{
    static const unsigned char nothing[WEBHOOK_SECRET_BYTES] = {0};
    struct webhook_field fields[FIELDS_MAX];
    unsigned char keys[2][WEBHOOK_KEY_MAX] = {{0}};
    char service[WEBHOOK_SERVICE_SIZE], other[WEBHOOK_SECRET_SIZE];
    size_t sizes[2] = {0}, count = params->headers.count < FIELDS_MAX ? params->headers.count : FIELDS_MAX;
    struct key_value secret = {0};
    struct slice ids[2] = {0};
    enum webhook_verdict verdicts[2];
    const enum webhook_scheme kind =
        hook->scheme == AUTOMATION_WEBHOOK_SCHEME_GITHUB ? WEBHOOK_GITHUB : WEBHOOK_STANDARD;
    for (size_t i = 0; i < count; i++)
        fields[i] = (struct webhook_field){params->headers.items[i].key, params->headers.items[i].value};
    const struct webhook_delivery delivery = {.fields = fields, .field_count = count, .body = body};
    bool is_known = hook->is_known && webhook_service(params->rule_id, service) == 0 &&
                    key_open_quietly(automation->keys, slice_of(service), &secret);
    webhook_secret(nothing, other);
    struct slice text = is_known ? (struct slice){secret.data, secret.size} : slice_of(other);
    for (enum webhook_scheme scheme = WEBHOOK_STANDARD; scheme <= WEBHOOK_GITHUB; scheme++) {
        is_known = webhook_key(scheme, text, keys[scheme], &sizes[scheme]) == 0 && is_known;
        verdicts[scheme] = webhook_check(scheme, (struct slice){(const char *)keys[scheme], sizes[scheme]}, &delivery,
                                         automation_now(automation), &ids[scheme]);
    }
    key_clear(&secret);
    explicit_bzero(keys, sizeof keys);
    if (hook->is_known && verdicts[kind] != WEBHOOK_GENUINE)
        log_info("automation: refused a delivery to the webhook of %.*s: %s", SLICE_ARG(params->rule_id),
                 webhook_verdict_text(verdicts[kind]));
    *ret_id = ids[kind];
    return is_known && verdicts[kind] == WEBHOOK_GENUINE;
}

static int check_delivery(struct call *call, const struct delivery *hook)
{
    const struct automation_deliver_params *params = call->params;
    struct automation *automation = automation_of(call);
    struct buf data = BUF_LIMITED(AUTOMATION_DATA_MAX);
    struct slice id = {0};
    size_t size = 0;
    unsigned char *body = malloc(params->body.size / 4 * 3 + 4);
    int r = body ? base64_decode(params->body, body, &size) : -ENOMEM;
    if (r == -EINVAL || size > BODY_MAX) {
        (void)call_refuse(call, ERROR_INVALID_PARAMS, "params.body", "params.body: must be base64 of at most 1 MiB");
        r = 1;
    }
    if (r == 0 && !is_genuine(automation, params, hook, (struct slice){(const char *)body, size}, &id)) {
        (void)refuse_delivery(call);
        r = 1;
    }
    if (r == 0 && (size == 0 || write_body(body, size, &data) < 0))
        buf_reset(&data, 0); /* too long, or no text */
    if (r == 0)
        r = write_delivery(call, id, buf_slice(&data));
    free(body);
    buf_clear(&data);
    return r;
}

static void on_hook(struct store_request *request)
{
    const struct delivery *delivery = request->more;
    if (request->status < 0) {
        (void)refuse_delivery(request->call);
        return;
    }
    const struct delivery hook = *delivery;
    struct call *call = store_request_keep_call(request);
    int r = call->answered ? 1 : check_delivery(call, &hook);
    if (r < 0)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    if (r != 0)
        (void)call_drop(call);
}

int automation_deliver(struct call *call, const struct automation_deliver_params *params)
{
    (void)params;
    if (automation_of(call)->stopping)
        return call_fail(call, ERROR_STOPPING, "the daemon is stopping and starts no rules");
    return store_request_read(call, sizeof(struct delivery), find_hook, on_hook);
}
