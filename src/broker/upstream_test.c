/* Tests the failure of watching a connection to a provider. Replaces the functions around upstream.c; the transfers are
 * libcurl's, and none of them is started. */
#include "broker/exchange.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <microhttpd.h>

#include "rpc/rpc.h"
#include "transfer/multi.h"

static struct {
    const struct multi_handlers *handlers; /* of the calls */
    void *user;
    unsigned ended, failed, removed, refused_with;
} around;

/* --- replacements --- */

const struct multi_handlers models_handlers;

void multi_init(struct multi *multi, uv_loop_t *loop)
{
    (void)multi;
    (void)loop;
}

int multi_open(struct multi *multi, const struct curl_api *curl, long kept, const struct multi_handlers *handlers,
               void *user)
{
    (void)multi;
    (void)curl;
    (void)kept;
    if (handlers != &models_handlers) {
        around.handlers = handlers;
        around.user = user;
    }
    return 0;
}

void multi_close(struct multi *multi, uv_close_cb closed)
{
    (void)multi;
    (void)closed;
}

int multi_add(struct multi *multi, CURL *easy)
{
    (void)multi;
    (void)easy;
    return 0;
}

void multi_remove(struct multi *multi, CURL *easy)
{
    (void)multi;
    (void)easy;
    around.removed++;
}

void exchange_refuse(struct exchange *exchange, unsigned status, const char *word, struct slice more,
                     const char *format, ...)
{
    (void)word;
    (void)more;
    (void)format;
    exchange->answered = exchange->own = true;
    around.refused_with = status;
}

/* Its connection is closed: poisons the exchange, so that a use after free is noticed. */
void exchange_end_call(struct exchange *exchange)
{
    upstream_end(exchange);
    around.ended++;
    around.failed += exchange->failed;
    list_remove(&exchange->link);
    memset(exchange, 0xee, sizeof *exchange);
    free(exchange);
}

void exchange_resume(struct exchange *exchange)
{
    (void)exchange;
}

void exchange_settle(struct exchange *exchange)
{
    (void)exchange;
}

void rpc_flush(struct rpc *rpc)
{
    (void)rpc;
}

/* --- tests --- */

static struct exchange *add(struct broker *broker, bool calls)
{
    struct exchange *exchange = calloc(1, sizeof *exchange);
    assert_non_null(exchange);
    exchange->broker = broker;
    exchange->easy = calls ? curl_easy_init() : NULL;
    list_append(&broker->exchanges, &exchange->link);
    return exchange;
}

static void calls_at_work_end_and_the_others_stay(void **state)
{
    struct broker broker = {0};
    char connection;
    (void)state;
    memset(&around, 0, sizeof around);
    list_init(&broker.exchanges);
    assert_int_equal(upstream_open(&broker), 0);
    assert_ptr_equal(around.user, &broker);
    add(&broker, true)->answered = true; /* in the middle of its response */
    struct exchange *waits = add(&broker, false);
    add(&broker, true)->connection = (struct MHD_Connection *)(void *)&connection; /* before its response */
    around.handlers->broke(around.user);
    assert_int_equal(around.ended, 2);
    assert_int_equal(around.failed, 1);
    assert_int_equal(around.removed, 2);
    assert_int_equal(around.refused_with, MHD_HTTP_BAD_GATEWAY);
    assert_ptr_equal(broker.exchanges.next, &waits->link);
    assert_ptr_equal(waits->link.next, &broker.exchanges);
    around.handlers->broke(around.user); /* no call is left to end */
    assert_int_equal(around.ended, 2);
    list_remove(&waits->link);
    free(waits);
    upstream_close(&broker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(calls_at_work_end_and_the_others_stay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
