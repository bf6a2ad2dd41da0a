#include "daemon/chat/cursor.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* FNV-1a. */
static uint32_t checksum(const char *text, size_t size)
{
    uint32_t value = 2166136261u;
    for (size_t i = 0; i < size; i++)
        value = (value ^ (unsigned char)text[i]) * 16777619u;
    return value;
}

static int read_hex(const char *text, size_t digits, uint64_t *ret_number)
{
    uint64_t number = 0;
    for (size_t i = 0; i < digits; i++) {
        char c = text[i];
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
            return -EINVAL;
        number = number << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    *ret_number = number;
    return 0;
}

void chat_cursor_write(const struct store_thread_place *place, char ret_text[static CHAT_CURSOR_SIZE])
{
    (void)snprintf(ret_text, CHAT_CURSOR_SIZE, "%016" PRIx64 "%016" PRIx64, (uint64_t)place->updated_at,
                   (uint64_t)place->no);
    (void)snprintf(ret_text + 32, CHAT_CURSOR_SIZE - 32, "%08" PRIx32, checksum(ret_text, 32));
}

int chat_cursor_read(struct slice text, struct store_thread_place *ret_place)
{
    uint64_t updated_at, no, sum;
    if (text.size != CHAT_CURSOR_DIGITS || read_hex(text.data, 16, &updated_at) < 0 ||
        read_hex(text.data + 16, 16, &no) < 0 || read_hex(text.data + 32, 8, &sum) < 0 ||
        sum != checksum(text.data, 32))
        return -EINVAL;
    *ret_place = (struct store_thread_place){(int64_t)updated_at, (int64_t)no};
    return 0;
}

int chat_message_seq(struct slice id, int64_t *ret_seq)
{
    size_t at = sizeof CHAT_MESSAGE_PREFIX - 1;
    int64_t seq = 0;
    if (!slice_starts_with(id, SLICE(CHAT_MESSAGE_PREFIX)) || id.size == at || id.data[at] == '0')
        return -EINVAL;
    for (; at < id.size; at++) {
        char c = id.data[at];
        if (c < '0' || c > '9' || __builtin_mul_overflow(seq, 10, &seq) || __builtin_add_overflow(seq, c - '0', &seq))
            return -EINVAL;
    }
    *ret_seq = seq;
    return 0;
}
