#include "base/id.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"

enum { TIME_DIGITS = 10, STEP_BYTES = 8 };

/* Crockford's base 32, without I, L, O, U. In this order, the text sorts like the number. */
static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* Adds a random step of up to 64 bits: the next id sorts after the last one and cannot be guessed. Returns false on
 * overflow. */
static bool step(uint8_t chance[static 10], const uint8_t by[static STEP_BYTES])
{
    unsigned carry = 1;
    for (int i = 9; i >= 0; i--) {
        unsigned sum = chance[i] + carry + (i >= 2 ? by[i - 2] : 0);
        chance[i] = (uint8_t)sum;
        carry = sum >> 8;
    }
    return carry == 0;
}

int id_time(const char *prefix, const char *id, int64_t *ret_ms)
{
    size_t size = strlen(prefix);
    int64_t ms = 0;
    if (strncmp(id, prefix, size) != 0 || strlen(id + size) != ID_DIGITS || strspn(id + size, digits) != ID_DIGITS)
        return -EINVAL;
    for (int i = 0; i < TIME_DIGITS; i++)
        ms = ms << 5 | (strchr(digits, id[size + (size_t)i]) - digits);
    *ret_ms = ms;
    return 0;
}

int id_make(struct id_source *source, const char *prefix, char ret_id[static ID_SIZE])
{
    uint8_t random[10];
    uint64_t now = (uint64_t)clock_epoch_ms();
    if (getrandom(random, sizeof random, 0) != sizeof random)
        return -EIO;
    if (now > source->last_ms) {
        source->last_ms = now;
        memcpy(source->last_chance, random, sizeof random);
        source->last_chance[0] &= 0x7f; /* leaves room for the steps */
    } else if (!step(source->last_chance, random)) {
        source->last_ms++;
    }
    char *at = stpncpy(ret_id, prefix, ID_PREFIX_MAX);
    for (int i = TIME_DIGITS - 1; i >= 0; i--)
        *at++ = digits[source->last_ms >> (5 * i) & 31];
    unsigned bits = 0, count = 0;
    for (int i = 0; i < 10; i++) {
        bits = bits << 8 | source->last_chance[i];
        for (count += 8; count >= 5; count -= 5)
            *at++ = digits[bits >> (count - 5) & 31];
    }
    *at = '\0';
    return 0;
}
