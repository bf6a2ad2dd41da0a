/* The texts by which clients name a position: cursors of chat:getThreads, and ids of messages. */
#pragma once

#include <stdint.h>

#include "base/slice.h"
#include "daemon/store/threads.h"

/* The two numbers of the place and a checksum, in hexadecimal. The checksum tells a cursor from an invented text; a
 * client gains nothing by making one. */
enum { CHAT_CURSOR_DIGITS = 16 + 16 + 8, CHAT_CURSOR_SIZE = CHAT_CURSOR_DIGITS + 1 };

void chat_cursor_write(const struct store_thread_place *place, char ret_text[static CHAT_CURSOR_SIZE]);

/* -EINVAL: it is no cursor. */
int chat_cursor_read(struct slice text, struct store_thread_place *ret_place);

#define CHAT_MESSAGE_PREFIX "msg_"
enum { CHAT_MESSAGE_ID_SIZE = sizeof CHAT_MESSAGE_PREFIX + 20 };

/* The number of the event in a message's id. -EINVAL: it is no such id. */
int chat_message_seq(struct slice id, int64_t *ret_seq);
