/* Numbers and strings as people read and write them. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "base/buf.h"

enum { TEXT_DURATION_SIZE = 48, TEXT_BYTES_SIZE = 32, TEXT_BRIEF_SIZE = 32, TEXT_TIME_SIZE = 32 };

void text_duration(int64_t seconds, char text[static TEXT_DURATION_SIZE]); /* "3 h 12 min" */
void text_brief(int64_t seconds, char text[static TEXT_BRIEF_SIZE]);       /* "3h" */
void text_bytes(int64_t bytes, char text[static TEXT_BYTES_SIZE]);         /* "3.9 MiB" */
void text_time(int64_t epoch_ms, char text[static TEXT_TIME_SIZE]);        /* "2026-01-31 12:00:00", local */
void text_clock(int64_t epoch_ms, char text[static TEXT_TIME_SIZE]);       /* "12:00:00", local */

/* Text of somebody else: what would steer the terminal is shown, not sent. */
void text_write(FILE *out, struct slice text);
void text_append(struct buf *out, struct slice text);

/* How many columns it takes, as far as one code point is one column. */
size_t text_width(struct slice text);

/* The end of an id, where the room is too small for all of it: "…3WQ7ZK", in ASCII "..3WQ7ZK". */
enum { TEXT_SHORT_ID = 6 };
void text_append_short_id(struct buf *out, struct slice id);

bool text_is_utf8(struct slice text);

/* "2.5" to milliseconds. -EINVAL. */
int text_parse_seconds(const char *text, int64_t *ret_milliseconds);
int text_parse_count(const char *text, int64_t max, int64_t *ret_count);
int text_parse_integer(const char *text, int64_t max, int64_t *ret_integer); /* -max to max */

int text_parse_bytes(const char *text, int64_t max, int64_t *ret_bytes); /* "512M"; K, M, G and T are of 1024 */

/* Where a byte lies, counted from 1 as editors do. */
void text_position(struct slice text, size_t offset, size_t *ret_line, size_t *ret_column);
