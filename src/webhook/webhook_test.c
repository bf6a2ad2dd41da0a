#include "webhook/webhook.h"

#include <errno.h>
#include <sodium.h>

#include "base/base64.h"
#include "unit/check.h"

/* A signature that was computed with Python's hmac. */
static const char secret[] = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", id[] = "msg_p5jXN8AQM9LWM0D4loKWxJek",
                  body[] = "{\"test\": 2432232314}", signature[] = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

enum { TIME = 1614265330 };

struct scene {
    unsigned char key[WEBHOOK_KEY_MAX];
    size_t key_size;
    struct webhook_field fields[4];
    struct webhook_delivery delivery;
    int64_t now_ms;
    struct slice found;
};

static int set_up(void **state)
{
    static struct scene scene;
    scene = (struct scene){.now_ms = TIME * 1000LL};
    assert_true(sodium_init() >= 0);
    assert_int_equal(webhook_key(WEBHOOK_STANDARD, slice_of(secret), scene.key, &scene.key_size), 0);
    scene.fields[0] = (struct webhook_field){SLICE("Webhook-Id"), slice_of(id)};
    scene.fields[1] = (struct webhook_field){SLICE("webhook-timestamp"), SLICE("1614265330")};
    scene.fields[2] = (struct webhook_field){SLICE("WEBHOOK-SIGNATURE"), slice_of(signature)};
    scene.delivery = (struct webhook_delivery){scene.fields, 3, slice_of(body)};
    *state = &scene;
    return 0;
}

static enum webhook_verdict check(struct scene *scene)
{
    scene->found = (struct slice){0};
    return webhook_check(WEBHOOK_STANDARD, (struct slice){(const char *)scene->key, scene->key_size}, &scene->delivery,
                         scene->now_ms, &scene->found);
}

static void accepts_a_signed_delivery(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(check(scene), WEBHOOK_GENUINE);
    assert_slice(scene->found, id);
}

static void accepts_one_of_several_signatures(void **state)
{
    struct scene *scene = *state;
    scene->fields[2].value = SLICE(
        "v1a,abc v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= x");
    assert_int_equal(check(scene), WEBHOOK_GENUINE);
    scene->fields[2].value =
        SLICE("v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    assert_int_equal(check(scene), WEBHOOK_BAD_SIGNATURE);
}

static void refuses_what_was_changed(void **state)
{
    struct scene *scene = *state;
    scene->delivery.body = SLICE("{\"test\": 2432232315}");
    assert_int_equal(check(scene), WEBHOOK_BAD_SIGNATURE);
    scene->delivery.body = slice_of(body);
    scene->fields[0].value = SLICE("msg_q");
    assert_int_equal(check(scene), WEBHOOK_BAD_SIGNATURE);
    scene->fields[0].value = slice_of(id);
    scene->fields[1].value = SLICE("1614265331");
    assert_int_equal(check(scene), WEBHOOK_BAD_SIGNATURE);
    scene->fields[1].value = SLICE("1614265330");
    scene->key[0] ^= 1;
    assert_int_equal(check(scene), WEBHOOK_BAD_SIGNATURE);
    scene->key[0] ^= 1;
    scene->fields[2].value = SLICE("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE");
    assert_int_equal(check(scene), WEBHOOK_BAD_SIGNATURE);
}

static void refuses_other_times(void **state)
{
    struct scene *scene = *state;
    scene->now_ms = (TIME + WEBHOOK_TOLERANCE_S) * 1000LL;
    assert_int_equal(check(scene), WEBHOOK_GENUINE);
    scene->now_ms = (TIME - WEBHOOK_TOLERANCE_S) * 1000LL;
    assert_int_equal(check(scene), WEBHOOK_GENUINE);
    scene->now_ms = (TIME + WEBHOOK_TOLERANCE_S + 1) * 1000LL;
    assert_int_equal(check(scene), WEBHOOK_BAD_TIME);
    scene->now_ms = (TIME - WEBHOOK_TOLERANCE_S - 1) * 1000LL;
    assert_int_equal(check(scene), WEBHOOK_BAD_TIME);
}

static void refuses_malformed_headers(void **state)
{
    struct scene *scene = *state;
    static const char *const times[] = {"", "-1", "1614265330.5", "x", "99999999999999999999", "+5"};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        scene->fields[1].value = slice_of(times[i]);
        assert_int_equal(check(scene), WEBHOOK_UNSIGNED);
    }
    scene->fields[1].value = SLICE("1614265330");
    static const char *const ids[] = {"", "a.b", "a b", "\xc3\xa4", "a\nb"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        scene->fields[0].value = slice_of(ids[i]);
        assert_int_equal(check(scene), WEBHOOK_UNSIGNED);
    }
    scene->fields[0].value = slice_of(id);
    scene->fields[3] = (struct webhook_field){SLICE("webhook-id"), slice_of(id)};
    scene->delivery.field_count = 4; /* twice */
    assert_int_equal(check(scene), WEBHOOK_UNSIGNED);
    for (size_t missing = 0; missing < 3; missing++) {
        struct slice kept = scene->fields[missing].name;
        scene->delivery.field_count = 3;
        scene->fields[missing].name = SLICE("x");
        assert_int_equal(check(scene), WEBHOOK_UNSIGNED);
        scene->fields[missing].name = kept;
    }
    assert_int_equal(check(scene), WEBHOOK_GENUINE);
}

