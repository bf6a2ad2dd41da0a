/* Fuzzes the check of webhooks: lines "NAME: VALUE", an empty line, the body. Nothing that a sender can write without
 * the key is genuine, and a delivery that is signed here is. */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>

#include "base/base64.h"
#include "fuzz.h"
#include "webhook/webhook.h"

enum { FIELDS_MAX = 16, NOW_S = 1700000000 };

static size_t read_fields(struct slice *text, struct webhook_field *fields)
{
    size_t count = 0;
    while (text->size > 0 && count < FIELDS_MAX) {
        const char *end = memchr(text->data, '\n', text->size);
        size_t size = end ? (size_t)(end - text->data) : text->size;
        struct slice line = {text->data, size};
        size += end ? 1 : 0;
        *text = (struct slice){text->data + size, text->size - size};
        if (line.size == 0)
            break;
        const char *colon = memchr(line.data, ':', line.size);
        size_t name = colon ? (size_t)(colon - line.data) : line.size, skip = colon ? name + 1 : name;
        fields[count++] = (struct webhook_field){{line.data, name}, {line.data + skip, line.size - skip}};
    }
    return count;
}

static void check_signed(struct slice key, struct slice body)
{
    unsigned char mac[crypto_auth_hmacsha256_BYTES];
    crypto_auth_hmacsha256_state state;
    char text[64] = "v1,";
    (void)crypto_auth_hmacsha256_init(&state, (const unsigned char *)key.data, key.size);
    (void)crypto_auth_hmacsha256_update(&state, (const unsigned char *)"x.1700000000.", 13);
    (void)crypto_auth_hmacsha256_update(&state, (const unsigned char *)body.data, body.size);
    (void)crypto_auth_hmacsha256_final(&state, mac);
    base64_encode(mac, sizeof mac, text + 3);
    struct webhook_field fields[] = {{SLICE("webhook-id"), SLICE("x")},
                                     {SLICE("webhook-timestamp"), SLICE("1700000000")},
                                     {SLICE("webhook-signature"), slice_of(text)}};
    struct webhook_delivery delivery = {fields, 3, body};
    struct slice id;
    must(webhook_check(WEBHOOK_STANDARD, key, &delivery, NOW_S * 1000LL, &id) == WEBHOOK_GENUINE && slice_is(id, "x"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice text = {(const char *)data, size}, id, key = SLICE("a key that no sender knows");
    struct webhook_field fields[FIELDS_MAX];
    unsigned char made[WEBHOOK_KEY_MAX];
    size_t made_size = 0;
    must(sodium_init() >= 0);
    int r = webhook_key(WEBHOOK_STANDARD, text, made, &made_size);
    must(r == 0 ? made_size > 0 && made_size <= sizeof made : r == -EINVAL);
    size_t count = read_fields(&text, fields);
    struct webhook_delivery delivery = {fields, count, text};
    must(webhook_check(WEBHOOK_STANDARD, key, &delivery, NOW_S * 1000LL, &id) != WEBHOOK_GENUINE);
    must(webhook_check(WEBHOOK_GITHUB, key, &delivery, NOW_S * 1000LL, &id) != WEBHOOK_GENUINE);
    check_signed(key, text);
    return 0;
}
