/* What files and commands hold is a stranger's bytes: made into text that can be shown and sent. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"
#include "base/slice.h"

/* Appends with U+FFFD for what is no UTF-8, and for NUL. */
int text_append(struct buf *out, struct slice bytes);

/* The bytes up to `limit` that do not end within a character. */
struct slice text_cut(struct slice bytes, size_t limit);

/* Whether these first bytes of a file are none of a text. */
bool text_is_binary(struct slice head);

/* "12 bytes", "3.4 MiB". */
enum { TEXT_SIZE_SIZE = 32 };
const char *text_size(uint64_t bytes, char text[static TEXT_SIZE_SIZE]);