/* The example of GitHub's documentation: the secret and the body, and the signature that they have. */
static void checks_deliveries_of_github(void **state)
{
    (void)state;
    static const char good[] = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
    struct webhook_field field = {SLICE("X-Hub-Signature-256"), slice_of(good)};
    struct webhook_delivery delivery = {&field, 1, SLICE("Hello, World!")};
    struct slice found = {0}, key = SLICE("It's a Secret to Everybody");
    assert_int_equal(webhook_check(WEBHOOK_GITHUB, key, &delivery, 0, &found), WEBHOOK_GENUINE);
    assert_slice(found, good);
    delivery.body = SLICE("Hello, World?");
    assert_int_equal(webhook_check(WEBHOOK_GITHUB, key, &delivery, 0, &found), WEBHOOK_BAD_SIGNATURE);
    field.value.size--;
    assert_int_equal(webhook_check(WEBHOOK_GITHUB, key, &delivery, 0, &found), WEBHOOK_UNSIGNED);
    field.value = SLICE("sha1=757107ea0eb2509fc211221cce984b8a37570b6d");
    assert_int_equal(webhook_check(WEBHOOK_GITHUB, key, &delivery, 0, &found), WEBHOOK_UNSIGNED);
    field.value = SLICE("sha256=757107EA0EB2509FC211221CCE984B8A37570B6D7586C22C46F4379C8B043E17");
    assert_int_equal(webhook_check(WEBHOOK_GITHUB, key, &delivery, 0, &found), WEBHOOK_UNSIGNED);
}

static void makes_and_reads_secrets(void **state)
{
    (void)state;
    unsigned char bytes[WEBHOOK_SECRET_BYTES], key[WEBHOOK_KEY_MAX];
    char text[WEBHOOK_SECRET_SIZE];
    size_t size = 0;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 7);
    webhook_secret(bytes, text);
    assert_int_equal(strncmp(text, "whsec_", 6), 0);
    assert_int_equal(webhook_key(WEBHOOK_STANDARD, slice_of(text), key, &size), 0);
    assert_int_equal(size, sizeof bytes);
    assert_memory_equal(key, bytes, sizeof bytes);
    assert_int_equal(webhook_key(WEBHOOK_GITHUB, slice_of(text), key, &size), 0);
    assert_int_equal(size, strlen(text));
    static const char *const bad[] = {"", "whsec_", "whsec_!", "secret", "whsec_YQ"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(webhook_key(WEBHOOK_STANDARD, slice_of(bad[i]), key, &size), -EINVAL);
    char longest[WEBHOOK_KEY_MAX * 2] = "whsec_";
    memset(longest + 6, 'A', sizeof longest - 6);
    assert_int_equal(webhook_key(WEBHOOK_STANDARD, (struct slice){longest, 6 + 172}, key, &size), -EINVAL);
    assert_int_equal(webhook_key(WEBHOOK_STANDARD, (struct slice){longest, 6 + 168}, key, &size), 0);
    assert_int_equal(webhook_key(WEBHOOK_GITHUB, (struct slice){longest, WEBHOOK_KEY_MAX + 1}, key, &size), -EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(accepts_a_signed_delivery, set_up),
        cmocka_unit_test_setup(accepts_one_of_several_signatures, set_up),
        cmocka_unit_test_setup(refuses_what_was_changed, set_up),
        cmocka_unit_test_setup(refuses_other_times, set_up),
        cmocka_unit_test_setup(refuses_malformed_headers, set_up),
        cmocka_unit_test_setup(checks_deliveries_of_github, set_up),
        cmocka_unit_test_setup(makes_and_reads_secrets, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
