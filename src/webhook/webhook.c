#include "webhook/webhook.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <strings.h>

#include "base/base64.h"

static const char secret_prefix[] = "whsec_", github_prefix[] = "sha256=", version_prefix[] = "v1,";

enum {
    MAC_SIZE = crypto_auth_hmacsha256_BYTES,
    MAC_TEXT_SIZE = 44, /* in base64 */
    SIGNATURES_MAX = 32,
    SIGNATURE_FIELD_MAX = 4096,
    TIME_DIGITS_MAX = 15,
};

/* --- secrets --- */

void webhook_secret(const unsigned char bytes[static WEBHOOK_SECRET_BYTES], char ret_text[static WEBHOOK_SECRET_SIZE])
{
    size_t prefix = strlen(secret_prefix), size = base64_size(WEBHOOK_SECRET_BYTES);
    memcpy(ret_text, secret_prefix, prefix);
    base64_encode(bytes, WEBHOOK_SECRET_BYTES, ret_text + prefix);
    ret_text[prefix + size] = '\0';
}

int webhook_key(enum webhook_scheme scheme, struct slice secret, unsigned char ret_key[static WEBHOOK_KEY_MAX],
                size_t *ret_size)
{
    struct slice prefix = slice_of(secret_prefix);
    if (scheme == WEBHOOK_GITHUB) {
        if (secret.size == 0 || secret.size > WEBHOOK_KEY_MAX)
            return -EINVAL;
        memcpy(ret_key, secret.data, secret.size);
        *ret_size = secret.size;
        return 0;
    }
    if (!slice_starts_with(secret, prefix))
        return -EINVAL;
    struct slice text = {secret.data + prefix.size, secret.size - prefix.size};
    size_t size = 0;
    if (text.size == 0 || text.size / 4 * 3 > WEBHOOK_KEY_MAX || base64_decode(text, ret_key, &size) < 0 || size == 0)
        return -EINVAL;
    *ret_size = size;
    return 0;
}

/* --- fields --- */

/* The one field of this name. False: there is none, or there are several, which may have been read differently by
 * something on the way. */
static bool find_field(const struct webhook_delivery *delivery, const char *name, struct slice *ret_value)
{
    size_t size = strlen(name), found = 0;
    for (size_t i = 0; i < delivery->field_count; i++) {
        const struct webhook_field *field = &delivery->fields[i];
        if (field->name.size != size || strncasecmp(field->name.data, name, size) != 0)
            continue;
        *ret_value = slice_trim(field->value, SLICE(" \t"));
        found++;
    }
    return found == 1 && ret_value->size > 0;
}

static bool read_time(struct slice text, int64_t *ret_seconds)
{
    int64_t seconds = 0;
    if (text.size == 0 || text.size > TIME_DIGITS_MAX)
        return false;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
        seconds = seconds * 10 + (text.data[i] - '0');
    }
    *ret_seconds = seconds;
    return true;
}

/* Printable, without the "." that separates it from the time. */
static bool is_id(struct slice id)
{
    for (size_t i = 0; i < id.size; i++)
        if (id.data[i] <= ' ' || id.data[i] > '~' || id.data[i] == '.')
            return false;
    return id.size > 0 && id.size <= WEBHOOK_ID_MAX;
}

/* --- schemes --- */

static void add(crypto_auth_hmacsha256_state *state, struct slice bytes)
{
    (void)crypto_auth_hmacsha256_update(state, (const unsigned char *)bytes.data, bytes.size);
}

/* Whether one of "v1,BASE64 v1,BASE64 …" is the right one. Compares all of them. */
static bool has_signature(struct slice field, const char expected[static MAC_TEXT_SIZE])
{
    struct slice prefix = slice_of(version_prefix);
    int found = 0;
    for (size_t count = 0; field.size > 0 && count < SIGNATURES_MAX; count++) {
        const char *space = memchr(field.data, ' ', field.size);
        size_t size = space ? (size_t)(space - field.data) : field.size;
        struct slice one = {field.data, size};
        if (size == prefix.size + MAC_TEXT_SIZE && slice_starts_with(one, prefix))
            found |= sodium_memcmp(one.data + prefix.size, expected, MAC_TEXT_SIZE) == 0;
        size += space ? 1 : 0;
        field = (struct slice){field.data + size, field.size - size};
    }
    return found != 0;
}

