/* Checks that a delivery to a webhook was made by somebody who knows its secret. Nothing here does I/O.
 *
 *     standard   Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature
 *     github     X-Hub-Signature-256 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

enum {
    WEBHOOK_TOLERANCE_S = 300, /* how far the time of a delivery may be away */
    WEBHOOK_ID_MAX = 256,
    WEBHOOK_KEY_MAX = 128,
    WEBHOOK_SECRET_BYTES = 32,
    WEBHOOK_SECRET_SIZE = 64, /* of the text, with its NUL */
};

enum webhook_scheme { WEBHOOK_STANDARD, WEBHOOK_GITHUB };

struct webhook_field {
    struct slice name; /* in any case */
    struct slice value;
};

struct webhook_delivery {
    const struct webhook_field *fields;
    size_t field_count;
    struct slice body;
};

/* What a delivery lacks. For the log of the person whose webhook it is: the sender gets the same answer for all. */
enum webhook_verdict {
    WEBHOOK_GENUINE,
    WEBHOOK_UNSIGNED, /* a field is missing, twice, or malformed */
    WEBHOOK_BAD_TIME, /* genuine, but more than WEBHOOK_TOLERANCE_S away */
    WEBHOOK_BAD_SIGNATURE,
};

/* Makes the text of a secret from random bytes: "whsec_" and base64. */
void webhook_secret(const unsigned char bytes[static WEBHOOK_SECRET_BYTES], char ret_text[static WEBHOOK_SECRET_SIZE]);

/* The key of a secret, at most WEBHOOK_KEY_MAX bytes: what follows "whsec_" in base64 for the standard, the text itself
 * for github. -EINVAL: it is none. */
int webhook_key(enum webhook_scheme scheme, struct slice secret, unsigned char ret_key[static WEBHOOK_KEY_MAX],
                size_t *ret_size);

/* Takes the same time for all signatures of a length. *ret_id identifies the delivery: one with the same id is a
 * repeat. It is the signature for github, whose own id is not signed. Set if the verdict is WEBHOOK_GENUINE; it refers
 * to the fields. */
enum webhook_verdict webhook_check(enum webhook_scheme scheme, struct slice key,
                                   const struct webhook_delivery *delivery, int64_t now_ms, struct slice *ret_id);

/* A sentence without a full stop. */
const char *webhook_verdict_text(enum webhook_verdict verdict);
