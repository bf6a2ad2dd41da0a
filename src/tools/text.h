/* Converts untrusted bytes of files and commands to text that can be displayed and sent. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"
#include "base/slice.h"

/* Appends the bytes, with U+FFFD for invalid UTF-8 and for NUL. */
int text_append(struct buf *out, struct slice bytes);

/* Cuts the bytes at `limit` without splitting a character. */
struct slice text_cut(struct slice bytes, size_t limit);

/* Whether these first bytes of a file are not text. */
bool text_is_binary(struct slice head);

/* "12 bytes", "3.4 MiB". */
enum { TEXT_SIZE_SIZE = 32 };
const char *text_size(uint64_t bytes, char text[static TEXT_SIZE_SIZE]);