static enum webhook_verdict check_standard(struct slice key, const struct webhook_delivery *delivery, int64_t now_ms,
                                           struct slice *ret_id)
{
    struct slice id, time, signature;
    int64_t seconds;
    if (!find_field(delivery, "webhook-id", &id) || !find_field(delivery, "webhook-timestamp", &time) ||
        !find_field(delivery, "webhook-signature", &signature) || !is_id(id) || !read_time(time, &seconds) ||
        signature.size > SIGNATURE_FIELD_MAX)
        return WEBHOOK_UNSIGNED;
    crypto_auth_hmacsha256_state state;
    unsigned char mac[MAC_SIZE];
    char text[MAC_TEXT_SIZE];
    (void)crypto_auth_hmacsha256_init(&state, (const unsigned char *)key.data, key.size);
    add(&state, id);
    add(&state, SLICE("."));
    add(&state, time);
    add(&state, SLICE("."));
    add(&state, delivery->body);
    (void)crypto_auth_hmacsha256_final(&state, mac);
    base64_encode(mac, sizeof mac, text);
    bool is_genuine = has_signature(signature, text);
    sodium_memzero(mac, sizeof mac);
    sodium_memzero(text, sizeof text);
    sodium_memzero(&state, sizeof state);
    if (!is_genuine)
        return WEBHOOK_BAD_SIGNATURE;
    int64_t now = now_ms / 1000;
    if (seconds < now - WEBHOOK_TOLERANCE_S || seconds > now + WEBHOOK_TOLERANCE_S)
        return WEBHOOK_BAD_TIME;
    *ret_id = id;
    return WEBHOOK_GENUINE;
}

static bool is_hex(struct slice text)
{
    for (size_t i = 0; i < text.size; i++)
        if (!((text.data[i] >= '0' && text.data[i] <= '9') || (text.data[i] >= 'a' && text.data[i] <= 'f')))
            return false;
    return true;
}

static enum webhook_verdict check_github(struct slice key, const struct webhook_delivery *delivery,
                                         struct slice *ret_id)
{
    struct slice signature, prefix = slice_of(github_prefix);
    if (!find_field(delivery, "x-hub-signature-256", &signature) || !slice_starts_with(signature, prefix))
        return WEBHOOK_UNSIGNED;
    struct slice hex = {signature.data + prefix.size, signature.size - prefix.size};
    if (hex.size != 2 * (size_t)MAC_SIZE || !is_hex(hex))
        return WEBHOOK_UNSIGNED;
    crypto_auth_hmacsha256_state state;
    unsigned char mac[MAC_SIZE];
    char text[2 * MAC_SIZE + 1];
    (void)crypto_auth_hmacsha256_init(&state, (const unsigned char *)key.data, key.size);
    add(&state, delivery->body);
    (void)crypto_auth_hmacsha256_final(&state, mac);
    (void)sodium_bin2hex(text, sizeof text, mac, sizeof mac);
    bool is_genuine = sodium_memcmp(text, hex.data, hex.size) == 0;
    sodium_memzero(mac, sizeof mac);
    sodium_memzero(text, sizeof text);
    sodium_memzero(&state, sizeof state);
    if (!is_genuine)
        return WEBHOOK_BAD_SIGNATURE;
    *ret_id = signature;
    return WEBHOOK_GENUINE;
}

enum webhook_verdict webhook_check(enum webhook_scheme scheme, struct slice key,
                                   const struct webhook_delivery *delivery, int64_t now_ms, struct slice *ret_id)
{
    return scheme == WEBHOOK_GITHUB ? check_github(key, delivery, ret_id)
                                    : check_standard(key, delivery, now_ms, ret_id);
}

const char *webhook_verdict_text(enum webhook_verdict verdict)
{
    switch (verdict) {
    case WEBHOOK_GENUINE:
        return "the signature is valid";
    case WEBHOOK_UNSIGNED:
        return "a header of the signature is missing, doubled or malformed";
    case WEBHOOK_BAD_TIME:
        return "the signature is valid, but its time is more than 5 minutes away from now";
    case WEBHOOK_BAD_SIGNATURE:
        break;
    }
    return "the signature is not valid";
}
